"""The engine's README holds what the code draws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tacotable_engine.exploding import phases as exploding
from tacotable_engine.tacocat import phases as tacocat

README = Path(__file__).parents[2] / "engine" / "README.md"


@pytest.mark.parametrize(
    ("module", "phase_table"),
    [("tacocat/phases.py", tacocat.phase_table), ("exploding/phases.py", exploding.phase_table)],
)
def test_the_phase_tables_are_those_of_the_code(module: str, phase_table: Callable[[], str]) -> None:
    drawn = README.read_text(encoding="utf-8").split(f"{module} -->\n")[1].split("\n<!-- end")[0]

    assert drawn == phase_table(), "draw it again with phase_table()"
