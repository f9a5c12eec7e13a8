"""Salting: tags get other numbers in a trace, equal ones equal numbers, and nobody can compute the true ones.

The salt is drawn for each recording and written nowhere. Makers' bytes stay (the first of a tag of 5, 7 or 10 bytes):
they are those of thousands of stickers.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

_TAG = re.compile(r"(?<![0-9A-Za-z])[0-9A-F]{8,20}(?![0-9A-Za-z])")  # A tag, perhaps, or a hub's identity, in any text.
_RESERVED = (0x08, 0x88)  # First bytes of four that are no number's (ISO 14443-3, table 'UID of size single').


class Salt:
    """Gives the salted number of each tag, and noise in place of bytes that are no whole message."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._known: dict[str, str] = {}
        self._noise = 0

    def tag(self, tag: str) -> str:
        """Return the salted number of a tag, as long as the true one (capital hex digits)."""
        if tag not in self._known:
            turn = 0
            while (salted := self._salted(tag, turn)) in self._known.values():
                turn += 1
            self._known[tag] = salted
        return self._known[tag]

    def text(self, text: str) -> str:
        """Return a text with every number in it salted that may be a tag."""
        return _TAG.sub(lambda match: self.tag(match[0]), text)

    def value(self, value: Any) -> Any:
        """Return a value of JSON with every text in it salted, keys too."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.value(key): self.value(part) for key, part in value.items()}
        return [self.value(part) for part in value] if isinstance(value, list | tuple) else value

    def noise(self, count: int) -> bytes:
        """Return bytes that nobody can foresee, other ones each time."""
        self._noise += 1
        return hashlib.shake_256(b"noise%d" % self._noise + self._secret).digest(count)

    def _salted(self, tag: str, turn: int) -> str:
        digest = hmac.new(self._secret, f"{turn}/{tag}".encode(), "sha256").hexdigest().upper()
        if len(tag) > 8:
            return tag[:2] + digest[: len(tag) - 2]
        first = int(digest[:2], 16)
        return f"{first ^ 0x10 if first in _RESERVED else first:02X}" + digest[2 : len(tag)]
