"""A reader and a display of packages that change no file of the project: wiring, checks, doctor, and a whole game."""

from __future__ import annotations

import importlib
import itertools
import sys
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from examples.packages import Command
from tacotable.trace.salt import Salt

OWN = files("tacotable").joinpath("tables", "tacocat.toml").read_text("utf-8")
OWN = OWN.replace('"pn532"', '"7941e"')
OWN = OWN.replace('controller = "sh1106"', 'controller = "ssd1309-242"', 2)  # those of the seats
BROKEN = """
from dataclasses import replace
from tacotable_drivers.registry import PN532
from tacotable_drivers.readers.spec import ReaderSpec

SPEC = ReaderSpec(name="mute", baud=9_600, family=PN532.family, manner=PN532.manner, ma=40)
NOT_SIMULATED = replace(PN532, name="mute", emulator="mute_reader:missing")
"""
TAGS = ("11000DEF80", "0200020A02", "0C02030A03")
"""The tag of the maker's sheet, and two whose numbers hold the bytes that mark a frame."""


@pytest.fixture(scope="module")
def own(installed: Path) -> str:
    """Give the file of a table with the reader and the display, beside their packages."""
    path = installed / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


@pytest.fixture
def reader(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the spec of the installed reader."""
    monkeypatch.syspath_prepend(str(installed))
    yield importlib.import_module("tacotable_reader_7941").SPEC
    sys.modules.pop("tacotable_reader_7941")


def broken(folder: Path, spec: str) -> Path:
    """Put a package there whose reader is not whole."""
    (folder / "mute_reader.py").write_text(
        BROKEN if spec == "SPEC" else BROKEN.replace("SPEC = Reader", "_ = lambda: Reader")
    )
    described = folder / "mute_reader-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: mute-reader\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[tacotable.readers]\nmute = mute_reader:{spec}\n")
    return folder


@pytest.mark.long(keep=0)
def test_they_are_in_the_wiring_with_their_own_currents(installed: Path, own: str, run: Command) -> None:
    done = run(installed, "-m", "tacotable", "pinout", own)

    assert done.returncode == 0
    assert "reader YAY.pad: 7941e on /dev/serial/by-path/pad-yay" in done.stdout
    assert "display YAY: ssd1309-242, 128 x 64, 55 x 28 mm" in done.stdout
    # the board, 2 * 60, the lights; 2 * 120 + 7 * 25, the lamps, the sensors
    assert "5 V: up to 1509 mA of 3000 mA; of that USB 120 mA of 1200 mA; 3.3 V: up to 483 mA of 500" in done.stdout


def test_the_table_is_checked_and_examined(installed: Path, own: str, run: Command) -> None:
    checked = run(installed, "-m", "tacotable", "check", own)
    examined = run(installed, "-m", "tacotable", "doctor", "--simulated", "--table", own)

    assert "a good table: seats YAY, WOW" in checked.stdout
    assert examined.returncode == 0
    assert ", 0 fail, " in examined.stdout
    assert "ok        display YAY: it takes pictures" in examined.stdout


@pytest.mark.long(keep=0)
def test_a_whole_game_is_played_with_them(installed: Path, own: str, run: Command) -> None:
    done = run(installed, "-m", "tacotable", "run", "--auto", "--table", own, "--seed", "3")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("games 1, rounds ")


def test_a_real_table_with_them_imports_nothing_of_the_simulator(installed: Path, own: str, run: Command) -> None:
    program = f"""
import sys
from tacotable.table.file import read_table
from tacotable.devices.screens import TableScreens
from tacotable.table.parts import displays_of
from tacotable_drivers.screens.oled import set_up
table = read_table({own!r})
assert [spec.manner.session() for spec in table.own_readers().values()]
assert all(set_up(display.panel) for display in displays_of(table).values())
print([name for name in sys.modules if name.startswith("tacotable_sim")])
"""
    done = run(installed, "-c", program)

    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.long
@pytest.mark.parametrize("command", [("check", "tacocat"), ("pinout", "tacocat"), ("run", "--auto"), ("play",)])
def test_a_reader_without_an_emulator_is_refused_by_its_name(tmp_path: Path, run: Command, command: Any) -> None:
    done = run(broken(tmp_path, "SPEC"), "-m", "tacotable", *command)

    assert done.returncode in (1, 2)
    assert "'mute' of the package mute-reader" in done.stderr
    assert "'emulator'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("command", [("check",), ("run", "--auto", "--table"), ("doctor", "--simulated", "--table")])
def test_an_emulator_that_is_not_there_is_told_before_a_game(tmp_path: Path, run: Command, command: Any) -> None:
    (tmp_path / "own.toml").write_text(OWN.replace("7941e", "mute").replace("ssd1309-242", "sh1106"), encoding="utf-8")
    done = run(broken(tmp_path, "NOT_SIMULATED"), "-m", "tacotable", *command, "own.toml")

    assert done.returncode in (1, 2)
    assert "'mute' cannot be simulated: emulator: mute_reader:missing cannot be imported" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_the_frame_of_the_makers_sheet(reader: Any) -> None:
    assert reader.frames.encode("11000DEF80").hex(" ") == "02 0a 02 11 00 0d ef 80 7b 03"
    assert reader.frames.decoder().feed(bytes.fromhex("02 0a 02 11 00 0d ef 80 7b 03")) == ["11000DEF80"]


@pytest.mark.parametrize("seed", range(5))
def test_frames_are_found_in_any_pieces_and_behind_noise(reader: Any, seed: int) -> None:
    chance = Random(seed)
    decoder = reader.frames.decoder()
    stream = b"".join(chance.randbytes(chance.randrange(4)) + reader.frames.encode(tag) for tag in TAGS * 20)
    edges = sorted(chance.randrange(len(stream)) for _ in range(60))
    found = [tag for a, b in itertools.pairwise([0, *edges, len(stream)]) for tag in decoder.feed(stream[a:b])]

    assert found == list(TAGS * 20)
    assert decoder.frames_ok * 10 + decoder.bytes_invalid == len(stream)


@pytest.mark.parametrize("seed", range(5))
def test_a_recording_of_it_holds_no_tag_and_is_heard_alike(reader: Any, seed: int) -> None:
    chance, salt = Random(seed), Salt(bytes(range(32)))
    frames = [bytearray(reader.frames.encode(tag)) for tag in TAGS * 8]
    for frame in frames[::3]:
        frame[chance.randrange(3, 9)] ^= 0x40
    stream = b"".join(bytes(frame[: chance.choice((10, 10, 6))]) for frame in frames)

    wire = reader.manner.salted_wire(salt)
    salted = b"".join(part for _, part in (*wire.feed(0, stream), *wire.flush()))

    assert len(salted) == len(stream)
    true, told = reader.frames.decoder(), reader.frames.decoder()
    assert [salt.tag(tag) for tag in true.feed(stream)] == told.feed(salted)
    assert bytes.fromhex("000DEF80") not in salted
