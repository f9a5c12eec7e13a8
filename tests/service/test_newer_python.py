"""All tests but those of the browser on the Python of Debian 13, in a root of it; outside the rules a case of each."""

from __future__ import annotations

import os
import platform
import re
import shutil
import tomllib
from collections.abc import Iterator

import pytest

from service.debian_root import RELEASES, DebianRoot, debian_root, reason_to_leave_out
from service.wheels import ROOT, copied, fetch, fetch_locked

IS_ASKED = os.environ.get("CI") == "true" or "TACOTABLE_NEWER_PYTHON" in os.environ
WHY_NOT = reason_to_leave_out() if IS_ASKED else "takes minutes; CI=true or TACOTABLE_NEWER_PYTHON=1 asks for it"
pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

RELEASE = "trixie"
NOT_NEEDED = ("axe-playwright-python", "basedpyright", "nfcpy", "playwright")
"""Of what all tests need, that of tests which stay with the older Python: of the browser, of what the hub's sources
are to MicroPython, and of a driver that has no wheel."""
STAY = (
    "--ignore=tests/browser",
    "--ignore=tests/sim/test_pn532_witness.py",
    "--deselect=tests/pico/test_static.py::test_types_agree_with_micropython_s_own_stubs",
    "--ignore=tests/service/test_newer_python.py",
    "--ignore=tests/service/test_install_trial.py",
    "--ignore=tests/service/test_install_ways.py",
)
"""The last ones make roots of their own, and none can be made in a root; test_install.py is skipped there."""
MAY_LACK = (
    "takes long|one case|explored in CI only|fetches 150 MB|needs pi-rc522|mosquitto|debootstrap|systemd|strace|labgrid"
    "|UF2|mkfs|unshare"
)
"""What a skip may say: one case of a test is run, of the rules' all that do not take long; a root lacks what CI has."""
NOT_COPIED = re.compile(r"\.(git|venv|hypothesis|.*_cache)")
FEWEST = 500
FOLDERS = {
    "rules": ("engine", "companion", "scenarios"),
    "devices": ("drivers", "faults", "pico", "sim", "simulation"),
    "table": ("pi", "explorer", "recordings"),
    "around": ("examples", "games", "hil", "live", "service", "storage", "traces"),
}
PYTHON, TREE = "/root/venv/bin/python", "/root/tacotable"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DebianRoot]:
    made = debian_root(tmp_path_factory.mktemp("newer") / "root", RELEASE)
    tree, needs = made.path(TREE), made.path("/root/needs")
    tree.mkdir()
    copied(tree, *(entry.name for entry in ROOT.iterdir() if not NOT_COPIED.fullmatch(entry.name)))
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]["test"]
    tools = ["editables", *(each for each in listed if re.split(r"[<>=~\[]", each)[0] not in NOT_NEEDED)]
    fetch_locked(RELEASES[RELEASE], platform.machine(), needs)
    fetch(RELEASES[RELEASE], platform.machine(), needs, *tools)
    made.run("python3", "-m", "venv", "/root/venv")
    pip = (PYTHON, "-m", "pip", "install", "-q", "--no-index", "--find-links", "/root/needs")
    made.run(*pip, "hatchling", *tools)
    made.run(*pip, "--no-build-isolation", "-e", TREE)
    yield made
    shutil.rmtree(made.folder)


def passing(root: DebianRoot, *folders: str) -> int:
    """Run the tests of folders in the root; return how many passed. None may fail or be left out unsaid."""
    cases = "TACOTABLE_ONE_CASE=" + "1" * (folders != FOLDERS["rules"])
    run = ("env", "-C", TREE, "TACOTABLE_AT_A_DESK=1", cases, PYTHON, "-m", "pytest", "-q", "-rs", "-n", "2")
    asked = ("-p", "no:cacheprovider", *STAY, *(f"tests/{folder}" for folder in folders))
    *lines, told = root.run(*run, *asked).rstrip().splitlines()
    left_out = [line for line in lines if line.startswith("SKIPPED")]
    assert [line for line in left_out if not re.search(MAY_LACK, line)] == []
    found = re.fullmatch(r"(\d+) passed(?:, \d+ (?:skipped|xfailed))* in .*", told)
    assert found, told
    return int(found[1])


def test_the_root_has_the_newer_python(root: DebianRoot) -> None:
    assert root.run(PYTHON, "--version").startswith("Python 3.13.")


def test_every_folder_of_tests_is_run_or_said_to_stay() -> None:
    folders = {entry.name for entry in (ROOT / "tests").iterdir() if any(entry.glob("test_*.py"))}

    assert folders == {"browser", *(folder for group in FOLDERS.values() for folder in group)}


@pytest.mark.parametrize("group", FOLDERS)
def test_what_needs_no_browser_passes_its_tests(root: DebianRoot, group: str) -> None:
    assert passing(root, *FOLDERS[group]) > FEWEST


@pytest.mark.parametrize("table", ["tacocat", "kittens-hub"])
def test_simulated_people_finish_a_game(root: DebianRoot, table: str) -> None:
    assert "games 1" in root.run(PYTHON, "-m", "tacotable", "play", "--table", table, "--games", "1", "--seed", "7")
