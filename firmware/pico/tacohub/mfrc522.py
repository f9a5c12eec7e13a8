"""One MFRC522 reader chip on SPI; an exchange over the air is begun, then asked for, never awaited.

Source: NXP MFRC522 data sheet, §8.1.2 (SPI), §9 (registers), §10 (commands). The chip's own timer ends the wait for a
tag that is not there: 40 steps of 25 µs after the last bit sent. Nothing here takes memory after the start.
"""

from tacohub.clock import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tacohub.ports import Select, Spi

# Registers, §9.2.
COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
FRAMING = 0x0D
COLLISION = 0x0E
MODE = 0x11
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CONFIG = 0x26
TIMER_MODE = 0x2A
TIMER_PRESCALER = 0x2B
TIMER_RELOAD_HIGH = 0x2C
TIMER_RELOAD_LOW = 0x2D
VERSION = 0x37

# Commands, §10.3.
_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F

_POWER_DOWN = 0x10  # CommandReg: still waking up
_IRQ_RECEIVED = 0x20  # ComIrqReg
_IRQ_TIMER = 0x01
_IRQ_SENT = 0x40
_IRQ_CLEAR = 0x7F
_ERROR_COLLISION = 0x08  # ErrorReg
_ERROR_FRAME = 0x13  # BufferOvfl, ParityErr, ProtocolErr
_FLUSH = 0x80
_START_SEND = 0x80
_ANTENNA_ON = 0x83
_ANTENNA_OFF = 0x80
_RELOAD = 40

_SET_UP = (
    (TIMER_MODE, 0x80),  # TAuto: the timer starts when sending ends, and stops when an answer begins
    (TIMER_PRESCALER, 0xA9),  # 13.56 MHz / (2 * 169 + 1) = 40 kHz
    (TIMER_RELOAD_HIGH, 0x00),
    (TIMER_RELOAD_LOW, _RELOAD),
    (TX_ASK, 0x40),  # 100 % ASK, as ISO 14443 type A wants
    (MODE, 0x3D),  # the CRC coprocessor starts at 6363
    (COLLISION, 0x00),  # ValuesAfterColl: bits behind a collision are cleared
)

# How an exchange ended.
SILENCE = 1
ANSWER = 2
COLLIDED = 3
GARBLED = 4
STUCK = 5

LONGEST = 18
"""Bytes of the longest frame either way."""
_PATIENCE_US = 6000


