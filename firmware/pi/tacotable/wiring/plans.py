"""The wiring of a table as plans: a board with its pins, the parts around it, and both ends of each of their wires.

Which pin does what is known from `tacotable.table.pinout`; here are the terminals of each part, and what feeds it.
Sources: the 40-pin header of the Raspberry Pi, data sheets of the 74AHCT125, MCP23017, TCA9548A and MFRC522.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from tacotable.table import pinout_hub
from tacotable.table.parts import displays_of, hubs_of, space_screen
from tacotable.table.pinout import HEADER, Wire, wiring_of
from tacotable.table.schema import Display, Hub, TableFile
from tacotable_drivers.hub.plan import HubPlan

RAILS = GROUND, LOW, HIGH = "GND", "3.3 V", "5 V"
"""The rails: what feeds parts, a bar or clamps each, and the ground where all meet. Those of a hub are its own, and
are named so: two regulators must not feed one rail."""
PI = "Pi"
LIGHTS_OHM = "330 Ω"
LAMP_OHM = {"red": "150 Ω", "green": "82 Ω", "white": "82 Ω"}  # On 3.3 V: white, green, blue leave under half a volt.
LAMP_COLOURS = {"ok": "green", "no": "red", "nope": "red"}  # By their roles; all others are white.
_POWER = {LOW: (1, 17), HIGH: (2, 4), GROUND: (6, 9, 14, 20, 25, 30, 34, 39)}
_PICO_POWER = {LOW: (36,), HIGH: (40,), GROUND: (3, 8, 13, 18, 23, 28, 33, 38)}


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire: the terminal of a part, the other end (a part and its terminal, or a rail), and what is between."""

    terminal: str
    to: str
    at: str = ""
    through: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A part as it is wired; `what` is its kind, as the list of parts has it."""

    name: str
    what: str
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What a plan is drawn around; its pins from top to bottom on both sides, each by its position and its name."""

    name: str
    what: str
    left: tuple[tuple[str, str], ...]
    right: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board and the parts around it."""

    title: str
    board: Board
    boxes: tuple[Box, ...]

    def links(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Yield each wire: a part, its terminal, the part at the other end, its terminal, what is between."""
        for box in self.boxes:
            for lead in box.leads:
                yield box.name, lead.terminal, lead.to, lead.at, lead.through

    def rail_ends(self) -> Iterator[str]:
        """Yield the rail of each wire that meets others there: of a part, of what feeds it, of what is between ends."""
        for name, _, to, _, through in self.links():
            grounds = [GROUND] * through.count("to ground")
            ends = (name.removeprefix("rail "), to, *grounds, through.partition(" up to ")[2])
            yield from (end for end in ends if end.partition(" of ")[0] in RAILS)


def plans_of(table: TableFile) -> tuple[Plan, ...]:
    """Return all plans of a table, the Pi's header first."""
    names = {position: f"GPIO {pin}" for pin, position in HEADER.items()}
    rows = [(odd, odd + 1) for odd in range(1, 40, 2)]  # odd positions at the left, as they are on the board
    return (
        Plan("The header of the Pi", _two_rows(PI, "Raspberry Pi", names, _POWER, rows), tuple(_on_header(table))),
        *(_multiplexer_plan(table, mux) for mux in _muxes(table)),
        *_usb_plan(table),
        *_hub_plans(table),
    )


def _two_rows(
    name: str, what: str, names: Mapping[int, str], power: Mapping[str, tuple[int, ...]], rows: list[tuple[int, int]]
) -> Board:
    named = {**names, **{position: rail for rail, positions in power.items() for position in positions}}
    left, right = (tuple((str(place), named.get(place, "")) for place in side) for side in zip(*rows, strict=True))
    return Board(name, what, left, right)


def _on_header(table: TableFile) -> Iterator[Box]:
    wires = [wire for wire in wiring_of(table).wires if wire.part]
    at = {(wire.part, wire.terminal): str(HEADER[wire.pin]) for wire in wires if wire.pin is not None}
    boxes = tuple(_around_header(table, wires, at))
    is_fed = any(lead.to == HIGH for box in boxes for lead in box.leads) or any(h.supply == "own" for h in table.hubs)
    feeds = (*([Lead("+", HIGH), Lead("-", GROUND)] if is_fed else []), Lead("power plug", PI, "power socket"))
    yield Box("supply", f"supply of 5.1 V, {table.power.supply_ma / 1000:g} A", feeds)
    yield from _rails(PI, {LOW: "1", GROUND: "6"})
    yield from boxes


