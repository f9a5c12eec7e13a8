"""From a card on the pad to the light: the program's own share, on this machine, over whole games.

Measured from the event that the deciding read gives to the last byte for lights and lamps, and to the moment when
all displays have their pictures. The journal's flush is measured beside it on a real file, and told apart. Beside
the numbers: drawing one display by luma's canvas in the popular way, in the same run.
"""

from __future__ import annotations

import gc
import tempfile
import time
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random

from luma.core.render import canvas
from luma.oled.device import ssd1306

from tacotable.app.collector import collected_at_rest
from tacotable.app.preparing import preload
from tacotable.autoplay.games import Tally, finish_game, play_games
from tacotable.autoplay.rig import simulated_table
from tacotable.commands.play import percentiles
from tacotable.core.controller import Controller
from tacotable.state.facts import Acted
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table

REPEATS, EVENTS = 300, 5_000
TABLES = (
    ("Tacocat, 2 players", "tacocat", None),
    ("Exploding Kittens, 10 players", "kittens", 10),
)
"""A title, a shipped table, and how many play."""


class DeafWire:
    """Takes luma's bytes and does nothing."""

    def command(self, *command: int) -> None:
        """Accept a command."""

    def data(self, data: list[int]) -> None:
        """Accept data."""

    def cleanup(self) -> None:
        """Nothing hangs on this wire."""


def luma_frame_s() -> list[float]:
    """Return the times that luma's canvas and device take for one prompt screen, wire time excluded."""
    device = ssd1306(DeafWire())
    device.persist = True
    times = []
    for number in range(REPEATS):
        began = time.perf_counter()
        with canvas(device) as pen:
            pen.rectangle((0, 0, 127, 19), fill="white")
            pen.text((4, 4), f"DEFEND {number}", fill="black")
            pen.text((4, 24), "Reach it, or lowest", fill="white")
        times.append(time.perf_counter() - began)
    return times


def flush_s(folder: Path) -> list[float]:
    """Return the times of durable facts on this machine's disk."""
    journal = Journal(folder)
    times = []
    for number in range(REPEATS):
        fact = Acted("YAY", {"do": "attack", "cards": [str(number % 12 + 1)]}, "accepted", "", ("04A1B2C3D4E5F6",))
        began = time.perf_counter()
        journal.append(fact)
        times.append(time.perf_counter() - began)
    journal.close()
    return times


def longest_lights(*, at_rest: bool) -> tuple[list[float], list[float]]:
    """Return the times of 5,000 events with lights, and of the full collections that came between moments of rest.

    `at_rest`: collect as a table does that runs; else as Python does by itself.
    """
    lights: list[float] = []
    stops: list[float] = []
    seed, is_resting, began = 0, [False], [0.0]

    def noted(phase: str, about: Mapping[str, int]) -> None:
        if about["generation"] == 2 and not is_resting[0]:
            if phase == "start":
                began[0] = time.perf_counter()
            else:
                stops.append(time.perf_counter() - began[0])

    def rest() -> None:
        is_resting[0] = True
        gc.collect()
        is_resting[0] = False

    while len(lights) < EVENTS:
        seed += 1
        with ExitStack() as to_close:
            rig = to_close.enter_context(simulated_table(read_table("kittens"), seed=seed))
            controller = rig.program.controller

            def after(controller: Controller = controller) -> None:
                if controller.last_timing.light_s:
                    lights.append(controller.last_timing.light_s)

            controller.after_each(after)
            if at_rest:
                rig.program.quiet.also(rest)
                rig.program.quiet.start()
                to_close.enter_context(collected_at_rest())
            gc.callbacks.append(noted)
            to_close.callback(gc.callbacks.remove, noted)
            finish_game(rig, Random(seed), 10)
    return lights[:EVENTS], stops


def main() -> None:
    """Play three games at each table, and print the times."""
    warnings.filterwarnings("ignore", "Image.Image.getdata is deprecated")  # luma.oled's own drawing
    luma = luma_frame_s()
    for _, table, _ in TABLES:
        preload(read_table(table))  # as a table does at its start
    for title, table, players in TABLES:
        print(title)
        tell(play_games(read_table(table), 3, 1, players=players), luma)
    print(f"the longest light of {EVENTS:,} events at the table of ten, and full collections in play")
    for title, at_rest in (("as Python does by itself", False), ("as a table that runs", True)):
        lights, stops = longest_lights(at_rest=at_rest)
        longest = sorted(lights)[-3:]
        print(
            f"  {title:<31} {', '.join(f'{each * 1_000:.1f}' for each in longest)} ms, {len(stops)} collections", end=""
        )
        print(f" of at most {max(stops) * 1_000:.1f} ms" if stops else "")
    print("for comparison")
    print(f"  one screen by luma's canvas     {percentiles(luma)}")
    with tempfile.TemporaryDirectory() as folder:
        print(f"  flush of one fact, apart        {percentiles(flush_s(Path(folder)))}")


def tell(tally: Tally, luma: list[float]) -> None:
    """Print the times of some games, and the lights' middle time as a part of one luma screen's."""
    ours, theirs = sorted(tally.light_s), sorted(luma)
    print(f"  event to last light byte        {percentiles(tally.light_s)}")
    print(f"  event to all displays drawn     {percentiles(tally.shown_s)}")
    print(f"  lights are sent in {ours[len(ours) // 2] / theirs[len(theirs) // 2]:.2f} of the time of one luma screen")
