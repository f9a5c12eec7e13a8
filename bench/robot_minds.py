"""How long the table's loop stands still while a robot thinks: `python bench/robot_minds.py [DEALS]`.

A strong robot is asked what it replaces, on the loop and in a thread. A timer that is due each millisecond
tells how late it comes: a press that arrives meanwhile waits as long.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import ExitStack
from random import Random
from statistics import median

import msgspec

from tacotable.app import robot_minds
from tacotable.app.program import MemoryLog
from tacotable.core.controller import Controller
from tacotable.dialogs import robots
from tacotable.simulation.plan import faces_of
from tacotable.state import facts
from tacotable.state.situation import Situation
from tacotable.table.file import read_table
from tacotable_drivers import ports

TICK_S = 0.001


def dealt(seed: int) -> Controller:
    """Return a table at which all cards are dealt: a robot of WOW chooses what it replaces."""
    table = msgspec.structs.replace(read_table("tacocat"), mode="seen")
    faces = faces_of(table, table.game)
    controller = Controller(Situation(table, faces), MemoryLog(), lambda _, lit: lit(), clock=lambda: 0.0)
    controller.resume((facts.Arranged({}, {}, {"WOW": "strong"}),))
    controller.start()
    controller.handle(ports.ButtonPressed("YAY.ok", 2_000.0))
    controller.handle(ports.ButtonReleased("YAY.ok", False, 2_000.0))
    controller.handle(ports.TokenSensed(0, True, 3_000.0))
    for number, tag in enumerate(
        Random(seed).sample([tag for tag, face in sorted(faces.items()) if face.isdigit()], 14)
    ):  # no secrets
        pad = f"{('YAY', 'WOW')[number % 2]}.pad"
        controller.handle(ports.TagArrived(pad, tag, 4_000.0 + number))
        controller.handle(ports.TagLeft(pad, tag, 4_000.0 + number))
    return controller


async def lateness(controller: Controller, *, is_aside: bool) -> list[float]:
    """Return how late each tick came until the robot had chosen, in seconds."""
    late, minds = [], robot_minds.RobotMinds(controller, asyncio.get_running_loop())
    with ExitStack() as to_close:
        if is_aside:
            minds.begin_aside(to_close)
        minds.start()
        while robots.undecided(controller.situation):
            due = time.perf_counter() + TICK_S
            await asyncio.sleep(TICK_S)
            late.append(time.perf_counter() - due)
        minds.close()
    return late


def main() -> None:
    """Print the latest tick while a robot chose: the median of all deals, for other work delays some."""
    robot_minds.THINKING_S = 0.5
    deals = range(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
    for is_aside in (False, True):
        latest = [max(asyncio.run(lateness(dealt(seed), is_aside=is_aside))) for seed in deals]
        where = "in a thread" if is_aside else "on the loop"
        print(f"{where}: a tick is late by {1_000 * median(latest):.1f} ms (of {len(latest)} deals)")


if __name__ == "__main__":
    main()
