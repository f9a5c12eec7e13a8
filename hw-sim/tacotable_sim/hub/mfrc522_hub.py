"""The reader hub's own program in a real MicroPython, a child process; for a cable it is an emulator like others.

The child has the chips' models; what lies on its antennas and touches its contacts is looked up every few milliseconds
and handed to it through a small file (`mfrc522_world`). Time is real here: MicroPython knows no other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import subprocess
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable_sim.hub.mfrc522_world import World
from tacotable_sim.hub.on_loop import USB_BAUD
from tacotable_sim.hub.program import hub_program, micropython

if TYPE_CHECKING:
    from tacotable_sim.hub.contacts import HubContacts
    from tacotable_sim.readers.antenna import Field

RESET_STATUS = 3
"""The status with which the simulated board's program ends when it wants to start anew."""
LOOK_S = 0.005
_READ_SIZE = 4_096
_ALL_TAGS = 2


def start_program(terminal: int, world: Path, identity: str, *, kept: str, cause: str) -> subprocess.Popen[bytes]:
    """Start the hub's program on a terminal; `kept` and `cause` are what a board keeps and knows through a reset."""
    program = hub_program()
    roots = [program / "simulated", program, Path(__file__).resolve().parents[2], ".frozen"]
    environment = {
        "MICROPYPATH": ":".join(str(root) for root in roots),
        "TACOHUB_WORLD": str(world),
        "TACOHUB_ID": identity,
        "TACOHUB_KEPT": kept,
        "TACOHUB_CAUSE": cause,
    }
    command = [str(micropython()), str(program / "main.py")]
    return subprocess.Popen(command, stdin=terminal, stdout=terminal, env=os.environ | environment)  # noqa: S603


class FirmwareHub:
    """One hub; `Emulator` of `wire`. `hears` gives the tags of each antenna; `on_lights` is told of new pictures."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        folder: Path,
        identity: str,
        hears: Sequence[Field],
        contacts: HubContacts,
        on_lights: Callable[[], None] = lambda: None,
    ) -> None:
        self.baud = USB_BAUD
        self.identity = identity
        self.world = World()
        """What the program feels; faults of readers can be put in here."""
        self._loop = loop
        self._path = folder / f"hub-{identity}"
        self._hears = hears
        self._contacts = contacts
        self._on_lights = on_lights
        self._colours = b""
        self._is_stalled = False
        self._written = bytes(self.world.bytes)
        self._send: Callable[[bytes], None] = lambda data: None
        self._child: subprocess.Popen[bytes] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._master = self._slave = -1
        self._kept = "0"

    def connect(self, send: Callable[[bytes], None]) -> None:
        """Connect the cable."""
        self._send = send

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host; a program that stands still loses what its terminal cannot keep."""
        with contextlib.suppress(BlockingIOError):
            if self._master >= 0:
                os.write(self._master, data)

    def power(self, on: bool) -> None:
        """Start the program, or let it lose its power."""
        if on and self._child is None:
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self._settle_reading()
            self._feel()
            self._child = start_program(self._slave, self._path, self.identity, kept="0", cause="1")
            self._look()
        elif not on and self._child is not None:
            self._end()

    def stall(self, on: bool) -> None:
        """Stall the host's side, or release it: while stalled the terminal fills up, as USB does."""
        self._is_stalled = on
        if self._master >= 0:
            self._settle_reading()

    def mark(self) -> int:
        """Return a number which `felt` will have reached when the program has felt the table as it is now."""
        self._feel(is_marked=True)
        return self.world.number()

    def felt(self) -> int:
        """Return how far the program has come: this machine may be slow."""
        path = self._path.with_name(self._path.name + ".felt")
        return int.from_bytes(path.read_bytes()[:4], "little") if path.exists() else 0

    def pixels(self) -> list[tuple[int, int, int]]:
        """Return what the lights show: red, green, blue of each."""
        self._see_lights()
        data = self._colours
        return [(data[place + 1], data[place], data[place + 2]) for place in range(0, len(data) - 2, 3)]

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._loop.remove_reader(self._master)
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1
        self._path.with_name(self._path.name + ".lights").unlink(missing_ok=True)
        self._see_lights()

    def _settle_reading(self) -> None:
        if self._is_stalled:
            self._loop.remove_reader(self._master)
        else:
            self._loop.add_reader(self._master, self._read)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._send(os.read(self._master, _READ_SIZE))

    def _look(self) -> None:
        self._feel()
        self._follow_restart()
        self._see_lights()
        self._timer = self._loop.call_later(LOOK_S, self._look)

    def _feel(self, *, is_marked: bool = False) -> None:
        """Hand on what has changed; with a new number in any case, if it is to be marked."""
        for reader, field in enumerate(self._hears):
            self.world.lay(reader, tuple(bytes.fromhex(tag) for tag in field()[:_ALL_TAGS]))
        self.world.close(self._contacts.closed())
        if self.world.more() >= 0:
            self.world.close_more(self._contacts.more())
        if not is_marked and bytes(self.world.bytes) == self._written and self._path.exists():
            return
        self.world.count_up()
        self._written = bytes(self.world.bytes)
        with self._path.open("r+b" if self._path.exists() else "wb") as file:
            file.write(self._written)

    def _see_lights(self) -> None:
        path = self._path.with_name(self._path.name + ".lights")
        colours = path.read_bytes() if path.exists() else b""
        if colours != self._colours:
            self._colours = colours
            self._on_lights()

    def _follow_restart(self) -> None:
        """Start the program again where it ended because it wanted that."""
        if self._child is None or self._child.poll() != RESET_STATUS:
            return
        kept = self._path.with_name(self._path.name + ".kept").read_text(encoding="utf-8")
        self._child = start_program(self._slave, self._path, self.identity, kept=kept, cause="3")
