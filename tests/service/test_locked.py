"""The installer's lists of packages: whole, each with digests, as pyproject.toml asks, and of wheels that there are."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from service.debian_root import RELEASES
from service.wheels import ROOT, fetch_locked

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ENTRY = re.compile(r"^([a-z0-9-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def text_of(name: str) -> str:
    return (ROOT / f"systemd/requirements-{name}.lock").read_text("utf-8")


def listed(name: str) -> dict[str, Version]:
    return {entry[1]: Version(entry[2]) for entry in ENTRY.finditer(text_of(name))}


def needed(of: list[str], locked: dict[str, Version], environment: dict[str, str]) -> set[str]:
    """Return what requirements ask for on a machine, and what that asks for; each has to be locked as it asks."""
    found: set[str] = set()
    wanted = [Requirement(text) for text in of]
    while wanted:
        requirement = wanted.pop()
        name = canonicalize_name(requirement.name)
        if requirement.marker and not requirement.marker.evaluate({"extra": "", **environment}):
            continue
        assert name in locked, f"{requirement} is in no list"
        assert locked[name] in requirement.specifier, f"{requirement} is not what is listed, {locked[name]}"
        if name not in found:
            found.add(name)
            wanted += map(Requirement, requires(name) or [])
    return found


@pytest.mark.parametrize("python", sorted(RELEASES.values()))
def test_a_list_names_what_pyproject_asks_for_on_a_pi_and_no_more(python: str) -> None:
    pi = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": "aarch64"}
    locked = listed(python)

    assert needed(PROJECT["project"]["dependencies"], locked, pi) == locked.keys()


def test_the_list_for_building_names_what_pyproject_builds_with() -> None:
    locked = listed("build")

    assert needed(PROJECT["build-system"]["requires"], locked, {}) <= locked.keys()


@pytest.mark.parametrize("name", [*sorted(RELEASES.values()), "build"])
def test_every_line_of_a_list_is_a_version_with_digests_or_asks_for_wheels(name: str) -> None:
    assert ENTRY.sub("", text_of(name)).split("\n", 1) == ["--only-binary :all:", "\n"]


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("python", sorted(RELEASES.values()))
def test_each_listed_package_has_a_wheel_for_a_64_bit_pi(python: str, tmp_path: Path) -> None:
    fetch_locked(python, "aarch64", tmp_path)

    fetched = {canonicalize_name(wheel.name.split("-")[0]) for wheel in tmp_path.glob("*.whl")}
    assert fetched == listed(python).keys() | listed("build").keys()
