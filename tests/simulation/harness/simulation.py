"""The deterministic simulation: one seed is one table, one game, one storm of troubles, and one course of play.

Simulated people play on virtual time through the bytes of the devices, while troubles come and go. What must hold is
checked all the way, and the game must end once the troubles have stopped.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from simulation.harness.chaos_game import ChaosGame
from simulation.harness.fault_schedule import Trouble, draw_storm
from simulation.harness.random_scenario import Drawn, chance_of, draw
from tacotable_sim.time.virtual_time import virtual_loop


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a seed."""

    seed: int
    drawn: Drawn
    virtual_s: float
    acts: int
    restarts: int
    settled: int
    """How many cards people put where the page told, behind a trouble."""
    begun_anew: int
    """How often they were at a loss, and read the displays anew."""
    is_won: bool
    """Whether somebody has won; else people put the game away, as it did not go on."""
    troubles: tuple[Trouble, ...]


def again_by(seed: int) -> str:
    """Give the line that plays a seed again."""
    return f"./dev bench simulation --seed {seed}"


def simulate(seed: int) -> Outcome:
    """Let the game of a seed be played to its end; raises BrokenInvariantError, or an error of the program."""
    chance = chance_of(seed)
    drawn = draw(chance)
    with _sitting(drawn, seed) as sitting:
        troubles = draw_storm(chance, sitting.simulated.switchboard.names())
        try:
            sitting.play(troubles, chance, drawn.kind.players)
        except Exception as error:
            error.add_note(f"seed {seed}: {drawn}; {sitting.where()}")
            for trouble in troubles:
                error.add_note(f"  {trouble}")
            raise
        return _outcome(seed, drawn, sitting, troubles)


def _outcome(seed: int, drawn: Drawn, sitting: ChaosGame, troubles: tuple[Trouble, ...]) -> Outcome:
    return Outcome(
        seed,
        drawn,
        virtual_s=sitting.loop.time(),
        acts=sitting.acts,
        restarts=sitting.restarts,
        settled=sitting.counting.settled,
        begun_anew=sitting.begun_anew,
        is_won=sitting.is_won,
        troubles=troubles,
    )


@contextmanager
def _sitting(drawn: Drawn, seed: int) -> Iterator[ChaosGame]:
    with virtual_loop() as loop, tempfile.TemporaryDirectory(dir=_memory()) as folder:
        sitting = ChaosGame(drawn.table(), seed, loop, Path(folder))
        try:
            yield sitting
        finally:
            sitting.close()


def _memory() -> Path | None:
    """Give a folder in memory, where there is one: what the disk does is not what is tried here."""
    shared = Path("/dev/shm")  # noqa: S108  # tempfile makes a folder of its own in it
    return shared if shared.is_dir() else None
