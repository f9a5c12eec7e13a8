"""The program as people run it, in a process of its own, for tests that end and start it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser.page_server import LONGEST_S


@contextmanager
def program(port: int, state: Path, *more: str, packages: Path | None = None) -> Iterator[str]:
    """Run the program on a port and a folder while the block runs; give the address that it prints for playing.

    `packages` is a folder of packages that are installed for it, too.
    """
    command = [sys.executable, "-m", "tacotable", "run", "--port", str(port), "--state", str(state), *more]
    environment = {**os.environ, **({"PYTHONPATH": str(packages)} if packages else {})}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        found = (re.search(r"http://\S+#key=\S+", line) for line in iter(running.stdout.readline, ""))
        try:
            yield next(match.group() for match in found if match)
        finally:
            running.terminate()
            running.wait(LONGEST_S)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
