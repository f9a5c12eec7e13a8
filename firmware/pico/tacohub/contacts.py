"""The levels behind bouncing contacts, with the time at which each change began.

Closing is believed at once, because a chain of bounces begins with a true contact. Opening must last, because a worn
button chatters while a finger rests on it, and one press must not become two. Levels are compared as masks, so that
a look at many quiet contacts costs one comparison.
"""

from tacohub.clock import difference


class Contacts:
    """Up to 30 contacts, by the bits of a mask. All are open at first, with a count of 0.

    `marks[i]` may be set to the time of an edge, by an interrupt; a negative one means "none since the last look".
    """

    def __init__(self, count: int) -> None:
        self.closed = 0
        self.counts = [0] * count
        """Changes of each contact, 0..255 and round again: odd means closed."""
        self.times = [0] * count
        """When each contact's last change began."""
        self.marks = [-1] * count
        self.settle_ms = 30
        self._opening = 0
        self._open_since = [0] * count

    def look(self, levels: int, now: int) -> int:
        """Take the mask of the contacts that touch now; give the mask of those whose state has changed."""
        if levels == self.closed and not self._opening:
            return 0
        changed = 0
        bits = (levels ^ self.closed) | self._opening
        index = 0
        while bits:
            if bits & 1 and self._has_changed(index, levels >> index & 1, now):
                changed |= 1 << index
            bits >>= 1
            index += 1
        return changed

    def reset(self, index: int) -> None:
        """Let a contact be open with a count of 0: it is not used."""
        bit = 1 << index
        self.closed &= ~bit
        self._opening &= ~bit
        self.counts[index] = 0
        self.marks[index] = -1

    def _has_changed(self, index: int, level: int, now: int) -> bool:
        bit = 1 << index
        if level == (self.closed >> index & 1):
            self._opening &= ~bit  # it had opened for a moment only
            self.marks[index] = -1
            return False
        if level:
            return self._change(index, self._began(index, now))
        if not self._opening & bit:
            self._opening |= bit
            self._open_since[index] = self._began(index, now)
        if difference(now, self._open_since[index]) < self.settle_ms:
            return False
        self._opening &= ~bit
        return self._change(index, self._open_since[index])

    def _began(self, index: int, now: int) -> int:
        """Give when the edge came: an interrupt may have seen it before this look, but not long before."""
        mark = self.marks[index]
        self.marks[index] = -1
        if mark >= 0 and 0 <= difference(now, mark) < self.settle_ms:
            return mark
        return now

    def _change(self, index: int, at: int) -> bool:
        self.closed ^= 1 << index
        self.counts[index] = (self.counts[index] + 1) & 255
        self.times[index] = at
        return True
