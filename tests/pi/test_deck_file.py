"""A deck file goes from table to table; it is checked as it is read, and keeping it never loses the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.files.safe_write import KeepingError
from tacotable.table.enrolment_files import Deck, DeckFileError, deck_text, parse_deck, read_deck, write_deck
from tacotable.table.file import TableFileError, parse_table, read_table
from tacotable.table.schema import Card

TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text(encoding="utf-8")
RING = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/kittens.toml").read_text(encoding="utf-8")

DECK = Deck(
    name='Ann\'s "old" deck', ruleset="tc38", cards=[Card(tag="04A1B2C3", face="7"), Card(tag="04A1B2C4", face="9")]
)
KITTENS = Deck(name="Kittens", ruleset="ek120", cards=[Card(tag="04A1B2C3", face="defuse", mark="paw")])


def fault(text: str) -> str:
    with pytest.raises(DeckFileError) as error:
        parse_deck(text, "deck.toml")
    return str(error.value)


@pytest.mark.parametrize("deck", [DECK, KITTENS, Deck(name="empty", ruleset="zh56")])
def test_a_deck_comes_back_as_it_was_written(deck: Deck) -> None:
    assert parse_deck(deck_text(deck), "deck.toml") == deck


def test_a_card_is_a_line_of_the_file() -> None:
    assert '  { tag = "04A1B2C3", face = "defuse", mark = "paw" },\n' in deck_text(KITTENS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1", "version = 2", "deck.toml: version: this is 2, and this program reads 1"),
        (
            '"tc38"',
            '"tc39"',
            "deck.toml: ruleset: 'tc39' is not known here; give one of ek120, min72, tc36, tc38, zh56",
        ),
        ('face = "7"', 'face = "13"', "deck.toml: cards[0].face: tc38 has no card '13'; give one of 1, 2, 3,"),
        ('face = "7"', "face = 7", "deck.toml: cards[0].face: this is a whole number, 7; give text in quotes"),
        ('face = "7"', 'fase = "7"', "deck.toml: cards[0].fase: unknown key `fase`; did you mean `face`?"),
        (
            'face = "7"',
            'face = "7", mark = "paw"',
            "deck.toml: cards[0].mark: a card 7 bears no mark; take the key out",
        ),
        ("04A1B2C4", "04A1B2C3", "deck.toml: cards: tag 04A1B2C3 is there 2 times; each card has its own"),
        ("04A1B2C4", "xyz", "deck.toml: cards[1].tag: 'xyz' cannot be used: a tag is 8 to 20 of the digits"),
        ("name = ", "nam = ", "deck.toml: nam: unknown key `nam`; did you mean `name`?"),
        ("version = 1", "version = = 1", "deck.toml: this is not TOML: Invalid value"),
    ],
)
def test_a_fault_names_the_file_and_the_key(old: str, new: str, message: str) -> None:
    broken = deck_text(DECK).replace(old, new, 1)
    assert broken != deck_text(DECK)

    assert fault(broken).startswith(message)


def test_all_faults_of_a_deck_are_told_at_once() -> None:
    broken = (
        deck_text(DECK).replace("version = 1", "size = 2").replace('face = "7"', "face = 7").replace("04A1B2C4", "x")
    )

    assert [line.split(":")[1].strip() for line in fault(broken).splitlines()] == [
        "size",
        "cards[0].face",
        "cards[1].tag",
    ]


def test_a_card_of_a_marked_box_needs_its_mark() -> None:
    text = deck_text(KITTENS)

    assert fault(text.replace(', mark = "paw"', "")) == (
        "deck.toml: cards[0].mark: the cards defuse of this box bear marks; give one of 'paw', 'no-paw'"
    )
    assert fault(text.replace('"paw"', '"gru"')) == (
        "deck.toml: cards[0].mark: a card defuse cannot have the mark 'gru'; give one of 'paw', 'no-paw'"
    )


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DeckFileError, match="No such file or directory; enrol the deck again, or give another file"):
        read_deck(tmp_path / "deck.toml")


def test_the_version_before_stays_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "decks" / "deck.toml"

    write_deck(path, KITTENS)
    write_deck(path, DECK)

    assert read_deck(path) == DECK
    assert read_deck(path.with_name("deck.toml.old")) == KITTENS
    assert sorted(file.name for file in path.parent.iterdir()) == ["deck.toml", "deck.toml.old"]


def test_a_disk_that_takes_nothing_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    write_deck(path, DECK)
    (tmp_path / "deck.toml.new").mkdir()  # so that the new one cannot be written

    with pytest.raises(KeepingError, match="is the disk full or read-only"):
        write_deck(path, KITTENS)

    assert read_deck(path) == DECK


def own_table(folder: Path) -> Path:
    path = folder / "my.toml"
    path.write_text('deck_file = "deck.toml"\n' + TACOCAT, "utf-8")
    return path


def test_a_table_has_the_deck_of_the_file_that_it_refers_to(tmp_path: Path) -> None:
    write_deck(tmp_path / "deck.toml", DECK)

    assert read_table(own_table(tmp_path)).deck == DECK.cards


def test_a_deck_that_was_not_enrolled_yet_is_empty(tmp_path: Path) -> None:
    table = read_table(own_table(tmp_path))

    assert (table.deck, table.deck_file) == ([], str(tmp_path / "deck.toml"))


def test_a_deck_of_a_game_that_the_table_does_not_play_is_a_fault(tmp_path: Path) -> None:
    write_deck(tmp_path / "deck.toml", DECK)
    ring = tmp_path / "ring.toml"
    ring.write_text('deck_file = "deck.toml"\n' + RING, "utf-8")

    with pytest.raises(TableFileError) as error:
        read_table(ring)

    told = f"{tmp_path / 'deck.toml'}: ruleset: this is a deck of tc38; the table plays ek120, min72, zh56"
    assert str(error.value).endswith(f"ring.toml: deck_file: {told}")


def test_a_deck_cannot_be_in_the_table_file_and_in_its_own() -> None:
    card = '\n[[deck]]\ntag = "04A1B2C3"\nface = "7"\n'

    with pytest.raises(TableFileError, match="deck_file: the deck is listed here as"):
        parse_table('deck_file = "deck.toml"\n' + TACOCAT + card, "my.toml")


def test_a_mark_that_no_box_has_is_a_fault_of_the_table_file() -> None:
    card = '\n[[deck]]\ntag = "04A1B2C3"\nface = "7"\nmark = "paw"\n'

    with pytest.raises(TableFileError, match=r"deck\[0\]\.mark: no game has a card 7 with the mark 'paw'"):
        parse_table(TACOCAT + card, "my.toml")
