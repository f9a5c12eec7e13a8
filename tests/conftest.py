"""What holds for all tests: no test depends on the wall clock, and in CI nothing is skipped in silence."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from tacotable.rig.plugin import ScenarioItem, noted
from tacotable.rig.runner import Outcome

pytest_plugins = ["faults.printing", "examples.packages"]

IS_AT_A_DESK = bool(os.environ.get("TACOTABLE_AT_A_DESK"))
IS_ONE_CASE = bool(os.environ.get("TACOTABLE_ONE_CASE"))
"""Whether one case of each test is run, as where another Python is tried whose rules are the same."""
EXAMPLES = 20 if IS_AT_A_DESK else 60
settings.register_profile("house", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


TESTS = Path(__file__).parent
Case = TypeVar("Case", bound=pytest.Item)
T = TypeVar("T")
PART_OF = {"sim": 2, "hub": 9}
"""Of how many scenarios on a rig one is kept at a desk."""
LEFT_OUT = "takes long; ./dev test --all runs it"
ONE_CASE = "one case of each test is asked for"
LONGEST = (
    "service/test_newer_python.py",
    "service/test_install.py",
    "pi/test_told_pages.py",
    "pi/test_games_through_hubs.py",
    "pico/test_emulated.py",
    "simulation/test_habits_ring.py",
    "simulation/test_habits_tacocat.py",
    "browser/test_robots.py",
    "storage/test_damage.py",
    "pico/test_micropython_soak.py",
)
"""The files that take longest, each in one process: were they begun late, the others would wait for them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; those of the browser lie evenly among the others, for they wait much."""
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    longest = [files.pop(path) for name in LONGEST if (path := TESTS / name) in files]
    waiting = [files.pop(path) for path in list(files) if path.is_relative_to(TESTS / "browser")]
    items[:] = chain.from_iterable([*longest, *spread(waiting, list(files.values()))])
    if IS_AT_A_DESK:
        leave_out_cases(items)
    if IS_ONE_CASE:
        leave_out_all_but_one(items)


def pytest_collection_finish() -> None:
    """Spare full garbage collections what was collected: thousands of tests that live to the end."""
    gc.collect()
    gc.freeze()


def spread(few: list[T], many: list[T]) -> list[T]:
    """Return both, with the few evenly among the many; each keep their order."""
    placed = [((at + 1) / (len(each) + 1), one) for each in (few, many) for at, one in enumerate(each)]
    return [one for _, one in sorted(placed, key=itemgetter(0))]


def leave_out_cases(items: list[pytest.Item]) -> None:
    """Skip cases of tests that take long: all but those that the mark `long` keeps, which lie evenly among them.

    Of the scenarios half is kept on simulated tables, a ninth on hubs; the matrix at the end names the others.
    """
    long: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("long"):
            long[item.nodeid.partition("[")[0]].append(item)
    for cases in long.values():
        mark = cases[0].get_closest_marker("long")
        for item in left_out(cases, mark.kwargs.get("keep", 1) if mark else 0):
            item.add_marker(pytest.mark.skip(reason=LEFT_OUT))
    for rig, part in PART_OF.items():
        scenarios = [item for item in items if isinstance(item, ScenarioItem) and item.rig == rig]
        for scenario in left_out(scenarios, len(scenarios) // part):
            items.remove(scenario)
            noted(scenario.config).append(Outcome(scenario.scenario.name, scenario.rig, "not run", LEFT_OUT))


def leave_out_all_but_one(items: list[pytest.Item]) -> None:
    """Skip all cases of a test but the first that is not left out already; of a scenario all rigs but the first."""
    tests: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not any(mark.kwargs.get("reason") == LEFT_OUT for mark in item.iter_markers("skip")):
            tests[item.nodeid.partition("[")[0]].append(item)
    for item in chain.from_iterable(cases[1:] for cases in tests.values()):
        item.add_marker(pytest.mark.skip(reason=ONE_CASE))


def left_out(cases: list[Case], keep: int) -> list[Case]:
    """Return all cases but so many, which lie evenly among them."""
    kept = {at * len(cases) // keep for at in range(keep)}
    return [case for at, case in enumerate(cases) if at not in kept]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a CI run that skipped a test: CI installs all that tests need."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or os.environ.get("CI") != "true":
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, and CI must run them all; see the reasons below")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
