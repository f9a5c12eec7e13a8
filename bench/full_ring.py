"""How soon a phone that wakes has its picture, and one whose key has ended is cut off, at a ring of ten in play.

Two phones at each seat, and 100 spectators of the table. All pages are in the table's process, which makes it slower.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from live.full_ring import SEATS, Device, full_ring, until


async def measure() -> None:
    """Let each phone wake alone, all at once, and end keys: of each first phone, and of both at a seat."""
    with TemporaryDirectory() as folder:
        async with full_ring(Path(folder), each=2, watching=100) as ring:
            alone = [await _woken(device) for device in ring.devices]
            together = await asyncio.gather(*map(_woken, ring.devices))
            cut = []
            for device in ring.devices[: len(SEATS) - 1]:
                began = time.monotonic()
                await device.say(do="leave")
                await until(partial(_is_cut_off, [device]))
                cut.append(time.monotonic() - began)
            began, last = time.monotonic(), [device for device in ring.devices if device.seat == SEATS[-1]]
            ring.forget(SEATS[-1])
            await until(partial(_is_cut_off, last))
            cut.append(time.monotonic() - began)
    print(f"picture after waking: alone {max(alone):.2f} s at most, all 20 at once {max(together):.2f} s")
    print(f"cut off after its key has ended: {max(cut):.2f} s at most, of {len(cut)}")


def _is_cut_off(devices: Sequence[Device]) -> bool:
    return all(device.is_cut_off for device in devices)


async def _woken(device: Device) -> float:
    """Return after how many seconds a phone that lost its connection has all of its picture."""
    await device.lose()
    began = time.monotonic()
    await device.open()
    await until(lambda: device.hands() and "scene" in device.told)
    return time.monotonic() - began


if __name__ == "__main__":
    asyncio.run(measure())
