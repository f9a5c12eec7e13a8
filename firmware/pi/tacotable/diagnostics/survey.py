"""A survey of the pads: how surely each reads a card in its middle and at its rim, and what it hears of its neighbours.

It counts the readers' raw scans. A pad on a hub, or a reader that is never asked or does not answer, tells no scans
and is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable.devices.build import Devices, Hardware
from tacotable.diagnostics.device_trials import Heard, happens, rate_between
from tacotable.table.pad_profile import PadProfile

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

GREETING_S, SETTLE_S, STEP_S, PATIENCE_S = 3.0, 0.5, 0.02, 30.0
MIDDLE_S, RIM_S = 40.0, 30.0  # Of some 800 and 600 scans: rates are right to 4 points in 19 of 20 surveys.
MIDDLE, RIM, OFF = "in the middle", "half over the rim", ""  # Where a card is to lie on a pad, in words.
Hands: TypeAlias = Callable[[str, str], None]  # Lay the card on a pad at one of these places, or say so to who does it.


class _Measured(NamedTuple):
    """While a card lay on one pad: the rates of all pads, how long that one read nothing at most, and its scans."""

    rates: dict[str, float]
    gap_s: float
    scans: int


def is_asked(table: TableFile, zone: str) -> bool:
    """Return whether a pad has a reader of its own that is asked for cards, so that its scans are counted."""
    own = table.own_readers().get(zone)
    return own is not None and own.manner.is_polled


async def survey(table: TableFile, hardware: Hardware, hands: Hands, told: dict[str, PadProfile]) -> None:
    """Survey the pads of a table, a minute each, and add each to `told`; the table is dark afterwards."""
    heard, loop = Heard(), asyncio.get_running_loop()
    devices = Devices(table, hardware, heard.hear, loop)
    readers = {reader.zone: reader for reader in devices.readers if is_asked(table, reader.zone)}

    async def measure(zone: str, where: str, seconds: float) -> _Measured:
        hands(zone, where)
        await happens(lambda: zone in heard.lying, PATIENCE_S)
        await asyncio.sleep(SETTLE_S)
        gap_s, last_s, end_s = 0.0, loop.time(), loop.time() + seconds
        before = {other: reader.counters for other, reader in readers.items()}
        seen = before[zone].sightings
        while loop.time() < end_s:
            await asyncio.sleep(STEP_S)
            if (now := readers[zone].counters.sightings) != seen:
                seen, last_s = now, loop.time()
            gap_s = max(gap_s, loop.time() - last_s)
        after = {other: reader.counters for other, reader in readers.items()}
        hands(zone, OFF)
        await happens(lambda: zone not in heard.lying, PATIENCE_S)
        rates = {other: rate_between(before[other], now) or 0.0 for other, now in after.items()}
        return _Measured(rates, gap_s, after[zone].scans - before[zone].scans)

    measured: dict[str, tuple[_Measured, _Measured]] = {}
    try:
        devices.start()
        await asyncio.sleep(GREETING_S)
        readers = {zone: reader for zone, reader in readers.items() if reader.counters.scans}
        for zone in readers:
            measured[zone] = await measure(zone, MIDDLE, MIDDLE_S), await measure(zone, RIM, RIM_S)
            told.update(_profile(measured))
    finally:
        devices.close()


def _profile(measured: Mapping[str, tuple[_Measured, _Measured]]) -> dict[str, PadProfile]:
    """Return what is known of the pads that were measured, in the middle and at the rim, and of each by the others."""
    profile = {}
    for zone, (middle, rim) in measured.items():
        strays = {other: round(there.rates[zone], 3) for other, (there, _) in measured.items() if other != zone}
        profile[zone] = PadProfile(
            rate=round(middle.rates[zone], 3),
            rim_rate=round(rim.rates[zone], 3),
            dwell_ms=round(middle.gap_s * 1_000),
            scans=middle.scans,
            hears={other: rate for other, rate in strays.items() if rate},
        )
    return profile
