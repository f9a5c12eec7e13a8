"""Which panel of a bus is written next: each gets its newest picture only, lost ones are tried again later.

Pure but for `Job.run`, which does the transfers: no thread, no loop, no lock. Its shells are in `bus`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Protocol

from tacotable_drivers.loss import Loss
from tacotable_drivers.ports import DeviceEvent, PanelError

RENEW_S = 600.0
"""In so many seconds each part of a panel is sent again in turn: a glitch that nobody noticed stays so long.

A part follows the last within ten seconds, so that a panel that is gone is soon missed.
"""
MEND_S = 1.0
"""So long after trouble that was noticed a panel is sent its whole picture again: by then its supply has settled."""
RETRY_S = 4.0
"""So often a lost panel is tried; with the time that a picture takes it is whole within five seconds."""


class Panel(Protocol):
    """What the writer needs of a panel."""

    bytes_sent: int
    full_pictures: int
    parts: int  # How many parts its picture has, each a few bytes.

    def show(self, picture: bytes) -> None:
        """Send what differs; raises PanelError."""

    def renew_part(self) -> None:
        """Send the next part of what it shows again; raises PanelError."""

    def dim(self, is_dim: bool) -> None:
        """Show everything darkly from now on, or as brightly as before; raises PanelError."""

    def show_whole(self, picture: bytes) -> None:
        """Send all of it; raises PanelError."""

    def close(self) -> None:
        """Darken it, and release it; raises nothing."""


OpenPanel = Callable[[], Panel]
"""Opens a panel; raises PanelError."""


@dataclass(slots=True, eq=False)
class _Place:
    """One panel's place on the bus. At `due_s` the whole picture is sent where it is owed, else a part is renewed."""

    loss: Loss
    open_panel: OpenPanel
    panel: Panel | None = None
    newest: bytes | None = None
    due_s: float = 0.0
    owes_whole: bool = True


@dataclass(frozen=True, slots=True)
class Job:
    """One picture for one panel."""

    place: _Place
    picture: bytes
    is_whole: bool
    renews_part: bool
    is_dim: bool = False

    def run(self) -> PanelError | None:
        """Do the transfers, which takes as long as the bus needs; give what went wrong."""
        try:
            panel = self.place.panel = self.place.panel or self.place.open_panel()
            panel.dim(self.is_dim)
            if self.is_whole:
                panel.show_whole(self.picture)
            else:
                panel.show(self.picture)
                if self.renews_part:
                    panel.renew_part()
        except PanelError as error:
            return error
        return None


class Writer:
    """The panels of one bus, by name. The caller runs one job at a time, and calls nothing else at once."""

    def __init__(self, panels: Mapping[str, OpenPanel]) -> None:
        self._places = {name: _Place(Loss(f"display {name}"), open_panel) for name, open_panel in panels.items()}
        self._waiting: list[_Place] = []
        self._is_dim = False

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
        is_due, owes_whole = now_s >= place.due_s, place.owes_whole
        if is_due:
            place.owes_whole, place.due_s = False, inf  # what is owed anew while the job runs stays owed
        return Job(
            place,
            place.newest or b"",
            is_whole=is_due and owes_whole,
            renews_part=is_due and not owes_whole,
            is_dim=self._is_dim,
        )

    def done(self, job: Job, error: PanelError | None, now_s: float) -> list[DeviceEvent]:
        """Note a job's end, and return the event that follows from it, if any."""
        place = job.place
        if error is not None:
            place.owes_whole, place.due_s = True, now_s + RETRY_S
            told = place.loss.lost(f"{place.loss.device}: {error} (retrying)", now_s * 1_000, error.fault)
            if told:
                self.mend(now_s)  # what disturbed one panel of a bus may have disturbed the others, which tell nothing
            return told
        if place.panel is not None and (job.is_whole or job.renews_part):
            place.due_s = min(place.due_s, now_s + RENEW_S / place.panel.parts)
        found = place.loss.found(now_s * 1_000)
        if place.newest != job.picture:
            self._queue(place)
        return found

    def mend(self, now_s: float) -> None:
        """Owe every panel its whole picture soon: there was trouble that may have reached them."""
        for place in self._places.values():
            if not place.loss.reason:  # a lost one is tried at its own time
                place.owes_whole, place.due_s = True, min(place.due_s, now_s + MEND_S)

    def dim(self, is_dim: bool) -> None:
        """Have all panels show everything darkly from now on, or as brightly as before."""
        self._is_dim = is_dim
        for place in self._places.values():
            if place.newest is not None:
                self._queue(place)

    def next_s(self) -> float | None:
        """Return when `take` will next have something by itself; None while no panel has a picture."""
        return min((place.due_s for place in self._places.values() if place.newest is not None), default=None)

    def close(self) -> None:
        """Darken all panels."""
        for place in self._places.values():
            panel, place.panel = place.panel, None
            if panel is not None:
                panel.close()

    def traffic(self) -> dict[str, tuple[int, int]]:
        """Return for each panel the bytes on its wire (addresses and control bytes too), and its whole pictures."""
        panels = {name: place.panel for name, place in self._places.items()}
        return {name: (panel.bytes_sent, panel.full_pictures) if panel else (0, 0) for name, panel in panels.items()}

    def _queue(self, place: _Place, *, even_if_lost: bool = False) -> None:
        if place not in self._waiting and (even_if_lost or not place.loss.reason):
            self._waiting.append(place)
