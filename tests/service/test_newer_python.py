"""Tests of the engine and the drivers, and a simulated game, on the Python of Debian 13, in a throw-away root of it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import tomllib
from collections.abc import Iterator

import pytest

from service.debian_root import RELEASES, DebianRoot, debian_root, reason_to_leave_out
from service.wheels import PARTS, ROOT, copied, fetch, fetch_locked

IS_ASKED = os.environ.get("CI") == "true" or "TACOTABLE_NEWER_PYTHON" in os.environ
WHY_NOT = reason_to_leave_out() if IS_ASKED else "takes minutes; CI=true or TACOTABLE_NEWER_PYTHON=1 asks for it"
pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

RELEASE = "trixie"
ON_PATH = ("pytest", "pytest-timeout", "pytest-xdist", "hypothesis", "psutil")
"""What these tests need, of what all tests do."""
PYTHON, TREE = "/root/venv/bin/python", "/root/tacotable"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DebianRoot]:
    made = debian_root(tmp_path_factory.mktemp("newer") / "root", RELEASE)
    tree, needs = made.path(TREE), made.path("/root/needs")
    tree.mkdir()
    copied(tree, *PARTS, "tests", "docs", "examples", "bench", "systemd")
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]["test"]
    tools = ["editables", *(each for each in listed if re.split(r"[<>=~\\[]", each)[0] in ON_PATH)]
    fetch_locked(RELEASES[RELEASE], platform.machine(), needs)
    fetch(RELEASES[RELEASE], platform.machine(), needs, *tools)
    made.run("python3", "-m", "venv", "/root/venv")
    pip = (PYTHON, "-m", "pip", "install", "-q", "--no-index", "--find-links", "/root/needs")
    made.run(*pip, "hatchling", *tools)
    made.run(*pip, "--no-build-isolation", "-e", TREE)
    yield made
    shutil.rmtree(made.folder)


def passing(root: DebianRoot, *arguments: str) -> int:
    """Run tests in the root, few cases of those that take long; return how many passed, and demand that none failed."""
    desk = ("CI=", "TACOTABLE_AT_A_DESK=1")
    pytest_quietly = ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-n", "2"]
    run = ("env", "-C", TREE, *desk, PYTHON, *pytest_quietly, *arguments)
    *lines, told = root.run(*run).rstrip().splitlines()
    assert all("takes long" in line for line in lines if line.startswith("SKIPPED"))
    found = re.fullmatch(r"(\d+) passed(?:, \d+ skipped)? in .*", told)
    assert found, told
    return int(found[1])


def test_the_root_has_the_newer_python(root: DebianRoot) -> None:
    assert root.run(PYTHON, "--version").startswith("Python 3.13.")


def test_the_drivers_pass_their_tests(root: DebianRoot) -> None:
    assert passing(root, "tests/drivers") > 700


def test_a_real_table_starts_with_no_more_than_it_needs(root: DebianRoot) -> None:
    assert passing(root, "tests/pi/test_real_start.py") >= 3


def test_the_engine_passes_its_tests(root: DebianRoot) -> None:
    assert passing(root, "tests/engine") > 2_000


@pytest.mark.parametrize("table", ["tacocat", "kittens-hub"])
def test_simulated_people_finish_a_game(root: DebianRoot, table: str) -> None:
    assert "games 1" in root.run(PYTHON, "-m", "tacotable", "play", "--table", table, "--games", "1", "--seed", "7")
