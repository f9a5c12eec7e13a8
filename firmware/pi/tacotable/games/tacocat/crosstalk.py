"""Overhearing: two pads that lie too near each other tell the same card, which lies on one of them only.

It counts at the first in its turn, and the other asks to take it off. Where both seats were awaited, nobody can know
whose it is, so it counts at neither: what the first pad made of it is taken back, and the other may hold OK to play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import questions as asking
from tacotable.games.tacocat.acts import phase, to_act
from tacotable.games.tacocat.state import devices_of, game_of, other
from tacotable.state import facts

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

TOGETHER_MS = 250.0
"""So long after the first a pad that overhears may tell a card: readers ask one after the other."""
OF_BOTH = ("replace", "duel", "showdown")
"""Phases in which both seats may be awaited at once."""


def is_overheard(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether the pad across tells this card too, and did not have it taken back."""
    across = other(situation, seat)
    refusal = situation.ui.refusals.get(across)
    is_taken_back = refusal is not None and (refusal.code, refusal.tag) == ("refusal.taken-back", tag)
    return situation.zone(across) == tag and not is_taken_back


def may_be_of_either(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether a card counted across a moment ago, which this seat might have laid as well."""
    across = other(situation, seat)
    at_ms = devices_of(situation).counted_ms.get(across, -TOGETHER_MS)
    is_now = is_overheard(situation, seat, tag) and situation.devices.now_ms - at_ms < TOGETHER_MS
    is_awaited = phase(situation) in OF_BOTH and seat in to_act(situation)
    return is_now and is_awaited and (_is_shown(situation, across, tag) or _is_last_act(situation, across, tag))


def take_back(situation: Situation, seat: str, tag: str) -> Iterator[facts.Fact]:
    """Undo what the pad across made of the card, and ask there to take it off."""
    across = other(situation, seat)
    if _is_shown(situation, across, tag):
        yield facts.TookBack(across, all=False, tag=tag)
    else:
        lying = situation.lying()
        yield facts.Undone(across, asking.TWO_PADS, lying)
    asking.ask_to_lift(situation, f"{across}.pad", tag)


def _is_shown(situation: Situation, seat: str, tag: str) -> bool:
    return situation.entry(seat).tags[-1:] == (tag,)


def _is_last_act(situation: Situation, seat: str, tag: str) -> bool:
    is_last = bool(situation.game.steps) and situation.game.steps[-1].seat == seat
    return is_last and game_of(situation).spent.get(tag) == seat