def _around_header(table: TableFile, wires: list[Wire], at: Mapping[tuple[str, str], str]) -> Iterator[Box]:
    for part in dict.fromkeys(wire.part for wire in wires):
        there = {terminal: place for (name, terminal), place in at.items() if name == part}
        if part.startswith("bus "):
            yield from _on_bus(table, int(part.removeprefix("bus ")), there)
        elif part == "lights":  # the level shifter of a strip on SPI, and where the strip begins
            ins = (Lead("1A (pin 2)", PI, there["data"]), Lead("2A (pin 5)", PI, there["clock"]))
            outs = (Lead("1Y (pin 3)", "strip", "DI"), Lead("2Y (pin 6)", "strip", "CI"))
            yield _shifter((*ins, *outs), ("3A (9)", "4A (12)"))
            power = (Lead("5 V", HIGH, "", "1000 µF to ground"), Lead("GND", GROUND))
            yield Box("strip", f"APA102 strip of {table.strip_count()} lights", power)
        elif part == "buzzer":
            yield Box(part, "passive piezo buzzer", (Lead("+", PI, there["+"], "100 Ω"), Lead("-", GROUND)))
        elif part.startswith("reader "):
            leads = (Lead("RX", PI, there["RX"]), Lead("TX", PI, there["TX"], "1 kΩ, and 2 kΩ to ground behind it"))
            yield Box(part, _reader(table, part), (*leads, Lead("VCC", HIGH), Lead("GND", GROUND)))
        else:
            yield _contact(table, PI, part, there)


def _rails(board: str, places: Mapping[str, str]) -> Iterator[Box]:
    for rail, place in places.items():
        yield Box(f"rail {rail}", "", (Lead(rail, board, place),))  # its clamps are counted by its wires


def _contact(table: TableFile, board: str, part: str, there: Mapping[str, str], low: str = LOW) -> Box:
    """Return a button, a lamp or a sensor; one on a hub closes to ground."""
    if part.startswith("sensor"):
        power = (Lead("VCC", low), Lead("GND", GROUND))
        return Box(part, "hall switch for 3.3 V (DRV5023, TO-92)", (*power, Lead("OUT", board, there["signal"])))
    leads = []
    if "signal" in there:
        button = table.buttons()[part.removeprefix("button ")]
        other = LOW if button.active == "high" else GROUND
        leads = [Lead("switch", board, there["signal"]), Lead("switch, other leg", other)]
    colour = LAMP_COLOURS.get(part.rpartition(".")[2], "white")
    if "lamp +" in there:
        leads += [Lead("lamp +", board, there["lamp +"], LAMP_OHM[colour]), Lead("lamp -", GROUND)]
    pressed = f"push button{f' with a {colour} lamp for 3.3 V' * ('lamp +' in there)}"
    return Box(part, f"LED, 5 mm, {colour}" if part.startswith("light") else pressed, tuple(leads))


def _on_bus(table: TableFile, bus: int, there: Mapping[str, str]) -> Iterator[Box]:
    """Yield what hangs on an I2C bus itself: multiplexers, and displays without one."""
    data, clock = Lead("SDA", PI, there.get("data", "?")), Lead("SCL", PI, there.get("clock", "?"))
    for mux in _muxes(table) if bus == 1 else ():
        bits = (Lead(f"A{bit}", LOW if mux - 0x70 >> bit & 1 else GROUND) for bit in range(3))
        rest = (Lead("VIN", LOW), Lead("GND", GROUND), Lead("RST", LOW, "", "10 kΩ"), *bits)
        name = f"multiplexer {mux:#04x}"
        yield Box(name, "I2C multiplexer (TCA9548A board)", (data, clock, *rest))
        legs = (Lead("switch", name, "RST"), Lead("switch, other leg", GROUND))
        yield Box(f"reset of {name}", "small push button", legs)
    for name, display in displays_of(table).items():
        if display.bus == bus:
            yield _display(name, display, data, clock)


