"""Wiring: what each pin of the header does on a table, and what is wrong with that: conflicts, levels, currents.

Pins are BCM numbers in table files and header positions on the board; sources are the Raspberry Pi 40-pin header
and the data sheets of the parts. The currents are what the parts draw at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.table import pinout_hub
from tacotable.table.boards import BOARDS, HEADER_UARTS, STRONG_MA, pins_of_bus
from tacotable.table.firmware_lines import MUX_ROOT, bus_line, mux_lines, root_buses, spi_line, spi_pins_line
from tacotable.table.parts import displays_of, hubs_of, sensor_name, sensors_of, space_screen

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

HEADER = {  # BCM number -> position on the 40-pin header.
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
PWM_PINS = frozenset((12, 13, 18, 19))  # An overlay can give them the chip's own PWM (overlays/README, pwm-2chan).
SPI_PINS = {0: (10, 11), 1: (20, 21)}  # Data and clock of a strip on each SPI port.
SPI_FREE_PINS = frozenset((7, 8, 9))  # The chip selects and the input of SPI0, which a strip of lights needs none of.
SPI1_PINS = (frozenset((18, 19)), frozenset((17, 18, 19)))  # The same of SPI1 (overlays/spi1-1cs, spi1-2cs).

PI_MA = 900  # What is counted for a Pi where the file does not name its `board`.
APA102_MA = 60  # One APA102 in full white; brightness scales it.
LAMP_MA = 8  # A button's LED behind its resistor; one pin gives 16 at most, all together 50.
ALL_PINS_MA = 50
RAIL_3V3_MA = 500


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the pin it is on (None: a port), its job, its level in volts, and the part and terminal it leads to."""

    pin: int | None
    job: str
    level: str
    part: str = ""
    terminal: str = ""


@dataclass(frozen=True, slots=True)
class Wiring:
    """All wires of a table, and what is wrong with them; `faults` keep a table from working, `hints` do not."""

    wires: tuple[Wire, ...]
    hub_wires: tuple[pinout_hub.HubWire, ...]
    faults: tuple[str, ...]
    hints: tuple[str, ...]


def wiring_of(table: TableFile) -> Wiring:
    """Work out the wires of a table and check them."""
    wires = tuple(_wires(table))
    on_hubs = (
        wire for plan in hubs_of(table) for wire in (*pinout_hub.pico_wires(plan), *pinout_hub.expander_wires(plan))
    )
    return Wiring(wires, tuple(on_hubs), tuple(_faults(wires, table)), tuple(_hints(wires, table)))


def _wires(table: TableFile) -> Iterator[Wire]:
    yield from _bus_wires(table)
    for name, button in table.buttons().items():
        if button.pin is not None:
            yield _input_wire(table, button.pin, f"button {name}")
        if button.lamp_pin is not None:
            yield Wire(button.lamp_pin, f"lamp {name}, with a resistor", "3.3 V out", f"button {name}", "lamp +")
    for zone, spec in table.own_readers().items():
        if (port := table.pads[zone].port) in HEADER_UARTS:
            yield Wire(14, f"reader {zone}: to RX of the {spec.name}", "3.3 V out", f"reader {zone}", "RX")
            job = f"reader {zone}: from TX of the {spec.name}"
            yield Wire(15, job, "3.3 V at most; 5 V supply", f"reader {zone}", "TX")
        else:
            yield Wire(None, f"reader {zone}: {spec.name} on {port}", "USB serial, 5 V supply")
    for name, display in displays_of(table).items():
        panel = display.panel
        size = f"{panel.width} x {panel.height}, {panel.width_mm:.0f} x {panel.height_mm:.0f} mm"
        place = f"bus {display.bus}" if display.mux is None else f"0x{display.mux:02X} channel {display.channel}"
        yield Wire(None, f"display {name}: {panel.name}, {size}", f"3.3 V, I2C {place}, 0x{display.address:02X}")
    for hub in table.hubs:
        yield Wire(None, f"hub {hub.name}: a Pico ({hub.id}), any USB port", "USB, 5 V supply")
    yield from (_input_wire(table, pin, sensor_name(space)) for space, pin in sensors_of(table).items())
    yield from _light_wires(table)
    if table.buzzer:
        yield Wire(table.buzzer.pin, "buzzer, passive", "3.3 V out, PWM", "buzzer", "+")


