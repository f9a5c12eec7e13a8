"""What makers may wire in other ways than the shipped tables: inputs, displays, strips, and pins that are not there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacotable.app.program import MemoryLog, Program, make_program
from tacotable.devices.real_hardware import real_hardware
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import TableFile, TableFileError, parse_table
from tacotable.table.pinout import wiring_of
from tacotable_drivers.ports import InputWiring
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
TACOCAT = (TABLES / "tacocat.toml").read_text(encoding="utf-8")
HUB = (TABLES / "tacocat-hub.toml").read_text(encoding="utf-8")
SENSORS = "sensors = [4, 17, 27, 22, 23, 24, 25, 18, 15]"


def changed(text: str, *changes: tuple[str, str]) -> TableFile:
    """Read a table file in which the first place of each text is replaced."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_table(text, "my.toml")


@contextmanager
def running(table: TableFile) -> Iterator[tuple[SimulatedTable, Program, VirtualLoop]]:
    """Run a program on the simulated table of a table file, until it has shown its first scene."""
    faces = faces_of(table, "tc38")
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=1)
        hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
        program = make_program(table, faces, hardware, loop, journal=MemoryLog())
        program.start()
        loop.run_for(3.0)
        yield simulated, program, loop
        program.close()
        simulated.close()


# Inputs.


@pytest.mark.parametrize(
    ("keys", "wiring", "job", "level"),
    [
        ("", InputWiring(False, "up"), "to ground", "3.3 V, pulled up"),
        (', active = "high"', InputWiring(True, "down"), "to 3.3 V", "3.3 V, pulled down"),
        (', active = "high", pull = "none"', InputWiring(True, None), "to 3.3 V", "a resistor outside pulls it down"),
        (', pull = "none"', InputWiring(False, None), "to ground", "a resistor outside pulls it up"),
        (', active = "high", pull = "up"', InputWiring(True, "up"), "opens from ground", "3.3 V, pulled up"),
    ],
)
def test_a_button_is_wired_as_the_file_says_and_works(keys: str, wiring: InputWiring, job: str, level: str) -> None:
    table = changed(TACOCAT, ("pin = 5,", f"pin = 5{keys},"))
    (wire,) = (wire for wire in wiring_of(table).wires if wire.pin == 5)
    with running(table) as (simulated, program, loop):
        before = program.controller.situation.game.stage
        simulated.tap("YAY.ok")
        loop.run_for(1.0)
        after = program.controller.situation.game.stage

    assert table.inputs()[5] == wiring
    assert (wire.job, level in wire.level) == (f"button YAY.ok, {job}", True)
    assert before != after


def test_sensors_that_are_active_high_feel_the_token_where_it_stands() -> None:
    table = changed(TACOCAT, (SENSORS, f'{SENSORS}\nsensors_active = "high"\nsensors_pull = "none"'))
    with running(table) as (simulated, program, loop):
        simulated.move_token(2)
        loop.run_for(1.0)
        sensed = program.controller.situation.devices.sensed

    assert sensed == {2}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "button = 0,",
            'button = 0, active = "high",',
            r"seats\[0\].ok: the inputs of a hub are pulled up and close to",
        ),
        (
            'sensors = { hub = "hub" }',
            'sensors = { hub = "hub" }\nsensors_pull = "none"',
            "board.sensors: the inputs of",
        ),
    ],
)
def test_the_inputs_of_a_hub_are_wired_in_one_way(old: str, new: str, message: str) -> None:
    with pytest.raises(TableFileError, match=message):
        changed(HUB, (old, new))


# Displays.


def test_a_display_that_hangs_upside_down_is_read_upright_at_the_simulated_table() -> None:
    place = "0x3C, mux = 0x70, channel = 0"
    with running(changed(TACOCAT)) as (upright, *_):
        expected = upright.look().pictures["display YAY"]
    with running(changed(TACOCAT, (place, f"{place}, rotate = 180"))) as (turned, *_):
        seen = turned.look().pictures["display YAY"]
        on_its_glass = turned.panels["display YAY"].controller.picture()

    assert any(expected)
    assert seen == expected
    assert on_its_glass != expected


def test_displays_on_several_buses_are_read_at_the_simulated_table() -> None:
    with running(changed(TACOCAT, ("0x3C, mux = 0x70, channel = 0", "0x3C, bus = 6"))) as (simulated, *_):
        pictures = simulated.look().pictures

    assert all(any(picture) for picture in pictures.values())


