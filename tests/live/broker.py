"""A real broker with the shipped configuration, for tests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacotable_live.event.broker_process import Mosquitto, found

needs_broker = pytest.mark.skipif(
    found("mosquitto") is None and "CI" not in os.environ, reason="no mosquitto here: apt-get install mosquitto"
)


@contextmanager
def mosquitto(folder: Path, users: Iterable[str]) -> Iterator[Mosquitto]:
    """Run a broker."""
    broker = Mosquitto(folder, users)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