def _display(name: str, display: Display, data: Lead, clock: Lead) -> Box:
    panel = display.panel
    what = f"OLED {panel.name}, {panel.width} x {panel.height}, {panel.width_mm:.0f} mm wide, I2C"
    return Box(f"display {name} ({display.address:#04x})", what, (Lead("GND", GROUND), Lead("VCC", LOW), clock, data))


def _muxes(table: TableFile) -> list[int]:
    return sorted({display.mux for display in displays_of(table).values() if display.mux is not None})


def _multiplexer_plan(table: TableFile, mux: int) -> Plan:
    board, boxes = f"multiplexer {mux:#04x}", []
    pins = [(f"{line}{channel}", "") for channel in range(8) for line in ("SD", "SC")]
    for name, display in displays_of(table).items():
        if display.mux == mux:
            ends = (Lead(line, board, f"{line[:2]}{display.channel}") for line in ("SDA", "SCL"))
            boxes.append(_display(name, display, *ends))
    return Plan(board.capitalize(), Board(board, "", tuple(pins[:8]), tuple(pins[8:])), tuple(boxes))


def _shifter(leads: Iterable[Lead], unused: Iterable[str], owner: str = "", high: str = HIGH) -> Box:
    """Return the level shifter; no input may float, so that all four /OE and the unused inputs are on ground."""
    grounded = ("1/OE (1)", "2/OE (4)", "3/OE (10)", "4/OE (13)", *unused)
    rest = (Lead("VCC (14)", high, "", "100 nF to ground"), Lead("GND (7)", GROUND))
    to_ground = (Lead(terminal, GROUND) for terminal in grounded)
    return Box(f"level shifter{owner}", "74AHCT125", (*leads, *rest, *to_ground))


def _reader(table: TableFile, part: str) -> str:
    spec = table.pads[part.removeprefix("reader ")].spec
    return f"{spec.name.upper()} board" if spec else "MFRC522 board"


def _usb_plan(table: TableFile) -> Iterator[Plan]:
    """Yield the plan of what is on USB, where anything is: readers behind their adapters, and hubs."""
    on_header = {wire.part for wire in wiring_of(table).wires}
    zones = [zone for zone in table.own_readers() if f"reader {zone}" not in on_header]
    names = [*(f"adapter {zone}" for zone in zones), *(f"hub {hub.name}" for hub in table.hubs)]
    if not names:
        return
    board = "USB hub" if table.power.usb == "own" else "Pi USB"
    boxes = []
    for number, zone in enumerate(zones, 1):
        adapter, reader = f"adapter {zone}", f"reader {zone}"
        pairs = (("TXD", "RX"), ("RXD", "TX"), ("5 V", "VCC"), ("GND", "GND"))
        leads = (Lead("USB", board, f"{number}"), *(Lead(own, reader, other) for own, other in pairs))
        boxes.append(Box(adapter, "USB-serial adapter, 3.3 V logic (CP2102)", leads))
        boxes.append(Box(reader, _reader(table, reader), tuple(Lead(other, adapter, own) for own, other in pairs)))
    for number, hub in enumerate(table.hubs, len(zones) + 1):
        boxes.append(Box(f"hub {hub.name}", "Raspberry Pi Pico H", (Lead("USB", board, f"{number}"),)))
    sockets = tuple((str(number), "socket") for number in range(1, len(names) + 1))
    what = "powered USB hub" if table.power.usb == "own" else ""
    yield Plan("USB", Board(board, what, (), sockets), tuple(boxes))


def _hub_plans(table: TableFile) -> Iterator[Plan]:
    names = {position: f"GP{pin}" for pin, position in pinout_hub.POSITIONS.items()}
    for hub, plan in zip(table.hubs, hubs_of(table), strict=True):
        board = f"hub {plan.name}"
        rows = [(left, 41 - left) for left in range(1, 21)]
        pico = _two_rows(board, "", {**names, 30: "RUN", 39: "VSYS", 37: "3V3_EN", 35: "ADC_VREF"}, _PICO_POWER, rows)
        yield Plan(f"The Pico of the hub {plan.name}", pico, tuple(_on_pico(table, board, hub, plan)))
        if plan.more:
            chip = f"expander {plan.name}"
            ports = {position: f"GP{'AB'[n // 8]}{n % 8}" for n, position in enumerate(pinout_hub.EXPANDER_POSITIONS)}
            ports |= {12: "SCL", 13: "SDA", 15: "A0", 16: "A1", 17: "A2", 18: "RESET"}
            rows = [(left, 29 - left) for left in range(1, 15)]
            mcp = _two_rows(chip, "", ports, {LOW: (9,), GROUND: (10,)}, rows)
            wires = pinout_hub.expander_wires(plan)
            boxes = (_contact(table, chip, wire.part, {"signal": str(wire.position)}) for wire in wires)
            yield Plan(f"The expander of the hub {plan.name}", mcp, tuple(boxes))


