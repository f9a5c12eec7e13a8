"""A start by a snapshot of a live table is a start by all facts: the same situation, and hands that count alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from tacotable.app.program import MemoryLog
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import simulated_table
from tacotable.core.compatibility import Replay
from tacotable.core.controller import Controller
from tacotable.core.games import situation_of
from tacotable.core.snapshot_codec import freeze, thaw
from tacotable.dialogs import restart as restarting
from tacotable.state.facts import Acted, Fact, Paused
from tacotable.state.situation import Certainty, Situation, Stage
from tacotable_drivers import ports

UP_MS = 86_400_000.0
"""The table was up for a day when its power went; the next boot's clock begins anew."""
BOOTED_MS = 20_000.0
MOMENTS = 30
MOST_MOMENTS = 4_000


def told(situation: Situation) -> dict[str, object]:
    """Give all of a situation as values that can be compared."""
    parts: dict[str, object] = {part.name: getattr(situation, part.name) for part in dataclasses.fields(situation)}
    match = situation.match
    parts["match"] = (match.record(), match.state, match.log, match.next_number) if match else None
    parts["part"] = {part.name: getattr(situation.part, part.name) for part in dataclasses.fields(situation.part)}  # type: ignore[arg-type]  # each part is a dataclass
    del parts["_seen"]
    return parts


def started(live: Situation, facts: tuple[Fact, ...], came_to: Situation | None) -> Situation:
    """Give the situation of a table that takes up facts, or what they came to."""
    situation = situation_of(live.table, live.faces)
    controller = Controller(situation, MemoryLog(), lambda scene, on_lit: None, clock=lambda: 0.0)
    controller.resume(facts, came_to)
    return situation


@pytest.mark.parametrize("name", ["tacocat", "kittens"])
def test_at_any_moment_of_a_live_game_a_snapshot_is_what_all_facts_give(name: str) -> None:
    log = MemoryLog()
    met: set[str] = set()
    with simulated_table(name, seed=5, journal=log) as rig:
        people = people_at(rig, Random(5), 4 if name == "kittens" else 2)
        tasks = [rig.loop.create_task(person.play()) for person in people]
        controller = rig.program.controller
        live = controller.situation
        for moment in range(MOST_MOMENTS):
            rig.wait(0.37)
            met |= {field for field in ("refusals", "told", "menus", "left_ms") if getattr(live, field)}
            if moment % MOMENTS == 0:
                thawed = thaw(freeze(controller.by_facts()), live.table, live.faces)
                replay = Replay(live.table, live.faces)
                assert [replay.misfit(fact) for fact in log.facts] == [None] * len(log.facts)
                facts = tuple(log.facts)

                assert told(started(live, facts, thawed)) == told(started(live, facts, replay.situation))
                assert told(started(live, facts, thawed)) == told(started(live, facts, None))
            if live.stage is Stage.OVER:
                break
        for task in tasks:
            task.cancel()
        rig.wait(0)
    assert live.stage is Stage.OVER
    assert {"refusals", "left_ms"} <= met


def power_cut(hands: Hands, *, by_snapshot: bool) -> Hands:
    """Start another program from what is durable, on a clock that begins anew; people choose to go on."""
    live, facts = hands.situation, hands.controller.durable
    again = KittenHands(live.table.game) if isinstance(hands, KittenHands) else Hands(live.table)
    came_to = thaw(freeze(hands.controller.by_facts()), live.table, live.faces) if by_snapshot else None
    again.controller.resume(facts, came_to)
    restarting.ask(again.situation, len(facts))
    again.controller.start()
    again._now_ms, again._left = BOOTED_MS, dict(hands._left)
    for zone in live.table.pads():
        lying = live.zones.get(zone, Certainty.EMPTY)
        if isinstance(lying, Certainty):
            again.tell(ports.ZoneEmpty(zone, 0))
        else:
            again.tell(ports.TagArrived(zone, lying, 0))
    for space in sorted(live.sensed):
        again.tell(ports.TokenSensed(space, True, 0))
    again.tap(f"{live.seats[0]}.ok")
    return again


def kittens() -> KittenHands:
    hands = KittenHands()
    hands._now_ms = UP_MS
    hands.begin("1", "2", "3")
    return hands


def a_turn(hands: KittenHands) -> None:
    hands.wait(2_500)


