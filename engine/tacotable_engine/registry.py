"""Which games there are, by the names of their rulesets, and what everybody who lists them has to know of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tacotable_engine.exploding import phases as exploding_phases
from tacotable_engine.exploding import ruleset as exploding
from tacotable_engine.exploding.game import Exploding
from tacotable_engine.game import Game
from tacotable_engine.names import Names
from tacotable_engine.rule import MATCH_RULES
from tacotable_engine.tacocat import phases as tacocat_phases
from tacotable_engine.tacocat import ruleset as tacocat
from tacotable_engine.tacocat.game import Tacocat

TACOCAT, EXPLODING = Tacocat(), Exploding()
GAMES: Mapping[str, Game] = {**dict.fromkeys(tacocat.NAMES, TACOCAT), **dict.fromkeys(exploding.NAMES, EXPLODING)}
"""Name of a ruleset -> the game that knows it."""


@dataclass(frozen=True, slots=True)
class Printing:
    """One ruleset as it is listed: its names, its seats, its cards, and the codes that need words."""

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
    """Return how a ruleset is listed; raises KeyError when there is none of this name."""
    rules = (*GAMES[game].rules, *MATCH_RULES)
    if game in tacocat.NAMES:
        edition = tacocat.load_ruleset(game)
        cards = tuple(edition.deck.cards)
        return Printing(game, edition.names, tacocat.SEATS, cards, (), (), tacocat_phases.PROMPTS, rules)
    ruleset = exploding.load_ruleset(game)
    sets = tuple(part.name for part in ruleset.sets)
    kinds = tuple(ruleset.counts)
    return Printing(game, ruleset.names, ruleset.players, ruleset.cards, kinds, sets, exploding_phases.PROMPTS, rules)
