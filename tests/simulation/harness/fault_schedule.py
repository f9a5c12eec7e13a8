"""Storms: which troubles come over a simulated table, and when, drawn from a seed. One seed, one storm.

A trouble is a fault of a device (those of the table's switchboard), or one of the program: killed at an act, started
again, a disk that takes nothing, a wall clock that jumps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

KILL, RESTART, DISK = "kill", "restart", "disk"
PROGRAM = "program"
"""The device of the program's own troubles."""
_OF_PROGRAM = (KILL, RESTART, DISK)
EVERY_S = (4.0, 30.0)
"""From one trouble to the next."""
LASTS_S = (0.2, 1.0, 3.0, 8.0, 13.0)
STORM_S = (30.0, 200.0)
"""So long troubles come; then there are none until the game ends."""
PROGRAM_SHARE = 0.15
ONLY_SEEN = ("lamp ", "light ")
"""Devices whose faults only eyes notice: the program goes on as ever, and so does its game."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault of one device, from a moment on, for a while; times are seconds of the game."""

    at_s: float
    device: str
    fault: str
    lasts_s: float

    def __str__(self) -> str:
        """Give it in a line."""
        return f"{self.at_s:.1f} s: {self.device} {self.fault} for {self.lasts_s:g} s"


def draw_storm(chance: Random, faults: Mapping[str, tuple[str, ...]]) -> tuple[Trouble, ...]:
    """Draw the troubles of one game; `faults` gives what each device can suffer."""
    ends_s, at_s, troubles = chance.uniform(*STORM_S), 0.0, list[Trouble]()
    possible = [
        (device, fault)
        for device, known in sorted(faults.items())
        for fault in known
        if not device.startswith(ONLY_SEEN)
    ]
    while (at_s := at_s + chance.uniform(*EVERY_S)) < ends_s:
        is_of_program = chance.random() < PROGRAM_SHARE
        device, fault = (PROGRAM, chance.choice(_OF_PROGRAM)) if is_of_program else chance.choice(possible)
        troubles.append(Trouble(at_s, device, fault, chance.choice(LASTS_S)))
    return tuple(troubles)
