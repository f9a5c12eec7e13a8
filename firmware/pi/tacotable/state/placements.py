"""Where cards are on the pads, apart from what they mean: one fold of the readers' events, the same for all games.

A reader reports the tags in its field, not hands. Of cards on one another it may report all, the upper one, or none;
it may fall silent and come back; some readers never report that a card left. A `Pad` is what can be known of one pad
from all that its reader reported so far, and each card on it is a `Placement`: one stay of one tag, with its origin.

    >>> pad = Pad().reported(("A",), 0.0)           # a hand laid A
    >>> pad = pad.left("A", 900.0).reported(("B",), 900.0)  # B on A, which is hidden: no hand swaps cards in one scan
    >>> [one.tag for one in pad.beneath], pad.top.origin
    (['A'], <Origin.FRESH: 'fresh'>)
    >>> pad.left("B", 1_800.0).reported(("A",), 1_800.0).top.origin
    <Origin.UNCOVERED: 'uncovered'>

The only mark that a game sets is the `status`: how it answered this placement, so that a card that is reported again
is no new act. Which cards are used follows from the facts of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum


class Origin(Enum):
    """How a placement began, as far as its reader can tell."""

    FRESH = "fresh"  # A hand laid it.
    SAME = "same"  # It was there, and was reported again.
    UNCOVERED = "uncovered"  # The card above it was removed.
    FOUND = "found"  # Its reader was silent: nobody knows when it was laid, or removed.


class Status(Enum):
    """How the game answered a placement."""

    NEW = "new"  # Not yet.
    ACCEPTED = "accepted"  # It is an act, or part of one.
    REFUSED = "refused"  # It is neither: it has to be removed.


@dataclass(frozen=True, slots=True)
class Placement:
    """One stay of one tag on a pad: since when, how it began, and how the game answered it."""

    tag: str
    since_ms: float
    origin: Origin = Origin.FRESH
    status: Status = Status.NEW


NEVER_MS = -1e12  # Long before the first event; a number that JSON can hold.


@dataclass(frozen=True, slots=True)
class Pad:
    """What is known of one pad. A frozen value: each event of its reader gives the next one."""

    read: tuple[Placement, ...] = ()
    """The cards that the reader reports now, the one that came last at the end."""
    beneath: tuple[Placement, ...] = ()
    """Cards that are not reported and were not seen to be removed: under the others, the upper one last."""
    since_empty: tuple[str, ...] = ()
    """The tags that were reported since the pad was empty last."""
    gone: tuple[Placement, ...] = ()
    """The cards that left in the last moment in which any left."""
    gone_ms: float = NEVER_MS
    is_silent: bool = False
    has_more: bool = False
    """Whether there are more cards than the reader can list."""

    @property
    def top(self) -> Placement | None:
        """Return the card that was reported last of those that are there; None if none is known."""
        return self.read[-1] if self.read else None

    def hidden(self) -> tuple[Placement, ...]:
        """Return the cards that may be on the pad though its reader reports none, the upper one last."""
        return () if self.read or self.is_silent else (*self.beneath, *self.gone)

    def left(self, tag: str, at_ms: float) -> Pad:
        """Return the pad after its reader reported that a tag left."""
        out = tuple(one for one in self.read if one.tag == tag)
        if not out:
            return self  # its reader never reports leaving in time: the pad counts as free since the card came
        gone = (*self.gone, *out) if at_ms == self.gone_ms else out
        read = tuple(one for one in self.read if one.tag != tag)
        return replace(self, read=read, gone=gone, gone_ms=at_ms, is_silent=False, has_more=False)

    def reported(self, tags: tuple[str, ...], at_ms: float, *, has_more: bool = False) -> Pad:
        """Return the pad after its reader reported just these tags; what left in this moment came first, by `left`."""
        is_one_scan = at_ms == self.gone_ms
        # Cards that were hidden by those that left, or by those that came, in one movement of the hand.
        is_seen = not self.is_silent and (is_one_scan or bool(self.read))
        below = self.beneath if is_seen else ()
        read = tuple(self._placement(tag, below, at_ms, is_one_scan=is_one_scan) for tag in tags)
        bare = [at for at, one in enumerate(below) if one.tag in tags]
        below = below[: bare[0]] if bare else below
        if is_one_scan and read[-1].origin is Origin.FRESH and read[-1] not in self.read:
            # No hand changes cards within one scan: the other is under this one.
            below = (*below, *(one for one in self.gone if one.tag not in tags))
        since = self.since_empty if is_seen else ()
        since = (*since, *(tag for tag in tags if tag not in since))
        return replace(self, read=read, beneath=below, since_empty=since, is_silent=False, has_more=has_more)

    def _placement(self, tag: str, below: tuple[Placement, ...], at_ms: float, *, is_one_scan: bool) -> Placement:
        for one in self.read:
            if one.tag == tag:
                return one if one.status is Status.NEW else replace(one, origin=Origin.SAME)
        for one in below if is_one_scan else ():
            if one.tag == tag:
                return replace(one, origin=Origin.UNCOVERED)
        return Placement(tag, at_ms, Origin.FOUND if self.is_silent else Origin.FRESH)

    def emptied(self, at_ms: float) -> Pad:
        """Return the pad after its reader came back and reported no card: what was there left, nobody knows when."""
        return Pad(gone=tuple(replace(one, origin=Origin.FOUND) for one in self.read), gone_ms=at_ms)

    def silent(self) -> Pad:
        """Return the pad after its reader fell silent: what was there may still be there."""
        return replace(self, is_silent=True)

    def marked(self, tag: str, status: Status, origin: Origin | None = None) -> Pad:
        """Return the pad after the game answered a card on it, and perhaps found out how it came to be there."""
        read = tuple(
            replace(one, status=status, origin=origin or one.origin) if one.tag == tag else one for one in self.read
        )
        return self if read == self.read else replace(self, read=read)

    def is_crowded(self, is_used: Callable[[str], bool]) -> bool:
        """Return whether several cards that are not used lay here since it was empty: one may hide another."""
        return bool(self.read) and sum(not is_used(tag) for tag in self.since_empty) > 1


EMPTY, UNKNOWN = Pad(), Pad(is_silent=True)
