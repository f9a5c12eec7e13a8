"""A program that writes acts into a journal and tells on standard output, by a line each, how many count: to be killed.

`python writer.py FOLDER COUNT` goes on behind what is there until so many acts are.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from storage.acts import act, everything
from tacotable.storage.journal import Journal


def write(folder: Path, count: int, told: int) -> None:
    """Write acts until `count` are there, with a quiet moment behind every seventh; `told` is a file."""
    journal = Journal(folder)
    journal.claim()
    journal.recover()
    for number in range(sum(len(game.facts) for game in everything(folder)), count):
        journal.append(act(number))
        os.write(told, f"{number + 1}\n".encode())
        if number % 7 == 6:
            journal.tend()
    journal.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), sys.stdout.fileno())
