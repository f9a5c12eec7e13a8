"""Wiring of hubs: what each pin of each Pico does on a table, and whether its supplies give enough.

Source: firmware/pico/README.md, "Pins"; positions are those on the Raspberry Pi Pico and on the MCP23017 in its
28-pin housing. The currents are what the parts draw at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacotable.table.parts import hubs_of, sensor_name
from tacotable.table.schema import Hub, TableFile
from tacotable_drivers.hub.plan import HubPlan

POSITIONS = {  # GP number -> position on the Pico.
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
BUTTON_PINS = (*range(9, 16), 28)
SELECT_PINS = (17, 20, 21)
BUS_PINS = {16: "MISO", 18: "SCK", 19: "MOSI"}
LIGHTS_PIN = 22
EXPANDER_PINS = {26: "SDA", 27: "SCL"}
EXPANDER_POSITIONS = (*range(21, 29), *range(1, 9))  # The positions of GPA0 to GPA7 and GPB0 to GPB7 on the MCP23017.
OUTPUTS_ONLY = frozenset((7, 15))  # GPA7 and GPB7: the data sheet of 2022 calls them outputs only, older ones do not.
PULLED_UP = "3.3 V, pulled up"
ALL_READERS, EXPANDER = "all readers", "expander"  # Where wires of a Pico lead: to several ends, or the chip beside it.

PICO_MA = 60
READER_MA, QUIET_READER_MA = 100, 10  # An MFRC522 with its field on, and one that waits for its turn.
HALL_MA, EXPANDER_MA = 4, 1  # A hall switch for 3.3 V (DRV5023: 2.7 typically), and an MCP23017.
LIGHT_MA, DARK_LIGHT_MA = 60, 1  # One WS2812 in full white, and a dark one.
RAIL_3V3_MA = 300  # What a Pico gives to everything outside it on 3V3.
USB_MA = 500


@dataclass(frozen=True, slots=True)
class HubWire:
    """One wire of a hub: the name of its pin, where that is on its chip, its job, its level, what it leads to."""

    pin: str
    position: int
    job: str
    level: str
    part: str = ""
    terminal: str = "signal"


def pico_wires(plan: HubPlan) -> list[HubWire]:
    """Return the wires of a Pico, in the order of its pins."""
    wires: list[HubWire] = []

    def add(pin: int, job: str, level: str, part: str, terminal: str = "signal") -> None:
        wires.append(HubWire(f"GP{pin}", POSITIONS[pin], job, level, part, terminal))

    for pin, what in BUS_PINS.items() if plan.readers else ():
        add(pin, f"{what} of all readers, 20 cm at most", "3.3 V", ALL_READERS, what)
    for place, zone in plan.readers.items():
        add(SELECT_PINS[place], f"reader {zone}: SDA of MFRC522 {place}", "3.3 V out", f"reader {zone}", "SDA")
    for place, space in plan.sensors.items():
        add(place, f"{sensor_name(space)}, to ground", PULLED_UP, sensor_name(space))
    for place, name in plan.buttons.items():
        add(BUTTON_PINS[place], f"button {name}, to ground", PULLED_UP, f"button {name}")
    for pin, what in EXPANDER_PINS.items() if plan.more else ():
        add(pin, f"{what} of the MCP23017, 4.7 kilohm up to 3.3 V", "3.3 V", EXPANDER, what)
    if plan.light_count:
        job = f"330 ohm, then data of {plan.light_count} WS2812"
        add(LIGHTS_PIN, job, "3.3 V out; a level shifter to 5 V (74AHCT125)", "lights", "data")
    return sorted(wires, key=lambda wire: wire.position)


def expander_wires(plan: HubPlan) -> Iterator[HubWire]:
    """Yield the wires of a hub's expander."""
    for place, name in sorted(plan.more.items()):
        pin = f"GP{'AB'[place // 8]}{place % 8}"
        yield HubWire(pin, EXPANDER_POSITIONS[place], f"button {name}, to ground", PULLED_UP, f"button {name}")


def hub_faults(table: TableFile) -> Iterator[str]:
    """Yield which supply of a hub gives too little."""
    for hub, plan in zip(table.hubs, hubs_of(table), strict=True):
        if (small := _on_3v3(plan)) > RAIL_3V3_MA:
            mend = 'Give it `fields = "in turn"`.'
            yield f"hub {hub.name!r}, 3.3 V: up to {small} mA, but a Pico gives {RAIL_3V3_MA}. {mend}"
        if (drawn := hub_usb_ma(hub, plan)) > USB_MA:
            mend = f'Lower its `ma` by {drawn - USB_MA}, or feed its lights by themselves and give `supply = "own"`.'
            yield f"hub {hub.name!r}, 5 V: up to {drawn} mA, but USB gives {USB_MA}. {mend}"


def hub_hints(table: TableFile) -> Iterator[str]:
    """Yield what of the hubs may not be meant so."""
    for plan in hubs_of(table):
        if not pico_wires(plan):
            yield f"hub {plan.name!r}: nothing hangs on it; take it out of [[hubs]], or name it as `hub` elsewhere."
        if unused := sorted({*range(plan.light_count)} - {*plan.lamps.values(), *plan.row}):
            told = f"{', '.join(map(str, unused))} show nothing; number the others without gaps."
            yield f"hub {plan.name!r}: of its {plan.light_count} lights {told}"
        for place in sorted(OUTPUTS_ONLY & plan.more.keys()):
            told = "is a pin that newer MCP23017 have as an output only; take another."
            yield f"hub {plan.name!r}: `more = {place}` ({plan.more[place]}) {told}"


def hub_pinout(table: TableFile) -> Iterator[str]:
    """Yield the wiring of each hub as lines of text, pin by pin in the order of the boards."""
    for hub, plan in zip(table.hubs, hubs_of(table), strict=True):
        yield f"hub {hub.name}: a Pico ({hub.id}) on USB; readers, sensors and expander are fed by its 3V3, pin 36"
        yield from _rows("Pico", pico_wires(plan))
        if plan.more:
            yield f"hub {hub.name}: its expander, an MCP23017 with A0 to A2 on ground"
            yield from _rows("MCP", list(expander_wires(plan)))
        of_3v3 = f"3.3 V: up to {_on_3v3(plan)} mA of {RAIL_3V3_MA} mA"
        yield f"5 V of USB: up to {hub_usb_ma(hub, plan)} mA of {USB_MA} mA; {of_3v3}"


def _rows(chip: str, wires: list[HubWire]) -> Iterator[str]:
    yield f"{'pin':>5} {chip:>6}  {'job':<52} level"
    for wire in wires:
        yield f"{wire.pin:>5} {wire.position:>6}  {wire.job:<52} {wire.level}"


def hub_usb_ma(hub: Hub, plan: HubPlan) -> int:
    """Add up what a hub draws from USB, in mA at most."""
    lights = plan.light_count if hub.supply == "usb" else 0
    lit_ma = min(lights * LIGHT_MA * plan.brightness // 31, plan.ma)
    return PICO_MA + _on_3v3(plan) + lit_ma + lights * DARK_LIGHT_MA


def _on_3v3(plan: HubPlan) -> int:
    readers = len(plan.readers)
    at_once = min(readers, 1) if plan.turn else readers
    fields = at_once * READER_MA + (readers - at_once) * QUIET_READER_MA
    return fields + HALL_MA * len(plan.sensors) + EXPANDER_MA * bool(plan.more)
