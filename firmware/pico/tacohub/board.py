"""The Raspberry Pi Pico and its pins; the only file that knows MicroPython's `machine`.

GP0-GP8 sensors of spaces -4..+4 · GP9-GP15, GP28 buttons 0..7 · GP16 MISO, GP18 SCK, GP19 MOSI and GP17, GP20, GP21
selects of readers 0..2 · GP22 lights · GP26, GP27 expander (SDA, SCL). Contacts go to ground; the Pico's own pull-ups
hold them up.
"""

import gc
import os
import select
import sys
import time

import machine
import neopixel

_CONTACTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 28)
_SELECTS = (17, 20, 21)
_SCK, _MOSI, _MISO = 18, 19, 16
_LIGHTS = 22
_SDA, _SCL = 26, 27
SPI_HZ = 4_000_000
"""The chip takes 10 MHz; cables do not."""
_I2C_HZ = 400_000
_EXPANDER = 0x20
_WATCHDOG_MS = 8000
_MASK = 0x3FFFFFFF
_GPIO_IN = 0xD0000004  # SIO: RP2040 data sheet §2.3.1.7, RP2350 data sheet §3.1.11
_SCRATCH_RP2040 = 0x4005800C  # WATCHDOG SCRATCH0, RP2040 data sheet §4.7.6
_SCRATCH_RP2350 = 0x400D800C  # RP2350 data sheet §12.9.7
_MAGIC = 0x7AC00000
_SOFT = 0x10000
_REPL = 0x20000
_FAULT = 0x40000
_FLAGS = {"hub": _SOFT, "repl": _SOFT | _REPL, "loader": _SOFT, "fault": _FAULT}


def _now_ms() -> int:
    return time.ticks_ms() & _MASK  # pyright: ignore[reportOperatorIssue]  # a reading is a plain number


class UsbLink:
    """Standard input and output, which are the USB port. Reading more than one byte at a time would wait."""

    def __init__(self) -> None:
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._byte = bytearray(1)
        self._readable = select.poll()
        self._readable.register(self._input, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._output, select.POLLOUT)

    def read(self) -> int:
        """Give the next byte that has come, -1 if none has."""
        for _ in self._readable.ipoll(0):
            if self._input.readinto(self._byte):  # pyright: ignore[reportAttributeAccessIssue]  # every stream has it
                return self._byte[0]
        return -1

    def is_writable(self) -> bool:
        """Tell whether one byte can be written without waiting."""
        for _ in self._writable.ipoll(0):
            return True
        return False

    def write(self, data: memoryview) -> int:
        """Write bytes; tell how many were taken."""
        return self._output.write(data) or 0


class NeoPixelStrip:
    """WS2812 lights; they take green first."""

    def __init__(self, count: int) -> None:
        self._pixels = neopixel.NeoPixel(machine.Pin(_LIGHTS), count)

    def show(self, colours: bytearray) -> None:
        """Show these colours (red, green, blue)."""
        buffer = self._pixels.buf
        for place in range(0, len(colours), 3):
            buffer[place] = colours[place + 1]
            buffer[place + 1] = colours[place]
            buffer[place + 2] = colours[place + 2]
        self._pixels.write()


class ExpanderBus:
    """The MCP23017 on I2C."""

    def __init__(self) -> None:
        self._bus = machine.I2C(1, sda=machine.Pin(_SDA), scl=machine.Pin(_SCL), freq=_I2C_HZ, timeout=2000)

    def write(self, register: int, data: bytes) -> None:
        """Write bytes from a register on; raises OSError when the chip does not answer."""
        self._bus.writeto_mem(_EXPANDER, register, data)

    def read_into(self, register: int, data: bytearray) -> None:
        """Read bytes from a register on; raises OSError when the chip does not answer."""
        self._bus.readfrom_mem_into(_EXPANDER, register, data)


class _Mark:
    """Notes when a contact's edge came; called by an interrupt, so it takes no memory."""

    def __init__(self, marks: list[int], index: int) -> None:
        self._marks = marks
        self._index = index

    def edge(self, pin: machine.Pin) -> None:
        """Keep the time of the first edge since the last look."""
        if self._marks[self._index] < 0:
            self._marks[self._index] = _now_ms()


class PicoBoard:
    """A Pico or a Pico 2."""

    def __init__(self) -> None:
        self.link = UsbLink()
        self.identity = "".join("%02X" % byte for byte in machine.unique_id())
        self.boot = "".join("%02x" % byte for byte in os.urandom(4))
        self.python = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.wants_repl = False
        self._scratch = _SCRATCH_RP2350 if "RP2350" in sys.implementation._machine else _SCRATCH_RP2040
        self.start = self._start()
        self.resets = machine.mem32[self._scratch] & 0xFFFF
        self._pins = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in _CONTACTS]
        self.selects = tuple([machine.Pin(number, machine.Pin.OUT, value=1) for number in _SELECTS])
        self.spi = machine.SPI(
            0, baudrate=SPI_HZ, sck=machine.Pin(_SCK), mosi=machine.Pin(_MOSI), miso=machine.Pin(_MISO)
        )
        self._marks: list[_Mark] = []
        self._watchdog: machine.WDT | None = None

    def _start(self) -> str:
        """Tell why the board started, and count it where only a loss of power forgets it."""
        kept = machine.mem32[self._scratch]
        is_kept = kept & 0xFFF00000 == _MAGIC
        count = (kept & 0xFFFF) + 1 if is_kept else 0
        self.wants_repl = bool(is_kept and kept & _REPL)
        machine.mem32[self._scratch] = _MAGIC | count & 0xFFFF
        if is_kept and kept & (_SOFT | _FAULT):
            return "fault" if kept & _FAULT else "soft"
        return "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power"

    def ticks_ms(self) -> int:
        """Give the hub's clock."""
        return _now_ms()

    def ticks_us(self) -> int:
        """Give a finer clock."""
        return time.ticks_us() & _MASK  # pyright: ignore[reportOperatorIssue]  # a reading is a plain number

    def levels(self) -> int:
        """Give the mask of the closed contacts, from one look at all pins."""
        closed = ~machine.mem32[_GPIO_IN]
        return closed & 0xFFFF | (closed >> 28 & 1) << 16

    def watch(self, index: int, marks: list[int]) -> None:
        """Let every edge of a contact leave its time in `marks[index]`."""
        mark = _Mark(marks, index)
        self._marks.append(mark)
        edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        self._pins[index].irq(handler=mark.edge, trigger=edges, hard=True)

    def strip(self, count: int) -> NeoPixelStrip:
        """Give the chain of lights."""
        return NeoPixelStrip(count)

    def expander(self) -> ExpanderBus:
        """Give the bus of the expander."""
        return ExpanderBus()

    def free_bytes(self) -> int:
        """Give the free heap."""
        return gc.mem_free()

    def collect(self) -> None:
        """Tidy the heap now."""
        gc.collect()

    def start_watchdog(self) -> None:
        """From now on the board starts anew when the program does not go round for 8 s; nothing can stop that."""
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)

    def feed_watchdog(self) -> None:
        """Tell that the program still goes round."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def rest(self) -> None:
        """Sleep until something happens, at most a millisecond."""
        machine.idle()

    def restart(self, to: str) -> None:
        """Start anew: "hub", "repl" or "loader", or "fault" as a hub whose program has failed."""
        machine.mem32[self._scratch] = machine.mem32[self._scratch] | _FLAGS[to]
        if to == "loader":
            machine.bootloader()
        machine.reset()
