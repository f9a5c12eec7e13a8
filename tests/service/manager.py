"""A service manager for tests: its notification socket, and the environment and socket that it gives a program."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from patience import PATIENCE_S


@dataclass(frozen=True, slots=True)
class Manager:
    """What systemd is to a service: it hears datagrams, and opened the page's socket before."""

    heard: socket.socket
    page: socket.socket
    folder: Path

    @property
    def port(self) -> int:
        """The page's port."""
        return int(self.page.getsockname()[1])

    def hear(self) -> str:
        """Give the next thing that the service tells."""
        return self.heard.recv(4_096).decode()

    def hear_all(self) -> list[str]:
        """Give all that the service has told by now."""
        told: list[str] = []
        self.heard.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                told.append(self.hear())
        self.heard.settimeout(PATIENCE_S)
        return told

    def hear_for(self, seconds: float) -> str:
        """Give the next thing that the service tells within a time; nothing when it is silent."""
        self.heard.settimeout(seconds)
        try:
            return self.hear()
        except TimeoutError:
            return ""
        finally:
            self.heard.settimeout(PATIENCE_S)

    def hear_until(self, wanted: str) -> list[str]:
        """Give all that the service tells, up to the one that is wanted."""
        told = [self.hear()]
        while told[-1] != wanted:
            told.append(self.hear())
        return told

    def start(
        self, *arguments: str, before: tuple[str, ...] = (), script: str = "-m tacotable"
    ) -> subprocess.Popen[str]:
        """Start the program as systemd does: the socket as descriptor 3, LISTEN_PID its own.

        `script`: what Python is to run in its place, such as a program of these tests.
        """
        program = f"exec {' '.join(before)} {sys.executable} {script} {' '.join(arguments)}"
        given = {
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "RUNTIME_DIRECTORY": str(self.folder),
            "WATCHDOG_USEC": "300000",
            "LISTEN_FDS": "1",
            "PYTHONPATH": str(Path(__file__).parents[1]),  # for programs of these tests
        }
        script = f"exec 3<&{self.page.fileno()}; export LISTEN_PID=$$; {program}"
        return subprocess.Popen(
            ["bash", "-c", script],
            env={**os.environ, **given},
            pass_fds=[self.page.fileno()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


@contextmanager
def manager(folder: Path, family: socket.AddressFamily = socket.AF_INET) -> Iterator[Manager]:
    """Give a manager that listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard, socket.socket(family) as page:
        heard.bind(str(folder / "notify"))
        heard.settimeout(PATIENCE_S)
        if family == socket.AF_INET6:
            page.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        page.bind(("", 0))
        page.listen(16)
        yield Manager(heard, page, folder)
