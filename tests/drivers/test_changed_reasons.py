"""A lost device is lost again when the reason changes, and not while it stays: each kind that is tried again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

import pytest

from tacotable_drivers.hub.hub import HubZone
from tacotable_drivers.lights.lights import BoardLights
from tacotable_drivers.ports import (
    DeviceEvent,
    DeviceLost,
    LightsError,
    PanelError,
    PinError,
    PortError,
    PortOpener,
    Sink,
    tell_all,
)
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.retried import Retried
from tacotable_drivers.screens.writer import Writer
from tacotable_drivers.wire.hub_messages import Lying
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

REASONS = ("silent", "silent", "stuck", "stuck", "silent")


class Failing:
    """What fails for each of the reasons in turn, and for the last one ever after."""

    def __init__(self, error: type[Exception]) -> None:
        self.error, self.reasons = error, list(REASONS)

    def __call__(self, *_arguments: object) -> NoReturn:
        raise self.error(self.reasons.pop(0) if len(self.reasons) > 1 else self.reasons[0])


def reader(sink: Sink, loop: VirtualLoop) -> None:
    failing = Failing(PortError)
    opener: PortOpener = lambda on_bytes, on_lost: failing()  # noqa: E731  # with the names of its arguments
    Reader("A", "usb", opener, Pn532Session(), PolledPresence("A"), sink, loop).start()


def pin(sink: Sink, loop: VirtualLoop) -> None:
    Retried("lamp A", Failing(PinError), lambda output: (), sink, loop).open()


def strip(sink: Sink, loop: VirtualLoop) -> None:
    BoardLights(Failing(LightsError), 9, sink, loop).start()


def display(sink: Sink, loop: VirtualLoop) -> None:
    writer = Writer({"A": Failing(PanelError)})
    writer.want("A", bytes(1_024))
    for second in range(60):
        if job := writer.take(second):
            tell_all(sink, writer.done(job, job.run(), second))


def hub_reader(sink: Sink, loop: VirtualLoop) -> None:
    zone = HubZone("A", "hub", 0)
    for count, why in enumerate(REASONS):
        for event in zone.take(Lying(count, 0, None, why), 0.0):
            sink(event)


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.mark.parametrize("device", [reader, pin, strip, display, hub_reader])
def test_a_lost_device_is_lost_again_with_each_other_reason(
    device: Callable[[Sink, VirtualLoop], None], loop: VirtualLoop
) -> None:
    told: list[DeviceEvent] = []
    device(told.append, loop)
    loop.run_for(60.0)

    reasons = [event.reason for event in told if isinstance(event, DeviceLost)]
    assert len(reasons) == 3
    assert reasons[0] == reasons[2] != reasons[1]
