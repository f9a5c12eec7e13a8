"""What has changed between two pictures of JSON values, so that only that has to be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.role import Content


def changes(before: Mapping[str, object], now: Mapping[str, object]) -> Content:
    """Return what makes the picture of now of the one before: `set`, nested as it is, and the paths that are `gone`.

    A list is told whole.
    """
    return {"set": _other(before, now), "gone": list(_gone(before, now))}


def _other(before: Mapping[str, object], now: Mapping[str, object]) -> dict[str, object]:
    """Return what is new or other."""
    other: dict[str, object] = {}
    for name, value in now.items():
        old = before.get(name)
        if name in before and old == value:
            continue
        is_inside = isinstance(old, Mapping) and isinstance(value, Mapping)
        other[name] = _other(old, value) if is_inside else value  # type: ignore[arg-type]  # both are mappings
    return other


def _gone(before: Mapping[str, object], now: Mapping[str, object]) -> Iterator[list[str]]:
    """Yield the paths of what is no longer there."""
    for name, old in before.items():
        value = now.get(name)
        if name not in now:
            yield [name]
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            yield from ([name, *path] for path in _gone(old, value))
