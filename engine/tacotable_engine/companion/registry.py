"""Which companion a ruleset has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.registry import part_of, spec_of

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Companion


def companion_of(ruleset: str) -> Companion | None:
    """Return the companion of a ruleset's game, imported now; None: it has none. Raises RulesetError."""
    spec = spec_of(ruleset)
    companion: Companion | None = part_of(spec, "companion") if spec.companion else None
    return companion
