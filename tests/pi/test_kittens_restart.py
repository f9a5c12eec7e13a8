"""A journal gives the same game again: cards shown, plays, windows that ran out; an open window counts anew."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from pi.kitten_hands import KittenHands
from tacotable.core.restore import misfit
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted, Fact, RanOut, Undone
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation
from tacotable_drivers import ports
from tacotable_drivers.ports import Pattern

Shown = dict[str, object]


def again(hands: KittenHands) -> KittenHands:
    """Start another program over the journal of the first; its devices tell anew what lies there."""
    other = KittenHands(hands.situation.devices.table.game)
    other.controller.resume(tuple(hands.log.facts))
    other.controller.start()
    other._now_ms = 500_000.0
    other._left = hands._left
    while (wake := other.controller.wake_at_ms()) is not None and wake <= other.now_ms:
        other.tell(TimePassed(other.now_ms))
    zone = hands.situation.devices.zones.get("play")
    other.tell(ports.TagArrived("play", zone, other.now_ms) if isinstance(zone, str) else ports.ZoneEmpty("play", 0))
    return other


def seen(hands: KittenHands) -> Shown:
    """Give all that people see."""
    scene = hands.scene
    return {"screens": scene.screens, "prompts": scene.prompts, "lamps": scene.lamps, "lights": scene.lights}


def collected(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.show("cat-1")


def in_a_window(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("2.ok")


def noped(hands: KittenHands) -> None:
    in_a_window(hands)
    hands.wait(600)
    hands.press("3.nope")
    hands.show("nope")


def ran_out(hands: KittenHands) -> None:
    in_a_window(hands)
    hands.wait(3_050)


def a_kitten(hands: KittenHands) -> None:
    hands.show("exploding-kitten")


def defused(hands: KittenHands) -> None:
    a_kitten(hands)
    hands.show("defuse")


def giving_up(hands: KittenHands) -> None:
    a_kitten(hands)
    hands.tap("1.nope")


def out(hands: KittenHands) -> None:
    giving_up(hands)
    hands.tap("1.ok")
    hands.wait(6_000)


def paused(hands: KittenHands) -> None:
    hands.hold("2.nope")
    hands.tap("2.ok")


@pytest.mark.parametrize("play", [collected, in_a_window, noped, ran_out, a_kitten, defused, giving_up, out, paused])
def test_a_restart_shows_the_same(play: Callable[[KittenHands], None]) -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    play(hands)
    other = again(hands)
    for each in (hands, other):
        each.wait(1_500)

    assert seen(other) == seen(hands)


def test_a_restart_in_the_set_up_shows_its_first_page() -> None:
    hands = KittenHands()
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.hold("1.ok")
    hands.tap("1.nope")

    assert again(hands).prompt("1") == "sign.setup"


def test_a_late_guest_who_waits_is_in_after_a_restart() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.tap("5.ok")

    other = again(hands)
    waits, playing = other.prompt("5"), other.situation.game.players
    for press in (other.hold, other.tap):
        press("1.nope")
    other.tap("1.ok")
    other.tap("1.ok")
    other.tap("2.ok")

    assert (waits, playing) == ("sign.watch-in", ("1", "2"))
    assert other.situation.game.stage is Stage.LOBBY
    assert other.scene.lamps["5.ok"].look.pattern is Pattern.SOLID
    assert other.scene.lamps["6.ok"].meaning == "lamp.may-sit"


def test_an_open_window_counts_anew_and_runs_out() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    in_a_window(hands)
    hands.wait(2_000)
    other = again(hands)

    other.wait(3_040)
    assert other.phase() == "window"
    other.wait(20)

    assert other.phase() == "give"
    assert other.log.facts == [RanOut()]


def test_every_prefix_of_a_journal_can_be_taken_up() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    noped(hands)
    hands.wait(3_050)
    out(hands)
    facts: list[Fact] = list(hands.log.facts)

    for length in range(len(facts) + 1):
        replay = Situation(hands.situation.devices.table, hands.faces)
        assert [misfit(fact, replay) for fact in facts[:length]] == [None] * length


def test_a_journal_of_seats_that_this_table_lacks_is_not_taken_up() -> None:
    hands = KittenHands()
    hands.begin("1", "10")
    began = hands.log.facts[0]
    table = hands.situation.devices.table
    small = msgspec.structs.replace(table, seats=table.seats[:4])

    reason = misfit(began, Situation(small, hands.faces))

    assert reason == "it is a game of 1, 10; this table seats 1, 2, 3, 4"


def test_a_claim_is_no_fact() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    in_a_window(hands)
    before = len(hands.log.facts)

    hands.wait(600)
    hands.press("3.nope")

    assert len(hands.log.facts) == before


def with_a_kitten_kept() -> KittenHands:
    """Draw for two seats, and show a lethal card of which nobody has said whose it is."""
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.tap("1.ok")
    hands.wait(1_000)
    hands.tap("2.ok")
    hands.show("exploding-kitten")
    return hands


def test_draws_behind_a_kitten_that_was_kept_are_told_again_although_a_restart_lies_between() -> None:
    hands = with_a_kitten_kept()
    hands.tap("1.ok")

    other = again(hands)
    other.show("defuse")
    other.lift()
    other.tap("1.ok")
    other.wait(6_000)

    assert other.acts()[-2:] == [("1", {"do": "defuse"}), ("2", {"do": "draw"})]
    assert other.public() == "3: YOUR TURN / play, or draw: OK"


def test_a_power_cut_amid_the_facts_of_a_kept_kitten_leaves_the_draws_as_they_were_told() -> None:
    hands = with_a_kitten_kept()
    told = len(hands.log.facts)
    hands.tap("1.ok")
    assert [type(fact) for fact in hands.log.facts[told:]] == [Undone, Undone, Acted]

    del hands.log.facts[told + 1 :]
    other = again(hands)

    assert [(step.seat, step.did) for step in other.situation.game.steps] == [("1", ("draw",)), ("2", ("draw",))]
