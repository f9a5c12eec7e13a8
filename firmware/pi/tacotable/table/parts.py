"""The parts of a table file by their names: displays, sensors, button pins, and what hangs on each hub."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from tacotable.table.schema import FIRST_FOUND, SPACES, Display, Hub, HubSensors, TableFile
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.ports import sensor_name as sensor_name
from tacotable_drivers.ports import space_name as space_name

PUBLIC_SCREEN = "table"  # The screen of the display that everyone reads.


def device_of(port: str) -> str:
    """Return the one name that all names of a serial port have in common.

    Links are followed. Of a port that is not there, the two names that udev gives it since systemd 257 become one.
    """
    return os.path.realpath(port).replace("-usbv2-", "-usb-")


def front_of(seat: str) -> str:
    """Name the place in front of a seat, where cards lie that everyone sees and nothing reads."""
    return f"front:{seat}"


def space_screen(space: int) -> str:
    """Return the name of the display beside a space, -3..+3."""
    return f"space {space_name(space)}"


def displays_of(table: TableFile) -> dict[str, Display]:
    """Return all displays of a table by the names of their screens: seats, then spaces, or the public one."""
    displays = {seat.name: seat.display for seat in table.seats if seat.display}
    if table.board:
        spaces = zip(range(-3, 4), table.board.spaces, strict=True)
        displays |= {space_screen(space): part.display for space, part in spaces if part.display}
    if table.play:
        displays |= zip(public_screens(table), table.play.displays, strict=True)
    return displays


def public_screens(table: TableFile) -> tuple[str, ...]:
    """Return the displays in the middle of a ring, which show the same."""
    count = len(table.play.displays) if table.play else 0
    return tuple(PUBLIC_SCREEN if n == 1 else f"{PUBLIC_SCREEN} {n}" for n in range(1, count + 1))


def public_screen_of(table: TableFile) -> str | None:
    """Return the screen that everyone reads: the public one, or that of a board's middle; None: there is none."""
    if table.play:
        return PUBLIC_SCREEN
    return space_screen(0) if table.board and table.board.spaces[len(table.board.spaces) // 2].display else None


def sensors_of(table: TableFile) -> dict[int, int]:
    """Return the pin of each space's sensor; empty where there are none on pins."""
    sensors = table.board.sensors if table.board else []
    return dict(zip(range(-4, 5), sensors, strict=False)) if isinstance(sensors, list) and sensors else {}


def button_pins(table: TableFile) -> dict[str, int]:
    """Return the pin of each button that is on one."""
    return {name: button.pin for name, button in table.buttons().items() if button.pin is not None}


def on_pins(table: TableFile) -> frozenset[str]:
    """Name the devices that are on pins of the Pi, as the health of a table does."""
    lamps = (f"lamp {name}" for name, button in table.buttons().items() if button.lamp_pin is not None)
    buttons = (f"button {name}" for name in button_pins(table))
    return frozenset(("buzzer", *buttons, *lamps, *map(sensor_name, sensors_of(table))))


def devices_on(plan: HubPlan) -> Iterator[str]:
    """Name the devices on a hub, as the health of a table does."""
    if plan.more:
        yield f"expander {plan.name}"
    yield from (f"reader {zone}" for zone in plan.readers.values())
    yield from (f"button {name}" for name in (*plan.buttons.values(), *plan.more.values()))
    yield from map(sensor_name, plan.sensors.values())
    if plan.light_count:
        yield "lights"


@dataclass(frozen=True, slots=True)
class Lamp:
    """The lamp in a button: of which seat, and what the button is to it (`ok`)."""

    button: str
    seat: str
    role: str


def lamps_of(table: TableFile) -> tuple[Lamp, ...]:
    """Return the lamps of a table, seat by seat."""
    return tuple(
        Lamp(name, seat.name, role)
        for seat in table.seats
        for (role, button), name in zip(seat.buttons_by_role().items(), seat.buttons(), strict=True)
        if button.has_lamp
    )


SENSOR_SPACES = {place: place - 4 for place in range(SPACES)}  # By the places on a hub (firmware/pico/README.md, Pins).


def hubs_of(table: TableFile) -> tuple[HubPlan, ...]:
    """Return what hangs on each hub of a table, in the order of the file."""
    return tuple(_hub_plan(table, hub) for hub in table.hubs)


def _hub_plan(table: TableFile, hub: Hub) -> HubPlan:
    buttons = {name: button for name, button in table.buttons().items() if button.hub == hub.name}
    sensors, lights = table.board.sensors if table.board else [], table.lights()
    pads = {zone: pad.reader for zone, pad in table.pads.items() if pad.hub == hub.name}
    return HubPlan(
        name=hub.name,
        identity=None if hub.id == FIRST_FOUND else hub.id,
        readers={place: zone for zone, place in pads.items() if isinstance(place, int)},
        sensors=SENSOR_SPACES if isinstance(sensors, HubSensors) and sensors.hub == hub.name else {},
        buttons={button.button: name for name, button in buttons.items() if button.button is not None},
        more={button.more: name for name, button in buttons.items() if button.more is not None},
        lamps={name: button.light for name, button in buttons.items() if button.light is not None},
        row=table.hub_row() if lights and lights.hub == hub.name else (),
        brightness=hub.brightness,
        order=hub.order,
        ma=hub.ma,
        turn=int(hub.fields == "in turn"),
        gain=hub.gain,
    )
