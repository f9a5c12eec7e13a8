"""The phases of a round as a table: who acts, what may be done, and what may come next.

The judge asks this table which acts a phase knows, and the documentation is drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tacotable_engine.tacocat.state import Phase, Seat, State


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the table."""

    act: str | None
    """The one kind of act this phase takes."""
    who: str
    """Who is awaited, in words for the documentation."""
    next: tuple[Phase, ...]
    """The phases that an act of this one may lead to, itself among them where it may stay."""


D, R, U, A = Phase.DEAL, Phase.REPLACE, Phase.DUEL, Phase.ATTACK
N, S, END = Phase.ANSWER, Phase.SHOWDOWN, Phase.OVER
PHASES: Mapping[Phase, Step] = {
    D: Step("deal", "every seat that is still owed cards (mode `seen`, and robots in `blind`)", (D, R, U, A)),
    R: Step("replace", "the arrow's seat, then the other; on the double arrow both, sealed", (R, D, U)),
    U: Step("duel", "both seats, sealed", (U, A, S)),
    A: Step("attack", "the attacker", (N,)),
    N: Step("answer", "the defender, one demand at a time", (N, A, S)),
    S: Step("show", "both seats, sealed", (S, D, R, A, END)),
    END: Step(None, "nobody", ()),
}
PROMPTS = (
    *("won", "lost", "deal", "replace", "duel", "attack", "answer", "answer-several", "showdown"),
    *(f"wait-{phase}" for phase in PHASES if phase is not END),
)
"""Every code of a prompt: what a seat is awaited to do, or for whom it waits."""


SEATS_WHERE: Mapping[tuple[bool, bool], tuple[Seat, ...]] = {
    (False, False): (),
    (True, False): (0,),
    (False, True): (1,),
    (True, True): (0, 1),
}
"""Whether each seat is awaited -> the seats that are."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act now."""
    return _TO_ACT[state.phase](state)


def _unsealed(state: State) -> tuple[Seat, ...]:
    first, second = state.sealed
    return SEATS_WHERE[first is None, second is None]


def _replacing(state: State) -> tuple[Seat, ...]:
    (first, second), sealed = state.replaced, state.sealed
    waiting = SEATS_WHERE[first is None and sealed[0] is None, second is None and sealed[1] is None]
    arrow = state.arrow
    return (arrow,) if arrow is not None and arrow in waiting else waiting


_TO_ACT: Mapping[Phase, Callable[[State], tuple[Seat, ...]]] = {
    D: lambda state: SEATS_WHERE[state.owed[0] > 0, state.owed[1] > 0],
    R: _replacing,
    U: _unsealed,
    A: lambda state: () if state.attacker is None else (state.attacker,),
    N: lambda state: () if state.attacker is None else (1 - state.attacker,),
    S: _unsealed,
    END: lambda _: (),
}
