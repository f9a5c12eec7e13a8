"""Sixty and more mistakes of makers: `tacotable check` names the key, what is wrong there, and what to do.

Each is one change of a shipped table; files with several mistakes are told all of them at once. What keeps a table from
working is refused; what may be meant so is a hint.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.commands.check import main

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"

REFUSED = [
    # Keys and kinds of values.
    ("buttons", "volume = 2", "volum = 2", "volum: unknown key `volum`", "did you mean `volume`?"),
    ("buttons", "volume = 2", "sound = 2", "sound: unknown key `sound`", "take it out; the keys here are"),
    ("buttons", "volume = 2", "volume = 4", "volume: 4 is out of range", "give 0 to 3"),
    ("buttons", "volume = 2", 'volume = "2"', "volume: this is text, '2'", "give a whole number without quotes"),
    ("buttons", "volume = 2", "volume = true", "volume: this is true or false", "give a whole number without quotes"),
    ("buttons", "volume = 2", "volume = ", "not TOML", "line 7"),
    ("buttons", 'name = "buttons"\n', "", "name: this key is missing", "add it"),
    ("buttons", 'name = "buttons"', 'name = "my very long table"',
     "name: 'my very long table' cannot be used", "shorten"),
    ("buttons", '"tc38"', '"tc39"', "game: 'tc39' is not known here", "give one of"),
    ("buttons", 'mode = "blind"', 'mode = "open"', "mode: 'open' is not known here", "give one of blind, seen"),
    ("buttons", 'mode = "blind"', 'mode = "seen"', "mode: seen needs a reader at every seat", "or `blind` as the mode"),
    ("buttons", 'language = "en"', 'language = "de"', "language: 'de' is not known here", "give one of en, zh-TW"),
    ("buttons", '"lgpio"', '"pigpio"', "pins: 'pigpio' is not known here", "give one of lgpio, "),
    ("buttons", "supply_ma = 3000", "supply_ma = 3", "power.supply_ma: 3 is out of range", "give 500 to 10000"),
    ("buttons", '"pi4"', '"pi6"', "power.board: 'pi6' is not known here", "give one of pi3, pi4, pi5, zero2w"),
    ("buttons", "supply_ma", 'usb = "hub"\nsupply_ma', "power.usb: 'hub' is not known here", "give one of board, own"),
    # Seats.
    ("buttons", 'name = "WOW"', 'name = "YAY"', "seats: two seats have the same name", "give each its own"),
    ("buttons", 'name = "WOW"', 'name = "arbiter"', "seats: a seat cannot be called", "give it another name"),
    ("buttons", "left = { pin = 5 }\n", "", "seats[0]: a seat without a pad enters cards by `left`", "add all four"),
    ("tacocat", "no = { pin = 12, lamp = 13 }\n", "", "seats[0]: a seat with a pad needs the button `no`", "add it"),
    ("tacocat", "no = { pin = 12", "nope = { pin = 12", "seats[0].nope: a seat of Tacocat has no such", "take it out"),
    ("kittens", 'nope = { pin = 5, lamp = "strip" }\n', "", "seats[0]: a seat of an Exploding game needs", "add it"),
    ("kittens", "window_s = 3 ", "window_s = 0.1 ", "window_s: 0.1 is out of range", "give 0.5 to 60"),
    ("kittens", "window_s = 3 ", "window_s = 3\noptions.window_s = 4 ",
     "options.window_s: window_s is given too", "take"),
    ("tacocat", "volume = 2 ", "window_s = 3\nvolume = 2 ", "window_s: tc38 is played without it", "take it out"),
    # Pins.
    ("buttons", "pin = 5 }", "pin = 29 }", "seats[0].left.pin: 29 is out of range", "give 0 to 27"),
    ("buttons", "pin = 5 }", 'pin = "GPIO5" }', "seats[0].left.pin: this is text, 'GPIO5'", "without quotes"),
    ("buttons", "pin = 5 }", "pin = 6 }", "GPIO 6 has 2 jobs: button YAY.left, to ground; button YAY.right", "another"),
    ("buttons", "pin = 5 }", "pin = 2 }", "GPIO 2 has 2 jobs: I2C data (displays, multiplexer); button", "another pin"),
    ("buttons", "pin = 5 }", "pin = 1 }", "GPIO 1 is the HAT's identity bus (button YAY.left", "Take another pin"),
    ("buttons", "pin = 5 }", "pin = 5, button = 1 }", "seats[0].left: a button is on one of", "there is `pin` and"),
    ("tacocat", "pin = 19", "pin = 9", "GPIO 9 belongs to SPI0, which the lights use (buzzer", "Take another pin"),
    ("kittens", "frees_spi_pins = true", "", "GPIO 8 belongs to SPI0", "free it by play.lights.frees_spi_pins"),
    ("kittens", 'kind = "apa102"', 'kind = "apa102"\nspi_port = 1',
     "play.lights.frees_spi_pins: this is about", "take"),
    ("tacocat", "brightness = 8 }", "spi_port = 1 }",
     "GPIO 20 has 2 jobs: button WOW.no, to ground; lights", "another"),
    ("tacocat", "brightness = 8 }", "spi_port = 2 }", "board.lights.spi_port: 2 is out of range", "give 0 to 1"),
    ("buttons", "25, 18, 15]", "25, 18]", "board.lights.pins: nine spaces need nine pins, there are 8", "list them"),
    ("tacocat", "25, 18, 15]", "25]", "board.sensors: nine spaces need nine pins, there are 7", "list them from"),
    ("tacocat", "lamp = 6", 'lamp = "led"', "seats[0].ok.lamp: 'led' is not known here", "or 'strip'"),
    # Displays.
    ("buttons", '"sh1106"', '"ssd1307"', "controller: 'ssd1307' is not known here", "give one of sh1106, ssd1306"),
    ("buttons", "0x3C", "0x78", "seats[0].display.address: 0x78 is the 8-bit form of 0x3C", "write 0x3C"),
    ("buttons", "0x3C", "0x7A", "seats[0].display.address: 0x7A is the 8-bit form of 0x3D", "write 0x3D"),
    ("buttons", "0x3C", "0x79", "seats[0].display.address: 0x79 is out of range", "give 0x08 to 0x77"),
    ("buttons", "0x3C", '"0x3C"', "seats[0].display.address: this is text, '0x3C'", "without quotes"),
    ("tacocat", "0x70", "0xE0", "seats[0].display.mux: 0xE0 is the 8-bit form of 0x70", "write 0x70"),
    ("tacocat", "0x70", "0x20", "seats[0].display.mux: 0x20 is out of range", "give 0x70 to 0x77"),
    ("tacocat", "channel = 0", "channel = 8", "seats[0].display.channel: 8 is out of range", "give 0 to 7"),
    ("tacocat", ", channel = 0", "", "seats[0].display: `mux` without `channel`", "add the channel"),
    ("tacocat", "mux = 0x70, ", "bus = 1, ", "seats[0].display: `channel` without `mux`", "take it out"),
    ("tacocat", "mux = 0x70, channel = 0", "bus = 1", "seats[0].display.address: board.spaces[6]", "another address"),
    ("tacocat", "0x3C, mux", "0x70, mux",
     "seats[0].display.address: 0x70 is the multiplexer's", "give the display's own"),
    ("buttons", "0x3D, bus = 1", "0x3C, bus = 1",
     "seats[1].display: seats[0].display is at the same", "give one another"),
    ("buttons", "0x3D, bus = 1", "0x3D",
     "seats[1].display: `bus` and `mux`: neither is given", "give either `bus`, or"),
    ("buttons", "0x3D, bus = 1", "0x3D, bus = 0", "GPIO 0 is the HAT's identity bus", "Put displays on another bus"),
    ("buttons", "0x3D, bus = 1", "0x3D, bus = 5", "GPIO 13 has 2 jobs: I2C clock of bus 5", "another pin"),
    # Readers and ports.
    ("tacocat", "pad-wow", "pad-yay",
     "seats[1].pad.port: /dev/serial/by-path/pad-yay is the port of", "each reader has"),
    ("tacocat", '"pn532"', '"rc522"', "seats[0].pad.reader: 'rc522' is not known here", "give "),
    ("tacocat", '"pn532"', '"rdm6300"', "seats[1].pad.reader: it reads tags of 13.56 MHz", "readers of one frequency"),
    ("tacocat", ', port = "/dev/serial/by-path/pad-yay"', "", "seats[0].pad.port: this key is missing", "add it"),
    ("tacocat", "/dev/serial/by-path/pad-yay", "/dev/serial0", "GPIO 15 has 2 jobs: reader YAY.pad", "another pin"),
    ("tacocat", '"pn532",', '"pn532", sticker = "12",', "seats[0].pad.sticker: '12' cannot be used", "copy it from"),
    ("kittens", '"pn532", port = "/dev/serial/by-path/pad-play"', "0", "play.pad: reader 0 of which hub?", "add `hub`"),
    # Hubs.
    ("tacocat-hub", "reader = 1", "reader = 0",
     "seats[1].pad: reader 0 of hub 'hub' is that of seats[0]", "another place"),
    ("tacocat-hub", "reader = 1", "reader = 3", "seats[1].pad.reader: 3 is out of range", "give 0 to 2"),
    ("tacocat-hub", '"hub", reader = 1', '"hut", reader = 1',
     "seats[1].pad.hub: no hub is called 'hut'", "there are hub"),
    ("tacocat-hub", "button = 3", "button = 8", "seats[1].no.button: 8 is out of range", "give 0 to 7"),
    ("tacocat-hub", "first = 4", "first = 2", "board.lights: light 2 of hub 'hub' is that of", "another place"),
    ("kittens-hub", "first = 20", "first = 30",
     "play.lights: a hub has lights 0 to 39, this would be 40", "begin earlier"),
    ("tacocat-hub", 'name = "hub"\n', 'name = "hub"\nid = "12"\n',
     "hubs[0].id: '12' cannot be used", "16 of the digits"),
    # The board and the deck.
    ("buttons", 'arrow = "both"', 'arrow = "yay"', "board.spaces: the centre, and only the centre", "give it `both`"),
    ("buttons", "number = 7", "number = 12", "board.spaces[3].number: 12 is out of range", "give 2 to 9"),
    ("kittens", "[buzzer]", '[[deck]]\ntag = "04A1B2C3"\nface = "7"\n[buzzer]',
     "deck[0].face: no game has a card '7'", "give"),
    ("kittens", "[buzzer]", '[[deck]]\ntag = "04a1"\nface = "nope"\n[buzzer]',
     "deck[0].tag: '04a1' cannot be", "copy it"),
    # Currents.
    ("tacocat", "supply_ma = 3000", "supply_ma = 1500",
     "5 V: up to 1689 mA, but power.supply_ma is 1500", "larger supply"),
    ("kittens", "brightness = 8 ", "brightness = 31 ",
     "5 V: up to 3320 mA, but power.supply_ma is 3000", "larger supply"),
    ("kittens-hub", "ma = 300 ", "brightness = 31\nma = 900 ", "not TOML", "line 19"),
    ("kittens-hub", "ma = 300 ", 'fields = "all"\nma = 300 ',
     "hubs[0].fields: 'all' is not known here", "all on, in turn"),
    # Wiring in other ways.
    ("tacocat-hub", "first = 4", 'order = "rgb", first = 4', "board.lights.order: this is about an APA102", "[[hubs]]"),
    ("tacocat", "brightness = 8 }", 'order = "rgbw" }', "board.lights.order: 'rgbw' is not known", "one of bgr"),
    ("tacocat", "channel = 0", "channel = 0, rotate = 90", "rotate: words need all 128 pixels", "give 0 or 180"),
    ("tacocat", "channel = 0", "channel = 0, rotate = 45", "rotate: 45 is not known here", "one of 0, 90, 180, 270"),
    ("tacocat", "channel = 0", "channel = 0, contrast = 256", "contrast: 256 is out of range", "give 0 to 255"),
    ("tacocat", "pin = 5,", 'pin = 5, active = "up",', "seats[0].ok.active: 'up' is not known here", "high, low"),
    ("tacocat", "pin = 5,", "pin = 5, pull = 1,", "seats[0].ok.pull: this is a whole number, 1", "give one of down"),
    ("tacocat-hub", "button = 0,", 'button = 0, pull = "up",', "seats[0].ok: the inputs of a hub are pulled up", "out"),
    ("tacocat", "volume = 2", "dim_after_min = -1\nvolume = 2", "dim_after_min: -1 is out of range", "give 0 to 1440"),
]  # fmt: skip

HINTED = [
    ("tacocat", "/dev/serial/by-path/pad-yay", "/dev/ttyUSB0", "seats[0].pad.port: /dev/ttyUSB0", "by-path"),
    ("tacocat", "/dev/serial/by-path/pad-yay", "/dev/ttyACM0", "seats[0].pad.port: /dev/ttyACM0", "by-path"),
    ("tacocat", "/dev/serial/by-path/pad-yay", "/dev/ttyAMA2", "seats[0].pad.port: the pins of", "keep them free"),
    ("kittens-hub", '{ hub = "hub", reader = 0 }', '{ reader = "rdm6300", port = "/dev/serial0" }',
     "play.pad.port: /dev/serial0 is GPIO 14 and 15", "2 kilohm from GPIO 15 to ground, or take a USB adapter"),
    ("kittens-hub", '{ hub = "hub", reader = 0 }', '{ reader = "rdm6300", port = "/dev/ttyAMA0" }',
     "play.pad.port: /dev/ttyAMA0 may be another port", "that on the header of a Pi 4 is /dev/serial0"),
    ("tacocat", "0x3C, mux = 0x70, channel = 4", "0x3C, mux = 0x71, channel = 4",
     "0x3C is behind the multiplexers 0x70 and 0x71", "end the line of each in config.txt with disconnect_on_idle"),
    ("tacocat", "mux = 0x70, channel = 0", "bus = 7", "I2C bus 7: its pins follow from its overlay", "no other job"),
    ("kittens-hub", "bus = 1", "bus = 3",
     "I2C bus 3 is on GPIO 4 and 5 when config.txt holds dtoverlay=i2c3", "no pins"),
    ("tacocat", 'board = "pi4"', "", "power.board is not given", "Name it"),
    ("tacocat", '"pi4"', '"zero2w"', "2 readers and hubs are on USB, and a Zero 2 W has 1", "take a USB hub"),
    ("tacocat-hub", '"pi4"', '"zero2w"', "The USB port of a Zero 2 W is a micro one", "it wants an OTG adapter"),
    ("buttons", "18, 15]", "18, 14]", "GPIO 14 and 15 are the serial console", "switch it off (raspi-config"),
    ("buttons", "volume = 2", "volume = 2", "All lamps lit draw 88 mA from the pins", "drive them by transistors"),
    ("kittens-hub", "more = 12", "more = 7", "hub 'hub': `more = 7` (10.nope) is a pin that newer", "take another"),
    ("kittens-hub", "pin = 13", "pin = 21", "GPIO 21 (buzzer): a thread makes", "on 12, 13, 18 and 19 the chip"),
    ("tacocat", '"lgpio"', '"mock"', "pins = 'mock': nothing on a pin works", "give lgpio for a table that is played"),
    ("tacocat", "volume = 2", "volume = 2", "board.placeholder is set", "Enter yours: `tacotable enroll --board"),
    ("tacocat", "volume = 2", "volume = 2", "deck is empty: every card will be unknown", "tacotable enroll"),
]  # fmt: skip


SEVERAL = [
    (
        "tacocat",
        [("volume = 2", "volume = 4"), ("brightness = 8", 'brightness = "8"'), ("channel = 3", "channel = 8")],
        [
            ("volume: 4 is out of range", "give 0 to 3"),
            ("board.lights.brightness: this is text, '8'", "give a whole number without quotes"),
            ("display.channel: 8 is out of range", "give 0 to 7"),
        ],
    ),
    (
        "tacocat",
        [("volume = 2", "volume = 4\nsound = 1"), ('name = "YAY"', 'nam = "YAY"'), ("pin = 5,", "pin = 28,")],
        [
            ("sound: unknown key `sound`", "take it out"),
            ("seats[0].nam: unknown key `nam`", "did you mean `name`?"),
            ("seats[0].name: this key is missing", "add it"),
            ("volume: 4 is out of range", "give 0 to 3"),
            ("seats[0].ok.pin: 28 is out of range", "give"),
        ],
    ),
    (
        "kittens",
        [
            ('game = "ek120"', 'game = "ek12"'),
            ('reader = "pn532"', 'reader = "pn533"'),
            ("volume = 2", "volume = true"),
        ],
        [
            ("play.pad.reader: 'pn533' is not known here", "give"),
            ("volume: this is true or false", "give a whole number without quotes"),
            ("game: 'ek12' is not known here", "give one of"),
        ],
    ),
    (
        "tacocat",
        [("no = { pin = 12, lamp = 13 }\n", ""), ("pin = 19", "pin = 9"), ("supply_ma = 3000", "supply_ma = 500")],
        [
            ("seats[0]: a seat with a pad needs the button `no`", "add it"),
            ("GPIO 9 belongs to SPI0, which the lights use (buzzer", "Take another pin"),
            ("but power.supply_ma is 500", "Take a larger supply"),
        ],
    ),
    (
        "tacocat-hub",
        [("sensors = { hub = ", "sensors = { hubb = "), ("reader = 0", "reader = 3"), ('"pi4"', '"pi6"')],
        [
            ("board.sensors.hubb: unknown key `hubb`", "did you mean `hub`?"),
            ("board.sensors.hub: this key is missing", "add it"),
            ("pad.reader: 3 is out of range", "give 0 to 2"),
            ("power.board: 'pi6' is not known here", "give one of"),
        ],
    ),
]


def told(folder: Path, capsys: pytest.CaptureFixture[str], base: str, old: str, new: str) -> tuple[int, str]:
    """Return the status and the lines of `check` on a shipped table in which the first place of a text is replaced."""
    return told_of(folder, capsys, base, [(old, new)])


def told_of(
    folder: Path, capsys: pytest.CaptureFixture[str], base: str, changes: list[tuple[str, str]]
) -> tuple[int, str]:
    """Return the same of a shipped table with several changes."""
    text = (TABLES / f"{base}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "my.toml"
    file.write_text(text, encoding="utf-8")
    status = main([str(file)])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


@pytest.mark.parametrize(("base", "old", "new", "what", "mend"), REFUSED)
def test_a_mistake_is_refused_with_its_key_its_cause_and_its_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], base: str, old: str, new: str, what: str, mend: str
) -> None:
    status, lines = told(tmp_path, capsys, base, old, new)

    assert status == 1
    (line,) = (line for line in lines.splitlines() if what in line)
    assert line.startswith(f"{tmp_path / 'my.toml'}: ")
    assert mend in line[line.index(what) :]


@pytest.mark.parametrize(("base", "old", "new", "what", "mend"), HINTED)
def test_what_may_be_meant_so_is_a_hint_with_its_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], base: str, old: str, new: str, what: str, mend: str
) -> None:
    _, lines = told(tmp_path, capsys, base, old, new)

    (line,) = (line for line in lines.splitlines() if what in line)
    assert line.startswith(f"{tmp_path / 'my.toml'}: hint: ")
    assert mend in line[line.index(what) :]


@pytest.mark.parametrize(("base", "changes", "expected"), SEVERAL)
def test_all_mistakes_of_a_file_are_refused_at_once_those_of_keys_first(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    base: str,
    changes: list[tuple[str, str]],
    expected: list[tuple[str, str]],
) -> None:
    status, told = told_of(tmp_path, capsys, base, changes)

    lines = told.splitlines()
    assert (status, len(lines)) == (1, len(expected))
    assert all(line.startswith(f"{tmp_path / 'my.toml'}: ") for line in lines)
    assert [(what, mend) for what, mend in expected if not any(what in line and mend in line for line in lines)] == []
    is_about_a_key = ["unknown key" in line or "missing" in line for line in lines]
    assert is_about_a_key == sorted(is_about_a_key, reverse=True)


def test_the_mistakes_are_sixty_and_more() -> None:
    assert len({mistake[:3] for mistake in (*REFUSED, *HINTED)}) >= 60
