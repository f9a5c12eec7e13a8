"""The MFRC522 reader chip, register by register, as a driver on SPI meets it.

Source: NXP MFRC522 data sheet: §8.1.2 (SPI), §8.3 (FIFO), §8.4 (interrupts), §8.5 (timer), §9 (registers), §10
(commands). Times of the air are those of ISO 14443 at 106 kbit/s. What no hub uses (authentication, self test, serial
speeds) is left out: such commands end at once. This module runs in MicroPython too.
"""

from tacotable_sim.hub.mfrc522_tags import TagField, bits_of, bytes_of
from tacotable_sim.readers.ntag import crc_a

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no such module
    from collections.abc import Callable
    from random import Random

# Values after a reset, §9.2 (others are 0).
_AFTER_RESET = {
    0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, 0x0E: 0x80, 0x11: 0x3F,
    0x14: 0x80, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB, 0x21: 0xFF,
    0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
}  # fmt: skip
_READ_ONLY = (0x06, 0x07, 0x0C, 0x21, 0x22, 0x37)
_FIFO_SIZE = 64
_ETU_US = 9.44  # One bit at 106 kbit/s: 128 / 13.56 MHz.
_DELAY_US = 91.2  # From the end of a request to the beginning of an answer (ISO 14443-3 §6.2.1.1).
_WAKING_US = 40
_TAG_WAKING_US = 5_000  # So long after its field has come a tag may still be deaf (ISO 14443-3 §6.1): ours all are.
_CLOCK = 0x3FFFFFFF
_IRQ_SENT = 0x40
_IRQ_RECEIVED = 0x20
_IRQ_IDLE = 0x10
_IRQ_ERROR = 0x02
_IRQ_TIMER = 0x01


