"""The program, which at SIGUSR1 takes all its free descriptors itself, and at SIGUSR2 gives them back."""

from __future__ import annotations

import os
import resource
import signal
import sys
from types import FrameType

from service.descriptors import take_free_descriptors
from tacotable.__main__ import main

MOST = 256
taken: list[int] = []


def take(number: int, frame: FrameType | None) -> None:
    """Leave none."""
    taken.extend(take_free_descriptors())


def give_back(number: int, frame: FrameType | None) -> None:
    """Leave all."""
    while taken:
        os.close(taken.pop())


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    signal.signal(signal.SIGUSR1, take)
    signal.signal(signal.SIGUSR2, give_back)
    sys.exit(main())
