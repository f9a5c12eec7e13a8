"""Three hubs with three readers each, their real driver, hands at random and faults of every kind; one seed, one story.

The same story runs in virtual time with the hubs' program in this interpreter, and in real time in MicroPython.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tacotable_drivers.hub.hubs import Hubs
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.ports import (
    ButtonPressed,
    DeviceEvent,
    DeviceLost,
    PortOpener,
    TagArrived,
    TagLeft,
    TagsCrowded,
    TokenSensed,
    ZoneEmpty,
    ZoneUnknown,
)
from tacotable_drivers.serial_port import HUB_BAUD, SerialOpener
from tacotable_sim.cables.faulty_line import SPOILING
from tacotable_sim.hub.runners import FirmwareHub, HubOnLoop
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.serial_devices import SimulatedHub, Transport
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop
from tacotable_sim.truth import BOX, Card

NAMES = ("a", "b", "c")
BUTTONS = 8
CARDS = (*tuple(f"04{number:02X}A5{255 - number:02X}C3D4E5" for number in range(60)), "DEADBEEF", "0BADF00D")
SETTLED_S = 0.06
"""As long, at least, as a finger rests on a button or beside it: twice what the hub's debouncing takes."""
LATE_MS = 2_000.0
"""A card that is told must have lain there at that time, give or take this."""
CALM_S = 12.0


def plan_of_hubs() -> Plan:
    """Give a table that is nothing but hubs; the token's sensors are on the first."""
    hubs = tuple(
        HubPlan(
            name,
            f"E66118604B1F2A{number:02X}",
            readers={reader: f"{name}{reader}" for reader in range(3)},
            sensors={place: place - 4 for place in range(9)} if number == 0 else {},
            buttons={place: f"{name}.{place}" for place in range(BUTTONS)},
            lamps={f"{name}.{place}": place for place in range(BUTTONS)},
        )
        for number, name in enumerate(NAMES)
    )
    pads = tuple(Pad(zone) for hub in hubs for zone in hub.readers.values())
    return Plan(seats=("A",), box=tuple(Card(tag, "?") for tag in CARDS), pads=pads, hubs=hubs)


@dataclass(frozen=True, slots=True)
class Lay:
    """A card that lay on a zone for a time."""

    zone: str
    tag: str
    from_ms: float
    to_ms: float


def mark_of(program: HubOnLoop | FirmwareHub) -> int:
    """Give a number which `felt_by` will have reached when the program has felt the table as it is now."""
    if isinstance(program, HubOnLoop):
        return program.rounds + 1
    program.feel(is_marked=True)
    return program.world.number()


def felt_by(program: HubOnLoop | FirmwareHub) -> int:
    """Give how far the program has come: this machine may be slow."""
    return program.rounds if isinstance(program, HubOnLoop) else int.from_bytes(program.left(".felt")[:4], "little")


