"""What `tacotable pinout` says of pins, ports, buses and currents is so on the board that the table file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.table.file import TableFile, TableFileError, parse_table
from tacotable.table.pinout import budget, pinout, wiring_of

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
TACOCAT = (TABLES / "tacocat.toml").read_text(encoding="utf-8")
BUTTONS = (TABLES / "buttons.toml").read_text(encoding="utf-8")
KITTENS = (TABLES / "kittens.toml").read_text(encoding="utf-8")
THREE_HUBS = (Path(__file__).parents[2] / "docs/examples/kittens-three-hubs.toml").read_text(encoding="utf-8")
YAY_PORT = "/dev/serial/by-path/pad-yay"
ON_BUS_1 = "0x3D, bus = 1"


def changed(text: str, *changes: tuple[str, str]) -> TableFile:
    """Read a table file in which the first place of each text is replaced."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_table(text, "my.toml")


def pins_of(table: TableFile, job: str) -> list[int | None]:
    """Return the pins whose jobs contain these words."""
    return [wire.pin for wire in wiring_of(table).wires if job in wire.job]


def hint(table: TableFile, words: str) -> str:
    """Return the one hint with these words."""
    (found,) = (hint for hint in wiring_of(table).hints if words in hint)
    return found


# SPI.


def test_a_strip_on_spi1_is_on_the_pins_of_spi1() -> None:
    table = changed(KITTENS, ('kind = "apa102"', 'kind = "apa102"\nspi_port = 1'), ("frees_spi_pins = true\n", ""))
    wiring = wiring_of(table)

    assert pins_of(table, "lights: APA102 data (SPI1 MOSI)") == [20]
    assert pins_of(table, "lights: APA102 clock (SPI1 SCLK)") == [21]
    assert "GPIO 20 has 2 jobs: button 7.ok, to ground; lights: APA102 data (SPI1 MOSI). Give" in wiring.faults[0]
    assert (
        "GPIO 19 belongs to SPI1, which the lights use (button 6.nope, to ground). Take another pin." in wiring.faults
    )
    assert not any("GPIO 7 " in fault or "GPIO 17 " in fault for fault in wiring.faults)
    assert hint(table, "SPI1").endswith("holds the line dtoverlay=spi1-1cs.")


def test_the_second_device_of_spi1_takes_one_pin_more() -> None:
    table = changed(
        KITTENS, ('kind = "apa102"', 'kind = "apa102"\nspi_port = 1\nspi_device = 1'), ("frees_spi_pins = true\n", "")
    )

    assert any(fault.startswith("GPIO 17 belongs to SPI1") for fault in wiring_of(table).faults)
    assert hint(table, "SPI1").endswith("dtoverlay=spi1-2cs.")


def test_pins_of_spi0_cannot_be_freed_for_a_strip_on_spi1() -> None:
    with pytest.raises(
        TableFileError, match=r"play\.lights\.frees_spi_pins: this is about SPI0, and the strip is on SPI1"
    ):
        changed(KITTENS, ('kind = "apa102"', 'kind = "apa102"\nspi_port = 1'))


# I2C.


@pytest.mark.parametrize(
    ("board", "bus", "pins"),
    [
        ("pi4", 1, [2]),
        ("pi4", 3, [4]),
        ("pi4", 4, [8]),
        ("pi4", 5, [12]),
        ("pi4", 6, [22]),
        ("pi5", 2, [4]),
        ("pi5", 3, [6]),
        ("zero2w", 3, [None]),
        ("pi5", 6, [None]),
    ],
)
def test_a_display_on_another_bus_is_on_the_pins_of_that_bus(board: str, bus: int, pins: list[int | None]) -> None:
    table = changed(BUTTONS, ('board = "pi4"', f'board = "{board}"'), ("0x3C, bus = 1", f"0x3C, bus = {bus}"))

    assert pins_of(table, f"I2C data of bus {bus}" if bus > 1 else "I2C data (") == pins
    assert pins_of(table, "I2C clock (") == [3]


def test_no_pin_of_bus_1_is_taken_where_nothing_is_on_it() -> None:
    table = changed(BUTTONS, ("bus = 1", "bus = 3"), ("bus = 1", "bus = 3"))

    assert pins_of(table, "I2C") == [4, 5]
    assert (
        "GPIO 4 has 2 jobs: I2C data of bus 3 (displays, multiplexer); light of space -4" in wiring_of(table).faults[0]
    )
    assert "holds dtoverlay=i2c3, with no pins named there" in hint(table, "I2C bus 3")


