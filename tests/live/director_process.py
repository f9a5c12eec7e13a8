"""A director as a program of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ADDRESSES = re.compile(r"(?P<desk>http://\S+/desk\S+).*(?P<line>ws://[^:]+:(?P<port>\d+)/table)", re.DOTALL)


def kill(child: subprocess.Popen[str]) -> None:
    """Kill a director as a power cut does."""
    child.kill()
    child.communicate()


def start(folder: Path, port: int) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """Start a director; return it with the addresses that it prints: `desk`, `line`, and its `port`."""
    command = [sys.executable, "-m", "tacotable", "director", "--state", str(folder), "--port", str(port)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert child.stdout is not None
    said = ""
    for line in child.stdout:
        said += line
        if found := ADDRESSES.search(said):
            return child, found.groupdict()
    raise AssertionError("the director did not start")
