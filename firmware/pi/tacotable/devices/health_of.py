"""The health book of a running program: which devices it has, and where their numbers are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tacotable.devices.health import Counts, HealthBook
from tacotable.table.parts import displays_of, hubs_of, sensors_of
from tacotable.table.schema import sensor_name
from tacotable_drivers.ports import BUZZER, LIGHTS

if TYPE_CHECKING:
    from tacotable.devices.build import Devices, Screens
    from tacotable.table.file import TableFile
    from tacotable_drivers.hub.hubs import Hubs
    from tacotable_drivers.readers.reader import Reader


def health_book(table: TableFile, devices: Devices, loop: asyncio.AbstractEventLoop) -> HealthBook:
    """Return the book of a table's devices; it hears nothing yet."""
    book = HealthBook(loop.time)
    book.add({f"hub {name}": partial(_hub_counts, devices.hubs, name) for name in devices.hubs.counters()})
    book.add(
        {
            f"reader {zone}": partial(_hub_reader_counts, devices.hubs, pad.hub, zone)
            for zone, pad in table.pads().items()
            if pad.hub is not None
        }
    )
    book.add({reader.device: partial(_reader_counts, reader, loop.time) for reader in devices.readers})
    book.add({f"display {name}": partial(_panel_counts, devices.screens, name) for name in displays_of(table)})
    book.add_silent(f"expander {plan.name}" for plan in hubs_of(table) if plan.more)
    book.add_silent(f"button {name}" for name in table.buttons())
    book.add_silent(sensor_name(space) for space in sensors_of(table))
    book.add_silent([LIGHTS] if table.strip() and table.strip_count() else [])
    book.add_silent([BUZZER] if table.buzzer else [])
    book.add_silent(devices.vitals.devices, has_worked=True)
    return book


def _reader_counts(reader: Reader, now_s: Callable[[], float]) -> Counts:
    told = reader.counters
    age_s = None if told.last_scan_ms is None else round(now_s() - told.last_scan_ms / 1_000, 1)
    return Counts(told.frames_ok, told.bytes_invalid, told.timeouts, told.reopens, age_s)


def _hub_counts(hubs: Hubs, name: str) -> Counts:
    """Return a hub's numbers: its frames are lines, and each line that either side drops is sent again."""
    told = hubs.counters()[name]
    return Counts(frames_ok=told.lines_taken, retransmits=told.lines_dropped + told.lines_unheard)


def _hub_reader_counts(hubs: Hubs, hub: str, zone: str) -> Counts:
    """Return the numbers of a reader that its hub looks after: how often its chip had to be set up again."""
    return Counts(resets=hubs.counters()[hub].reader_faults.get(zone, 0))


def _panel_counts(screens: Screens, name: str) -> Counts:
    """Return a display's numbers: the whole pictures that it took are its good frames."""
    _, pictures = screens.traffic()[name]
    return Counts(frames_ok=pictures)
