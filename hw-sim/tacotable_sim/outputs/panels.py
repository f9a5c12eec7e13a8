"""Panels on an I2C bus: a controller behind the interface that luma's devices talk to, with the bus's time.

A transfer is counted as on the wire: address byte, control byte, payload, nine clocks each, start and stop.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from tacotable_drivers.screens.buses import PATIENCE_10MS
from tacotable_drivers.spec import imported
from tacotable_sim.faults import PanelFault

if TYPE_CHECKING:
    from tacotable_drivers.screens.spec import PanelSpec
    from tacotable_sim.outputs.controllers import Controller

CLOCKS_A_BYTE = 9
CLOCKS_A_TRANSFER = 2
OVERHEAD_BYTES = 2
SLOW = 100  # How many times longer a slow panel's transfers take: a full picture at 400 kHz, 2.3 s.
GIVE_UP_S = PATIENCE_10MS / 100  # After this the kernel, as the driver asked it, gives up on a bus that is held low.


@dataclass(slots=True)
class Bus:
    """One I2C bus and what went over it. `wait` lets the caller's thread wait as long as a transfer takes."""

    clock_hz: int = 400_000
    wait: Callable[[float], None] = lambda seconds: None
    bytes_carried: int = 0
    busy_s: float = 0.0

    def carry(self, count: int, *, times: int = 1) -> None:
        """Count one transfer of `count` payload bytes, and wait for it."""
        carried = count + OVERHEAD_BYTES
        seconds = (carried * CLOCKS_A_BYTE + CLOCKS_A_TRANSFER) / self.clock_hz * times
        self.bytes_carried += carried
        self.stay_busy(seconds)

    def stay_busy(self, seconds: float) -> None:
        """Keep the bus busy for a time."""
        self.busy_s += seconds
        self.wait(seconds)


@dataclass(slots=True)
class Panel:
    """A panel as an interface of luma: `command`, `data`, `cleanup`, which may be called from a thread.

    The counters are this panel's own; those of its bus count all panels there.
    """

    name: str
    controller: Controller
    bus: Bus = field(default_factory=Bus)
    on_change: Callable[[], None] = lambda: None
    faults: frozenset[PanelFault] = frozenset()
    bytes_carried: int = 0
    transfers: int = 0
    rotate: int = 0  # How it hangs, in degrees to the right.

    def command(self, *command: int) -> None:
        """Accept a transfer of command bytes; raises OSError like a real missing device."""
        self._carry(len(command))
        self.controller.command(command)
        self.on_change()

    def data(self, data: Sequence[int]) -> None:
        """Accept a transfer of picture bytes; raises OSError like a real missing device."""
        self._carry(len(data))
        self.controller.data(bytes(data))
        self.on_change()

    def cleanup(self) -> None:
        """Do nothing: there is no bus to release."""

    def picture(self) -> bytes:
        """Return what a person sees, in page order; nothing on a panel that is gone."""
        seen = self.controller.picture()
        if self.rotate:
            seen = turned(seen, self.controller.width, self.rotate)
        return bytes(len(seen)) if PanelFault.GONE in self.faults else seen

    def suffer(self, fault: PanelFault, on: bool) -> None:
        """Switch a fault on or off. A panel that comes back has lost its memory."""
        was_gone = PanelFault.GONE in self.faults
        self.faults = self.faults | {fault} if on else self.faults - {fault}
        if was_gone and PanelFault.GONE not in self.faults:
            self.controller = type(self.controller)(self.controller.width, self.controller.height)
        self.on_change()

    def _carry(self, count: int) -> None:
        if PanelFault.GONE in self.faults:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")  # nobody acknowledges the address
        if PanelFault.STUCK in self.faults:
            self.bus.stay_busy(GIVE_UP_S)
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")
        self.bus.carry(count, times=SLOW if PanelFault.SLOW in self.faults else 1)
        self.bytes_carried += count + OVERHEAD_BYTES
        self.transfers += 1


@lru_cache(64)
def turned(picture: bytes, width: int, degrees: int) -> bytes:
    """Return what is seen of a picture whose glass hangs turned to the right."""
    rows = [
        tuple(column >> bit & 1 for column in picture[start : start + width])
        for start in range(0, len(picture), width)
        for bit in range(8)
    ]
    for _ in range(degrees // 90):
        rows = list(zip(*reversed(rows), strict=True))
    pages = (rows[top : top + 8] for top in range(0, len(rows), 8))
    return bytes(sum(row[x] << bit for bit, row in enumerate(page)) for page in pages for x in range(len(rows[0])))


def controller(kind: PanelSpec) -> Controller:
    """Make the controller of a kind of panel; raises SpecError."""
    made: Controller = imported(f"display {kind.name!r}: emulator", kind.emulator)(kind.width, kind.height)
    return made
