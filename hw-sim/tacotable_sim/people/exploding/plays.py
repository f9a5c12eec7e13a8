"""Which cards of a hand are a play, nope or defuse, as a player of an Exploding game knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tacotable_engine.exploding import combos
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE, Ruleset
from tacotable_sim.truth import Card

Cards = tuple[Card, ...]
Faces = tuple[str, ...]

ESCAPES = frozenset(("attack", "targeted-attack", "skip", "shuffle", "alter-the-future", "draw-from-bottom"))
"""Cards for somebody who knows that a lethal card lies on top of the pile."""


def plays(hand: Sequence[Card], ruleset: Ruleset, top: str) -> list[Cards]:
    """Return the plays of a hand, each in the order in which it is shown; `top` is the face on the discard pile."""
    cards = sorted(hand, key=lambda card: card.face == ruleset.mimic)  # a Clone comes to lie last
    found: list[Cards] = [(card,) for card in cards if combos.effect_alone(ruleset, card.face, top)]
    for size, name in combos.SIZES.items():
        by_faces: dict[Faces, Cards] = {}
        for combo in combinations(cards, size) if name in ruleset.combos else ():
            by_faces.setdefault(tuple(card.face for card in combo), combo)
        found += [combo for faces, combo in by_faces.items() if combos.is_known_here(ruleset, faces)]
    return found


def nopers(hand: Sequence[Card], ruleset: Ruleset, top: str) -> Iterator[Card]:
    """Return the cards that nope: a Nope, or a Clone while a Nope lies on top."""
    return (card for card in hand if card.face == NOPE or (card.face == ruleset.mimic and top == NOPE))


def defusers(hand: Sequence[Card], ruleset: Ruleset, top: str) -> Iterator[Card]:
    """Return the cards that defuse: a Defuse, or a Clone while a Defuse lies on top."""
    return (card for card in hand if card.face == DEFUSE or (card.face == ruleset.mimic and top == DEFUSE))
