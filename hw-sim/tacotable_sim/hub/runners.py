"""The reader hub's own program at the table: run by this interpreter on the table's loop, or by a real MicroPython.

On the loop whole games go by in virtual time: the sources are those that a Pico runs, with models of chips below them.
MicroPython is a child process with the models in it: what lies on its antennas and touches its contacts is looked up
every few milliseconds, and handed to it through a small file (`mfrc522_world`). Time is real there, it knows no other.
"""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import tty
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from tacotable_sim.cables.switches import MORE_AT, HubContacts
from tacotable_sim.hub.board import SimulatedBoard
from tacotable_sim.hub.mfrc522_world import World
from tacotable_sim.hub.program import load_hub, start_program

if TYPE_CHECKING:
    from tacohub.hub import Hub

    from tacotable_sim.readers.antenna import Field

USB_BAUD = 10_000_000  # USB has no such speed; with ten bits a byte this is its megabyte a second.
ROUND_S = 0.0005  # One round of the program on a Pico, beside what the readers' bus takes.
REST_S = 0.001
STARTING_S = 0.25  # From power to the program's first round: MicroPython boots, and the sources are compiled.
RESET_STATUS = 3  # The status with which the simulated board's program ends in MicroPython when it wants to start anew.
LOOK_S = 0.005  # How often MicroPython's world is looked up.
_READ_SIZE = 4_096


@dataclass(eq=False)
class HubProgram:
    """One hub; `Emulator` of `cable`. `hears` gives the tags of each antenna; `on_lights` is told of new pictures."""

    loop: AbstractEventLoop
    identity: str
    hears: Sequence[Field]
    contacts: HubContacts
    on_lights: Callable[[], None]
    baud: ClassVar[int] = USB_BAUD

    def __post_init__(self) -> None:
        self.world = World()  # What the program feels; faults of readers can be put in here.
        self._uids = [partial(_uids, field) for field in self.hears]
        self._colours = b""
        self._is_stalled = False
        self.send: Callable[[bytes], None] = lambda data: None
        self._timer: TimerHandle | None = None

    def pixels(self) -> list[tuple[int, int, int]]:
        """Return what the lights show: red, green, blue of each."""
        data = self._colours
        return [(data[place], data[place + 1], data[place + 2]) for place in range(0, len(data) - 2, 3)]

    def _show(self, colours: bytes) -> None:
        self._colours = colours
        self.on_lights()

    def _close_more(self) -> None:
        """Close the inputs of the expander, if there is one."""
        if self.world.more() >= 0:
            self.world.close_more(self.contacts.more())


@dataclass(eq=False)
class HubOnLoop(HubProgram):
    """The program in this interpreter, not MicroPython. The second of `chances` spoils what a corrupt reader hears."""

    chances: tuple[Random, Random]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rounds = 0
        self.overruns = 0  # Writes of more than its USB port had room for; a real board would have waited for the host.
        self._make_hub = load_hub()
        self._board: SimulatedBoard | None = None
        self._hub: Hub | None = None
        self.contacts.on_edge = self._feel_edge

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        if self._board is not None:
            self._board.link.to_hub.extend(data)
            self._wake()

    def power(self, on: bool) -> None:
        """Start the program, or cut its power: lights go dark with it."""
        if on == (self._board is not None):
            return
        if on:
            self._start("power", resets=0)
        else:
            self._stop()
            self._show(bytes(len(self._colours)))

    def stall(self, on: bool) -> None:
        """Stall the host's side, or release it: while stalled it accepts nothing."""
        self._is_stalled = on

    def _start(self, why: str, resets: int) -> None:
        self._board = SimulatedBoard(
            identity=self.identity,
            boot=f"{self.chances[0].getrandbits(32):08x}",
            start=why,
            resets=resets,
            now_us=lambda: int(self.loop.time() * 1e6),
            world=self.world,
            hears=self._uids,
            contacts=self.contacts,
            air=self.chances[1],
            show_lights=self._show,
        )
        self._timer = self.loop.call_later(STARTING_S, self._begin)

    def _begin(self) -> None:
        if self._board is not None:
            self._board.begin_round()
            self._hub = self._make_hub(self._board)
            self._go_round()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._board = self._hub = self._timer = None

    def _go_round(self) -> None:
        board, hub = self._board, self._hub
        if board is None or hub is None:
            return
        self._close_more()
        self.rounds += 1
        board.begin_round()
        hub.step()
        self.overruns += board.link.overruns
        board.link.overruns = 0
        if board.link.waiting and not self._is_stalled:
            sent, board.link.waiting = bytes(board.link.waiting), bytearray()
            self.send(sent)
        if hub.is_time_to_restart():
            self._stop()
            if hub.restart_to == "hub":
                self._start("soft", board.resets + 1)
            return
        spent_s = board.spi.spent_us / 1e6
        self._timer = self.loop.call_later(spent_s + (REST_S if board.is_resting else ROUND_S), self._go_round)

    def _wake(self) -> None:
        """End a rest: an interrupt came."""
        if self._board is not None and self._board.is_resting and self._timer is not None:
            self._board.is_resting = False
            self._timer.cancel()
            self._timer = self.loop.call_later(0, self._go_round)

    def _feel_edge(self, place: int) -> None:
        if self._board is not None and place < MORE_AT:
            self._board.feel_edge(place)
            self._wake()


