"""What shown cards prove: the copies that are still unseen, and what they say of a claim (blind mode)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.setup import Mode
from tacotable_engine.tacocat.state import State


class Claim(Enum):
    """How a claim about a hidden hand stands."""

    SURE = "sure"
    """Nothing could refute it."""
    OPEN = "open"
    REFUTED = "refuted"


def unseen(state: State) -> dict[str, int]:
    """Count the copies of each value whose place is not known; of a redacted state, not known to its viewer.

    Below 0 where two seats showed together what the deck has once: a card was misread then, which no count mends.
    """
    answers = (answer.card for answer in state.answers)
    known = (*state.hands[0], *state.hands[1], *state.pile, *state.discard, *state.attack, *answers)
    return state.terms.deck.left((*known, *state.tucked[0], *state.tucked[1]))


def most_unseen(state: State) -> dict[str, int]:
    """Count them as far as it is certain: of a value whose count is only inferred there may be many more."""
    return state.terms.deck.most_left(unseen(state))


def with_shown_copies(state: State) -> State:
    """Note that the copies exist which lie open beyond an inferred count; what is sealed does not show in the deck."""
    deck = state.terms.deck
    if not deck.inferred or state.terms.mode is Mode.DEALT or state.sealed != (None, None):
        return state
    shown = deck.with_shown(unseen(state))
    return state if shown is deck else state._replace(terms=replace(state.terms, deck=shown))


def stands_lowest(rest: Cards, card: str, left: dict[str, int]) -> Claim:
    """Judge the claim that `card` was the lowest of a hand of which `rest` remains.

    `left` counts the copies that may be unseen, `card` itself not among them. The claim is refuted by a lower card
    that is known to be in the hand, or by counting: too few unseen cards reach it to fill the hand's unknown places
    (engine facts, 5.1). It is sure when no lower card can be in the hand.
    """
    value = int(card)
    if any(known != UNKNOWN and int(known) < value for known in rest):
        return Claim.REFUTED
    unknown = rest.count(UNKNOWN)
    if sum(max(count, 0) for other, count in left.items() if int(other) >= value) < unknown:
        return Claim.REFUTED
    is_free = any(count > 0 and int(other) < value for other, count in left.items())
    return Claim.OPEN if unknown and is_free else Claim.SURE


def stands_whole(rest: Cards, card: str, left: dict[str, int]) -> Claim:
    """Judge the claim that a hand of which `rest` remains has no further `card` (option strict_groups)."""
    if card in rest:
        return Claim.REFUTED
    unknown = rest.count(UNKNOWN)
    if sum(max(count, 0) for other, count in left.items() if other != card) < unknown:
        return Claim.REFUTED
    return Claim.OPEN if unknown and left[card] > 0 else Claim.SURE
