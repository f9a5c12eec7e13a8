"""Full garbage collections, kept out of play: one takes tens of milliseconds, and no light waits so long.

What is there when the table has started stays, and is looked at no more (`gc.freeze`). What comes later is collected
whole when the table rests; young objects, which are most, at any time, because that takes less than a millisecond.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 1_000
"""After so many collections of the middle generation a full one comes even in play: a bound for memory, some 7
million objects that were made and kept, and not expected."""


@contextmanager
def collected_at_rest() -> Iterator[None]:
    """Keep full collections out of the block; `gc.collect` in a quiet moment does them."""
    young, middle, old = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(young, middle, RARELY)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()