def air_us(bit_count: int) -> float:
    """Return how long a frame of so many bits is on the air: a parity bit for each whole byte, a start and an end.

    >>> round(air_us(7))
    85
    >>> round(air_us(16))
    189
    """
    return (bit_count + bit_count // 8 + 2) * _ETU_US


def spoiling(chance: "Random", share: float = 0.5) -> "Callable[[int], int]":
    """Return what spoils one bit in a share of the answers; `chance` may also be MicroPython's module `random`."""
    return lambda bit_count: chance.randrange(bit_count) if chance.random() < share else -1


class Mfrc522Chip:
    """One chip. `ticks_us` is the clock, `uids` gives the numbers of the tags that can be heard at a moment.

    `version` 0x92 is MFRC522 2.0. While `is_silent` the chip answers nothing and MISO floats high.
    """

    def __init__(
        self, ticks_us: "Callable[[], int]", uids: "Callable[[], tuple[bytes, ...]]", version: int = 0x92
    ) -> None:
        self.is_silent = False
        self.is_deaf = False  # The antenna is broken: the chip works and hears nobody.
        self.spoils: Callable[[int], int] = self.sound  # Which bit of so many in an answer is wrong; -1: none.
        self.transfers = 0  # Bytes that went over SPI.
        self._ticks_us = ticks_us
        self._uids = uids
        self._version = version
        self._tags = TagField()
        self._address = -1
        self.power_up()

    def power_up(self) -> None:
        """Start anew with the values of a reset, as after a dip of the supply."""
        self._registers = bytearray(64)
        for register, value in _AFTER_RESET.items():
            self._registers[register] = value
        self._registers[0x37] = self._version
        self._fifo = bytearray()
        self._tags.switch(False)
        self._heard: list[int] = []
        self._collision = -1
        self._field_since = 0
        self._sent_at = self._answer_at = self._timeout_at = -1
        self._awake_at = self._ticks_us() + _WAKING_US

    @staticmethod
    def sound(bit_count: int) -> int:
        """Spoil no answer."""
        return -1

    # SPI, §8.1.2.

    def select(self, level: int) -> None:
        """Set the select pin: with 0 a frame begins."""
        self._address = -1

    def exchange(self, byte: int) -> int:
        """Accept one byte and return the one that comes back at the same time."""
        self.transfers += 1
        if self.is_silent:
            return 0xFF
        if self._address < 0:
            self._address = byte
            return 0
        if self._address & 0x80:
            value = self.read(self._address >> 1 & 0x3F)
            self._address = byte
            return value
        self.write(self._address >> 1 & 0x3F, byte)
        return 0

    # Registers, §9.

    def read(self, register: int) -> int:
        """Read a register."""
        self._catch_up()
        if register == 0x09:
            if not self._fifo:
                return 0
            byte = self._fifo[0]
            self._fifo = self._fifo[1:]
            return byte
        if register == 0x0A:
            return len(self._fifo)
        if register == 0x01:
            return self._registers[0x01] & ~0x10 | (0x10 if self._ticks_us() < self._awake_at else 0)
        return self._registers[register]

    def write(self, register: int, value: int) -> None:
        """Write a register."""
        self._catch_up()
        if register == 0x01:
            self._command(value & 0x0F)
        elif register in (0x04, 0x05):
            if value & 0x80:
                self._registers[register] |= value & 0x7F
            else:
                self._registers[register] &= ~value & 0xFF
        elif register == 0x09:
            if len(self._fifo) >= _FIFO_SIZE:
                self._registers[0x06] |= 0x10
                return
            self._fifo.append(value)
        elif register == 0x0A:
            if value & 0x80:  # FlushBuffer, §9.3.1.11: the error flag goes with it
                self._fifo = bytearray()
                self._registers[0x06] &= ~0x10 & 0xFF
        elif register == 0x0D:
            self._registers[0x0D] = value & 0x77
            if value & 0x80 and self._registers[0x01] & 0x0F == 0x0C:
                self._transceive()
        else:
            self._keep(register, value)

    def _keep(self, register: int, value: int) -> None:
        if register in _READ_ONLY:
            return
        if register == 0x0E:  # only ValuesAfterColl
            value = value & 0x80 | self._registers[0x0E] & 0x7F
        self._registers[register] = value
        if register == 0x14:
            is_on = value & 0x03 == 0x03
            if is_on and not self._tags.is_on:
                self._field_since = self._ticks_us()
            self._tags.switch(is_on)

    # Commands, §10.3.

    def _command(self, command: int) -> None:
        if command == 0x0F:
            self.power_up()
            return
        if command == 0x07:  # NoCmdChange
            return
        self._registers[0x01] = self._registers[0x01] & 0xF0 | command
        self._sent_at = self._answer_at = self._timeout_at = -1
        if command == 0x03:
            crc = crc_a(bytes(self._fifo))
            self._registers[0x22], self._registers[0x21] = crc[0], crc[1]
            self._fifo = bytearray()
            self._registers[0x05] |= 0x04  # CRCIRq
        elif command not in (0x00, 0x0C):
            self._registers[0x01] &= 0xF0
            self._registers[0x04] |= _IRQ_IDLE

    def _transceive(self) -> None:
        """Send what is in the FIFO, and prepare what will come back."""
        last_bits = self._registers[0x0D] & 0x07
        bits = bits_of(bytes(self._fifo))
        if last_bits:
            bits = bits[: len(bits) - 8 + last_bits]
        self._fifo = bytearray()
        self._registers[0x06] = 0
        now = self._ticks_us()
        has_power = (now - self._field_since & _CLOCK) >= _TAG_WAKING_US
        self._tags.hold(self._uids() if has_power and not self.is_deaf else ())
        self._heard, self._collision = self._tags.hear(bits)
        self._sent_at = now + int(air_us(len(bits)))
        if self._heard:
            self._answer_at = self._sent_at + int(_DELAY_US + air_us(len(self._heard)))
        elif self._registers[0x2A] & 0x80:  # TAuto, §9.3.3.10
            # The timer's span, §8.5: reload value + 1 steps of (2 * prescaler + 1) / 13.56 MHz.
            prescaler = (self._registers[0x2A] & 0x0F) << 8 | self._registers[0x2B]
            reload = self._registers[0x2C] << 8 | self._registers[0x2D]
            self._timeout_at = self._sent_at + int((reload + 1) * (2 * prescaler + 1) / 13.56)

    def _catch_up(self) -> None:
        """Carry out what is due by now."""
        if self._sent_at < 0 and self._answer_at < 0 and self._timeout_at < 0:
            return
        now = self._ticks_us()
        if 0 <= self._sent_at <= now:
            self._sent_at = -1
            self._registers[0x04] |= _IRQ_SENT
        if 0 <= self._answer_at <= now:
            self._answer_at = -1
            self._receive()
        if 0 <= self._timeout_at <= now:
            self._timeout_at = -1
            self._registers[0x04] |= _IRQ_TIMER

    def _receive(self) -> None:
        """Put the answer into the FIFO, its first bit at RxAlign (§9.3.1.14)."""
        align = self._registers[0x0D] >> 4 & 0x07
        bits = [0] * align + self._heard
        spoiled = self.spoils(len(self._heard))
        if spoiled >= 0:  # one wrong bit is one that its byte's parity does not fit
            bits[align + spoiled] ^= 1
            self._registers[0x06] |= 0x02  # ParityErr, §9.3.1.7
            self._registers[0x04] |= _IRQ_ERROR
        if self._collision >= 0:  # its place, §9.3.1.15: 1 is the first bit of the frame, 0 the 32nd
            place = self._collision + align
            self._registers[0x06] |= 0x08
            self._registers[0x04] |= _IRQ_ERROR
            kept = self._registers[0x0E] & 0x80  # ValuesAfterColl
            self._registers[0x0E] = kept | ((place + 1) & 0x1F if place < 32 else 0x20)
            if not kept:
                bits[place:] = [0] * (len(bits) - place)
        self._fifo = bytearray(bytes_of(bits))
        self._registers[0x0C] = self._registers[0x0C] & 0xF8 | len(bits) % 8
        self._registers[0x04] |= _IRQ_RECEIVED
