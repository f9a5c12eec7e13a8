"""A pin or strip of one device: it is opened at the start, and again 5 s after it could not be opened or driven."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.loss import Loss
from tacotable_drivers.ports import DeviceEvent, DriverError, Sink, tell_all

RETRY_S = 5.0


class _Closable(Protocol):
    def close(self) -> None: ...


P = TypeVar("P", bound=_Closable)


class Retried(Generic[P]):
    """A part that may come and go; `part` is None while it cannot be had.

    `begin` puts an opened part to use and returns the events that follow from its level. The loss is reported once for
    each reason, and the return once.
    """

    def __init__(
        self,
        device: str,
        open_part: Callable[[], P],
        begin: Callable[[P], Sequence[DeviceEvent]],
        sink: Sink,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.part: P | None = None
        self._loss = Loss(device)
        self._open_part = open_part
        self._begin = begin
        self._sink = sink
        self._timer = LoopTimer(loop)

    def open(self, _due_ms: float = 0.0) -> None:
        """Open the part, or report why it cannot be had and try again later."""
        try:
            self.part = self._open_part()
            events = self._begin(self.part)
        except DriverError as error:
            self._lose(error)
            return
        tell_all(self._sink, [*self._loss.found(self._timer.now_ms()), *events])

    def drive(self, action: Callable[[P], object]) -> None:
        """Do something with the part if it is open."""
        try:
            if self.part is not None:
                action(self.part)
        except DriverError as error:
            self._lose(error)

    def close(self) -> None:
        """Release the part, and open it no more."""
        self._timer.cancel()
        part, self.part = self.part, None
        if part is not None:
            part.close()

    def _lose(self, error: DriverError) -> None:
        """Release the part, report the reason, and open the part again later."""
        self.close()
        now_ms, reason = self._timer.now_ms(), f"{self._loss.device}: {error} (retrying)"
        tell_all(self._sink, self._loss.lost(reason, now_ms, error.fault))
        self._timer.set(now_ms + RETRY_S * 1_000, self.open)
