"""TOML files that people wrote, read within bounds: a file beyond them is refused with its line or key.

The parser of TOML takes quadratic time for a key of many parts, and accepts numbers and signs that no later step can
print.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any

MOST_BYTES = 200_000
MOST_DEPTH = 32
MOST_DIGITS = 40
MOST_DOTS = 60
MOST_SIGNS = 1_000
TOO_DEEP = f"brackets and the parts of keys are at most {MOST_DEPTH} deep; close them, or take the inner ones out"
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, and those that change the direction of the text around them."""


def read_text(path: Path, hint: str, error_class: type[Exception]) -> str:
    """Read the text of a file; raises an error of the class, with the hint if the file cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        if isinstance(error, PermissionError):
            hint = f"let the program's user read it, as with: sudo chown tacotable {path}"
        raise error_class(f"{path}: {error.strerror}; {hint}") from None
    if len(content) > MOST_BYTES:
        raise error_class(f"{path}: this file has more than {MOST_BYTES} bytes; is it the right one?")
    try:
        return content.decode("utf-8-sig")  # Windows editors put a mark before the text
    except UnicodeDecodeError as error:
        raise error_class(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None


def read_toml(path: Path, hint: str, error_class: type[Exception]) -> dict[str, Any]:
    """Read the values of a TOML file; raises an error of the class, with the hint if the file cannot be read."""
    return toml_values(read_text(path, hint, error_class), str(path), error_class)


def shipped_toml(package: str, name: str) -> dict[str, Any]:
    """Return the values of a TOML file that ships with a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def toml_values(text: str, name: str, error_class: type[Exception]) -> dict[str, Any]:
    """Return the values in TOML text; raises an error of the class, which calls the file by its `name`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise error_class(f"{name}: line {number}: this line has more than {MOST_DOTS} dots; give a shorter key")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise error_class(f"{name}: {TOO_DEEP}") from None
    except ValueError as error:  # so is a date that does not exist, and a number that Python does not read
        reason = f"a number has at most {MOST_DIGITS} digits" if "digits" in str(error) else str(error)[:MOST_SIGNS]
        raise error_class(f"{name}: this is not TOML: {reason}") from None
    for fault in _unfit_values("", values):
        raise error_class(f"{name}: {fault}")
    return values


def _unfit_values(key: str, value: object, depth: int = 0) -> Iterator[str]:
    """Yield the key and the fault of each value that cannot be printed or compared."""
    if depth > MOST_DEPTH:
        yield f"{key}: {TOO_DEEP}"
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _unfit_values(f"a key in {key}" if key else "a key", name)
            yield from _unfit_values(f"{key}.{name}".lstrip("."), part, depth + 1)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _unfit_values(f"{key}[{index}]", part, depth + 1)
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        yield f"{key}: a number has at most {MOST_DIGITS} digits; give a smaller one"
    elif isinstance(value, float) and not isfinite(value):
        yield f"{key}: this number has no finite value; give one such as 1.5"
    elif isinstance(value, str) and len(value) > MOST_SIGNS:
        yield f"{key}: this text has {len(value)} signs; give at most {MOST_SIGNS}"
    elif isinstance(value, str) and (found := _UNSHOWN.search(value)):
        yield f"{key}: the sign U+{ord(found[0]):04X} cannot be shown; take it out of the text"
