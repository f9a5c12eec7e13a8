"""From a table file to what hangs on each of its hubs."""

from __future__ import annotations

from tacotable.table.schema import FIRST_FOUND, SPACES, Hub, HubSensors, TableFile
from tacotable_drivers.hub.plan import HubPlan

SENSOR_SPACES = {place: place - 4 for place in range(SPACES)}
"""The space of each sensor of a hub (firmware/pico/README.md, "Pins")."""


def hubs_of(table: TableFile) -> tuple[HubPlan, ...]:
    """Return what hangs on each hub of a table, in the order of the file."""
    return tuple(_hub_plan(table, hub) for hub in table.hubs)


def _hub_plan(table: TableFile, hub: Hub) -> HubPlan:
    buttons = {name: button for name, button in table.buttons().items() if button.hub == hub.name}
    sensors = table.board.sensors if table.board else []
    lights = table.lights()
    pads = {zone: pad.reader for zone, pad in table.pads().items() if pad.hub == hub.name}
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
        ma=hub.ma,
        turn=int(hub.fields == "in turn"),
        gain=hub.gain,
    )
