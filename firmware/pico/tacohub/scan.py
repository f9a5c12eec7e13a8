"""One scan of one antenna: which tags lie in it, at most two, by ISO 14443-3 type A.

All tags are woken (WUPA, so that resting ones answer too). Where two answer at once their numbers collide at the bit
in which they first differ: the scan goes on with the one that has a 1 there, selects it over up to three cascade levels
and puts it to rest (HLTA: a tag that is left awake would not answer the next WUPA); a second pass takes the 0.
Where numbers differ in a second bit in one pass, there are more tags than two.

An answer of which bits went wrong is asked for again: until a tag is selected it says its number as often as it is
asked. What it answers to a SELECT need not be understood: only the one tag that has this very number answers to that.

A scan is a generator that gives UNDER_WAY until it gives how it ended, and then starts anew when it is asked on: so
other work goes on between, and no memory is taken.
"""

from tacohub.mfrc522 import ANSWER, COLLIDED, GARBLED, SILENCE, STUCK, Mfrc522
from tacohub.settling import TAG_BYTES, Found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

UNDER_WAY = 0
COMPLETE = 1
"""The scan found what it found."""
VOID = 2
"""Something answered, but not so that it could be understood: this scan says nothing."""
HUNG = 3
"""The chip did not carry out a command."""

_WUPA = 0x52
_SELECT = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_WHOLE = 0x70  # NVB: all 40 bits follow
_SAK_CASCADE = 0x04
_REPEATS = 4  # in one scan: two for each level of a number of seven bytes
_HALT = (0x50, 0x00, 0x57, 0xCD)  # HLTA with its CRC_A


