"""The Pi itself while a table plays: a supply that dips and a board that is too hot, each told once, and its end.

Sources: raspberrypi-hwmon and the thermal zones of Linux; `get_throttled` of the Raspberry Pi kernel, whose bits are
those of vcgencmd.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeAlias

from tacotable_drivers.loss import Loss
from tacotable_drivers.ports import Sink, tell_all

SUPPLY, COOLING = "supply", "cooling"
REASONS = {
    SUPPLY: "the Pi gets too little voltage; take a supply of 5.1 V and a short cable, and feed lights separately",
    COOLING: "the Pi is too hot, and slows down; give it air and a heat sink",
}
LOOK_S = 2.0  # As often as the kernel itself asks the firmware.
WELL_S = 10.0  # So long all must be well before it is told: a supply dips again and again.
HOT_MC, COOL_MC = 80_000, 75_000
"""In thousandths of a degree: from the first on the firmware slows the board down; below the second it is well."""
UNDERVOLTAGE, SLOWED, HOT = 0x1, 0x6, 0x8
"""Bits of get_throttled that tell what is so now."""

Ailments: TypeAlias = Callable[[], Collection[str]]
"""Gives what ails the board now: SUPPLY, COOLING, or both."""


class Vitals:
    """Looks after the board as long as the table runs; where nobody can tell (None), nothing is looked at."""

    def __init__(self, ailments: Ailments | None, sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        self.devices: tuple[str, ...] = tuple(REASONS) if ailments else ()
        self._ailments = ailments
        self._sink = sink
        self._loop = loop
        self._losses = [Loss(device) for device in self.devices]
        self._ill_s: dict[str, float] = {}
        """When each was ill last."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look now, and again and again."""
        if self._ailments is None:
            return
        self._timer = self._loop.call_later(LOOK_S, self.start)
        now_s, ill = self._loop.time(), self._ailments()
        for loss in self._losses:
            if loss.device in ill:
                self._ill_s[loss.device] = now_s
                tell_all(self._sink, loss.lost(f"{loss.device}: {REASONS[loss.device]}", now_s * 1_000))
            elif now_s - self._ill_s.get(loss.device, now_s) >= WELL_S:
                tell_all(self._sink, loss.found(now_s * 1_000))

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()


def board_ailments(sys: Path = Path("/sys")) -> Ailments | None:
    """Return what tells how this board is; None where it is no Raspberry Pi."""
    alarms = [path.with_name("in0_lcrit_alarm") for path in sys.glob("class/hwmon/*/name") if _read(path) == "rpi_volt"]
    throttled = list(sys.glob("devices/platform/soc*/*:firmware/get_throttled"))
    zone = sys / "class/thermal/thermal_zone0/temp"
    was_hot = False

    def look() -> Collection[str]:
        nonlocal was_hot
        bits, heat_mc = sum(int(_read(path) or "0", 16) for path in throttled[:1]), int(_read(zone) or "0")
        was_hot = bool(bits & HOT) or heat_mc >= (COOL_MC if was_hot else HOT_MC)
        is_weak = bool(bits & UNDERVOLTAGE) or any(_read(path) == "1" for path in alarms)
        is_slow_for_heat = bool(bits & SLOWED) and not is_weak
        ill = {SUPPLY: is_weak, COOLING: was_hot or is_slow_for_heat}
        return {device for device in ill if ill[device]}

    return look if alarms or throttled else None


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""
