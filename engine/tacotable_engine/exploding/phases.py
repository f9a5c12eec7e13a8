"""The phases of an Exploding game as a table: who acts, what may be done, and what may come next.

The checks ask this table which acts a phase knows, and the documentation is drawn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tacotable_engine.exploding.state import Phase, Seat, State


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the table."""

    acts: tuple[str, ...]
    """The kinds of act this phase takes."""
    who: str
    """Who is awaited, in words for the documentation."""
    next: tuple[Phase, ...]
    """The phases that an act of this one, or its window's end, may lead to."""


D, T, W, R, F = Phase.DEAL, Phase.TURN, Phase.WINDOW, Phase.DRAW, Phase.DEFUSE
G, A, S, END = Phase.GIVE, Phase.ARRANGE, Phase.STEAL, Phase.OVER
PHASES: Mapping[Phase, Step] = {
    D: Step(("deal",), "every seat that is still owed cards (mode `seen`, and robots in `blind`)", (D, T)),
    T: Step(("play", "draw"), "the seat whose turn it is", (T, W, F, END)),
    W: Step(("nope", "let"), "every living seat but the one that laid the last card", (W, T, R, G, A, S, F, END)),
    R: Step(("draw",), "the seat whose turn it is, from the bottom of the pile", (T, F, END)),
    F: Step(("defuse", "explode"), "the seat that drew a lethal card", (T, END)),
    G: Step(("give", "deny"), "the target of a Favor, or of three of a kind in mode `blind`", (T,)),
    A: Step(("arrange",), "the seat whose turn it is", (T,)),
    S: Step(("steal",), "the thief (modes `seen` and `blind`)", (T,)),
    END: Step((), "nobody", ()),
}
PROMPTS = (
    *("won", "lost", "out", "deal", "turn", "turn-owed", "window", "draw-bottom", "defuse", "give", "give-named"),
    *("arrange", "steal", "wait-others"),
    *(f"wait-{phase}" for phase in PHASES if phase not in (D, W, END)),
)
"""Every code of a prompt: what a seat is awaited to do, or for whom it waits."""


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act now, clockwise from the first."""
    return _TO_ACT[state.phase](state)


def _turn(state: State) -> tuple[Seat, ...]:
    return (state.turn.seat,)


def _asked(state: State) -> tuple[Seat, ...]:
    """Return the living seats that have not yet answered the last card (contract, windows)."""
    pending = state.pending
    if pending is None:
        return ()
    return tuple([seat for seat in state.alive if seat != pending.last and seat not in pending.passed])


_TO_ACT: Mapping[Phase, Callable[[State], tuple[Seat, ...]]] = {
    D: lambda state: tuple(seat for seat, cards in enumerate(state.owed) if cards),
    T: _turn,
    W: _asked,
    R: _turn,
    F: _turn,
    G: lambda state: () if state.pending is None or state.pending.target is None else (state.pending.target,),
    A: _turn,
    S: _turn,
    END: lambda _: (),
}
