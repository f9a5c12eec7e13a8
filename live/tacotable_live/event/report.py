"""What an event's archive is compared with: the chains of its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from tacotable_live.stream.chains import linked

if TYPE_CHECKING:
    from tacotable_live.director.archive import Archive

Told = Mapping[str, Mapping[str, Sequence[str]]]
"""The bodies of each game of each table."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of an event."""

    acts: int
    missing: int
    doubled: int
    broken: int
    """So many chains are not whole."""
    late_s: float
    """How long after the last start, and the last act, all had arrived in the slowest round."""
    kills: int
    results: int
    """So many tables' results were taken by the director, round by round."""

    def is_good(self, within_s: float) -> bool:
        """Return whether every act arrived once, in its place, and in time."""
        return not (self.missing or self.doubled or self.broken) and self.late_s <= within_s

    def lines(self, within_s: float) -> Sequence[str]:
        """Return the report in lines."""
        return (
            f"acts told:      {self.acts}",
            f"acts missing:   {self.missing}",
            f"acts doubled:   {self.doubled}",
            f"chains broken:  {self.broken}",
            f"killed:         {self.kills} times",
            f"results taken:  {self.results}",
            f"caught up in:   {self.late_s:.1f} s (at most {within_s:.0f} s)",
            "good" if self.is_good(within_s) else "NOT GOOD",
        )


def compared(archive: Archive, told: Told, *, late_s: float, kills: int, results: int) -> Report:
    """Compare an archive with what tables told."""
    missing = broken = 0
    acts = sum(len(bodies) for games in told.values() for bodies in games.values())
    for table, games in told.items():
        kept = {game.name: archive.chain(game) for game in archive.games(table)}
        missing += sum(len(set(bodies) - set(kept.get(game, ()))) for game, bodies in games.items())
        broken += sum(not is_whole(bodies) for bodies in kept.values()) + len(archive.forks(table))
    return Report(acts, missing, max(0, archive.count() - acts + missing), broken, late_s, kills, results)


def is_whole(bodies: Sequence[str]) -> bool:
    """Return whether each event names the hash of the one before, and none is left out."""
    before = ""
    for number, ((n, named), body) in enumerate(zip(linked(bodies), bodies, strict=True), 1):
        if (n, named) != (number, before):
            return False
        before = sha256(body.encode()).hexdigest()
    return True
