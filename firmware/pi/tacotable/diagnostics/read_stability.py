"""Whether a card that lies still is read at every scan, or is at the edge of its reader's range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_drivers.ports import DeviceEvent, TagArrived, TagLeft, TagsCrowded

if TYPE_CHECKING:
    from tacotable.table.file import Pad
    from tacotable_drivers.readers.reader import Counters, Reader

LEAST_RATE = 0.9
"""The part of scans that must find a card which lies still; below it the card is at the edge of the reader's range."""
CLOSE = "lower the reader's coil, or move the pads apart (10 cm and more)"
EDGE = f"the card is at the edge of its range: {CLOSE}"


class Pads:
    """What lies on the pads, by their zones, and how often something left each."""

    def __init__(self) -> None:
        self.lying: dict[str, tuple[str, ...]] = {}
        self._leavings: dict[str, int] = {}

    def hear(self, event: DeviceEvent) -> None:
        """Note a card that came or went."""
        match event:
            case TagArrived(zone, tag):
                self.lying[zone] = (tag,)
            case TagsCrowded(zone, tags):
                self.lying[zone] = tags
            case TagLeft(zone):
                self.lying.pop(zone, None)
                self._leavings[zone] = self.leavings(zone) + 1
            case _:
                return

    def leavings(self, zone: str) -> int:
        """Return how often something left a pad."""
        return self._leavings.get(zone, 0)


def rate_between(before: Counters | None, after: Counters | None) -> float | None:
    """Return the part of the scans between two counts that found a tag; None where it is not counted."""
    if before is None or after is None or after.scans == before.scans:
        return None
    return (after.sightings - before.sightings) / (after.scans - before.scans)


class Watch:
    """One pad on which something lies, watched from now on. `reader` is None where it hangs on a hub."""

    def __init__(self, zone: str, pad: Pad, pads: Pads, reader: Reader | None) -> None:
        self._pad = pad
        self._pads = pads
        self._reader = reader
        self._zone = zone
        self._left_before = pads.leavings(zone)
        self._before = self._counters()

    def told(self) -> str:
        """Return what is told of a card that lay still and was not always read; nothing where it was."""
        leavings = self._pads.leavings(self._zone) - self._left_before
        if leavings and self._pad.tells_leaving:
            return f"the card lay still and was lost all the same ({leavings} x)"
        rate = rate_between(self._before, self._counters())
        is_low = rate is not None and rate < LEAST_RATE
        return f"only {rate:.0%} of its scans found the card that lay still" if is_low else ""

    def _counters(self) -> Counters | None:
        return self._reader.counters if self._reader else None
