"""The trial of a version before it is taken: it reads the table file, becomes ready simulated, and stops."""

# ruff: noqa: S603  # what runs is the version that was just installed

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from installing.hands import InstallError, check
from installing.places import TABLE, VERSIONS

TRIAL_S = 60.0


def try_out(version: Path) -> None:
    """Check that a version reads the table file and becomes ready with it, simulated; raises InstallError."""
    program = version / "bin" / "tacotable"
    try:
        check(program, "check", TABLE)
        start_for_trial(program)
    except InstallError as error:
        raise InstallError(f"{version.name} is not taken: {error}\nNothing was changed; see {VERSIONS}.") from None


def start_for_trial(program: Path) -> None:
    """Start a simulated table as a service manager would, wait until it is ready, and stop it."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"{folder}/notify")
        heard.settimeout(TRIAL_S)
        command = [str(program), "run", "--table", str(TABLE), "--simulate", "--port", "0"]
        trial = subprocess.Popen(
            command, env={**os.environ, "NOTIFY_SOCKET": f"{folder}/notify"}, cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            is_ready = hear_ready(heard, trial)
        finally:
            trial.send_signal(signal.SIGTERM)
            words, _ = trial.communicate(timeout=TRIAL_S)
    if not is_ready or trial.returncode:
        raise InstallError(f"{' '.join(command)}: did not become ready (status {trial.returncode})\n{words}")


def hear_ready(heard: socket.socket, trial: subprocess.Popen[str]) -> bool:
    """Wait until a program tells that it is ready; gives whether it did."""
    heard.settimeout(0.5)
    for _ in range(int(TRIAL_S / 0.5)):
        try:
            if heard.recv(4_096) == b"READY=1":
                return True
        except TimeoutError:
            if trial.poll() is not None:
                return False
    return False
