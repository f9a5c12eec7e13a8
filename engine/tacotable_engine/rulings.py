"""What the referee answers: rulings, refusals, prompts and violations; codes and values, never text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

Verdict: TypeAlias = Literal["legal", "illegal", "unproven"]
Values: TypeAlias = Mapping[str, object]
Event: TypeAlias = dict[str, object]
"""What happened, as everyone may see it; `type` says what it is."""
NO_VALUES: Values = MappingProxyType({})

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act may not be done: the code of the rule that forbids it and the values its sentence needs."""

    rule: str
    values: Values = field(default_factory=dict)
    private_to: str | None = None
    """The one seat that may be told the values, when they name what is hidden from the others."""


@dataclass(frozen=True, slots=True)
class Violation:
    """An earlier act that is now proven wrong, with the acts that prove it."""

    act: int
    rule: str
    seat: str | None
    """The seat that is proven wrong; None where only the claims of two seats together cannot be true."""
    proof: tuple[int, ...]

    def as_dict(self) -> dict[str, object]:
        """Give the form of the referee protocol."""
        return {"act": self.act, "rule": self.rule, "seat": self.seat, "proof": list(self.proof)}


class Outcome(NamedTuple, Generic[StateT]):
    """What an act that may be done leads to.

    With `Ruling` and `Judgement` a named tuple, because every act makes one of each, and that is twice as fast.
    """

    state: StateT
    rule: str
    values: Values = NO_VALUES
    events: tuple[Event, ...] = ()
    is_proven: bool = True
    violations: tuple[Violation, ...] = ()


class Ruling(NamedTuple):
    """The referee's answer to an act. Legal and unproven acts are applied, an illegal one changed nothing."""

    ruling: Verdict
    rule: str
    values: Values = NO_VALUES
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    private_to: str | None = None
    """The one seat that may be told `values`; None when everyone may."""

    @property
    def is_applied(self) -> bool:
        """Tell whether the act stands."""
        return self.ruling != "illegal"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a seat is awaited to do now; holds nothing that is hidden from anyone."""

    code: str
    values: Values = field(default_factory=dict)


class Judgement(NamedTuple):
    """A ruling with the state after it; the same state when the act was refused."""

    ruling: Ruling
    state: Any  # each game has its own state; only that game looks inside


def refused(refusal: Refusal) -> Ruling:
    """Give the ruling on an act that is refused."""
    return Ruling("illegal", refusal.rule, refusal.values, private_to=refusal.private_to)


def applied(outcome: Outcome[Any]) -> Ruling:
    """Give the ruling on an act that stands."""
    verdict: Verdict = "legal" if outcome.is_proven else "unproven"
    return Ruling(verdict, outcome.rule, outcome.values, outcome.events, outcome.violations)