def cards_shown(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.show("cat-1")


def a_window(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("2.ok")


def a_claim(hands: KittenHands) -> None:
    a_window(hands)
    hands.wait(600)
    hands.press("3.nope")


def a_window_that_a_question_stopped(hands: KittenHands) -> None:
    a_window(hands)
    hands.hold("1.nope")
    for _ in range(12):
        if "Take back" not in hands.public():
            hands.tap("1.nope")
    hands.tap("1.ok")


def a_menu(hands: KittenHands) -> None:
    hands.hold("2.nope")


def a_refusal(hands: KittenHands) -> None:
    hands.tap("2.ok")


def a_pause(hands: KittenHands) -> None:
    a_menu(hands)
    hands.tap("2.ok")


@pytest.mark.parametrize(
    "moment", [a_turn, cards_shown, a_window, a_claim, a_window_that_a_question_stopped, a_menu, a_refusal, a_pause]
)
def test_buttons_of_an_exploding_game_count_after_a_start_by_snapshot(moment: Callable[[KittenHands], None]) -> None:
    hands = kittens()
    moment(hands)
    given, shown = [], []
    for by_snapshot in (False, True):
        again = power_cut(hands, by_snapshot=by_snapshot)
        assert isinstance(again, KittenHands)
        done = len(again.log.facts)
        for button in ("1.ok", "2.ok", "3.ok", "1.nope", "2.nope", "3.nope", "1.ok"):
            again.tap(button)
        given.append(again.log.facts[done:])
        shown.append(again.scene)

    assert given[1] == given[0]
    assert shown[1] == shown[0]


def test_a_press_draws_after_a_start_by_snapshot_on_a_clock_that_begins_anew() -> None:
    hands = kittens()
    hands.wait(2_500)

    again = power_cut(hands, by_snapshot=True)
    again.tap("1.ok")

    assert [fact.act for fact in again.log.facts if isinstance(fact, Acted)] == [{"do": "draw"}]


def test_the_first_nope_counts_after_a_start_by_snapshot() -> None:
    hands = kittens()
    hands.hold("3.nope")
    hands.hold("3.nope")
    hands.wait(2_500)

    again = power_cut(hands, by_snapshot=True)
    assert isinstance(again, KittenHands)
    a_window(again)
    again.wait(600)
    again.press("3.nope")

    assert [claim.seat for claim in again.situation.part.window.claims] == ["3"]  # type: ignore[attr-defined]  # the kittens' part


def test_a_question_that_was_open_does_not_come_back_with_a_snapshot() -> None:
    hands = kittens()
    a_window_that_a_question_stopped(hands)
    assert hands.situation.question is not None

    again = power_cut(hands, by_snapshot=True)

    assert again.situation.question is None
    assert again.situation.public()["phase"] == "window"


def test_a_pause_comes_back_with_a_snapshot() -> None:
    hands = kittens()
    a_pause(hands)
    assert isinstance(hands.log.facts[-1], Paused)

    again = power_cut(hands, by_snapshot=True)

    assert again.situation.is_paused


def test_a_card_counts_at_tacocat_after_a_start_by_snapshot() -> None:
    hands = Hands()
    hands._now_ms = UP_MS
    hands.begin_attack()
    hands.clear("YAY")
    hands.clear("WOW")
    hands.wait(2_500)

    again = power_cut(hands, by_snapshot=True)
    again.lay("YAY", "3")

    assert [fact.act for fact in again.log.facts if isinstance(fact, Acted)] == [{"do": "attack", "cards": ["3"]}]
    assert again.says("YAY") == "sign.wait-answer"


def test_a_card_that_was_taken_up_is_in_a_snapshot_as_facts_alone_tell_it() -> None:
    hands = Hands()
    hands.begin_attack()
    hands.clear("YAY")
    ruled = dict(hands.situation.part.ruled)  # type: ignore[attr-defined]  # Tacocat's part

    by_facts = hands.controller.by_facts()

    assert set(ruled) == {"WOW"}
    assert set(by_facts.part.ruled) == {"YAY", "WOW"}  # type: ignore[attr-defined]  # Tacocat's part


def test_the_table_keeps_what_facts_alone_give_when_all_is_quiet() -> None:
    with simulated_table("tacocat", seed=5) as rig:
        controller = rig.program.controller
        rig.tap("YAY.ok")
        controller.handle(ports.DeviceLost("buzzer", "no answer", 1_000.0))

        _, frozen = rig.program.quiet._frozen()

    assert [entry.code for entry in controller.situation.log][-1] == "log.lost"
    assert frozen == freeze(controller.by_facts()) != freeze(controller.situation)
