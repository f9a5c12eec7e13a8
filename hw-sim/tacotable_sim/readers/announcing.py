"""Emulated readers that announce tags: one repeats (as an RDM6300), the other tells once on entry (as an ID-12LA).

They have no anticollision: of two tags the reader hears garbage or nothing. Sources: RDM6300 data sheet; ID
Innovations ID-12LA data sheet. The repeat period is a reported value.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_sim.readers.antenna import Antenna

PERIOD_S = 0.065  # How often a reader looks for a tag, and so repeats it.


class Repeating:
    """Says the tag again and again while it is there, in the frames of its spec; `Emulator` of `cable`."""

    period_s = PERIOD_S

    def __init__(self, spec: ReaderSpec, clock: AbstractEventLoop, antenna: Antenna, chance: Random) -> None:
        self.baud = spec.baud
        self._encode = spec.frames.encode
        self._digits = spec.family.tag_digits
        self._clock = clock
        self._field = antenna.field
        self._chance = chance
        self.send: Callable[[bytes], None] = lambda data: None
        self._timer: TimerHandle | None = None

    def receive(self, data: bytes) -> None:
        """Ignore the bytes: the reader's receive line is not connected to anything."""

    def power(self, on: bool) -> None:
        """Switch the supply."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if on:
            self._timer = self._clock.call_later(self.period_s, self._look)

    def _look(self) -> None:
        self._timer = self._clock.call_later(self.period_s, self._look)
        if frame := self._heard():
            self.send(frame)

    def _heard(self) -> bytes:
        """Return the frame of what is in the field: nothing, a tag, or the garbage of several."""
        tags = [tag for tag in self._field() if len(tag) == self._digits]  # others work at another frequency
        if len(tags) < 2:
            return self._encode(tags[0]) if tags else b""
        if self._chance.random() < 0.5:
            return b""
        first, second = (bytearray(self._encode(tag)) for tag in tags[:2])
        at = self._chance.randrange(2, min(10, len(first)))
        return bytes(first[:at] + bytes([first[at] | 0x80]) + second[at + 1 :])  # under one of their checksums


class Once(Repeating):
    """Says a tag once when it comes. `is_tag_in_range` is the reader's output pin for that."""

    _present: tuple[str, ...] = ()

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self._present = ()
        super().power(on)

    @property
    def is_tag_in_range(self) -> bool:
        """Return what the tag-in-range pin tells."""
        return bool(self._present)

    def _heard(self) -> bytes:
        present = self._field()
        has_changed = present != self._present
        self._present = present
        return super()._heard() if has_changed else b""
