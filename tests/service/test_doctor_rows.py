"""The doctor on a false machine: each fault that makers reported is a row, with what the doctor says and its mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tacotable.diagnostics.doctor.bus_checks import firmware_notes
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, warn
from tacotable.diagnostics.doctor.machine import MODEL
from tacotable.diagnostics.doctor.machine_checks import machine_findings
from tacotable.diagnostics.doctor.simulated import SimulatedMachine
from tacotable.table.file import TableFile, parse_table
from tacotable.table.firmware_lines import firmware_lines
from tacotable_drivers.device_files import Access

TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text("utf-8")
CONFIG, CMDLINE = "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0\0"
SERIAL0, AMA0 = "/dev/serial0", "/dev/ttyAMA0"


@dataclass(frozen=True)
class Row:
    """One machine, and what is found of one subject: `files` and `groups` by path, `gone` and `also` are paths."""

    name: str
    found: Finding
    port: str = ""
    model: str = "Raspberry Pi 4 Model B Rev 1.4\0"
    files: Mapping[str, str | None] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)  # In place of /dev/gpiochip0.
    gone: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def table(self) -> TableFile:
        """The shipped table, with YAY's reader at another port."""
        return parse_table(TACOCAT.replace("/dev/serial/by-path/pad-yay", self.port or "/dev/pad"), "my.toml")


class FalsePi(SimulatedMachine):
    """The machine of a row; all else is well."""

    def __init__(self, row: Row) -> None:
        super().__init__(row.table)
        self._row = row
        gone = (*row.gone, *(["/dev/gpiochip0"] if row.labels else []))
        self._paths = [*(path for path in self._paths if path not in gone), *row.labels, *row.also]

    def text(self, path: str) -> str | None:
        files = {MODEL: self._row.model, **self._row.files}
        return files[path] if path in files else super().text(path)

    def device_of(self, port: str) -> str:
        return self._row.links.get(port, port)

    def gpio_label(self, chip: str) -> str:
        return self._row.labels.get(chip) or super().gpio_label(chip)

    def access_of(self, path: str) -> Access | None:
        return Access("root", self._row.groups.get(path, "dialout"), 0o620)

    def may_use(self, path: str) -> bool:
        return path not in self._row.groups and super().may_use(path)


def lines(port: str = "", *, is_pi5: bool = False) -> str:
    """Return a config.txt with all lines of the table but that of its serial port."""
    table = Row("", ok("", ""), port).table
    return "\n".join(line for line in firmware_lines(table, is_pi5=is_pi5) if "uart" not in line)


def lacks(port: str, line: str) -> Finding:
    told = f"{port}: no such port: {CONFIG} has no line {line}"
    return fail("port of YAY.pad", told, f"add this line under [all] to {CONFIG}: {line}; then reboot")


def console(port: str, device: str) -> Finding:
    mend = f"sudo raspi-config nonint do_serial_cons 1; sudo systemctl mask --now serial-getty@{device}.service; "
    return fail("port of YAY.pad", f"a login console has {port}", f"{mend}then reboot")


