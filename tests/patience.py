"""Waiting for real processes and threads, as long as it takes: only a hang ends it, so no result depends on speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

PATIENCE_S = 120.0
"""No program, thread or connection of this machine takes so long, however busy it is: what takes longer hangs."""
LOOK_S = 0.01
_Found = TypeVar("_Found")


def left_of(seconds: float) -> Iterator[float]:
    """Yield the rest of a time again and again, until it is over."""
    ends_s = time.monotonic() + seconds
    while (left_s := ends_s - time.monotonic()) > 0:
        yield left_s


def until(look: Callable[[], _Found], what: str, patience_s: float = PATIENCE_S) -> _Found:
    """Look until something is there, and return it; fails if it never is."""
    for _ in left_of(patience_s):
        if found := look():
            return found
        time.sleep(LOOK_S)
    raise AssertionError(f"{what} never came")
