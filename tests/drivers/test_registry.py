"""Readers and displays of installed packages: found by their entry points, and refused with what they lack."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

from tacotable_drivers.readers.spec import Announcing, Polled, ReaderSpec
from tacotable_drivers.registry import (
    DISPLAYS_GROUP,
    PANELS,
    PN532,
    RDM6300,
    READERS,
    READERS_GROUP,
    SSD1306,
    panels,
    readers,
    refused,
    registered,
)
from tacotable_drivers.screens.spec import PanelSpec
from tacotable_drivers.spec import SpecError, imported

MODULE = "somebodys_package"


@pytest.fixture
def package() -> Iterator[ModuleType]:
    """Give a module that can be imported as one of an installed package."""
    module = sys.modules[MODULE] = ModuleType(MODULE)
    yield module
    del sys.modules[MODULE]


def found_readers() -> Any:
    return registered(READERS, [EntryPoint("mine", f"{MODULE}:SPEC", READERS_GROUP)])


def found_panels() -> Any:
    return registered(PANELS, [EntryPoint("mine", f"{MODULE}:SPEC", DISPLAYS_GROUP)])


def test_what_comes_with_the_project_is_there() -> None:
    assert tuple(readers().specs.values()) == READERS
    assert tuple(panels().specs.values()) == PANELS
    assert refused() == ()


def test_every_emulator_that_comes_with_the_project_can_be_imported() -> None:
    assert all(callable(imported(spec.name, spec.emulator)) for spec in (*READERS, *PANELS))


def test_a_reader_of_a_package_stands_beside_the_shipped_ones(package: ModuleType) -> None:
    package.SPEC = mine = replace(RDM6300, name="mine")  # type: ignore[attr-defined]  # a module made here

    assert found_readers().specs == {spec.name: spec for spec in (*READERS, mine)}


def test_a_display_of_a_package_stands_beside_the_shipped_ones(package: ModuleType) -> None:
    package.SPEC = mine = replace(SSD1306, name="mine", height=32)  # type: ignore[attr-defined]  # as above

    assert found_panels().specs == {spec.name: spec for spec in (*PANELS, mine)}


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("name", "My Reader", "name has to be small letters"),
        ("baud", 0, "baud has to be the bits a second"),
        ("family", "125 kHz", "family has to be a TagFamily"),
        ("manner", None, "manner has to be Announcing or Polled"),
        ("ma", None, "ma has to be the current"),
        ("ma", True, "ma has to be the current"),
        ("emulator", "", "emulator has to name what simulates it"),
    ],
)
def test_a_reader_that_lacks_a_part_cannot_be_made(part: str, value: Any, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        replace(PN532, **{part: value})


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("device", "luma", "device has to name luma's class"),
        ("width", 96, "width and height have to be pixels, at least 128 x 32"),
        ("height", 36, "whole pages of 8 pixels"),
        ("width_mm", 0, "width_mm and height_mm have to be millimetres"),
        ("ma", 0.5, "ma has to be the current"),
        ("hz", "400 kHz", "hz has to be the fastest clock"),
        ("addressing", "pages", "addressing has to be an Addressing"),
        ("emulator", None, "emulator has to name what simulates it"),
    ],
)
def test_a_display_that_lacks_a_part_cannot_be_made(part: str, value: Any, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        replace(SSD1306, **{part: value})


def test_what_is_missing_is_told_with_the_name_of_its_package(package: ModuleType) -> None:
    def late(name: str) -> object:
        return ReaderSpec(name="mine", baud=9_600, family=PN532.family, manner=PN532.manner, ma=1)  # type: ignore[call-arg]  # it has no emulator

    package.__getattr__ = late  # type: ignore[method-assign]  # what a module does as it is imported

    told = found_readers().refused

    assert len(told) == 1
    assert "'mine' of the package somebodys_package:SPEC" in told[0]
    assert "'emulator'" in told[0]


@pytest.mark.parametrize("spec", [SSD1306, "reader", None], ids=["display", "text", "nothing"])
def test_what_is_no_reader_is_refused(package: ModuleType, spec: object) -> None:
    package.SPEC = spec  # type: ignore[attr-defined]  # a module made here

    assert "is no ReaderSpec" in found_readers().refused[0]


def test_a_name_that_is_taken_is_refused(package: ModuleType) -> None:
    package.SPEC = PN532  # type: ignore[attr-defined]  # a module made here

    assert "'pn532' is the name of another ReaderSpec already" in found_readers().refused[0]
    assert found_readers().specs["pn532"] is PN532


def test_a_package_that_is_not_there_is_refused() -> None:
    assert "No module named 'somebodys_package'" in found_readers().refused[0]


def test_a_reader_whose_session_cannot_be_made_is_refused(package: ModuleType) -> None:
    manner = Announcing(None, repeats=True)  # type: ignore[arg-type]  # as somebody's package may
    package.SPEC = replace(RDM6300, name="mine", manner=manner)  # type: ignore[attr-defined]  # a module made here

    assert "'NoneType' object has no attribute 'decoder'" in found_readers().refused[0]


def test_a_size_that_lumas_class_does_not_take_is_refused(package: ModuleType) -> None:
    package.SPEC = replace(SSD1306, name="mine", width=256)  # type: ignore[attr-defined]  # a module made here

    assert "luma.oled.device:ssd1306 takes no panel of 256 x 64" in found_panels().refused[0]


def test_a_polled_reader_announces_no_frames() -> None:
    assert isinstance(PN532.manner, Polled)
    with pytest.raises(SpecError, match="it is polled"):
        _ = PN532.frames


def test_the_size_of_a_whole_picture_follows_from_its_addressing() -> None:
    wide = PanelSpec(name="wide", device="a:b", width=256, width_mm=70, height_mm=18, ma=200)

    assert wide.frame_bytes == 2_048 + 10
