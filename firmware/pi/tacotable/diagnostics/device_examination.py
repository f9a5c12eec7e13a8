"""Examining a table's devices: start them all, give them something to do, and see how they answer.

The same for a real table and for a simulated one, since both are hardware behind the same openers. Nobody's hands are
needed; what only hands can show is left to the self-test, and said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable.devices.build import Devices, Hardware
from tacotable.devices.health import DeviceHealth, DeviceState, health_book
from tacotable.diagnostics import device_trials
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, unchecked, warn
from tacotable.files.toml_file import shipped_toml
from tacotable.table.parts import displays_of, lamps_of, on_pins, space_name
from tacotable_drivers.pins import GpioPins
from tacotable_drivers.ports import DeviceEvent, FaultKind, Pins

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_drivers.hub.hubs import HubCounters
    from tacotable_drivers.readers.reader import Reader

GREETING_S = 3.0  # So long readers, displays and hubs may take to be met.
STUCK_S = 12.5  # After this a button that is down is told as stuck, also one on a hub, which has to be met first.
FEW_SCANS = 10  # After so few scans a reader's greeting would count too much.

DEVICES: Mapping[str, Mapping[str, str]] = shipped_toml("tacotable.diagnostics", "devices.toml")
BUSY_MEND = (
    "stop that program: sudo systemctl stop tacotable.socket tacotable.service; one that was started by hand is told "
    "by `tacotable status`"
)
FREE = "its pin is free; whether it works needs hands and eyes"
ANSWERS_NOTHING = "it answers nothing by itself; whether it works needs hands and eyes"
HANDS_MEND = "tacotable selftest"
SHOW_A_CARD = "it says nothing until a card is shown to it, so nothing is known of it"
SAYS_TWICE = "everything that it says comes twice"
RETRYING = " (retrying)"  # How the reason of a device ends that is tried again.
HELD = "the bus is held low: pull displays out one by one until it works; the multiplexer's reset frees it, too"


async def examine(table: TableFile, hardware: Hardware) -> list[Finding]:
    """Examine all devices of a table, in about twelve seconds; the table is dark afterwards."""
    heard, loop = device_trials.Heard(), asyncio.get_running_loop()

    def hear(event: DeviceEvent) -> None:
        book.hear(event)
        heard.hear(event)

    devices = Devices(table, hardware, hear, loop)
    book = health_book(table, devices, loop)
    began_s = loop.time()
    try:
        devices.start()
        drawn_s = {
            name: await device_trials.picture_time(devices.screens, name, display.size, heard.lost_once)
            for name, display in displays_of(table).items()
        }
        await asyncio.sleep(max(0.0, began_s + GREETING_S - loop.time()))
        if table.hubs:
            await device_trials.try_lines(devices.hubs)
        readers = {reader.zone: reader for reader in devices.readers}
        lying = ((zone, pad) for zone, pad in table.pads.items() if zone in heard.lying)
        # Only where something lies already: nobody is asked to lay anything.
        watches = {zone: device_trials.watch(zone, pad, heard, readers.get(zone)) for zone, pad in lying}
        await asyncio.sleep(max(0.0, began_s + STUCK_S - loop.time()))
        report = book.report()
        hubs = devices.hubs.counters()
        flaws = {device: told for device, *told in device_trials.flaws_of(hubs)}
        unsteady = {f"reader {zone}": told for zone, watch in watches.items() if (told := watch())}
        echoing = [reader.device for reader in devices.readers if says_twice(table, reader)]
    finally:
        devices.close()
    return [
        *(refused_pins(hardware.pins) if table.uses_pins() else ()),
        *(_finding(health, on_pins(table), drawn_s, flaws) for health in report),
        *_hubs(hubs),
        *(warn(device, SAYS_TWICE, "one cable too many on its line, or an echo: rewire it") for device in echoing),
        *(warn(device, told, device_trials.EDGE) for device, told in unsteady.items()),
        *_sensed(heard.closed),
        *_for_hands(table, heard.lost_once),
    ]


def _finding(
    health: DeviceHealth, pins: Collection[str], drawn_s: Mapping[str, float], flaws: Mapping[str, Sequence[str]]
) -> Finding:
    device, kind = health.device, health.device.partition(" ")[0]
    match health.state:
        case DeviceState.ABSENT | DeviceState.FAULTY:
            if health.fault is FaultKind.NO_PINS:
                return unchecked(device, "unknown: see pins")
            if health.fault is FaultKind.BUSY:
                return fail(device, "another program has it", BUSY_MEND)
            return fail(device, told_once(device, health.reason), lost_mend(device, health.reason, health.fault))
        case DeviceState.SUSPECT if device in flaws:
            return warn(device, *flaws[device])
        case DeviceState.SUSPECT:
            counts = health.counts
            told = f"{counts.bytes_invalid} bytes were wrong, {counts.retransmits} answers did not come"
            return warn(device, f"it works with errors: {told}", f"a bad or long cable? {DEVICES[kind]['mend']}")
        case DeviceState.STARTING:
            return unchecked(device, SHOW_A_CARD, "show it a card: tacotable selftest")
        case DeviceState.OK:
            if told := device_trials.told_slow(drawn_s.get(device.removeprefix("display "), 0.0)):
                return warn(device, told, device_trials.SLOW_MEND)
            return ok(device, DEVICES[kind]["answers"]) if "answers" in DEVICES[kind] else _for_eyes(device, pins)


def _for_eyes(device: str, pins: Collection[str]) -> Finding:
    """Return that nothing can be known of a device but that its pin, where it has one, is free."""
    return unchecked(device, FREE if device in pins else ANSWERS_NOTHING, HANDS_MEND)


def told_once(device: str, reason: str) -> str:
    """Return why a device was lost, without its name, which is told beside it, and for a tool that does not look on.

    >>> told_once("reader A", "reader 'A' on /dev/ttyUSB0: no such port (retrying)")
    'on /dev/ttyUSB0: no such port'
    """
    kind, _, name = device.partition(" ")
    what = reason.removeprefix(f"{device}: ").removeprefix(f"{kind} '{name}' ").removeprefix(f"{kind} {name} ")
    return what.replace(f"{device}: ", "").removesuffix(RETRYING).replace("; looking on)", ")")


def lost_mend(device: str, reason: str, fault: FaultKind) -> str:
    """Return what to do about a device that was lost for a reason; where no pin can be had, the reason ends with it."""
    if fault is FaultKind.NO_PINS:
        return reason.removesuffix(RETRYING).rpartition("; ")[2]
    return HELD if fault is FaultKind.HELD else DEVICES[device.partition(" ")[0]]["mend"]


def _hubs(hubs: Mapping[str, HubCounters]) -> Iterator[Finding]:
    """Yield which chip each hub is; one that speaks another version was refused, and its loss names both versions."""
    for name, told in hubs.items():
        if told.told_python:
            yield warn(
                f"hub {name}", told.told_python, "put a newer image on it, then tacotable hub install (docs/hub.md)"
            )
        if told.told_program:
            yield warn(f"hub {name}", told.told_program, "tacotable hub update")
        elif told.identity and not told.told_python:
            yield ok(f"hub {name}", f"it is the chip {told.identity} at {told.where}, and has this release's program")


def says_twice(table: TableFile, reader: Reader) -> bool:
    """Return whether a polled reader's frames come twice, by how many it sends for a scan."""
    manner, told = table.own_readers()[reader.zone].manner, reader.counters
    if not manner.is_polled or told.scans <= FEW_SCANS:
        return False
    return told.frames_ok > 1.5 * manner.frames_a_scan * told.scans


