"""Whether a state that was told from outside can be: cards, hands and phase must fit each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable_engine.cards import UNKNOWN, Mode, without
from tacotable_engine.errors import RequestError
from tacotable_engine.tacocat.proofs import unseen
from tacotable_engine.tacocat.ruleset import FEWEST, SPACES
from tacotable_engine.tacocat.state import Phase, State


def require_copies(state: State) -> None:
    """Raise RequestError when more copies of a card are placed than there are.

    For requests only: in a game two seats may seal what the deck has once, and its state has to be read back.
    """
    deck = state.terms.deck
    for card, left in unseen(state).items():
        if left < 0:
            copies = deck.counts[card]
            raise RequestError(f"position: {copies - left} cards {card!r} are placed, and the deck has {copies}")


def require_sound(state: State) -> None:
    """Raise RequestError naming the first field that does not fit."""
    if state.token in state.covered:
        raise RequestError(f"position.covered: the token stands on {state.token}, so it is not covered")
    if not set(state.covered) <= set(SPACES) or len(set(state.covered)) < len(state.covered):
        raise RequestError("position.covered: takes spaces from -3 to 3, each once")
    if (state.winner is not None) != (state.phase is Phase.OVER):
        raise RequestError(f"position.phase: {state.phase.value!r} does not go with the token on {state.token}")
    _require_cards(state)
    _require_sealed(state)
    answered = [answer.demand for answer in state.answers]
    if sorted(state.attack) != sorted((*answered, *state.demands)):
        raise RequestError("position.demands: every card of the attack is one demand, open or answered")
    if state.attack and state.phase is not Phase.ANSWER:
        raise RequestError(f"position.demands: phase {state.phase.value!r} has none")
    if any(state.owed) and state.phase is not Phase.DEAL:
        raise RequestError(f"position: no card is owed in phase {state.phase.value!r}")
    REQUIRED[state.phase](state)


def _require_cards(state: State) -> None:
    size = state.terms.deck.size
    tucked = len(state.tucked[0]) + len(state.tucked[1])
    table = len(state.attack) + len(state.answers) + tucked
    total = sum(map(len, (*state.hands, state.pile, state.discard))) + table
    if total > size:
        raise RequestError(f"position: {total} cards are placed, and the deck has {size}")
    if state.terms.mode is Mode.DEALT and UNKNOWN in (
        *state.hands[0],
        *state.hands[1],
        *state.pile,
        *state.discard,
    ):
        raise RequestError('position: "?" is no card in mode dealt; the engine knows every card it deals')


def _require_sealed(state: State) -> None:
    for hand, cards in zip(state.hands, state.sealed, strict=True):
        told = tuple(card for card in cards or () if card != UNKNOWN)
        if len(cards or ()) > len(hand) or without(hand, told) is None:
            raise RequestError("position: a sealed card is not in its hand")
        if cards is not None and state.phase not in (Phase.REPLACE, Phase.DUEL, Phase.SHOWDOWN):
            raise RequestError(f"position: nothing is sealed in phase {state.phase.value!r}")
        if cards is not None and state.phase is not Phase.REPLACE and (len(cards) != 1 or UNKNOWN in cards):
            raise RequestError("position: one told card is sealed at a time")
    if None not in state.sealed:
        raise RequestError("position: when both have chosen, nothing stays sealed")


def _require_deal(state: State) -> None:
    if not any(map(state.terms.is_told, (0, 1))):
        raise RequestError("position.phase: 'deal' is a phase of mode seen only, and of robots in blind")
    if not any(state.owed):
        raise RequestError("position.phase: 'deal' is over, for every hand is full")
    if any(owed < 0 or (owed and not state.terms.is_told(seat)) for seat, owed in enumerate(state.owed)):
        raise RequestError(f"position.hands: {state.terms.board.number(state.token)} cards are dealt on this space")
    if sum(state.owed) > len(state.pile):
        raise RequestError(f"position.pile: {sum(state.owed)} cards are still to be dealt")


def _require_replace(state: State) -> None:
    _require_equal(state)
    if None not in state.replaced:
        raise RequestError("position.replaced: both have replaced, so the phase is not 'replace'")
    if state.arrow is not None and state.sealed != (None, None):
        raise RequestError("position: under a single arrow nothing is sealed")
    for seat in (0, 1):
        if state.sealed[seat] is not None and state.replaced != (None, None):
            raise RequestError("position.replaced: nobody has replaced while a choice is sealed")


def _require_attack(state: State) -> None:
    _require_attacker(state)
    _require_equal(state)


def _require_attacker(state: State) -> None:
    if state.attacker is None:
        raise RequestError(f"position.attacker: phase {state.phase.value!r} needs one")


def _require_answer(state: State) -> None:
    _require_attacker(state)
    if not state.demands:
        raise RequestError("position.demands: phase 'answer' needs the open demands")
    attacker = state.attacker or 0
    sizes = len(state.hands[attacker]), len(state.hands[1 - attacker])
    if sizes[0] < 1 or sizes[1] != sizes[0] + len(state.demands):
        names = state.terms.seats
        raise RequestError(
            f"position.hands: with {len(state.demands)} open demands {names[1 - attacker]!r} has as many more "
            f"than {names[attacker]!r}, who keeps at least one"
        )


def _require_showdown(state: State) -> None:
    if [len(hand) for hand in state.hands] != [1, 1]:
        raise RequestError("position.hands: in phase 'showdown' each seat has one card")


def _require_equal(state: State) -> None:
    sizes = [len(hand) for hand in state.hands]
    if sizes[0] != sizes[1] or sizes[0] < FEWEST:
        raise RequestError(
            f"position.hands: in phase {state.phase.value!r} both have equally many cards, {FEWEST} or more; "
            f"given are {sizes[0]} and {sizes[1]}"
        )


REQUIRED: Mapping[Phase, Callable[[State], None]] = {
    Phase.DEAL: _require_deal,
    Phase.REPLACE: _require_replace,
    Phase.DUEL: _require_equal,
    Phase.ATTACK: _require_attack,
    Phase.ANSWER: _require_answer,
    Phase.SHOWDOWN: _require_showdown,
    Phase.OVER: lambda _: None,
}
"""What each phase asks of hands and other fields."""
