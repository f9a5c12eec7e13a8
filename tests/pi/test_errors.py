"""Each package has one error base, so that a command line can catch all that a person can do something about."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from types import ModuleType

import pytest

import tacotable
import tacotable_drivers
import tacotable_engine
import tacotable_sim
from tacotable.errors import TacotableError
from tacotable_drivers.ports import DriverError
from tacotable_engine.errors import EngineError
from tacotable_sim.errors import SimulationError

BASES: Mapping[ModuleType, type[Exception]] = {
    tacotable: TacotableError,
    tacotable_drivers: DriverError,
    tacotable_engine: EngineError,
    tacotable_sim: SimulationError,
}
MICROPYTHON = "tacotable_sim.hub.mfrc522_"
"""Sources that run in MicroPython, where they cannot import the base."""


def errors_of(package: ModuleType) -> set[type[BaseException]]:
    """Return the public error classes that a package defines."""
    name = package.__name__
    found: set[type[BaseException]] = set()
    for each in pkgutil.walk_packages(package.__path__, f"{name}."):
        if each.name.endswith("__main__") or each.name.startswith(MICROPYTHON):
            continue
        module = importlib.import_module(each.name)
        classes = (kind for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == each.name)
        found |= {kind for kind in classes if issubclass(kind, BaseException) and not kind.__name__.startswith("_")}
    return found


@pytest.mark.parametrize("package", BASES, ids=lambda package: package.__name__)
def test_every_error_of_a_package_has_its_base(package: ModuleType) -> None:
    base = BASES[package]

    found = errors_of(package)

    assert base in found
    assert [kind for kind in found if not issubclass(kind, base)] == []
