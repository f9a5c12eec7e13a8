"""What a seat may do now, listed from nothing but what that seat may know.

Replacing is one entry with its bound: listing every choice of cards would be most of the work of a game.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_engine.tacocat.acts import Answer, Attack, Duel, Show, TacocatAct
from tacotable_engine.tacocat.checks import replace_limit, why_not
from tacotable_engine.tacocat.phases import to_act
from tacotable_engine.tacocat.redaction import redacted
from tacotable_engine.tacocat.ruleset import UNKNOWN
from tacotable_engine.tacocat.state import Phase, Seat, State


def legal(state: State, seat: Seat) -> list[dict[str, object]]:
    """List the seat's acts, ascending by card; where its hand is not known, every act that some hand allows."""
    if seat not in to_act(state):
        return []
    known = redacted(state, seat)
    if state.phase is Phase.DEAL:
        return [{"do": "deal", "max": state.owed[seat]}]
    if state.phase is Phase.REPLACE:
        return [{"do": "replace", "max": replace_limit(known, seat)}]
    return [act.fields() for act in _candidates(known, seat) if why_not(known, seat, act) is None]


def _candidates(state: State, seat: Seat) -> Iterator[TacocatAct]:
    cards = _values(state, seat)
    if state.phase is Phase.DUEL:
        yield from (Duel(card) for card in cards)
    elif state.phase is Phase.SHOWDOWN:
        yield from (Show(card) for card in cards)
    elif state.phase is Phase.ATTACK:
        yield from _attacks(state, seat, cards)
    else:
        yield from _answers(state, cards)


def _values(state: State, seat: Seat) -> list[str]:
    """Give the values that may be in the hand, ascending."""
    hand = state.hands[seat]
    return [card for card in state.terms.ruleset.deck.counts if card in hand or UNKNOWN in hand]


def _attacks(state: State, seat: Seat, cards: list[str]) -> Iterator[Attack]:
    """Give single cards, then groups, then runs."""
    most = len(state.hands[seat]) - 1
    yield from (Attack((card,)) for card in cards)
    if not state.terms.jumbo:
        return
    for card in cards:
        copies = min(most, state.terms.ruleset.deck.counts[card])
        yield from (Attack((card,) * n) for n in range(2, copies + 1))
    for start in range(len(cards)):
        for end in range(start + 3, min(start + most, len(cards)) + 1):
            if int(cards[end - 1]) - int(cards[start]) != end - 1 - start:
                break
            yield Attack(tuple(cards[start:end]))


def _answers(state: State, cards: list[str]) -> Iterator[Answer]:
    """Give each card for each open demand; the first demand goes without saying."""
    demands = list(dict.fromkeys(state.demands))
    for card in cards:
        for demand in demands:
            named = None if demand == demands[0] else demand
            yield Answer(card, demand=named)
            if int(card) >= int(demand):
                yield Answer(card, is_given_up=True, demand=named)
