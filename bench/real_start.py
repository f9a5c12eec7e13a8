"""The start of a real table: what its program imports, in processor time and memory, beside another checkout's.

`python bench/real_start.py [PYTHON ...]`: each PYTHON is the interpreter of another checkout's environment, such as
`../before/.venv/bin/python`; the ratios to the first one are printed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

ROUNDS = 7
"""Processes each; the least of each figure counts, because other work of the machine only adds to it."""
IMPORTED = """
import sys, time
began = time.process_time()
import tacotable.commands.run
spent = time.process_time() - began
status = open("/proc/self/status", encoding="ascii").read()
print(spent * 1_000, int(status.split("VmRSS:")[1].split()[0]) * 1_024 / 1e6, len(sys.modules))
"""
STARTED = """
import asyncio, sys
from tacotable.app.run import running
from tacotable.commands.run import make_parser, options_of

async def start():
    chosen = make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    async with running(options_of(chosen)):
        pass

asyncio.run(start())
status = open("/proc/self/status", encoding="ascii").read()
print(int(status.split("VmHWM:")[1].split()[0]) * 1_024 / 1e6)
"""


def figures(python: str, program: str, *arguments: str) -> list[float]:
    """Return the least of each figure that a program prints over some processes."""
    rounds = []
    for _ in range(ROUNDS):
        command = [python, "-c", program, *arguments]
        told = subprocess.run(command, check=True, capture_output=True, text=True)  # our own programs
        rounds.append([float(each) for each in told.stdout.split()])
    return [min(each) for each in zip(*rounds, strict=True)]


def started_mb(python: str) -> float:
    """Return the most memory of a program that started a real table, none of whose devices is there."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.toml"
        table.write_bytes(files("tacotable").joinpath("tables/tacocat.toml").read_bytes())
        return figures(python, STARTED, str(table), str(Path(folder) / "state"))[0]


def main(others: list[str]) -> None:
    """Measure this checkout and the others, and print the ratios."""
    ours: list[float] = []
    for python in (sys.executable, *others):
        told = [*figures(python, IMPORTED), started_mb(python)]
        ours = ours or told
        print(f"{python}: {told[0]:.0f} ms, {told[1]:.1f} MB and {told[2]:.0f} modules imported", end="")
        print(f", {told[3]:.1f} MB at most when it has started")
        if told is not ours:
            names = ("processor", "imported", "modules", "started")
            ratios = zip(names, ours, told, strict=True)
            print("ours to that:", ", ".join(f"{name} {mine / theirs:.2f}" for name, mine, theirs in ratios))


if __name__ == "__main__":
    main(sys.argv[1:])
