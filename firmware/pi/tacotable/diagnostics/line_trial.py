"""A trial of the lines to reader hubs: filled both ways for some seconds, they show what a line a second hides.

What is spoiled is sent again, so a game goes on; but a press may come a third of a second late each time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable_drivers.hub.hubs import HubCounters, Hubs

TRIAL_S, EVERY_S, LAST_ANSWERS_S = 5.0, 0.02, 0.5
"""Some 100 kB a hub: a cable that spoils one byte in ten thousand shows."""
CABLE_MEND = "another USB cable, 3 m at most and away from motors and lamps; one ground for all supplies (docs/hub.md)"
SUPPLY_MEND = "10 µF across its 3.3 V and ground, at the board; wires of 20 cm at most; turn = 1 (docs/hub.md)"


async def try_lines(hubs: Hubs) -> None:
    """Fill the lines of all hubs for some seconds; their counters tell afterwards what was spoiled."""
    for _ in range(round(TRIAL_S / EVERY_S)):
        hubs.try_lines()
        await asyncio.sleep(EVERY_S)
    await asyncio.sleep(LAST_ANSWERS_S)


def flaws_of(hubs: Mapping[str, HubCounters]) -> Iterator[tuple[str, str, str]]:
    """Yield the devices whose numbers show a flaw, each with what was counted and the mend."""
    for name, told in hubs.items():
        if told.lines_dropped or told.lines_unheard:
            what = f"{told.lines_dropped} lines came spoiled, {told.lines_unheard} reached it spoiled (sent again)"
            yield f"hub {name}", what, CABLE_MEND
        for zone, faults in told.reader_faults.items():
            if faults:
                yield f"reader {zone}", f"its chip had to be set up again {faults} times: its supply dips", SUPPLY_MEND
