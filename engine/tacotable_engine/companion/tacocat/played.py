"""A round that was played: its acts with the states before them, and the hands as they are known afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.chance import ToldChance
from tacotable_engine.companion.tacocat.history import standing
from tacotable_engine.companion.tacocat.knowledge import first_state
from tacotable_engine.errors import RequestError
from tacotable_engine.log import Applied
from tacotable_engine.tacocat.acts import Attack, Duel
from tacotable_engine.tacocat.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacotable_engine.match import Match

BETWEEN = (Phase.DEAL, Phase.REPLACE, Phase.OVER)
FOUGHT = (Phase.ATTACK, Phase.ANSWER, Phase.SHOWDOWN)


class Step(NamedTuple):
    """One act of a round, and the state before it."""

    before: State
    entry: Applied


def last_round(match: Match) -> list[Step]:
    """Return the acts of the round that has just ended."""
    state: State = match.state
    is_fresh = state.replaced == (None, None) and state.sealed == (None, None)
    if state.phase not in BETWEEN or not (is_fresh or state.phase is Phase.OVER):
        raise RequestError("review: a round is being played; it is reviewed when it is over")
    steps: list[Step] = []
    has_ended = False
    game = match.game
    now = first_state(match)
    for entry in standing(match.log):
        before: State = now
        if has_ended and isinstance(entry, Applied) and entry.act.do != "deal":
            steps, has_ended = [], False
        if isinstance(entry, Applied):
            now = game.apply(before, match.seats.index(entry.seat), entry.act, ToldChance(entry.shuffles)).state
            steps.append(Step(before, entry))
            has_ended = has_ended or (before.phase in FOUGHT and now.phase in BETWEEN)
        else:
            now = game.amend(before, entry.amendment, ToldChance(entry.shuffles)).state
            has_ended = has_ended or entry.amendment.do in ("redeal", "award", "leave")
    if not has_ended:
        raise RequestError("review: no round has been played yet")
    return [step for step in steps if step.entry.act.do != "deal"]


def hand_then(steps: Sequence[Step], place: int, seat: int) -> tuple[int, ...] | None:
    """Return the hand that a seat had: as the referee knew it, else all that it played from then on."""
    before = steps[place].before
    hand = before.hands[seat]
    if UNKNOWN not in hand:
        return tuple(map(int, hand))
    if before.phase is Phase.REPLACE:
        return None
    name, played = before.terms.seats[seat], list[str]()
    for step in steps[place:]:
        if step.entry.seat == name:
            act = step.entry.act
            played += act.cards if isinstance(act, Attack) else [getattr(act, "card", UNKNOWN)]
    return tuple(sorted(map(int, played))) if len(played) == len(hand) else None


def other_duel(steps: Sequence[Step], place: int) -> int:
    """Return the card that the other seat laid for the same duel."""
    step = steps[place]
    later = [other for other in steps[place + 1 :] if isinstance(other.entry.act, Duel)]
    both = step.before.sealed
    first = both[0] or both[1]
    return int(first[0]) if first else int(getattr(later[0].entry.act, "card", 0))
