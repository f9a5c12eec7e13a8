"""The rules at hand: what each game of a table is, in sections, and the section that each ruling belongs to.

The words are in `catalog/<language>/how.toml`: `web` is a section's title, `say` its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable.files.toml_file import shipped_toml
from tacotable_engine.registry import EXPLODING, printing_of, spec_of

if TYPE_CHECKING:
    from tacotable.catalog import Catalog

LAST = "help"  # The section of what no other has: taking back, the arbiter, cards that were lost.
SECTIONS: Mapping[str, Mapping[str, Sequence[str]]] = shipped_toml("tacotable.web", "rules.toml")
"""The sections of each family in order, each with how the codes of its rulings begin; the longest beginning counts."""
OF_A_PACKAGE: Mapping[str, tuple[str, ...]] = {"goal": ("",), LAST: ("amend", "arbiter", "clock", "nothing", "undone")}
"""The sections of a game that a package brings: one for all its rulings, with the text `how.<its name>-goal`."""


def rules_told(words: Catalog, games: tuple[str, ...]) -> object:
    """Return the rules of a family's games as JSON values: its sections, each edition's own, and its cards."""
    spec = spec_of(games[0])
    family = "kittens" if spec is EXPLODING else spec.name
    sections = SECTIONS.get(family, OF_A_PACKAGE)
    told = {name: f"how.{family if family in SECTIONS or name != LAST else 'tacocat'}-{name}" for name in sections}
    texts = words.templates("how-card")
    cards = {game: [card for card in printing_of(game).named_cards if card in texts] for game in games}
    told_of = {game: words.say(f"how.{game}") if f"how.{game}" in words.messages else "" for game in games}
    return {
        "sections": [{"id": name, "title": words.web(code), "text": words.say(code)} for name, code in told.items()],
        "begins": {name: list(begins) for name, begins in sections.items()},
        "editions": [{"game": game, "text": told_of[game], "cards": cards[game]} for game in games],
        "cards": {card: texts[card] for card in dict.fromkeys(card for named in cards.values() for card in named)},
    }
