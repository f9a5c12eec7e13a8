"""The examples in the drivers' docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import tacotable_drivers

MODULES = [module.name for module in walk_packages(tacotable_drivers.__path__, "tacotable_drivers.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failures, _ = doctest.testmod(import_module(name))

    assert failures == 0


def test_every_folder_of_the_package_is_covered() -> None:
    folders = {name.split(".")[1] for name in MODULES if name.count(".") == 2}

    assert folders == {"wire", "readers", "hub", "lights", "screens"}
