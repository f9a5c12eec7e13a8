"""An antenna: what a reader reports of the cards on its pad, and when. A pure fold over what hands do.

A card is reported `ARRIVES_MS` after it came, and its absence `LEAVES_MS` after it went, as the drivers do with the
default scan times. Stacked cards hide each other from some readers: `Stack` says which of them are read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from tacotable_drivers.ports import DeviceEvent
from tacotable_drivers.presence import changed

ARRIVES_MS, LEAVES_MS = 100.0, 250.0
NEVER_MS = float("inf")


class Stack(Enum):
    """Which of several cards on one another a reader reads."""

    ALL = "all"
    UPPER = "upper"
    NONE = "none"

    def read(self, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Return the tags that are read of a stack, the upper one last."""
        if len(tags) < 2 or self is Stack.ALL:
            return tags
        return tags[-1:] if self is Stack.UPPER else ()


@dataclass(frozen=True, slots=True)
class Antenna:
    """One reader: the tags that it reported as present, and since when each tag is in its field, or out of it."""

    zone: str
    stack: Stack
    reported: tuple[str, ...] = ()
    came_ms: tuple[tuple[str, float], ...] = ()  # The tags in the field, in the order in which they came.
    gone_ms: tuple[tuple[str, float], ...] = ()  # Tags that are reported and left the field.
    is_silent: bool = False  # Whether its reader is broken, and reports nothing.

    def lies(self, tags: tuple[str, ...], at_ms: float) -> Antenna:
        """Return the antenna after hands left this stack on its pad."""
        read, came, gone = self.stack.read(tags), dict(self.came_ms), dict(self.gone_ms)
        still = {tag: came[tag] for tag in read if tag in came}
        back = {tag: at_ms - ARRIVES_MS if tag in gone else at_ms for tag in read if tag not in came}
        left = {tag: gone.get(tag, at_ms) for tag in self.reported if tag not in read}
        ordered = sorted((still | back).items(), key=lambda one: one[1])
        return replace(self, came_ms=tuple(ordered), gone_ms=tuple(left.items()))

    def due_ms(self) -> float:
        """Return when it reports next; `NEVER_MS` while nothing changes."""
        if self.is_silent or (not self.gone_ms and len(self.came_ms) == len(self.reported)):
            return NEVER_MS
        last_left = max((at_ms for _, at_ms in self.gone_ms), default=-NEVER_MS) + LEAVES_MS
        moments = [at_ms + LEAVES_MS for _, at_ms in self.gone_ms]
        # A card that replaces another is believed once that one is known to have left.
        moments += [max(at_ms + ARRIVES_MS, last_left) for tag, at_ms in self.came_ms if tag not in self.reported]
        return min(moments, default=NEVER_MS)

    def report(self, at_ms: float) -> tuple[Antenna, list[DeviceEvent]]:
        """Return the antenna at a moment that was due, and the events that it sends."""
        gone = {tag for tag, left_ms in self.gone_ms if left_ms + LEAVES_MS <= at_ms}
        waits = any(tag not in gone for tag, _ in self.gone_ms)
        there = [tag for tag in self.reported if tag not in gone]
        there += [
            tag for tag, came_ms in self.came_ms if tag not in there and came_ms + ARRIVES_MS <= at_ms and not waits
        ]
        left = tuple(one for one in self.gone_ms if one[0] not in gone)
        now = replace(self, reported=tuple(there), gone_ms=left)
        if now.reported == self.reported:
            return now, []
        return now, changed(self.zone, self.reported, now.reported, at_ms)
