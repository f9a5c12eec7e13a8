"""What holds for the hub's tests: where its sources lie, and what is left out without an image or a board.

The sources are no installed package: a maker copies them to a Pico.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

SOURCES = str(Path(__file__).resolve().parents[2] / "firmware" / "pico")
if SOURCES not in sys.path:
    sys.path.insert(0, SOURCES)

NEEDS = {
    "test_emulated.py": (
        "TACOTABLE_MICROPYTHON_UF2",
        "the emulated RP2040; set it to a Pico's MicroPython image",
    ),
    "test_emulated_slow.py": (
        "TACOTABLE_EMULATED_SLOW",
        "the emulated RP2040 in trouble, for minutes; set it to 1 beside TACOTABLE_MICROPYTHON_UF2",
    ),
    "test_real_board.py": ("TACOTABLE_HUB_PORT", "a real hub; set it to the hub's serial port"),
}
_left_out: set[str] = set()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a user's own image or board can run, and remember that for the summary."""
    kept = []
    for item in items:
        variable, _ = NEEDS.get(item.path.name, ("", ""))
        if variable and not os.environ.get(variable):
            _left_out.add(item.path.name)
        else:
            kept.append(item)
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and how to run it."""
    is_shared_out = terminalreporter.config.pluginmanager.has_plugin("dsession")  # workers collect, this one prints
    for name in sorted(_left_out or (NEEDS if is_shared_out else ())):
        variable, what = NEEDS[name]
        if os.environ.get(variable):
            continue
        terminalreporter.write_line(f"left out: tests/pico/{name}: {variable} is not set; it tests {what}")
