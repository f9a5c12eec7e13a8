"""Whether a state that was told from outside can be: cards, seats and phase must fit each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable_engine.cards import UNKNOWN, Mode
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.state import Pending, Phase, State


def require_sound(state: State) -> None:
    """Raise RequestError naming the first field that does not fit."""
    _require_cards(state)
    for seat, hand in enumerate(state.hands):
        if hand and seat not in state.alive:
            raise RequestError(f"position.hands: {state.name(seat)!r} is out and holds no cards")
    if state.turn.seat not in state.alive:
        raise RequestError("position.turn.seat: this seat is out")
    if state.peek is not None and state.peek.seat not in state.alive:
        raise RequestError("position: who is out has seen nothing")
    _require_phase(state)
    REQUIRED[state.phase](state)


def _require_cards(state: State) -> None:
    for card, left in unseen(state).items():
        if left < 0:
            copies = state.terms.deck.counts[card]
            raise RequestError(f"position: {copies - left} cards {card!r} are placed, and there are {copies}")
    total = sum(map(len, (*state.hands, state.pile, state.discard, *state.in_front, state.out)))
    if total > state.terms.deck.size:
        raise RequestError(f"position: {total} cards are placed, and the deck has {state.terms.deck.size}")
    if any(state.terms.ruleset.lethal in hand for hand in state.hands):
        raise RequestError("position.hands: nobody holds a lethal card")
    hidden = {Mode.DEALT: (*state.hands, state.pile, state.discard, *state.in_front), Mode.SEEN: state.hands}
    if any(UNKNOWN in cards for cards in hidden.get(state.terms.mode, ())):
        raise RequestError(f'position: in mode {state.terms.mode.value} these cards are all known; "?" is none of them')


def _require_phase(state: State) -> None:
    """Check that the game is over with the last living seat, and that nothing hangs over from another phase."""
    if (len(state.alive) == 1) != (state.phase is Phase.OVER):
        raise RequestError(f"position: phase {state.phase.value!r} does not go with {len(state.alive)} living seats")
    if (state.drawn is not None) != (state.phase is Phase.DEFUSE):
        raise RequestError("position: a lethal card is in somebody's hand exactly in phase 'defuse'")
    is_pending = state.phase in (Phase.WINDOW, Phase.GIVE, Phase.STEAL, Phase.ARRANGE)
    if (state.pending is not None) != is_pending:
        raise RequestError(f"position: phase {state.phase.value!r} does not go with what is pending")
    is_told = all(state.terms.is_told(seat) for seat, owed in enumerate(state.owed) if owed)
    if any(state.owed) != (state.phase is Phase.DEAL) or not is_told:
        raise RequestError("position: cards are owed exactly in phase 'deal', to seats whose cards are told")
    if sum(state.owed) > len(state.pile):
        raise RequestError(f"position.pile: {sum(state.owed)} cards are still to be dealt")
    if state.is_from_bottom != (state.phase is Phase.DRAW):
        raise RequestError("position: the bottom card is drawn exactly in phase 'draw'")


def _require_nothing(state: State) -> None:
    del state


def _pending(state: State) -> Pending:
    if state.pending is None:
        raise RequestError("position: nothing is pending")
    return state.pending


def _require_window(state: State) -> None:
    pending = _pending(state)
    seats = {pending.seat, *pending.passed}  # who laid the last card may have left since
    if not seats <= set(state.alive) or pending.last in pending.passed or pending.seat != state.turn.seat:
        raise RequestError("position: the seats of the open window do not fit")
    lying = len(pending.cards) + len(pending.noped)
    if len(state.discard) < lying or state.discard[len(state.discard) - len(pending.noped) :] != pending.noped:
        raise RequestError("position: what is pending lies on the discard pile")


def _require_target(state: State) -> None:
    pending = _pending(state)
    if pending.target is None or pending.target not in state.alive or pending.target == pending.seat:
        raise RequestError("position: somebody else is asked")
    if not state.hands[pending.target]:
        raise RequestError("position: who is asked has a card")


def _require_pile(state: State) -> None:
    if not state.pile:
        raise RequestError("position.pile: there is a card to draw or to put back")


REQUIRED: Mapping[Phase, Callable[[State], None]] = {
    Phase.DEAL: _require_nothing,
    Phase.TURN: _require_nothing,
    Phase.WINDOW: _require_window,
    Phase.DRAW: _require_pile,
    Phase.DEFUSE: _require_nothing,
    Phase.GIVE: _require_target,
    Phase.ARRANGE: _require_pile,
    Phase.STEAL: _require_target,
    Phase.OVER: _require_nothing,
}
"""What each phase asks of other fields."""
