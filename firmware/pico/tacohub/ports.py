"""What the hub needs of a board: the seams, for readers and type checkers. Nothing imports this where the hub runs."""

# pyright: reportReturnType=false
from typing import Protocol


class Link(Protocol):
    """The line to the host."""

    def read(self) -> int:
        """Give the next byte that has come, -1 if none has; never waits."""

    def is_writable(self) -> bool:
        """Tell whether one byte can be written without waiting."""

    def write(self, data: memoryview) -> int:
        """Write bytes; tell how many were taken. More than is known to be free may wait."""


class Spi(Protocol):
    """The bus of the readers; the caller selects the chip."""

    def write(self, __data: bytearray | memoryview) -> object:
        """Send bytes."""

    def write_readinto(self, __sent: bytearray | memoryview, __received: bytearray | memoryview) -> object:
        """Send bytes while as many are received."""


class Strip(Protocol):
    """A chain of lights."""

    def show(self, colours: bytearray) -> None:
        """Show these colours, three bytes (red, green, blue) a light."""


class Registers(Protocol):
    """A chip on I2C."""

    def write(self, register: int, data: bytes) -> None:
        """Write bytes from a register on; raises OSError when the chip does not answer."""

    def read_into(self, register: int, data: bytearray) -> None:
        """Read bytes from a register on; raises OSError when the chip does not answer."""


class Select(Protocol):
    """The pin that selects a reader: 0 selects it, 1 lets it go."""

    def __call__(self, __level: int) -> object:
        """Set the level."""


class Board(Protocol):
    """Everything the hub needs of the hardware it runs on."""

    @property
    def link(self) -> Link:
        """The line to the host."""

    @property
    def spi(self) -> Spi:
        """The readers' bus."""

    @property
    def selects(self) -> tuple[Select, ...]:
        """The select pins of readers 0, 1, 2."""

    @property
    def identity(self) -> str:
        """The chip's own number, 16 hex digits."""

    @property
    def python(self) -> str:
        """The version of MicroPython."""

    @property
    def boot(self) -> str:
        """8 hex digits, random at each start."""

    @property
    def start(self) -> str:
        """Why it started: "power", "watchdog", "soft" or "fault"."""

    @property
    def resets(self) -> int:
        """CrashCounter since power came, but the first."""

    def ticks_ms(self) -> int:
        """Give the hub's clock, 0..2^30 - 1, then 0 again."""

    def ticks_us(self) -> int:
        """Give a finer clock, 0..2^30 - 1, then 0 again: it goes round in 18 minutes."""

    def levels(self) -> int:
        """Give the mask of the closed contacts: bits 0..8 are sensors, 9..16 buttons."""

    def watch(self, index: int, marks: list[int]) -> None:
        """Let every edge of a contact put its time (ms) into `marks[index]`, where that is negative."""

    def strip(self, count: int) -> Strip:
        """Give the chain of lights, of so many."""

    def expander(self) -> Registers:
        """Give the bus of the expander."""

    def free_bytes(self) -> int:
        """Give the free heap."""

    def collect(self) -> None:
        """Tidy the heap now."""

    def feed_watchdog(self) -> None:
        """Tell that the program still goes round."""

    def rest(self) -> None:
        """Wait for at most a millisecond, or until something happens."""

    def restart(self, to: str) -> None:
        """Start anew: "hub", "repl" or "loader", or "fault" as a hub whose program has failed."""
