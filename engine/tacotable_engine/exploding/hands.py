"""Cards that come into hands and leave them, and what stays known of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, after_hidden_loss, without
from tacotable_engine.exploding.ruleset import sorted_hand
from tacotable_engine.exploding.state import Seat, State, Terms, replaced

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Hands = tuple[Cards, ...]


def taken(hands: Hands, seat: Seat, cards: Cards) -> Hands:
    """Remove cards from a hand by their faces, or as unknown ones; the checks saw that they can be there."""
    rest = without(hands[seat], cards)
    if rest is None:
        raise AssertionError("the checks let a card pass that is not there")
    return replaced(hands, seat, rest)


def added(hands: Hands, seat: Seat, card: str, terms: Terms) -> Hands:
    """Put a card into a hand."""
    return replaced(hands, seat, sorted_hand(terms.ruleset, (*hands[seat], card)))


def moved(state: State, giver: Seat, taker: Seat, card: str) -> State:
    """Move a card whose face is told from hand to hand."""
    return state._replace(hands=added(taken(state.hands, giver, (card,)), taker, card, state.terms))


def moved_hidden(state: State, giver: Seat, taker: Seat) -> State:
    """Move a card from hand to hand that nobody told: any of the giver's may be gone (contract, small print).

    Of a hand of equal known cards it can only be one of these.
    """
    hand = state.hands[giver]
    card = hand[0] if len(set(hand)) == 1 else UNKNOWN
    rest = after_hidden_loss(hand, 1)
    return state._replace(hands=added(replaced(state.hands, giver, rest), taker, card, state.terms))


def one_by_chance(hand: Cards, chance: Chance) -> str:
    """Return one card of a hand, each as likely as any other."""
    return next(iter(chance.shuffle(hand)))
