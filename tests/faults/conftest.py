"""What tests of faulty lines begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faults.lines import Line
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.fixture
def line(loop: VirtualLoop) -> Iterator[Line]:
    line = Line(loop)
    yield line
    line.close()
