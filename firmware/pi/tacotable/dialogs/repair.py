"""Repairing: which move the table asks for now, so that cards and token stand where the game says.

What may not lie on a pad is what a refusal names; a card that was told is on its way, and harms nobody. One move is
shown at a time: the refused cards go first, each told by its own refusal, then the token. People may also say that the
table is right as it is: OK held counts a card that lies there as laid now, or the token as standing on its space.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs.repair_plan import Lift, Move, Needed, Pad, Sensed, Stand, plan
from tacotable.state.device_state import Certainty
from tacotable.state.game_state import Stage

if TYPE_CHECKING:
    from tacotable.state.interaction import Refusal
    from tacotable.state.situation import Situation

MAY_COUNT = frozenset(
    (
        "refusal.discarded",
        "refusal.lay-again",
        "refusal.pad-back",
        "refusal.spent",
        "refusal.nope-too-late",
        *(f"refusal.marked-{mark}" for mark in ("paw", "no-paw", "gru", "no-gru")),
    )
)
"""Refusals of cards that are no act only because nobody saw them come, or because the deck was not sorted out, or as an
equal card was put away in place of one."""


def moves(situation: Situation, space: int | None = None, spaces: frozenset[int] | None = None) -> tuple[Move, ...]:
    """Return the shortest repair; `space`: where the game wants its token; `spaces`: where it is felt."""
    pads = {zone: _cards_on(situation, zone) for zone in situation.devices.table.pads()}
    refused = {refusal.tag for refusal in situation.ui.refusals.values()}
    allowed = {zone: Pad(may=frozenset(tags or ()) - refused) for zone, tags in pads.items()}
    return plan(Sensed(pads, spaces), Needed(allowed, space))


def steps(planned: tuple[Move, ...]) -> list[dict[str, object]]:
    """Return a plan for a page that everyone may read, as JSON values: no card is named."""
    return [_step(move) for move in planned]


def acceptors(situation: Situation, planned: tuple[Move, ...], *shared: str) -> list[str]:
    """Return the seats whose OK, held, takes the table as it is in place of the first move.

    `shared` is whom a refusal on a pad that all share is told to.
    """
    is_asked_else = situation.game.is_paused or situation.ui.question is not None
    if not planned or is_asked_else or situation.game.stage not in (Stage.DEAL, Stage.PLAY):
        return []
    seats = [seat for seat in situation.players if seat not in situation.ui.menus]
    if isinstance(planned[0], Stand):
        return seats
    return [seat for seat in seats if any(True for _ in countable(situation, seat, *shared))]


def countable(situation: Situation, *whom: str) -> Iterator[tuple[str, Refusal]]:
    """Yield the refusals that OK held would settle by counting the card that lies there."""
    for name in whom:
        refusal = situation.ui.refusals.get(name)
        if refusal and refusal.code in MAY_COUNT and refusal.tag in situation.devices.zones.values():
            yield name, refusal


def _cards_on(situation: Situation, zone: str) -> tuple[str, ...] | None:
    lying = situation.devices.zones.get(zone, Certainty.EMPTY)
    if isinstance(lying, str):
        return (lying,)
    return () if lying is Certainty.EMPTY else None


def _step(move: Move) -> dict[str, object]:
    if isinstance(move, Lift):
        return {"do": "lift", "zone": move.zone}
    if isinstance(move, Stand):
        return {"do": "stand", "space": move.space}
    return {"do": "lay", "zone": move.zone}