def _sensed(closed: set[int]) -> Iterator[Finding]:
    """Yield what the sensors of the spaces say together: Tacocat stands on one space at most."""
    told = ", ".join(map(space_name, sorted(closed)))
    if len(closed) > 1:
        mend = "there is one Tacocat: take it off; a sensor that still tells it is shorted to ground, or near a magnet"
        yield fail("sensors", f"the sensors of the spaces {told} all tell Tacocat", mend)
    elif closed:
        yield unchecked("sensors", f"Tacocat stands on space {told}; is that so?", "if not: that sensor is stuck")


def _for_hands(table: TableFile, lost: Collection[str]) -> Iterator[Finding]:
    """Yield the lamps and cards: what was not looked at at all, because it needs hands and eyes."""
    lamps = (f"lamp {lamp.button}" for lamp in lamps_of(table))
    yield from (_for_eyes(lamp, on_pins(table)) for lamp in lamps if lamp not in lost)
    if table.board and table.board.lights and table.board.lights.kind == "leds":
        yield unchecked("lights", FREE, HANDS_MEND)
    if table.pads:
        yield unchecked("cards", "whether they are read through the table's top needs hands", HANDS_MEND)


def refused_pins(pins: Pins) -> Iterator[Finding]:
    """Yield that no pin can be had, where that is so."""
    if isinstance(pins, GpioPins) and pins.error:
        what, _, mend = str(pins.error).rpartition("; ")
        yield fail("pins", what or str(pins.error), mend)
