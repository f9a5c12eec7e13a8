"""Examining a table's devices: start them all, give them something to do, and see how they answer.

The same for a real table and for a simulated one, since both are hardware behind the same openers. Nobody's hands are
needed; what only hands can show is left to the self-test, and said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping

from tacotable.compose.devices import Devices, Hardware, Screens
from tacotable.compose.health import health_book
from tacotable.compose.plan import displays_of
from tacotable.doctor.finding import Finding, fail, ok, unchecked, warn
from tacotable.drawing import draw
from tacotable.health import DeviceHealth, DeviceState
from tacotable.scene import Notice, Sign
from tacotable.table_file import TableFile
from tacotable_drivers.hub.hubs import HubCounters
from tacotable_drivers.ports import DeviceEvent, DeviceLost, TokenSensed
from tacotable_drivers.readers.reader import Reader

PICTURE_S = 0.5
"""A whole picture takes 23 ms at 400 kHz and 93 ms at 100 kHz; a display that takes longer than this is not well."""
LONGEST_PICTURE_S = 5.0
STUCK_S = 12.5
"""After this a button that is down is told as stuck, also one on a hub, which has to be met first."""
STEP_S = 0.05
FRAMES_A_SCAN, FEW_SCANS = 4, 10
"""What a PN532 sends for a scan; after few scans its greeting would count too much."""

MENDS = {
    "reader": "see its cable and its supply of 5 V; `tacotable selftest` reads a card on it",
    "display": "see its four wires and its address (solder link: 0x3C or 0x3D), and the channel of the multiplexer",
    "button": "see that it comes up, and that its pin is not wired to ground",
    "sensor": "see its wire and its pin",
    "lights": "sudo raspi-config nonint do_spi 0, python3-spidev from apt, and the strip's data wire on pin 10",
    "buzzer": "give it a pin that is free; see `tacotable pinout`",
    "lamp": "give it a pin that is free; see `tacotable pinout`",
    "light": "give it a pin that is free; see `tacotable pinout`",
    "hub": "see its USB cable; the firmware on it must be that of firmware/pico (docs/hub.md)",
}
"""What to do about a device, by the first word of its name."""
HELD = "the bus is held low: pull displays out one by one until it works; the multiplexer's reset frees it, too"


async def examine(table: TableFile, hardware: Hardware, loop: asyncio.AbstractEventLoop) -> list[Finding]:
    """Examine all devices of a table, in about twelve seconds; the table is dark afterwards."""
    closed: set[int] = set()
    lost: set[str] = set()

    def hear(event: DeviceEvent) -> None:
        book.hear(event)
        if isinstance(event, TokenSensed):
            (closed.add if event.present else closed.discard)(event.space)
        elif isinstance(event, DeviceLost):
            lost.add(event.device)

    devices = Devices(table, hardware, hear, loop)
    book = health_book(table, devices, loop)
    began_s = loop.time()
    try:
        devices.start()
        drawn_s = {name: await _draw(devices.screens, name, lost, loop) for name in displays_of(table)}
        await asyncio.sleep(max(0.0, began_s + STUCK_S - loop.time()))
        report = book.report()
        hubs = devices.hubs.counters()
        echoing = [reader.device for reader in devices.readers if says_twice(reader)]
    finally:
        devices.close()
    return [
        *(_finding(health, drawn_s) for health in report),
        *_hubs(hubs),
        *_echoes(echoing),
        *_sensed(closed),
        *_for_hands(table),
    ]


async def _draw(screens: Screens, name: str, lost: Collection[str], loop: asyncio.AbstractEventLoop) -> float:
    """Give a display its first picture, and wait for it; gives how long it took, in seconds.

    That it is through shows by the second picture, which waits for the first one.
    """
    began_s = loop.time()
    for words in (name, ""):
        before = screens.traffic()[name][0]
        screens.show(name, draw(Notice(Sign("sign.selftest"), big=words), "en").pixels)
        while screens.traffic()[name][0] == before and loop.time() - began_s < LONGEST_PICTURE_S:
            if f"display {name}" in lost:
                return 0.0
            await asyncio.sleep(STEP_S)
    took_s = loop.time() - began_s
    await asyncio.sleep(took_s)  # the second picture's end; the next display is not to wait for it
    return took_s


def _finding(health: DeviceHealth, drawn_s: Mapping[str, float]) -> Finding:
    device, mend = health.device, mend_of(health.device)
    match health.state:
        case DeviceState.ABSENT | DeviceState.FAULTY:
            return fail(device, health.reason, HELD if "timed out" in health.reason else mend)
        case DeviceState.SUSPECT:
            counts = health.counts
            told = f"{counts.bytes_invalid} bytes were wrong, {counts.retransmits} answers did not come"
            return warn(device, f"it works with errors: {told}", f"a bad or long cable? {mend}")
        case DeviceState.STARTING:
            return unchecked(device, "it tells nothing until a card is shown to it", "tacotable selftest")
        case DeviceState.OK:
            return _in_time(device, drawn_s.get(device.removeprefix("display "), 0.0))


def _in_time(device: str, took_s: float) -> Finding:
    if device.startswith("display ") and took_s > PICTURE_S:
        return warn(device, f"a picture takes {took_s:.1f} s", "shorten its wires, or take the bus to 400 kHz")
    return ok(device, "it works")


def mend_of(device: str) -> str:
    """Give what to do about a device by its kind."""
    return MENDS[device.partition(" ")[0]]


def _hubs(hubs: Mapping[str, HubCounters]) -> Iterator[Finding]:
    """Tell which chip each hub is; one that speaks another version was refused, and its loss names both versions."""
    for name, told in hubs.items():
        if told.identity:
            yield ok(f"hub {name}", f"it is the chip {told.identity} at {told.where}, and speaks this version")


def says_twice(reader: Reader) -> bool:
    """Tell whether a polled reader's frames come twice: a scan has two commands, each with its receipt and answer."""
    told = reader.counters
    return told.scans > FEW_SCANS and told.frames_ok > 1.5 * FRAMES_A_SCAN * told.scans


def _echoes(devices: Iterable[str]) -> Iterator[Finding]:
    for device in devices:
        yield warn(
            device, "everything that it says comes twice", "one cable too many on its line, or an echo: rewire it"
        )


def _sensed(closed: set[int]) -> Iterator[Finding]:
    """Tell what the sensors of the spaces say together: Tacocat stands on one space at most."""
    told = ", ".join(f"{space:+d}" if space else "0" for space in sorted(closed))
    if len(closed) > 1:
        mend = "there is one Tacocat: take it off; a sensor that still tells it is shorted to ground, or near a magnet"
        yield fail("sensors", f"the sensors of the spaces {told} all tell Tacocat", mend)
    elif closed:
        yield unchecked("sensors", f"Tacocat stands on space {told}; is that so?", "if not: that sensor is stuck")


def _for_hands(table: TableFile) -> Iterator[Finding]:
    """Tell what was not looked at because it needs hands and eyes."""
    parts = ["lamps and lights", "buttons that never close"]
    parts += ["sensors that never close"] if table.board and table.board.sensors else []
    parts += ["cards on the pads"] if table.pads() else []
    yield unchecked("hands and eyes", f"{', '.join(parts)} cannot be seen from here", "tacotable selftest")
