"""What both seats did in a round with cards that everyone saw, read from the log of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.log import Amended, Applied, Entry, Undone
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show
from tacotable_engine.tacocat.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Clue(NamedTuple):
    """One card that a seat showed: an attack's, a duel's, or an answer."""

    seat: int
    card: int
    demand: int = 0
    """What it answered; 0 for an attack or a duel."""
    is_given_up: bool = False
    """Whether the seat gave it up, and so told that it holds nothing lower."""

    @property
    def is_shown(self) -> bool:
        """Whether it was not given up: a card lower than one given up before tells that this was no lowest card."""
        return not self.is_given_up


def standing(log: Iterable[Entry]) -> list[Applied | Amended]:
    """Return the acts and amendments that stand, without those that were taken back."""
    kept: list[Applied | Amended] = []
    for entry in log:
        if isinstance(entry, Applied | Amended):
            kept.append(entry)
        elif isinstance(entry, Undone):
            kept.pop()
    return kept


def clues_of(log: Sequence[Entry], start: State, state: State) -> tuple[Clue, ...]:
    """Return what the acts of the round that is played showed; the log led from `start` to `state`."""
    return clues_in(_acts_of_round(log, state), start)


def _acts_of_round(log: Sequence[Entry], state: State) -> list[Applied]:
    """Return the acts of this round: back to its dealing and replacing, behind which there is another round."""
    acts: list[Applied] = []
    if state.phase in (Phase.DEAL, Phase.REPLACE) or state.phase is Phase.OVER:
        return acts
    has_begun = False
    for entry in reversed(standing(log)):
        if isinstance(entry, Amended):
            if entry.amendment.do != "lost":
                break
            continue
        is_beginning = isinstance(entry.act, Replace | Deal)
        if (has_begun and not is_beginning) or (isinstance(entry.act, Show) and state.phase is not Phase.SHOWDOWN):
            break
        has_begun = has_begun or is_beginning
        acts.append(entry)
    return acts[::-1]


def clues_in(acts: Iterable[Applied], start: State) -> tuple[Clue, ...]:
    """Return what these acts of one round showed, in their order. A card in a duel shows once both lie there.

    `start` is the first state of the match, which may begin in the middle of an attack.
    """
    clues: list[Clue] = []
    sealed: list[Clue] = []
    demands = list(map(int, start.demands))
    for entry in acts:
        act, seat = entry.act, start.terms.seats.index(entry.seat)
        if isinstance(act, Duel):
            sealed.append(Clue(seat, int(act.card)))
            if len(sealed) == 2:
                clues += sealed
                sealed = []
        elif isinstance(act, Attack):
            demands = sorted(map(int, act.cards))
            clues += [Clue(seat, demand) for demand in demands]
        elif isinstance(act, Answer):
            clues.append(_answered(act, seat, demands, is_claim=not entry.is_accepted))
    return tuple(clues)


def _answered(act: Answer, seat: int, demands: list[int], *, is_claim: bool) -> Clue:
    """Return what an answer showed, and take its demand from the open ones; where the arbiter let it stand, no more."""
    card = int(act.card)
    demand = demands[0] if act.demand is None and demands else int(act.demand or 0)
    if demand in demands:
        demands.remove(demand)
    return Clue(seat, card, demand, is_claim and (act.is_given_up or card < demand))
