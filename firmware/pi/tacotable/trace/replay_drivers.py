"""What drivers make of a trace: readers and switches run again on its bytes and edges, and tell events.

Bytes come when they had come, whatever the drivers send now, and each thing that they tell is compared with what was
told then. Displays, lamps and the buzzer are left out: what they tell comes from the kernel, which is in no trace. So
are hubs: they answer what their lights are told, too, and only decisions are compared there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacotable.devices.build import Hardware, make_reader
from tacotable.table.parts import button_pins, hubs_of, sensors_of
from tacotable.table.schema import sensor_name
from tacotable.trace.file import Trace, TraceError, read_trace, traces_in
from tacotable.trace.rows import event_of
from tacotable.trace.start import Start, start_of
from tacotable_drivers.ports import BytePort, Contact, DeviceEvent, DeviceFound, DeviceLost, OnEdge, PinError, PortError
from tacotable_drivers.switches import Switches
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_drivers.readers.reader import Reader

MOST_ROWS = 500_000
"""About a quarter of an hour of two readers; more would take too much memory."""
LATE_S = 0.25
"""So much later or earlier may an event be: a busy machine wakes late."""


@dataclass(slots=True)
class Retraced:
    """What was found: how much there was, and the first thing that drivers tell otherwise."""

    bytes: int = 0
    edges: int = 0
    events: int = 0
    difference: str | None = None
    remarks: list[str] = field(default_factory=list)


def retrace(path: Path) -> Retraced:
    """Send drivers what a trace file holds, or all of a folder; raises TraceError."""
    found = Retraced()
    for file in traces_in(path):
        trace = read_trace(file)
        start = start_of(trace)
        if not start.is_first:
            found.remarks.append(f"{file.name} begins in the middle of devices' talk; only its decisions are compared")
            continue
        if hubs_of(start.table):
            found.remarks.append(f"{file.name}: what hangs on hubs is left out; only its decisions are compared")
        _retrace_file(trace, start, found)
        if found.difference:
            break
    return found


def _retrace_file(trace: Trace, start: Start, found: Retraced) -> None:
    # Bytes stand behind what happened while it was not clear yet what they were; the sort keeps each moment's order.
    kept = list(islice((row for row in trace.rows if row[1] != "end"), MOST_ROWS))
    if len(kept) == MOST_ROWS:
        found.remarks.append(f"{trace.path.name}: drivers heard its first {MOST_ROWS} rows again, and no more")
    rows = sorted(kept, key=lambda row: _number(row[0]))
    if not rows:
        return
    heard = [row for row in rows if row[1] == "heard"]
    told: list[tuple[float, DeviceEvent]] = []
    with virtual_loop() as loop:
        begin_s = _number(rows[0][0]) / 1e9
        loop._clock.now_ns = int(_number(rows[0][0]))  # the recording's own clock, so that times are the same
        world = _World(loop)
        _play(world, rows, found)
        devices = _devices(start, world, lambda event: told.append((loop.time(), event)), loop)
        for device in devices:
            device.start()
        loop.run_for(_number(rows[-1][0]) / 1e9 - begin_s)
    found.difference = _first_difference(trace.path.name, heard, told, _direct(start.table), found)


def _number(value: object) -> float:
    if not isinstance(value, int):
        raise TraceError(f"a row begins with {value!r}, which is no time")
    return value


class _World:
    """What ports and pins of a trace do at their times."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.levels: dict[int, bool] = {}
        self.edges: dict[int, OnEdge] = {}
        self.opened: dict[str, _ReplayedPort] = {}
        self.readers: list[Reader] = []
        self.answers: dict[str, list[str | None]] = defaultdict(list)
        """Whether each next opening of a port succeeds (None), or why not."""

    def open(self, name: str, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open a port as it was opened then."""
        answer = self.answers[name].pop(0) if self.answers[name] else "the trace has no more of this port"
        if answer is not None:
            raise PortError(answer)
        self.opened[name] = _ReplayedPort(on_bytes, on_lost)
        return self.opened[name]

    # Pins.

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        """Watch a switch."""
        if number not in self.levels:
            raise PinError(f"pin GPIO{number}: the trace has nothing of it")
        self.edges[number] = on_edge
        return _ReplayedContact(self, number)


@dataclass(slots=True)
class _ReplayedPort:
    on_bytes: Callable[[bytes], None]
    on_lost: Callable[[str], None]
    is_open: bool = True

    def write(self, data: bytes) -> None:
        """Send nowhere: the answers are in the trace."""

    def close(self) -> None:
        """Hear nothing more."""
        self.is_open = False


@dataclass(frozen=True, slots=True)
class _ReplayedContact:
    world: _World
    number: int

    @property
    def is_closed(self) -> bool:
        """Return the level of that time."""
        return self.world.levels[self.number]

    def close(self) -> None:
        """Report no edge any more."""
        self.world.edges.pop(self.number, None)


def _play(world: _World, rows: list[list[Any]], found: Retraced) -> None:
    """Put each moment of a trace on the loop; what pins are at first, and how ports open, is known at once."""
    for _, kind, *parts in rows:
        if kind == "pin":
            world.levels.setdefault(parts[0], bool(parts[1]))
        elif kind in ("open", "refused"):
            world.answers[parts[0]].append(None if kind == "open" else parts[1])
        elif kind == "in":
            found.bytes += len(parts[1]) // 2
        found.edges += kind == "edge"
    for at_ns, moment in groupby(rows, key=lambda row: row[0]):
        world.loop.call_at(at_ns / 1e9, partial(_happen, world, list(moment)))


def _happen(world: _World, moment: list[list[Any]]) -> None:
    """Replay everything of one moment: levels first, since an edge is read behind it."""
    for _, kind, *parts in moment:
        if kind == "pin":
            world.levels[parts[0]] = bool(parts[1])
    for (kind, name), same in groupby(moment, key=lambda row: (row[1], row[2])):
        if kind == "edge" and name in world.edges:
            world.edges[name](sum(next(same)[3:]) / 1e6)  # traces of before tell no time
        elif kind == "slow":
            for reader in world.readers:
                reader.slow(bool(name))
        elif kind in ("in", "lost") and name in world.opened and world.opened[name].is_open:
            _tell_port(world.opened[name], kind, [row[3] for row in same])


def _tell_port(port: _ReplayedPort, kind: str, parts: list[str]) -> None:
    """Hand a port's driver what came, in one piece as it had come, or that the port was lost."""
    if kind == "in":
        port.on_bytes(bytes.fromhex("".join(parts)))
    else:
        port.on_lost(parts[0])


def _devices(start: Start, world: _World, sink: Callable[[DeviceEvent], None], loop: VirtualLoop) -> Iterator[Any]:
    """Make the devices that tell anything, in the order in which a program starts them."""
    table = start.table
    hardware = _hardware(table, world)
    yield Switches(hardware.pins, button_pins(table), sensors_of(table), sink, loop)
    for zone, spec in table.own_readers().items():
        world.readers.append(make_reader(zone, table.pads()[zone], spec, hardware, sink, loop))
        yield world.readers[-1]


def _hardware(table: TableFile, world: _World) -> Hardware:
    def none(*arguments: object) -> Any:
        raise PinError(f"a replay drives nothing ({table.name}, {arguments})")

    return Hardware(
        pins=world,  # type: ignore[arg-type]  # only switches are asked for
        open_reader=lambda zone, pad: partial(world.open, zone),
        where=lambda zone, pad: "the trace",
        open_lights=none,
        make_screens=none,
    )


def _direct(table: TableFile) -> frozenset[str]:
    """Name all that is told by readers on ports and switches on pins."""
    zones = table.own_readers()
    readers = [f"reader {zone}" for zone in zones]
    buttons = [name for button in button_pins(table) for name in (button, f"button {button}")]
    sensors = [name for space in sensors_of(table) for name in (str(space), sensor_name(space))]
    return frozenset((*zones, *readers, *buttons, *sensors))


def _first_difference(
    name: str, heard: list[list[Any]], told: list[tuple[float, DeviceEvent]], direct: frozenset[str], found: Retraced
) -> str | None:
    """Compare what was told then and now, device by device, and name the first that differs in time."""
    then = _by_device([(row[0] / 1e9, event_of(row[2])) for row in heard], direct)
    now = _by_device(told, direct)
    differences = [
        difference
        for device in dict.fromkeys((*then, *now))
        if (difference := _difference_of(device, then.get(device, []), now.get(device, [])))
    ]
    found.events += sum(map(len, then.values()))
    first = min(differences, default=None)
    return f"{name}: at {first[0]:.3f} s, {first[1]}" if first else None


def _by_device(events: list[tuple[float, Any]], direct: frozenset[str]) -> Mapping[str, list[tuple[float, str]]]:
    by_device: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for at_s, event in events:
        device = next(
            (str(getattr(event, part)) for part in ("zone", "device", "button", "space") if hasattr(event, part)), ""
        )
        if device in direct:
            by_device[device].append((at_s, _words(event)))
    return by_device


def _words(event: DeviceEvent) -> str:
    """Return an event without times and how sure they are; why a device is lost is told in words that may change."""
    if isinstance(event, DeviceLost | DeviceFound):
        return f"{type(event).__name__} {event.device}"
    parts = (getattr(event, part.name) for part in fields(event))
    return " ".join((type(event).__name__, *(str(part) for part in parts if not isinstance(part, float))))


def _difference_of(
    device: str, then: list[tuple[float, str]], now: list[tuple[float, str]]
) -> tuple[float, str] | None:
    for (then_s, was), (now_s, is_now) in zip(then, now, strict=False):
        if was != is_now or abs(then_s - now_s) > LATE_S:
            return min(then_s, now_s), f"{device}: then {was} (at {then_s:.3f} s), now {is_now} (at {now_s:.3f} s)"
    if len(then) > len(now):
        at_s, was = then[len(now)]
        return at_s, f"{device}: then {was}, now nothing"
    if len(now) > len(then):
        at_s, is_now = now[len(then)]
        return at_s, f"{device}: then nothing, now {is_now}"
    return None