def test_a_bus_whose_pins_depend_on_the_board_asks_for_the_board() -> None:
    told = hint(changed(BUTTONS, ('board = "pi4"', ""), (ON_BUS_1, "0x3D, bus = 3")), "I2C bus 3")

    assert "its pins follow from its overlay in config.txt and are not known here; give them no other job" in told
    assert told.endswith("it is on a Pi 4 GPIO 4 and 5, on a Pi 5 GPIO 6 and 7: give `board` in [power].")


def test_bus_0_is_that_of_a_hat() -> None:
    assert (
        "GPIO 0 is the HAT's identity bus (I2C data of bus 0 (displays, multiplexer)). Put displays on another bus."
        in wiring_of(changed(BUTTONS, (ON_BUS_1, "0x3D, bus = 0"))).faults
    )


def test_an_address_before_a_multiplexer_cannot_be_behind_it_too() -> None:
    with pytest.raises(TableFileError) as caught:
        changed(TACOCAT, ("address = 0x3C, mux = 0x70, channel = 0", "address = 0x3C, bus = 1"))

    assert str(caught.value) == (
        "my.toml: seats[0].display.address: board.spaces[6].display has 0x3C behind a multiplexer, which is wired to "
        "bus 1, so both would answer; give one another address"
    )


def test_another_address_or_another_bus_may_be_beside_a_multiplexer() -> None:
    first = "address = 0x3C, mux = 0x70, channel = 0"

    assert wiring_of(changed(TACOCAT, (first, "address = 0x3C, bus = 6"), ("22, 23", "2, 3"))).wires
    assert wiring_of(changed(TACOCAT, (first, "address = 0x3E, bus = 1"))).faults == ()


def test_one_address_behind_two_multiplexers_needs_them_to_close_their_channels() -> None:
    told = hint(changed(TACOCAT, ("0x3C, mux = 0x70, channel = 4", "0x3C, mux = 0x71, channel = 0")), "0x70 and 0x71")

    assert told.startswith("0x3C is behind the multiplexers 0x70 and 0x71, and each leaves its last channel open")
    assert told.endswith("with disconnect_on_idle (dtoverlay=i2c-mux,pca9548,addr=0x71,disconnect_on_idle).")


def test_two_multiplexers_with_addresses_of_their_own_need_nothing() -> None:
    table = changed(TACOCAT, ("0x3C, mux = 0x70, channel = 4", "0x3E, mux = 0x71, channel = 0"))

    assert not any("disconnect_on_idle" in hint for hint in wiring_of(table).hints)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("address = 0x3D", "address = 0x78", "address: 0x78 is the 8-bit form of 0x3C; write 0x3C"),
        ("address = 0x3D", "address = 0x7A", "address: 0x7A is the 8-bit form of 0x3D; write 0x3D"),
        ("mux = 0x70", "mux = 0xE0", "mux: 0xE0 is the 8-bit form of 0x70; write 0x70"),
        ("address = 0x3D", "address = 0x79", "address: 0x79 is out of range; give 0x08 to 0x77"),
        ("mux = 0x70", "mux = 0x3C", "mux: 0x3C is out of range; give 0x70 to 0x77"),
    ],
)
def test_an_address_that_cannot_be_is_told_in_hex(old: str, new: str, message: str) -> None:
    with pytest.raises(TableFileError, match=message):
        changed(TACOCAT, (old, new))


# Serial ports.


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0"])
def test_a_reader_on_the_headers_serial_port_takes_its_two_pins(port: str) -> None:
    table = changed(TACOCAT, (YAY_PORT, port))

    assert pins_of(table, "reader YAY.pad") == [14, 15]
    assert wiring_of(table).faults == (
        "GPIO 15 has 2 jobs: reader YAY.pad: from TX of the pn532; sensor +4, to ground. Give all but one another pin.",
    )
    assert "seats[0].pad.port: " in (told := hint(table, "let no 5 V in"))
    assert "put 1 kilohm into its TX and 2 kilohm from GPIO 15 to ground, or take a USB adapter" in told


def test_a_console_that_a_reader_replaces_is_told_once() -> None:
    hints = wiring_of(changed(TACOCAT, (YAY_PORT, "/dev/serial0"))).hints

    assert sum("console" in hint for hint in hints) == 1


@pytest.mark.parametrize(
    ("board", "port", "right"),
    [("pi5", "/dev/serial0", "/dev/ttyAMA0"), ("pi4", "/dev/ttyAMA0", "/dev/serial0")],
)
def test_a_name_that_is_mostly_another_port_of_this_board_is_a_hint(board: str, port: str, right: str) -> None:
    power = ("supply_ma = 3000", "supply_ma = 5000"), ('board = "pi4"', f'board = "{board}"')
    wrong, good = changed(TACOCAT, (YAY_PORT, port), *power), changed(TACOCAT, (YAY_PORT, right), *power)

    assert hint(wrong, "may be another port").endswith(f"is {right}.")
    assert not any("may be another port" in hint for hint in wiring_of(good).hints)


