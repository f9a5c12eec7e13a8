"""Which panel of a bus is written next: each gets its newest picture only, lost ones are tried again later.

Pure but for `Job.run`, which does the transfers: no thread, no loop, no lock. Its shells are in `bus`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, PanelError

RESEND_S = 30.0
"""A glitch on the bus stays on a panel until it is sent the whole picture again."""
RETRY_S = 5.0


class Panel(Protocol):
    """What the writer needs of a panel."""

    bytes_sent: int
    full_pictures: int

    def show(self, picture: bytes) -> None:
        """Send what differs; raises PanelError."""

    def show_whole(self, picture: bytes) -> None:
        """Send all of it; raises PanelError."""

    def close(self) -> None:
        """Darken it, and release it; raises nothing."""


OpenPanel = Callable[[], Panel]
"""Opens a panel; raises PanelError."""


@dataclass(slots=True)
class _Place:
    """One panel's place on the bus. At `due_s` the whole picture is sent again, or a lost panel is tried."""

    name: str
    open_panel: OpenPanel
    panel: Panel | None = None
    newest: bytes | None = None
    is_waiting: bool = False
    is_lost: bool = False
    losses: int = 0
    due_s: float = 0.0


@dataclass(frozen=True, slots=True)
class PanelCounters:
    """What was counted for one panel, for the status page."""

    bytes_sent: int
    full_pictures: int
    losses: int
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Job:
    """One picture for one panel."""

    place: _Place
    picture: bytes
    is_whole: bool

    def run(self) -> PanelError | None:
        """Do the transfers, which takes as long as the bus needs; give what went wrong."""
        try:
            panel = self.place.panel = self.place.panel or self.place.open_panel()
            if self.is_whole:
                panel.show_whole(self.picture)
            else:
                panel.show(self.picture)
        except PanelError as error:
            return error
        return None


class Writer:
    """The panels of one bus, by name. The caller runs one job at a time, and calls nothing else at once."""

    def __init__(self, panels: Mapping[str, OpenPanel]) -> None:
        self._places = {name: _Place(name, open_panel) for name, open_panel in panels.items()}
        self._waiting: list[_Place] = []

    def want(self, name: str, picture: bytes) -> None:
        """Note a panel's newest picture, in place of an older one that has not been written yet."""
        place = self._places[name]
        if place.newest != picture:
            place.newest = picture
            self._queue(place)

    def take(self, now_s: float) -> Job | None:
        """Return what is to be written now: who has waited longest comes first."""
        for place in self._places.values():
            if place.newest is not None and now_s >= place.due_s:
                self._queue(place, even_if_lost=True)
        if not self._waiting:
            return None
        place = self._waiting.pop(0)
        place.is_waiting = False
        return Job(place, place.newest or b"", is_whole=now_s >= place.due_s)

    def done(self, job: Job, error: PanelError | None, now_s: float) -> DeviceEvent | None:
        """Note a job's end, and return the event that follows from it."""
        place, was_lost = job.place, job.place.is_lost
        if error is not None:
            place.is_lost = True
            place.due_s = now_s + RETRY_S
            if was_lost:
                return None
            place.losses += 1
            device = f"display {place.name}"
            return DeviceLost(device, f"{device}: {error} (retrying)", now_s * 1_000, error.fault)
        place.is_lost = False
        if job.is_whole:
            place.due_s = now_s + RESEND_S
        if place.newest != job.picture:
            self._queue(place)
        return DeviceFound(f"display {place.name}", now_s * 1_000) if was_lost else None

    def next_s(self) -> float | None:
        """Return when `take` will next have something by itself; None while no panel has a picture."""
        return min((place.due_s for place in self._places.values() if place.newest is not None), default=None)

    def close(self) -> None:
        """Darken all panels."""
        for place in self._places.values():
            panel, place.panel = place.panel, None
            if panel is not None:
                panel.close()

    def counters(self) -> dict[str, PanelCounters]:
        """Return the numbers of each panel."""
        return {name: _counters(place) for name, place in self._places.items()}

    def _queue(self, place: _Place, *, even_if_lost: bool = False) -> None:
        if place.is_waiting or (place.is_lost and not even_if_lost):
            return
        place.is_waiting = True
        self._waiting.append(place)


def _counters(place: _Place) -> PanelCounters:
    panel = place.panel
    sent, full = (panel.bytes_sent, panel.full_pictures) if panel else (0, 0)
    return PanelCounters(sent, full, place.losses, place.is_lost)
