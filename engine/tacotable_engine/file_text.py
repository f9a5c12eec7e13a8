"""TOML files that people wrote, read within bounds: a file beyond them is refused with its line or key.

The parser of TOML recurses with each bracket, takes quadratic time for a key of many parts, and takes numbers and
signs that no later step can print. The bounds are checked in the text, before it is parsed, and in its values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any

MOST_BYTES = 200_000
MOST_DEPTH = 32
MOST_DIGITS = 40
MOST_DOTS = 8
MOST_SIGNS = 1_000
_TOKEN = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?"{3,5}|'
    r"'''[\s\S]*?'{3,5}|"  # texts of many lines
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|#[^\n]*"  # texts of one line, comments
    r"|(?P<opens>[\[{])|(?P<closes>[\]}])|(?P<dot>\.)|(?P<ends>[\n,=])"
    rf"|(?P<digits>(?<!\w)[0-9]\w{{{MOST_DIGITS},}})"
)
_BEYOND = {
    "opens": f"brackets are more than {MOST_DEPTH} deep here; close them, or take the inner ones out",
    "dot": f"a key has at most {MOST_DOTS + 1} parts with dots between; give a shorter one",
    "digits": f"a number has at most {MOST_DIGITS} digits; give a smaller one",
}
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, and those that change the direction of the text around them."""


def text_of(path: Path, why: Callable[[OSError], str], error_class: type[Exception]) -> str:
    """Return the text of a file; raises an error of the class, which says `why` if the file cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise error_class(why(error)) from None
    if len(content) > MOST_BYTES:
        raise error_class(f"{path}: this file has more than {MOST_BYTES} bytes; is it the right one?")
    try:
        return content.decode("utf-8-sig")  # Windows editors put a mark before the text
    except UnicodeDecodeError as error:
        raise error_class(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None


def toml_values(text: str, name: str, error_class: type[Exception]) -> dict[str, Any]:
    """Return the values in TOML text; raises an error of the class, which calls the file by its `name`."""
    if why := _beyond_bounds(text):
        raise error_class(f"{name}: {why}")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError; so is a date that does not exist
        raise error_class(f"{name}: this is not TOML: {str(error)[:MOST_SIGNS]}") from None
    for why in _unfit_values("", values):
        raise error_class(f"{name}: {why}")
    return values


def _beyond_bounds(text: str) -> str:
    """Return the line and the bound that a text exceeds; empty if it exceeds none."""
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup or ""
        depth += (kind == "opens") - (kind == "closes")
        dots = dots + (kind == "dot") if kind != "ends" else 0
        if kind == "digits" or depth > MOST_DEPTH or dots > MOST_DOTS:
            return f"line {text.count(chr(10), 0, token.start()) + 1}: {_BEYOND[kind]}"
    return ""


def _unfit_values(key: str, value: object) -> Iterator[str]:
    """Yield the key and the fault of each value that cannot be printed or compared."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _unfit_values(f"a key in {key}" if key else "a key", name)
            yield from _unfit_values(f"{key}.{name}".lstrip("."), part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _unfit_values(f"{key}[{index}]", part)
    elif isinstance(value, float) and not isfinite(value):
        yield f"{key}: this number has no finite value; give one such as 1.5"
    elif isinstance(value, str) and len(value) > MOST_SIGNS:
        yield f"{key}: this text has {len(value)} signs; give at most {MOST_SIGNS}"
    elif isinstance(value, str) and (found := _UNSHOWN.search(value)):
        yield f"{key}: the sign U+{ord(found[0]):04X} cannot be shown; take it out of the text"