@pytest.mark.parametrize("port", ["/dev/ttyUSB0", "/dev/ttyACM1"])
def test_a_port_that_is_named_by_its_turn_is_a_hint(port: str) -> None:
    assert hint(changed(TACOCAT, (YAY_PORT, port)), port) == (
        f"reader YAY.pad: seats[0].pad.port: {port} is the name of whatever was plugged in first; "
        "give that of its socket (ls /dev/serial/by-path)."
    )


def test_a_further_serial_port_says_that_its_pins_are_not_known() -> None:
    assert "follow from its overlay and are not known here" in hint(
        changed(TACOCAT, (YAY_PORT, "/dev/ttyAMA3")), "AMA3"
    )


# The buzzer.


def test_a_buzzer_on_a_pin_without_pwm_is_told_what_that_costs_and_which_pins_have_it() -> None:
    told = hint(changed(TACOCAT, ("pin = 19", "pin = 7")), "buzzer")

    assert "a thread makes its tones" in told
    assert "on 12, 13, 18 and 19 the chip makes them, with a line in config.txt" in told
    assert not any("buzzer" in hint for hint in wiring_of(changed(TACOCAT)).hints)


# Currents.


@pytest.mark.parametrize(("board", "ma"), [("zero2w", 1139), ("pi3", 1779), ("pi4", 1689), ("pi5", 2839)])
def test_the_sum_counts_what_the_board_draws_under_load(board: str, ma: int) -> None:
    table = changed(TACOCAT, ('board = "pi4"', f'board = "{board}"'))

    assert budget(table).startswith(f"5 V: up to {ma} mA of 3000 mA; ")


def test_a_file_without_a_board_is_read_as_before_and_told_what_is_counted() -> None:
    table = changed(TACOCAT, ('board = "pi4"', ""))

    assert budget(table) == "5 V: up to 1339 mA of 3000 mA; 3.3 V: up to 293 mA of 500 mA"
    assert hint(table, "power.board") == (
        "power.board is not given: 900 mA are counted for the Pi, while at most a Zero 2 W 700, a Pi 3 1340, "
        "a Pi 4 1250, a Pi 5 2400 mA. Name it."
    )


@pytest.mark.parametrize(
    ("board", "supply", "limit"), [("pi4", 4000, 1200), ("pi3", 4000, 1200), ("pi5", 4900, 600), ("pi5", 5000, 1600)]
)
def test_the_budget_tells_what_the_usb_ports_of_the_board_give(board: str, supply: int, limit: int) -> None:
    table = changed(TACOCAT, ('board = "pi4"', f'board = "{board}"'), ("3000", f"{supply}"))

    assert f"of that USB 300 mA of {limit} mA" in budget(table)


def test_hubs_that_take_more_than_the_ports_give_are_a_fault_until_they_are_fed_by_themselves() -> None:
    power = "supply_ma = 3000", 'supply_ma = 4500\nboard = "pi5"'
    own = "supply_ma = 3000", 'supply_ma = 4500\nboard = "pi5"\nusb = "own"'

    assert wiring_of(changed(THREE_HUBS, power)).faults == (
        "USB: up to 796 mA, but the ports of this board give 600 on a supply of 4500. Take a USB hub with a supply of "
        'its own for readers and hubs, and give `usb = "own"` in [power].',
    )
    assert wiring_of(changed(THREE_HUBS, own)).faults == ()


def test_a_zero_has_one_port() -> None:
    table = changed(TACOCAT, ('board = "pi4"', 'board = "zero2w"'))

    assert hint(table, "USB hub") == "2 readers and hubs are on USB, and a Zero 2 W has 1: take a USB hub."
    assert hint(table, "OTG") == "The USB port of a Zero 2 W is a micro one: it wants an OTG adapter."


def test_sensors_on_pins_count_for_the_rail_of_the_pi() -> None:
    without = changed(TACOCAT, ("sensors = [4, 17, 27, 22, 23, 24, 25, 18, 15]", ""))

    assert budget(without).endswith("3.3 V: up to 257 mA of 500 mA")
    assert budget(changed(TACOCAT)).endswith("3.3 V: up to 293 mA of 500 mA")


def test_the_pinout_tells_the_board_the_ports_and_the_faults() -> None:
    lines = pinout(changed(TACOCAT, (YAY_PORT, "/dev/serial0"))).splitlines()

    assert "   15     10  reader YAY.pad: from TX of the pn532                 3.3 V at most; 5 V supply" in lines
    assert any(line.startswith("FAULT: GPIO 15 has 2 jobs") for line in lines)
