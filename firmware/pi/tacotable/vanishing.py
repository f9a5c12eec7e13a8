"""Vanishing: more cards leave at once than hands take away, so something is wrong with the table, and the game pauses.

A weak supply or a shaken table takes tags from several pads in a moment. Nothing that leaves is ever an act, so no harm
is done; but people are asked to look before they go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable import facts
from tacotable.situation import Situation, Stage
from tacotable_drivers.ports import TagLeft

MOST = 2
"""So many cards may leave within the time: both duel cards are taken up at once."""
WITHIN_MS = 1_000.0


def note(situation: Situation, event: TagLeft) -> Iterator[facts.Fact]:
    """Take note of a card that left; pauses a game where too many did and none was laid between."""
    recent = tuple(at_ms for at_ms in situation.left_ms if at_ms > event.at_ms - WITHIN_MS)
    situation.left_ms = (*recent, event.at_ms)
    if len(situation.left_ms) <= MOST or situation.is_paused or situation.stage is not Stage.PLAY:
        return
    situation.left_ms = ()
    situation.note("device", "log.vanished", {"n": MOST + 1})
    situation.sound("lost")
    yield facts.Paused(on=True)
