"""Presses everywhere: no press is met with silence, a lamp that blinks invites to a press that counts, a dark one not.

Rows of events at random, as in `test_exits_everywhere`; each press among them is looked at.
"""

from __future__ import annotations

from random import Random

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.test_exits_everywhere import touch
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted
from tacotable.state.guards import is_early
from tacotable.state.scene import Light
from tacotable_drivers import ports
from tacotable_drivers.ports import DARK, Pattern

GAMES = 30
"""Random sequences at each table."""
TOUCHES = 40
MOMENT_MS = 700.0
"""So long before each press; a press sooner behind another is a matter of its own."""
FIRST = "refusal.sit-first"
"""Who does not sit is told so when asking for the guide: what lacks is said."""
SAYS_NO = ("lamp.refused", "lamp.too-early")


def invites(light: Light) -> bool:
    """Whether a lamp asks for a press: it blinks, and tells of no refusal."""
    return light.look.pattern in (Pattern.FAST, Pattern.SLOW) and light.meaning not in SAYS_NO


def answer_of(hands: Hands, seat: str) -> tuple[object, float]:
    """Give what is refused to a seat, and until when its lamps show that a press did not count."""
    return hands.situation.ui.refusals.get(seat), hands.situation.ui.ignored_until_ms.get(seat, 0.0)


def said_no(hands: Hands, seat: str, before: tuple[object, float]) -> bool:
    """Whether a press of a seat was refused, or did not count; what is said of a card that lies there is no refusal.

    What a seat chose may be against the rules: that lamps must not tell before, as they would tell hidden cards.
    """
    refusal = hands.situation.ui.refusals.get(seat)
    is_refused = (
        refusal is not None and refusal.tag is None and refusal.code.startswith("refusal.") and refusal.code != FIRST
    )
    return (is_refused and refusal is not before[0]) or answer_of(hands, seat)[1] > before[1]


def accepted(hands: Hands) -> int:
    return sum(isinstance(fact, Acted) and fact.ruling == "accepted" for fact in hands.log.facts)


def pass_time(hands: Hands) -> None:
    """Let a moment pass, with every waking that the table asks for."""
    until_ms = hands.situation.devices.now_ms + MOMENT_MS
    while (wake := hands.controller.wake_at_ms()) is not None and wake <= until_ms:
        hands.tell(TimePassed(max(wake, hands.situation.devices.now_ms)))
    hands.tell(TimePassed(until_ms))
    hands._now_ms = until_ms


def check_tap(hands: Hands, button: str) -> None:
    """Tap a button, and compare what followed with what its lamp had said."""
    pass_time(hands)
    lamp, before, acts = hands.scene.lamps.get(button), hands.scene, accepted(hands)
    seat = button.partition(".")[0]
    facts, told = len(hands.log.facts), (lamp and lamp.meaning, hands.scene.prompts[seat].code, button)

    answer, menu = answer_of(hands, seat), hands.situation.ui.menus.get(seat)
    if is_early(hands.situation, button, hands.situation.devices.now_ms):
        return  # such a press is a matter of its own
    hands.tell(ports.ButtonPressed(button, hands.situation.devices.now_ms))
    hands.tell(ports.ButtonReleased(button, False, hands.situation.devices.now_ms))

    assert hands.scene.cue.number > before.cue.number, ("silence", told)
    if lamp is None:
        return
    if invites(lamp):
        assert not said_no(hands, seat, answer), ("invited and refused", told, hands.scene.prompts[seat].code)
        is_changed = len(hands.log.facts) > facts or hands.scene.prompts != before.prompts
        is_changed |= hands.scene.screens != before.screens or hands.situation.ui.menus.get(seat) != menu
        assert is_changed or hands.scene.lamps != before.lamps, ("invited, and nothing happened", told)
    elif lamp.look == DARK:
        assert accepted(hands) == acts, ("a dark lamp's press counted", told)


def check_hold(hands: Hands, button: str) -> None:
    before, told = hands.scene, (hands.scene.prompts[button.partition(".")[0]].code, button)

    hands.hold(button)

    assert hands.scene.cue.number > before.cue.number, ("silence", told)


def walk(hands: Hands, chance: Random, seats: tuple[str, ...]) -> None:
    """Touch the table at random, with many presses."""
    buttons = [name for name in hands.situation.devices.table.buttons() if name.partition(".")[0] in seats]
    for _ in range(TOUCHES):
        if chance.random() < 0.4 and hands.situation.devices.table.pads:
            touch(hands, chance)
        elif chance.random() < 0.85:
            check_tap(hands, chance.choice(buttons))
        else:
            check_hold(hands, chance.choice(buttons))


@pytest.mark.long(keep=8)
@pytest.mark.parametrize("seed", range(GAMES))
def test_presses_at_tacocat_are_answered_as_their_lamps_say(seed: int) -> None:
    chance = Random(f"presses/{seed}")
    hands = Hands("tacocat", chance.choice(("tc38", "tc36")))
    if chance.random() < 0.8:
        chance.choice((hands.begin, hands.begin_attack))()

    walk(hands, chance, ("YAY", "WOW"))


@pytest.mark.long(keep=8)
@pytest.mark.parametrize("seed", range(GAMES))
def test_presses_without_readers_are_answered_as_their_lamps_say(seed: int) -> None:
    chance = Random(f"presses by buttons/{seed}")

    walk(Hands("buttons"), chance, ("YAY", "WOW"))


@pytest.mark.parametrize("seed", range(GAMES))
def test_presses_at_a_ring_are_answered_as_their_lamps_say(seed: int) -> None:
    chance = Random(f"presses at a ring/{seed}")
    hands = KittenHands(chance.choice(("ek120", "min72", "zh56")))
    if chance.random() < 0.8:
        hands.begin("1", "2", "3")

    walk(hands, chance, ("1", "2", "3", "4"))
