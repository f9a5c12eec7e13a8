"""What holds for the hub's tests: where its sources lie, the emulated hub, what is left out without image or board.

The sources are no installed package: a maker copies them to a Pico.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pico.emulated_hub import EmulatedHub

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


@pytest.fixture(scope="module")
def emulated_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedHub]:
    """Start the emulated hub, once for the tests of a file."""
    from pico.emulated_hub import begun  # only who has an image has what it needs

    yield from begun(tmp_path_factory.mktemp("emulated"))


@pytest.fixture
def hub(emulated_hub: EmulatedHub) -> Iterator[EmulatedHub]:
    """Give the emulated hub, and leave nothing on its readers and contacts for the next test."""
    from pico.emulated_hub import clear

    yield emulated_hub
    clear(emulated_hub)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a user's own image or board can run, and remember that for the summary."""
    lacking = {name for name, (variable, _) in NEEDS.items() if not os.environ.get(variable)}
    if left_out := [item for item in items if item.path.name in lacking]:
        _left_out.update(item.path.name for item in left_out)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.path.name not in lacking]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and how to run it."""
    is_shared_out = terminalreporter.config.pluginmanager.has_plugin("dsession")  # workers collect, this one prints
    for name in sorted(_left_out or (NEEDS if is_shared_out else ())):
        variable, what = NEEDS[name]
        if os.environ.get(variable):
            continue
        terminalreporter.write_line(f"left out: tests/pico/{name}: {variable} is not set; it tests {what}")
