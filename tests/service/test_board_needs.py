"""What a table needs of the Pi that it runs on: lines of config.txt, libraries, and pins that no console holds."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.diagnostics.doctor.bus_checks import bus_findings, firmware_notes, lacking_here
from tacotable.diagnostics.doctor.machine import Machine
from tacotable.table.file import TableFile, parse_table, read_table
from tacotable.table.firmware_lines import firmware_lines

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
TACOCAT = (TABLES / "tacocat.toml").read_text("utf-8")
CONFIG = "/boot/firmware/config.txt"
I2C = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")


@dataclass
class Pi(Machine):
    """A Pi with these files of its firmware, and no library of pins."""

    config: str
    cmdline: str = ""
    model: str = ""

    def text(self, path: str) -> str | None:
        there = {CONFIG: self.config, "/boot/firmware/cmdline.txt": self.cmdline, "/proc/device-tree/model": self.model}
        return there.get(path)

    def listed(self, pattern: str) -> tuple[str, ...]:
        return ()

    def has_module(self, name: str) -> bool:
        return False


def missing_lines(table: TableFile, config: str) -> tuple[str, ...]:
    return tuple(note.removeprefix(f"{CONFIG} lacks: ") for note in firmware_notes(table, Pi(config)))


def libraries(table: TableFile) -> list[str]:
    return [note.split("apt install ")[1].split()[0] for note in lacking_here(table, Pi(""))]


def consoles(table: TableFile, cmdline: str) -> list[str]:
    notes = firmware_notes(table, Pi("\n".join(missing_lines(table, "")), cmdline))
    return [note.removeprefix("/boot/firmware/cmdline.txt holds: ") for note in notes]


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("tacocat", (*I2C, "dtoverlay=i2c-mux,pca9548,addr=0x70", "dtparam=spi=on")),
        ("tacocat-hub", (*I2C, "dtoverlay=i2c-mux,pca9548,addr=0x70")),
        ("kittens", (*I2C, "dtparam=spi=on", "dtoverlay=spi0-0cs,no_miso")),
        ("buttons", I2C),
    ],
)
def test_a_shipped_table_lacks_its_own_lines_of_an_empty_file(table: str, lines: tuple[str, ...]) -> None:
    assert missing_lines(read_table(table), "") == lines


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("mux = 0x70", "mux = 0x73", {"dtoverlay=i2c-mux,pca9548,addr=0x73"}),
        (
            "mux = 0x70, channel = 4",
            "mux = 0x71, channel = 4",
            {
                "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle",
                "dtoverlay=i2c-mux,pca9548,addr=0x71,disconnect_on_idle",
            },
        ),
        ("mux = 0x70, channel = 4", "bus = 3", {"dtoverlay=i2c3", "dtoverlay=i2c-mux,pca9548,addr=0x70"}),
        ('kind = "apa102"', 'kind = "apa102", spi_port = 1', {"dtoverlay=spi1-1cs"}),
    ],
)
def test_what_is_asked_for_follows_the_table(old: str, new: str, lines: set[str]) -> None:
    assert old in TACOCAT

    assert lines <= set(missing_lines(parse_table(TACOCAT.replace(old, new), "my.toml"), ""))


@pytest.mark.parametrize("there", ["dtoverlay=i2c3\n", "dtoverlay=i2c3-pi5\n"])
def test_doctor_and_installer_ask_a_pi_5_for_the_same_line_and_take_its_plain_name(there: str) -> None:
    table = parse_table(TACOCAT.replace("mux = 0x70, channel = 4", "bus = 3"), "my.toml")
    pi = Pi("", model="Raspberry Pi 5 Model B Rev 1.0\0")
    asked = {note.removeprefix(f"{CONFIG} lacks: ") for note in firmware_notes(table, pi)}
    doctors = [finding.mend for finding in bus_findings(pi, table) if finding.subject == "i2c bus 3"]

    assert "dtoverlay=i2c3-pi5" in asked
    assert "dtoverlay=i2c3" not in asked
    assert [f"{CONFIG}: dtoverlay=i2c3-pi5; then" in str(mend) for mend in doctors] == [True]
    assert not any("i2c3" in note for note in firmware_notes(table, replace(pi, config=there)))


@pytest.mark.parametrize("name", ["tacocat", "tacocat-hub", "kittens", "kittens-hub", "buttons"])
def test_every_line_that_the_doctor_names_is_one_that_the_installer_writes(name: str) -> None:
    table, pi = read_table(name), Pi("")
    named = [match[1] for each in bus_findings(pi, table) if (match := re.search(r": (dt\w+=\S+);", each.mend or ""))]

    assert named
    assert set(named) <= set(firmware_lines(table))


@pytest.mark.parametrize(
    "there",
    [
        "dtparam=i2c_arm=on\n",
        "dtparam=i2c=on\n",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n",
        "dtparam=i2c1\n",
        "[pi4]\narm_boost=1\n[all]\n  dtparam=i2c_arm=on\n",
    ],
)
def test_i2c_is_on_however_it_is_written(there: str) -> None:
    assert "dtparam=i2c_arm=on" not in missing_lines(read_table("buttons"), there)


@pytest.mark.parametrize(
    "there",
    [
        "#dtparam=i2c_arm=on\n",
        "dtparam=i2c_arm=off\n",
        "[pi3]\ndtparam=i2c_arm=on\n",
    ],
)
def test_i2c_is_off_where_no_board_or_not_this_one_is_told(there: str) -> None:
    assert "dtparam=i2c_arm=on" in missing_lines(read_table("buttons"), there)


def test_a_multiplexer_is_known_by_its_address() -> None:
    there = "dtoverlay=i2c-mux,addr=0x71,pca9548\n"

    first, second = (parse_table(TACOCAT.replace("0x70", at), "my.toml") for at in ("0x70", "0x71"))
    assert "dtoverlay=i2c-mux,pca9548,addr=0x70" in missing_lines(first, there)
    assert not any("i2c-mux" in line for line in missing_lines(second, there))


def test_a_speed_that_the_maker_chose_stays() -> None:
    assert missing_lines(read_table("buttons"), "dtparam=i2c_arm=on,i2c_arm_baudrate=1000000\n") == ()


def test_its_own_lines_leave_nothing_to_be_asked_for() -> None:
    tables = [read_table(name) for name in ("tacocat", "tacocat-hub", "kittens", "kittens-hub", "buttons")]

    assert [missing_lines(table, "\n".join(missing_lines(table, ""))) for table in tables] == [()] * 5


def test_a_table_asks_for_the_library_of_its_own_pins_alone() -> None:
    rpigpio = parse_table(TACOCAT.replace('pins = "lgpio"', 'pins = "rpigpio"'), "my.toml")
    hub = (TABLES / "kittens-hub.toml").read_text("utf-8").replace("[buzzer]\npin = 13\n", "")

    assert libraries(read_table("tacocat")) == ["python3-lgpio", "python3-spidev"]
    assert libraries(rpigpio) == ["python3-rpi-lgpio", "python3-spidev"]
    assert libraries(parse_table(hub, "my.toml")) == []


def test_a_console_is_told_where_the_table_uses_its_pins() -> None:
    cmdline = "console=serial0,115200 console=tty1 root=PARTUUID=1-2 rootwait"

    assert consoles(read_table("kittens"), cmdline) == ["console=serial0,115200"]
    assert consoles(read_table("kittens"), "console=tty1 rootwait") == []
    assert consoles(read_table("kittens-hub"), cmdline) == []


def test_checking_here_looks_at_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "tacocat", "--here"])

    told = capsys.readouterr()
    lacks = [name for name in ("lgpio", "spidev") if find_spec(name) is None]
    assert status == bool(lacks)
    assert [
        name for name in ("lgpio", "spidev") if f"tacocat: this system has no Python module {name}" in told.err
    ] == lacks


def test_what_a_file_is_looked_over_with_has_no_library_of_pins_or_ports(tmp_path: Path) -> None:
    """The installer does so before anything is built, in an environment with msgspec alone."""
    modules = tmp_path / "modules"
    modules.mkdir()
    for name in ("msgspec", "tacotable", "tacotable_drivers", "tacotable_engine", "tacotable_sim"):
        [place] = importlib.import_module(name).__path__
        (modules / name).symlink_to(place)

    done = subprocess.run(
        [sys.executable, "-S", "-m", "tacotable", "check", "kittens"],
        env={"PYTHONPATH": str(modules)}, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip

    assert "a good table: seats 1, 2, 3" in done.stdout, done.stderr
