"""A table file is checked as it is read, and every fault names the file and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.table_file import SHIPPED, TableFileError, parse_table, read_table
from tacotable.wiring import HEADER, pinout, wiring_of

BUTTONS = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/buttons.toml").read_text(encoding="utf-8")
TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_table_is_blind_and_has_no_wiring_fault(name: str) -> None:
    table = read_table(name)

    assert table.mode == "blind"
    assert wiring_of(table).faults == ()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_board_says_that_its_numbers_are_placeholders(name: str) -> None:
    assert read_table(name).board.placeholder is True


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("volume = 2", "volum = 2", "my.toml: Object contains unknown field `volum`"),
        ("pin = 5 }", "pin = 28 }", "my.toml: seats[0].left.pin: Expected `int` <= 27"),
        ("pin = 5 }", 'pin = "5" }', "my.toml: seats[0].left.pin: Expected `int`, got `str`"),
        ('name = "WOW"', 'name = "YAY"', "my.toml: seats: two seats have the same name; give each its own"),
        ('name = "WOW"', 'name = "table"', "a seat cannot be called 'table' or 'arbiter'"),
        ('arrow = "both"', 'arrow = "yay"', "my.toml: board: spaces: the centre, and only the centre"),
        ("number = 7", "number = 12", "my.toml: board.spaces[3].number: Expected `int` <= 9"),
        ("left = { pin = 5 }\n", "", "seats[0]: a seat without a pad enters cards by `left`, `right` and `ok`"),
        ("25, 18, 15]", "25, 18]", "my.toml: board: lights.pins: nine spaces need nine pins; there are 8"),
        ("volume = 2", "volume = = 2", "my.toml: this is not TOML: Invalid value (at line 7, column 10)"),
    ],
)
def test_a_fault_names_the_file_and_the_key(old: str, new: str, message: str) -> None:
    broken = BUTTONS.replace(old, new, 1)
    assert broken != BUTTONS

    with pytest.raises(TableFileError) as error:
        parse_table(broken, "my.toml")

    assert message in str(error.value)


def test_a_tag_that_is_there_twice_is_named() -> None:
    card = '\n[[deck]]\ntag = "04A1B2C3"\nface = "7"\n'

    with pytest.raises(TableFileError, match="deck: tag 04A1B2C3 is there twice"):
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

    assert wiring_of(table).faults == ("5 V: up to 1339 mA, but power.supply_ma is 1000. Take a larger supply.",)


def test_the_pinout_names_header_positions() -> None:
    lines = pinout(read_table("tacocat")).splitlines()

    assert "    5     29  button YAY.ok, to ground                             3.3 V, pulled up" in lines
    assert len(HEADER) == 28
