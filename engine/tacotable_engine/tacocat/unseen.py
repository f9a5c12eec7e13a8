"""Going on unseen: a round whose hidden cards readers told becomes one in which they are not told any more."""

from __future__ import annotations

from dataclasses import replace

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.chance import Chance
from tacotable_engine.setup import Mode
from tacotable_engine.tacocat.rounds import begin_round, phase_after_replacing
from tacotable_engine.tacocat.state import Phase, State


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    blind = state._replace(terms=replace(state.terms, mode=Mode.BLIND))
    if state.phase is not Phase.DEAL:
        return blind
    if state.replaced == (None, None):
        begun, _ = begin_round(blind, chance)
        return begun
    return _with_owed(blind)


def _with_owed(state: State) -> State:
    """Deal both seats the cards that they were still owed for replaced ones, as unknown ones."""
    first, second = state.owed
    return state._replace(
        hands=(state.hands[0] + (UNKNOWN,) * first, state.hands[1] + (UNKNOWN,) * second),
        pile=state.pile[first + second :],
        owed=(0, 0),
        phase=phase_after_replacing(state.arrow, state.replaced, (0, 0)),
    )
