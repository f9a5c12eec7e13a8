"""Row 25: a pin that something else uses, and a pin chip that this user may not open."""

from __future__ import annotations

import asyncio
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tacotable.app.program import MemoryLog, Program, make_program
from tacotable.app.run import RunOptions, running
from tacotable.autoplay.rig_tables import real_bench
from tacotable.devices.build import Hardware
from tacotable.devices.health import DeviceState
from tacotable.devices.real_hardware import real_hardware
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable.table.parts import on_pins
from tacotable_drivers import pins
from tacotable_drivers.pins import GpioPins, open_pins
from tacotable_drivers.ports import PinError
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop


@pytest.mark.fault(25)
def test_row_25_a_busy_pin_loses_its_own_device_and_the_table_starts() -> None:
    table = read_table("tacocat")
    with pinned(table) as (simulated, hardware, loop):
        busy = simulated.plan.buttons["WOW.no"]
        other = open_pins(simulated.pins).contact(busy, lambda age_s: None)
        lost, stage = lost_and_stage(table, simulated, hardware, loop)
        other.close()

    assert list(lost) == ["button WOW.no"]
    assert "is it in use by something else" in lost["button WOW.no"]
    assert stage == "deal"


@contextmanager
def pinned(table: TableFile) -> Iterator[tuple[SimulatedTable, Hardware, VirtualLoop]]:
    """Give a simulated table as hardware; nothing uses its pins yet."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces_of(table, "tc38")), loop=loop, seed=1)
        yield simulated, simulated_hardware(simulated, loop, "memory", has_threads=False), loop
        simulated.close()


def lost_and_stage(
    table: TableFile, simulated: SimulatedTable, hardware: Hardware, loop: VirtualLoop
) -> tuple[dict[str, str], str]:
    """Start a program, and press a button; gives what was lost by then, and the stage afterwards."""
    program = make_program(table, faces_of(table, "tc38"), hardware, loop, journal=MemoryLog())
    program.start()
    loop.run_for(3.0)
    lost = reasons(program)
    simulated.tap("YAY.ok")
    loop.run_for(1.0)
    stage = program.controller.situation.game.stage.value
    program.close()
    return lost, stage


@pytest.fixture
def forbidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Be on a machine whose pin chip this user may not open, whichever machine this is; gives what is told of it."""

    def refuse(chip: int = 0) -> object:
        raise PermissionError(errno.EACCES, "Permission denied", "/dev/gpiochip0")

    chip: Any = ModuleType("forbidden_chip")
    chip.Factory = refuse
    monkeypatch.setitem(sys.modules, "forbidden_chip", chip)
    monkeypatch.setitem(pins.FACTORIES, "lgpio", ("forbidden_chip", "Factory"))
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setattr(pins, "DEVICES", tmp_path)
    return (
        "no pin can be had: pin factory 'lgpio' does not start: [Errno 13] Permission denied: '/dev/gpiochip0'; "
        "is this a Pi?"
    )


@pytest.mark.fault(25)
def test_row_25_a_forbidden_pin_chip_loses_what_is_on_pins_and_the_rest_plays(forbidden: str) -> None:
    table = read_table("tacocat-hub")
    with pinned(table) as (simulated, hardware, loop):
        hardware = replace(hardware, pins=real_hardware(table, loop).pins)
        lost, stage = lost_and_stage(table, simulated, hardware, loop)

    assert lost == {"buzzer": f"buzzer: {forbidden} (retrying)"}
    assert stage == "deal"


def reasons(program: Program) -> dict[str, str]:
    """Return why each lost device is lost, as the table knows it now."""
    return {name: one.reason for name, one in program.controller.situation.devices.lost.items()}


@pytest.mark.fault(25)
@pytest.mark.parametrize("name", SHIPPED)
def test_row_25_a_pin_chip_that_comes_late_brings_all_that_is_on_pins_back(name: str) -> None:
    table = read_table(name)
    with pinned(table) as (simulated, hardware, loop):
        is_there, reason = False, "not there yet"

        def start() -> object:
            if not is_there:
                raise PinError(reason)
            return simulated.pins

        late = replace(hardware, pins=GpioPins(start, "late", table.inputs(), loop.time))
        program = make_program(table, faces_of(table, table.game), late, loop, journal=MemoryLog())
        program.start()
        loop.run_for(1.0)
        first = reasons(program)
        reason = "forbidden"
        loop.run_for(12.0)
        second = reasons(program)
        is_there = True
        loop.run_for(6.0)
        left, found = reasons(program), {each.device: each.state for each in program.health.report()}
        program.close()

    on_pin = on_pins(table) if table.buzzer else on_pins(table) - {"buzzer"}
    assert on_pin <= first.keys()
    for device in on_pin:
        assert first[device] == f"{device}: no pin can be had: not there yet (retrying)"
        assert second[device] == f"{device}: no pin can be had: forbidden (retrying)"
    assert left == {}
    assert {found[device] for device in on_pin & found.keys()} <= {DeviceState.OK}


@pytest.fixture
def pinless(monkeypatch: pytest.MonkeyPatch) -> TableFile:
    """Return a table with nothing on pins, and no display: nothing of the machine on which this runs is touched."""
    monkeypatch.setattr("tacotable.devices.real_hardware.hub_ports", lambda devices: [])
    table = read_table("kittens-hub")
    seats = [msgspec.structs.replace(seat, display=None) for seat in table.seats]
    return msgspec.structs.replace(table, seats=seats, play=None, buzzer=None)


def test_a_table_with_nothing_on_pins_opens_none_and_warns_of_none(forbidden: str, pinless: TableFile) -> None:
    async def start() -> tuple[str, ...]:
        async with running(RunOptions(pinless, is_simulated=False), lambda program: None) as lines:
            return lines

    lines = asyncio.run(start())

    assert "pins: the table file has nothing on a pin" in lines
    assert forbidden not in " ".join(lines)


def test_a_table_with_nothing_on_pins_is_a_rig_where_no_pin_can_be_had(forbidden: str, pinless: TableFile) -> None:
    with real_bench(pinless, faces_of(pinless, "ek120")) as bench:
        assert forbidden not in [lost.reason for lost in bench.program.controller.situation.devices.lost.values()]


@pytest.mark.fault(25)
def test_row_25_a_table_with_all_on_forbidden_pins_starts_and_says_why(forbidden: str) -> None:
    """No display and no hub: nothing of the machine on which this runs is touched."""
    table = read_table("buttons")
    seats = [msgspec.structs.replace(seat, display=None) for seat in table.seats]
    table = msgspec.structs.replace(table, seats=seats)

    async def start() -> tuple[tuple[str, ...], dict[str, str]]:
        programs: list[Program] = []
        async with running(RunOptions(table, is_simulated=False), programs.append) as lines:
            return lines, reasons(programs[0])

    lines, lost = asyncio.run(start())

    assert f"WARNING: {forbidden}" in lines
    for device in ("button YAY.ok", "lamp WOW.ok", "light +4", "buzzer"):
        assert lost[device] == f"{device}: {forbidden} (retrying)"