def contrasts(simulated: SimulatedTable) -> list[int]:
    return [panel.controller.contrast for panel in simulated.panels.values()]


def test_displays_are_dimmed_when_nobody_touches_the_table_and_light_up_at_a_touch() -> None:
    table = changed(TACOCAT, ("volume = 2", "dim_after_min = 2\nvolume = 2"))
    with running(table) as (simulated, _, loop):
        bright = contrasts(simulated)
        loop.run_for(118.0)
        simulated.move_token(1)
        loop.run_for(60.0)
        kept = contrasts(simulated)
        loop.run_for(65.0)
        dimmed, read = contrasts(simulated), any(simulated.look().pictures["display YAY"])
        simulated.press("WOW.ok")
        loop.run_for(0.5)
        lit = contrasts(simulated)

    assert kept == bright
    assert (set(dimmed), read) == ({0}, True)
    assert lit == bright


def test_displays_stay_bright_where_the_table_file_says_so() -> None:
    with running(changed(TACOCAT, ("volume = 2", "dim_after_min = 0\nvolume = 2"))) as (simulated, _, loop):
        bright = contrasts(simulated)
        loop.run_for(660.0)  # others are dimmed after ten minutes

        assert contrasts(simulated) == bright


def test_the_contrast_of_a_display_is_that_of_the_table_file() -> None:
    place = "0x3C, mux = 0x70, channel = 0"
    with running(changed(TACOCAT, (place, f"{place}, contrast = 40"))) as (simulated, *_):
        contrast = simulated.panels["display YAY"].controller.contrast

    assert contrast == 40


def test_a_display_of_242_hundredths_of_an_inch_is_shipped() -> None:
    table = changed(TACOCAT, ('controller = "sh1106"', 'controller = "ssd1309"'))
    with running(table) as (simulated, *_):
        seen = simulated.look().pictures["display YAY"]

    assert any(seen)
    assert "display YAY: ssd1309, 128 x 64, 55 x 27 mm" in {wire.job for wire in wiring_of(table).wires}


def test_a_display_hangs_upright_or_upside_down() -> None:
    told = r"seats\[0\].display.rotate: words need all 128 pixels of its width, so give 0 or 180"

    with pytest.raises(TableFileError, match=told):
        changed(TACOCAT, ("channel = 0", "channel = 0, rotate = 90"))


# Colours.


def colours_of_the_first_move(table: TableFile) -> set[tuple[int, int, int]]:
    """Return the colours of all lights that are seen while Tacocat is asked for on its first space."""
    seen: set[tuple[int, int, int]] = set()
    with running(table) as (simulated, _, loop):
        simulated.move_token(3)
        simulated.tap("YAY.ok")
        for _ in range(20):
            loop.run_for(0.1)
            seen |= {light.rgb for light in simulated.look().lights if light.is_lit}
    return seen


@pytest.mark.parametrize("order", ["rgb", "rbg", "grb", "gbr", "brg", "bgr"])
def test_a_strip_of_any_order_shows_the_right_colours(order: str) -> None:
    table = changed(TACOCAT, ("brightness = 8 }", f'brightness = 8, order = "{order}" }}'))

    assert colours_of_the_first_move(table) == {(0, 200, 80), (255, 40, 20)}  # go here, not here


@pytest.mark.parametrize("order", ["rgb", "brg"])
def test_a_chain_of_any_order_on_a_hub_shows_the_right_colours(order: str) -> None:
    table = changed(HUB, ("brightness = 8 ", f'order = "{order}"\nbrightness = 8 '))

    assert colours_of_the_first_move(table) == {(0, 51, 20), (65, 10, 5)}  # the same, dimmed by the hub


def test_the_order_of_a_hubs_lights_is_given_at_the_hub() -> None:
    with pytest.raises(TableFileError, match="board.lights.order: this is about an APA102 strip; take it out, or give"):
        changed(HUB, ("first = 4", 'order = "rgb", first = 4'))


# Pins that are not there.


def test_a_dry_run_of_the_real_path_has_pins_that_are_not_there() -> None:
    loop = asyncio.new_event_loop()
    pins = real_hardware(changed(TACOCAT, ('pins = "lgpio"', 'pins = "mock"')), loop).pins
    contact = pins.contact(5, lambda age_s: None)

    assert not contact.is_closed
    assert pins.backend().startswith("pins by mock")
    contact.close()
    pins.close()
    loop.close()
