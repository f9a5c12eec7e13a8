"""A moment without a free file descriptor is no fault of the disk: what was not done then is done at the next press."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from service.descriptors import most_descriptors, no_free_descriptor, take_free_descriptors
from tacotable.app.preparing import preload
from tacotable.dialogs import restart as restarting
from tacotable.files.safe_write import KeepingError, keep
from tacotable.state.facts import Began
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Restart
from tacotable.storage.journal import Journal, NoDescriptorError
from tacotable.table.file import read_table

OPEN = Path("/proc/self/fd")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path)
    yield made
    made.close()


def at(journal: Journal) -> Hands:
    """Give a table whose facts go into a journal; its rules are there, as after each start."""
    hands = Hands("tacocat")
    preload(read_table("tacocat"))
    hands.log.append = journal.append  # type: ignore[method-assign]  # this table keeps its facts on a disk
    return hands


@contextmanager
def nothing_spare(journal: Journal) -> Iterator[None]:
    """Let a journal claim its folder where it can have no spare descriptor, and nothing else have one, either."""
    with most_descriptors(256):
        taken = take_free_descriptors()
        os.close(taken.pop())
        journal.claim()
        try:
            yield
        finally:
            for descriptor in taken:
                os.close(descriptor)


def test_games_begin_one_after_the_other_without_a_free_descriptor(journal: Journal, tmp_path: Path) -> None:
    journal.claim()

    with no_free_descriptor():
        for _ in range(8):
            journal.append(Began({"game": "tc38"}))
            journal.tend()

    assert len(Journal(tmp_path).recover().facts) == 1
    assert len([path for path in tmp_path.glob("game-*") if path.suffix in (".tcw", ".tcj")]) == 8


def test_a_game_whose_file_cannot_be_opened_begins_at_the_next_press(journal: Journal, tmp_path: Path) -> None:
    hands = at(journal)

    with nothing_spare(journal):
        hands.tap("YAY.ok")
    refused = hands.says("YAY"), hands.situation.game.stage, hands.controller.storage_fault, list(tmp_path.iterdir())
    hands.tap("YAY.ok")

    assert refused == ("sign.no-descriptor", Stage.LOBBY, None, [])
    assert hands.situation.game.match is not None
    assert Journal(tmp_path).recover().facts[0] == hands.controller.durable[0]


def test_a_game_that_was_found_is_asked_about_again_and_then_goes_on(journal: Journal, tmp_path: Path) -> None:
    hands = at(Journal(tmp_path))
    hands.tap("YAY.ok")
    again = at(journal)
    again.controller.resume(journal.recover().facts)
    restarting.ask(again.situation, 1)
    again.controller.start()

    with nothing_spare(journal):
        again.tap("YAY.ok")
    refused = again.says("YAY"), again.situation.ui.restart, again.controller.storage_fault
    again.tap("YAY.ok")

    assert refused == ("sign.no-descriptor", Restart(1), None)
    assert again.situation.ui.restart is None
    assert public_state(again.situation) == public_state(hands.situation)
    assert Journal(tmp_path).recover().facts == again.controller.durable


def test_the_disk_is_not_blamed(journal: Journal, tmp_path: Path) -> None:
    with nothing_spare(journal):
        with pytest.raises(NoDescriptorError) as told:
            journal.append(Began({"game": "tc38"}))
        with pytest.raises(KeepingError) as not_kept:
            keep(tmp_path / "deck.toml", "")

    why = "Too many open files; nothing is wrong with the disk"
    mend = "close pages and programs that nobody needs, then try again"
    assert str(told.value) == f"{tmp_path}: {why}: {mend}"
    assert str(not_kept.value) == f"{tmp_path / 'deck.toml'}: {why}: {mend}"


def test_a_journal_that_is_closed_holds_nothing_open(journal: Journal) -> None:
    before = len(list(OPEN.iterdir()))
    journal.claim()
    journal.append(Began({"game": "tc38"}))
    journal.close()

    assert len(list(OPEN.iterdir())) == before
