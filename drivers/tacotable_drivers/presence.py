"""What lies on a zone, decided from what its reader saw: presence of tags on polled pads, taps on announcing ones.

Pure: time is an argument (monotonic milliseconds), and events are given back, not sent. Both kinds start not
knowing, and tell TagArrived again for a tag that still lies there when a silent reader comes back: whoever keeps
the state of the table must take a repeated arrival as the same card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tacotable_drivers import ports

SIGHTINGS_TO_ARRIVE = 2
"""A polled tag counts when two scans saw it: a damaged number does not come twice."""
MISSES_TO_LEAVE = 3
"""A polled tag is gone when three completed scans in a row did not see it: a tag at the edge flickers."""
SILENCE_MS = 1_000.0
"""After so long without a completed scan nobody knows what lies on a polled zone."""
TAP_GAP_MS = 600.0
"""An RDM6300 repeats about every 65 ms while the tag is there. At the edge of its range, where a hand holds a card, it
misses up to seven repeats in a row: that is one tap."""


class ZonePresence(ABC):
    """What all kinds have in common, that of a hub's readers too."""

    def __init__(self, zone: str) -> None:
        self.zone = zone
        self._is_certain = False
        """Whether it was told what lies there, or that nothing does."""
        self._has_told_unknown = False
        self.next_check_ms: float | None = None
        """When silence will next mean something."""
        self._forget()

    def lost(self, at_ms: float) -> list[ports.DeviceEvent]:
        """Note that the reader is gone: everything is forgotten, and the zone is unknown, which is told once."""
        self.next_check_ms = None
        self._is_certain = False
        self._forget()
        if self._has_told_unknown:
            return []
        self._has_told_unknown = True
        return [ports.ZoneUnknown(self.zone, at_ms)]

    @abstractmethod
    def _forget(self) -> None:
        """Forget what was seen."""

    def missed(self, ms: float) -> None:
        """Note that nobody listened for so long: it is no silence of the reader's."""
        if self.next_check_ms is not None:
            self.next_check_ms += ms

    def _note_certainty(self) -> None:
        self._is_certain = True
        self._has_told_unknown = False


def changed(
    zone: str, before: Sequence[str], there: tuple[str, ...], at_ms: float, *, has_more: bool = False
) -> list[ports.DeviceEvent]:
    """Return what is told when other tags lie there than before."""
    told: list[ports.DeviceEvent] = [ports.TagLeft(zone, tag, at_ms) for tag in before if tag not in there]
    if len(there) > 1:
        told.append(ports.TagsCrowded(zone, there, at_ms, has_more))
    elif there:
        told.append(ports.TagArrived(zone, there[0], at_ms))
    return told


@dataclass(frozen=True, slots=True)
class _Stay:
    """Scans that saw one tag, without its having left between them; scans are numbered."""

    first: int
    last: int
    sightings: int = 1

    def overlaps(self, other: _Stay) -> bool:
        """Return whether both tags were there at one time; in a swap the old one is never seen after the new one."""
        return max(self.first, other.first) <= min(self.last, other.last)


class PolledPresence(ZonePresence):
    """Presence from scans that list every tag in the field; a failed scan says nothing, so it never comes here.

    Each tag that TagArrived or TagsCrowded named gets its TagLeft. When of several tags one remains, TagArrived
    names it after the others' TagLeft, also where it was there before the others came. Without a completed scan for
    SILENCE_MS the zone is unknown; silence never means that a tag left.
    """

    def _forget(self) -> None:
        self._scan = 0
        self._stays: dict[str, _Stay] = {}
        self._there: tuple[str, ...] = ()

    def ready(self, at_ms: float) -> list[ports.DeviceEvent]:
        """Start the time in which a first scan must complete."""
        self.next_check_ms = at_ms + SILENCE_MS
        return []

    def saw(self, tags: Sequence[str], at_ms: float) -> list[ports.DeviceEvent]:
        """Handle a completed scan; `tags` is empty when it found none."""
        tags = ports.without_phones(tags)
        self.next_check_ms = at_ms + SILENCE_MS
        self._scan += 1
        if not (tags or self._stays or self._there) and self._is_certain:
            return []  # an empty field that is known as empty: what most scans find
        for tag in tags:
            stay = self._stays.get(tag, _Stay(self._scan, self._scan, 0))
            self._stays[tag] = replace(stay, last=self._scan, sightings=stay.sightings + 1)
        self._stays = {tag: stay for tag, stay in self._stays.items() if self._scan - stay.last < MISSES_TO_LEAVE}
        before, self._there = self._there, self._settled()
        told = changed(self.zone, before, self._there, at_ms) if self._there != before else []
        if not (told or self._is_certain or self._stays) and self._scan >= MISSES_TO_LEAVE:
            told.append(ports.ZoneEmpty(self.zone, at_ms))
        if told:
            self._note_certainty()
        return told

    def _settled(self) -> tuple[str, ...]:
        """Return the tags that are certainly there: those that were and have not left, and those that join them."""
        there = [tag for tag in self._there if tag in self._stays]
        for tag, stay in sorted(self._stays.items()):
            is_seen_enough = tag not in there and stay.sightings >= SIGHTINGS_TO_ARRIVE
            if is_seen_enough and all(stay.overlaps(self._stays[other]) for other in there):
                there.append(tag)
        return tuple(there)

    def check(self, at_ms: float) -> list[ports.DeviceEvent]:
        """Return ZoneUnknown when no scan has completed in time."""
        return self.lost(at_ms) if self.next_check_ms is not None and at_ms >= self.next_check_ms else []

    def is_settled(self) -> bool:
        """Return whether the last scan found just what was told: no tag is coming or leaving."""
        is_all_seen = all(stay.last == self._scan for stay in self._stays.values())
        return self._is_certain and is_all_seen and self._stays.keys() == set(self._there)


