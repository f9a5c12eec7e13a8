"""How a scenario's `expect` is compared with a reply: as a subset (referee protocol, Scenario files)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MISSING = "<missing>"
MULTISETS = ("hands", "in_front")


def scenarios(path: Path) -> list[dict[str, Any]]:
    """Read a file of scenarios, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def differences(expected: Any, got: Any, path: str = "", is_multiset: bool = False) -> Iterator[str]:
    """Tell wherever a reply is not as expected; "*" stands for anything that is there."""
    if expected == "*" and got != MISSING:
        return
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            below = is_multiset or key in MULTISETS
            yield from differences(value, got.get(key, MISSING), f"{path}.{key}", below)
    elif isinstance(expected, list) and isinstance(got, list):
        yield from _list_differences(expected, got, path, is_multiset)
    elif isinstance(expected, bool) != isinstance(got, bool) or expected != got:
        yield f"{path}: expected {expected!r}, got {got!r}"


def _list_differences(expected: list[Any], got: list[Any], path: str, is_multiset: bool) -> Iterator[str]:
    if is_multiset:
        if sorted(map(str, expected)) != sorted(map(str, got)):
            yield f"{path}: expected the cards {expected!r}, got {got!r}"
    elif len(expected) != len(got):
        yield f"{path}: expected {expected!r}, got {got!r}"
    else:
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
