"""Lines of the table's log, which goes on over games; one that tells a ruling has why, so that it can be discussed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.scene import Sign, Values
    from tacotable_engine.match import Match
    from tacotable_engine.rulings import Ruling

BEGAN = "log.began"  # The code of the line that begins a game.


class Mark(Enum):
    """What a line says of the game that it is about."""

    BEGINS = "it begins"
    ENDS = "it ends without a winner"


MARKS: Mapping[str, Mark] = {
    BEGAN: Mark.BEGINS,
    **dict.fromkeys(("log.restart-save", "log.restart-discard", "log.restart-discard-damaged"), Mark.ENDS),
}
EVENT = "event."  # How the codes of the lines begin that tell what an act did.
DEVICE = "device"
BOUNDED = (DEVICE, "refusal")  # The kinds of lines that devices can cause without anyone's doing.
MOST_OF_DEVICES = 200  # So many lines of each are kept: a device or tag that comes and goes would fill the memory.


@dataclass(frozen=True, slots=True)
class Why:
    """What one ruling was made of; hidden values are told to nobody but the owner of its line in the log."""

    verdict: str  # `legal`, `unproven`, `illegal`, or `violation` for an earlier act that is proven wrong.
    rule: str
    source: str  # Its place in the documents (`Rule.source`).
    code: str  # The message that says it in a sentence.
    values: Values = field(default_factory=dict)
    proof: tuple[int, ...] = ()  # The numbers of the acts that prove a violation.


def why_of(match: Match, ruling: Ruling) -> Why:
    """Return what a ruling of this match was made of."""
    return Why(ruling.ruling, ruling.rule, match.rule_of(ruling.rule).source, f"rule.{ruling.rule}", ruling.values)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the table's log, without words; `owner` may read values that others may not."""

    number: int  # Lines are counted from the start of the program on; some of devices are dropped later.
    kind: str
    code: str
    values: Values = field(default_factory=dict)
    rule: str | None = None
    seat: str | None = None
    owner: str | None = None
    act: int = 0  # The number of the act that this line is about, in its game; 0 without one.
    why: Why | None = None
    undone: tuple[int, ...] = ()  # The numbers of the acts that this line took back, in its game.
    people: Mapping[str, str] = field(default_factory=dict)  # The names of those who sat at the seats then.
    section: Sign | None = None  # The round or the turn in which it happened; None outside of them.

    @property
    def event(self) -> str:
        """Return the kind of what happened, in a line that tells an act."""
        return self.code.removeprefix(EVENT)

    @property
    def mark(self) -> Mark | None:
        """Return whether a game begins or ends with this line; None: neither."""
        return MARKS.get(self.code)

    @property
    def begins(self) -> bool:
        """Return whether a game begins with this line."""
        return self.mark is Mark.BEGINS


def next_number(log: Sequence[LogEntry]) -> int:
    """Return the number of the line that comes next."""
    return log[-1].number + 1 if log else 1


def behind(log: Sequence[LogEntry], number: int) -> Sequence[LogEntry]:
    """Return the lines behind the one with a number, which may have been dropped."""
    return log[_index_behind(log, number) :]


def latest_game(log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the lines since the latest game began; all of them where none has."""
    return list(log[_beginning(log, len(log)) :])


def standing(log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return what happened in the latest game, as everyone was told it, without the acts that were taken back."""
    lines: list[LogEntry] = []
    for line in latest_game(log):
        if line.undone:
            lines = [told for told in lines if told.act not in line.undone]
        if line.kind == "ruling" and line.owner is None and line.code.startswith(EVENT):
            lines.append(line)
    return lines


def game_of(log: Sequence[LogEntry], entry: LogEntry) -> Sequence[LogEntry]:
    """Return the lines of a line's game up to that line: what it can speak of."""
    end = _index_behind(log, entry.number)
    return log[_beginning(log, end) : end]


def without_old(log: list[LogEntry], kind: str) -> list[LogEntry]:
    """Return the lines without the oldest ones of a kind if there are too many."""
    spare = [line.number for line in log if line.kind == kind][:-MOST_OF_DEVICES]
    return [line for line in log if line.kind != kind or line.number > spare[-1]] if spare else log


def _index_behind(log: Sequence[LogEntry], number: int) -> int:
    return bisect_right(log, number, key=lambda line: line.number)


def _beginning(log: Sequence[LogEntry], end: int) -> int:
    """Return the index of the last line before `end` that begins a game; 0 where none does."""
    return next((index for index in reversed(range(end)) if log[index].begins), 0)
