"""Why: what a ruling was made of, so that it can be discussed: its rule, the place in the rules, the facts it used."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.scene import Values
    from tacotable_engine.match import Match
    from tacotable_engine.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Why:
    """What one ruling was made of; hidden values are told to nobody but the owner of its line in the log."""

    verdict: str
    """`legal`, `unproven`, `illegal`, or `violation` for an earlier act that is proven wrong."""
    rule: str
    source: str
    """Section or ruling of the rules, or the paragraph of the referee protocol (`Rule.source`)."""
    code: str
    """The message that says it in a sentence."""
    values: Values = field(default_factory=dict)
    proof: tuple[int, ...] = ()
    """The numbers of the acts that prove a violation."""


def why_of(match: Match, ruling: Ruling) -> Why:
    """Return what a ruling of this match was made of."""
    source = match.rule_of(ruling.rule).source
    return Why(ruling.ruling, ruling.rule, source, f"rule.{ruling.rule}", ruling.values)
