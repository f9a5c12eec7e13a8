"""What is looked at on the Pi itself: pins and buses, disk, clock, supply, the page's port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.bus_checks import LIBRARIES, bus_findings
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, unchecked, warn
from tacotable.files.toml_file import shipped_toml
from tacotable.web.addresses import DEFAULT_PORT

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine
    from tacotable.table.file import TableFile

CLOCK_IS_SET = "/run/systemd/timesync/synchronized"
LEAST_YEAR = 2026  # Without a network the clock stands where it was last: in a year before this program it is wrong.
MIB = 1 << 20
GAME_BYTES, GOOD_BYTES = 16 * MIB, 200 * MIB  # No game is begun with less than the first; the second is room for many.
BITS: Mapping[str, Sequence[str]] = shipped_toml("tacotable.diagnostics.doctor", "machine.toml")["throttled"]
NOW = 4  # Bits below this tell what is so now.


def machine_findings(machine: Machine, table: TableFile, state: Path) -> Iterator[Finding]:
    """Look the machine over for a table."""
    model = machine.title()
    if "Raspberry Pi" in model:
        yield ok("board", model)
    else:
        yield warn("board", "this is no Raspberry Pi", "run the doctor on the table's Pi, or give --simulated")
    this = machine.board() or table.power.board
    if table.power.board and this != table.power.board:
        told = f"power.board is {table.power.board}, so `pinout` counts another board's currents and buses"
        yield warn("board", told, f'give board = "{this}" in [power]')
    yield from _pins(machine, table)
    yield from bus_findings(machine, table)
    yield from _disk(machine, state)
    if table.speech != "off" and machine.listed(f"/usr/bin/{table.speech}"):
        yield ok("speech", f"{table.speech} is there")
    elif table.speech != "off":
        told = f"{table.speech} is not installed: nothing is read aloud"
        yield warn("speech", told, f"sudo apt install {table.speech}")
    mend = "connect a network for a moment, or fit a clock chip (Pi 5: a battery); only the dates of games need it"
    if machine.year() < LEAST_YEAR:
        yield warn("clock", f"the clock shows the year {machine.year()}", mend)
    elif machine.text(CLOCK_IS_SET) is None and not _has_clock_chip(machine):
        yield warn("clock", "the clock was not set since the start, and no clock chip has kept the date", mend)
    else:
        yield ok("clock", f"the year is {machine.year()}")
    yield from _supply(machine)


def _has_clock_chip(machine: Machine) -> bool:
    """Return whether a clock chip knows the date: that of a Pi 5 is always there, and forgets it without a battery."""
    dates = (machine.text(f"{chip}/date") or "" for chip in machine.listed("/sys/class/rtc/rtc*"))  # ISO 8601
    return any(date >= str(LEAST_YEAR) for date in dates)


def _pins(machine: Machine, table: TableFile) -> Iterator[Finding]:
    if not table.uses_pins():
        return
    if table.pins == "mock":
        yield warn("pin library", "pins = 'mock': nothing on a pin works", "give lgpio for a table that is played")
        return
    module, package = LIBRARIES[table.pins]
    if not machine.has_module(module):
        mend = f"sudo apt install {package}; the environment must have been made with --system-site-packages"
        yield fail("pin library", f"the library of pins = '{table.pins}' is missing", mend)
    else:
        yield ok("pin library", f"the library of pins = '{table.pins}' is there")
    owners = machine.rpi_gpio_owners()
    if len(owners) > 1:
        mend = "uninstall both with pip, then install one (on a new system rpi-lgpio)"
        yield fail("RPi.GPIO", f"{' and '.join(owners)} both own this module", mend)


def _disk(machine: Machine, state: Path) -> Iterator[Finding]:
    try:
        free = machine.free_bytes(state)
    except OSError as error:
        yield fail("disk", f"{state}: {error.strerror}", "is its partition mounted? see docs/install.md")
        return
    told = f"{free // MIB} MiB are free for {state}"
    if free < GAME_BYTES:
        yield fail("disk", told, "no game can begin: remove what is not needed (sudo journalctl --vacuum-size=16M)")
    elif free < GOOD_BYTES:
        yield warn("disk", told, "make room before it is full: sudo journalctl --vacuum-size=16M")
    else:
        yield ok("disk", told)
    fields = [line.split() for line in (machine.text("/proc/mounts") or "").splitlines()]
    kinds_and_options = {each[1]: (each[2], each[3]) for each in fields if len(each) >= 4}  # proc(5), /proc/mounts
    places = map(str, (state.absolute(), *state.absolute().parents))
    mount = next((place for place in places if place in kinds_and_options), "/")
    kind, options = kinds_and_options.get(mount, ("", ""))
    if "ro" in options.split(","):
        mend = "a worn card? see sudo dmesg, take a new one; or see docs/install.md, Read-only root"
        yield fail("disk", f"{state} is on a disk that is mounted read-only", mend)
    elif mount == "/" and kind == "overlay":
        mend = "give the table a partition of its own; see docs/install.md, Read-only root"
        yield fail("disk", f"{state} is in memory only: the root is an overlay, games are lost with the power", mend)


def _supply(machine: Machine) -> Iterator[Finding]:
    told = machine.throttled().removeprefix("throttled=")
    try:
        bits = int(told, 16)
    except ValueError:
        yield unchecked("supply", "the firmware cannot be asked (no vcgencmd here)", "run this on the table's Pi")
        return
    found = {bit: words for bit, words in BITS.items() if bits >> int(bit) & 1}
    for bit, (what, mend) in found.items():
        yield fail("supply", what, mend) if int(bit) < NOW else warn("supply", what, mend)
    if not found:
        yield ok("supply", "the voltage has been good since the start")


def page_finding(machine: Machine) -> Finding:
    """Check whether the page could be served on its port, where no table runs that serves it."""
    if error := machine.listen_error(DEFAULT_PORT):
        mend = "does the table run already? sudo systemctl stop tacotable.socket; or see who has it: sudo ss -ltnp"
        return fail("page", f"port {DEFAULT_PORT} of 0.0.0.0 cannot be had: {error}", mend)
    return ok("page", f"port {DEFAULT_PORT} of 0.0.0.0 is free")
