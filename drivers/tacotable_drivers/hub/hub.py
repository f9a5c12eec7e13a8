"""One hub of a table: what it says becomes the events of the zones, buttons and sensors that hang on it.

Pure: messages and the fitted clock come in, events are given back. Of contacts their change counters come, which tell
every change, so no press is lost where the events of a hub were: what happened meanwhile is told with the next
snapshot. The first counter of a start of the hub is where counting begins: a button that is down then was not pressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable_drivers.button import Button, Sensor
from tacotable_drivers.loss import Loss
from tacotable_drivers.ports import ButtonPressed, DeviceEvent, FaultKind, ZoneEmpty, without_phones
from tacotable_drivers.presence import ZonePresence, changed
from tacotable_drivers.wire.hub_messages import Fault, HubEvent, Lying, Moved, Snap, Tags

if TYPE_CHECKING:
    from tacotable_drivers.hub.clock import ClockFit
    from tacotable_drivers.hub.plan import HubPlan

BUTTONS, SENSORS, MORE = "b", "s", "x"  # The groups of contacts, as the protocol calls them.
SELECT_PINS = (17, 20, 21)  # The select pin (SDA) of each reader (firmware/pico/README.md, "Pins").
WAIT = "wait"  # The hub has not decided yet; this is no fault.
_TROUBLES = {
    "silent": "it does not answer; are its wires in, its select wire on GP{pin}, its supply at 3.3 V?",
    "stuck": "it answers but carries nothing out; check its supply, and make its wires 20 cm at most",
    "noisy": "what it hears makes no sense; are cards stacked on it, or is metal or another reader near?",
}


class HubZone(ZonePresence):
    """One reader of a hub, at a place 0..2, and the zone over it. Nobody knows at first what lies there.

    The hub has settled it already (two scans to arrive, several to leave), so each change is told as it comes.
    """

    def __init__(self, zone: str, hub: str, place: int) -> None:
        super().__init__(zone)
        self._hub = hub
        self._place = place
        self._has_more = False
        self._loss = Loss(f"reader {zone}")

    def _forget(self) -> None:
        self._tags: tuple[str, ...] | None = None

    def take(self, lying: Lying, at_ms: float) -> list[DeviceEvent]:
        """Handle what the hub says of this reader."""
        if lying.tags is not None:
            found = self._loss.found(at_ms)
            return found + self._change(without_phones(lying.tags), at_ms, has_more=lying.has_more)
        told = self.lost(at_ms) if lying.why != WAIT or self._tags is not None else []
        if lying.why != WAIT:
            trouble = _TROUBLES.get(lying.why, f"the hub says '{lying.why}' of it").format(pin=SELECT_PINS[self._place])
            reason = f"reader '{self.zone}' on hub '{self._hub}', place {self._place}: {trouble} (retrying)"
            told += self._loss.lost(reason, at_ms)
        return told

    def _change(self, tags: tuple[str, ...], at_ms: float, *, has_more: bool) -> list[DeviceEvent]:
        before, self._tags = self._tags, tags
        had_more, self._has_more = self._has_more, has_more
        self._note_certainty()
        if before == tags and had_more >= has_more:
            return []
        if before is None and not tags:
            return [ZoneEmpty(self.zone, at_ms)]
        return changed(self.zone, before or (), tags, at_ms, has_more=has_more)


def changes(before: int, after: int) -> tuple[bool, ...]:
    """Return what a contact did between two values of its change counter: closed (True) or opened, one by one.

    >>> changes(1, 4)
    (False, True, False)
    """
    return tuple((before + step) % 2 == 1 for step in range(1, (after - before) % 256 + 1))


class HubButton(Button):
    """One button. A press that nobody saw the end of, because the hub was silent, is dropped without a word."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._count: int | None = None

    def take(self, count: int, at_ms: float, error_ms: float) -> list[DeviceEvent]:
        """Handle its counter as it was at a moment."""
        before, self._count = self._count, count
        if before is None:
            return self.begin(count % 2 == 1, at_ms)
        told = [event for is_down in changes(before, count) for event in self.changed(is_down, at_ms)]
        return [replace(event, error_ms=error_ms) if isinstance(event, ButtonPressed) else event for event in told]

    def restart(self) -> None:
        """Note that the hub has restarted, so that its counter did."""
        self._count = None


