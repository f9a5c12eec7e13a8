"""The trial of a version before it is taken: it reads the table file, becomes ready simulated, and stops."""

# ruff: noqa: S603  # what runs is the version that was just installed

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installing.changing import put
from installing.hands import InstallError, check
from installing.health import amiss_simulated, wait_for
from installing.places import STATUS, TABLE, USER, VERSIONS
from installing.table_files import TableFiles

TRIAL_S = 60.0


def try_out(version: Path, given: TableFiles | None) -> None:
    """Check that a version reads a table file, finds the libraries that it needs, and runs it simulated, hubs included.

    All that as the service's user. It is the file that is given, before it is installed, or else the one that is.
    Raises InstallError.
    """
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, given.source.name) if given else TABLE
        for path, text in given.put_at(table).items() if given else ():
            put(path, text)
        shutil.chown(folder, USER)
        as_user = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--")  # root could read more
        program = [*as_user, str(version / "bin" / "tacotable")]
        try:
            check(*program, "check", table, "--here")
            start_for_trial([*program, "run", "--table", str(table), "--simulate", "--port", "0"], folder)
        except InstallError as error:
            why = str(error).replace(str(table), str(given.source)) if given else str(error)
            raise InstallError(
                f"{version.name} is not taken: {why}\nThe table stays as it was; see {VERSIONS}."
            ) from None


def start_for_trial(command: Sequence[str], folder: str) -> None:
    """Start a simulated table as a service manager would, wait until all its devices work, and stop it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"{folder}/notify")
        Path(folder, "notify").chmod(0o666)  # in a folder of the user alone
        trial = subprocess.Popen(
            command, cwd=folder,
            env={**os.environ, "HOME": folder, "NOTIFY_SOCKET": f"{folder}/notify", "RUNTIME_DIRECTORY": folder},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            is_ready = hear_ready(heard, trial)
            amiss = wait_for(Path(folder, STATUS.name), amiss_simulated) if is_ready else []
        finally:
            words = ended(trial)
    if not is_ready or trial.returncode:
        raise InstallError(f"{' '.join(command)}: did not become ready and stop (status {trial.returncode})\n{words}")
    if amiss:
        raise InstallError(f"{' '.join(command)}: on the simulated table these do not work: {'; '.join(amiss)}")


def ended(trial: subprocess.Popen[str]) -> str:
    """End a program, by force if it does not stop when asked, which its status tells; gives what it printed."""
    trial.send_signal(signal.SIGTERM)
    try:
        return trial.communicate(timeout=TRIAL_S)[0]
    except subprocess.TimeoutExpired:
        trial.kill()
        return trial.communicate()[0]


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
