"""A Pico of the simulated table, as the hub's program meets it: pins and register-level chips, and counted time.

What MicroPython takes for its work is charged as `bench/hub_budget.py` assumes it for a Pico. `ports` of
firmware/pico says what each part must do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip, spoiling
from tacotable_sim.hub.mfrc522_world import READERS, World

if TYPE_CHECKING:
    from tacotable_sim.cables.switches import HubContacts

CLOCK = 1 << 30
USB_BUFFER = 256
REGISTER_US = 82  # One register read or written.
BYTE_US = 10  # One more byte from or into a chip's FIFO.
_MCP23017_INPUTS = 0x12


class BoardLink:
    """The USB port: 256 bytes wait for the host, which takes them after a round unless it stalls."""

    def __init__(self) -> None:
        self.to_hub: deque[int] = deque()
        self.waiting = bytearray()
        self.overruns = 0  # The writes of more than was free.

    def read(self) -> int:
        """Return the next byte that has come, -1 if none has."""
        return self.to_hub.popleft() if self.to_hub else -1

    def is_writable(self) -> bool:
        """Return whether one byte can be written without waiting."""
        return len(self.waiting) < USB_BUFFER

    def write(self, data: memoryview) -> int:
        """Write bytes; all are taken."""
        self.overruns += len(data) > USB_BUFFER - len(self.waiting)
        self.waiting += data
        return len(data)


class BoardSpi:
    """The readers' bus; MISO floats high where nobody is selected."""

    def __init__(self) -> None:
        self.spent_us = 0
        self._chosen: Mfrc522Chip | None = None

    def choose(self, chip: Mfrc522Chip, level: int) -> None:
        """Select a chip with 0, let it go with 1."""
        chip.select(level)
        self._chosen = None if level else chip
        self.spent_us += 0 if level else REGISTER_US - 2 * BYTE_US

    def write(self, data: bytearray | memoryview) -> None:
        """Send bytes."""
        self.write_readinto(data, bytearray(len(data)))

    def write_readinto(self, sent: bytearray | memoryview, received: bytearray | memoryview) -> None:
        """Send bytes while as many are received."""
        chip = self._chosen
        for index, byte in enumerate(bytes(sent)):
            self.spent_us += BYTE_US
            received[index] = 0xFF if chip is None else chip.exchange(byte)


class BoardExpander:
    """An MCP23017 on I2C, or an empty place where one should be."""

    def __init__(self, world: World) -> None:
        self.world = world

    def write(self, register: int, data: bytes) -> None:
        """Accept a setting; none matters here."""
        self.read_into(register, bytearray(2))

    def read_into(self, register: int, data: bytearray) -> None:
        """Return the levels of both ports: a closed contact is 0."""
        inputs = self.world.more()
        if inputs < 0:
            raise OSError(5)
        if register == _MCP23017_INPUTS:
            data[0], data[1] = ~inputs & 255, ~inputs >> 8 & 255


@dataclass(eq=False)
class SimulatedBoard:
    """One start of a board. `now_us` is the table's clock; what the program's work takes is added to it."""

    identity: str
    boot: str
    start: str
    resets: int
    now_us: Callable[[], int]
    world: World
    hears: InitVar[Sequence[Callable[[], tuple[bytes, ...]]]]  # The tags that each antenna hears.
    contacts: HubContacts
    air: Random  # Spoils what a corrupt reader hears.
    show_lights: Callable[[bytes], None]
    python: str = "1.28.0"
    is_resting: bool = False

    def __post_init__(self, hears: Sequence[Callable[[], tuple[bytes, ...]]]) -> None:
        self.link = BoardLink()
        self._spoils = spoiling(self.air)
        self.spi = BoardSpi()
        self._began_us = self.now_us()
        self._dips = [self.world.dips(index) for index in range(READERS)]
        self._chips = [Mfrc522Chip(self._clock_us, hear) for hear in hears]
        self.selects = tuple(partial(self.spi.choose, chip) for chip in self._chips)
        self._marks: dict[int, list[int]] = {}
        self._felt = b""  # The world as it was a round ago: most rounds find nothing new.

    def begin_round(self) -> None:
        """Begin a round: faults of readers come and go, and the clock is the table's again."""
        self.is_resting = False
        self.spi.spent_us = 0
        self._began_us = self.now_us()
        if self.world.bytes == self._felt:
            return
        self._felt = bytes(self.world.bytes)
        for index, chip in enumerate(self._chips):
            self.world.afflict(index, chip, self._spoils)
            if self.world.dips(index) != self._dips[index]:
                self._dips[index] = self.world.dips(index)
                chip.power_up()

    def feel_edge(self, place: int) -> None:
        """Note the time, as the interrupt of a contact does."""
        marks = self._marks.get(place)
        if marks is not None and marks[place] < 0:
            self._began_us = self.now_us()
            marks[place] = self.ticks_ms()

    # What the program asks of its board.

    def ticks_ms(self) -> int:
        """Return the hub's clock."""
        return self._clock_us() // 1_000 % CLOCK

    def ticks_us(self) -> int:
        """Return a finer clock."""
        return self._clock_us() % CLOCK

    def levels(self) -> int:
        """Return the mask of the closed contacts."""
        return self.contacts.closed()

    def watch(self, index: int, marks: list[int]) -> None:
        """Note the time of every edge of a contact."""
        self._marks[index] = marks

    def strip(self, count: int) -> SimulatedBoard:
        """Return the chain of lights: the board itself, which shows them."""
        return self

    def show(self, colours: bytearray) -> None:
        """Show these colours: red, green, blue of each light."""
        self.show_lights(bytes(colours))

    def expander(self) -> BoardExpander:
        """Return the bus of the expander."""
        return BoardExpander(self.world)

    def free_bytes(self) -> int:
        """Return a free heap that never shrinks: only MicroPython could tell."""
        return 150_000

    def collect(self) -> None:
        """Tidy nothing."""

    def feed_watchdog(self) -> None:
        """Go on; it never bites here."""

    def rest(self) -> None:
        """Wait for at most a millisecond."""
        self.is_resting = True

    def restart(self, to: str) -> None:
        """Start nothing: who runs the program asks it whether it wants to start anew."""

    def _clock_us(self) -> int:
        return self._began_us + self.spi.spent_us
