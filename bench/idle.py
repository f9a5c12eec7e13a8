"""What a real table costs while nobody plays: the program alone, its readers emulated on ptys by another process.

Pins are gpiozero's mock ones; displays and lights are absent, and are tried again and again as on a table that lost
them. `python bench/idle.py [SECONDS]`; the goal is 0.5 % of a core.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

SETTLE_S, WATCH_S = 10.0, 30.0
TABLES = ("tacocat", "kittens")
PROGRAM = """
import asyncio, sys, time
from tacotable.app.run import running
from tacotable.commands.run import make_parser, options_of

async def start():
    chosen = make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    async with running(options_of(chosen)):
        await asyncio.sleep(float(sys.argv[3]))
        before = time.process_time()
        await asyncio.sleep(float(sys.argv[4]))
        print(time.process_time() - before)

asyncio.run(start())
"""


async def emulate(name: str) -> None:
    """Emulate a table's readers until the input ends, and print their paths by the ports of the file."""
    from tacotable.simulation.plan import faces_of, plan_of
    from tacotable.table.file import read_table
    from tacotable_sim.table import SimulatedTable

    table = read_table(name)
    loop = asyncio.get_running_loop()
    plan = plan_of(table, faces_of(table, table.game))
    simulated = SimulatedTable(plan, loop=loop, seed=1, transport="pty", paced=True)
    try:
        for zone, pad in table.pads().items():
            print(pad.port, simulated.path(zone), flush=True)
        print(flush=True)
        await loop.run_in_executor(None, sys.stdin.read)
    finally:
        simulated.close()


def measure(name: str, watch_s: float) -> float:
    """Return the share of a core that the program of an idle table takes."""
    text = files("tacotable").joinpath(f"tables/{name}.toml").read_text("utf-8")
    text = re.sub("^pins = .*$", 'pins = "mock"', text, flags=re.MULTILINE)
    emulators = subprocess.Popen(
        [sys.executable, __file__, "--emulate", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert emulators.stdin is not None
    assert emulators.stdout is not None
    try:
        for line in iter(emulators.stdout.readline, "\n"):
            if not line:
                sys.exit("the emulators could not begin; what went wrong is above")
            port, path = line.split(maxsplit=1)
            text = text.replace(port, path.strip())
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "table.toml"
            table.write_text(text, "utf-8")
            command = [sys.executable, "-c", PROGRAM, str(table), folder, str(SETTLE_S), str(watch_s)]
            told = subprocess.run(command, check=True, capture_output=True, text=True)
    finally:
        emulators.stdin.close()
        emulators.wait(10)
    return float(told.stdout.split()[-1]) / watch_s


def main(arguments: list[str]) -> None:
    """Measure each table, one after the other."""
    watch_s = float(arguments[0]) if arguments else WATCH_S
    for name in TABLES:
        began = time.monotonic()
        print(f"{name}: {measure(name, watch_s):.2%} of a core ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--emulate"]:
        asyncio.run(emulate(sys.argv[2]))
    else:
        main(sys.argv[1:])
