"""The errors of the simulated table: one base, and a leaf for each thing that a caller can do differently."""

from __future__ import annotations


class SimulationError(Exception):
    """The base of every error of this package."""


class ImpossibleMoveError(SimulationError, ValueError):
    """Hands cannot do this with the things on the table; the text says what lies where."""


class UnknownNameError(SimulationError, LookupError):
    """The table has no card, place, button, device or fault of this name; the text lists those it has."""


class StalledError(SimulationError, RuntimeError):
    """Virtual time has nothing to move on to: everything waits, and no timer is set."""


class WaitedTooLongError(SimulationError, TimeoutError):
    """What a player or a test waited for did not come in time."""