def put_crc(frame: bytearray, start: int, size: int) -> None:
    """Put the CRC_A of `size` bytes behind them (ISO 14443-3, annex B)."""
    crc = 0x6363
    for index in range(start, start + size):
        mixed = (frame[index] ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    frame[start + size] = crc & 0xFF
    frame[start + size + 1] = crc >> 8 & 0xFF


class Scan:
    """The scans of one reader. `found` is whole when `steps` gives COMPLETE."""

    def __init__(self, chip: Mfrc522) -> None:
        self.found = Found()
        self.steps = self._steps()
        self._chip = chip
        self._uid = bytearray(5)
        self._known = 0
        self._branch = 1
        self._has_collided = False
        self._has_split = False
        self._has_more = False
        self._repeats = 0
        self._tag = bytearray(TAG_BYTES)
        self._check = bytearray(3)

    def restart(self) -> None:
        """Throw an unfinished scan away."""
        self.steps = self._steps()

    def _steps(self) -> "Generator[int, None, None]":  # noqa: C901  # generators within it would take memory
        chip = self._chip
        while True:
            self.found.count = 0
            self.found.has_more = False
            self._begin_first_pass()
            end = UNDER_WAY
            while end == UNDER_WAY:
                self._begin_short(_WUPA)
                while chip.is_waiting():
                    yield UNDER_WAY
                end = self._after_request()
                level = self._tag[0] = 0
                while level < 3 and end == UNDER_WAY:
                    self._known = 0
                    while self._known < 32 and end == UNDER_WAY:
                        self._begin_anticollision(level)
                        while chip.is_waiting():
                            yield UNDER_WAY
                        end = self._after_anticollision()
                        if end == VOID and self._repeats and chip.outcome != SILENCE:
                            self._repeats -= 1
                            end = UNDER_WAY
                    if end == UNDER_WAY:
                        self._begin_select(level)
                        while chip.is_waiting():
                            yield UNDER_WAY
                        end = self._after_select(level)
                        level = self._next_level(level)
                if end == UNDER_WAY:
                    self._begin_halt()
                    while chip.is_waiting():
                        yield UNDER_WAY
                    end = self._after_one_tag()
            yield end

    def _begin_first_pass(self) -> None:
        self._branch = 1
        self._has_collided = False
        self._has_split = False
        self._repeats = _REPEATS

    def _after_one_tag(self) -> int:
        """Take the tag; where two differed, a second pass takes the other way at that bit."""
        self.found.add(self._tag)
        if not self._has_collided or self._branch == 0:
            return COMPLETE
        self._branch = 0
        self._has_split = False
        return UNDER_WAY

    def _begin_short(self, request: int) -> None:
        self._chip.sent[1] = request
        self._chip.begin(1, 7)

    def _after_request(self) -> int:
        """Take an answer of any shape for someone: answers of several tags may collide."""
        outcome = self._chip.outcome
        if outcome == SILENCE:
            return COMPLETE
        return HUNG if outcome == STUCK else UNDER_WAY

    def _begin_anticollision(self, level: int) -> None:
        """Ask those whose number begins with the known bits for the rest (ISO 14443-3 §6.5.3)."""
        whole, bits = self._known >> 3, self._known & 7
        sent = self._chip.sent
        sent[1] = _SELECT[level]
        sent[2] = (2 + whole) << 4 | bits
        size = whole + (1 if bits else 0)
        for index in range(size):
            sent[3 + index] = self._uid[index]
        self._chip.begin(2 + size, bits, bits)

    def _after_anticollision(self) -> int:
        chip = self._chip
        if chip.outcome == STUCK:
            return HUNG
        if chip.outcome != ANSWER and chip.outcome != COLLIDED:
            return VOID
        whole, bits = self._known >> 3, self._known & 7
        if whole + chip.count > 5:
            return VOID
        self._merge(whole, bits)
        if chip.outcome == COLLIDED:
            return self._choose(whole)
        if whole + chip.count != 5:
            return VOID
        uid = self._uid
        if uid[0] ^ uid[1] ^ uid[2] ^ uid[3] ^ uid[4]:
            return VOID  # the check byte is the other four's XOR
        self._known = 32
        return UNDER_WAY

    def _merge(self, whole: int, bits: int) -> None:
        uid, received = self._uid, self._chip.received
        low = (1 << bits) - 1
        uid[whole] = (uid[whole] & low if bits else 0) | (received[0] & ~low & 0xFF)
        for index in range(1, self._chip.count):
            uid[whole + index] = received[index]

    def _choose(self, whole: int) -> int:
        """Go on with one of the two ways at the bit in which tags differ."""
        position = self._chip.collision_bit()
        if position == 0:
            return VOID
        if position <= self._known:
            position += whole << 3  # the chip counts from the first byte of this answer
        if not self._known < position <= 32:
            return VOID
        if self._has_split:
            self.found.has_more = True
        self._has_collided = self._has_split = True
        bit = position - 1
        self._uid[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF
        self._uid[bit >> 3] |= self._branch << (bit & 7)
        self._known = position
        if position == 32:  # the number is known by choice, and its check byte with it
            uid = self._uid
            uid[4] = uid[0] ^ uid[1] ^ uid[2] ^ uid[3]
        return UNDER_WAY

    def _begin_select(self, level: int) -> None:
        sent = self._chip.sent
        sent[1] = _SELECT[level]
        sent[2] = _WHOLE
        for index in range(5):
            sent[3 + index] = self._uid[index]
        put_crc(sent, 1, 7)
        self._chip.begin(9)

    def _after_select(self, level: int) -> int:
        chip = self._chip
        if chip.outcome == STUCK:
            return HUNG
        has_more = self._uid[0] == _CASCADE_TAG
        if chip.outcome != GARBLED:
            if not self._is_whole():
                return VOID
            has_tag, has_more = has_more, bool(self._check[0] & _SAK_CASCADE)  # copies of cards have numbers of 88..
            if has_more and not has_tag:
                return VOID
        if has_more and level == 2:
            return VOID  # no number has more than ten bytes
        self._has_more = has_more
        self._append(1 if has_more else 0)
        return UNDER_WAY

    def _is_whole(self) -> bool:
        """Tell whether the answer to a SELECT is whole."""
        chip, check = self._chip, self._check
        if chip.outcome != ANSWER or chip.count != 3:
            return False
        check[0] = chip.received[0]
        put_crc_of_one(check)
        return check[1] == chip.received[1] and check[2] == chip.received[2]

    def _append(self, start: int) -> None:
        tag, uid = self._tag, self._uid
        for index in range(start, 4):
            tag[0] += 1
            tag[tag[0]] = uid[index]

    def _next_level(self, level: int) -> int:
        """Give the next level, 3 when the number is whole."""
        return level + 1 if self._has_more else 3

    def _begin_halt(self) -> None:
        """Put the tag to rest; it does not answer to that."""
        for index in range(4):
            self._chip.sent[1 + index] = _HALT[index]
        self._chip.begin(4, expects_answer=False)


def put_crc_of_one(frame: bytearray) -> None:
    """Put the CRC_A of the first byte behind it."""
    put_crc(frame, 0, 1)
