"""What a quiet moment may take away, and what it leaves, whatever happened before it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from storage.acts import BEGAN, journal_of
from tacotable.state.facts import Chose, Closed, Dealt, Fact, Restarted
from tacotable.storage.journal import Journal, JournalError
from tacotable.storage.journal.record import BLOCK, Header, write_header

HALF_THROWN_AWAY: tuple[Fact, ...] = (BEGAN, Dealt("YAY"), Restarted("discard", 2))
"""The power went between the choice and the end of the game, which is asked about again at the next start."""


def started_again(folder: Path) -> Journal:
    journal = Journal(folder)
    journal.recover()
    return journal


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("game-*"))


def test_a_game_half_thrown_away_stays_while_it_is_asked_about_again(tmp_path: Path) -> None:
    journal_of(tmp_path, *HALF_THROWN_AWAY).close()
    journal = started_again(tmp_path)

    journal.tend()

    assert names(tmp_path) == ["game-000001.tcw"]
    assert journal.recover().facts == HALF_THROWN_AWAY


@pytest.mark.parametrize("ending", [(), (Closed(),)], ids=["in play", "put away"])
def test_who_goes_on_with_a_game_half_thrown_away_keeps_what_follows(ending: tuple[Fact, ...], tmp_path: Path) -> None:
    journal_of(tmp_path, *HALF_THROWN_AWAY).close()
    journal = started_again(tmp_path)
    went_on: tuple[Fact, ...] = (Restarted("resume", 3), Dealt("WOW"), *ending)
    for fact in went_on:
        journal.append(fact)
        journal.tend()
    journal.close()

    assert Journal(tmp_path).recover().facts == (*HALF_THROWN_AWAY, *went_on)


def test_snapshots_of_earlier_versions_are_not_read_and_go_at_a_start(tmp_path: Path) -> None:
    journal_of(tmp_path, BEGAN, Dealt("YAY")).close()
    for number in (1, 2):
        (tmp_path / f"game-000001.snap-000000{number}").write_bytes(b"TACOSNAP and what facts had come to")

    journal = Journal(tmp_path)
    journal.claim()
    recovered = journal.recover()
    journal.close()

    assert (recovered.facts, recovered.damage) == ((BEGAN, Dealt("YAY")), None)
    assert names(tmp_path) == ["game-000001.tcw"]


def test_a_damaged_file_of_a_game_that_was_thrown_away_stays_until_people_have_answered(tmp_path: Path) -> None:
    journal_of(tmp_path, BEGAN, Restarted("discard", 1), Closed(), Chose("YAY", volume=1)).close()
    path = tmp_path / "game-000001.tcw"
    content = path.read_bytes()
    path.write_bytes(content[: 4 * BLOCK] + b"?" + content[4 * BLOCK + 1 :])
    journal = Journal(tmp_path)
    damage = journal.recover().damage

    journal.tend()

    assert damage == "game-000001.tcw: act 4 is damaged: its checksum is wrong"
    assert names(tmp_path) == ["game-000001.tcw"]


def full(path: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device", path)


def test_a_full_disk_keeps_a_game_that_was_thrown_away_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_of(tmp_path, BEGAN, Chose("YAY", language="zh-TW"), Restarted("discard", 2), Closed())
    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", lambda file, offset, length: full(tmp_path))
        journal.tend()
        journal.append(Chose("WOW", volume=1))
        assert names(tmp_path) == ["game-000001.tcw"]

    journal.tend()
    journal.close()

    assert names(tmp_path) == ["game-000002.tcw"]
    assert Journal(tmp_path).recover().facts == (Chose("YAY", language="zh-TW"), Chose("WOW", volume=1))


def test_a_game_that_has_no_room_after_all_leaves_the_file_before_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_of(tmp_path, BEGAN, Closed())
    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", lambda file, offset, length: full(tmp_path))
        with pytest.raises(JournalError, match="No space left on device; is the disk full or read-only"):
            journal.append(BEGAN)

    journal.append(Chose("YAY", volume=0))
    journal.close()

    assert Journal(tmp_path).recover().facts == (BEGAN, Closed(), Chose("YAY", volume=0))


def test_a_game_half_thrown_away_is_packed_behind_another_game(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, *HALF_THROWN_AWAY, BEGAN)

    journal.tend()
    journal.close()

    assert names(tmp_path) == ["game-000001.tcj", "game-000002.tcw"]


@pytest.mark.parametrize("spoilt", [b"", b"?" * 4_096, b"TACO"], ids=["empty", "no header", "cut"])
def test_a_file_that_cannot_be_read_stays_and_games_behind_it_are_packed(spoilt: bytes, tmp_path: Path) -> None:
    journal = journal_of(tmp_path, BEGAN, BEGAN, BEGAN)
    (tmp_path / "game-000001.tcw").write_bytes(spoilt)

    journal.tend()
    journal.close()

    assert names(tmp_path) == ["game-000001.tcw", "game-000002.tcj", "game-000003.tcw"]
    assert (tmp_path / "game-000001.tcw").read_bytes() == spoilt


def test_a_file_of_another_format_stays_and_games_behind_it_are_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_of(tmp_path, BEGAN, BEGAN, BEGAN)
    with monkeypatch.context() as patch:
        patch.setattr("tacotable.storage.journal.record.FORMATS", (9, 9))
        (tmp_path / "game-000001.tcw").write_bytes(write_header(Header(program="7.3.1"), 0))

    journal.tend()
    journal.close()

    assert names(tmp_path) == ["game-000001.tcw", "game-000002.tcj", "game-000003.tcw"]