class Soak:
    """The table, its driver, and what the driver has told."""

    def __init__(self, loop: DrivenLoop, seed: int, transport: Transport) -> None:
        self.loop = loop
        self.table = SimulatedTable(plan_of_hubs(), loop=loop, seed=seed, transport=transport)
        self.zones: dict[str, frozenset[str] | None] = dict.fromkeys(self.table.truth.zones)
        """What lies on each zone as the driver tells it; None where nobody knows."""
        self.token: set[int] = set()
        self.pressed: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.cut_off: Counter[str] = Counter()
        """Presses that had not got through when a hub lost its power."""
        self.wrong: list[TagArrived | TagsCrowded] = []
        self.cuts = 0
        self.losses: list[DeviceLost] = []
        self._chance = Random(f"{seed}/soak")
        self._lain: list[Lay] = []
        self._lying: dict[str, tuple[str, float]] = {}
        self._is_dark: set[str] = set()
        """Hubs that lost their power, where the driver has not noticed it yet; their lamps are out."""
        self._tasks: list[asyncio.Task[None]] = []
        self.driver = Hubs(self.table.plan.hubs, self._find_ports, self._hear, loop, Random(f"{seed}/driver"))
        self.driver.start()

    def close(self) -> None:
        """Put everything away."""
        self.driver.close()
        self.table.close()

    @property
    def lines(self) -> int:
        """How many lines the cables have carried."""
        return sum(hub.line.lines for hub in self.table.serial.hubs)

    @property
    def faults(self) -> int:
        """How many faults have struck a line."""
        return sum(hub.line.struck for hub in self.table.serial.hubs)

    def is_known(self, name: str) -> bool:
        """Tell whether the driver knows this hub, as whoever looks at its lamps sees."""
        return name not in self._is_dark and self.driver.counters()[name].is_known

    def knows_all(self) -> bool:
        """Tell whether the driver knows all hubs."""
        return all(self.is_known(name) for name in NAMES)

    def lying(self) -> dict[str, frozenset[str]]:
        """Give what the antennas hear, by zone."""
        return {
            zone: frozenset(hub.hears[reader]())
            for hub in self.table.serial.hubs
            for reader, zone in hub.plan.readers.items()
        }

    def cut(self, name: str, fault: str) -> None:
        """Let a hub lose its power, by its reset pin or its cable: what has not got through is lost with it."""
        self.cuts += 1
        if self.driver.counters()[name].is_known:
            self._is_dark.add(name)
        for button in (f"{name}.{place}" for place in range(BUTTONS)):
            self.cut_off[button] = self.pressed[button] - self.told[button]
        self.table.switchboard.set(f"hub {name}", fault, on=True)

    # What hands do.

    def lay(self, tag: str, zone: str) -> None:
        """Lay a card from the box on a pad, and remember that it lies there."""
        self.table.place(tag, zone)
        self._lying[tag] = (zone, self._now_ms())

    def lift(self, tag: str) -> None:
        """Put a card from a pad back into the box."""
        self.table.place(tag, BOX)
        zone, from_ms = self._lying.pop(tag)
        self._lain.append(Lay(zone, tag, from_ms, self._now_ms()))

    # The story.

    def begin(self, *, with_resets: bool) -> None:
        """Let hands and faults begin."""
        for hub in self.table.serial.hubs:
            for fault in SPOILING:
                self.table.switchboard.set(f"hub {hub.plan.name}", fault, on=True)
            stories = [self._stall(hub, "stall-in"), self._stall(hub, "stall-out"), self._break_readers(hub)]
            stories += [self._press(hub, button) for button in hub.plan.buttons.values()]
            stories += [self._lay(zone) for zone in hub.plan.readers.values()]
            stories += [self._reset(hub)] if with_resets else []
            self._tasks += [self.loop.create_task(story) for story in stories]
        self._tasks.append(self.loop.create_task(self._walk()))

    def talk(self, lines: int) -> None:
        """Let time pass until the cables have carried so many more lines."""
        end = self.lines + lines
        self.loop.run_until(lambda: self.lines >= end, within_s=float(lines), what=f"{lines} lines")

    def calm(self) -> None:
        """Let hands rest and no more faults come, and give everything the time to settle."""
        for task in self._tasks:
            task.cancel()
        self.loop.run_for(0.0)
        for task in self._tasks:
            if not task.cancelled():
                task.result()
        for device, fault in sorted(self.table.switchboard.active()):
            self.table.switchboard.set(device, fault, on=False)
        self.loop.run_until(self.knows_all, within_s=600.0, what="knowing all hubs")
        self.loop.run_for(CALM_S)

    async def _press(self, hub: SimulatedHub, button: str) -> None:
        while True:
            await self._wait(0.02, 0.6)
            await _until(lambda: self.is_known(hub.plan.name))
            self.table.press(button)
            self.pressed[button] += 1
            await self._felt(hub)
            await self._wait(0.0, 0.3)
            self.table.release(button)
            await self._felt(hub)

    async def _felt(self, hub: SimulatedHub) -> None:
        """Wait until the hub has surely felt a touch: it has looked twice, as far apart as bounces take."""
        for _ in range(2):
            mark = mark_of(hub.program)
            await _until(lambda mark=mark: felt_by(hub.program) >= mark)  # type: ignore[misc]  # bound now
            await asyncio.sleep(SETTLED_S)

    async def _lay(self, zone: str) -> None:
        while True:
            await self._wait(0.2, 2.0)
            for card in self.table.truth.at(zone):
                self.lift(card.tag)
            cards = [card.tag for card in self.table.truth.at(BOX)]
            for tag in self._chance.sample(cards, self._chance.choice([0, 1, 1, 2])):
                self.lay(tag, zone)

    async def _walk(self) -> None:
        while True:
            await self._wait(0.2, 1.0)
            self.table.move_token(
                self._chance.choice([space for space in range(-4, 5) if space != self.table.truth.token])
            )

    async def _stall(self, hub: SimulatedHub, fault: str) -> None:
        longest_s = self._chance.choice([0.3, 1.2, 3.0])
        while True:
            await self._wait(1.0, 7.0)
            await self._switch(f"hub {hub.plan.name}", fault, longest_s)

    async def _break_readers(self, hub: SimulatedHub) -> None:
        while True:
            await self._wait(2.0, 10.0)
            zone = self._chance.choice(tuple(hub.plan.readers.values()))
            await self._switch(f"reader {zone}", self._chance.choice(["silence", "dip"]), 2.0)

    async def _reset(self, hub: SimulatedHub) -> None:
        while True:
            await self._wait(8.0, 20.0)
            fault = self._chance.choice(["reset", "unplug"])
            self.cut(hub.plan.name, fault)
            await self._wait(0.05, 1.0)
            self.table.switchboard.set(f"hub {hub.plan.name}", fault, on=False)

    async def _switch(self, device: str, fault: str, longest_s: float) -> None:
        self.table.switchboard.set(device, fault, on=True)
        await self._wait(0.001, longest_s)
        self.table.switchboard.set(device, fault, on=False)

    def _wait(self, least_s: float, most_s: float) -> Awaitable[None]:
        return asyncio.sleep(self._chance.uniform(least_s, most_s))

    # What the driver tells.

    def _find_ports(self) -> dict[str, PortOpener]:
        serial = self.table.serial
        paths = {name: SerialOpener(path, HUB_BAUD, self.loop) for name, path in serial.hub_paths().items()}
        return serial.hub_ports() | paths

    def _hear(self, event: DeviceEvent) -> None:
        match event:
            case TagArrived(zone, tag):
                self._check(event, zone, (tag,))
                self.zones[zone] = frozenset({tag})
            case TagsCrowded(zone, tags):
                self._check(event, zone, tags)
                self.zones[zone] = frozenset(tags)
            case TagLeft(zone) | ZoneEmpty(zone):
                self.zones[zone] = frozenset()
            case ZoneUnknown(zone):
                self.zones[zone] = None
            case ButtonPressed(button):
                self.told[button] += 1
            case TokenSensed(space, present):
                (self.token.add if present else self.token.discard)(space)
            case DeviceLost(device):
                self._is_dark.discard(device.removeprefix("hub "))
                self.losses.append(event)
            case _:
                pass

    def _check(self, event: TagArrived | TagsCrowded, zone: str, tags: tuple[str, ...]) -> None:
        """Note a card that was told and did not lie there at that time."""
        for tag in tags:
            lies = self._lying.get(tag, ("", 0.0))
            was_there = lies[0] == zone or any(
                lay.zone == zone and lay.tag == tag and lay.to_ms >= event.at_ms - LATE_MS for lay in self._lain[-200:]
            )
            if not was_there:
                self.wrong.append(event)

    def _now_ms(self) -> float:
        return self.loop.time() * 1_000


async def _until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)
