"""The checks of the simulation bark at what they are for: a lost fact, a tag that is told, cards that were moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pi.kitten_hands import KittenHands
from simulation.harness.invariants import (
    BrokenInvariantError,
    check_panels,
    check_replay,
    check_secrets,
    check_truth,
    spectators_page,
)
from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.games.exploding.state import exploding
from tacotable.state.game_state import Entry
from tacotable.state.log import LogEntry
from tacotable.state.situation import Situation


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
            made.tap(button)
        made.place("9", "YAY.pad")
        made.place("5", "WOW.pad")
        yield made


def test_a_lost_fact_is_found(rig: Rig) -> None:
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    check_replay(rig.program.controller.situation, log.facts)

    with pytest.raises(BrokenInvariantError):
        check_replay(rig.program.controller.situation, log.facts[:-1])


def lose_entries(situation: Situation) -> None:
    situation.game.entries.clear()


def show_a_card_that_no_fact_told(situation: Situation) -> None:
    situation.game.entries["2"] = Entry(("nope",), ("x",))


def lose_a_language(situation: Situation) -> None:
    situation.game.languages["1"] = "zh-TW"


def lose_the_volume(situation: Situation) -> None:
    situation.game.volume = 0


def lose_used_cards(situation: Situation) -> None:
    exploding(situation).game.part.spent.clear()


def lose_used_cards_of_a_step(situation: Situation) -> None:
    situation.game.steps[-1].kept.spent.add("x")  # type: ignore[attr-defined]  # that of an Exploding game


def lose_a_line_of_the_log(situation: Situation) -> None:
    del situation.log[1]


def lose_a_refused_act(situation: Situation) -> None:
    situation.game.refused = None


def pause(situation: Situation) -> None:
    situation.game.is_paused = True


LOSSES = [
    (lose_entries, "entries"),
    (show_a_card_that_no_fact_told, "entries"),
    (lose_a_language, "languages"),
    (lose_the_volume, "volume"),
    (lose_used_cards, "part"),
    (lose_used_cards_of_a_step, "what can be taken back"),
    (lose_a_line_of_the_log, "the log"),
    (lose_a_refused_act, "refused"),
    (pause, "is_paused"),
]


@pytest.mark.parametrize(("lose", "what"), LOSSES)
def test_a_loss_of_anything_that_facts_give_is_found(lose: Callable[[Situation], None], what: str) -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(4_000)
    hands.show("exploding-kitten")
    hands.tap("2.nope")
    hands.show("cat-1")
    hands.lift()
    hands.tap("2.ok")  # one card is not the whole hand, and that is refused
    assert hands.situation.game.refused is not None
    hands.tap("2.nope")
    hands.show("cat-2")
    facts = tuple(hands.log.facts)
    check_replay(hands.situation, facts)

    lose(hands.situation)

    with pytest.raises(BrokenInvariantError, match=f"replayed and live: {what} differs"):
        check_replay(hands.situation, facts)


def test_lines_that_devices_add_to_the_log_are_no_difference(rig: Rig) -> None:
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    situation = rig.program.controller.situation

    situation.log.insert(2, LogEntry(3, "device", "log.lost", {"device": "buzzer"}))

    check_replay(situation, log.facts)


def test_a_tag_that_is_told_is_found(rig: Rig) -> None:
    controller = rig.program.controller
    tags = tuple(controller.situation.devices.faces)
    check_secrets(controller, spectators_page(controller), tags)

    controller.situation.note("table", "log.lost", {"device": tags[0]})

    with pytest.raises(BrokenInvariantError, match=tags[0]):
        check_secrets(controller, spectators_page(controller), tags)


def test_a_picture_that_is_not_of_its_screen_is_found(rig: Rig) -> None:
    check_panels(rig)

    rig.table.switchboard.set("display YAY", "gone", on=True)

    with pytest.raises(BrokenInvariantError, match="display YAY"):
        check_panels(rig)


def test_a_token_that_stands_elsewhere_is_found(rig: Rig) -> None:
    game = rig.program.controller.situation.game.match
    assert game is not None

    rig.table.move_token(3)

    with pytest.raises(BrokenInvariantError, match="the token stands on 3"):
        check_truth(rig, game)
