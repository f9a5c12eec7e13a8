"""Two files of one game: the one that holds more is read, and nothing goes that the other does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi.hands import Hands
from storage.acts import BEGAN, PROGRAM, act, journal_of
from tacotable.app.program import open_journal
from tacotable.core.restore import Restored
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Fact
from tacotable.storage.journal import Journal, read_game
from tacotable.storage.journal.reading import pack
from tacotable.storage.journal.record import BLOCK, write_header
from tacotable.storage.journal.record import Header as GameHeader
from tacotable.table.file import read_table

ACTS: tuple[Fact, ...] = (BEGAN, *(act(number) for number in range(1, 12)))
GARBAGE = b"?" * 700


def packed(folder: Path, *facts: Fact) -> bytes:
    """Give the bytes of a packed game."""
    folder.mkdir()
    journal_of(folder, *facts).close()
    assert pack(folder / "game-000001.tcw", PROGRAM)
    return (folder / "game-000001.tcj").read_bytes()


def open_game(folder: Path) -> Path:
    """Leave a whole open game in a folder; gives its file."""
    folder.mkdir()
    journal_of(folder, *ACTS).close()
    return folder / "game-000001.tcw"


def spoilt(tmp_path: Path, how: str) -> bytes:
    """Give what may stand in a packed file that is worth less than the working one."""
    whole = packed(tmp_path / "packed", *ACTS)
    other = packed(tmp_path / "fewer", *ACTS[:-1])
    behind = bytearray(whole)
    behind[-1] ^= 1
    return {
        "garbage": GARBAGE,
        "empty": b"",
        "cut in half": whole[: len(whole) // 2],
        "its end flipped": bytes(behind),
        "fewer acts": other,
    }[how]


HOW = ("garbage", "empty", "cut in half", "its end flipped", "fewer acts")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("game-*"))


@pytest.mark.parametrize("how", HOW)
def test_a_whole_game_is_read_and_stays_beside_a_packed_file_that_holds_less(how: str, tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    content = spoilt(tmp_path, how)
    path.with_suffix(".tcj").write_bytes(content)
    journal = Journal(path.parent)

    recovered = journal.recover()
    journal.tend()

    assert (recovered.facts, recovered.damage) == (ACTS, None)
    assert read_game(path, PROGRAM).facts == ACTS
    assert names(path.parent) == ["game-000001.damaged", "game-000001.tcw"]
    assert (path.parent / "game-000001.damaged").read_bytes() == content


def test_a_game_that_is_not_in_the_packed_file_of_its_number_is_kept_aside(tmp_path: Path) -> None:
    """Somebody copied the packed file of a longer game of another table."""
    path = open_game(tmp_path / "state")
    content = path.read_bytes()
    other = (BEGAN, *(act(number) for number in range(21, 41)))
    path.with_suffix(".tcj").write_bytes(packed(tmp_path / "other", *other))

    Journal(path.parent).tend()

    assert names(path.parent) == ["game-000001.damaged", "game-000001.tcj"]
    assert (path.parent / "game-000001.damaged").read_bytes() == content


def test_a_game_behind_another_is_packed_from_the_file_that_holds_more(tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    path.with_suffix(".tcj").write_bytes(GARBAGE)
    journal = Journal(path.parent)
    journal.recover()
    journal.append(BEGAN)

    journal.tend()
    journal.close()

    assert names(path.parent) == ["game-000001.damaged", "game-000001.tcj", "game-000002.tcw"]
    assert read_game(path.with_suffix(".tcj"), PROGRAM).facts == ACTS


def test_a_working_file_goes_when_the_packed_one_holds_all_of_it(tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    path.with_suffix(".tcj").write_bytes(packed(tmp_path / "packed", *ACTS))
    journal = Journal(path.parent)

    recovered = journal.recover()
    journal.tend()

    assert recovered.facts == ACTS
    assert names(path.parent) == ["game-000001.tcj"]
    assert journal.passed_over() == ()


@pytest.mark.parametrize("at", [0, 5 * BLOCK], ids=["header", "act 5"])
def test_a_working_file_that_cannot_be_read_whole_stays_beside_the_packed_one(at: int, tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    path.with_suffix(".tcj").write_bytes(packed(tmp_path / "packed", *ACTS))
    journal = Journal(path.parent)

    recovered = journal.recover()
    journal.tend()

    assert (recovered.facts, recovered.damage) == (ACTS, None)
    assert names(path.parent) == ["game-000001.damaged", "game-000001.tcj"]
    assert (path.parent / "game-000001.damaged").read_bytes() == content


def test_a_file_of_another_version_stays_beside_one_of_this(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "game-000001.tcj").write_bytes(packed(tmp_path / "packed", *ACTS))
    with monkeypatch.context() as patch:
        patch.setattr("tacotable.storage.journal.record.FORMATS", (9, 9))
        content = write_header(GameHeader(program="7.3.1", reserved=BLOCK), 0)
    (folder / "game-000001.tcw").write_bytes(content)
    journal = Journal(folder)
    journal.recover()

    journal.tend()

    assert (folder / "game-000001.damaged").read_bytes() == content


def test_a_game_that_is_taken_up_leaves_the_damaged_file_beside_it(tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    path.with_suffix(".tcj").write_bytes(GARBAGE)
    journal = Journal(path.parent)
    journal.take_up(journal.recover())

    journal.append(act(12))
    journal.close()

    assert names(path.parent) == ["game-000001.damaged", "game-000002.tcw"]
    assert Journal(path.parent).recover().facts == (*ACTS, act(12))


def test_who_goes_on_behind_damage_keeps_both_files_aside(tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    path.write_bytes(GARBAGE)
    path.with_suffix(".tcj").write_bytes(packed(tmp_path / "packed", *ACTS)[:-100])
    journal = Journal(path.parent)
    read = journal.recover()

    journal.append(act(12))
    journal.close()

    assert names(path.parent) == ["game-000001.damaged", "game-000001.damaged-2", "game-000001.tcw"]
    assert GARBAGE in [each.read_bytes() for each in path.parent.iterdir()]
    assert Journal(path.parent).recover().facts == (*read.facts, act(12))


def test_a_kept_game_stays_where_the_file_that_it_moved_to_is_damaged(tmp_path: Path) -> None:
    path = open_game(tmp_path / "state")
    before = path.read_bytes()
    journal = Journal(path.parent)
    journal.take_up(journal.recover())
    journal.append(act(12))
    journal.close()
    path.write_bytes(before)  # the power went before it was taken away
    moved = path.with_name("game-000002.tcw")
    content = bytearray(moved.read_bytes())
    content[3 * BLOCK] ^= 1
    moved.write_bytes(content)

    again = Journal(path.parent)
    again.claim()
    again.close()

    assert path.read_bytes() == before


def start(folder: Path) -> Restored:
    """Start a table over a folder, and stop it."""
    table = read_table("tacocat")
    journal, restored = open_journal(folder, table, faces_of(table, table.game))
    assert isinstance(journal, Journal)
    journal.close()
    return restored


def test_a_start_tells_the_file_that_it_passed_over(tmp_path: Path) -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    journal_of(tmp_path, *hands.log.facts).close()
    (tmp_path / "game-000001.tcj").write_bytes(GARBAGE)

    restored = start(tmp_path)

    assert restored.recovered.facts == tuple(hands.log.facts)
    assert restored.warnings == (
        "game-000001.tcj: game-000001.tcw holds more of this game and is read in its place, "
        "and this file is kept aside",
    )
