"""Bytes of devices with their tags salted: as many bytes, and a decoder finds the same frames, good and damaged.

A whole frame gets its tag salted and its checksum computed anew. A damaged one may hold most of a tag's number, so
its content becomes noise that is damaged in the same way: what marks frames stays where it is, and the sum by which
the PN532's frames are checked stays what it was. Bytes are held back until it is clear what they are.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

from tacotable_drivers.wire import hub
from tacotable_drivers.wire.pn532 import SYNC, Sender, payload_span
from tacotable_drivers.wire.pn532_messages import Code, WireError, decode_targets, encode_targets

if TYPE_CHECKING:
    from tacotable_drivers.wire.frames import Frames

_HEX = b"0123456789ABCDEF"
_TAG = re.compile(rb'"([0-9A-F]{8,20})"')
_HARMLESS = frozenset(code + 1 for code in Code if code is not Code.IN_LIST_PASSIVE_TARGET)
"""Answers of the PN532 that hold no tag."""


class Salt(Protocol):
    """Gives other numbers for tags, and noise."""

    def tag(self, tag: str) -> str:
        """Return the salted number of a tag, as long as the true one."""

    def noise(self, count: int) -> bytes:
        """Return bytes that nobody can foresee, other ones each time."""


class SaltedWire(ABC):
    """One direction of one port: bytes go in with their times, and come out salted, later perhaps, with those times."""

    def __init__(self, salt: Salt) -> None:
        self._salt = salt
        self._pending = b""
        self._chunks: list[tuple[int, int]] = []

    def feed(self, at: int, data: bytes) -> list[tuple[int, bytes]]:
        """Accept bytes; returns what is clear now."""
        self._pending += data
        self._chunks.append((at, len(data)))
        told: list[tuple[int, bytes]] = []
        while self._pending and (salted := self._clear(self._pending)):
            told += self._take(salted)
        return told

    def flush(self) -> list[tuple[int, bytes]]:
        """Return what was held back: nothing more comes."""
        return self._take(self._spoiled(self._pending))

    @abstractmethod
    def _clear(self, pending: bytes) -> bytes:
        """Return the first bytes salted, as many as are clear; none where more must come first."""

    @abstractmethod
    def _spoiled(self, part: bytes) -> bytes:
        """Return bytes that belong to no whole frame, as noise."""

    def _take(self, salted: bytes) -> list[tuple[int, bytes]]:
        """Cut salted bytes as they had come."""
        self._pending = self._pending[len(salted) :]
        told = []
        while salted:
            at, size = self._chunks.pop(0)
            if size > len(salted):
                self._chunks.insert(0, (at, size - len(salted)))
            told.append((at, salted[:size]))
            salted = salted[size:]
        return told


class Pn532Wire(SaltedWire):
    """What a PN532 sends."""

    def _clear(self, pending: bytes) -> bytes:
        at = pending.find(SYNC)
        if at < 0:
            return self._spoiled(pending[: len(pending) - pending.endswith(SYNC[:1])])
        return self._spoiled(pending[:at]) if at else self._frame(pending)

    def _frame(self, pending: bytes) -> bytes:
        """Salt the frame that begins here; a false start keeps its head, and what follows is looked at anew."""
        span = payload_span(pending)
        if span is None:
            return b""
        start, end = span
        if start == end:
            return pending[: end or 1]
        if sum(pending[start:end]) & 0xFF:
            return pending[:start]
        payload = self._payload(pending[start : end - 1])
        return pending[:start] + payload + bytes([-sum(payload) & 0xFF])

    def _payload(self, payload: bytes) -> bytes:
        if payload[0] != Sender.CHIP or len(payload) < 2 or payload[1] in _HARMLESS:
            return payload
        try:
            targets = decode_targets(payload[1:])
        except WireError:
            return payload[:3] + self._salt.noise(len(payload))[: len(payload[3:])]
        salted = [replace(target, uid=bytes.fromhex(self._salt.tag(target.tag))) for target in targets]
        written = payload[:1] + encode_targets(salted)
        return written if len(written) == len(payload) else payload[:3] + self._salt.noise(len(payload) - 3)

    def _spoiled(self, part: bytes) -> bytes:
        """Return noise with the start codes of the true bytes, none besides, and their sum."""
        noise = self._salt.noise(len(part))
        spoiled = bytearray(byte if byte in SYNC else 1 + mask % 254 for byte, mask in zip(part, noise, strict=True))
        missing = (sum(part) - sum(spoiled)) & 0xFF
        for at, byte in enumerate(part):
            if missing and byte not in SYNC:
                wanted = (spoiled[at] + missing) & 0xFF
                spoiled[at] = wanted if wanted not in SYNC else (wanted + 2) & 0xFF
                missing = (sum(part) - sum(spoiled)) & 0xFF
        return bytes(spoiled)


class AnnouncingWire(SaltedWire):
    """What a reader sends that announces tags: whatever its own decoder drops is noise."""

    def __init__(self, salt: Salt, frames: Frames) -> None:
        super().__init__(salt)
        self._frames = frames
        self._decoder = frames.decoder()
        self._seen = 0
        """How many of the pending bytes the decoder has had."""

    def _clear(self, pending: bytes) -> bytes:
        while self._seen < len(pending):
            tags = self._decoder.feed(pending[self._seen : self._seen + 1])
            self._seen += 1
            if salted := self._salted(pending[: self._seen], tags):
                self._seen -= len(salted)
                return salted
        return b""

    def _salted(self, seen: bytes, tags: list[str]) -> bytes:
        """Return what the decoder is through with, salted: noise, and a frame at its end where it found one."""
        through = seen[: len(seen) - self._decoder.pending]
        if not tags:
            return self._spoiled(through)
        frame = self._frames.encode(self._salt.tag(tags[-1]))
        return self._spoiled(through[: -len(frame)]) + frame

    def _spoiled(self, part: bytes) -> bytes:
        """Return noise with the marks of frames where they were; it never is a whole frame."""
        inner, noise = self._frames.inner, self._salt.noise(len(part) + 1)
        spoiled = bytes(
            inner[mask % len(inner)] if byte in inner else byte for byte, mask in zip(part, noise, strict=False)
        )
        return self._spoiled(part) if self._frames.decoder().feed(spoiled) else spoiled


class HubWire(SaltedWire):
    """What a reader hub sends: lines of JSON with their checksum."""

    def _clear(self, pending: bytes) -> bytes:
        end = pending.find(b"\n") + 1
        if not end:
            return self._spoiled(pending) if len(pending) > hub.LONGEST else b""
        line = pending[:end]
        if hub.opened(line[:-1].rstrip(b"\r")) is None:
            return self._spoiled(line)
        text, _, tail = line.rpartition(b"*")
        salted = _TAG.sub(lambda match: b'"%s"' % self._salt.tag(match[1].decode()).encode(), text)
        return salted + b"*%08x" % crc32(salted) + tail[8:]

    def _spoiled(self, part: bytes) -> bytes:
        noise = self._salt.noise(len(part))
        return bytes(_HEX[mask & 15] if byte in _HEX else byte for byte, mask in zip(part, noise, strict=True))
