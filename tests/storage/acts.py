"""Acts for a journal under trial: each one is unlike all others, so that none can stand for another."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tacotable.state.facts import Acted, Began, Fact
from tacotable.storage.journal import Journal, Recovered, games, read_game

PROGRAM = "0"
BEGAN = Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind"})


def act(number: int) -> Fact:
    """Give the act of a number; each 50th begins another game."""
    if number % 50 == 0:
        return Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind", "number": number})
    return Acted("YAY", {"do": "attack", "cards": [str(number)]}, "accepted", "", (f"04{number:012X}",))


def journal_of(folder: Path, *facts: Fact) -> Journal:
    """Write facts; gives the journal, which is open."""
    journal = Journal(folder)
    for fact in facts:
        journal.append(fact)
    return journal


def everything(folder: Path) -> list[Recovered]:
    """Read all games of a folder, the oldest first."""
    return [read_game(path, PROGRAM) for path in games(folder)]


def wrong_in(folder: Path, acked: int, numbers: Iterable[int], faults: int = 0) -> list[str]:
    """Tell what is wrong with a folder into which acts of these numbers were written, so many of them told to count.

    The one that was being written may be there too, and after each fault of the disk the one that met it.
    """
    found = everything(folder)
    told = [f"{game.path}: {game.damage}" for game in found if game.damage]
    facts = [fact for game in found for fact in game.facts]
    if len(facts) < acked:
        told.append(f"{acked - len(facts)} of {acked} acts are lost")
    if facts != [act(number) for number in islice(numbers, len(facts))]:
        told.append("the acts are not those that were written")
    if len(facts) > acked + 1 + faults:
        told.append(f"{len(facts)} acts are there, and {acked} were told")
    return told
