"""What Debian has to bring: packages of apt, and a system of 64 bits."""

# ruff: noqa: S603, S607, T201  # an installer runs commands and prints; the paths are the system's own

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from installing.hands import Hands, InstallError

NEEDED = ("python3-venv",)
FOR_THE_PI = ("python3-lgpio", "python3-rpi-lgpio", "python3-spidev")
"""Pins and SPI. Raspberry Pi OS has all three; a simulated table needs none."""


def look_at_system() -> None:
    """Refuse what is no 64-bit system; warn where it is no Raspberry Pi."""
    if sys.maxsize < 2**32:
        raise InstallError("this is a 32-bit system; take the 64-bit Raspberry Pi OS, the displays' library needs it")
    model = Path("/proc/device-tree/model")
    if not model.exists() or "Raspberry Pi" not in model.read_text("utf-8", "replace"):
        print("note: this is no Raspberry Pi; only a simulated table will run here", flush=True)


def take_packages(hands: Hands) -> None:
    """Install what is missing of the system's packages; those that this system does not have are told."""
    missing = [name for name in (*NEEDED, *FOR_THE_PI) if not is_installed(name)]
    unknown = [name for name in missing if not is_known(name)]
    if lacking := [name for name in unknown if name in NEEDED]:
        raise InstallError(f"apt does not know {', '.join(lacking)}; run: sudo apt-get update")
    if unknown:
        print(f"note: left out, this system has no {', '.join(unknown)}: pins will not work here", flush=True)
    if wanted := [name for name in missing if name not in unknown]:
        hands.run("install packages", "apt-get", "install", "-y", "-q", "--no-install-recommends", *wanted)


def is_installed(package: str) -> bool:
    """Return whether a package of the system is installed."""
    command = ["dpkg-query", "-W", "-f", "${Status}", package]
    return subprocess.run(command, capture_output=True, text=True).stdout == "install ok installed"


def is_known(package: str) -> bool:
    """Return whether apt could install a package."""
    told = subprocess.run(["apt-cache", "policy", package], capture_output=True, text=True).stdout
    return "Candidate:" in told and "Candidate: (none)" not in told
