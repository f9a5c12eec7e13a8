"""What lies on a reader, settled from scans that flicker: a tag must be seen more than once, and missed more than once.

It takes no memory while nothing changes. A tag is four, seven or ten bytes, kept with its length before it.
"""

TAG_BYTES = 11
_PLACES = 4


class Found:
    """The tags of one scan."""

    def __init__(self) -> None:
        self.count = 0
        self.has_more = False
        """Whether more tags answered than are kept."""
        self.tags = (bytearray(TAG_BYTES), bytearray(TAG_BYTES))

    def add(self, tag: bytearray) -> None:
        """Take one more tag, unless it is there already."""
        if self.count < 2 and not (self.count and is_same(self.tags[0], tag)):
            kept = self.tags[self.count]
            for index in range(TAG_BYTES):
                kept[index] = tag[index]
            self.count += 1


class _Stay:
    """One tag that was seen, and how often. It is free while `seen` is 0."""

    def __init__(self) -> None:
        self.tag = bytearray(TAG_BYTES)
        self.seen = 0
        self.missed = 0
        self.age = 0  # scans since the first that saw it
        self.first_at = 0
        self.missed_at = 0
        self.is_there = False
        self.is_sighted = False


def is_same(first: bytearray, second: bytearray) -> bool:
    """Tell whether two kept tags are one, without taking memory."""
    for index in range(first[0] + 1):
        if first[index] != second[index]:
            return False
    return True


class Settling:
    """The tags of one reader. `is_known` is false until scans have decided, and again after `forget`."""

    def __init__(self) -> None:
        self.sure = 2
        self.gone = 3
        self.is_known = False
        self.changed_at = 0
        """When the last change was first seen."""
        self.has_more = False
        """Whether more tags lie there than a scan keeps."""
        self._doubts = 0
        self._stays = [_Stay() for _ in range(_PLACES)]
        self._scans = 0

    def forget(self) -> None:
        """Know nothing."""
        self.is_known = False
        self._scans = 0
        self.has_more = False
        self._doubts = 0
        for stay in self._stays:
            stay.seen = 0
            stay.is_there = False

    def take(self, found: Found, at: int) -> bool:
        """Take what one completed scan found; True when what lies there has changed, or is known now."""
        self._scans = min(self._scans + 1, 255)
        for index in range(found.count):
            self._note(found.tags[index], at)
        has_changed = self._note_more(found.has_more, at)
        for stay in self._stays:
            if stay.seen and self._grow_old(stay, at):
                has_changed = True
        for stay in self._stays:
            if stay.seen and not stay.is_there and self._arrives(stay):
                stay.is_there = has_changed = True
                self.changed_at = stay.first_at
        if not self.is_known and not has_changed and self._is_surely_empty():
            has_changed = True
            self.changed_at = at
        if has_changed:
            self.is_known = True
        return has_changed

    def tags(self) -> list[str]:
        """Give what lies there, as text in ascending order."""
        return sorted(tag_text(stay.tag) for stay in self._stays if stay.seen and stay.is_there)

    def is_idle(self) -> bool:
        """Tell whether nothing lies there and nothing seems to come."""
        for stay in self._stays:
            if stay.seen:
                return False
        return True

    def has_newcomer(self) -> bool:
        """Tell whether a tag was seen that does not count yet: the next scan had better be soon."""
        for stay in self._stays:
            if stay.seen and not stay.is_there:
                return True
        return False

    def _note(self, tag: bytearray, at: int) -> None:
        free = None
        for stay in self._stays:
            if not stay.seen:
                free = stay
            elif is_same(stay.tag, tag):
                stay.seen = min(stay.seen + 1, 9)
                stay.missed = 0
                stay.is_sighted = True
                return
        if free is not None:
            for index in range(TAG_BYTES):
                free.tag[index] = tag[index]
            free.seen = 1
            free.missed = free.age = 0
            free.first_at = at
            free.is_there = False
            free.is_sighted = True

    def _note_more(self, has_more: bool, at: int) -> bool:
        """Take whether there are more tags than kept ones; True when that has changed, settled as a tag is."""
        if has_more == self.has_more:
            self._doubts = 0
            return False
        self._doubts += 1
        if self._doubts < (self.sure if has_more else self.gone):
            return False
        self.has_more = has_more
        self._doubts = 0
        self.changed_at = at
        return True

    def _grow_old(self, stay: _Stay, at: int) -> bool:
        """Count a scan; True when a tag that was there is gone."""
        stay.age = min(stay.age + 1, 255)
        if stay.is_sighted:
            stay.is_sighted = False
            return False
        if stay.missed == 0:
            stay.missed_at = at
        stay.missed += 1
        if stay.missed < self.gone:
            return False
        stay.seen = 0
        if stay.is_there:
            stay.is_there = False
            self.changed_at = stay.missed_at
            return True
        return False

    def _arrives(self, stay: _Stay) -> bool:
        """In a swap the old tag is never seen after the new one: the new one waits until the old one is gone."""
        if stay.seen < self.sure or stay.missed:
            return False
        for other in self._stays:
            if other.seen and other.is_there and other.missed >= stay.age:
                return False
        return True

    def _is_surely_empty(self) -> bool:
        return self._scans >= self.gone and self.is_idle()


def tag_text(tag: bytearray) -> str:
    """Give a kept tag as people write it."""
    return "".join("%02X" % tag[index] for index in range(1, tag[0] + 1))
