"""The pin of one device: it is opened at the start, and again and again after it could not be had or driven."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import (
    Contact,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    Output,
    PinError,
    Sink,
    Sounder,
    tell_all,
)

RETRY_S = 5.0
P = TypeVar("P", Contact, Output, Sounder)


class RetriedPin(Generic[P]):
    """A pin that may come and go; `pin` is None while it cannot be had.

    `begin` puts an opened pin to use and returns the events that follow from its level. The loss is reported once for
    each reason, and the return once.
    """

    def __init__(
        self,
        device: str,
        open_pin: Callable[[], P],
        begin: Callable[[P], Sequence[DeviceEvent]],
        sink: Sink,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.pin: P | None = None
        self._device = device
        self._open_pin: Callable[[], P] = open_pin
        self._begin: Callable[[P], Sequence[DeviceEvent]] = begin
        self._sink = sink
        self._told_loss = ""
        self._timer = LoopTimer(loop)

    def open(self, _due_ms: float = 0.0) -> None:
        """Open the pin, or report why it cannot be had and try again later."""
        try:
            self.pin = self._open_pin()
            events = self._begin(self.pin)
        except PinError as error:
            self.lose(error)
            return
        if self._told_loss:
            self._told_loss = ""
            self._sink(DeviceFound(self._device, self._timer.now_ms()))
        tell_all(self._sink, events)

    def drive(self, action: Callable[[P], object]) -> None:
        """Do something with the pin if it is open."""
        try:
            if self.pin is not None:
                action(self.pin)
        except PinError as error:
            self.lose(error)

    def lose(self, error: PinError) -> None:
        """Release the pin, report the reason, and open the pin again later."""
        self.close()
        reason = f"{self._device}: {error} (retrying)"
        if reason != self._told_loss:
            self._told_loss = reason
            self._sink(DeviceLost(self._device, reason, self._timer.now_ms(), error.fault))
        self._timer.set(self._timer.now_ms() + RETRY_S * 1_000, self.open)

    def close(self) -> None:
        """Release the pin, and open it no more."""
        self._timer.cancel()
        pin, self.pin = self.pin, None
        if pin is not None:
            pin.close()
