"""How well each device is: its state, what it has counted, and why it was lost last.

A device is absent until it has worked, starting until it has answered, suspect while its numbers show new errors, and
faulty when it was lost after it had worked. Faulty stays until the device itself tells that it works again, which it
does only after its greeting or its whole picture got through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from tacotable.table.parts import displays_of, hubs_of, sensors_of
from tacotable_drivers.ports import BUZZER, LIGHTS, DeviceEvent, DeviceFound, DeviceLost, FaultKind, sensor_name

if TYPE_CHECKING:
    from tacotable.devices.build import Devices
    from tacotable.table.file import TableFile
    from tacotable_drivers.readers.reader import Reader

SUSPECT_S = 30.0  # So long after its last error a device is suspect.


class DeviceState(StrEnum):
    """How a device is."""

    ABSENT = "absent"
    STARTING = "starting"
    OK = "ok"
    SUSPECT = "suspect"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class Counts:
    """What a device has counted since the program started; None where it does not count that."""

    frames_ok: int | None = None
    bytes_invalid: int | None = None
    retransmits: int | None = None
    resets: int | None = None
    last_ok_age_s: float | None = None  # How long ago it answered last, in seconds.

    @property
    def errors(self) -> int:
        """Everything that a good cable and a good part would not count."""
        return sum(count or 0 for count in (self.bytes_invalid, self.retransmits, self.resets))


Count = Callable[[], Counts]  # Gives the numbers of one device as they are now.


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """One device as it is now; `reason` tells why it was lost and what to try, and is empty while it is not."""

    device: str
    state: DeviceState
    counts: Counts
    losses: int
    reason: str = ""
    fault: FaultKind = FaultKind.FAILED  # What kind of loss it was; of a device that is lost only.


@dataclass(slots=True)
class _Record:
    """What is remembered of a device between two looks."""

    count: Count = Counts
    reason: str = ""
    fault: FaultKind = FaultKind.FAILED
    losses: int = 0
    has_worked: bool = False
    errors: int = 0
    erred_s: float | None = None


class HealthBook:
    """Keeps the health of a table's devices by what they tell and count. `now_s` is monotonic."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._records: dict[str, _Record] = {}

    def add(self, counts: Mapping[str, Count], *, has_worked: bool = False) -> None:
        """Add devices with what gives their numbers; `has_worked`: those that can only be faulty, never absent."""
        self._records |= {device: _Record(count, has_worked=has_worked) for device, count in counts.items()}

    def hear(self, event: DeviceEvent) -> None:
        """Note a loss or a return; other events say nothing of health."""
        if not isinstance(event, DeviceLost | DeviceFound):
            return
        record = self._records.setdefault(event.device, _Record())
        if isinstance(event, DeviceLost):
            record.losses += not record.reason  # another reason is no other loss
            record.reason, record.fault = event.reason, event.fault
        else:
            record.reason, record.has_worked = "", True

    def report(self) -> tuple[DeviceHealth, ...]:
        """Return the health of every device now, in the order in which they were added."""
        return tuple(self._look(device, record) for device, record in self._records.items())

    def _look(self, device: str, record: _Record) -> DeviceHealth:
        counts, now_s = record.count(), self._now_s()
        if counts.errors > record.errors:
            record.errors, record.erred_s = counts.errors, now_s
        counts_nothing = counts.frames_ok is None  # then it works as long as it tells no loss
        record.has_worked |= bool(counts.frames_ok) or (counts_nothing and not record.reason)
        if record.reason:
            state = DeviceState.FAULTY if record.has_worked else DeviceState.ABSENT
        elif not record.has_worked:
            state = DeviceState.STARTING
        else:
            is_suspect = record.erred_s is not None and now_s - record.erred_s < SUSPECT_S
            state = DeviceState.SUSPECT if is_suspect else DeviceState.OK
        return DeviceHealth(device, state, counts, record.losses, record.reason, record.fault)


def health_book(table: TableFile, devices: Devices, loop: asyncio.AbstractEventLoop) -> HealthBook:
    """Return the book of a table's devices; it hears nothing yet."""

    def of_hub(name: str) -> Counts:
        told = devices.hubs.counters()[name]  # its frames are lines; each that either side drops is sent again
        return Counts(frames_ok=told.lines_taken, retransmits=told.lines_dropped + told.lines_unheard)

    def of_hub_reader(hub: str, zone: str) -> Counts:
        return Counts(resets=devices.hubs.counters()[hub].reader_faults.get(zone, 0))  # its chip was set up again

    def of_reader(reader: Reader) -> Counts:
        told = reader.counters
        age_s = None if told.last_scan_ms is None else round(loop.time() - told.last_scan_ms / 1_000, 1)
        return Counts(told.frames_ok, told.bytes_invalid, told.timeouts, told.reopens, age_s)

    def of_display(name: str) -> Counts:
        return Counts(frames_ok=devices.screens.traffic()[name][1])  # the whole pictures that it took

    book, on_hubs = HealthBook(loop.time), {zone: pad.hub for zone, pad in table.pads.items() if pad.hub is not None}
    book.add({f"hub {name}": partial(of_hub, name) for name in devices.hubs.counters()})
    book.add({f"reader {zone}": partial(of_hub_reader, hub, zone) for zone, hub in on_hubs.items()})
    book.add({reader.device: partial(of_reader, reader) for reader in devices.readers})
    book.add({f"display {name}": partial(of_display, name) for name in displays_of(table)})
    silent = [f"expander {plan.name}" for plan in hubs_of(table) if plan.more]
    silent += [f"button {name}" for name in table.buttons()]
    silent += [sensor_name(space) for space in sensors_of(table)]
    silent += [LIGHTS] if table.strip() and table.strip_count() else []
    silent += [BUZZER] if table.buzzer else []
    book.add(dict.fromkeys(silent, Counts))  # they count nothing
    book.add(dict.fromkeys(devices.vitals.devices, Counts), has_worked=True)
    return book


def as_plain(health: DeviceHealth) -> dict[str, object]:
    """Return the health of a device as it is written to files and pages."""
    told = {**asdict(health), "state": health.state.value}
    del told["fault"]  # the reason says it in words
    return told


def in_a_line(report: Iterable[DeviceHealth]) -> str:
    """Return in a line how the devices are, the worst by name."""
    told = list(report)
    ill = [health for health in told if health.state in (DeviceState.ABSENT, DeviceState.FAULTY)]
    suspect = sum(health.state is DeviceState.SUSPECT for health in told)
    if not ill:
        return f"{len(told)} devices work" + (f", {suspect} of them with errors" if suspect else "")
    names = ", ".join(f"{health.device} {health.state}" for health in ill[:3])
    return f"{len(ill)} of {len(told)} devices do not work: {names}" + (", ..." if len(ill) > 3 else "")