def _input_wire(table: TableFile, pin: int, what: str) -> Wire:
    wiring = table.inputs()[pin]
    closed, other = ("3.3 V", "ground") if wiring.is_high else ("ground", "3.3 V")
    towards = "down" if wiring.is_high else "up"
    job = f"to {closed}" if wiring.pull in (None, towards) else f"opens from {other}"
    pulled = f"pulled {wiring.pull}" if wiring.pull else f"a resistor outside pulls it {towards}"
    return Wire(pin, f"{what}, {job}", f"3.3 V, {pulled}", what, "signal")


def _bus_wires(table: TableFile) -> Iterator[Wire]:
    for bus in root_buses(table):
        of_bus = "" if bus == MUX_ROOT else f"of bus {bus} "
        pins = pins_of_bus(bus, table.power.board)
        for pin, line in zip(pins or (None, None), ("data", "clock"), strict=True):
            where = "" if pins else "; its overlay says on which pin"
            yield Wire(pin, f"I2C {line} {of_bus}(displays, multiplexer){where}", "3.3 V", f"bus {bus}", line)


def _light_wires(table: TableFile) -> Iterator[Wire]:
    if strip := table.strip():
        for pin, line in zip(SPI_PINS[strip.spi_port], ("data", "clock"), strict=True):
            job = f"lights: APA102 {line} (SPI{strip.spi_port} {'MOSI' if line == 'data' else 'SCLK'})"
            yield Wire(pin, job, "3.3 V; 5 V strips want a level shifter", "lights", line)
        return
    leds = table.board.lights.pins if table.board and table.board.lights else ()
    for space, pin in zip(range(-4, 5), leds, strict=False):
        name = f"light of {space_screen(space)}"
        yield Wire(pin, f"{name}, with a resistor", "3.3 V out", name, "lamp +")


def _faults(wires: tuple[Wire, ...], table: TableFile) -> Iterator[str]:
    jobs: dict[int, list[str]] = {}
    for wire in wires:
        if wire.pin is not None:
            jobs.setdefault(wire.pin, []).append(wire.job)
    for pin, names in sorted(jobs.items()):
        if len(names) > 1:
            yield f"GPIO {pin} has {len(names)} jobs: {'; '.join(names)}. Give all but one another pin."
    for pin in sorted({0, 1} & jobs.keys()):
        mend = "Take another pin" if 0 not in root_buses(table) else "Put displays on another bus"
        yield f"GPIO {pin} is the HAT's identity bus ({jobs[pin][0]}). {mend}."
    yield from _spi_faults(jobs, table)
    drawn = _on_5v(table)
    if drawn > table.power.supply_ma:
        yield f"5 V: up to {drawn} mA, but power.supply_ma is {table.power.supply_ma}. Take a larger supply."
    limit, on_usb = _usb_limit(table), _on_usb(table)
    if limit is not None and on_usb > limit:
        told = f"up to {on_usb} mA, but the ports of this board give {limit} on a supply of {table.power.supply_ma}"
        mend = 'Take a USB hub with a supply of its own for readers and hubs, and give `usb = "own"` in [power].'
        yield f"USB: {told}. {mend}"
    if (small := _on_3v3(wires, table)) > RAIL_3V3_MA:
        yield f"3.3 V: up to {small} mA, but the Pi's rail gives {RAIL_3V3_MA}. Feed the displays separately."
    yield from pinout_hub.hub_faults(table)


def _spi_faults(jobs: dict[int, list[str]], table: TableFile) -> Iterator[str]:
    strip = table.strip()
    if strip is None or spi_pins_line(table):
        return
    taken = SPI_FREE_PINS if strip.spi_port == 0 else SPI1_PINS[strip.spi_device]
    or_free = ", or free it by play.lights.frees_spi_pins" if table.play and strip.spi_port == 0 else ""
    for pin in sorted(taken & jobs.keys()):
        told = f"GPIO {pin} belongs to SPI{strip.spi_port}, which the lights use ({jobs[pin][0]})"
        yield f"{told}. Take another pin{or_free}."


