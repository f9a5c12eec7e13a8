"""What holds for all tests: no test depends on the wall clock, and in CI nothing is skipped in silence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["faults.printing", "examples.packages"]

settings.register_profile("house", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


LONGEST = (
    "service/test_install.py",
    "pi/test_told_pages.py",
    "pi/test_games_through_hubs.py",
    "pico/test_emulated.py",
    "service/test_newer_python.py",
    "simulation/test_habits_ring.py",
    "simulation/test_habits_tacocat.py",
    "browser/test_robots.py",
    "storage/test_damage.py",
    "pico/test_micropython_soak.py",
)
"""The files that take longest, each in one process: were they begun late, the others would wait for them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the others keep their order, so that those of the browser stay together."""
    place = {Path(__file__).parent / name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(place)))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a CI run that skipped a test: CI installs all that tests need."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or os.environ.get("CI") != "true":
        return
    skipped = reporter.stats.get("skipped", [])
    if skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, and CI must run them all; see the reasons below")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
