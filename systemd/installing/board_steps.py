"""What is to be set on the Pi itself for this table: told, and done only with consent."""

# ruff: noqa: S603, T201  # an installer runs the program that it installed, and prints

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from installing.hands import Hands
from installing.places import CONFIG, CURRENT, TABLE

LACKS, CONSOLE = f"{CONFIG} lacks: ", f"{CONFIG.with_name('cmdline.txt')} holds: "
TAKE_CONSOLE = ("raspi-config", "nonint", "do_serial_cons", "1")
OURS = ("[all]", "# For the card table (Tacotable):")


def set_up_pi(hands: Hands, table: Path, *, has_consent: bool) -> None:
    """Print what the firmware of this Pi is not told yet for a table file; write it with consent."""
    if not CURRENT.exists():
        hands.tell(f"name the lines that {CONFIG} lacks for this table")
        return
    command = [str(CURRENT / "bin" / "tacotable"), "check", str(table), "--here"]
    told = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    for line in (found := [line for line in told if line.startswith((LACKS, CONSOLE))]):
        print(line, flush=True)
    if not found:
        return
    if CONFIG.exists() and (has_consent or _asked(hands)):
        if lines := [line.removeprefix(LACKS) for line in found if line.startswith(LACKS)]:
            _write(hands, lines)
        if any(line.startswith(CONSOLE) for line in found) and shutil.which(TAKE_CONSOLE[0]):
            hands.run("take the console off the serial pins", *TAKE_CONSOLE)
    else:
        print("to do by you: see to these; --configure-pi lets the installer do it", flush=True)
    print(f"then: sudo reboot, and: tacotable doctor --table {TABLE}", flush=True)


def _asked(hands: Hands) -> bool:
    """Ask the person who looks on, if there is one."""
    if hands.is_dry or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return input("Shall the installer do this now? [y/N] ").strip().lower() in ("y", "yes")


def _write(hands: Hands, lines: list[str]) -> None:
    """Add lines for all boards; what was there stays beside it. The file system (FAT) knows no modes."""
    if not hands.tell(f"write to {CONFIG}: {', '.join(lines)}"):
        return
    before = CONFIG.read_bytes()
    new = _beside("new", before.rstrip(b"\n") + "\n".join(("\n", *OURS, *lines, "")).encode())
    _beside("old", before)
    new.replace(CONFIG)


def _beside(ending: str, text: bytes) -> Path:
    """Write a file beside the firmware's, whole and on the disk: a Pi without it may not start."""
    path = CONFIG.with_name(f"config.txt.{ending}")
    with path.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return path