def _hints(wires: tuple[Wire, ...], table: TableFile) -> Iterator[str]:
    pins = {wire.pin for wire in wires}
    pads = zip(table.pads_by_key().items(), table.pads, strict=False)
    of_ports = ((zone, key, port_hints(pad.port or "", table.power.board)) for (key, pad), zone in pads)
    yield from (f"reader {zone}: {key}.port: {hint}" for zone, key, hints in of_ports for hint in hints)
    has_header_port = any(pad.port in HEADER_UARTS for pad in table.pads.values())
    if pins & {14, 15} and table.power.board != "pi5" and not has_header_port:
        yield "GPIO 14 and 15 are the serial console: switch it off (raspi-config, Interface, Serial)."
    yield from _bus_hints(table)
    if (lamps_ma := _lamps_ma(wires)) > ALL_PINS_MA:
        yield f"All lamps lit draw {lamps_ma} mA from the pins, which give {ALL_PINS_MA}: drive them by transistors."
    if (strip := table.strip()) and strip.spi_port == 1:
        overlay = spi_line(1, strip.spi_device)
        yield f"SPI1 (GPIO 17 to 21) is there when /boot/firmware/config.txt holds the line {overlay}."
    elif (overlay := spi_pins_line(table)) and (freed := sorted(pin for pin in SPI_FREE_PINS if pin in pins)):
        until = f"/boot/firmware/config.txt holds the line {overlay} (and the kernel is of 2024 or later)"
        yield f"GPIO {' and '.join(map(str, freed))}: SPI0 has them until {until}."
    if table.buzzer and table.buzzer.pin not in PWM_PINS:
        told = f"GPIO {table.buzzer.pin} (buzzer): a thread makes its tones, which are rough while the Pi is busy"
        yield f"{told}; on 12, 13, 18 and 19 the chip makes them, with a line in config.txt (docs/build.md, Parts)."
    if table.pins == "mock":
        yield "pins = 'mock': nothing on a pin works; give lgpio for a table that is played."
    yield from _power_hints(table)
    yield from pinout_hub.hub_hints(table)
    if table.board and table.board.placeholder:
        told = "board.placeholder is set: the numbers and arrows are not those of the printed board."
        yield f"{told} Enter yours: `tacotable enroll --board --table FILE`."
    if table.board and (silent := [seat.name for seat in table.seats if seat.display is None]):
        told = "without a `display` only lamps, tones and the page tell what is asked, and no menu is seen at the table"
        other = "" if table.play else " The Exploding games are not offered, either."
        yield f"Seat {' and '.join(silent)}: {told}.{other}"
    if table.pads and not table.deck:
        yield "deck is empty: every card will be unknown. Enrol the deck: `tacotable enroll --table FILE`."


def port_hints(port: str, board_name: str | None) -> Iterator[str]:
    """Yield what the name of a reader's port says of it."""
    board = BOARDS.get(board_name or "")
    if port in HEADER_UARTS:
        yield (
            f"{port} is GPIO 14 and 15: switch the console off there and the port on (raspi-config, Interface, "
            "Serial), and let no 5 V in. A reader that is fed with 5 V mostly sends 5 V: put 1 kilohm into its TX "
            "and 2 kilohm from GPIO 15 to ground, or take a USB adapter."
        )
        if board and port != board.uart:
            yield f"{port} may be another port; that on the header of a {board.title} is {board.uart}."
    elif re.fullmatch(r"/dev/tty(USB|ACM)\d+", port):
        yield f"{port} is the name of whatever was plugged in first; give that of its socket (ls /dev/serial/by-path)."
    elif re.fullmatch(r"/dev/tty(AMA|S)\d+", port):
        yield f"the pins of {port} follow from its overlay and are not known here; keep them free."


def _bus_hints(table: TableFile) -> Iterator[str]:
    for bus in root_buses(table):
        pins = pins_of_bus(bus, table.power.board)
        if pins is None:
            found = {board.title: board.buses[bus] for board in BOARDS.values() if bus in board.buses}
            boards = ", ".join(f"on a {title} GPIO {data} and {clock}" for title, (data, clock) in found.items())
            which = f" By {bus_line(bus)} it is {boards}: give `board` in [power]." if boards else ""
            told = "its pins follow from its overlay in config.txt and are not known here"
            yield f"I2C bus {bus}: {told}; give them no other job (i2cdetect -l lists the buses).{which}"
        elif bus > MUX_ROOT:
            line = bus_line(bus, is_pi5=table.power.board == "pi5")
            told = f"when config.txt holds {line}, with no pins named there"
            yield f"I2C bus {bus} is on GPIO {pins[0]} and {pins[1]} {told}."
    muxes: dict[int, set[int]] = {}
    for display in displays_of(table).values():
        if display.mux is not None:
            muxes.setdefault(display.address, set()).add(display.mux)
    for address, behind in sorted(muxes.items()):
        if len(behind) > 1:
            names = " and ".join(f"0x{mux:02X}" for mux in sorted(behind))
            mend = f"end the line of each in config.txt with disconnect_on_idle ({mux_lines(table)[max(behind)]})"
            yield f"0x{address:02X} is behind the multiplexers {names}, and each leaves its last channel open: {mend}."


