"""Trials of devices: those that answer may still answer badly.

A card that lies still is to be read at every scan, a display to take a whole picture quickly, and the line to a hub to
stay whole when it is filled: what a line a second hides shows in some seconds of that. What is spoiled on it is sent
again, so a game goes on; but a press may come a third of a second late each time.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.display.draw import draw
from tacotable.state.scene import Notice, Screen, Sign
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.devices.screens import TableScreens
    from tacotable.table.file import Pad
    from tacotable_drivers.hub.hubs import HubCounters, Hubs
    from tacotable_drivers.readers.reader import Counters, Reader

LEAST_RATE = 0.9  # The part of scans that must find a card that lies still; below it, it is at the edge of the range.
CLOSE = "lower the reader's coil, or move the pads apart (10 cm and more)"
LOOK_STEP_S = 0.02  # How often hands are looked for.
EDGE = f"the card is at the edge of its range: {CLOSE}"


async def happens(is_so: Callable[[], bool], patience_s: float) -> bool:
    """Wait for what hands do, as long as there is patience; returns whether it came."""
    loop = asyncio.get_running_loop()
    end_s = loop.time() + patience_s
    while not is_so() and loop.time() < end_s:
        await asyncio.sleep(LOOK_STEP_S)
    return is_so()


class Heard:
    """What devices told: what lies on the pads, by their zones, and how often something left each; what else is so."""

    def __init__(self) -> None:
        self.lying: dict[str, tuple[str, ...]] = {}
        self.leavings: Counter[str] = Counter()
        self.lost: dict[str, ports.DeviceLost] = {}  # Devices that are lost now.
        self.lost_once: set[str] = set()
        self.pressed: list[str] = []
        self.down: set[str] = set()  # Buttons that are down now.
        self.closed: set[int] = set()  # Spaces whose sensors tell Tacocat.

    def hear(self, event: ports.DeviceEvent) -> None:
        """Note an event."""
        match event:
            case ports.DeviceLost(device):
                self.lost[device] = event
                self.lost_once.add(device)
            case ports.DeviceFound(device):
                self.lost.pop(device, None)
            case ports.ButtonPressed(button):
                self.pressed.append(button)
                self.down.add(button)
            case ports.ButtonReleased(button):
                self.down.discard(button)
            case ports.TokenSensed(space, present):
                (self.closed.add if present else self.closed.discard)(space)
            case ports.TagArrived(zone, tag):
                self.lying[zone] = (tag,)
            case ports.TagsCrowded(zone, tags):
                self.lying[zone] = tags
            case ports.TagLeft(zone):
                self.lying.pop(zone, None)
                self.leavings[zone] += 1


def rate_between(before: Counters | None, after: Counters | None) -> float | None:
    """Return the part of the scans between two counts that found a tag; None where it is not counted."""
    if before is None or after is None or after.scans == before.scans:
        return None
    return (after.sightings - before.sightings) / (after.scans - before.scans)


def watch(zone: str, pad: Pad, heard: Heard, reader: Reader | None) -> Callable[[], str]:
    """Watch a pad on which something lies from now on. `reader` is None where it hangs on a hub.

    What is returned tells of a card that lay still and was not always read; nothing where it was.
    """
    left_before, before = heard.leavings[zone], reader.counters if reader else None

    def told() -> str:
        leavings = heard.leavings[zone] - left_before
        if leavings and pad.tells_leaving:
            return f"the card lay still and was lost all the same ({leavings} x)"
        rate = rate_between(before, reader.counters if reader else None)
        is_low = rate is not None and rate < LEAST_RATE
        return f"only {rate:.0%} of its scans found the card that lay still" if is_low else ""

    return told


TRIAL_S, EVERY_S, LAST_ANSWERS_S = 5.0, 0.02, 0.5  # Some 100 kB a hub: a cable that spoils one byte in 10,000 shows.
CABLE_MEND = "another USB cable, 3 m at most and away from motors and lamps; one ground for all supplies (docs/hub.md)"
SUPPLY_MEND = "10 µF across its 3.3 V and ground, at the board; wires of 20 cm at most; turn = 1 (docs/hub.md)"


async def try_lines(hubs: Hubs) -> None:
    """Fill the lines of all hubs for some seconds; their counters tell afterwards what was spoiled."""
    for _ in range(round(TRIAL_S / EVERY_S)):
        hubs.try_lines()
        await asyncio.sleep(EVERY_S)
    await asyncio.sleep(LAST_ANSWERS_S)


def flaws_of(hubs: Mapping[str, HubCounters]) -> Iterator[tuple[str, str, str]]:
    """Yield the devices whose numbers show a flaw, each with what was counted and the mend."""
    for name, told in hubs.items():
        if told.lines_dropped or told.lines_unheard:
            what = f"{told.lines_dropped} lines came spoiled, {told.lines_unheard} reached it spoiled (sent again)"
            yield f"hub {name}", what, CABLE_MEND
        for zone, faults in told.reader_faults.items():
            if faults:
                yield f"reader {zone}", f"its chip had to be set up again {faults} times: its supply dips", SUPPLY_MEND


PICTURE_S = 0.5  # A whole picture takes 23 ms at 400 kHz, 93 ms at 100 kHz; a display that takes longer is unwell.
LONGEST_PICTURE_S = 5.0
STEP_S = 0.05
SLOW_MEND = "shorten its wires; is the line dtparam=i2c_arm_baudrate=400000 in config.txt?"


def name_picture(name: str) -> Screen:
    """Return the picture that a display shows of itself."""
    return Notice(Sign("sign.selftest"), big=name)


async def picture_time(screens: TableScreens, name: str, size: tuple[int, int], lost: Collection[str]) -> float:
    """Show a display's name on it, and return how long that took, in seconds; 0 where it is lost.

    That it is through shows by the next picture, which waits for the one before.
    """
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    for words in ("", name):
        before = screens.traffic()[name][0]
        screens.show(name, draw(name_picture(words), "en", (), size).pixels)
        while screens.traffic()[name][0] == before and loop.time() - began_s < LONGEST_PICTURE_S:
            if f"display {name}" in lost:
                return 0.0
            await asyncio.sleep(STEP_S)
    took_s = loop.time() - began_s
    await asyncio.sleep(took_s)  # the second picture's end; the next display is not to wait for it
    return took_s


def told_slow(took_s: float) -> str:
    """Return what is told of a display that takes so long; nothing where it is quick enough."""
    return f"a picture takes {took_s:.1f} s" if took_s > PICTURE_S else ""
