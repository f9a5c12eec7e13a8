"""The switchboard: what can go wrong with each device, and whether it does now.

Faults act on bytes and edges, never above: the program has to notice them as it would on a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeAlias

from tacotable_sim.errors import UnknownNameError

Apply: TypeAlias = Callable[[bool], None]


class ReaderFault(StrEnum):
    """What can be wrong with a reader or its cable."""

    UNPLUG = "unplug"
    """The cable is out."""
    SILENCE = "silence"
    """It answers nothing and hears nothing."""
    GARBAGE = "garbage"
    """It sends noise without end, and nothing else."""
    CORRUPT = "corrupt"
    """In every other answer one bit is wrong."""
    TRUNCATE = "truncate"
    """Every other answer breaks off."""
    DUPLICATE = "duplicate"
    """It says everything twice."""
    FLICKER = "flicker"
    """Tags come and go 20 times a second, as at the edge of its range."""
    GHOST = "ghost"
    """The tags that it heard last stay for ever."""
    NEIGHBOUR = "neighbour"
    """It hears the tags of the next pad too."""


class PanelFault(StrEnum):
    """What can be wrong with a display."""

    GONE = "gone"
    """Nobody acknowledges its address."""
    SLOW = "slow"
    """Its transfers take a hundred times as long."""
    STUCK = "stuck"
    """It holds the bus's clock low until the kernel gives up."""


class ButtonFault(StrEnum):
    """What can be wrong with a button."""

    STUCK = "stuck"
    """It stays down."""
    DEAD = "dead"
    """It never closes."""


class SensorFault(StrEnum):
    """What can be wrong with a board sensor."""

    STUCK = "stuck"
    """It always tells that the token is there."""
    DEAD = "dead"
    """It never tells that the token is there."""


class Switchboard:
    """All faults of a table, by device. They are off at first."""

    def __init__(self) -> None:
        self._faults: dict[str, Mapping[str, Apply]] = {}
        self._active: set[tuple[str, str]] = set()

    def connect(self, device: str, faults: Mapping[str, Apply]) -> None:
        """Add a device with its faults, each with what switches it."""
        if device in self._faults:
            raise UnknownNameError(f"two devices are called {device!r}; give each its own name")
        self._faults[device] = faults

    def names(self) -> dict[str, tuple[str, ...]]:
        """Give the faults of each device."""
        return {device: tuple(map(str, faults)) for device, faults in self._faults.items()}

    def active(self) -> frozenset[tuple[str, str]]:
        """Give the faults that are on, each with its device first."""
        return frozenset(self._active)

    def set(self, device: str, fault: str, on: bool) -> None:
        """Switch a fault; switching it to where it is already does nothing. Raises UnknownNameError."""
        apply = self._find(device, fault)
        key = (device, str(fault))
        if on == (key in self._active):
            return
        (self._active.add if on else self._active.discard)(key)
        apply(on)

    def note(self, device: str, fault: str) -> None:
        """Take note of a fault that comes by itself, so that it can be switched off like any other."""
        self._find(device, fault)
        self._active.add((device, str(fault)))

    def clear(self) -> None:
        """Switch every fault off."""
        for device, fault in sorted(self._active):
            self.set(device, fault, on=False)

    def _find(self, device: str, fault: str) -> Apply:
        if device not in self._faults:
            raise UnknownNameError(f"no device is called {device!r}; there are {', '.join(self._faults)}")
        if fault not in self._faults[device]:
            known = ", ".join(self._faults[device])
            raise UnknownNameError(f"{device!r} has no fault {fault!r}; it has {known}")
        return self._faults[device][fault]
