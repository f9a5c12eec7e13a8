"""Exits everywhere: after any hands and any faults there is a prompt, and once faults stop, play can go on.

Rows of events, all short ones and long ones at random: cards laid anywhere, pads that crowd, readers that fall silent,
a token that is bumped, buttons pressed and held at any time. Then the faults stop and people do what the displays say:
the table agrees with the truth again, and an awaited seat finds an act.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.dialogs.refusals import moves
from tacotable.display.draw import draw
from tacotable.games.exploding.plays import named
from tacotable.games.exploding.state import exploding
from tacotable.games.tacocat.state import repair, tacocat, target
from tacotable.state.device_state import Certainty
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted
from tacotable.state.game_state import Stage
from tacotable.state.scene import Choice
from tacotable_drivers import ports

LONG_GAMES = int(os.environ.get("TACOTABLE_EXITS", "5"))
"""Random sequences of each kind in a long run."""
GAMES = min(40, 3 * LONG_GAMES)
"""Random sequences of each kind in a quick run."""
TOUCHES = 30
LATER_MS = 30_000.0
"""After this long every question, refusal of a press, wait and piece of news is over."""


def accepted(hands: Hands) -> int:
    return sum(isinstance(fact, Acted) and fact.ruling == "accepted" for fact in hands.log.facts)


def later(hands: Hands) -> None:
    """Let time pass until nothing is told or asked for a time only."""
    until = hands.situation.devices.now_ms + LATER_MS
    while (wake := hands.controller.wake_at_ms()) is not None and wake <= until:
        hands.tell(TimePassed(max(wake, hands.situation.devices.now_ms)))
    hands.tell(TimePassed(until))
    hands._now_ms = max(hands._now_ms, until)


def every_seat_is_told_something(hands: Hands) -> bool:
    scene = hands.scene
    return all(draw(screen, "en").text for screen in scene.screens.values()) and all(
        sign.code for sign in scene.prompts.values()
    )


def clear_pads(hands: Hands, chance: Random) -> None:
    """Let all readers answer again, and take off what lies on the pads, or find nothing there."""
    for zone in hands.situation.devices.table.pads:
        lying = hands.situation.devices.zones.get(zone, Certainty.EMPTY)
        if isinstance(lying, str) and chance.random() < 0.5:
            hands.tell(ports.TagLeft(zone, lying, hands.situation.devices.now_ms))
        hands.tell(ports.ZoneEmpty(zone, hands.situation.devices.now_ms))


def close_menus(hands: Hands, role: str) -> None:
    for seat in tuple(hands.situation.ui.menus):
        hands.hold(f"{seat}.{role}")


def touch(hands: Hands, chance: Random) -> None:
    """Do something at random to a button, a pad, or the time."""
    situation = hands.situation
    zone = chance.choice(tuple(situation.devices.table.pads))
    button = chance.choice([name for name in situation.devices.table.buttons() if name.split(".")[0] in ACTIVE])
    lying = situation.devices.zones.get(zone, Certainty.EMPTY)
    tag = chance.choice(tuple(hands.faces))
    kinds: list[Callable[[], None]] = [
        *(lambda: hands.tap(button),) * 4,
        lambda: hands.hold(button),
        *(lambda: _lay(hands, zone, tag),) * 4,
        lambda: hands.tell(
            ports.TagsCrowded(zone, tuple(chance.sample(tuple(hands.faces), 2)), situation.devices.now_ms)
        ),
        lambda: hands.tell(ports.ZoneUnknown(zone, situation.devices.now_ms)),
        lambda: hands.tell(ports.ZoneEmpty(zone, situation.devices.now_ms)),
        lambda: hands.tell(TimePassed(situation.devices.now_ms + chance.choice((100, 3_000, 6_000)))),
    ]
    if isinstance(lying, str):
        kinds.append(lambda: hands.tell(ports.TagLeft(zone, lying, situation.devices.now_ms)))
    if situation.devices.table.board is not None:
        space = chance.randint(-1, 1)
        kinds.append(lambda: hands.tell(ports.TokenSensed(space, chance.random() < 0.5, situation.devices.now_ms)))
        kinds.append(lambda: hands.move_token(space))
    chance.choice(kinds)()
    hands._now_ms = max(hands._now_ms, situation.devices.now_ms)


ACTIVE = ("YAY", "WOW", "1", "2", "3")


def _lay(hands: Hands, zone: str, tag: str) -> None:
    lying = hands.situation.devices.zones.get(zone, Certainty.EMPTY)
    if isinstance(lying, str):
        hands.tell(ports.TagLeft(zone, lying, hands.situation.devices.now_ms))
    if tag not in hands.situation.devices.zones.values():
        hands.tell(ports.TagArrived(zone, tag, hands.situation.devices.now_ms))


def explore(seed: int) -> Hands:
    """Begin, touch the table at random, and let the faults stop."""
    chance = Random(f"tacocat/{seed}")
    hands = Hands("tacocat")
    if chance.random() < 0.7:
        hands.begin()
    for _ in range(TOUCHES):
        touch(hands, chance)
        assert every_seat_is_told_something(hands)
    recover(hands, chance)
    return hands


def recover(hands: Hands, chance: Random) -> None:
    """Let the faults stop, and people do what Tacocat's displays say."""
    close_menus(hands, "no")
    clear_pads(hands, chance)
    later(hands)
    if hands.situation.game.is_paused:
        hands.tap("YAY.ok")
    if hands.situation.game.match is not None:
        hands.move_token(target(hands.situation))
    later(hands)
    for seat, refusal in tuple(hands.situation.ui.refusals.items()):
        if refusal.tag is None:
            hands.tap(f"{seat}.no")  # what is said of a press stays until it is put away


