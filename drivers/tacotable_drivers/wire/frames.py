"""Frames of a reader that announces tags by itself: how they are written, and how they are found in a stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Decoder(Protocol):
    """Finds announced tags in a stream of bytes, strictly: a damaged frame is dropped, never guessed."""

    frames_ok: int  # Whole frames so far.
    bytes_invalid: int  # Bytes so far that belonged to no frame.

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of a frame."""

    def feed(self, received: bytes) -> list[str]:
        """Accept received bytes in any chunking and return the tags whose frames are now complete, in order."""

    def flush(self) -> None:
        """Drop a frame that stopped half-way (the line fell silent)."""


@dataclass(frozen=True, slots=True)
class Frames:
    """`encode` writes the frame of a tag (upper-case hex digits), `decoder` makes what finds it again.

    `inner`: the bytes that may stand between those which mark a frame's beginning and end. A recording has other
    ones of them in place of bytes that make no whole frame, for these may hold most of a tag's number.
    `others`: like kinds of readers, by the names of their specs, and what finds their frames by their shape alone.
    """

    encode: Callable[[str], bytes]
    decoder: Callable[[], Decoder]
    inner: bytes
    others: Mapping[str, Callable[[], Decoder]] = field(default_factory=dict)
