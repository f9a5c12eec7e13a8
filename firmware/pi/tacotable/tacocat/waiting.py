"""Waiting for a silent reader at Tacocat's table, and what its seat is asked then on its display.

Rules: a duel and a last card are secret until both are there. A seat that names such a card begins at a card that
nobody can foresee, so that who listens to the presses of NO does not learn which it took.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable import facts
from tacotable.situation import Situation, Stage, has_pad, pad_of
from tacotable.tacocat import choices
from tacotable.tacocat.acts import phase, to_act
from tacotable.tacocat.part import names_cards, part_of, target

SECRET = frozenset(("deal", "duel", "showdown"))
"""Phases whose cards nobody else may know yet."""


QUIET_MS = 500.0
"""So long after the buttons stand in for a reader, or no longer do, taps do not count."""


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Notice that the token has reached its space, and which readers are silent."""
    if situation.stage is Stage.MOVE and not situation.is_paused and situation.sensed == {target(situation)}:
        yield facts.TokenPlaced(target(situation))
    part_of(situation).silence.note(situation, map(pad_of, situation.seats))
    _note_asked(situation)
    naming = frozenset(seat for seat in situation.seats if has_pad(situation, seat) and names_cards(situation, seat))
    if naming != part_of(situation).naming:
        # A press in flight was meant for what the buttons were before.
        situation.quiet_until_ms = max(situation.quiet_until_ms, situation.now_ms + QUIET_MS)
        part_of(situation).naming = naming
    for seat in naming:
        _turn_by_chance(situation, seat)


def _note_asked(situation: Situation) -> None:
    """Note since when each seat is waited for."""
    part, asked = part_of(situation), to_act(situation)
    part.asked_ms |= {seat: situation.now_ms for seat in asked if seat not in part.asked}
    part.asked = asked


def wake_at_ms(situation: Situation) -> float | None:
    """Give when a silent reader is no longer waited for."""
    return min(part_of(situation).silence.wakes_ms(situation.now_ms), default=None)


def _turn_by_chance(situation: Situation, seat: str) -> None:
    """Let a secret choice begin anywhere: the time of the event tells where, and no person can aim at that."""
    is_asked = phase(situation) in SECRET and seat not in situation.cursors
    offered = choices.items(situation, seat) if is_asked else ()
    if offered:
        situation.cursors[seat] = int(situation.now_ms) % len(offered)
