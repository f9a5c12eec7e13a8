"""What drivers make of a trace: readers and switches run again on its bytes and edges, and tell events.

Bytes come when they had come, whatever the drivers send now, and each thing that they tell is compared with what was
told then. Displays, lamps and the buzzer are left out: what they tell comes from the kernel, which is in no trace. So
are hubs: they answer what their lights are told, too, and only decisions are compared there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import groupby, islice, zip_longest
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacotable.devices.build import Hardware, make_reader
from tacotable.table.parts import button_pins, hubs_of, sensor_name, sensors_of
from tacotable.trace.content import Start, event_of, start_of
from tacotable.trace.file import Trace, TraceError, read_trace, traces_in
from tacotable_drivers.ports import BytePort, Contact, DeviceEvent, DeviceFound, DeviceLost, OnEdge, PinError, PortError
from tacotable_drivers.switches import Switches
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_drivers.readers.reader import Reader

MOST_ROWS = 500_000  # About a quarter of an hour of two readers; more would take too much memory.
LATE_S = 0.25  # So much later or earlier may an event be: a busy machine wakes late.


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
        if hubs_of(start.situation.devices.whole):
            found.remarks.append(f"{file.name}: what hangs on hubs is left out; only its decisions are compared")
        _retrace_file(trace, start, found)
        if found.difference:
            break
    return found


def _retrace_file(trace: Trace, start: Start, found: Retraced) -> None:
    # Bytes stand behind what happened while it was not clear yet what they were; the sort keeps each moment's order.
    kept: list[list[Any]] = list(islice((row for row in trace.rows if row[1] != "end"), MOST_ROWS + 1))
    if len(kept) > MOST_ROWS:
        found.remarks.append(f"{trace.path.name}: drivers heard its first {MOST_ROWS} rows again, and no more")
    rows = sorted(kept[:MOST_ROWS], key=itemgetter(0))
    if not rows:
        return
    table = start.situation.devices.whole
    direct = _direct(table)
    try:
        heard = [(row[0] / 1e9, event_of(row[2])) for row in rows if row[1] == "heard"]
        found.bytes += sum(len(bytes.fromhex(row[3])) for row in rows if row[1] == "in")
    except ValueError as error:
        raise TraceError(f"{trace.path.name}: a row cannot be read: {error}") from None
    told: list[tuple[float, DeviceEvent]] = []
    with virtual_loop() as loop:
        begin_ns, end_ns = rows[0][0], rows[-1][0]
        loop._clock.now_ns = begin_ns  # the recording's own clock, so that times are the same
        world = _World(loop)
        _play(world, rows, found)
        for device in _devices(table, world, lambda event: told.append((loop.time(), event)), loop):
            device.start()
        loop.run_for(end_ns / 1e9 - begin_ns / 1e9)
    then, now = _by_device(heard, direct), _by_device(told, direct)
    found.events += sum(map(len, then.values()))
    differences = (_difference_of(device, then.get(device, []), now.get(device, [])) for device in (then | now))
    if first := min(filter(None, differences), default=None):
        found.difference = f"{trace.path.name}: at {first[0]:.3f} s, {first[1]}"


class _World:
    """What ports and pins of a trace do at their times."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.levels: dict[int, bool] = {}
        self.first_s: dict[int, float] = {}  # When each pin could be had.
        self.edges: dict[int, OnEdge] = {}
        self.opened: dict[str, _ReplayedPort] = {}
        self.readers: list[Reader] = []
        self.answers: dict[str, list[str | None]] = defaultdict(list)  # Why each next opening fails; None: it succeeds.

    def open(self, name: str, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open a port as it was opened then."""
        answer = self.answers[name].pop(0) if self.answers[name] else "the trace has no more of this port"
        if answer is not None:
            raise PortError(answer)
        self.opened[name] = _ReplayedPort(on_bytes, on_lost)
        return self.opened[name]

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        if self.first_s.get(number, inf) > self.loop.time() + LATE_S:
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
        self.is_open = False


@dataclass(frozen=True, slots=True)
class _ReplayedContact:
    world: _World
    number: int

    @property
    def is_closed(self) -> bool:
        return self.world.levels[self.number]

    def close(self) -> None:
        self.world.edges.pop(self.number, None)


def _play(world: _World, rows: list[list[Any]], found: Retraced) -> None:
    """Put each moment of a trace on the loop; what pins are at first, and how ports open, is known at once."""
    for at_ns, kind, *parts in rows:
        if kind == "pin":
            world.first_s.setdefault(parts[0], at_ns / 1e9)
            world.levels.setdefault(parts[0], bool(parts[1]))
        elif kind in ("open", "refused"):
            world.answers[parts[0]].append(None if kind == "open" else parts[1])
        found.edges += kind == "edge"
    for at_ns, moment in groupby(rows, key=itemgetter(0)):
        world.loop.call_at(at_ns / 1e9, partial(_happen, world, list(moment)))


def _happen(world: _World, moment: list[list[Any]]) -> None:
    """Replay everything of one moment: levels first, since an edge is read behind it."""
    for _, kind, *parts in moment:
        if kind == "pin":
            world.levels[parts[0]] = bool(parts[1])
    for (kind, name), rows in groupby(moment, key=itemgetter(1, 2)):
        same = list(rows)
        if kind == "edge" and name in world.edges:
            world.edges[name](sum(same[0][3:]) / 1e6)  # traces of before tell no time
        elif kind == "slow":
            for reader in world.readers:
                reader.slow(bool(name))
        elif kind in ("in", "lost") and name in world.opened and (port := world.opened[name]).is_open:
            if kind == "in":  # in one piece, as it had come
                port.on_bytes(bytes.fromhex("".join(row[3] for row in same)))
            else:
                port.on_lost(same[0][3])


def _devices(table: TableFile, world: _World, sink: Callable[[DeviceEvent], None], loop: VirtualLoop) -> Iterator[Any]:
    """Make the devices that tell anything, in the order in which a program starts them."""

    def none(*arguments: object) -> Any:
        raise PinError(f"a replay drives nothing ({table.name}, {arguments})")

    hardware = Hardware(
        pins=world,  # type: ignore[arg-type]  # only switches are asked for
        open_reader=lambda zone, pad: partial(world.open, zone),
        where=lambda zone, pad: "the trace",
        open_lights=none,
        make_screens=none,
    )
    yield Switches(hardware.pins, button_pins(table), sensors_of(table), sink, loop)
    for zone, spec in table.own_readers().items():
        world.readers.append(make_reader(zone, table.pads[zone], spec, hardware, sink, loop))
        yield world.readers[-1]


def _direct(table: TableFile) -> frozenset[str]:
    """Name all that is told by readers on ports and switches on pins."""
    zones = table.own_readers()
    readers = [f"reader {zone}" for zone in zones]
    buttons = [name for button in button_pins(table) for name in (button, f"button {button}")]
    sensors = [name for space in sensors_of(table) for name in (str(space), sensor_name(space))]
    return frozenset((*zones, *readers, *buttons, *sensors))


def _by_device(events: list[tuple[float, Any]], direct: frozenset[str]) -> dict[str, list[tuple[float, str]]]:
    """Return by device when each event was told, and what, without times and how sure they are."""
    by_device: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for at_s, event in events:
        parts = {part.name: getattr(event, part.name) for part in fields(event)}
        device = str(next((parts[name] for name in ("zone", "device", "button", "space") if name in parts), ""))
        if isinstance(event, DeviceLost | DeviceFound):  # why one is lost is told in words that may change
            parts = {"device": event.device}
        if device in direct:
            words = " ".join((type(event).__name__, *(str(p) for p in parts.values() if not isinstance(p, float))))
            is_reason = isinstance(event, DeviceLost) and by_device[device] and by_device[device][-1][1] == words
            if not is_reason:
                by_device[device].append((at_s, words))
    return by_device


def _difference_of(
    device: str, then: list[tuple[float, str]], now: list[tuple[float, str]]
) -> tuple[float, str] | None:
    """Return when a device tells something else first, or at another time, and what."""
    for one, other in zip_longest(then, now):
        if one is None:
            return other[0], f"{device}: then nothing, now {other[1]}"
        if other is None:
            return one[0], f"{device}: then {one[1]}, now nothing"
        if one[1] != other[1] or abs(one[0] - other[0]) > LATE_S:
            told = f"{device}: then {one[1]} (at {one[0]:.3f} s), now {other[1]} (at {other[0]:.3f} s)"
            return min(one[0], other[0]), told
    return None
