"""A table file is checked as it is read, and every fault names the file and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.table.checks import deck_hints
from tacotable.table.file import SHIPPED, TableFileError, parse_table, read_table
from tacotable.table.pinout import HEADER, pinout, wiring_of
from tacotable_engine.tacocat.ruleset import load_ruleset

BUTTONS = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/buttons.toml").read_text(encoding="utf-8")
TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_table_is_blind_and_has_no_wiring_fault(name: str) -> None:
    table = read_table(name)

    assert table.mode == "blind"
    assert wiring_of(table).faults == ()


@pytest.mark.parametrize("name", ["tacocat", "buttons"])
def test_a_shipped_board_says_that_its_numbers_are_placeholders(name: str) -> None:
    board = read_table(name).board

    assert board is not None
    assert board.placeholder is True


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "volume = 2",
            "volum = 2",
            "my.toml: volum: unknown key `volum`; did you mean `volume`? The keys here are name,",
        ),
        (
            "volume = 2",
            "colour = 2",
            "my.toml: colour: unknown key `colour`; take it out; the keys here are name, game,",
        ),
        ("bus = 1", "buss = 1", "my.toml: seats[0].display.buss: unknown key `buss`; did you mean `bus`?"),
        ("volume = 2", '"vol\\nume" = 2', "my.toml: vol\nume: unknown key `vol\nume`; did you mean `volume`?"),
        ('name = "buttons"\n', "", "my.toml: name: this key is missing; add it"),
        ("pin = 5 }", "pin = 28 }", "my.toml: seats[0].left.pin: 28 is out of range; give 0 to 27"),
        ("pin = 5 }", 'pin = "5" }', "seats[0].left.pin: this is text, '5'; give a whole number without quotes"),
        (
            "volume = 2",
            "volume = 2.5",
            "volume: this is a number with a point, 2.5; give a whole number without quotes",
        ),
        ('"both"', '"left"', "my.toml: board.spaces[3].arrow: 'left' is not known here; give one of both, wow, yay"),
        ('"both"', "3", "my.toml: board.spaces[3].arrow: this is a whole number, 3; give one of both, wow, yay"),
        (
            'name = "WOW"',
            'name = "W.W"',
            "my.toml: seats[1].name: 'W.W' cannot be used: a name is 1 to 12 Latin letters and digits",
        ),
        ('name = "WOW"', 'name = "YAY"', "my.toml: seats: two seats have the same name; give each its own"),
        ('name = "WOW"', 'name = "table"', "a seat cannot be called 'table' or 'arbiter'"),
        ('arrow = "both"', 'arrow = "yay"', "my.toml: board.spaces: the centre, and only the centre"),
        ("number = 7", "number = 12", "my.toml: board.spaces[3].number: 12 is out of range; give 2 to 9"),
        ("left = { pin = 5 }\n", "", "seats[0]: a seat without a pad enters cards by `left`, `right` and `ok`"),
        ("25, 18, 15]", "25, 18]", "my.toml: board.lights.pins: nine spaces need nine pins, there are 8"),
        ("volume = 2", "volume = = 2", "my.toml: this is not TOML: Invalid value (at line 7, column 10)"),
        (
            "0x3D, bus = 1",
            "0x3C, bus = 1",
            "seats[1].display: seats[0].display is at the same place (bus 1, address 0x3C)",
        ),
        (
            "0x3D, bus = 1",
            "0x3D",
            "my.toml: seats[1].display: `bus` and `mux`: neither is given; give either `bus`, or",
        ),
        ("0x3D, bus = 1", "0x3D, bus = 1, mux = 0x70", "seats[1].display: `bus` and `mux`: both are given"),
        ("0x3D, bus = 1", "0x3D, mux = 0x70", "seats[1].display: `mux` without `channel`; add the channel"),
        ("0x3D, bus = 1", "0x3D, bus = 1, channel = 1", "seats[1].display: `channel` without `mux`; take it out"),
    ],
)
def test_a_fault_names_the_file_and_the_key(old: str, new: str, message: str) -> None:
    broken = BUTTONS.replace(old, new, 1)
    assert broken != BUTTONS

    with pytest.raises(TableFileError) as error:
        parse_table(broken, "my.toml")

    assert message in str(error.value)


def faults(text: str) -> str:
    with pytest.raises(TableFileError) as error:
        parse_table(text, "my.toml")
    return str(error.value)


def test_a_file_with_one_seat_says_how_many_there_are_to_be() -> None:
    one_seat = TACOCAT[: TACOCAT.rindex("[[seats]]")] + TACOCAT[TACOCAT.index("[buzzer]") :]

    assert faults(one_seat) == "my.toml: seats: there are 1 of these [[seats]]; give 2"


def test_two_displays_of_spaces_at_one_place_are_named() -> None:
    second = "address = 0x3D, mux = 0x70, channel = 1 }"

    assert faults(TACOCAT.replace(second, second.replace("0x3D", "0x3C"))) == (
        "my.toml: board.spaces[1].display: board.spaces[0].display is at the same place "
        "(mux 0x70, channel 1, address 0x3C); give one another address or channel"
    )


def test_the_display_of_a_space_needs_a_wire() -> None:
    assert faults(TACOCAT.replace("address = 0x3C, mux = 0x70, channel = 4", "address = 0x3C")) == (
        "my.toml: board.spaces[6].display: `bus` and `mux`: neither is given; "
        "give either `bus`, or `mux` with `channel`"
    )


def test_a_display_cannot_have_the_address_of_a_multiplexer() -> None:
    assert faults(
        TACOCAT.replace("address = 0x3C, mux = 0x70, channel = 4", "address = 0x70, mux = 0x70, channel = 4")
    ) == ("my.toml: board.spaces[6].display.address: 0x70 is the multiplexer's; give the display's own (0x3C or 0x3D)")


def test_two_pads_cannot_have_one_port() -> None:
    assert faults(TACOCAT.replace("pad-wow", "pad-yay")) == (
        "my.toml: seats[1].pad.port: /dev/serial/by-path/pad-yay is the port of seats[0].pad, too; "
        "each reader has its own (ls /dev/serial/by-path)"
    )


def enrolled(*faces: str) -> str:
    return "".join(f'\n[[deck]]\ntag = "04A1B2{number:02X}"\nface = "{face}"\n' for number, face in enumerate(faces))


def test_a_card_that_no_game_has_is_a_fault() -> None:
    assert faults(TACOCAT + enrolled("7", "13")).startswith(
        "my.toml: deck[1].face: no game has a card '13'; give one of 1, 2,"
    )


def test_a_whole_deck_gives_no_hint() -> None:
    deck = enrolled(*load_ruleset("tc38").deck.cards)

    assert deck_hints(parse_table(TACOCAT + deck, "my.toml")) == []


def test_a_deck_with_a_card_missing_or_too_many_is_a_hint_by_value() -> None:
    cards = list(load_ruleset("tc38").deck.cards)
    cards.remove("9")
    cards.append("12")

    hints = deck_hints(parse_table(TACOCAT + enrolled(*cards), "my.toml"))

    assert hints == [
        "deck: tc38: of the cards 9 there are 1, the game has 2; enrol 1 more",
        "deck: tc38: of the cards 12 there are 2, the game has 1",
    ]


def test_a_card_of_the_other_edition_is_a_hint() -> None:
    text = TACOCAT.replace('game = "tc38"', 'game = "tc36"') + enrolled(*load_ruleset("tc36").deck.cards, "12")

    assert deck_hints(parse_table(text, "my.toml")) == [
        "deck: tc36: there is no card 12 in this game; it will be refused"
    ]


def test_a_mark_that_windows_puts_before_the_text_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(TACOCAT, encoding="utf-8-sig")

    assert read_table(tmp_path / "my.toml") == read_table("tacocat")


def test_a_tag_that_is_there_twice_is_named() -> None:
    card = '\n[[deck]]\ntag = "04A1B2C3"\nface = "7"\n'

    with pytest.raises(TableFileError, match="deck: tag 04A1B2C3 is there 2 times"):
        parse_table(TACOCAT + card + card, "my.toml")


def test_a_missing_file_says_what_could_be_given_instead(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match="No such file or directory; give a table file, or a shipped table"):
        read_table(tmp_path / "nothing.toml")


def test_a_file_that_is_no_text_says_so(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff\xfe'")

    with pytest.raises(TableFileError, match=r"bad\.toml: not UTF-8 text at byte 8; save it as UTF-8"):
        read_table(tmp_path / "bad.toml")


def test_two_jobs_on_one_pin_are_a_fault_that_names_both() -> None:
    table = parse_table(TACOCAT.replace("ok = { pin = 5,", "ok = { pin = 12,"), "my.toml")

    assert wiring_of(table).faults == (
        "GPIO 12 has 2 jobs: button YAY.ok, to ground; button YAY.no, to ground. Give all but one another pin.",
    )


def test_a_pin_of_the_lights_bus_is_a_fault() -> None:
    table = parse_table(TACOCAT.replace("pin = 19", "pin = 9"), "my.toml")

    assert wiring_of(table).faults == (
        "GPIO 9 belongs to SPI0, which the lights use (buzzer, passive). Take another pin.",
    )


def test_a_small_supply_is_a_fault_that_says_how_much_is_drawn() -> None:
    table = parse_table(TACOCAT.replace("supply_ma = 3000", "supply_ma = 1000"), "my.toml")

    assert wiring_of(table).faults == ("5 V: up to 1689 mA, but power.supply_ma is 1000. Take a larger supply.",)


def test_readers_of_two_frequencies_cannot_read_one_deck() -> None:
    mixed = TACOCAT.replace('reader = "pn532"', 'reader = "rdm6300"', 1)

    with pytest.raises(TableFileError) as caught:
        parse_table(mixed, "my.toml")

    assert str(caught.value) == (
        "my.toml: seats[1].pad.reader: it reads tags of 13.56 MHz, seats[0].pad those of 125 kHz; "
        "take readers of one frequency, as a card has one tag"
    )


def test_only_a_reader_that_hears_two_tags_hears_a_sticker() -> None:
    pads = TACOCAT.replace('reader = "pn532"', 'reader = "rdm6300", sticker = "0C000621A5"')

    with pytest.raises(TableFileError, match=r"seats\[0\].pad.sticker: only a pn532 can hear a sticker beside a card"):
        parse_table(pads, "my.toml")


def test_the_pinout_names_each_display_with_its_size_and_its_place() -> None:
    lines = [" ".join(line.split()) for line in pinout(read_table("tacocat")).splitlines()]

    assert "display WOW: sh1106, 128 x 64, 29 x 15 mm 3.3 V, I2C 0x70 channel 0, 0x3D" in lines


def test_the_pinout_names_header_positions() -> None:
    lines = pinout(read_table("tacocat")).splitlines()

    assert "    5     29  button YAY.ok, to ground                             3.3 V, pulled up" in lines
    assert len(HEADER) == 28
