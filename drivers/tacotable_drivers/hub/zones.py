"""What lies on the readers of a hub, as events of their zones.

The hub has settled it already (two scans to arrive, several to leave), so each change is told as it comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_drivers.ports import (
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    TagArrived,
    TagLeft,
    TagsCrowded,
    ZoneEmpty,
    ZoneUnknown,
)

if TYPE_CHECKING:
    from tacotable_drivers.wire.hub_messages import Lying

SELECT_PINS = (17, 20, 21)
"""The select pin (SDA) of each reader (firmware/pico/README.md, "Pins")."""
WAIT = "wait"
"""The hub has not decided yet; this is no fault."""
_TROUBLES = {
    "silent": "it does not answer; are its wires in, its select wire on GP{pin}, its supply at 3.3 V?",
    "stuck": "it answers but carries nothing out; check its supply, and make its wires 20 cm at most",
    "noisy": "what it hears makes no sense; are cards stacked on it, or is metal or another reader near?",
}


class HubZone:
    """One reader of a hub, at a place 0..2, and the zone over it. Nobody knows at first what lies there."""

    def __init__(self, zone: str, hub: str, place: int) -> None:
        self._zone = zone
        self._hub = hub
        self._place = place
        self._tags: tuple[str, ...] | None = None
        self._has_more = False
        self._has_told_unknown = False
        self._is_lost = False

    def take(self, lying: Lying, at_ms: float) -> list[DeviceEvent]:
        """Handle what the hub says of this reader."""
        if lying.tags is None:
            if lying.why == WAIT:
                return [] if self._tags is None else self.lost(at_ms)
            told = self.lost(at_ms)
            if not self._is_lost:
                self._is_lost = True
                told.append(DeviceLost(f"reader {self._zone}", self._reason(lying.why), at_ms))
            return told
        return [*self._find(at_ms), *self._change(lying.tags, at_ms, has_more=lying.has_more)]

    def lost(self, at_ms: float) -> list[DeviceEvent]:
        """Note that the hub is gone: the zone is unknown, which is told once."""
        self._tags = None
        if self._has_told_unknown:
            return []
        self._has_told_unknown = True
        return [ZoneUnknown(self._zone, at_ms)]

    def _reason(self, why: str) -> str:
        trouble = _TROUBLES.get(why, f"the hub says '{why}' of it").format(pin=SELECT_PINS[self._place])
        return f"reader '{self._zone}' on hub '{self._hub}', place {self._place}: {trouble} (retrying)"

    def _find(self, at_ms: float) -> list[DeviceEvent]:
        if not self._is_lost:
            return []
        self._is_lost = False
        return [DeviceFound(f"reader {self._zone}", at_ms)]

    def _change(self, tags: tuple[str, ...], at_ms: float, *, has_more: bool) -> list[DeviceEvent]:
        before, self._tags = self._tags, tags
        had_more, self._has_more = self._has_more, has_more
        self._has_told_unknown = False
        if before == tags and had_more >= has_more:
            return []
        told: list[DeviceEvent] = [TagLeft(self._zone, tag, at_ms) for tag in before or () if tag not in tags]
        if len(tags) > 1:
            told.append(TagsCrowded(self._zone, tags, at_ms, has_more))
        elif tags:
            told.append(TagArrived(self._zone, tags[0], at_ms))
        elif before is None:
            told.append(ZoneEmpty(self._zone, at_ms))
        return told
