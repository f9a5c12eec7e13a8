"""The program on a hub: put there, brought up to date and talked to by the Python of this environment."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tacotable.errors import TacotableError
from tacotable_drivers.serial_port import hub_ports
from tacotable_sim.hub.program import hub_program

COPY = ("fs", "cp", "-r", "tacohub", "main.py", ":", "+", "reset")  # mpremote copies, then starts the board anew.
TRIES, PAUSE_S = 5, 2.0  # A board that starts anew is away from USB for some seconds.
NOBODY = "no hub answers"  # What talk.py says where no hub's program runs, as on a new board.
BY_HAND = "hold buttons 0 and 1 of the hub while you plug it in, for 5 s, then try again"


class HubCommandError(TacotableError):
    """Something cannot be done with a hub; the text says why, and what to try."""


def ports_of_hubs(chosen: str | None, *, one: bool) -> list[str]:
    """Return the port that was chosen, else all at which a hub can be, or the only `one`; raises HubCommandError."""
    ports = [chosen] if chosen else [str(path) for path in hub_ports()]
    if not ports:
        raise HubCommandError("no board with MicroPython is plugged in; a new one needs that first: docs/hub.md")
    if one and len(ports) > 1:
        raise HubCommandError(f"several boards are plugged in: {', '.join(ports)}; say which by --port")
    return ports


def talk(port: str, command: str, *, is_shown: bool = True) -> subprocess.CompletedProcess[str]:
    """Let talk.py do a command; `is_shown`: its lines go where this program's go."""
    return _python(str(hub_program() / "talk.py"), port, command, is_shown=is_shown)


def program_on(port: str) -> str:
    """Return which program a hub has; empty where none runs. Raises HubCommandError for a port that cannot be had."""
    done = talk(port, "hello", is_shown=False)
    if done.returncode and NOBODY not in done.stderr:
        raise HubCommandError(done.stderr.strip())
    return "" if done.returncode else str(json.loads(done.stdout).get("fw", "unknown"))


def install(port: str, *, pause: Callable[[float], None] = time.sleep) -> None:
    """Put the hub's program on a board; one that runs is brought to the prompt first. Raises HubCommandError."""
    source, is_running = hub_program(), bool(program_on(port))
    if is_running and (stopped := talk(port, "repl", is_shown=False)).returncode:
        raise HubCommandError(f"{port}: its program does not stop: {stopped.stderr.strip()}; {BY_HAND}")
    pause(PAUSE_S if is_running else 0)
    with TemporaryDirectory() as scratch:
        shutil.copytree(source / "tacohub", Path(scratch, "tacohub"), ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(source / "main.py", scratch)
        for _ in range(TRIES):
            done = _python("-m", "mpremote", "connect", port, *COPY, folder=scratch)
            if not done.returncode:
                return
            pause(PAUSE_S)
    raise HubCommandError(f"{port}: {(done.stderr or done.stdout).strip()}; {BY_HAND}")


def _python(*words: str, folder: str | None = None, is_shown: bool = False) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, capture_output=not is_shown, errors="replace", check=False)  # noqa: S603  # this Python
