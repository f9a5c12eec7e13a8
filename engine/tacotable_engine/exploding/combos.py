"""What cards laid together are: one card, a pair, three of a kind, five different, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.exploding.ruleset import ACTIONS, Ruleset

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards

TARGETED = frozenset(("targeted-attack", "favor", "pair", "triple"))  # What is done to another player.
NAMED = frozenset(("triple", "five"))  # What needs the name of a card.
SIZES = {2: "pair", 3: "triple", 5: "five"}


def shape(ruleset: Ruleset, cards: Cards) -> str | None:
    """Return the shape of cards by any printing's rules: "single", "pair", "triple", "five"; None for nothing."""
    if len(cards) == 1:
        return "single"
    if len(cards) in (2, 3) and is_of_a_kind(ruleset, cards):
        return SIZES[len(cards)]
    if len(cards) == 5 and len(set(cards)) == 5:
        return "five"
    return None


def is_of_a_kind(ruleset: Ruleset, cards: Cards) -> bool:
    """Return whether cards count as equal: by title, with wild cards among plain ones, or a Clone beside one."""
    if len(set(cards)) == 1:
        return cards[0] != ruleset.mimic  # C10: two Clones are no pair
    others = set(cards) - {ruleset.wild}
    if len(others) == 1 and ruleset.wild in cards and others <= set(ruleset.plain):
        return True  # E14
    return is_clone_pair(ruleset, cards)


def is_clone_pair(ruleset: Ruleset, cards: Cards) -> bool:
    """Return whether these are a Clone and a plain card (C9)."""
    return len(cards) == 2 and ruleset.mimic in cards and any(card in ruleset.plain for card in cards)


def is_plain(ruleset: Ruleset, cards: Cards) -> bool:
    """Return whether a combo is one of plain cards, with a wild card or a Clone where it may stand for one."""
    return all(card in (*ruleset.plain, ruleset.wild, ruleset.mimic) for card in cards)


def is_known_here(ruleset: Ruleset, cards: Cards) -> bool:
    """Return whether this printing has such a combo at all."""
    what = shape(ruleset, cards)
    return what == "single" or (what in ruleset.combos and (ruleset.any_title or is_plain(ruleset, cards)))


def effect_alone(ruleset: Ruleset, card: str, top: str | None) -> str | None:
    """Return what a card does alone; a Clone does what `top`, the last discarded card, does (C1). None: nothing."""
    if card == ruleset.mimic:
        return top if top in ACTIONS else None
    return card if card in ACTIONS else None


def effect_of(ruleset: Ruleset, cards: Cards, top: str | None) -> str | None:
    """Return what cards do when they are played; None when that is nothing."""
    what = shape(ruleset, cards)
    return effect_alone(ruleset, cards[0], top) if what == "single" else what


def laid(ruleset: Ruleset, cards: Cards) -> Cards:
    """Return cards in the order in which they come to lie on the discard pile: a Clone last (C9)."""
    if not is_clone_pair(ruleset, cards):
        return cards
    return tuple(sorted(cards, key=lambda card: card == ruleset.mimic))