def _power_hints(table: TableFile) -> Iterator[str]:
    if table.power.board is None:
        draws = ", ".join(f"a {board.title} {board.ma}" for board in BOARDS.values())
        yield f"power.board is not given: {PI_MA} mA are counted for the Pi, while at most {draws} mA. Name it."
        return
    board, devices = BOARDS[table.power.board], len(_usb_readers_ma(table)) + len(table.hubs)
    if table.power.usb == "board" and devices > board.usb_ports:
        yield f"{devices} readers and hubs are on USB, and a {board.title} has {board.usb_ports}: take a USB hub."
    if devices and board.usb_ports == 1:
        yield f"The USB port of a {board.title} is a micro one: it wants an OTG adapter."


def _usb_readers_ma(table: TableFile) -> list[int]:
    return [pad.spec.ma for pad in table.pads.values() if pad.spec and pad.port not in HEADER_UARTS]


def _lamps_ma(wires: tuple[Wire, ...]) -> int:
    return sum("resistor" in wire.job for wire in wires) * LAMP_MA


def _usb_limit(table: TableFile) -> int | None:
    """Return what the board's USB ports give, in mA; None where that is not known, or they feed nothing."""
    board = BOARDS.get(table.power.board or "")
    if board is None or table.power.usb != "board":
        return None
    return board.usb_ma if table.power.supply_ma < STRONG_MA else board.strong_usb_ma


def _on_usb(table: TableFile) -> int:
    """Add up what readers and hubs draw from the board's USB ports, in mA at most; a hub feeds its own readers."""
    hubs_ma = (pinout_hub.hub_usb_ma(hub, plan) for hub, plan in zip(table.hubs, hubs_of(table), strict=True))
    return sum((*_usb_readers_ma(table), *hubs_ma)) if table.power.usb == "board" else 0


def _on_5v(table: TableFile) -> int:
    board = BOARDS[table.power.board].ma if table.power.board else PI_MA
    on_header = sum(spec.ma for spec in table.own_readers().values()) - sum(_usb_readers_ma(table))
    strip = table.strip()
    lights = table.strip_count() * APA102_MA * strip.brightness // 31 if strip else 0
    return board + _on_usb(table) + on_header + lights


def _on_3v3(wires: tuple[Wire, ...], table: TableFile) -> int:
    displays = sum(display.panel.ma for display in displays_of(table).values())
    return displays + _lamps_ma(wires) + len(sensors_of(table)) * pinout_hub.HALL_MA


def budget(table: TableFile) -> str:
    """Return the power budget in a line."""
    wires, limit = tuple(_wires(table)), _usb_limit(table)
    of_usb = f"of that USB {_on_usb(table)} mA of {limit} mA; " if limit is not None else ""
    of_5v = f"5 V: up to {_on_5v(table)} mA of {table.power.supply_ma} mA; {of_usb}"
    return f"{of_5v}3.3 V: up to {_on_3v3(wires, table)} mA of {RAIL_3V3_MA} mA"


def pinout(table: TableFile) -> str:
    """Return the wiring as text, pin by pin in the order of the header."""
    wiring = wiring_of(table)
    lines = [f"{'GPIO':>5} {'header':>6}  {'job':<52} level"]
    for wire in sorted(wiring.wires, key=lambda wire: 99 if wire.pin is None else HEADER[wire.pin]):
        pin, position = ("", "") if wire.pin is None else (wire.pin, HEADER[wire.pin])
        lines.append(f"{pin:>5} {position:>6}  {wire.job:<52} {wire.level}")
    lines.append(budget(table))
    lines += pinout_hub.hub_pinout(table)
    lines += [f"FAULT: {fault}" for fault in wiring.faults]
    lines += [f"hint: {hint}" for hint in wiring.hints]
    return "\n".join(lines)