class HubSensor(Sensor):
    """One board sensor; its level is told when it differs from the one that was told last."""

    def __init__(self, space: int) -> None:
        super().__init__(space)
        self._is_closed: bool | None = None

    def take(self, count: int, at_ms: float, _error_ms: float) -> list[DeviceEvent]:
        """Handle its counter as it was at a moment."""
        is_closed = count % 2 == 1
        if is_closed == self._is_closed:
            return []
        self._is_closed = is_closed
        return self.changed(is_closed, at_ms)


class Hub:
    """One hub by its plan. Nothing is known of it until `believe`, nor after `lost`."""

    def __init__(self, plan: HubPlan) -> None:
        self.plan = plan
        self.loss = Loss(f"hub {plan.name}")
        self.is_known = False
        self.picture = plan.picture({}, ())
        """What its lights shall show."""
        self._boot = ""
        self._zones = {place: HubZone(zone, plan.name, place) for place, zone in sorted(plan.readers.items())}
        self._buttons = {
            BUTTONS: {place: HubButton(name) for place, name in sorted(plan.buttons.items())},
            MORE: {place: HubButton(name) for place, name in sorted(plan.more.items())},
        }
        self._all_buttons = [button for group in self._buttons.values() for button in group.values()]
        self._sensors = {place: HubSensor(space) for place, space in sorted(plan.sensors.items())}
        self._expander_loss = Loss(f"expander {plan.name}")

    def believe(self, snap: Snap, clock: ClockFit, now_ms: float) -> list[DeviceEvent]:
        """Handle the whole state; after a new start of the hub the counting of presses begins with it."""
        if snap.boot != self._boot:
            self._boot = snap.boot
            for button in self._all_buttons:
                button.restart()
        at_ms, error_ms = clock.host_ms(snap.at, now_ms), clock.error_ms(now_ms)
        self.is_known = True
        lying = [(self._zones[place], told) for place, told in enumerate(snap.readers) if told and place in self._zones]
        return [
            *self.loss.found(at_ms),
            *(event for zone, told in lying for event in zone.take(told, at_ms)),
            *_taken(self._sensors.values(), snap.sensors, at_ms, error_ms),
            *_taken(self._buttons[BUTTONS].values(), snap.buttons, at_ms, error_ms),
            *self._expander(is_silent=snap.more is None, at_ms=at_ms),
            *_taken(self._buttons[MORE].values(), snap.more or (), at_ms, error_ms),
        ]

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
        told += [event for button in self._all_buttons for event in button.forget(now_ms)]
        self.is_known = False
        return told if self.loss.reason and not is_mend else told + self.loss.lost(reason, now_ms, fault)

    def quiet(self, at: int, clock: ClockFit, now_ms: float) -> list[DeviceEvent]:
        """Return which presses have lasted, now that all is known up to a moment of the hub's clock."""
        known_ms = clock.host_ms(at, now_ms)
        return [event for button in self._all_buttons for event in button.wait(known_ms)]

    def next_ms(self) -> float | None:
        """Return the moment up to which all must be known for `quiet` to have something to tell."""
        times = (button.next_ms() for button in self._all_buttons)
        return min((time for time in times if time is not None), default=None)

    def _expander(self, *, is_silent: bool, at_ms: float) -> list[DeviceEvent]:
        """Return once that the expander fell silent, and once that it is back."""
        if not is_silent:
            return self._expander_loss.found(at_ms)
        unseen = [event for button in self._buttons[MORE].values() for event in button.forget(at_ms)]
        reason = (
            f"expander on hub '{self.plan.name}': no MCP23017 answers at 0x20; check its supply, SDA on GP26 and SCL "
            "on GP27, and that A0 to A2 are on ground (retrying)"
        )
        return unseen + self._expander_loss.lost(reason, at_ms)


def _taken(
    contacts: Iterable[HubButton | HubSensor], counts: Sequence[int], at_ms: float, error_ms: float
) -> Iterable[DeviceEvent]:
    """Yield what follows from the counters of a group, in order; a hub that tells too few tells nothing of the rest."""
    for contact, count in zip(contacts, counts, strict=False):
        yield from contact.take(count, at_ms, error_ms)
