"""A real table's program knows nothing of the simulator: it neither waits for it at a start nor keeps it in memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from compileall import compile_dir
from importlib.resources import files
from pathlib import Path

import pytest

SIMULATOR = ("tacotable_sim", "tacotable.simulation", "tacotable.autoplay", "tacotable.rig", "tacotable.app.simulated")
NOT_NEEDED = ("luma.oled", "segno", "cbor2", "difflib", "tracemalloc", "unittest", "pytest", "tkinter", "ctypes")
"""What costs memory or time at a start, and is needed by no table at once, or by none."""
OF_OTHER_GAMES = {
    "tacocat": ("tacotable.games.exploding", "tacotable_engine.exploding.game"),
    "kittens-hub": ("tacotable.games.tacocat", "tacotable_engine.tacocat.game", "luma.led_matrix"),
}
MOST_MB, MOST_MODULES = 57.5 if sys.version_info < (3, 13) else 67.0, 740
"""What a table that its service started may keep resident and import: the imports, fonts, words and rules.

56.6 MB were measured.

The same table takes 64 MB on Python 3.13.
"""
SERVICE = Path(__file__).parents[2] / "systemd/tacotable.service"
AS_A_SERVICE = re.findall(r"^Environment=(\w+)=(.*)$", SERVICE.read_text("utf-8"), re.MULTILINE)
PROGRAM = """
import asyncio, sys
from tacotable.app.run import running
from tacotable.commands.run import make_parser, options_of

async def start():
    chosen = make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    async with running(options_of(chosen)) as lines:
        await asyncio.sleep(0)
        print(lines[0])

asyncio.run(start())
status = open("/proc/self/status", encoding="ascii").read()
print(int(status.split("VmRSS:")[1].split()[0]) * 1_024 / 1e6)
print(*sys.modules)
"""


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    """Compile all modules as an installation does: a start that has to keeps 4 MB more."""
    for package in ("tacotable", "tacotable_engine", "tacotable_drivers"):
        compile_dir(str(files(package)), quiet=2)


@pytest.mark.parametrize("name", ["tacocat", "kittens-hub"])
def test_the_start_of_a_real_table_imports_and_keeps_what_it_needs(name: str, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_bytes(files("tacotable").joinpath(f"tables/{name}.toml").read_bytes())

    ran = subprocess.run(  # our own program
        [sys.executable, "-c", PROGRAM, str(table), str(tmp_path / "state")],
        check=True,
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | {name: value for name, value in AS_A_SERVICE if not value.startswith("/")},
    )

    greeting, resident_mb, modules = ran.stdout.splitlines()
    assert greeting.endswith("', real")
    unwanted = (*SIMULATOR, *NOT_NEEDED, *OF_OTHER_GAMES[name])
    assert [each for each in modules.split() if each.startswith(unwanted)] == []
    assert len(modules.split()) <= MOST_MODULES
    assert float(resident_mb) <= MOST_MB


def test_each_step_of_a_start_imports_what_it_needs_and_no_more() -> None:
    """On a small board that takes seconds: a mistake is told before, and the table lights up before the page."""
    steps = ("import sys", *(f"import tacotable.{each}.run; print(*sys.modules)" for each in ("commands", "app")))
    told = subprocess.run(  # our own program
        [sys.executable, "-c", "; ".join(steps)],
        check=True,
        capture_output=True,
        text=True,
        timeout=100,
    )

    by_arguments, by_table = (set(line.split()) for line in told.stdout.splitlines())
    of_the_page = {"uvicorn", "starlette", "websockets", "click"}
    assert not {"gpiozero", "luma", "tacotable.core.controller", *of_the_page} & by_arguments
    assert not of_the_page & by_table
