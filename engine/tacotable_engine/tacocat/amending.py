"""Amendments in Tacocat: a round dealt again or given away, a seat that leaves, a card that is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tacotable_engine.rulings import Judgement, Refusal, applied
from tacotable_engine.tacocat.rounds import Begun, begin_round, end_round, finished
from tacotable_engine.tacocat.state import Phase, State

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.chance import Chance


def why_not_amend(state: State, amendment: Amendment) -> Refusal | None:
    """Return why an amendment cannot be made now; None when it can."""
    if state.phase is Phase.OVER:
        return Refusal("not-now-over")
    if amendment.card is None:
        return None
    deck = state.terms.deck.without((*state.lost, amendment.card))
    if deck.counts[amendment.card] < 0:
        return Refusal("amend-no-copy", {"card": amendment.card})
    if deck.size < 2 * max(state.terms.board.numbers):
        return Refusal("amend-deck-short", {"card": amendment.card})
    return None


def amend(state: State, amendment: Amendment, chance: Chance) -> Judgement[State]:
    """Make an amendment that `why_not_amend` let pass."""
    after, events = AMENDING[amendment.do](state, amendment, chance)
    return applied(after, amendment.rule, amendment.values, (amendment.event, *events))


def _leave(state: State, amendment: Amendment, chance: Chance) -> Begun:
    """End the game for the other seat; token, tiles and wins stay as they are."""
    del chance
    leaver = state.terms.seats.index(amendment.seat or "")
    over = finished(state._replace(leaver=leaver))
    return over, [{"type": "game-won", "seat": state.terms.seats[1 - leaver]}]


AMENDING: Mapping[str, Callable[[State, Amendment, Chance], Begun]] = {
    "redeal": lambda state, _, chance: begin_round(state, chance),
    "award": lambda state, amendment, chance: end_round(
        state, state.terms.seats.index(amendment.seat or ""), amendment.rule, chance
    ),
    "leave": _leave,
    "lost": lambda state, amendment, _: (state._replace(lost=(*state.lost, amendment.card or "")), []),
}
"""The amendments that Tacocat knows, and what each does."""
