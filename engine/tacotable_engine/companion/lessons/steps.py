"""The steps of a lesson, and how many are solved: that follows from the match, so that undo takes a step back, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.log import Amended, Applied, Refused, Undone

if TYPE_CHECKING:
    from tacotable_engine.log import Entry
    from tacotable_engine.match import Match

Fields = Mapping[str, Any]
Kept = Applied | Amended | Refused
IN_WINDOW = ("nope", "let")
"""The acts that are done while a play of an Exploding game may be stopped."""
IN_HANDS = "steal"
"""What a referee that owns the deck does by itself, and hands do at a table."""
SEALED = ("duel", "show")
"""The acts that two seats do at once."""
MAY_BE_UNTOLD = ("draw", "defuse", "give", "arrange", "steal")
"""The acts of which a table that does not read hands is not told what was done with which card."""


@dataclass(frozen=True, slots=True)
class Try:
    """One act of a lesson: whose it is, and the fields of the request."""

    seat: str
    act: Fields
    rule: str | None
    """The code of the rule that refuses it; None where it is legal."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is said, what solves it, and what is refused before. A step may be to meet a refusal."""

    prompt: str
    """The code of a sentence for a person, `lesson.*` in the catalog."""
    solution: Try
    wrong: tuple[Try, ...] = ()

    @property
    def tries(self) -> tuple[Try, ...]:
        """Return all that is tried in this step, the solution last."""
        return (*self.wrong, self.solution)


def progress(steps: Sequence[Step], match: Match) -> tuple[int, bool]:
    """Return how many steps are solved, and whether an act that still stands was another one."""
    solved, ahead = 0, set[int]()
    for entry in _kept(match.log):
        kind, lets = "" if isinstance(entry, Amended) else entry.act.do, _lets(steps[solved:])
        if isinstance(entry, Applied) and kind not in IN_WINDOW:
            solved, lets = solved + len(lets), ()  # the window was closed by time
        early = next((at for at in _sealed(steps, solved) if _solves(entry, steps[at]) and at not in ahead), None)
        if early is not None:
            ahead.add(early)
            while solved in ahead:
                solved += 1
            continue
        at = solved if kind == "let" else solved + len(lets)
        if at < len(steps) and _solves(entry, steps[at]):
            solved = at + 1
        elif isinstance(entry, Refused) or solved == len(steps) or kind == IN_HANDS:
            continue
        elif not any(_solves(entry, step) for step in lets):  # seats let pass in any order
            return solved, True
    is_open = match.public().phase == "window"
    return solved if is_open else solved + len(_lets(steps[solved:])), False


def _sealed(steps: Sequence[Step], solved: int) -> Sequence[int]:
    """Return the steps from the awaited one on in which seats seal a card: in any order."""
    do = steps[solved].solution.act["do"] if solved < len(steps) else ""
    alike = takewhile(lambda at: steps[at].solution.act["do"] == do, range(solved, len(steps)))
    return tuple(alike) if do in SEALED else ()


def _lets(steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps at the beginning in which a play is let pass."""
    return tuple(takewhile(lambda step: step.solution.act["do"] == "let", steps))


def _kept(log: Sequence[Entry]) -> list[Kept]:
    """Return what was tried and done, without what was taken back."""
    kept: list[Kept] = []
    for entry in log:
        if isinstance(entry, Kept):
            kept.append(entry)
        elif isinstance(entry, Undone):
            while isinstance(kept.pop(), Refused):
                continue
    return kept


def _solves(entry: Kept, step: Step) -> bool:
    """Return whether an act is the one that a step awaits: what the solution does not say, such as a slot, is free."""
    solution = step.solution
    if isinstance(entry, Amended) or entry.seat != solution.seat or entry.act.do != solution.act["do"]:
        return False
    if (entry.rule if isinstance(entry, Refused) else None) != solution.rule:
        return False
    said = {name: value for name, value in solution.act.items() if name not in ("do", "as")}
    return all(_is_same(getattr(entry.act, name), value, entry.act.do) for name, value in said.items())


def _is_same(done: Any, wanted: Any, do: str) -> bool:
    """Return whether a field is as wanted; cards laid together may come in any order, where that is not the point.

    What the table was not told, such as the face of a card that was laid face down, is as wanted.
    """
    if done is None or not isinstance(wanted, list):
        return bool(done == wanted or (done is None and do in MAY_BE_UNTOLD))
    if do == "arrange":
        return list(done) == wanted
    told, known = Counter(done), Counter(wanted)
    untold, any_card = told.pop(UNKNOWN, 0), known.pop(UNKNOWN, 0)
    is_enough = (told - known).total() <= any_card and (known - told).total() <= untold
    return is_enough and len(done) == len(wanted)