class Mfrc522:
    """One chip. Frames are written into `sent` (from index 1 on) and read from `received` (`count` bytes)."""

    def __init__(
        self,
        spi: "Spi",
        select: "Select",
        ticks_us: "Callable[[], int]",
    ) -> None:
        self.sent = bytearray(LONGEST + 1)
        self.received = bytearray(LONGEST)
        self.count = 0
        self.outcome = SILENCE
        self.last_bits = 0
        """Valid bits of the last received byte; 0 means all eight."""
        self._spi = spi
        self._select = select
        self._ticks_us = ticks_us
        self._pair = bytearray(2)
        self._asked = bytearray(LONGEST + 1)
        self._heard = bytearray(LONGEST + 1)
        whole, asked, heard = memoryview(self.sent), memoryview(self._asked), memoryview(self._heard)
        self._sent_views = tuple(whole[: size + 1] for size in range(LONGEST + 1))
        self._asked_views = tuple(asked[: size + 1] for size in range(LONGEST + 1))
        self._heard_views = tuple(heard[: size + 1] for size in range(LONGEST + 1))
        self._began = 0
        self._is_waiting = False
        self._ends = _IRQ_TIMER

    def write(self, register: int, value: int) -> None:
        """Write one register (§8.1.2.2: the address is shifted by one)."""
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._select(0)
        self._spi.write(pair)
        self._select(1)

    def read(self, register: int) -> int:
        """Read one register (§8.1.2.1: the highest bit of the address says "read")."""
        pair = self._pair
        pair[0] = register << 1 | 0x80
        pair[1] = 0
        self._select(0)
        self._spi.write_readinto(pair, pair)
        self._select(1)
        return pair[1]

    def version(self) -> int:
        """Give VersionReg: 145 and 146 are MFRC522 1.0 and 2.0; 0 and 255 mean that nobody answers."""
        return self.read(VERSION)

    def reset(self) -> None:
        """Begin a soft reset (§10.3.1.10); `set_up` comes some ms later."""
        self._is_waiting = False
        self.write(COMMAND, _SOFT_RESET)

    def set_up(self, gain: int) -> bool:
        """Give the registers their values; False when the chip is not awake or does not keep them."""
        if self.read(COMMAND) & _POWER_DOWN:
            return False
        for register, value in _SET_UP:
            self.write(register, value)
        self.write(RF_CONFIG, gain << 4)
        return self.is_set_up()

    def is_set_up(self) -> bool:
        """Tell whether the chip still has our values: it lost them if its own supply dipped."""
        return self.read(TIMER_RELOAD_LOW) == _RELOAD

    def antenna(self, is_on: bool) -> None:
        """Switch the field (TxControlReg, Tx1RFEn and Tx2RFEn)."""
        self.write(TX_CONTROL, _ANTENNA_ON if is_on else _ANTENNA_OFF)

    def begin(self, size: int, last_bits: int = 0, align: int = 0, expects_answer: bool = True) -> None:
        """Send `size` bytes of `sent[1:]`, of the last one only `last_bits` (0: all), and listen.

        The first received bit is put at bit `align` of the first received byte. Without `expects_answer` the exchange
        is over when the frame is out.
        """
        self._ends = _IRQ_TIMER if expects_answer else _IRQ_SENT
        framing = align << 4 | last_bits
        self.write(COMMAND, _IDLE)
        self.write(COM_IRQ, _IRQ_CLEAR)
        self.write(FIFO_LEVEL, _FLUSH)
        self.sent[0] = FIFO << 1
        self._select(0)
        self._spi.write(self._sent_views[size])
        self._select(1)
        self.write(FRAMING, framing)
        self.write(COMMAND, _TRANSCEIVE)
        self.write(FRAMING, framing | _START_SEND)
        self._began = self._ticks_us()
        self._is_waiting = True

    def is_waiting(self) -> bool:
        """Ask whether the exchange is still under way; once it is not, `outcome` and `count` tell how it ended."""
        if not self._is_waiting:
            return False
        irq = self.read(COM_IRQ)
        if irq & _IRQ_RECEIVED:
            self._take_answer()
        elif irq & self._ends:
            self._end(SILENCE)
        elif difference(self._ticks_us(), self._began) > _PATIENCE_US:
            self._end(STUCK)
        return self._is_waiting

    def collision_bit(self) -> int:
        """Give where the first collision was, 1..32, counted in the received frame; 0 where the chip cannot tell."""
        value = self.read(COLLISION)
        if value & 0x20:  # CollPosNotValid
            return 0
        return value & 0x1F or 32

    def _take_answer(self) -> None:
        error = self.read(ERROR)
        if error & _ERROR_FRAME:
            self._end(GARBLED)
            return
        self.count = self.read(FIFO_LEVEL)
        if not 0 < self.count <= LONGEST:
            self._end(GARBLED)
            return
        self._read_fifo(self.count)
        self.last_bits = self.read(CONTROL) & 7
        self._end(COLLIDED if error & _ERROR_COLLISION else ANSWER)

    def _read_fifo(self, size: int) -> None:
        """Read many bytes under one selection: the address is sent again for each, the last time 0 (§8.1.2.1)."""
        asked, heard, received = self._asked, self._heard, self.received
        for index in range(size):
            asked[index] = FIFO << 1 | 0x80
        asked[size] = 0
        self._select(0)
        self._spi.write_readinto(self._asked_views[size], self._heard_views[size])
        self._select(1)
        for index in range(size):
            received[index] = heard[index + 1]

    def _end(self, outcome: int) -> None:
        self.outcome = outcome
        self._is_waiting = False
        if outcome == SILENCE:
            self.count = 0