@dataclass(eq=False)
class FirmwareHub(HubProgram):
    """The program in MicroPython, a child process whose terminal is the hub's line; its files are in `folder`."""

    folder: Path

    def __post_init__(self) -> None:
        super().__post_init__()
        self._path = self.folder / f"hub-{self.identity}"
        self._written = bytes(self.world.bytes)
        self._child: subprocess.Popen[bytes] | None = None
        self._master = self._slave = -1

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
            self.stall(self._is_stalled)
            self.feel()
            self._child = start_program(self._slave, self._path, self.identity, kept="0", cause="1")
            self._look()
        elif not on and self._child is not None:
            if self._timer is not None:
                self._timer.cancel()
            self.loop.remove_reader(self._master)
            self._child.kill()
            self._child.wait()
            self._child = None
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = -1
            self._file(".lights").unlink(missing_ok=True)
            self._see_lights()

    def stall(self, on: bool) -> None:
        """Stall the host's side, or release it: while stalled the terminal fills up, as USB does."""
        self._is_stalled = on
        if self._master >= 0 and on:
            self.loop.remove_reader(self._master)
        elif self._master >= 0:
            self.loop.add_reader(self._master, self._read)

    def pixels(self) -> list[tuple[int, int, int]]:
        """Return what the lights show: red, green, blue of each."""
        self._see_lights()
        return [(red, green, blue) for green, red, blue in super().pixels()]

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.send(os.read(self._master, _READ_SIZE))

    def _look(self) -> None:
        """Hand on what has changed, and start the program again where it ended because it wanted that."""
        self.feel()
        if self._child is not None and self._child.poll() == RESET_STATUS:
            kept = self.left(".kept").decode()
            self._child = start_program(self._slave, self._path, self.identity, kept=kept, cause="3")
        self._see_lights()
        self._timer = self.loop.call_later(LOOK_S, self._look)

    def feel(self, *, is_marked: bool = False) -> None:
        """Hand on what has changed; with a new number in any case, if it is to be marked."""
        for reader, uids in enumerate(self._uids):
            self.world.lay(reader, uids())
        self.world.close(self.contacts.closed())
        self._close_more()
        if not is_marked and bytes(self.world.bytes) == self._written and self._path.exists():
            return
        self.world.count_up()
        self._written = bytes(self.world.bytes)
        with self._path.open("r+b" if self._path.exists() else "wb") as file:
            file.write(self._written)

    def _see_lights(self) -> None:
        colours = self.left(".lights")
        if colours != self._colours:
            self._show(colours)

    def _file(self, kind: str) -> Path:
        return self._path.with_name(self._path.name + kind)

    def left(self, kind: str) -> bytes:
        """Return what the child has left in a file of its own; empty where it has not yet."""
        return self._file(kind).read_bytes() if self._file(kind).exists() else b""


def _uids(field: Field) -> tuple[bytes, ...]:
    """Return the numbers of the tags that an antenna hears, as a chip's model takes them: two at most."""
    return tuple(bytes.fromhex(tag) for tag in field()[:2])
