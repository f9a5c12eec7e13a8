"""The pins and chips of a Pico, on a computer: MicroPython's `machine`, as far as the hub uses it.

What lies on and touches the board is read from the file that TACOHUB_WORLD names; what the lights show is written to
that name with `.lights` behind it. A reset ends the process with status 3, a call of the boot loader with 4: whoever
started it starts it again, and gives it (`TACOHUB_KEPT`) the number that a real board keeps through a reset; it is in
the file whose name has `.kept` behind it.
"""

import os
import random
import sys
import time

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip, spoiling
from tacotable_sim.hub.mfrc522_world import World

PWRON_RESET = 1
WDT_RESET = 3
RESET_STATUS = 3
LOADER_STATUS = 4
_GPIO_IN = 0xD0000004
_SCRATCH = 0x4005800C
_SELECTS = (17, 20, 21)
_ALL_OPEN = 0x3FFFFFFF

_path = os.getenv("TACOHUB_WORLD") or "world"
_file = open(_path, "rb")
_felt_file = open(_path + ".felt", "wb")
_world = World()
_pins: "dict[int, Pin]" = {}


def _look() -> World:
    """Read the world as it is now."""
    for _ in range(100):
        _file.seek(0)
        _file.readinto(_world.bytes)
        if _world.is_whole():
            break
    return _world


def _gpio(contact: int) -> int:
    """Give the pin of a contact."""
    return 28 if contact == 16 else contact


class _Memory:
    """The few registers that the hub looks at."""

    def __init__(self) -> None:
        self._kept = int(os.getenv("TACOHUB_KEPT") or "0")
        self._closed = 0
        self._felt = bytearray(4)

    def __getitem__(self, address: int) -> int:
        if address == _GPIO_IN:
            return self._levels()
        return self._kept if address == _SCRATCH else 0

    def __setitem__(self, address: int, value: int) -> None:
        if address == _SCRATCH:
            self._kept = value
            with open(_path + ".kept", "w") as file:
                file.write(str(value))

    def _tell_felt(self) -> None:
        """Leave word which state of the world has been felt: whoever presses can wait until a slow machine has."""
        if _world.bytes[0:4] != self._felt:
            self._felt[:] = _world.bytes[0:4]
            _felt_file.seek(0)
            _felt_file.write(self._felt)
            _felt_file.flush()

    def _levels(self) -> int:
        closed = _look().closed()
        changed = closed ^ self._closed
        self._closed = closed
        self._tell_felt()
        for contact in range(17):
            if changed >> contact & 1:
                _pins[_gpio(contact)].tell_edge()
        return _ALL_OPEN & ~(closed & 0xFFFF | (closed >> 16 & 1) << 28)


mem32 = _Memory()


class Pin:
    """One pin."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, number: int, mode: int = -1, pull: int = -1, value: int = 0) -> None:
        self._handler = None
        self._chip = _chips[_SELECTS.index(number)] if number in _SELECTS else None
        _pins[number] = self

    def __call__(self, level: int) -> None:
        """Set the level."""
        if self._chip is not None:
            _bus.choose(self._chip, level)

    def irq(self, handler: object, trigger: int, hard: bool = False) -> None:
        """Call back at every edge."""
        self._handler = handler

    def tell_edge(self) -> None:
        """Let the interrupt come."""
        if self._handler is not None:
            self._handler(self)


class _Bus:
    """The wires that the readers share."""

    def __init__(self) -> None:
        self.chosen = None

    def choose(self, chip: Mfrc522Chip, level: int) -> None:
        """Select a chip, or let it go."""
        chip.select(level)
        self.chosen = None if level else chip

    def exchange(self, byte: int) -> int:
        """Let one byte go each way; MISO floats high where nobody is selected."""
        return 0xFF if self.chosen is None else self.chosen.exchange(byte)


_bus = _Bus()


class _Bench:
    """One reader's chip, with what the world does to it."""

    def __init__(self, index: int) -> None:
        self._index = index
        self._dips = 0
        self.chip = Mfrc522Chip(time.ticks_us, self.tags)

    def tags(self) -> tuple:
        """Give what the antenna hears now."""
        return _look().tags(self._index)

    def follow(self) -> None:
        """Let faults come and go."""
        _world.afflict(self._index, self.chip, _spoils)
        if _world.dips(self._index) != self._dips:
            self._dips = _world.dips(self._index)
            self.chip.power_up()


random.seed(1)
_spoils = spoiling(random)
_benches = [_Bench(index) for index in range(3)]
_chips = [bench.chip for bench in _benches]


class SPI:
    """The readers' bus."""

    def __init__(self, number: int, baudrate: int = 0, sck: object = None, mosi: object = None, miso: object = None):
        pass

    def write(self, data: bytes) -> None:
        """Send bytes."""
        for byte in data:
            _bus.exchange(byte)

    def write_readinto(self, sent: bytes, received: bytearray) -> None:
        """Send bytes while as many are received."""
        for index in range(len(sent)):
            received[index] = _bus.exchange(sent[index])


class I2C:
    """The expander's bus."""

    def __init__(self, number: int, sda: object = None, scl: object = None, freq: int = 0, timeout: int = 0) -> None:
        pass

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """Write registers."""
        if _world.more() < 0:
            raise OSError(5)

    def readfrom_mem_into(self, address: int, register: int, data: bytearray) -> None:
        """Read registers."""
        more = _world.more()
        if more < 0:
            raise OSError(5)
        data[0], data[1] = ~more & 255, ~more >> 8 & 255


class WDT:
    """The watchdog; it never bites here."""

    def __init__(self, timeout: int) -> None:
        pass

    def feed(self) -> None:
        """Go on."""


def idle() -> None:
    """Wait for a moment, in which the world may change."""
    time.sleep_ms(1)
    _look()
    for bench in _benches:
        bench.follow()


def unique_id() -> bytes:
    """Give the chip's own number."""
    return bytes([int(_identity[place : place + 2], 16) for place in range(0, 16, 2)])


_identity = os.getenv("TACOHUB_ID") or "E66118604B1F2A27"


def reset_cause() -> int:
    """Tell why the board started."""
    return int(os.getenv("TACOHUB_CAUSE") or str(PWRON_RESET))


def reset() -> None:
    """Start anew."""
    sys.exit(RESET_STATUS)


def bootloader() -> None:
    """Wait for a new MicroPython."""
    sys.exit(LOADER_STATUS)