class TapPresence(ZonePresence):
    """Taps from a reader that announces a tag by itself.

    The same tag within `gap_ms` of its last announcement is the same tap. With `tells_leaving` (RDM6300, which
    repeats) two equal announcements in a row are an arrival, for the checksum of one byte lets a damaged number pass,
    and that does not come twice. The end of the repeats is TagLeft, and a pad is empty once nothing was repeated for
    `gap_ms`: a card that lay there all the time is the same card. Without it (ID-12LA, which speaks once) each
    announcement counts, silence says nothing, and only another tag takes the place of the last; ZoneEmpty means "ready
    for a card" then, as such a reader cannot find a card that it announced before the port was opened.
    """

    def __init__(self, zone: str, gap_ms: float = TAP_GAP_MS, *, tells_leaving: bool = True) -> None:
        super().__init__(zone)
        self._gap_ms = gap_ms
        self._tells_leaving = tells_leaving

    def _forget(self) -> None:
        self._tag: str | None = None
        self._announced_last = ("", 0.0)
        """The number that was announced last, whether it counted or not, and when its repeat comes too late."""

    def ready(self, at_ms: float) -> list[ports.DeviceEvent]:
        """Return ZoneEmpty, unless a card was announced before, or may be repeated."""
        if self._is_certain or self.next_check_ms is not None:
            return []
        if self._tells_leaving:
            self.next_check_ms = at_ms + self._gap_ms
            return []
        self._note_certainty()
        return [ports.ZoneEmpty(self.zone, at_ms)]

    def saw(self, tags: Sequence[str], at_ms: float) -> list[ports.DeviceEvent]:
        """Handle the announced tags, in order."""
        told: list[ports.DeviceEvent] = []
        for tag in tags:
            told += self.check(at_ms)
            told += self._announced(tag, at_ms)
        return told

    def _announced(self, tag: str, at_ms: float) -> list[ports.DeviceEvent]:
        is_same_tap = tag == self._tag and self.next_check_ms is not None
        (last, ends_ms), self._announced_last = self._announced_last, (tag, at_ms + self._gap_ms)
        is_repeated = tag == last and at_ms < ends_ms
        if self._tells_leaving and not (is_same_tap or is_repeated):
            return []
        before, self._tag = self._tag, tag
        self.next_check_ms = at_ms + self._gap_ms
        self._note_certainty()
        if is_same_tap:
            return []
        return changed(self.zone, () if before is None else (before,), (tag,), at_ms)

    def check(self, at_ms: float) -> list[ports.DeviceEvent]:
        """End the tap when its repeats have stopped, and the wait for a first one."""
        if self.next_check_ms is None or at_ms < self.next_check_ms:
            return []
        self.next_check_ms = None
        if not self._tells_leaving:
            return []
        if self._tag is None:
            self._note_certainty()
            return [ports.ZoneEmpty(self.zone, at_ms)]
        gone, self._tag = self._tag, None
        return [ports.TagLeft(self.zone, gone, at_ms)]

    def is_settled(self) -> bool:
        """Return whether no repeat is awaited."""
        return self.next_check_ms is None


Presence: TypeAlias = PolledPresence | TapPresence
"""What a reader's shell needs of either kind."""
