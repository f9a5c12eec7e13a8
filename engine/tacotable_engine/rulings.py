"""What the referee answers: rulings, refusals, prompts and violations, by the codes of rules; never text."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib.resources import files
from types import MappingProxyType
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

Verdict: TypeAlias = Literal["legal", "illegal", "unproven"]
Values: TypeAlias = Mapping[str, object]
Event: TypeAlias = dict[str, object]  # What happened, as everyone may see it; `type` says what it is.
NO_VALUES: Values = MappingProxyType({})

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act may not be done: the code of the rule that forbids it and the values its sentence needs."""

    rule: str
    values: Values = field(default_factory=dict)
    private_to: str | None = None  # The one seat that may be told values that name what is hidden from the others.
    is_waivable: bool = False  # Whether the arbiter may waive it here, where its rule is not one to waive.


class Standing(Enum):
    """How a claim about a hidden hand stands."""

    SURE = "sure"  # Nothing could refute it.
    OPEN = "open"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class Violation:
    """An earlier act that is now proven wrong, with the acts that prove it.

    A game counts acts by those that led to its state; the course gives them the numbers of the log.
    """

    act: int
    rule: str
    seat: str | None  # The seat that is proven wrong; None where only the claims of two seats together cannot be true.
    proof: tuple[int, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the form of the referee protocol."""
        return {"act": self.act, "rule": self.rule, "seat": self.seat, "proof": list(self.proof)}


class Ruling(NamedTuple):
    """The referee's answer to an act. Legal and unproven acts are applied, an illegal one changed nothing.

    A named tuple, as `Judgement` is, because every act makes one, and that is twice as fast as a frozen dataclass.
    """

    ruling: Verdict
    rule: str
    values: Values = NO_VALUES
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    private_to: str | None = None  # The one seat that may be told `values`; None when everyone may.

    @property
    def is_applied(self) -> bool:
        """Return whether the act stands."""
        return self.ruling != "illegal"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a seat is awaited to do now; holds nothing that is hidden from anyone."""

    code: str
    values: Values = field(default_factory=dict)


class Judgement(NamedTuple, Generic[StateT]):
    """A ruling with the state after it; the same state when the act was refused."""

    ruling: Ruling
    state: StateT


def refused(state: StateT, refusal: Refusal) -> Judgement[StateT]:
    """Judge an act that is refused: the state stays."""
    return Judgement(Ruling("illegal", refusal.rule, refusal.values, private_to=refusal.private_to), state)


def applied(
    state: StateT, rule: str, values: Values = NO_VALUES, events: tuple[Event, ...] = (), *, is_proven: bool = True
) -> Judgement[StateT]:
    """Judge an act that stands and leads to this state; `is_proven` tells whether hidden cards could refute it."""
    return Judgement(Ruling("legal" if is_proven else "unproven", rule, values, events), state)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Where it is not waivable it guards what the state can hold: no card is played that is not there."""

    meaning: str
    is_waivable: bool = False
    subject: str = ""  # The section of `docs/rulings.md` that it is in.
    reason: str = ""  # Why it is so, or "rulebook" if the rulebook settles it.
    source: str = ""  # Its place in the documents; empty for a game of another package.


def read_rules(package: str, kind: str) -> dict[str, Rule]:
    """Return the rules of a kind by their codes, from the table `rules.csv` of a package.

    Kinds: `refusal`, `decision`, `match`, and `effect` for what an act does, which no ruling names.
    """
    text = files(package).joinpath("rules.csv").read_text(encoding="utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["kind"] == kind]
    return {row["code"]: _rule(row) for row in rows}


def _rule(row: Mapping[str, str]) -> Rule:
    place = f"docs/rulings.md#{row['code']}"
    return Rule(row["meaning"], row["waivable"] == "yes", row["subject"], row["reason"], place)


MATCH_RULES = read_rules("tacotable_engine", "match")  # What every match answers by itself, whatever is played.
