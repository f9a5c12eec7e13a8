"""One hub of a table: what it says becomes the events of the zones, buttons and sensors that hang on it.

Pure: messages and the fitted clock come in, events are given back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tacotable_drivers.hub.contacts import HubButton, HubSensor
from tacotable_drivers.hub.zones import HubZone
from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, FaultKind
from tacotable_drivers.wire.hub_messages import Fault, HubEvent, Moved, Snap, Tags

if TYPE_CHECKING:
    from tacotable_drivers.hub.clock import ClockFit
    from tacotable_drivers.hub.plan import HubPlan

BUTTONS, SENSORS, MORE = "b", "s", "x"
"""The groups of contacts, as the protocol calls them."""


class Hub:
    """One hub by its plan. Nothing is known of it until `believe`, nor after `lost`."""

    def __init__(self, plan: HubPlan) -> None:
        self.plan = plan
        self.device = f"hub {plan.name}"
        self.is_known = False
        self._reason = ""
        self._boot = ""
        self._zones = {place: HubZone(zone, plan.name, place) for place, zone in sorted(plan.readers.items())}
        self._buttons = {
            BUTTONS: {place: HubButton(name) for place, name in sorted(plan.buttons.items())},
            MORE: {place: HubButton(name) for place, name in sorted(plan.more.items())},
        }
        self._sensors = {place: HubSensor(space) for place, space in sorted(plan.sensors.items())}
        self._is_expander_lost = False

    def believe(self, snap: Snap, clock: ClockFit, now_ms: float) -> list[DeviceEvent]:
        """Handle the whole state; after a new start of the hub the counting of presses begins with it."""
        if snap.boot != self._boot:
            self._boot = snap.boot
            for button in self._all_buttons():
                button.restart()
        at_ms, error_ms = clock.host_ms(snap.at, now_ms), clock.error_ms(now_ms)
        return [
            *self._found(at_ms),
            *self._lying(snap, at_ms),
            *_taken(self._sensors.values(), snap.sensors, at_ms, error_ms),
            *_taken(self._buttons[BUTTONS].values(), snap.buttons, at_ms, error_ms),
            *self._expander(is_silent=snap.more is None, at_ms=at_ms),
            *_taken(self._buttons[MORE].values(), snap.more or (), at_ms, error_ms),
        ]

    def _lying(self, snap: Snap, at_ms: float) -> Iterable[DeviceEvent]:
        for place, lying in enumerate(snap.readers):
            zone = self._zones.get(place)
            if zone is not None and lying is not None:
                yield from zone.take(lying, at_ms)

    def happened(self, event: HubEvent, clock: ClockFit, now_ms: float) -> list[DeviceEvent]:
        """Handle the next event; it is told with the time at which the hub first saw it."""
        match event:
            case Tags(_, place, lying):
                zone = self._zones.get(place)
                return zone.take(lying, clock.host_ms(lying.at, now_ms)) if zone else []
            case Moved(_, group, place, count, at):
                contact = self._sensors.get(place) if group == SENSORS else self._buttons[group].get(place)
                return contact.take(count, clock.host_ms(at, now_ms), clock.error_ms(now_ms)) if contact else []
            case Fault(_, group, why, at):
                return self._expander(is_silent=bool(why), at_ms=clock.host_ms(at, now_ms)) if group == MORE else []

    def lost(
        self, reason: str, now_ms: float, *, is_mend: bool = False, fault: FaultKind = FaultKind.FAILED
    ) -> list[DeviceEvent]:
        """Note that nobody knows anything of it; told once, and once more where a reason says how to mend it."""
        told = [event for zone in self._zones.values() for event in zone.lost(now_ms)]
        told += [event for button in self._all_buttons() for event in button.lose_sight(now_ms)]
        self.is_known = False
        if self._reason and (reason == self._reason or not is_mend):
            return told
        self._reason = reason
        return [*told, DeviceLost(self.device, reason, now_ms, fault)]

    def is_told_lost(self) -> bool:
        """Return whether its loss has been told."""
        return bool(self._reason)

    def quiet(self, at: int, clock: ClockFit, now_ms: float) -> list[DeviceEvent]:
        """Return which presses have lasted, now that all is known up to a moment of the hub's clock."""
        known_ms = clock.host_ms(at, now_ms)
        return [event for button in self._all_buttons() for event in button.wait(known_ms)]

    def next_ms(self) -> float | None:
        """Return the moment up to which all must be known for `quiet` to have something to tell."""
        times = (button.next_ms() for button in self._all_buttons())
        return min((time for time in times if time is not None), default=None)

    def _all_buttons(self) -> Iterable[HubButton]:
        return chain(self._buttons[BUTTONS].values(), self._buttons[MORE].values())

    def _found(self, at_ms: float) -> list[DeviceEvent]:
        self.is_known = True
        if not self._reason:
            return []
        self._reason = ""
        return [DeviceFound(self.device, at_ms)]

    def _expander(self, *, is_silent: bool, at_ms: float) -> list[DeviceEvent]:
        """Return once that the expander fell silent, and once that it is back."""
        if is_silent == self._is_expander_lost:
            return []
        self._is_expander_lost = is_silent
        device = f"expander {self.plan.name}"
        if not is_silent:
            return [DeviceFound(device, at_ms)]
        unseen = [event for button in self._buttons[MORE].values() for event in button.lose_sight(at_ms)]
        reason = (
            f"expander on hub '{self.plan.name}': no MCP23017 answers at 0x20; check its supply, SDA on GP26 and SCL "
            "on GP27, and that A0 to A2 are on ground (retrying)"
        )
        return [*unseen, DeviceLost(device, reason, at_ms)]


def _taken(
    contacts: Iterable[HubButton | HubSensor], counts: Sequence[int], at_ms: float, error_ms: float
) -> Iterable[DeviceEvent]:
    """Yield what follows from the counters of a group, in order; a hub that tells too few tells nothing of the rest."""
    for contact, count in zip(contacts, counts, strict=False):
        yield from contact.take(count, at_ms, error_ms)
