"""File descriptors for tests: a process without a free one, and one that may have many."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def most_descriptors(count: int) -> Iterator[None]:
    """Let this process have so many descriptors while the block runs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def take_free_descriptors() -> list[int]:
    """Take all that are free, and give them."""
    taken: list[int] = []
    with suppress(OSError):
        while True:
            taken.append(os.open(os.devnull, os.O_RDONLY))
    return taken


@contextmanager
def no_free_descriptor(most: int = 256) -> Iterator[None]:
    """Leave this process none while the block runs."""
    with most_descriptors(most):
        taken = take_free_descriptors()
        try:
            yield
        finally:
            for descriptor in taken:
                os.close(descriptor)
