"""What is known of hidden cards: the copies that are unseen, what that forces, and what claims it proves or refutes."""

from __future__ import annotations

from enum import Enum

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding.state import Seat, State


class Standing(Enum):
    """How a claim about a hidden hand stands."""

    SURE = "sure"
    """Nothing could refute it."""
    OPEN = "open"
    REFUTED = "refuted"


def unseen(state: State) -> dict[str, int]:
    """Count the copies of each card whose place is not known; of a redacted state, not known to its viewer."""
    left = dict(state.terms.deck)
    placed = [card for cards in (*state.hands, state.pile, state.discard, *state.in_front, state.out) for card in cards]
    if state.drawn is not None:
        placed.append(state.drawn)
    for card in placed:
        if card != UNKNOWN:
            left[card] = left.get(card, 0) - 1
    return left


def is_whole(state: State) -> bool:
    """Tell whether every card of the game lies somewhere; a position may have left some out."""
    cards = sum(map(len, (*state.hands, state.pile, state.discard, *state.in_front, state.out)))
    return cards + (state.drawn is not None) == sum(state.terms.deck.values())


def must_be_lethal(state: State) -> bool:
    """Tell whether every card of the pile whose face is not known must be lethal (finding 4 of the rules facts)."""
    hidden = state.pile.count(UNKNOWN)
    return is_whole(state) and hidden > 0 and unseen(state)[state.terms.ruleset.lethal] >= hidden


def denial(state: State, seat: Seat, card: str) -> Standing:
    """Judge the claim that a seat has no such card, by what has been shown alone."""
    hand = state.hands[seat]
    if card in hand:
        return Standing.REFUTED
    if UNKNOWN not in hand or unseen(state)[card] <= 0:
        return Standing.SURE
    return (
        Standing.REFUTED if is_whole(state) and _places_elsewhere(state, seat) < unseen(state)[card] else Standing.OPEN
    )


def _places_elsewhere(state: State, seat: Seat) -> int:
    """Count the places outside a hand where an unseen card may be; lethal ones need theirs in the pile."""
    lethal = max(0, unseen(state)[state.terms.ruleset.lethal])
    others: list[Cards] = [state.pile, state.discard, *state.in_front, state.out]
    others += [hand for other, hand in enumerate(state.hands) if other != seat]
    return sum(cards.count(UNKNOWN) for cards in others) - lethal
