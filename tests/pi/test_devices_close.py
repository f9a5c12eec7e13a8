"""The end of a table's devices: it is dark, also where one of them cannot be closed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tacotable.app.program import make_program
from tacotable.devices.build import Devices
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.scene import SILENCE, Light, Scene, SpaceScreen
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table
from tacotable_drivers.ports import Look, Pattern
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

RED = Light(Look((255, 0, 0), Pattern.SOLID), "lamp.on")


class Unclosable:
    """A port that takes everything and cannot be closed."""

    def write(self, data: bytes) -> None:
        del data

    def close(self) -> None:
        raise OSError(5, "Input/output error")


def test_where_a_reader_cannot_be_closed_the_table_ends_dark_all_the_same() -> None:
    table = read_table("tacocat")
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=1)
        hardware = replace(
            simulated_hardware(simulated, loop, "memory", has_threads=False),
            open_reader=lambda zone, pad: lambda on_bytes, on_lost: Unclosable(),
        )
        devices = Devices(table, hardware, lambda event: None, loop)
        devices.start()
        devices.show(
            Scene(
                lights=(RED,) * 9,
                lamps={"YAY.ok": RED},
                screens={"space +3": SpaceScreen("+3", "yay", is_here=True)},
                prompts={},
                public_prompts={},
                cue=SILENCE,
            ),
            lambda: None,
        )
        loop.run_for(0.1)
        lit = simulated.look()

        with pytest.raises(OSError, match="Input/output error"):
            devices.close()
        dark = simulated.look()
        simulated.close()

    assert (lit.is_lit("YAY.ok"), dark.is_lit("YAY.ok")) == (True, False)
    assert any(light.is_lit for light in lit.lights)
    assert not any(light.is_lit for light in dark.lights)
    assert any(any(picture) for picture in lit.pictures.values())
    assert not any(any(picture) for picture in dark.pictures.values())


def test_the_journal_is_closed_whatever_a_device_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(devices: Devices) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Devices, "close", fail)
    table = read_table("tacocat")
    faces = faces_of(table, table.game)
    journal = Journal(tmp_path)
    journal.claim()
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=1)
        hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
        program = make_program(table, faces, hardware, loop, journal=journal)

        with pytest.raises(OSError, match="Input/output error"):
            program.close()
        simulated.close()

    other = Journal(tmp_path)
    other.claim()
    other.close()
