"""From a table file to the plan of the simulated table: the same pins, buses and readers, and a deck of tags."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.errors import SetupError
from tacotable.table.kinds import deck_of, games_of, has_rows
from tacotable.table.parts import button_pins, displays_of, front_of, hubs_of, sensor_name, sensors_of
from tacotable_drivers.readers.spec import ReaderSpec, TagFamily
from tacotable_drivers.spec import SpecError, imported
from tacotable_sim.plan import Display as PlannedDisplay
from tacotable_sim.plan import Pad, Plan, Sensor
from tacotable_sim.truth import Card

if TYPE_CHECKING:
    from tacotable.table.file import Display, TableFile
    from tacotable_drivers.screens.spec import PanelSpec

MUX_BUS = 10  # The bus number of channel 0 of the multiplexer; on a real Pi the kernel gives the numbers.
ROOT_BUS = 1
I2C_HZ = 400_000
FIRST_BYTES: Mapping[TagFamily, str] = {TagFamily.NTAG: "04", TagFamily.EM4100: "0C"}
"""How numbers of stickers begin: with the maker's byte (NTAG213), with the version's or the customer's (EM4100)."""


def faces_of(table: TableFile, game: str) -> Mapping[str, str]:
    """Return the face of each tag: the enrolled deck's, or made up, always the same; other games' cards too."""
    if table.deck:
        return {card.tag: card.face for card in table.deck}
    faces: dict[str, str] = {}
    for each in (game, *games_of(table)):
        there = Counter(faces.values())
        for number, face in enumerate(deck_of(each), 1):
            if there[face]:
                there[face] -= 1
            else:
                faces[_made_up_tag(table, each, number)] = face
    return faces


def check_emulators(table: TableFile) -> None:
    """Raise SetupError where a reader or a display of a table cannot be simulated."""
    specs: list[ReaderSpec | PanelSpec] = [display.panel for display in displays_of(table).values()]
    for spec in (*table.own_readers().values(), *specs):
        try:
            imported(f"{spec.name!r} cannot be simulated: emulator", spec.emulator)
        except SpecError as error:
            raise SetupError(f"{error}; mend its package") from error


def plan_of(table: TableFile, faces: Mapping[str, str]) -> Plan:
    """Return the simulated table of a file; in the box lie other games' cards and a foreign one. Raises SetupError."""
    check_emulators(table)
    buttons = table.buttons()
    lights = table.board.lights if table.board else None
    deck, other_cards = _sorted_out(table.game, faces)
    return Plan(
        seats=table.seat_names,
        deck=deck,
        box=(*other_cards, Card(_made_up_tag(table, "foreign", 1), "?")),
        rows=tuple(map(front_of, table.seat_names)) if has_rows(table) else (),
        pads=tuple(Pad(zone, pad.spec, reader_name(zone), pad.sticker or "") for zone, pad in table.pads.items()),
        hubs=tuple(replace(hub, identity=hub.identity or made_up_identity(hub.name)) for hub in hubs_of(table)),
        buttons=button_pins(table),
        inputs=table.inputs(),
        lamps={name: button.lamp_pin for name, button in buttons.items() if button.lamp_pin is not None},
        sensors=tuple(Sensor(sensor_name(space), pin, space) for space, pin in sensors_of(table).items()),
        displays=tuple(
            PlannedDisplay(f"display {name}", display.panel, bus_of(display), display.address, display.rotate)
            for name, display in displays_of(table).items()
        ),
        strip_lamps=table.strip_lamps(),
        strip_order=(strip.order if (strip := table.strip()) else None) or "bgr",
        lights=table.strip_count() - len(table.strip_lamps()),
        light_pins=tuple(lights.pins) if lights and lights.kind == "leds" else (),
        buzzer_pin=table.buzzer.pin if table.buzzer else None,
        i2c_hz=min((display.panel.hz for display in displays_of(table).values()), default=I2C_HZ),
        root_of=tuple((MUX_BUS + channel, ROOT_BUS) for channel in range(8)),
    )


def made_up_identity(name: str) -> str:
    """Make up the number of a simulated hub's chip, always the same for a name; a Pico's begin with E66."""
    return "E66" + hashlib.sha256(f"hub/{name}".encode()).hexdigest()[:13].upper()


def _sorted_out(game: str, faces: Mapping[str, str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the game that is played, and all other cards."""
    wanted = Counter(deck_of(game))
    deck: list[Card] = []
    others: list[Card] = []
    for tag, face in faces.items():
        (deck if wanted[face] > 0 else others).append(Card(tag, face))
        wanted[face] -= 1
    return tuple(deck), tuple(others)


def bus_of(display: Display) -> int:
    """Return the bus number of a display, as the simulated table counts the multiplexer's channels."""
    return display.bus if display.bus is not None else MUX_BUS + (display.channel or 0)


def reader_name(zone: str) -> str:
    """Name the reader under a pad."""
    return f"reader {zone}"


def _made_up_tag(table: TableFile, game: str, number: int) -> str:
    """Make up the tag of a card of a game that this table's readers can read."""
    family = next((spec.family for spec in table.own_readers().values()), TagFamily.NTAG)
    first = FIRST_BYTES[family]
    return first + hashlib.sha256(f"{game}/{number}".encode()).hexdigest()[: family.tag_digits - len(first)].upper()
