"""What a page may say, as text on the wire: read within bounds of size and depth, or refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import msgspec

from tacotable.web.model import PageError

if TYPE_CHECKING:
    from tacotable.web.limits import Limits


class Hello(msgspec.Struct, frozen=True):
    """A page's first message: its key and language, and how much of the log it has of which run."""

    key: str = ""
    language: str = ""
    after: Annotated[int, msgspec.Meta(ge=0)] = 0
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
    """Read a page's first message; raises `PageError` if it is something else."""
    try:
        return msgspec.convert(message.get("hello"), Hello)
    except msgspec.ValidationError as error:
        raise PageError(
            "no-hello", f'The first message is {{"hello": {{"key", "language", "after"}}}}: {error}.'
        ) from None
