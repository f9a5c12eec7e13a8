"""What a page may say, as text on the wire: read within bounds of size and depth, or refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.web.model import PageError

if TYPE_CHECKING:
    from tacotable.web.limits import Limits


@dataclass(frozen=True, slots=True)
class Hello:
    """A page's first message: its key and language, and how much of the log it has of which run."""

    key: str
    language: str
    after: int = 0
    run: str = ""
    code: str = ""  # What a phone read on a seat's display, in place of a key.
    patches: bool = False  # Whether the page can make the next picture of what has changed: see `pictures`.
    packed: bool = False  # Whether it can read messages that are compressed.


def read(text: str, limits: Limits) -> dict[str, object]:
    """Read one JSON object; raises `PageError` where it is too large, too deep or none."""
    if len(text.encode()) > limits.message_bytes:
        raise PageError("too-large", f"A message may have at most {limits.message_bytes} bytes.")
    try:
        message = json.loads(text, parse_constant=int)  # int refuses NaN and Infinity, which are no JSON
    except (ValueError, RecursionError):
        raise PageError("bad-json", "That message is not JSON.") from None
    if not isinstance(message, dict):
        raise PageError("bad-json", "A message is one JSON object.")
    if _is_deeper(message, limits.depth):
        raise PageError("too-deep", f"A message may be nested at most {limits.depth} deep.")
    return message


def _is_deeper(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    members = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(_is_deeper(member, depth - 1) for member in members)


def read_hello(message: dict[str, object]) -> Hello:
    """Read a page's first message; raises `PageError` where it is something else."""
    hello = message.get("hello")
    if not isinstance(hello, dict):
        raise PageError("no-hello", 'The first message must be {"hello": {"key", "language", "after"}}.')
    texts, after = {name: hello.get(name, "") for name in ("key", "language", "run", "code")}, hello.get("after", 0)
    is_count = isinstance(after, int) and not isinstance(after, bool) and after >= 0
    if not is_count or not all(isinstance(text, str) for text in texts.values()):
        raise PageError("no-hello", "hello: `key`, `code` and `language` are strings, `after` is a number from 0.")
    return Hello(**texts, after=int(after), patches=hello.get("patches") is True, packed=hello.get("packed") is True)
