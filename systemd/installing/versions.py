"""Versions side by side, each in an environment of its own."""

# ruff: noqa: T201  # an installer prints

from __future__ import annotations

import argparse
import hashlib
import tempfile
from pathlib import Path

from installing.hands import Hands, InstallError, check
from installing.places import CURRENT, PREVIOUS, VERSIONS

TREE = Path(__file__).resolve().parents[2]
"""The tree that this installer is in."""


def put_version(hands: Hands, chosen: argparse.Namespace) -> Path:
    """Make the environment of this version, if it is not there; gives its folder."""
    if hands.is_dry and chosen.wheel is None:
        hands.tell(f"build the wheel of {TREE} and install it in {VERSIONS}")
        return VERSIONS / "the new version"
    with tempfile.TemporaryDirectory() as scratch:
        wheel = chosen.wheel or build_wheel(Path(scratch), chosen.wheels)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()[:8]
        folder = VERSIONS / f"{wheel.name.split('-')[1]}-{digest}"
        if not (folder / "whole").exists() and hands.tell(f"install {wheel.name} in {folder}"):
            make_environment(folder, wheel, chosen.wheels)
    return folder


def look_at_wheels(chosen: argparse.Namespace) -> None:
    """Refuse a folder of wheels that this tree's own wheel cannot be built with."""
    if chosen.wheels and not chosen.wheel and not list(chosen.wheels.glob("hatchling-*.whl")):
        raise InstallError(
            f"{chosen.wheels}: no hatchling, which builds the wheel of {TREE}; fill the folder by "
            f"`python3 -m pip download -d {chosen.wheels} {TREE} hatchling` on a Pi with a network, or give --wheel"
        )


def build_wheel(scratch: Path, wheels: Path | None) -> Path:
    """Build the wheel of the tree that this script is in."""
    python = new_environment(scratch / "build")
    print(f"build the wheel of {TREE}", flush=True)
    check(python, "-m", "pip", "wheel", "-q", "--no-deps", *source_of(wheels), "-w", scratch, TREE)
    return next(scratch.glob("tacotable-*.whl"))


def new_environment(folder: Path) -> Path:
    """Make an environment that sees the system's pin libraries; gives its Python."""
    check("/usr/bin/python3", "-m", "venv", "--clear", "--system-site-packages", folder)
    return folder / "bin" / "python"


def source_of(wheels: Path | None) -> list[str]:
    """Return where pip takes packages from: its own configuration, or a folder, for a Pi without a network."""
    return ["--no-index", "--find-links", str(wheels)] if wheels else []


def make_environment(folder: Path, wheel: Path, wheels: Path | None) -> None:
    """Install a wheel in an environment of its own; half of one is never taken for whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    python = new_environment(folder)
    check(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *source_of(wheels), wheel)
    (folder / "whole").touch()


def clear_old(hands: Hands) -> None:
    """Remove versions that are neither the one that runs nor the one before."""
    kept = {link.readlink() for link in (CURRENT, PREVIOUS) if link.is_symlink()}
    for folder in () if hands.is_dry else sorted(VERSIONS.iterdir()):
        if folder not in kept:
            hands.remove(folder)
