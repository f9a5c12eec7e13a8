"""A line with a reader's driver on one end, and the tests of its faults on the other."""

from __future__ import annotations

import contextlib
import os
import tty
from pathlib import Path

from tacotable_drivers.ports import DeviceEvent, DeviceLost, TagArrived
from tacotable_drivers.presence import TapPresence
from tacotable_drivers.readers.announcing import AnnouncingSession
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.serial_port import SerialOpener
from tacotable_drivers.wire import rdm6300
from tacotable_sim.time.virtual_time import VirtualLoop

TAG = "0C000621A5"
NTAG = "04A1B2C3D4E5F6"
FRAME = rdm6300.encode(TAG)
TAP = FRAME * 2
"""What a reader that repeats has to say of a tag before it counts."""
BETWEEN_TAPS_S = 0.7


class Line:
    """A pseudo terminal with an announcing reader's driver on one end, and these tests on the other."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.told: list[DeviceEvent] = []
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        path = Path(os.ttyname(self.slave))
        self.session = AnnouncingSession(rdm6300.frames(rdm6300.Layout.RDM6300))
        opener = SerialOpener(path, rdm6300.BAUD, loop)
        self.reader = Reader("pad", str(path), opener, self.session, TapPresence("pad"), self.told.append, loop)
        self.reader.start()
        loop.run_for(1.0)

    def send(self, data: bytes, rest_s: float = BETWEEN_TAPS_S) -> None:
        os.write(self.master, data)
        self.loop.run_for(rest_s)

    @property
    def arrived(self) -> list[str]:
        return [event.tag for event in self.told if isinstance(event, TagArrived)]

    @property
    def lost(self) -> list[str]:
        return [event.reason for event in self.told if isinstance(event, DeviceLost)]

    def close(self) -> None:
        self.reader.stop()
        for end in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(end)
