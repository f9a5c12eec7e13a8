"""The printings of all games as they are listed: their names, seats and cards, and the codes that need words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tacotable_engine.exploding import phases as exploding_phases
from tacotable_engine.exploding import ruleset as exploding
from tacotable_engine.exploding.rules import RULES as EXPLODING_RULES
from tacotable_engine.rule import MATCH_RULES
from tacotable_engine.tacocat import phases as tacocat_phases
from tacotable_engine.tacocat import ruleset as tacocat
from tacotable_engine.tacocat.rules import RULES as TACOCAT_RULES

if TYPE_CHECKING:
    from tacotable_engine.names import Names

FAMILIES: Mapping[str, tuple[str, ...]] = {"tacocat": tacocat.NAMES, "exploding": exploding.NAMES}
"""The rulesets of each family of games."""
RULESETS = tuple(name for names in FAMILIES.values() for name in names)


@dataclass(frozen=True, slots=True)
class Printing:
    """One ruleset as it is listed."""

    id: str
    names: Names
    seats: range
    cards: tuple[str, ...]
    """Every card of the box, face by face."""
    named_cards: tuple[str, ...]
    """The kinds of cards that need a name; Tacocat's are their own."""
    sets: tuple[str, ...]
    """The sets that numbers of players choose from the box."""
    prompts: tuple[str, ...]
    rules: tuple[str, ...]


@cache
def printing_of(game: str) -> Printing:
    """Return how a ruleset is listed; raises RulesetError when there is none of this name."""
    if game in tacocat.NAMES:
        edition = tacocat.load_ruleset(game)
        rules = (*TACOCAT_RULES, *MATCH_RULES)
        cards = tuple(edition.deck.cards)
        return Printing(game, edition.names, tacocat.SEATS, cards, (), (), tacocat_phases.PROMPTS, rules)
    ruleset = exploding.load_ruleset(game)
    rules = (*EXPLODING_RULES, *MATCH_RULES)
    sets = tuple(part.name for part in ruleset.sets)
    kinds = tuple(ruleset.counts)
    return Printing(game, ruleset.names, ruleset.players, ruleset.cards, kinds, sets, exploding_phases.PROMPTS, rules)
