"""Wiring: what each pin of the header does on a table, and what is wrong with that: conflicts, levels, currents.

Pins are BCM numbers in table files and header positions on the board; sources are the Raspberry Pi 40-pin header
and the data sheets of the parts. The currents are what the parts draw at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.table.parts import displays_of
from tacotable.table.pinout_hub import hub_faults, hub_hints, hub_pinout, hubs_ma

if TYPE_CHECKING:
    from tacotable.table.file import Display, TableFile

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""BCM number -> position on the 40-pin header."""
PWM_PINS = frozenset((12, 13, 18, 19))

SPI_FREE_PINS = frozenset((7, 8, 9))
"""The chip selects and the input of SPI0, which a strip of lights needs none of."""
SPI_OVERLAY = "dtoverlay=spi0-0cs,no_miso"
"""What tells the kernel so (Raspberry Pi kernel, overlays/spi0-0cs-overlay.dts: only pins 10 and 11 stay its own).

Kernels before January 2024 hold on to pin 8 all the same (raspberrypi/linux, pull request 5837).
"""

PI_MA = 900
"""A Pi with its page, wireless and displays, at most; a Zero 2 W draws less."""
APA102_MA = 60
"""One APA102 in full white; brightness scales it."""
LAMP_MA = 8
"""A button's LED behind its resistor; one pin gives 16 at most, all together 50."""
ALL_PINS_MA = 50
RAIL_3V3_MA = 500


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the pin it is on (None: a port), its job, and its level in volts."""

    pin: int | None
    job: str
    level: str


@dataclass(frozen=True, slots=True)
class Wiring:
    """All wires of a table, and what is wrong with them; `faults` keep a table from working, `hints` do not."""

    wires: tuple[Wire, ...]
    faults: tuple[str, ...]
    hints: tuple[str, ...]


def wiring_of(table: TableFile) -> Wiring:
    """Work out the wires of a table and check them."""
    wires = tuple(_wires(table))
    return Wiring(wires, tuple(_faults(wires, table)), tuple(_hints(wires, table)))


def _wires(table: TableFile) -> Iterator[Wire]:
    if displays_of(table):
        yield Wire(2, "I2C data (displays, multiplexer)", "3.3 V")
        yield Wire(3, "I2C clock (displays, multiplexer)", "3.3 V")
    for name, button in table.buttons().items():
        if button.pin is not None:
            yield Wire(button.pin, f"button {name}, to ground", "3.3 V, pulled up")
        if button.lamp_pin is not None:
            yield Wire(button.lamp_pin, f"lamp {name}, with a resistor", "3.3 V out")
    for zone, spec in table.own_readers().items():
        yield Wire(None, f"reader {zone}: {spec.name} on {table.pads()[zone].port}", "USB serial, 5 V supply")
    yield from (_display_wire(name, display) for name, display in displays_of(table).items())
    for hub in table.hubs:
        yield Wire(None, f"hub {hub.name}: a Pico ({hub.id}), any USB port", "USB, 5 V supply")
    sensors = table.board.sensors if table.board else ()
    for space, pin in zip(range(-4, 5), sensors if isinstance(sensors, list) else (), strict=False):
        yield Wire(pin, f"sensor of space {space:+d}, to ground", "3.3 V, pulled up")
    yield from _light_wires(table)
    if table.buzzer:
        yield Wire(table.buzzer.pin, "buzzer, passive", "3.3 V out, PWM")


def _display_wire(name: str, display: Display) -> Wire:
    panel = display.panel
    size = f"{panel.width} x {panel.height}, {panel.width_mm:.0f} x {panel.height_mm:.0f} mm"
    place = f"bus {display.bus}" if display.mux is None else f"0x{display.mux:02X} channel {display.channel}"
    return Wire(None, f"display {name}: {panel.name}, {size}", f"3.3 V, I2C {place}, 0x{display.address:02X}")


def _light_wires(table: TableFile) -> Iterator[Wire]:
    if table.strip():
        yield Wire(10, "lights: APA102 data (SPI0 MOSI)", "3.3 V; 5 V strips want a level shifter")
        yield Wire(11, "lights: APA102 clock (SPI0 SCLK)", "3.3 V; 5 V strips want a level shifter")
        return
    leds = table.board.lights.pins if table.board and table.board.lights else ()
    for space, pin in zip(range(-4, 5), leds, strict=False):
        yield Wire(pin, f"light of space {space:+d}, with a resistor", "3.3 V out")


def _faults(wires: tuple[Wire, ...], table: TableFile) -> Iterator[str]:
    jobs: dict[int, list[str]] = {}
    for wire in wires:
        if wire.pin is not None:
            jobs.setdefault(wire.pin, []).append(wire.job)
    for pin, names in sorted(jobs.items()):
        if len(names) > 1:
            yield f"GPIO {pin} has {len(names)} jobs: {'; '.join(names)}. Give all but one another pin."
    for pin in sorted({0, 1} & jobs.keys()):
        yield f"GPIO {pin} is the HAT's identity bus ({jobs[pin][0]}). Take another pin."
    yield from _spi_faults(jobs, table)
    drawn = _on_5v(table)
    if drawn > table.power.supply_ma:
        yield f"5 V: up to {drawn} mA, but power.supply_ma is {table.power.supply_ma}. Take a larger supply."
    if (small := _on_3v3(wires, table)) > RAIL_3V3_MA:
        yield f"3.3 V: up to {small} mA, but the Pi's rail gives {RAIL_3V3_MA}. Feed the displays separately."
    yield from hub_faults(table)


def _spi_faults(jobs: dict[int, list[str]], table: TableFile) -> Iterator[str]:
    if table.strip() is None or _frees_spi_pins(table):
        return
    or_free = ", or free it by play.lights.frees_spi_pins" if table.play else ""
    for pin in sorted(SPI_FREE_PINS & jobs.keys()):
        yield f"GPIO {pin} belongs to SPI0, which the lights use ({jobs[pin][0]}). Take another pin{or_free}."


def _frees_spi_pins(table: TableFile) -> bool:
    return bool(table.play and table.play.lights and table.play.lights.frees_spi_pins)


def _hints(wires: tuple[Wire, ...], table: TableFile) -> Iterator[str]:
    pins = {wire.pin for wire in wires}
    if pins & {14, 15}:
        yield "GPIO 14 and 15 are the serial console: switch it off (raspi-config, Interface, Serial)."
    if table.buzzer and table.buzzer.pin not in PWM_PINS:
        yield f"GPIO {table.buzzer.pin} (buzzer) has no hardware PWM; 12, 13, 18 and 19 have, and sound cleaner."
    lamps = sum("resistor" in wire.job for wire in wires) * LAMP_MA
    if lamps > ALL_PINS_MA:
        yield f"All lamps lit draw {lamps} mA from the pins, which give {ALL_PINS_MA}: drive them by transistors."
    if _frees_spi_pins(table) and (freed := sorted(pin for pin in SPI_FREE_PINS if pin in pins)):
        yield (
            f"GPIO {' and '.join(map(str, freed))}: SPI0 has them until /boot/firmware/config.txt holds the line "
            f"{SPI_OVERLAY} (and the kernel is of 2024 or later)."
        )
    yield from hub_hints(table)
    if table.board and table.board.placeholder:
        yield "board.placeholder is set: the numbers and arrows are not those of the printed board."
    if table.pads() and not table.deck:
        yield "deck is empty: every card will be unknown. Enrol the deck: `tacotable enroll --table FILE`."


def _on_5v(table: TableFile) -> int:
    """Add up what hangs on 5 V, in mA at most."""
    readers = sum(spec.ma for spec in table.own_readers().values())
    readers += hubs_ma(table)  # a hub feeds its own readers
    strip = table.strip()
    lights = table.strip_count() * APA102_MA * strip.brightness // 31 if strip else 0
    return PI_MA + readers + lights


def _on_3v3(wires: tuple[Wire, ...], table: TableFile) -> int:
    """Add up what hangs on the 3.3 V rail, in mA at most."""
    displays = sum(display.panel.ma for display in displays_of(table).values())
    return displays + sum("resistor" in wire.job for wire in wires) * LAMP_MA


def budget(table: TableFile) -> str:
    """Return the power budget in a line."""
    wires = tuple(_wires(table))
    return (
        f"5 V: up to {_on_5v(table)} mA of {table.power.supply_ma} mA; "
        f"3.3 V: up to {_on_3v3(wires, table)} mA of {RAIL_3V3_MA} mA"
    )


def pinout(table: TableFile) -> str:
    """Return the wiring as text, pin by pin in the order of the header."""
    wiring = wiring_of(table)
    rows = sorted(wiring.wires, key=lambda wire: HEADER.get(wire.pin, 99) if wire.pin is not None else 99)
    lines = [f"{'GPIO':>5} {'header':>6}  {'job':<52} level"]
    for wire in rows:
        pin = "" if wire.pin is None else str(wire.pin)
        position = "" if wire.pin is None else str(HEADER[wire.pin])
        lines.append(f"{pin:>5} {position:>6}  {wire.job:<52} {wire.level}")
    lines.append(budget(table))
    lines += hub_pinout(table)
    lines += [f"FAULT: {fault}" for fault in wiring.faults]
    lines += [f"hint: {hint}" for hint in wiring.hints]
    return "\n".join(lines)