UART, UART_5, I2C = "enable_uart=1", "dtparam=uart0=on", "dtparam=i2c_arm=on"
NO_I2C = "there is no /dev/i2c-1 (/dev/i2c-20, /dev/i2c-21: other buses, as HDMI has them)"
SET, RTC = "/run/systemd/timesync/synchronized", "/sys/class/rtc/rtc0/date"
NO_CLOCK = warn(
    "clock",
    "the clock was not set since the start, and no clock chip has kept the date",
    "connect a network for a moment, or fit a clock chip (Pi 5: a battery); only the dates of games need it",
)
ROWS = (
    Row("header port off", lacks(SERIAL0, UART), SERIAL0, files={CONFIG: lines()}, gone=(SERIAL0,)),
    Row("header port off, Pi 5", lacks(AMA0, UART_5), AMA0, PI_5, {CONFIG: lines(is_pi5=True)}, gone=(AMA0,)),
    Row(
        "header port on after a reboot",
        fail("port of YAY.pad", f"{SERIAL0}: no such port, although {CONFIG} has the line {UART}", "reboot"),
        SERIAL0,
        files={CONFIG: f"{lines()}\n{UART}\n"},
        gone=(SERIAL0,),
    ),
    Row(
        "header port taken back",
        fail(
            "port of YAY.pad",
            f"{SERIAL0}: no such port: in {CONFIG} a later line takes {UART} back",
            "take the later line out; then reboot",
        ),
        SERIAL0,
        files={CONFIG: f"{lines()}\n{UART}\nenable_uart=0\n"},
        gone=(SERIAL0,),
    ),
    Row(
        "login console",
        console(SERIAL0, "ttyS0"),
        SERIAL0,
        groups={SERIAL0: "tty"},
        links={SERIAL0: "/dev/ttyS0"},
    ),
    Row("login console, Pi 5", console(AMA0, "ttyAMA0"), AMA0, PI_5, groups={AMA0: "tty"}),
    Row(
        "I2C taken back",
        fail(
            "i2c bus 1",
            f"{NO_I2C}: in {CONFIG} a later line takes {I2C} back",
            "take the later line out; then reboot",
        ),
        files={CONFIG: f"{lines()}\ndtparam=i2c_arm=off\n", "/proc/device-tree/aliases/i2c1": None},
        gone=("/dev/i2c-1",),
    ),
    Row("clock chip without a battery, Pi 5", NO_CLOCK, "", PI_5, {SET: None, RTC: "1970-01-01\n"}, also=(RTC[:-5],)),
    Row("clock chip with an empty battery", NO_CLOCK, files={SET: None, RTC: "2000-01-01\n"}, also=(RTC[:-5],)),
    Row("no clock chip", NO_CLOCK, files={SET: None}),
    Row("clock chip", ok("clock", "the year is 2027"), files={SET: None, RTC: "2027-03-01\n"}, also=(RTC[:-5],)),
    Row("clock set by the network", ok("clock", "the year is 2027"), "", PI_5, {RTC: "1970-01-01\n"}, also=(RTC[:-5],)),
    Row(
        "header chip under another number",
        ok("gpio", "/dev/gpiochip11"),
        labels={"/dev/gpiochip10": "gpio-brcmstb@107d508500", "/dev/gpiochip11": "pinctrl-rp1"},
    ),
    Row(
        "header chip missing",
        fail(
            "gpio",
            "none of /dev/gpiochip10 (gpio-brcmstb@107d508500), /dev/gpiochip11 (gpio-brcmstb@107d517c00) is the "
            "header's chip",
            "it needs a Pi and its kernel: is this a Pi? sudo apt full-upgrade, then reboot",
        ),
        labels={"/dev/gpiochip10": "gpio-brcmstb@107d508500", "/dev/gpiochip11": "gpio-brcmstb@107d517c00"},
    ),
)
EACH_ROW = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


@EACH_ROW
def test_the_doctor_says_what_it_is_and_how_to_mend_it(row: Row) -> None:
    findings = list(machine_findings(FalsePi(row), row.table, Path("/nowhere")))

    assert [each for each in findings if each.subject == row.found.subject] == [row.found]
    assert not any("adduser" in each.mend for each in findings)


@EACH_ROW
def test_the_installer_offers_the_line_that_the_doctor_names(row: Row) -> None:
    offered = {note.removeprefix(f"{CONFIG} lacks: ") for note in firmware_notes(row.table, FalsePi(row))}

    assert offered == {
        line for line in (UART, UART_5, I2C) if line in row.found.told and "although" not in row.found.told
    }


@pytest.mark.parametrize("port", [SERIAL0, AMA0, ""])
@pytest.mark.parametrize("model", [PI_5, "Raspberry Pi 4 Model B Rev 1.4\0"])
@pytest.mark.parametrize("config", ["", "# nothing\n", None])
def test_a_bus_that_works_needs_no_line(config: str | None, model: str, port: str) -> None:
    row = Row("", ok("", ""), port, model, {CONFIG: config}, also=(AMA0,))
    notes = list(firmware_notes(row.table, FalsePi(row)))

    speed = f"{CONFIG} lacks: dtparam=i2c_arm_baudrate=400000"  # slow, as a file that says nothing has it
    assert notes == ([] if config is None else [speed])


@pytest.mark.parametrize(
    ("model", "port", "words", "held"),
    [
        (PI_5, AMA0, "console=serial0,115200 console=tty1", ""),  # on the debug connector
        (PI_5, AMA0, "console=ttyAMA10,115200", ""),
        (PI_5, AMA0, "console=ttyAMA0,115200", "console=ttyAMA0,115200"),
        ("Raspberry Pi 4 Model B", SERIAL0, "console=serial0,115200 console=tty1", "console=serial0,115200"),
        ("Raspberry Pi 4 Model B", SERIAL0, "console=ttyS0,115200", "console=ttyS0,115200"),
        (PI_5, "", "console=serial0,115200", ""),  # buttons are on GPIO 14 and 15
    ],
)
def test_a_console_is_named_only_on_the_pins_of_the_table(model: str, port: str, words: str, held: str) -> None:
    row = Row("", ok("", ""), port, model, {CMDLINE: words, CONFIG: None}, also=(AMA0,))

    assert list(firmware_notes(row.table, FalsePi(row))) == ([f"{CMDLINE} holds: {held}"] if held else [])
