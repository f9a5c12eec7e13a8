"""The journal of a table: each game in its own file, taken up as far as this table and these rules can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.app.program import open_journal
from tacotable.core.controller import Controller
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Acted, Began, Chose, Closed, Dealt, Fact, Shown, TokenPlaced
from tacotable.state.scene import Scene
from tacotable.storage.journal import Journal, JournalError
from tacotable.table.file import read_table
from tacotable_drivers.ports import TokenSensed

FACTS: tuple[Fact, ...] = (
    Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind"}),
    TokenPlaced(0),
    Dealt("YAY"),
    Dealt("WOW"),
    Shown("YAY", "5", "04A1"),
    Acted("YAY", {"do": "replace", "cards": ["5"]}, "accepted", "", ("04A1",)),
)


def written(folder: Path, *facts: Fact) -> Path:
    journal = Journal(folder)
    for fact in facts or FACTS:
        journal.append(fact)
    journal.close()
    return folder / "game-000001.tcw"


def test_facts_come_back_in_their_order(tmp_path: Path) -> None:
    written(tmp_path)

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == FACTS
    assert recovered.damage is None


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    assert Journal(tmp_path / "new").recover().facts == ()


def test_reading_writes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    before = path.read_bytes()

    Journal(tmp_path).recover()

    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_each_game_has_its_own_file(tmp_path: Path) -> None:
    written(tmp_path)
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(Closed())
    journal.append(FACTS[0])
    journal.close()

    assert Journal(tmp_path).recover().facts == FACTS[:1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-000001.tcw", "game-000002.tcw"]


def test_a_game_that_was_put_away_is_packed_in_a_quiet_moment(tmp_path: Path) -> None:
    written(tmp_path)
    journal = Journal(tmp_path)
    journal.recover()
    journal.append(Closed())

    journal.tend()

    packed = tmp_path / "game-000001.tcj"
    assert list(tmp_path.glob("game-*")) == [packed]
    assert packed.stat().st_size < 1_024
    assert Journal(tmp_path).recover().facts == (*FACTS, Closed())


def test_settings_that_are_chosen_behind_a_packed_game_begin_with_those_of_before(tmp_path: Path) -> None:
    written(tmp_path, FACTS[0], Chose("YAY", language="zh-TW"), Chose("WOW", volume=1), Closed())
    journal = Journal(tmp_path)
    journal.recover()
    journal.tend()
    journal.append(Chose("WOW", volume=0))
    journal.close()

    again = Journal(tmp_path).recover().facts

    assert again == (Chose("YAY", language="zh-TW"), Chose("WOW", volume=1), Chose("WOW", volume=0))


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(JournalError, match="give a folder that can be written with --state"):
        Journal(tmp_path / "file" / "state")


def test_a_folder_that_another_program_writes_is_refused(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    first.claim()

    with pytest.raises(JournalError, match="another program writes its journal here; stop that one, or give another"):
        Journal(tmp_path).claim()

    first.close()
    second = Journal(tmp_path)
    second.claim()
    second.close()


def resumed(folder: Path, *facts: Fact) -> tuple[tuple[Fact, ...], str | None]:
    """Write these facts as a game of an earlier run, and take it up at the table `tacocat`."""
    written(folder, *facts)
    table = read_table("tacocat")
    log, restored = open_journal(folder, table, faces_of(table, table.game))
    assert isinstance(log, Journal)
    log.close()
    return restored.recovered.facts, restored.recovered.damage


def test_a_game_of_this_table_is_taken_up(tmp_path: Path) -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")

    taken_up, told = resumed(tmp_path, *hands.log.facts)

    assert taken_up == tuple(hands.log.facts)
    assert told is None


def test_a_game_of_an_unknown_ruleset_is_told(tmp_path: Path) -> None:
    began = Began({"game": "tc99", "seats": ["YAY", "WOW"], "mode": "blind"})

    taken_up, told = resumed(tmp_path, began, TokenPlaced(0))

    assert taken_up == ()
    assert told is not None
    assert told.startswith("game-000001.tcw: fact 1 cannot be taken up: game")


def test_a_game_of_other_seats_is_not_taken_up(tmp_path: Path) -> None:
    taken_up, told = resumed(tmp_path, Began({"game": "tc38", "seats": ["A", "B"], "mode": "blind"}), TokenPlaced(0))

    assert taken_up == ()
    assert told is not None
    assert "fact 1 cannot be taken up: it is a game of A and B; this table seats YAY and WOW" in told


def test_facts_before_an_act_that_is_no_longer_read_count(tmp_path: Path) -> None:
    flown = Acted("YAY", {"do": "fly"}, "accepted", "")

    taken_up, told = resumed(tmp_path, *FACTS[:4], flown)

    assert taken_up == FACTS[:4]
    assert told is not None
    assert "fact 5 cannot be taken up" in told


def test_an_act_that_is_ruled_differently_now_ends_the_facts(tmp_path: Path) -> None:
    attacked = Acted("YAY", {"do": "attack", "cards": ["5"]}, "accepted", "")

    taken_up, told = resumed(tmp_path, *FACTS[:4], attacked)

    assert taken_up == FACTS[:4]
    assert told is not None
    assert "the rules of this version rule differently: illegal, and at the table it was accepted" in told


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (Dealt("MOO"), "there is no seat 'MOO' at this table"),
        (Chose("YAY", language="tlh"), "there is no language 'tlh'"),
        (Chose("YAY", volume=9), "there is no volume 9"),
    ],
)
def test_a_fact_that_means_nothing_at_this_table_ends_the_facts(tmp_path: Path, fact: Fact, reason: str) -> None:
    taken_up, told = resumed(tmp_path, *FACTS[:2], fact)

    assert taken_up == FACTS[:2]
    assert told is not None
    assert f"fact 3 cannot be taken up: {reason}" in told


class ForgetfulLog:
    """A log with a mistake in its program: it fails once, at a card of YAY."""

    def __init__(self, keep: Callable[[Fact], None]) -> None:
        self.keep = keep
        self.has_failed = False

    def append(self, fact: Fact) -> None:
        if isinstance(fact, Acted) and fact.act["do"] == "attack" and not self.has_failed:
            self.has_failed = True
            raise RuntimeError("a mistake")
        self.keep(fact)


def with_forgetful_log() -> Hands:
    hands = Hands("tacocat")
    log = ForgetfulLog(hands.log.append)
    hands.log.append = log.append  # type: ignore[method-assign]  # the log of this test makes a mistake
    return hands


def test_a_fault_of_the_program_is_told_on_every_display_and_the_act_is_not_done() -> None:
    hands = with_forgetful_log()
    hands.begin_attack()
    before = public_state(hands.situation)

    with pytest.raises(RuntimeError, match="a mistake"):
        hands.lay("YAY", "8")

    assert (hands.says("YAY"), hands.says("WOW")) == ("sign.internal-fault", "sign.internal-fault")
    assert public_state(hands.situation) == before


def test_after_a_fault_of_the_program_the_game_goes_on() -> None:
    hands = with_forgetful_log()
    hands.begin_attack()
    with pytest.raises(RuntimeError):
        hands.lay("YAY", "8")

    hands.lay("YAY", "9")

    assert hands.says("WOW") == "sign.answer"
    assert public_state(hands.situation)["demands"] == ["9"]


def test_a_row_of_faults_is_told_once() -> None:
    hands = Hands("tacocat")
    told: list[Exception] = []

    def fail(scene: Scene, on_lit: Callable[[], None]) -> None:
        raise RuntimeError("cannot draw")

    controller = Controller(hands.situation, hands.log, fail, clock=lambda: 0.0, on_fault=told.append)
    for at_ms in (0, 5_000):
        controller.handle(TokenSensed(2, at_ms == 0, at_ms))

    assert [str(error) for error in told] == ["cannot draw"]
