"""What Debian has to bring: packages of apt, and a system of 64 bits."""

# ruff: noqa: S603, S607, T201  # an installer runs commands and prints; the paths are the system's own

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from installing.hands import Hands, InstallError

VENV = "python3-venv"
PINS = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio"}
ORIGINAL = "python3-rpi.gpio"
"""Owns the same module as python3-rpi-lgpio, which would replace it: whoever has it keeps it."""
SPI = "python3-spidev"


def look_at_system() -> None:
    """Refuse what is no 64-bit system; warn where it is no Raspberry Pi."""
    if sys.maxsize < 2**32:
        raise InstallError("this is a 32-bit system; take the 64-bit Raspberry Pi OS, the displays' library needs it")
    model = Path("/proc/device-tree/model")
    if not model.exists() or "Raspberry Pi" not in model.read_text("utf-8", "replace"):
        print("note: this is no Raspberry Pi; only a simulated table will run here", flush=True)


def take_venv(hands: Hands) -> None:
    """Install what environments are made with."""
    if not is_installed(VENV):
        if not is_known(VENV):
            raise InstallError(f"apt does not know {VENV}; run: sudo apt-get update")
        take(hands, VENV)


def take_libraries(hands: Hands, told: Mapping[str, object]) -> None:
    """Install what drives the pins of a table, as far as this system has it; what lacks is found in the trial."""
    pins = PINS.get(str(told.get("pins", "lgpio")), SPI)
    wanted = {SPI, *(() if pins == PINS["rpigpio"] and is_installed(ORIGINAL) else (pins,))}
    if missing := [name for name in sorted(wanted) if not is_installed(name) and is_known(name)]:
        take(hands, *missing)


def take(hands: Hands, *packages: str) -> None:
    """Install packages of the system."""
    hands.run("install packages", "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)


def is_installed(package: str) -> bool:
    """Return whether a package of the system is installed."""
    command = ["dpkg-query", "-W", "-f", "${Status}", package]
    return subprocess.run(command, capture_output=True, text=True).stdout == "install ok installed"


def is_known(package: str) -> bool:
    """Return whether apt could install a package."""
    told = subprocess.run(["apt-cache", "policy", package], capture_output=True, text=True).stdout
    return "Candidate:" in told and "Candidate: (none)" not in told
