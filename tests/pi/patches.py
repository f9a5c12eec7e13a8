"""What a page makes of the patches that it is told."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any

from tacotable.state.role import Content


def pictures_told(frames: Iterable[str], kind: str) -> list[dict[str, Any]]:
    """Return all pictures of a kind that a page has shown, by the messages that it was told."""
    shown: list[dict[str, Any]] = []
    for frame in frames:
        message = json.loads(frame)
        if message["type"] == kind:
            shown.append(message)
        elif message["type"] == "patch" and message["of"] == kind:
            shown.append(patched(shown[-1], frame))
    return shown


def patched(shown: Content, patch: str) -> dict[str, object]:
    """Return what a page makes of what it shows and a patch."""
    return changed(shown, json.loads(patch))


def changed(shown: Content, told: Any) -> dict[str, object]:
    """Return the picture that changes make of one, as the page's script makes it."""
    made = _with(shown, told["set"])
    for [*path, name], values in told["at"]:
        place: Any = made
        for each in path:
            place = place[each]
        for index, value in values.items():
            place[name][int(index) : int(index) + 1] = [value]
    for *path, name in told["gone"]:
        place = made
        for each in path:
            place = place[each]
        del place[name]
    return made


def _with(shown: Content, changes: Content) -> dict[str, object]:
    made = copy.deepcopy(dict(shown))
    for name, value in changes.items():
        old = made.get(name)
        made[name] = _with(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return made
