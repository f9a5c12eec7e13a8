"""A lesson: a set position, the acts that solve it step by step, and those that a rule refuses on the way."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.errors import RequestError, RulesetError
from tacotable_engine.fields import as_list, as_object, as_text, require_only, required
from tacotable_engine.log import Amended, Applied, Entry, Refused, Undone
from tacotable_engine.registry import spec_of

if TYPE_CHECKING:
    from tacotable_engine.match import Match

Fields = Mapping[str, Any]
Kept = Applied | Amended | Refused
IN_WINDOW = ("nope", "let")  # The acts that are done while a play of an Exploding game may be stopped.
IN_HANDS = "steal"  # What a referee that owns the deck does by itself, and hands do at a table.
SEALED = ("duel", "show")  # The acts that two seats do at once.
MAY_BE_UNTOLD = ("draw", "defuse", "give", "arrange", "steal")  # A table may not know with which card these were done.


@dataclass(frozen=True, slots=True)
class Try:
    """One act of a lesson: whose it is, and the fields of the request."""

    seat: str
    act: Fields
    rule: str | None  # The code of the rule that refuses it; None where it is legal.


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is said, what solves it, and what is refused before. A step may be to meet a refusal."""

    prompt: str  # The code of a sentence for a person, `lesson.*` in the catalog.
    solution: Try
    wrong: tuple[Try, ...] = ()

    @property
    def tries(self) -> tuple[Try, ...]:
        """Return all that is tried in this step, the solution last."""
        return (*self.wrong, self.solution)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson as it is played with one ruleset."""

    id: str
    new: Fields  # The fields of a `new` request.
    steps: tuple[Step, ...]
    is_for_table: bool = True  # Whether hands can do at a table what it asks.

    @property
    def title(self) -> str:
        """Return the code of its title in the catalog."""
        return f"lesson.{self.id}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats that it is played with."""
        return tuple(self.new["seats"])

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the codes of the rules that it meets, in the order in which it meets them."""
        return tuple(dict.fromkeys(one.rule for step in self.steps for one in step.tries if one.rule is not None))

    def values(self, step: int) -> Fields:
        """Return what the prompt of a step, counted from 0, may tell: who is to do what, and who else is there."""
        solution = self.steps[step].solution
        other = self.seats[(self.seats.index(solution.seat) + 1) % len(self.seats)]
        return {"other": other, **solution.act, "seat": solution.seat}

    def progress(self, match: Match) -> tuple[int, bool]:
        """Return how many steps are solved, and whether an act that still stands was another one.

        That follows from the match, so that undo takes a step back, too.
        """
        steps, solved, ahead = self.steps, 0, set[int]()
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
        is_open = match.public_view.phase == "window"
        return solved if is_open else solved + len(_lets(steps[solved:])), False

    def at_table(self) -> Lesson:
        """Return the lesson for cards in people's hands: they alone deal, and what is refused is only tried."""
        is_dealt = self.steps[0].solution.act["do"] == "deal"  # over pads, where cards are read through their backs
        mode = {} if is_dealt else {"mode": "blind"}
        new = {name: value for name, value in self.new.items() if name != "seed"} | mode
        return replace(self, new=new, steps=tuple(step for step in self.steps if step.solution.rule is None))

    def with_seats(self, seats: Sequence[str]) -> Lesson:
        """Return the lesson for these seats; where it needs more of them, the others keep the lesson's own names."""
        own = self.seats
        names = (*seats, *(seat for seat in own if seat not in seats))
        return _in_words(self, dict(zip(own, names, strict=False)))


@cache
def lessons_of(ruleset: str) -> Mapping[str, Lesson]:
    """Return the lessons that fit a ruleset by their ids, in their order; raises RulesetError naming file and key."""
    place = spec_of(ruleset).lessons
    if not place:
        return {}
    package, _, name = place.partition(":")
    told = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    try:
        return read_lessons(told, ruleset)
    except RequestError as problem:
        raise RulesetError(f"{name}: {problem}") from None


def read_lessons(told: Fields, ruleset: str) -> Mapping[str, Lesson]:
    """Return the lessons of a file that fit a ruleset; raises RequestError naming the key that is wrong or missing."""
    require_only(told, ("instead", "lesson"), "lessons")
    words = told.get("instead", {}).get(ruleset, {})
    every = [as_object(one, "lesson") for one in as_list(required(told, "lesson", "lessons"), "lesson")]
    fitting = [_lesson(one, ruleset) for one in every if ruleset in as_list(one.get("rulesets", [ruleset]), "rulesets")]
    return {lesson.id: _in_words(lesson, words) for lesson in fitting}


def _lesson(told: Fields, ruleset: str) -> Lesson:
    """Return a lesson of a file. Chance is seeded alike each time, so that what is dealt can be told in its words."""
    require_only(told, ("id", "rulesets", "new", "steps", "table"), "lesson")
    name = as_text(required(told, "id", "lesson"), "lesson.id")
    new = {"game": ruleset, "seed": 1, **as_object(required(told, "new", name), f"{name}.new")}
    steps = as_list(required(told, "steps", name), f"{name}.steps")
    each = tuple(_step(name, n, as_object(step, name)) for n, step in enumerate(steps, 1))
    return Lesson(name, new, each, told.get("table", True))


def _step(lesson: str, n: int, told: Fields) -> Step:
    where = f"{lesson}.steps {n}"
    require_only(told, ("prompt", "seat", "act", "refused", "wrong"), where)
    refused = as_text(told["refused"], where) if "refused" in told else None
    solution = _try(told, as_text(required(told, "seat", where), where), refused, where)
    wrong = [_wrong(as_object(one, where), solution.seat, f"{where}.wrong") for one in told.get("wrong", ())]
    return Step(f"lesson.{told.get('prompt', f'{lesson}-{n}')}", solution, tuple(wrong))


def _wrong(told: Fields, seat: str, where: str) -> Try:
    require_only(told, ("seat", "act", "rule"), where)
    return _try(told, as_text(told.get("seat", seat), where), as_text(required(told, "rule", where), where), where)


def _try(told: Fields, seat: str, rule: str | None, where: str) -> Try:
    act = as_object(required(told, "act", where), f"{where}.act")
    required(act, "do", f"{where}.act")
    return Try(seat, act, rule)


def _in_words(lesson: Lesson, words: Mapping[str, str]) -> Lesson:
    """Return a lesson with other names of seats or cards, in all that it tells."""

    def put(one: Try) -> Try:
        return Try(words.get(one.seat, one.seat), _renamed(one.act, words), one.rule)

    steps = tuple(Step(step.prompt, put(step.solution), tuple(map(put, step.wrong))) for step in lesson.steps)
    return replace(lesson, new=_renamed(lesson.new, words), steps=steps)


def _renamed(value: Any, words: Mapping[str, str]) -> Any:
    """Return a value with its words replaced wherever they stand in it, at once."""
    if isinstance(value, Mapping):
        return {words.get(key, key): _renamed(part, words) for key, part in value.items()}
    if isinstance(value, list):
        return [_renamed(part, words) for part in value]
    return words.get(value, value) if isinstance(value, str) else value


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
