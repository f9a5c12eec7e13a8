"""A loop on virtual time for each test, and a table with one of everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tacotable_drivers.registry import PN532, SH1106, SSD1306
from tacotable_sim.plan import Display, Pad, Plan, Sensor
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop
from tacotable_sim.truth import Card

NTAGS = tuple(Card(f"04A1B2C3D4E5{number:02X}", str(number % 12 + 1)) for number in range(24))
EMS = tuple(Card(f"0C0006{number:04X}", str(number % 12 + 1)) for number in range(24))


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as running:
        yield running


@pytest.fixture
def plan() -> Plan:
    return Plan(
        seats=("YAY", "WOW"),
        deck=NTAGS,
        box=(Card("FFEEDDCCBBAA99", "foreign"),),
        rows=("row:YAY", "row:WOW"),
        pads=(Pad("pad:YAY", PN532), Pad("pad:WOW", PN532)),
        buttons={"YAY.ok": 5, "WOW.ok": 6},
        lamps={"YAY.ok": 12},
        sensors=tuple(Sensor(f"sensor {space:+d}", 20 + at, space) for at, space in enumerate((-1, 0, 1))),
        displays=(Display("YAY", SSD1306, bus=11), Display("WOW", SH1106, bus=12)),
        lights=9,
        buzzer_pin=18,
        root_of=((11, 1), (12, 1)),
    )


@pytest.fixture
def table(loop: VirtualLoop, plan: Plan) -> Iterator[SimulatedTable]:
    made = SimulatedTable(plan, loop=loop, seed=1)
    yield made
    made.close()
