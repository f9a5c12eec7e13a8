"""How long a display takes for a whole picture, and when that is too long."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING

from tacotable.display.draw import draw
from tacotable.state.scene import Notice, Screen, Sign

if TYPE_CHECKING:
    from tacotable.devices.build import Screens

PICTURE_S = 0.5
"""A whole picture takes 23 ms at 400 kHz and 93 ms at 100 kHz; a display that takes longer than this is not well."""
LONGEST_PICTURE_S = 5.0
STEP_S = 0.05
SLOW_MEND = "shorten its wires, or take the bus to 400 kHz"


def name_picture(name: str) -> Screen:
    """Return the picture that a display shows of itself."""
    return Notice(Sign("sign.selftest"), big=name)


async def picture_time(screens: Screens, name: str, lost: Collection[str]) -> float:
    """Show a display's name on it, and return how long that took, in seconds; 0 where it is lost.

    That it is through shows by the next picture, which waits for the one before.
    """
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    for words in ("", name):
        before = screens.traffic()[name][0]
        screens.show(name, draw(name_picture(words), "en").pixels)
        while screens.traffic()[name][0] == before and loop.time() - began_s < LONGEST_PICTURE_S:
            if f"display {name}" in lost:
                return 0.0
            await asyncio.sleep(STEP_S)
    took_s = loop.time() - began_s
    await asyncio.sleep(took_s)  # the second picture's end; the next display is not to wait for it
    return took_s


def told_slow(took_s: float) -> str:
    """Return what is told of a display that takes so long; nothing where it is quick enough."""
    return f"a picture takes {took_s:.1f} s" if took_s > PICTURE_S else ""
