"""A hub on a desk: its program in this interpreter, its chips as register models, its time counted, not waited for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from tacohub.hub import Hub

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip

CLOCK = 1 << 30
FIFO = 256


class DeskLink:
    """A USB port: 256 bytes wait for the host, which takes them each millisecond unless it stalls.

    A write of more than is free would wait on a real board; here it is counted in `waits`.
    """

    def __init__(self) -> None:
        self.to_hub: deque[int] = deque()
        self.waits = 0
        self.is_stalled = False
        self._waiting = bytearray()

    def read(self) -> int:
        return self.to_hub.popleft() if self.to_hub else -1

    def is_writable(self) -> bool:
        return len(self._waiting) < FIFO

    def write(self, data: memoryview) -> int:
        if len(data) > FIFO - len(self._waiting):
            self.waits += 1
        self._waiting += data
        return len(data)

    def take(self) -> bytes:
        """Let the host take what waits for it."""
        if self.is_stalled:
            return b""
        taken, self._waiting = bytes(self._waiting), bytearray()
        return taken


class DeskSpi:
    """The readers' bus at 4 MHz: two microseconds a byte."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.chosen: Mfrc522Chip | None = None

    def exchange(self, byte: int) -> int:
        self._desk.us += 2
        return 0xFF if self.chosen is None else self.chosen.exchange(byte)

    def write(self, data: bytearray | memoryview) -> None:
        for byte in bytes(data):
            self.exchange(byte)

    def write_readinto(self, sent: bytearray | memoryview, received: bytearray | memoryview) -> None:
        for index, byte in enumerate(bytes(sent)):
            received[index] = self.exchange(byte)


class DeskStrip:
    """Lights that remember each picture they were given."""

    def __init__(self, count: int) -> None:
        self.pictures: list[bytes] = [bytes(3 * count)]

    def show(self, colours: bytearray) -> None:
        self.pictures.append(bytes(colours))


class DeskExpander:
    """An MCP23017, or an empty place where one should be."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.written: list[tuple[int, bytes]] = []

    def write(self, register: int, data: bytes) -> None:
        if self._desk.more < 0:
            raise OSError(5)
        self.written.append((register, bytes(data)))

    def read_into(self, register: int, data: bytearray) -> None:
        if self._desk.more < 0:
            raise OSError(5)
        assert register == 0x12
        data[0], data[1] = ~self._desk.more & 255, ~self._desk.more >> 8 & 255


class Desk:
    """The board. `tags[r]` lie on reader r (upper-case hex), `closed` and `more` touch."""

    def __init__(self, boot: str = "9f3a01bc", start_ms: int = 5_000) -> None:
        self.us = start_ms * 1000
        self.tags: list[tuple[str, ...]] = [(), (), ()]
        self.closed = 0
        self.more = -1
        self.has_interrupts = True
        self.identity = "E66118604B1F2A27"
        self.python = "1.28.0"
        self.boot = boot
        self.start = "power"
        self.resets = 0
        self.restarted: list[str] = []
        self.strips: list[DeskStrip] = []
        self.link = DeskLink()
        self.spi = DeskSpi(self)
        self.chips = [Mfrc522Chip(lambda: self.us, self._antenna(index)) for index in range(3)]
        self.selects = tuple(self._select(chip) for chip in self.chips)
        self.expander_chip = DeskExpander(self)
        self._marks: dict[int, list[int]] = {}

    def _antenna(self, index: int) -> Callable[[], tuple[bytes, ...]]:
        return lambda: tuple(bytes.fromhex(tag) for tag in self.tags[index])

    def _select(self, chip: Mfrc522Chip) -> Callable[[int], None]:
        def select(level: int) -> None:
            chip.select(level)
            self.spi.chosen = None if level else chip

        return select

    def ticks_ms(self) -> int:
        return self.us // 1000 % CLOCK

    def ticks_us(self) -> int:
        return self.us % CLOCK

    def touch(self, index: int, is_closed: bool) -> None:
        """Close or open a contact: 0..8 sensors, 9..16 buttons. The interrupt notes the time."""
        bit = 1 << index
        if bool(self.closed & bit) == is_closed:
            return
        self.closed ^= bit
        marks = self._marks.get(index)
        if marks is not None and self.has_interrupts and marks[index] < 0:
            marks[index] = self.ticks_ms()

    def levels(self) -> int:
        return self.closed

    def watch(self, index: int, marks: list[int]) -> None:
        self._marks[index] = marks

    def strip(self, count: int) -> DeskStrip:
        self.strips.append(DeskStrip(count))
        return self.strips[-1]

    def expander(self) -> DeskExpander:
        return self.expander_chip

    def free_bytes(self) -> int:
        return 150_000

    def collect(self) -> None:
        pass

    def feed_watchdog(self) -> None:
        pass

    def rest(self) -> None:
        self.us += 1_000 - self.us % 1_000

    def restart(self, to: str) -> None:
        self.restarted.append(to)


class Running:
    """A hub going round on its desk. A round that does not rest takes `round_us`."""

    def __init__(self, desk: Desk | None = None, round_us: int = 100) -> None:
        self.desk = desk or Desk()
        self.hub = Hub(self.desk)
        self.told = bytearray()
        self._round_us = round_us

    def run(self, ms: float) -> None:
        """Let time pass."""
        end = self.desk.us + int(ms * 1000)
        while self.desk.us < end:
            self.hub.step()
            self.desk.us += self._round_us
            self.told += self.desk.link.take()

    def send(self, data: bytes) -> None:
        """Let bytes from the host arrive."""
        self.desk.link.to_hub.extend(data)
