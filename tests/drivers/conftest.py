"""What holds for the drivers' tests: the hub's own program, which is no installed package, can be imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

SOURCES = str(Path(__file__).resolve().parents[2] / "firmware" / "pico")
if SOURCES not in sys.path:
    sys.path.insert(0, SOURCES)

from drivers.hub_bench import Bench, HubOnCable  # noqa: E402  # its parts are the hub's own


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.fixture
def hub(loop: VirtualLoop) -> HubOnCable:
    return HubOnCable(loop)


@pytest.fixture
def bench(loop: VirtualLoop, hub: HubOnCable) -> Bench:
    """Give a table whose hub has been found, with nothing on its pads."""
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs()
    bench.run(1.0)
    return bench
