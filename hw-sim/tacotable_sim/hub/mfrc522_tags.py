"""Stickers in the field of an antenna, as ISO 14443-3 type A has them behave, bit for bit.

Frames are lists of bits in the order in which they are sent (lowest bit of a byte first, parity left out). This
module runs in MicroPython too, so that a hub's program can be tried with it inside its own interpreter.
"""

from tacotable_sim.readers.ntag import crc_a, reply

_IDLE = 0
_READY = 1
_ACTIVE = 2
_REQA = 0x26
_WUPA = 0x52
_SELECTS = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_HALT = b"\x50\x00"


def bits_of(data: bytes) -> list[int]:
    r"""Return the bits of bytes in the order in which they are sent.

    >>> bits_of(b"\x26")
    [0, 1, 1, 0, 0, 1, 0, 0]
    """
    return [byte >> place & 1 for byte in data for place in range(8)]


def bytes_of(bits: list[int]) -> bytes:
    """Return whole bytes of bits; an unfinished last byte is filled up with zeros.

    >>> bytes_of([0, 1, 1, 0, 0, 1, 0, 0, 1]).hex()
    '2601'
    """
    data = bytearray((len(bits) + 7) // 8)
    for place, bit in enumerate(bits):
        if bit:
            data[place >> 3] |= 1 << (place & 7)
    return bytes(data)


def levels_of(uid: bytes) -> list[bytes]:
    """Return the five bytes of each cascade level (ISO 14443-3 §6.5.4): four, and their XOR.

    >>> [level.hex() for level in levels_of(bytes.fromhex("04A1B2C3D4E5F6"))]
    ['8804a1b29f', 'c3d4e5f604']
    """
    parts = [bytes([_CASCADE_TAG]) + uid[start : start + 3] for start in range(0, len(uid) - 4, 3)] + [uid[-4:]]
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]


def is_random(uid: bytes) -> bool:
    """Return whether a number is drawn at random by a phone or bank card (ISO 14443-3 §6.5.4)."""
    return len(uid) == 4 and uid[0] == 0x08


def another(uid: bytes) -> bytes:
    """Return the number that is drawn after one."""
    drawn = int.from_bytes(uid[1:], "big") * 1103515245 + 12345 & 0xFFFFFF
    return bytes([uid[0]]) + drawn.to_bytes(3, "big")


class Tag:
    """One sticker with a number of 4, 7 or 10 bytes. Without power it forgets everything.

    A phone or bank card, with four bytes of which the first is 08, draws the others when power returns.
    """

    def __init__(self, uid: bytes) -> None:
        self.uid = self._drawn = uid
        self._levels = levels_of(uid)
        self._level = 0
        self.lose_power()

    def lose_power(self) -> None:
        """Fall back to the beginning."""
        if is_random(self.uid):
            self._drawn = another(self._drawn)
            self._levels = levels_of(self._drawn)
        self._is_halted = False
        self._state = _IDLE

    def hear(self, bits: list[int]) -> list[int]:
        """Return the answer to a frame, [] for silence. A frame that does not belong sends the tag back to rest."""
        if len(bits) == 7:
            request = bytes_of(bits)[0]
            wakes = request == _WUPA or (request == _REQA and not self._is_halted)
            if self._state != _IDLE or not wakes:
                return self._rest()
            self._state = _READY
            self._level = 0
            # ATQA: the size of the number in bits 7 and 8, bit frame anticollision in bit 3 (§6.5.2).
            return bits_of(bytes([0x04 | (len(self._levels) - 1) << 6, 0x00]))
        if self._state == _READY:
            return self._hear_select(bits)
        if self._state == _ACTIVE:
            return self._hear_command(bytes_of(bits))
        return []

    def _hear_select(self, bits: list[int]) -> list[int]:
        frame = bytes_of(bits)
        if len(frame) < 2 or frame[0] != _SELECTS[self._level]:
            return self._rest()
        number = bits_of(self._levels[self._level])
        if frame[1] == 0x70:
            return self._selected(frame)
        known = len(bits) - 16
        asked = (frame[1] >> 4) * 8 + (frame[1] & 7)
        if asked != len(bits) or known > 32 or bits[16:] != number[:known]:
            return self._rest()
        return number[known:]

    def _selected(self, frame: bytes) -> list[int]:
        if frame[2:7] != self._levels[self._level] or frame[7:] != crc_a(frame[:7]):
            return self._rest()
        self._level += 1
        has_more = self._level < len(self._levels)
        if not has_more:
            self._state = _ACTIVE
        sak = bytes([0x04 if has_more else (0x08 if len(self.uid) == 4 else 0x00)])
        return bits_of(sak + crc_a(sak))

    def _hear_command(self, frame: bytes) -> list[int]:
        command = frame[:-2]
        if len(frame) < 3 or frame[-2:] != crc_a(command):
            return self._rest()
        if command == _HALT:
            self._is_halted = True
            return self._rest()
        told = reply(self.uid, command)
        if len(told) == 1:
            self._rest()
            return bits_of(told)[:4]
        return bits_of(told + crc_a(told))

    def _rest(self) -> list[int]:
        """Go back to where the tag came from, idle or halted, and stay silent."""
        self._state = _IDLE
        return []


class TagField:
    """The tags that an antenna's field reaches; all hear each frame, and their answers lie over each other."""

    def __init__(self) -> None:
        self.is_on = False
        self._tags: list[Tag] = []

    def switch(self, is_on: bool) -> None:
        """Switch the field; without it no tag has power."""
        if not is_on:
            for tag in self._tags:
                tag.lose_power()
        self.is_on = is_on

    def hold(self, uids: tuple[bytes, ...]) -> None:
        """Have exactly these tags in reach; those that stay keep their state."""
        if [tag.uid for tag in self._tags] == list(uids):
            return
        there = {tag.uid: tag for tag in self._tags}
        self._tags = [there[uid] if uid in there else Tag(uid) for uid in uids]

    def hear(self, bits: list[int]) -> tuple[list[int], int]:
        """Send a frame to all; give what comes back, and where answers first differ (-1: nowhere).

        Bits behind the first difference are those of the first tag, and mean nothing.
        """
        if not self.is_on:
            return [], -1
        answers = [answer for answer in [tag.hear(bits) for tag in self._tags] if answer]
        if not answers:
            return [], -1
        first = answers[0]
        if all(answer == first for answer in answers[1:]):
            return first, -1
        places = range(max(len(answer) for answer in answers))
        return first, next(at for at in places if len({tuple(answer[at : at + 1]) for answer in answers}) > 1)
