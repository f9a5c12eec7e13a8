"""How closely hidden cards are followed: exactly while that is cheap, else title by title, else by the ledger.

Exact means: the titles that were denied, and those of which a known card became hidden, are told apart in the same
worlds. Every other title is hidden from the start and shown at most once, as the last of it, so these can be named
afterwards, and one column for all of them loses nothing. Beyond `MOST_WORLDS` the denied titles are followed together
without the others, then each by itself, and a title that is too many even so by its ledger. Every level is sound: it
never finds a contradiction that is none. Below the first, some are found later than they could be, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tacotable_engine.cards import Cards
from tacotable_engine.exploding.worlds import Base, Denial, Kind, Move, Worlds, all_worlds
from tacotable_engine.exploding.worlds_ledger import Ledger, opened

Level: TypeAlias = Worlds | Ledger
Moves: TypeAlias = tuple[Move, ...]


def followed(base: Base, moves: Moves, denials: Sequence[Denial], asked: Cards = ()) -> tuple[Level, ...]:
    """Give what may lie where after these moves if these denials are true; a contradiction leaves one impossible.

    `asked` are titles that are told apart though nobody has denied them.
    """
    denied, loose = titles_of(base.lethal, moves, denials, asked)
    for titles in dict.fromkeys(((*denied, *loose), denied)):
        together = _exactly(base, titles, moves, denials)
        if together is not None:
            return (together,)
    return tuple(_alone(base, title, moves, denials) for title in denied)


def titles_of(lethal: str, moves: Moves, denials: Sequence[Denial], asked: Cards = ()) -> tuple[Cards, Cards]:
    """Give the titles that were denied or asked for, and the others of which a known card became hidden."""
    denied = {*asked, *(denial.card for denial in denials)}
    loose = {move.card for move in moves if move.kind is Kind.HIDDEN} - denied - {lethal}
    return tuple(sorted(denied)), tuple(sorted(loose))


def _alone(base: Base, title: str, moves: Moves, denials: Sequence[Denial]) -> Level:
    """Follow one title by itself."""
    own = [denial for denial in denials if denial.card == title]
    level: Level = opened(base, title)
    for step in _steps(moves, own):
        level = _taken(level, step)
    return _exactly(base, (title,), moves, own) or level


def _exactly(base: Base, titles: Cards, moves: Moves, denials: Sequence[Denial]) -> Level | None:
    """Follow titles in the same worlds; None where these become too many."""
    level: Level | None = all_worlds(base, titles)
    for step in _steps(moves, denials):
        if level is None or level.is_too_many:
            return None
        level = _taken(level, step)
    return None if level is None or level.is_too_many else level


def _taken(level: Level, step: Move | Denial) -> Level:
    return level.denying(step) if isinstance(step, Denial) else level.after(step)


def _steps(moves: Moves, denials: Sequence[Denial]) -> Iterator[Move | Denial]:
    """Give moves and denials in the order in which they were made."""
    for index in range(len(moves) + 1):
        yield from (denial for denial in denials if denial.after == index)
        yield from moves[index : index + 1]
