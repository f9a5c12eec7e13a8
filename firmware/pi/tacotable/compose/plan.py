"""From a table file to the plan of the simulated table: the same pins, buses and readers, and a deck of tags."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from tacotable.situation import pad_of
from tacotable.table_file import Display, TableFile
from tacotable.table_parts import sensor_name, space_screen
from tacotable_engine.tacocat.ruleset import load_ruleset
from tacotable_sim.plan import Button, Lamp, Pad, Plan, ReaderKind, Sensor
from tacotable_sim.plan import Display as PlannedDisplay
from tacotable_sim.truth import Card

MUX_BUS = 10
"""The bus number of channel 0 of the multiplexer; on a real Pi the kernel gives the numbers."""
ROOT_BUS = 1


def faces_of(table: TableFile, game: str) -> Mapping[str, str]:
    """Give the face of each tag: the enrolled deck, or for a simulation one that is made up, always the same."""
    if table.deck:
        return {card.tag: card.face for card in table.deck}
    return {_tag(game, number): face for number, face in enumerate(load_ruleset(game).deck.cards, 1)}


def plan_of(table: TableFile, faces: Mapping[str, str]) -> Plan:
    """Give the simulated table of a table file, with one foreign card in the box beside it."""
    buttons = {name: button for seat in table.seats for name, button in seat.buttons().items()}
    lights = table.board.lights
    return Plan(
        seats=table.seat_names,
        deck=tuple(Card(tag, face) for tag, face in faces.items()),
        box=(Card(_tag("foreign", 1), "?"),),
        pads=tuple(
            Pad(pad_of(seat.name), ReaderKind(seat.pad.reader), reader_name(seat.name))
            for seat in table.seats
            if seat.pad
        ),
        buttons=tuple(Button(name, button.pin) for name, button in buttons.items()),
        lamps=tuple(Lamp(name, button.lamp) for name, button in buttons.items() if button.lamp is not None),
        sensors=tuple(Sensor(sensor_name(space), pin, space) for space, pin in sensors_of(table).items()),
        displays=tuple(
            PlannedDisplay(f"display {name}", display.controller, bus_of(display), display.address)
            for name, display in displays_of(table).items()
        ),
        lights=9 if lights and lights.kind == "apa102" else 0,
        light_pins=tuple(lights.pins) if lights and lights.kind == "leds" else (),
        buzzer_pin=table.buzzer.pin if table.buzzer else None,
        root_of=tuple((MUX_BUS + channel, ROOT_BUS) for channel in range(8)),
    )


def displays_of(table: TableFile) -> dict[str, Display]:
    """Give all displays of a table by the names of their screens: seats, then spaces."""
    seats = {seat.name: seat.display for seat in table.seats if seat.display}
    spaces = zip(range(-3, 4), table.board.spaces, strict=True)
    return seats | {space_screen(space): part.display for space, part in spaces if part.display}


def sensors_of(table: TableFile) -> dict[int, int]:
    """Give the pin of each space's sensor; empty where there are none."""
    return dict(zip(range(-4, 5), table.board.sensors, strict=True)) if table.board.sensors else {}


def bus_of(display: Display) -> int:
    """Give the bus number of a display, as the simulated table counts the multiplexer's channels."""
    return display.bus if display.bus is not None else MUX_BUS + (display.channel or 0)


def reader_name(seat: str) -> str:
    """Name the reader under a seat's pad."""
    return f"reader {pad_of(seat)}"


def _tag(game: str, number: int) -> str:
    """Make up a tag of seven bytes, as NTAG213 stickers have; the first byte is the maker's, 04."""
    return "04" + hashlib.sha256(f"{game}/{number}".encode()).hexdigest()[:12].upper()
