"""Going on unseen: a game whose hidden cards readers told becomes one in which they are not told any more."""

from __future__ import annotations

from dataclasses import replace

from tacotable_engine.chance import Chance
from tacotable_engine.exploding.dealing import start
from tacotable_engine.exploding.redaction import redacted
from tacotable_engine.exploding.state import Phase, State
from tacotable_engine.setup import Mode


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    terms = replace(state.terms, mode=Mode.BLIND)
    if state.phase is Phase.DEAL:
        return start(terms, chance)
    return state._replace(terms=terms)


def public_only(state: State) -> State:
    """Return the state in mode `blind` as everyone may know it: a ruling on it tells nothing of a hidden card."""
    known = redacted(state, None)
    return known._replace(terms=replace(known.terms, mode=Mode.BLIND))
