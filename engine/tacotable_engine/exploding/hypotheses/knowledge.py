"""What is known of hidden cards: the copies that are unseen, what that forces, and what claims it proves or refutes."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.exploding.hypotheses.levels import followed
from tacotable_engine.exploding.hypotheses.search import DISCARD, PILE, REST, ZONES, Base, Denial, Kind
from tacotable_engine.exploding.state import Seat, State, lethal_in_pile
from tacotable_engine.setup import Mode


class Standing(Enum):
    """How a claim about a hidden hand stands."""

    SURE = "sure"
    """Nothing could refute it."""
    OPEN = "open"
    REFUTED = "refuted"


def unseen(state: State) -> dict[str, int]:
    """Count the copies of each card whose place is not known; of a redacted state, not known to its viewer."""
    placed = [card for cards in (*state.hands, state.pile, state.discard, *state.in_front, state.out) for card in cards]
    if state.drawn is not None:
        placed.append(state.drawn)
    return state.terms.deck.left(placed)


def with_shown_copies(state: State) -> State:
    """Note that the copies exist which came to be known beyond an inferred count."""
    deck = state.terms.deck
    if not deck.inferred or state.terms.mode is Mode.DEALT:
        return state
    shown = deck.with_shown(unseen(state))
    return state if shown is deck else state._replace(terms=replace(state.terms, deck=shown))


def is_whole(state: State) -> bool:
    """Return whether every card of the game lies somewhere; a position may have left some out."""
    return _out_of_play(state) == 0


def _out_of_play(state: State) -> int:
    """Count the cards that a position left out."""
    cards = sum(map(len, (*state.hands, state.pile, state.discard, *state.in_front, state.out)))
    return state.terms.deck.size - cards - (state.drawn is not None)


def must_be_lethal(state: State) -> bool:
    """Return whether every card of the pile whose face is not known must be lethal (finding 4 of the rules facts)."""
    hidden = state.pile.count(UNKNOWN)
    return is_whole(state) and hidden > 0 and unseen(state)[state.terms.ruleset.lethal] >= hidden


def base_of(state: State) -> Base:
    """Return what was known before the first of the state's moves: what is known now, with them taken back."""
    sizes, unseen_then = list(hidden_in_zones(state)), unseen(state)
    for move in reversed(state.moves):
        if move.kind in (Kind.PASSED, Kind.MERGED):
            sizes[move.zone] += move.number
            sizes[move.to] -= move.number
        else:
            change = 1 if move.kind is Kind.SHOWN else -1
            sizes[move.zone] += change
            unseen_then[move.card] += change
    return Base(
        tuple(sizes),
        tuple((card, count) for card, count in unseen_then.items() if count),
        state.terms.ruleset.lethal,
        is_lethal_in_pile(state),
    )


def hidden_in_zones(state: State) -> tuple[int, ...]:
    """Count the hidden cards of each zone of `hypotheses`."""
    hands = [hand.count(UNKNOWN) for hand in state.hands]
    rest = sum(cards.count(UNKNOWN) for cards in (*state.in_front, state.out)) + _out_of_play(state)
    others = {PILE: state.pile.count(UNKNOWN), DISCARD: state.discard.count(UNKNOWN), REST: rest}
    return tuple(others.get(zone, hands[zone] if zone < len(hands) else 0) for zone in ZONES)


def is_lethal_in_pile(state: State) -> bool:
    """Return whether every lethal card that is not seen must be in the pile.

    The pile has one fewer than living players, less the one in hand (finding 4 of the rules facts); a position that
    leaves cards out, or has more of them, may have some anywhere.
    """
    lethal = state.terms.ruleset.lethal
    unseen_lethal = unseen(state)[lethal]
    is_needed = unseen_lethal + state.pile.count(lethal) <= lethal_in_pile(state)
    return is_whole(state) and is_needed and unseen_lethal <= state.pile.count(UNKNOWN)


def denial(state: State, seat: Seat, card: str) -> Standing:
    """Judge the claim that a seat has no such card: by what has been shown, counting included, and no other claim."""
    hand = state.hands[seat]
    if card in hand:
        return Standing.REFUTED
    if UNKNOWN not in hand or unseen(state)[card] <= 0:
        return Standing.SURE
    if _places_elsewhere(state, seat) < unseen(state)[card]:
        return Standing.REFUTED
    return _denial_after_moves(state, seat, card) if state.moves else Standing.OPEN


def _denial_after_moves(state: State, seat: Seat, card: str) -> Standing:
    """Judge a claim where moves of hidden cards tell more than the places of the known ones."""
    claimed = Denial(seat, card, len(state.moves))
    levels = followed(base_of(state), state.moves, (), (card,))
    if any(level.is_impossible for level in levels):
        return Standing.OPEN  # cards were misread: nothing can be told from the moves
    if any(level.denying(claimed).is_impossible for level in levels):
        return Standing.REFUTED
    return Standing.SURE if any(level.is_sure(seat, card) for level in levels) else Standing.OPEN


def _places_elsewhere(state: State, seat: Seat) -> int:
    """Count the places outside a hand where an unseen card may be; lethal ones need theirs elsewhere too."""
    lethal = max(0, unseen(state)[state.terms.ruleset.lethal])
    return sum(size for zone, size in enumerate(hidden_in_zones(state)) if zone != seat) - lethal
