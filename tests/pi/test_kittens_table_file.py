"""The table file of the Exploding games: what such a table has, what it cannot have, and how ten seats are wired."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.errors import SetupError
from tacotable.table.checks import deck_hints
from tacotable.table.file import TableFile, TableFileError, parse_table, read_table
from tacotable.table.kinds import deck_of, with_game
from tacotable.table.pinout import Wiring, budget, pinout, wiring_of
from tacotable.table.schema import Strip
from tacotable_engine.registry import EXPLODING

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
KITTENS = (TABLES / "kittens.toml").read_text(encoding="utf-8")
TACOCAT = (TABLES / "tacocat.toml").read_text(encoding="utf-8")
FREES = "frees_spi_pins = true\n"


def read(text: str) -> TableFile:
    return parse_table(text, "my.toml")


def faults(text: str) -> str:
    with pytest.raises(TableFileError) as error:
        read(text)
    return str(error.value)


def wired(text: str) -> Wiring:
    return wiring_of(read(text))


def with_seats(count: int) -> str:
    """Give the shipped table with so many seats."""
    parts = KITTENS.split("[[seats]]")
    extra = [f'\nname = "{n}"\nok = {{ pin = 4 }}\nnope = {{ pin = 5 }}\n' for n in range(11, count + 1)]
    return "[[seats]]".join([parts[0], *parts[1 : count + 1], *extra])


# What the shipped file gives.


def test_the_shipped_table_has_ten_seats_a_play_pad_and_a_window_of_three_seconds() -> None:
    table = read_table("kittens")

    assert table.seat_names == ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
    assert (table.game, table.mode, table.window_s) == ("ek120", "blind", 3)
    assert list(table.pads) == ["play"]
    assert table.board is None


def test_the_strip_has_two_lamps_a_seat_and_then_the_countdown() -> None:
    table = read_table("kittens")

    assert table.strip_lamps()[:4] == ("1.ok", "1.nope", "2.ok", "2.nope")
    assert isinstance(table.strip(), Strip)
    assert table.strip_count() == 32


def test_the_window_is_three_seconds_where_the_file_says_nothing() -> None:
    assert read(KITTENS.replace("window_s = 3 ", "")).window_s == 3


@pytest.mark.parametrize("game", ["min72", "zh56"])
def test_a_table_may_begin_with_another_game_of_its_kind(game: str) -> None:
    assert read(KITTENS.replace("ek120", game)).game == game


# What is wrong with a file.


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("window_s = 3 ", "window_s = 0.2 ", "my.toml: window_s: 0.2 is out of range; give 0.5 to 60"),
        ("window_s = 3 ", 'window_s = "3" ', "my.toml: window_s: this is text, '3'; give a number"),
        ('"ek120"', '"ek121"', "my.toml: game: 'ek121' is not known here; give one of ek120, min72, tc36, tc38, zh56"),
        ("pin = 4, lamp", "pin = 28, lamp", "my.toml: seats[0].ok.pin: 28 is out of range; give 0 to 27"),
        ('"strip"', '"6"', "seats[0].ok.lamp: '6' is not known here; give a whole number without quotes, or 'strip'"),
        ('"strip"', "28", "my.toml: seats[0].ok.lamp: 28 is out of range; give 0 to 27"),
        ('"strip"', "2.5", "my.toml: seats[0].ok.lamp: this is a number with a point, 2.5; give a whole number"),
        ("countdown = 12", "countdown = 61", "my.toml: play.lights.countdown: 61 is out of range; give 0 to 60"),
        ("countdown = 12", "count = 12", "my.toml: play.lights.count: unknown key `count`; did you mean `countdown`?"),
        (
            "[play.lights]\nkind",
            "[play.lamps]\nkind",
            "my.toml: play.lamps: unknown key `lamps`; take it out; the keys here are pad, displays, lights",
        ),
        ('pad = { reader = "pn532", port = "/dev/serial/by-path/pad-play" }\n', "", "play.pad: this key is missing"),
        ("address = 0x3C, bus = 1", "address = 0x3C", "my.toml: play.displays[0]: `bus` and `mux`: neither is given"),
        (
            'nope = { pin = 5, lamp = "strip" }\n',
            "",
            "my.toml: seats[0]: a seat of an Exploding game needs the button `nope` beside `ok`; add it",
        ),
        (
            "nope = { pin = 5,",
            "no = { pin = 9 }\nnope = { pin = 5,",
            "my.toml: seats[0].no: a seat of an Exploding game has the buttons `ok` and `nope`; take this one out",
        ),
    ],
)
def test_a_fault_names_the_file_and_the_key(old: str, new: str, message: str) -> None:
    broken = KITTENS.replace(old, new, 1)
    assert broken != KITTENS

    assert message in faults(broken)


@pytest.mark.parametrize("count", [1, 11])
def test_a_ring_has_two_to_ten_seats(count: int) -> None:
    assert faults(with_seats(count)) == f"my.toml: seats: there are {count} of these [[seats]]; give 2 to 10"


def test_a_ring_of_two_seats_is_a_table() -> None:
    assert read(with_seats(2)).seat_names == ("1", "2")


def test_a_table_for_exploding_games_needs_its_play_pad_and_no_board() -> None:
    board = TACOCAT[TACOCAT.index("[board]") :]
    without = (
        KITTENS[: KITTENS.index("[play]")] + board + KITTENS[KITTENS.index("[[seats]]") :].replace('"strip"', "12")
    )

    assert faults(without) == (
        "my.toml: play: this key is missing; ek120 is played with it: add [play]\n"
        "my.toml: board: ek120 is played without it; take it out, or give another `game`"
    )


def test_a_table_for_tacocat_needs_its_board_and_no_play_pad() -> None:
    play = KITTENS[KITTENS.index("[play]") : KITTENS.index("[buzzer]")].replace("0x3C", "0x3E").replace("0x3D", "0x3F")
    without = TACOCAT[: TACOCAT.index("[board]")] + play

    assert faults(without) == (
        "my.toml: board: this key is missing; tc38 is played with it: add [board]\n"
        "my.toml: play: tc38 is played without it; take it out, or give another `game`"
    )


def test_tacocat_has_no_window() -> None:
    assert faults(TACOCAT.replace("volume = 2 ", "window_s = 3\nvolume = 2 ")) == (
        "my.toml: window_s: tc38 is played without it; take it out, or give another `game`"
    )


def test_a_seat_of_tacocat_has_no_nope() -> None:
    assert faults(TACOCAT.replace("no = { pin = 12", "nope = { pin = 14 }\nno = { pin = 12")) == (
        "my.toml: seats[0].nope: a seat of Tacocat has no such button; take it out"
    )


def test_a_lamp_on_a_strip_needs_a_strip() -> None:
    strip = KITTENS[KITTENS.index("[play.lights]") : KITTENS.index("[buzzer]")]
    first = faults(KITTENS.replace(strip, "")).splitlines()[0]

    assert first == (
        "my.toml: seats[0].ok.lamp: this table has no strip of lights; "
        "add `lights` to [play], or give the pin of the lamp"
    )


def test_a_seats_display_cannot_have_the_place_of_the_public_one() -> None:
    display = "nope = { pin = 5,", "display = { address = 0x3C, bus = 1 }\nnope = { pin = 5,"

    assert faults(KITTENS.replace(*display, 1)) == (
        "my.toml: play.displays[0]: seats[0].display is at the same place (bus 1, address 0x3C); "
        "give one another address or channel"
    )


# The deck.


def enrolled(*faces: str) -> str:
    return "".join(f'\n[[deck]]\ntag = "04A1B2{number:02X}"\nface = "{face}"\n' for number, face in enumerate(faces))


def test_a_card_that_no_game_of_the_table_has_is_a_fault() -> None:
    assert faults(KITTENS + enrolled("nope", "7")).startswith(
        "my.toml: deck[1].face: no game has a card '7'; give one of exploding-kitten, defuse, attack,"
    )


def test_cards_of_all_games_of_the_table_may_be_enrolled() -> None:
    table = read(KITTENS + enrolled("exploding-kitten", "exploding-minion", "clone"))

    assert [card.face for card in table.deck] == ["exploding-kitten", "exploding-minion", "clone"]


def test_a_deck_with_a_card_missing_is_a_hint_by_name() -> None:
    cards = list(deck_of("zh56"))
    cards.remove("nope")

    assert deck_hints(read(KITTENS.replace("ek120", "zh56", 1) + enrolled(*cards))) == [
        "deck: zh56: of the cards nope there are 4, the game has 5; enrol 1 more"
    ]


def test_every_game_has_as_many_cards_as_its_box() -> None:
    assert [len(deck_of(game)) for game in EXPLODING.names()] == [120, 72, 56]


def test_a_table_cannot_be_asked_for_a_game_of_another_kind() -> None:
    with pytest.raises(SetupError, match="table 'kittens' plays ek120, min72, zh56, not tc38"):
        with_game(read_table("kittens"), "tc38")


# Wires and currents.


def test_ten_seats_fit_when_the_strip_frees_pins_of_spi() -> None:
    assert wired(KITTENS).faults == ()


def test_freed_pins_need_a_line_for_the_kernel() -> None:
    assert (
        "GPIO 7 and 8: SPI0 has them until /boot/firmware/config.txt holds the line dtoverlay=spi0-0cs,no_miso "
        "(and the kernel is of 2024 or later)."
    ) in wired(KITTENS).hints


def test_freed_pins_that_nothing_hangs_on_need_no_line() -> None:
    five = with_seats(5).replace("pin = 7,", "pin = 20,").replace("pin = 8,", "pin = 21,")

    assert FREES in five
    assert not any("dtoverlay" in hint for hint in wired(five).hints)


def test_pins_of_spi_that_are_not_freed_are_a_fault_that_says_how() -> None:
    assert wired(KITTENS.replace(FREES, "")).faults == (
        "GPIO 7 belongs to SPI0, which the lights use (button 2.nope, to ground). "
        "Take another pin, or free it by play.lights.frees_spi_pins.",
        "GPIO 8 belongs to SPI0, which the lights use (button 3.ok, to ground). "
        "Take another pin, or free it by play.lights.frees_spi_pins.",
    )


def test_a_small_ring_needs_no_freed_pins() -> None:
    five = with_seats(5).replace(FREES, "")
    for pin, other in (("7", "20"), ("8", "21")):
        five = five.replace(f"pin = {pin},", f"pin = {other},")

    assert wired(five).faults == ()
    assert not any("dtoverlay" in hint for hint in wired(five).hints)


def test_a_button_on_the_strips_data_pin_is_a_fault_even_when_pins_are_freed() -> None:
    assert wired(KITTENS.replace("pin = 4,", "pin = 10,")).faults == (
        "GPIO 10 has 2 jobs: button 1.ok, to ground; lights: APA102 data (SPI0 MOSI). Give all but one another pin.",
    )


def test_the_budget_counts_every_light_of_the_strip() -> None:
    assert budget(read(KITTENS)).startswith("5 V: up to 1895 mA of 3000 mA; ")
    assert budget(read(KITTENS.replace("brightness = 8 ", "brightness = 31 "))).startswith("5 V: up to 3320 mA")


def test_a_lamp_may_be_on_a_pin_beside_lamps_on_the_strip() -> None:
    table = read(KITTENS.replace('pin = 4, lamp = "strip"', "pin = 4, lamp = 9", 1))

    assert table.strip_lamps()[0] == "1.nope"
    assert table.strip_count() == 31
    assert any(line.split()[:4] == ["9", "21", "lamp", "1.ok,"] for line in pinout(table).splitlines())


def test_the_pinout_names_the_reader_of_the_play_pad() -> None:
    assert "reader play: pn532 on /dev/serial/by-path/pad-play" in pinout(read_table("kittens"))