def explore_ring(seed: int) -> KittenHands:
    chance = Random(f"ring/{seed}")
    hands = KittenHands(chance.choice(("ek120", "min72", "zh56")))
    if chance.random() < 0.8:
        hands.begin("1", "2", "3")
    for _ in range(TOUCHES):
        touch(hands, chance)
        assert every_seat_is_told_something(hands)
    close_menus(hands, "nope")
    clear_pads(hands, chance)
    later(hands)
    if hands.situation.game.is_paused:
        hands.tap("1.ok")
    later(hands)
    return hands


def go_on(hands: Hands) -> bool:
    """Do what the displays ask for until an act is accepted; tells whether one was."""
    before = accepted(hands)
    situation = hands.situation
    for seat in cast("list[str]", public_state(situation)["to_act"]):
        if isinstance(hands.screen(seat), Choice):
            return False  # its reader answers, so nobody names cards
        if public_state(situation)["phase"] == "replace":
            hands.tap(f"{seat}.ok")
        while situation.entry(seat).is_announced:
            hands.tap(f"{seat}.no")
        for tag in [tag for tag in hands.faces if tag not in situation.entry(seat).tags]:
            if accepted(hands) > before:
                return True
            hands.tell(ports.TagArrived(f"{seat}.pad", tag, situation.devices.now_ms))
            hands.tell(ports.TagLeft(f"{seat}.pad", tag, situation.devices.now_ms))
        hands.tap(f"{seat}.ok")
    return accepted(hands) > before


def check_tacocat(hands: Hands) -> None:
    situation = hands.situation

    assert repair(tacocat(situation)) == ()
    assert not situation.ui.refusals
    assert not situation.ui.menus
    assert {light.meaning for light in hands.scene.lamps.values()} & {
        "lamp.press",
        "lamp.turn",
        "lamp.lay",
        "lamp.hands",
    }
    if situation.game.stage is Stage.PLAY:
        assert go_on(hands), public_state(situation)


def check_ring(seed: int) -> None:
    hands = explore_ring(seed)
    situation = hands.situation

    assert moves(situation) == ()
    assert not situation.ui.refusals
    assert not situation.ui.menus
    if situation.game.stage is Stage.PLAY:
        before = len(hands.acts())
        _draw_on(hands)
        assert len(hands.acts()) > before, public_state(situation)


def _draw_on(hands: KittenHands) -> None:
    """Take back what is half shown, and do the plainest act of the phase."""
    public = public_state(hands.situation)
    seat = cast("list[str]", public["to_act"])[0]
    for _ in range(8):
        if hands.situation.entry(seat).cards:
            hands.tap(f"{seat}.nope")
    is_answer = public["phase"] == "defuse" or (public["phase"] == "give" and named(exploding(hands.situation)))
    if is_answer and not hands.situation.entry(seat).is_announced:
        hands.tap(f"{seat}.nope")  # there is no such card
    hands.tap(f"{seat}.ok")


def check_dead_readers(hands: Hands, turn: str, seed: int) -> None:
    """Let all readers die for good: presses of all players, short and long, lead to an act, though they are random."""
    chance = Random(f"dead/{seed}")
    for zone in hands.situation.devices.table.pads:
        hands.tell(ports.ZoneUnknown(zone, hands.situation.devices.now_ms))
    later(hands)
    before = accepted(hands)
    for _ in range(2000):
        if hands.situation.game.stage is not Stage.PLAY or accepted(hands) > before:
            return
        later(hands)
        seat = chance.choice(hands.situation.game.players)
        press, role = chance.choice(((hands.tap, "ok"), (hands.tap, turn), (hands.hold, "ok")))
        press(f"{seat}.{role}")
    raise AssertionError(f"no act in 2000 presses: {public_state(hands.situation)}")


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("seed", range(GAMES))
def test_play_goes_on_by_presses_alone_when_all_readers_die(seed: int) -> None:
    check_dead_readers(explore(seed), "no", seed)
    check_dead_readers(explore_ring(seed), "nope", seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_tacocat_goes_on_after_any_hands_and_faults(seed: int) -> None:
    check_tacocat(explore(seed))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_ring_goes_on_after_any_hands_and_faults(seed: int) -> None:
    check_ring(seed)


@pytest.mark.long
def test_both_tables_go_on_after_many_more() -> None:
    for seed in range(GAMES, GAMES + LONG_GAMES):
        check_tacocat(explore(seed))
        check_ring(seed)
        check_dead_readers(explore(seed), "no", seed)
        check_dead_readers(explore_ring(seed), "nope", seed)
