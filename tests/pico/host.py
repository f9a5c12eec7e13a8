"""Lines of the protocol, written and read by its page alone: what the tests of the hub measure by."""

from __future__ import annotations

import json
import zlib
from typing import Any

Message = dict[str, Any]


def seal(message: Message) -> bytes:
    r"""Give the line of a message.

    >>> seal({"t": "ping", "n": 7})
    b'{"t":"ping","n":7}*924f9a25\n'
    """
    text = json.dumps(message, separators=(",", ":"))
    return f"{text}*{zlib.crc32(text.encode()):08x}\n".encode()


def opened(line: bytes) -> Message | None:
    """Give what a line says, None where it must be dropped."""
    body, star, digits = line[:-9], line[-9:-8], line[-8:]
    if len(line) > 511 or star != b"*" or digits != b"%08x" % zlib.crc32(body):
        return None
    try:
        message = json.loads(body)
    except ValueError:
        return None
    return message if isinstance(message, dict) and isinstance(message.get("t"), str) else None
