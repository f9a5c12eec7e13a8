"""Where enrolled decks and boards are kept: in the files that the table file names, or in the state folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.enrolment.card_store import Stored
from tacotable.files.safe_write import KeepingError
from tacotable.table.enrolment_files import BoardPrint, Deck, SpacePrint, read_deck, write_deck
from tacotable.table.file import read_table
from tacotable.table.schema import Card

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
DECK = Deck(name="tacocat tc38", ruleset="tc38", cards=[Card(tag="04A1B2C3", face="7")])
OTHER = Deck(name="tacocat tc36", ruleset="tc36", cards=[Card(tag="04A1B2C4", face="9")])
BOARD = BoardPrint(
    spaces=[SpacePrint(number=5, arrow="both" if index == 3 else "wow" if index < 3 else "yay") for index in range(7)]
)


def table_file(folder: Path, text: str = "") -> Path:
    path = folder / "my.toml"
    path.write_text(text + (TABLES / "tacocat.toml").read_text("utf-8"), "utf-8")
    return path


def test_a_deck_goes_where_the_table_file_says(tmp_path: Path) -> None:
    path = table_file(tmp_path, 'deck_file = "my-deck.toml"\n')

    Stored(read_table(path), tmp_path / "state").keep(DECK)

    assert read_deck(tmp_path / "my-deck.toml") == DECK
    assert read_table(path).deck == DECK.cards


def test_the_deck_of_another_game_of_the_table_goes_to_the_state_folder(tmp_path: Path) -> None:
    path = table_file(tmp_path, 'deck_file = "my-deck.toml"\n')
    stored = Stored(read_table(path), tmp_path / "state")
    stored.keep(DECK)
    stored.keep(OTHER)

    again = Stored(read_table(path), tmp_path / "state")

    assert again.decks == {"tc38": tuple(DECK.cards), "tc36": tuple(OTHER.cards)}
    assert again.faces == {"04A1B2C3": "7", "04A1B2C4": "9"}
    assert (tmp_path / "state" / "deck-tc36.toml").exists()


def test_a_table_file_that_names_no_deck_file_is_no_hindrance(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    Stored(read_table(path), tmp_path / "state").keep(DECK)

    assert Stored(read_table(path), tmp_path / "state").table.deck == DECK.cards


def test_what_was_enrolled_at_the_table_counts_before_the_list_of_the_table_file(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    path.write_text(path.read_text("utf-8") + '\n[[deck]]\ntag = "04FFFFFF"\nface = "1"\n', "utf-8")
    before = Stored(read_table(path), tmp_path / "state")
    before.keep(DECK)

    assert before.faces == {"04FFFFFF": "1"}
    assert Stored(read_table(path), tmp_path / "state").faces == {"04A1B2C3": "7"}


def test_a_deck_keeps_the_name_that_its_owner_gave_it(tmp_path: Path) -> None:
    path = table_file(tmp_path, 'deck_file = "my-deck.toml"\n')
    write_deck(tmp_path / "my-deck.toml", Deck(name="Grandma's", ruleset="tc38"))

    Stored(read_table(path), None).keep(DECK)

    assert read_deck(tmp_path / "my-deck.toml").name == "Grandma's"


def test_a_board_entered_at_the_table_is_the_board_from_then_on(tmp_path: Path) -> None:
    path = table_file(tmp_path)
    Stored(read_table(path), tmp_path / "state").keep(BOARD)

    board = Stored(read_table(path), tmp_path / "state").table.board

    assert board is not None
    assert board.placeholder is False
    assert [space.number for space in board.spaces] == [5] * 7


def test_without_a_state_folder_nothing_is_written(tmp_path: Path) -> None:
    path = table_file(tmp_path)

    Stored(read_table(path), None).keep(DECK)

    assert [file.name for file in tmp_path.iterdir()] == ["my.toml"]


def test_a_damaged_deck_of_the_state_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "deck-tc38.toml").write_text("cards = 7", "utf-8")

    with pytest.raises(KeepingError, match=r"deck-tc38\.toml: cards: this is a whole number"):
        Stored(read_table("tacocat"), tmp_path)
