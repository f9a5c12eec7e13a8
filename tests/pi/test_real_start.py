"""A real table's program knows nothing of the simulator: it neither waits for it at a start nor keeps it in memory."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

SIMULATOR = ("tacotable_sim", "tacotable.simulation", "tacotable.autoplay", "tacotable.rig", "tacotable.app.simulated")
MOST_MB = 57.0
"""What the imports alone may keep resident; fonts, words and rules come to it."""
PROGRAM = """
import asyncio, sys
from tacotable.app.run import running
from tacotable.commands.run import make_parser, options_of

async def start():
    chosen = make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    async with running(options_of(chosen)) as lines:
        await asyncio.sleep(0)
        print(lines[0])

status = open("/proc/self/status", encoding="ascii").read()
print(int(status.split("VmRSS:")[1].split()[0]) * 1_024 / 1e6)
asyncio.run(start())
print(*sys.modules)
"""


@pytest.mark.parametrize("name", ["tacocat", "kittens-hub"])
def test_the_start_of_a_real_table_imports_nothing_of_the_simulator(name: str, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_bytes(files("tacotable").joinpath(f"tables/{name}.toml").read_bytes())

    ran = subprocess.run(  # our own program
        [sys.executable, "-c", PROGRAM, str(table), str(tmp_path / "state")],
        check=True,
        capture_output=True,
        text=True,
        timeout=100,
    )

    imported_mb, greeting, modules = ran.stdout.splitlines()
    assert greeting.endswith("', real")
    assert [each for each in modules.split() if each.startswith(SIMULATOR)] == []
    assert float(imported_mb) <= MOST_MB
