"""The state of the devices: what readers and sensors say, what a start brings, and what stands in for a silent reader.

While a reader does not answer, it may be a hiccup: for a few seconds the loss is told, and the game waits at that pad.
Then the table asks by buttons for just what the reader would have told, until it is heard again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from tacotable.state.placements import EMPTY, UNKNOWN, Origin, Pad, Placement, Status
from tacotable_drivers.ports import TagArrived, TagLeft, TagsCrowded, ZoneEmpty, ZoneUnknown

if TYPE_CHECKING:
    from tacotable.files.write_fault import WriteFault
    from tacotable.table.schema import Card, TableFile
    from tacotable_drivers.ports import DeviceLost, ZoneEvent


HICCUP_MS = 5_000.0  # So long a silent reader is only told, and the game waits for it.
# From when, and until when after its used card left its pad an awaited seat is asked whether a card lies there unread.
# A card laid on a used one may hide both, and then its owner waits for an answer.
UNREAD_MS = (1_500.0, 6_500.0)
UNREAD_EVERY_MS = 20_000.0  # So often the question comes back: who does wait for an answer is not left in silence.
THINKING_MS = 8_500.0  # So long one may think whose used card left its pad before: others may have lain on that one.


class Certainty(Enum):
    """What a reader can say of its zone: nothing is there, or nobody knows."""

    EMPTY = "empty"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class DeviceState:
    """The table, its cards, and what its devices said last."""

    whole: TableFile  # The table with all that it is made of.
    table: TableFile  # The table as the game uses it that is played, or that the lobby shows (`kinds.table_in`).
    faces: Mapping[str, str]  # The face of each enrolled tag.
    part: object  # What only the family keeps of its devices.
    decks: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)  # The enrolled cards of each ruleset.
    now_ms: float = 0.0  # The time of the event that is handled, on the clock of all events; 0 before the first.
    pads: dict[str, Pad] = field(default_factory=dict)  # By zone; the one on which a card was laid last at the end.
    sensed: frozenset[int] = frozenset()  # The spaces whose sensors feel the token.
    lost: dict[str, DeviceLost] = field(default_factory=dict)  # How each lost device was lost.
    phones: Mapping[str, int] = field(default_factory=dict)  # How many phones read along at each seat that has any.
    left_ms: tuple[float, ...] = ()  # When cards left in the last moment, since one was laid.
    unsaved: WriteFault | None = None  # Why no fact is written to the disk any more in this run.
    waits_for_storage: bool = False  # Whether nothing is played because of that, until people agree to play unsaved.

    @property
    def zones(self) -> dict[str, str | Certainty]:
        """Return the tag on each pad, or that it is empty or unknown."""
        return {zone: self.on(zone) for zone in self.pads}

    def on(self, zone: str) -> str | Certainty:
        """Return the tag on a pad (the one that came last), or that it is empty or unknown."""
        pad = self.pads.get(zone, EMPTY)
        if pad.is_silent:
            return Certainty.UNKNOWN
        return pad.read[-1].tag if pad.read else Certainty.EMPTY

    def placements(self, on: str = "") -> Iterator[Placement]:
        """Yield the cards that readers report, of all pads or on one."""
        for zone, pad in self.pads.items():
            if on in ("", zone) and not pad.is_silent:
                yield from pad.read

    def placement(self, tag: str | None, on: str = "") -> Placement | None:
        """Return the stay of a tag on a pad, or on the first that reports it; None if it is on none."""
        return next((one for one in self.placements(on) if one.tag == tag), None)

    def mark(self, tag: str | None, status: Status, on: str = "", origin: Origin | None = None) -> None:
        """Note how the game answered a card on a pad, or wherever it is, and perhaps how it came there."""
        for zone, pad in self.pads.items():
            if on in ("", zone):
                self.pads[zone] = pad.marked(tag or "", status, origin)

    def free(self, zone: str) -> None:
        """Take a pad whose reader never reports leaving as free again, after it announced a card."""
        self.pads[zone] = EMPTY

    def forget_hidden(self, zone: str) -> None:
        """Forget the cards that may lie unread on a pad: people were asked about them."""
        self.pads[zone] = replace(self.pads.get(zone, EMPTY), beneath=(), gone=())

    def note_event(self, event: ZoneEvent) -> None:
        """Fold an event of a reader into what is known of its pad."""
        zone, at_ms = event.zone, self.now_ms
        pad = self.pads.get(zone, UNKNOWN)
        match event:
            case TagArrived(tag=tag):
                self.pads.pop(zone, None)  # the one on which a card was laid last is at the end
                self.pads[zone] = pad.reported((tag,), at_ms)
            case TagsCrowded(tags=tags):
                self.pads.pop(zone, None)
                self.pads[zone] = pad.reported(tags, at_ms, has_more=event.has_more)
            case TagLeft(tag=tag):
                self.pads[zone] = pad.left(tag, at_ms)
            case ZoneUnknown():
                self.pads[zone] = pad.silent()
            case ZoneEmpty():
                self.pads[zone] = pad.emptied(at_ms)


def asks_ms(at_ms: float, now_ms: float) -> tuple[float, ...]:
    """Return from when until when a seat is asked for an unread card, and from when again, from `at_ms` on."""
    begins_ms = at_ms + max(0.0, now_ms - at_ms) // UNREAD_EVERY_MS * UNREAD_EVERY_MS
    return tuple(begins_ms + ms for ms in (*UNREAD_MS, UNREAD_EVERY_MS + UNREAD_MS[0]))


@dataclass(slots=True)
class Silence:
    """Since when each silent zone is so; a family keeps one in its part."""

    since_ms: dict[str, float] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)  # The zones for which a card was named by buttons in this silence.

    def note(self, zone: str, now_ms: float, *, is_silent: bool) -> None:
        """Note whether a zone is unknown now."""
        if is_silent:
            self.since_ms.setdefault(zone, now_ms)
        else:
            self.since_ms.pop(zone, None)
            self.named.discard(zone)

    def accept(self, zone: str) -> None:
        """End the wait at a silent zone: the buttons are offered at once."""
        self.since_ms[zone] = -HICCUP_MS

    def is_by_buttons(self, zone: str, now_ms: float) -> bool:
        """Return whether buttons stand in for the reader of a zone that is silent."""
        since_ms = self.since_ms.get(zone)
        return since_ms is not None and now_ms >= since_ms + HICCUP_MS

    def wakes_ms(self, now_ms: float) -> tuple[float, ...]:
        """Return when the waits end that have not."""
        return tuple(since + HICCUP_MS for since in self.since_ms.values() if now_ms < since + HICCUP_MS)