def _on_pico(table: TableFile, board: str, hub: Hub, plan: HubPlan) -> Iterator[Box]:
    wires, own = pinout_hub.pico_wires(plan), f" of {plan.name}"
    low, high = f"{LOW}{own}", f"{HIGH}{own}" if hub.supply == "usb" else HIGH
    shared = {wire.terminal: str(wire.position) for wire in wires if wire.part == pinout_hub.ALL_READERS}
    yield from _rails(board, {low: "36", **({high: "40"} if hub.supply == "usb" else {}), GROUND: "38"})
    for wire in wires:
        place = str(wire.position)
        if wire.part.startswith("reader "):
            bus = (Lead(line, board, shared[line]) for line in pinout_hub.BUS_PINS.values())
            power = (Lead("3.3V", low, "", "10 µF and 100 nF to ground"), Lead("RST", low), Lead("GND", GROUND))
            yield Box(wire.part, "MFRC522 board", (Lead("SDA", board, place), *bus, *power))
        elif wire.part == "lights":
            strip = f"strip{own}"
            leads = (Lead("1A (pin 2)", board, place), Lead("1Y (pin 3)", strip, "DIN", LIGHTS_OHM))
            yield _shifter(leads, ("2A (5)", "3A (9)", "4A (12)"), own, high)
            what = f"chain of {plan.light_count} WS2812 lights"
            yield Box(strip, what, (Lead("5 V", high, "", "1000 µF to ground"), Lead("GND", GROUND)))
        elif wire.part not in (pinout_hub.ALL_READERS, pinout_hub.EXPANDER):
            yield _contact(table, board, wire.part, {"signal": place}, low)
    if plan.more:
        at = {what: str(pinout_hub.POSITIONS[pin]) for pin, what in pinout_hub.EXPANDER_PINS.items()}
        pulled = f"4.7 kΩ up to {low}"
        bus = (Lead(f"{what} ({13 - (what == 'SCL')})", board, at[what], pulled) for what in ("SDA", "SCL"))
        power = (Lead("VDD (9)", low), Lead("RESET (18)", low), Lead("VSS (10)", GROUND))
        zeros = (Lead(f"A{bit} ({15 + bit})", GROUND) for bit in range(3))
        yield Box(f"expander {plan.name}", "MCP23017, 28-pin DIP", (*bus, *power, *zeros))


def light_wires(table: TableFile) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the wires from each light of a chain to the next, as `Plan.links` does; few strips are cut everywhere."""
    for chain, lights in strip_order(table):
        names = [f"light {number} of {chain} ({light})" for number, light in enumerate(lights, 1)]
        out, to = ("DO, CO", "DI, CI") if chain == "strip" else ("DOUT", "DIN")
        for one, other in pairwise(names):
            yield one, f"{out}, 5 V, GND", other, f"{to}, 5 V, GND", "where it is cut"


def strip_order(table: TableFile) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lights of each chain in the order of the wire: the name of the chain, and what each light shows."""
    spaces = tuple(map(space_screen, range(-4, 5)))
    row = spaces if table.board else tuple(f"countdown {number}" for number in range(1, 61))
    if table.strip():
        return (("strip", (*table.strip_lamps(), *row)[: table.strip_count()]),)
    chains = []
    for plan in hubs_of(table):
        named = {**{light: name for name, light in plan.lamps.items()}, **dict(zip(plan.row, row, strict=False))}
        if plan.light_count:
            chains.append((f"hub {plan.name}", tuple(named.get(n, "not used") for n in range(plan.light_count))))
    return tuple(chains)
