"""Repairing: which move the table asks for now, so that cards and token stand where the game says.

What may not lie on a pad is what a refusal names; a card that was told is on its way, and harms nobody. One move is
shown at a time: the refused cards go first, each told by its own refusal, then the token. People may also say that the
table is right as it is: OK held counts a card that lies there as laid now, or the token as standing on its space.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

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


Move: TypeAlias = dict[str, object]
"""One move as the page is told it, which everyone may read: `lift` a card from a `zone`, or `stand` the token on a
`space`. No card is named."""


def moves(situation: Situation, space: int | None = None) -> tuple[Move, ...]:
    """Return the moves by hand, cards before the token; `space`: where that is to stand and does not.

    A pad that nobody knows is left alone, because buttons stand in for its reader.
    """
    refused = {refusal.tag for refusal in situation.ui.refusals.values()} - {None}
    pads = situation.devices.table.pads()
    lifts = ({"do": "lift", "zone": zone} for zone in pads if situation.devices.zones.get(zone) in refused)
    return (*lifts, *(() if space is None else ({"do": "stand", "space": space},)))


def acceptors(situation: Situation, planned: tuple[Move, ...], *shared: str) -> list[str]:
    """Return the seats whose OK, held, takes the table as it is in place of the first move.

    `shared` is whom a refusal on a pad that all share is told to.
    """
    is_asked_else = situation.game.is_paused or situation.ui.question is not None
    if not planned or is_asked_else or situation.game.stage not in (Stage.DEAL, Stage.PLAY):
        return []
    seats = [seat for seat in situation.players if seat not in situation.ui.menus]
    if planned[0]["do"] == "stand":
        return seats
    return [seat for seat in seats if any(True for _ in countable(situation, seat, *shared))]


def countable(situation: Situation, *whom: str) -> Iterator[tuple[str, Refusal]]:
    """Yield the refusals that OK held would settle by counting the card that lies there."""
    for name in whom:
        refusal = situation.ui.refusals.get(name)
        if refusal and refusal.code in MAY_COUNT and refusal.tag in situation.devices.zones.values():
            yield name, refusal
