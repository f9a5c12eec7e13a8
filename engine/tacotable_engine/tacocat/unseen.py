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
    first, second = blind.owed
    return blind._replace(
        hands=(blind.hands[0] + (UNKNOWN,) * first, blind.hands[1] + (UNKNOWN,) * second),
        pile=blind.pile[first + second :],
        owed=(0, 0),
        phase=phase_after_replacing(blind.arrow, blind.replaced, (0, 0)),
    )
