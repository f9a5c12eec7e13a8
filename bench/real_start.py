"""The start of a real table: what its program imports, in processor time and memory, beside another checkout's.

`python bench/real_start.py [PYTHON ...]`: each PYTHON is the interpreter of another checkout's environment, such as
`../before/.venv/bin/python`; the ratios to the first one are printed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
"""Processes each; the least of each figure counts, because other work of the machine only adds to it."""
MEASURED = """
import asyncio, sys, time
import tacotable.commands.run as command

def memory():
    status = open("/proc/self/status", encoding="ascii").read()
    return int(status.split("VmHWM:")[1].split()[0]) * 1_024 / 1e6

print(time.process_time() * 1_000)

async def start():
    chosen = command.make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    options = command.options_of(chosen)
    try:
        from tacotable.app.run import running
    except ImportError:  # another layout of folders
        running = command.running
    print(time.process_time() * 1_000)
    async with running(options):
        print(time.process_time() * 1_000, memory(), len(sys.modules))

asyncio.run(start())
"""
FIGURES = ("ms to read the arguments", "ms to import", "ms until it has started", "MB at most", "modules")


SHIPPED = "from importlib.resources import files; print(files('tacotable').joinpath('tables/tacocat.toml').read_text())"
"""Each checkout starts its own table: an older one does not know every key of today's."""


def measure(python: str) -> list[float]:
    """Return the figures of one start of a real table, none of whose devices is there."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.toml"
        table.write_text(subprocess.run([python, "-c", SHIPPED], check=True, capture_output=True, text=True).stdout)
        command = [python, "-c", MEASURED, str(table), str(Path(folder) / "state")]
        told = subprocess.run(command, check=True, capture_output=True, text=True)  # our own programs
    return [float(each) for each in told.stdout.split()]


def main(others: list[str]) -> None:
    """Measure this checkout and the others in turn, and print the ratios."""
    pythons = (sys.executable, *others)
    rounds = [[measure(python) for python in pythons] for _ in range(ROUNDS)]
    least = [[min(each) for each in zip(*of_one, strict=True)] for of_one in zip(*rounds, strict=True)]
    for python, figures in zip(pythons, least, strict=True):
        print(python, *(f"{figure:.0f} {name}" for name, figure in zip(FIGURES, figures, strict=True)), sep=", ")
        if figures is not least[0]:
            ratios = zip(FIGURES, least[0], figures, strict=True)
            print("ours to that:", ", ".join(f"{name} {mine / theirs:.2f}" for name, mine, theirs in ratios))


if __name__ == "__main__":
    main(sys.argv[1:])
