"""Vanishing: more cards leave at one moment than hands take away, so something is wrong with the table: a pause.

A supply or an antenna that fails takes all tags in a moment; quick hands, one card after the other, do not. Nothing
that leaves is ever an act, so no harm is done; but people are asked to look before they go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.game_state import Stage

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable_drivers.ports import TagLeft

MOST = 2
"""So many cards may leave at one moment: both duel cards are taken up at once."""
WITHIN_MS = 150.0
"""One moment: so long readers that fail together may take to notice it, one after the other."""


def note(situation: Situation, event: TagLeft) -> Iterator[facts.Fact]:
    """Note a card that left; pauses a game where too many did and none was laid between."""
    recent = tuple(at_ms for at_ms in situation.devices.left_ms if at_ms > event.at_ms - WITHIN_MS)
    situation.devices.left_ms = (*recent, event.at_ms)
    if len(situation.devices.left_ms) <= MOST or situation.game.is_paused or situation.game.stage is not Stage.PLAY:
        return
    if (public := situation.public()) is not None and public.phase == "deal":
        return  # all cards are gathered at once
    situation.devices.left_ms = ()
    situation.note("device", "log.vanished", {"n": MOST + 1})
    situation.sound("lost")
    yield facts.Paused(on=True)
