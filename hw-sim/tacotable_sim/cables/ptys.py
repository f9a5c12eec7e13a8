"""A pseudo terminal with an emulator behind it, for drivers (and other programs) that open a path.

The link's name is stable; plugging the device out and in gives a new terminal behind the same link, as udev does.
A pty knows neither speed nor parity: a wrong baud rate is not noticed here.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import tty
from pathlib import Path

from tacotable_sim.cables.wire import Emulator, Wire

READ_SIZE = 4_096


class PtyCable:
    """The cable of one device, as a path. It is plugged in at first.

    With `paced`, the device's bytes take their time on the wire; without, the kernel carries them at once.
    """

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop, emulator: Emulator, *, paced: bool = False) -> None:
        self.path = path
        self._loop = loop
        self._emulator = emulator
        self._paced = paced
        self._wire = Wire(loop, self._write)
        self._master = self._slave = -1
        emulator.connect(self._send)
        self.replug()

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master >= 0

    def unplug(self) -> None:
        """Pull the cable: the device loses its power, the link vanishes, who reads gets an error."""
        if self._master < 0:
            return
        self._emulator.power(False)
        self._wire.cut()
        self._loop.remove_reader(self._master)
        self.path.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def replug(self) -> None:
        """Put the cable back in: a new terminal behind the same link, and a device that starts anew."""
        if self._master >= 0:
            return
        # The slave end stays open here too: else the master would fail whenever a host closes its end.
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(self._slave))
        self._loop.add_reader(self._master, self._read)
        self._emulator.power(True)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._emulator.receive(os.read(self._master, READ_SIZE))

    def _send(self, data: bytes) -> None:
        if self._paced:
            self._wire.carry(data, self._emulator.baud)
        else:
            self._write(data)

    def _write(self, data: bytes) -> None:
        if self._master < 0:
            return
        # A host that does not read lets the kernel's buffer fill up; a real device's bytes are lost then, too.
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)
