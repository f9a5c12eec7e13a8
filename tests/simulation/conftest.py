"""A loop on virtual time for each test, and a Tacocat player at a pad."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulation.people.tacocat.player import CarefulTacocatPlayer
from simulation.people.tacocat_person import Person
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as running:
        yield running


@pytest.fixture
def reader(loop: VirtualLoop) -> Iterator[Person]:
    made = Person(loop, CarefulTacocatPlayer)
    yield made
    made.table.close()
