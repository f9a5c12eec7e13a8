"""What a real table costs while nobody plays: the program alone, its readers emulated on ptys by another process.

Two shares are told: soon after the last touch, and at rest, when its readers are asked less often; and how often the
program was woken. Pins are gpiozero's mock ones; displays and lights are absent, and are tried again and again as on a
table that lost them. `python bench/idle.py [SECONDS]`; the goal is 0.5 % of a core.
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
AT_REST_S = 130.0
"""Since the start: by then nothing was touched for long enough (`tacotable.devices.build.SLOW_AFTER_S`)."""
TABLES = ("tacocat", "kittens")
PROGRAM = """
import asyncio, resource, sys, time
from tacotable.app.run import running
from tacotable.commands.run import make_parser, options_of

def spent():
    return time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw

async def start():
    began = time.monotonic()
    chosen = make_parser().parse_args(["--table", sys.argv[1], "--port", "0", "--state", sys.argv[2]])
    async with running(options_of(chosen)):
        for moment in map(float, sys.argv[3:5]):
            await asyncio.sleep(began + moment - time.monotonic())
            before = spent()
            await asyncio.sleep(float(sys.argv[5]))
            print(*(now - then for now, then in zip(spent(), before)))

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
        for zone, pad in table.pads.items():
            print(pad.port, simulated.serial.path(zone), flush=True)
        print(flush=True)
        await loop.run_in_executor(None, sys.stdin.read)
    finally:
        simulated.close()


def measure(name: str, watch_s: float) -> list[tuple[float, float]]:
    """Return the shares of a core that an idle table's program takes soon after a touch and at rest, and wakings."""
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
            command = [sys.executable, "-c", PROGRAM, str(table), folder, str(SETTLE_S), str(AT_REST_S), str(watch_s)]
            told = subprocess.run(command, check=True, capture_output=True, text=True)
    finally:
        emulators.stdin.close()
        emulators.wait(10)
    lines = [line.split() for line in told.stdout.splitlines()[-2:]]
    return [(float(cpu_s) / watch_s, int(wakings) / watch_s) for cpu_s, wakings in lines]


def main(arguments: list[str]) -> None:
    """Measure each table, one after the other."""
    watch_s = float(arguments[0]) if arguments else WATCH_S
    for name in TABLES:
        began = time.monotonic()
        for when, (share, wakings) in zip(("soon after a touch", "at rest"), measure(name, watch_s), strict=True):
            print(f"{name}, {when}: {share:.2%} of a core, woken {wakings:.0f} times a second", flush=True)
        print(f"({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--emulate"]:
        asyncio.run(emulate(sys.argv[2]))
    else:
        main(sys.argv[1:])
