"""The marker `fault`, with the numbers of rows of the matrix, and the matrix as a table after `-m fault`.

A plugin of all tests: some rows have their tests where their part is tested, such as the disk's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from faults.matrix import ROWS

RESULTS = pytest.StashKey[dict[int, list[str]]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "fault(*rows): rows of the fault matrix; `./dev test -m fault` prints all of it")
    results: dict[int, list[str]] = defaultdict(list)
    config.stash[RESULTS] = results


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what came of each test of a row; a set-up that fails counts as the test."""
    report = yield
    marker = item.get_closest_marker("fault")
    if marker is not None and (report.when == "call" or not report.passed):
        for row in marker.args:
            item.config.stash[RESULTS][row].append(report.outcome)
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the matrix where rows were asked for."""
    if "fault" not in (config.option.markexpr or ""):
        return
    terminalreporter.section("fault matrix")
    for row in ROWS:
        line = f"{row.number:>2}  {row.fault:<42} {row.layer:<4} {row.expected:<92} {_result(config, row.number)}"
        terminalreporter.write_line(line)


def _result(config: pytest.Config, number: int) -> str:
    outcomes = config.stash[RESULTS][number]
    if not outcomes:
        return "NOT RUN"
    good = outcomes.count("passed")
    return f"ok ({good})" if good == len(outcomes) else f"FAILED ({good} of {len(outcomes)} good)"
