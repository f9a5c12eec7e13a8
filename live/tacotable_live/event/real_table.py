"""A simulated table that plays one game, as a program: FOLDER TABLE SEED ACTS_A_SECOND NAME NAME."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.state.events import NameTyped
from tacotable.state.facts import Fact
from tacotable.storage.journal import Journal


class PacedJournal:
    """A journal that is written as slowly as people play: the table's own clock is simulated, and runs ahead."""

    def __init__(self, journal: Journal, wait_s: float) -> None:
        self._journal = journal
        self._wait_s = wait_s

    def append(self, fact: Fact) -> None:
        """Write a fact, and rest."""
        self._journal.append(fact)
        time.sleep(self._wait_s)


def main(folder: Path, table: str, seed: int, acts_a_second: float, names: Sequence[str]) -> None:
    """Play one game whose players have these names."""
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(folder, wall_s=time.time)
    with simulated_table(table, seed=seed, journal=PacedJournal(journal, 1 / acts_a_second)) as rig:
        for seat, name in zip(("YAY", "WOW"), names, strict=True):
            rig.program.controller.handle(NameTyped(seat, name, rig.loop.time() * 1_000))
        finish_game(rig, Random(seed))
    journal.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5:])
