"""The dialogue with a reader that announces tags by itself (RDM6300, ID-12LA and others): it only listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.session import Failed, LineCounters, Outcome, Ready, Sighted

if TYPE_CHECKING:
    from tacotable_drivers.wire.frames import Frames

QUIET_MS = 500.0
"""So long without a byte, and a freshly opened reader is taken to be well: it cannot be asked."""
NOISE = "it sends bytes but no whole tag; show one card at a time, and check its speed and wires"
OTHER_KIND = 'it speaks like another kind of reader; write reader = "{}" for this pad, or put the right one there'
GARBAGE_MS = 2_000.0
"""So long with bytes and no valid frame, and the reader is faulty (noise, wrong speed, two cards at once)."""
PAUSE_MS = 50.0
"""A frame that stops for so long (48 characters) is not going on."""


class AnnouncingSession:
    """Listen to one announcing reader. One that spoke like another kind stays lost until it sends its own."""

    def __init__(self, frames: Frames) -> None:
        self._decoder = frames.decoder()
        self._others = {name: decoder() for name, decoder in frames.others.items()}
        self._is_of_other_kind = self._is_ready = False
        self._quiet_ends_ms = 0.0
        self._pause_ends_ms: float | None = None
        self._garbage_began_ms: float | None = None

    def counters(self) -> LineCounters:
        """Return the numbers so far."""
        return LineCounters(self._decoder.frames_ok, self._decoder.bytes_invalid)

    def wake_at_ms(self) -> float | None:
        """Return when half a frame must be dropped, or when quiet will mean that the reader is well."""
        is_quiet_awaited = not (self._is_ready or self._is_of_other_kind or self._pause_ends_ms is not None)
        return self._quiet_ends_ms if is_quiet_awaited else self._pause_ends_ms

    def start(self, now_ms: float) -> list[Outcome]:
        """Begin to listen."""
        self._flush()
        self._is_ready = False
        self._quiet_ends_ms = now_ms + QUIET_MS
        self._pause_ends_ms = self._garbage_began_ms = None
        return []

    def received(self, data: bytes, now_ms: float) -> list[Outcome]:
        """Accept bytes from the reader."""
        if now_ms >= self._quiet_ends_ms:
            self._garbage_began_ms = None
        self._quiet_ends_ms = now_ms + QUIET_MS
        invalid_before = self._decoder.bytes_invalid
        tags = self._decoder.feed(data)
        kinds = [name for name, decoder in self._others.items() if decoder.feed(data)]
        self._pause_ends_ms = now_ms + PAUSE_MS if self._decoder.pending else None
        if tags:
            self._garbage_began_ms = None
            self._is_of_other_kind = False
            return [*self._become_ready(), *(Sighted((tag,)) for tag in tags)]
        if kinds:
            self._is_of_other_kind = True
            return [Failed(OTHER_KIND.format(kinds[0]), FaultKind.OTHER_KIND)]
        if self._decoder.bytes_invalid == invalid_before:
            return []
        if self._garbage_began_ms is None:
            self._garbage_began_ms = now_ms
        if now_ms - self._garbage_began_ms < GARBAGE_MS:
            return []
        self._garbage_began_ms = None
        return [Failed(NOISE, FaultKind.NOISE)]

    def timer(self, now_ms: float) -> list[Outcome]:
        """Drop half a frame after a pause; take a quiet reader to be well."""
        if self._pause_ends_ms is not None and now_ms >= self._pause_ends_ms:
            self._pause_ends_ms = None
            self._flush()
        return self._become_ready() if now_ms >= self._quiet_ends_ms and not self._is_of_other_kind else []

    def _flush(self) -> None:
        for decoder in (self._decoder, *self._others.values()):
            decoder.flush()

    def _become_ready(self) -> list[Outcome]:
        if self._is_ready:
            return []
        self._is_ready = True
        return [Ready()]
