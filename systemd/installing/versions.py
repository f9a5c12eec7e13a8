"""Versions side by side, each in an environment of its own, of packages whose digests this tree names."""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from installing.hands import Hands, InstallError, check
from installing.places import CURRENT, PREVIOUS, VERSIONS

TREE = Path(__file__).resolve().parents[2]
"""The tree that this installer is in."""
PYTHON = "{}.{}".format(*sys.version_info)
LOCK = TREE / "systemd" / f"requirements-{PYTHON}.lock"
"""What the program needs, each with the digests of its wheels: pip takes nothing else."""
BUILD_LOCK = TREE / "systemd" / "requirements-build.lock"
"""What builds the wheel of this tree, likewise."""
CHECKS_WITH = "msgspec"
"""The one package that looking a table file over needs."""


def put_version(hands: Hands, chosen: argparse.Namespace, table: Path) -> Path:
    """Make the environment of this version, if it is not there; gives its folder.

    The table file is looked over before that, by the new version's own program: building takes minutes on a small Pi.
    """
    folder = folder_of(chosen.wheel)
    if (folder / "whole").exists():
        return folder
    with tempfile.TemporaryDirectory() as scratch:
        if hands.tell(f"look {table} over with the program of {chosen.wheel or TREE}"):
            tools = make_tools(Path(scratch), chosen.wheels)
            look_over(table, tools, _program(chosen.wheel, Path(scratch)))
        step = f"install {chosen.wheel.name}" if chosen.wheel else f"build the wheel of {TREE} and install it"
        if hands.tell(f"{step} in {folder}"):
            wheel = chosen.wheel or build_wheel(tools, Path(scratch))
            make_environment(folder, wheel, tools, chosen.wheels)
    return folder


def folder_of(wheel: Path | None) -> Path:
    """Return the folder of a version, named by what it is made of: the wheel or the tree, its packages, this Python."""
    digest = hashlib.sha256(PYTHON.encode() + LOCK.read_bytes())
    if wheel:
        digest.update(wheel.read_bytes())
        return VERSIONS / f"{wheel.name.split('-')[1]}-{digest.hexdigest()[:8]}"
    for path in _sources():
        digest.update(f"{path.relative_to(TREE)}\0".encode() + path.read_bytes())
    return VERSIONS / f"{_project()['project']['version']}-{digest.hexdigest()[:8]}"


def look_at_lists(chosen: argparse.Namespace) -> None:
    """Refuse a Python without a list of packages, and a folder of wheels that this tree cannot be built with."""
    if not LOCK.exists():
        known = ", ".join(sorted(path.stem.rpartition("-")[2] for path in LOCK.parent.glob("requirements-3*.lock")))
        raise InstallError(
            f"this system's Python is {PYTHON}, and packages are listed for {known}: take Debian 13 or 12"
        )
    if chosen.wheels and not chosen.wheel and not list(chosen.wheels.glob("hatchling-*.whl")):
        raise InstallError(
            f"{chosen.wheels}: no hatchling, which builds the wheel of {TREE}; fill it where there is a network "
            f"(or give --wheel): python3 -m pip download -d {chosen.wheels} -r {LOCK} -r {BUILD_LOCK}"
        )


def make_tools(scratch: Path, wheels: Path | None) -> Path:
    """Make an environment that looks table files over and builds wheels; gives its Python."""
    python = new_environment(scratch / "tools")
    block = re.search(rf"^{CHECKS_WITH}==.*?(?=^\S|\Z)", LOCK.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    needed = scratch / "needed.lock"
    needed.write_text(BUILD_LOCK.read_text("utf-8") + (block[0] if block else ""), "utf-8")
    take_locked(python, python, needed, wheels)
    return python


def look_over(table: Path, python: Path, path: str) -> None:
    """Check a table file by a program that lies somewhere, not installed; raises InstallError."""
    try:
        check("env", f"PYTHONPATH={path}", "PYTHONDONTWRITEBYTECODE=1", python, "-m", "tacotable", "check", table)
    except InstallError as error:
        words = str(error).partition("\n")[2]
        raise InstallError(f"{table} is not taken, and nothing was built:\n{words}") from None


def build_wheel(python: Path, scratch: Path) -> Path:
    """Build the wheel of the tree that this script is in."""
    check(python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation", "-w", scratch, TREE)
    return next(scratch.glob("tacotable-*.whl"))


def new_environment(folder: Path, *options: str) -> Path:
    """Make an environment that sees the system's pin libraries; gives its Python."""
    check("/usr/bin/python3", "-m", "venv", "--clear", "--system-site-packages", *options, folder)
    return folder / "bin" / "python"


def take_locked(tools: Path, python: Path, lock: Path, wheels: Path | None) -> None:
    """Install what a list names, by its digests alone: from pip's own index, or from a folder without a network."""
    source = ("--no-index", "--find-links", wheels) if wheels else ()
    check(*pip_install(tools, python), "--require-hashes", "--only-binary=:all:", *source, "-r", lock)


def pip_install(tools: Path, python: Path) -> tuple[str | Path, ...]:
    """Return the command by which the tools' pip installs for a Python, which need not have one."""
    return tools, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check"


def make_environment(folder: Path, wheel: Path, tools: Path, wheels: Path | None) -> None:
    """Install a wheel in an environment of its own; half of one is never taken for whole.

    It has no pip: nothing there needs one, and it would be 24 MB and most of the work of making an environment.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    python = new_environment(folder, "--without-pip")
    take_locked(tools, python, LOCK, wheels)
    # Without an index: what the list lacks for this wheel is an error, and is not fetched unseen.
    check(*pip_install(tools, python), "--no-index", wheel)
    (folder / "whole").touch()


def clear_old(hands: Hands) -> None:
    """Remove versions that are neither the one that runs nor the one before."""
    kept = {link.readlink() for link in (CURRENT, PREVIOUS) if link.is_symlink()}
    for folder in () if hands.is_dry else sorted(VERSIONS.iterdir()):
        if folder not in kept:
            hands.remove(folder)


def _project() -> dict[str, Any]:
    return tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))


def _sources() -> Iterator[Path]:
    """Yield the files of the tree that its wheel is made of."""
    included = _project()["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    for path in (TREE / name for name in ("pyproject.toml", "README.md", "LICENSE", *included)):
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (each for each in files if each.is_file() and "__pycache__" not in each.parts)


def _program(wheel: Path | None, scratch: Path) -> str:
    """Return where Python finds the program of a wheel or of the tree."""
    if wheel is None:
        return ":".join(str(TREE / name) for name in _project()["tool"]["hatch"]["build"]["dev-mode-dirs"])
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(scratch / "program")
    return str(scratch / "program")
