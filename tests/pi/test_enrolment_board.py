"""The owner's board is entered space by space, and kept in a file that the table file refers to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tacotable.state.sessions.board import ENTRIES, BoardEntry, Entry, go_on, turn
from tacotable.table.enrolment_files import BoardFileError, BoardPrint, SpacePrint, read_board, with_print, write_board
from tacotable.table.file import TableFileError, read_table
from tacotable.table.schema import Arrow

TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text(encoding="utf-8")
ARROWS: tuple[Arrow, ...] = ("wow", "wow", "wow", "both", "yay", "yay", "yay")
START = BoardEntry((4, 6, 9, 7, 9, 6, 4), ARROWS)
PRINTED = BoardPrint(
    spaces=[SpacePrint(number=n, arrow=arrow) for n, arrow in zip((5, 6, 8, 7, 8, 6, 5), ARROWS, strict=True)]
)


def test_every_space_is_asked_for_its_number_and_all_but_the_centre_for_the_arrow() -> None:
    assert len(ENTRIES) == 13
    assert Entry(3, "arrow") not in ENTRIES


def test_a_number_is_turned_and_taken() -> None:
    entry = go_on(turn(START))

    assert (entry.numbers[0], entry.asked) == (5, Entry(0, "arrow"))


def test_numbers_go_round() -> None:
    assert turn(turn(START, -1), -1).numbers[0] == 2
    assert turn(turn(turn(START, -1), -1), -1).numbers[0] == 9


def test_an_arrow_points_at_one_side_or_the_other() -> None:
    entry = go_on(START)

    assert (entry.arrows[0], turn(entry).arrows[0], turn(turn(entry)).arrows[0]) == ("wow", "yay", "wow")


def test_one_can_go_back_and_look_all_over_again() -> None:
    entry = START
    for _ in ENTRIES:
        entry = go_on(entry)

    assert entry.is_done
    assert go_on(entry, -1).asked == Entry(6, "arrow")
    assert replace(entry, position=0).asked == Entry(0, "number")


def test_a_board_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write_board(tmp_path / "board.toml", PRINTED)

    assert read_board(tmp_path / "board.toml") == PRINTED


def test_a_printed_board_is_no_placeholder() -> None:
    board = read_table("tacocat").board
    assert board is not None

    mine = with_print(board, PRINTED)

    assert mine.placeholder is False
    assert [space.number for space in mine.spaces] == [5, 6, 8, 7, 8, 6, 5]
    assert [space.display for space in mine.spaces] == [space.display for space in board.spaces]


def own_table(folder: Path) -> Path:
    path = folder / "my.toml"
    path.write_text(TACOCAT.replace("[board]\n", '[board]\nfile = "board.toml"\n'), "utf-8")
    return path


def test_a_table_takes_the_board_of_the_file_that_it_refers_to(tmp_path: Path) -> None:
    write_board(tmp_path / "board.toml", PRINTED)

    board = read_table(own_table(tmp_path)).board

    assert board is not None
    assert (board.placeholder, board.spaces[0].number) == (False, 5)


def test_a_board_that_was_not_entered_yet_is_still_the_placeholder(tmp_path: Path) -> None:
    board = read_table(own_table(tmp_path)).board

    assert board is not None
    assert board.placeholder is True


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("number = 5", "number = 12", "board.file: {}: spaces[0].number: 12 is out of range; give 2 to 9"),
        ('arrow = "both"', 'arrow = "yay"', "board.file: {}: spaces: the centre, and only the centre, has the double"),
        ("version = 1", "version = 3", "board.file: {}: version: "),
    ],
)
def test_a_fault_names_both_files_and_the_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "board.toml"
    write_board(path, PRINTED)
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")

    with pytest.raises(TableFileError) as error:
        read_table(own_table(tmp_path))

    assert message.format(path) in str(error.value)


def test_all_faults_of_a_board_name_both_files(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    write_board(path, PRINTED)
    path.write_text(
        path.read_text("utf-8").replace("number = 5", "number = 12").replace("number = 3", "number = 0"), "utf-8"
    )

    with pytest.raises(TableFileError) as error:
        read_table(own_table(tmp_path))

    lines = str(error.value).splitlines()
    assert len(lines) > 1
    assert all(f"board.file: {path}: spaces[" in line and "out of range; give 2 to 9" in line for line in lines)


def test_a_missing_board_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BoardFileError, match="No such file or directory; enter the board again"):
        read_board(tmp_path / "board.toml")
