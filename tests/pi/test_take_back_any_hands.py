"""Whatever is asked, agreed, decided and taken back at random: journal and record give the same table again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from pi.test_kittens_any_hands import press, show, show_lethal, wait
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.core.restore import misfit
from tacotable.dialogs.arbiter import offered as offered_to_arbiter
from tacotable.display.draw import draw
from tacotable.state.events import Arbitrated, TimePassed
from tacotable.state.facts import Amended, Decided, Undone
from tacotable.state.role import Role
from tacotable.state.situation import Situation
from tacotable.web.keys import make_keys
from tacotable.web.page import TablePage
from tacotable_drivers import ports
from tacotable_engine import Match

STEPS = 250
DECISIONS = (
    *("accept-table", "agree", "decline", "go-on", "let-stand", "pause", "refuse"),
    *("restart-anew", "restart-discard", "restart-resume", "restart-save", "take-back"),
)
"""What an arbiter decides without changing the game by hand."""


def decide(hands: Hands, chance: Random) -> None:
    """Decide something, as the arbiter, mostly what is offered; the game is changed by hand only now and then."""
    is_change = chance.random() < 0.05
    offered = [
        what
        for what in offered_to_arbiter(hands.situation)
        if what not in ("take-back", "pause") and (is_change or what in DECISIONS)
    ]
    hands.tell(Arbitrated(chance.choice(offered or DECISIONS), hands.situation.devices.now_ms))


def ask_at_random(hands: Hands, chance: Random, closer: str) -> None:
    """Open a menu, turn to anything, take it, and answer somehow; a game is not ended by it."""
    seat = chance.choice(hands.situation.seats[:3])
    hands.hold(f"{seat}.{closer}")
    for _ in range(chance.randint(2, 5)):
        hands.tap(f"{seat}.{closer}")
    shown = hands.situation.ui.menus.get(seat)
    if shown is not None and shown.item in (
        "take-back",
        "let-stand",
        "deal-again",
        "give-round",
        "leave-game",
        "pile-mixed",
        "why",
    ):
        hands.tap(f"{seat}.ok")
    for other in hands.situation.seats[:3]:
        hands.tap(f"{other}.{chance.choice(('ok', closer))}")
    if seat in hands.situation.ui.menus:
        hands.hold(f"{seat}.{closer}")


def lay(hands: Hands, chance: Random) -> None:
    """Lay any card on a pad, mostly where one is awaited."""
    asked = public_state(hands.situation).get("to_act") or ["YAY"]
    assert isinstance(asked, list)
    seat = chance.choice(asked)
    hands.clear(seat)
    hands.tell(ports.TagArrived(f"{seat}.pad", chance.choice(list(hands.faces)), 0))
    if chance.random() < 0.7:
        hands.clear(seat)


def tap(hands: Hands, chance: Random) -> None:
    for seat in ("YAY", "WOW"):
        hands.clear(seat)
    hands.tap(f"{chance.choice(('YAY', 'WOW'))}.{chance.choice(('ok', 'ok', 'no'))}")


def move(hands: Hands, chance: Random) -> None:
    token = int(str(public_state(hands.situation).get("token", 0)))
    hands.move_token(chance.choice((token, token, token, 2)))


def dispute_at_the_ring(hands: KittenHands, chance: Random) -> None:
    ask_at_random(hands, chance, "nope")


TACOCAT: tuple[Callable[[Hands, Random], None], ...] = (
    *(lay,) * 8,
    *(tap,) * 4,
    move,
    *(decide,) * 2,
    lambda hands, chance: ask_at_random(hands, chance, "no"),
    lambda hands, chance: hands.tell(TimePassed(hands.situation.devices.now_ms + chance.choice((100, 25_000)))),
)
RING: tuple[Callable[[KittenHands, Random], None], ...] = (
    *(press,) * 8,
    *(show,) * 6,
    show_lethal,
    wait,
    *(decide,) * 2,
    dispute_at_the_ring,
)


def check_words(hands: Hands) -> None:
    """Read all that is shown in both languages; a missing word raises."""
    page = TablePage(hands.controller, make_keys(hands.situation.seats, bytes(120), is_simulated=True))
    for language in LANGUAGES:
        words = Catalog(language)
        for screen in hands.scene.screens.values():
            assert draw(screen, language).text
        for sign in (*hands.scene.prompts.values(), *hands.scene.public_prompts.values()):
            assert words.say(sign.code, sign.values)
        for role in (Role("simulation"), Role("spectator"), Role("seat", hands.situation.seats[0])):
            page.log(role, language, max(0, len(hands.situation.log) - 3))
            page.scene(role, language)


def check_replay(hands: Hands, again: Hands) -> None:
    replay, facts = Situation(hands.situation.devices.table, hands.faces), hands.log.facts
    assert [fact for fact in facts if misfit(fact, replay)] == []
    again.controller.resume(tuple(facts))
    assert public_state(again.situation) == public_state(hands.situation)
    now, then = hands.situation.game, again.situation.game
    assert (then.stage, then.entries) == (now.stage, now.entries)
    assert [(step.seat, step.did, step.numbers) for step in then.steps] == [
        (step.seat, step.did, step.numbers) for step in now.steps
    ]
    assert then.refused == now.refused
    if now.match is not None and then.match is not None:
        text = now.match.record()
        assert then.match.record() == Match.from_record(text).record() == text


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("seed", [1, 3, 4, 5, 6])
def test_tacocat_is_the_same_again_after_any_disputes(seed: int) -> None:
    hands, chance = Hands(), Random(seed)
    hands.begin_attack()
    for _ in range(STEPS):
        chance.choice(TACOCAT)(hands, chance)
        check_words(hands)

    check_replay(hands, Hands())
    assert any(isinstance(fact, (Undone, Decided, Amended)) for fact in hands.log.facts)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
def test_a_ring_is_the_same_again_after_any_disputes(seed: int) -> None:
    hands, chance = KittenHands(), Random(seed)
    hands.begin()
    for _ in range(STEPS):
        chance.choice(RING)(hands, chance)
        check_words(hands)

    check_replay(hands, KittenHands())
    assert any(isinstance(fact, (Undone, Decided, Amended)) for fact in hands.log.facts)
