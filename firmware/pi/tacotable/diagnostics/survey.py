"""A survey of the pads: how surely each reads a card in its middle and at its rim, and what it hears of its neighbours.

It counts the readers' raw scans. A pad on a hub, or a reader that is never asked or does not answer, tells no scans
and is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from tacotable.devices.build import Devices, Hardware
from tacotable.diagnostics.device_trials import Pads, happens, rate_between
from tacotable.table.pad_profile import PadProfile

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_sim.table import SimulatedTable

GREETING_S, SETTLE_S, STEP_S, PATIENCE_S = 3.0, 0.5, 0.02, 30.0
MIDDLE_S, RIM_S = 40.0, 30.0  # Of some 800 and 600 scans: rates are right to 4 points in 19 of 20 surveys.
DRAW, DISCARD = "draw", "discard"


class AskedHands:
    """Who lays the cards of a survey: somebody who is told what to do, and does it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def lay(self, zone: str, *, at_rim: bool) -> None:
        """Say where to lay the card."""
        where = "half over the rim" if at_rim else "in the middle"
        self._say(f"Lay one card {where} of the pad {zone}, and let it lie.")

    def lift(self, zone: str) -> None:
        """Say that it may be lifted."""
        self._say(f"Thank you: lift it off {zone}.")


class SimulatedHands:
    """Hands at a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._card = table.truth.at(DRAW)[0].tag

    def lay(self, zone: str, *, at_rim: bool) -> None:
        """Lay the card."""
        self._table.place(self._card, zone, at_rim=at_rim)

    def lift(self, zone: str) -> None:
        """Put it on the discard pile."""
        self._table.place(self._card, DISCARD)


Hands: TypeAlias = AskedHands | SimulatedHands


class _Measured(NamedTuple):
    """While a card lay on one pad: the rates of all pads, how long that one read nothing at most, and its scans."""

    rates: dict[str, float]
    gap_s: float
    scans: int


def is_asked(table: TableFile, zone: str) -> bool:
    """Return whether a pad has a reader of its own that is asked for cards, so that its scans are counted."""
    own = table.own_readers().get(zone)
    return own is not None and own.manner.is_polled


async def survey(
    table: TableFile, hardware: Hardware, loop: asyncio.AbstractEventLoop, hands: Hands
) -> dict[str, PadProfile]:
    """Survey the pads of a table, a minute each; the table is dark afterwards."""
    pads = Pads()
    devices = Devices(table, hardware, pads.hear, loop)
    readers = {reader.zone: reader for reader in devices.readers if is_asked(table, reader.zone)}

    async def measure(zone: str, seconds: float, *, at_rim: bool) -> _Measured:
        hands.lay(zone, at_rim=at_rim)
        await happens(lambda: zone in pads.lying, PATIENCE_S)
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
        hands.lift(zone)
        await happens(lambda: zone not in pads.lying, PATIENCE_S)
        rates = {other: rate_between(before[other], now) or 0.0 for other, now in after.items()}
        return _Measured(rates, gap_s, after[zone].scans - before[zone].scans)

    profile: dict[str, PadProfile] = {}
    heard: dict[str, dict[str, float]] = {}
    try:
        devices.start()
        await asyncio.sleep(GREETING_S)
        readers = {zone: reader for zone, reader in readers.items() if reader.counters.scans}
        for zone in readers:
            middle, rim = await measure(zone, MIDDLE_S, at_rim=False), await measure(zone, RIM_S, at_rim=True)
            profile[zone] = PadProfile(
                rate=round(middle.rates[zone], 3),
                rim_rate=round(rim.rates[zone], 3),
                dwell_ms=round(middle.gap_s * 1_000),
                scans=middle.scans,
            )
            for other in readers.keys() - {zone}:
                if rate := round(middle.rates[other], 3):
                    heard.setdefault(other, {})[zone] = rate
    finally:
        devices.close()
    return {zone: msgspec.structs.replace(pad, hears=heard.get(zone, {})) for zone, pad in profile.items()}
