"""Lamps and lights that give no light, whatever the program tells them: only eyes notice that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from tacotable_sim.faults import LightFault, Switchboard
from tacotable_sim.outputs.strip import Light


class DeadLights:
    """Which lamps and lights of a table are dead. Lamps go by their buttons, lights by their places, 1 first."""

    def __init__(self) -> None:
        self._dead: set[str] = set()

    def connect(self, switchboard: Switchboard, lamps: Iterable[str], lights: int) -> None:
        """Put the faults of all of them on the switchboard."""
        for device in [*map(_lamp, lamps), *map(_light, range(lights))]:
            switchboard.connect(device, {LightFault.DEAD: partial(self._switch, device)})

    def lamps(self, shown: Mapping[str, float]) -> dict[str, float]:
        """Return what is seen of lamps that show this."""
        return {name: 0.0 if _lamp(name) in self._dead else level for name, level in shown.items()}

    def lights(self, shown: Sequence[Light]) -> tuple[Light, ...]:
        """Return what is seen of lights that show this."""
        return tuple(Light() if _light(place) in self._dead else light for place, light in enumerate(shown))

    def _switch(self, device: str, on: bool) -> None:
        (self._dead.add if on else self._dead.discard)(device)


def _lamp(name: str) -> str:
    return f"lamp {name}"


def _light(place: int) -> str:
    return f"light {place + 1}"
