"""A rule by its code: where it is told, what it means, and whether the arbiter may waive it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Where it is not waivable it guards what the state can hold: no card is played that is not there."""

    source: str
    """Sections and rulings of the rules facts ("2.1", "T10", "E3", "C5"), or "contract" and its paragraph."""
    meaning: str
    is_waivable: bool = False
