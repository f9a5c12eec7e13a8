"""What a viewer may know of a Tacocat match, and what each seat is awaited to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacotable_engine.rulings import Prompt
from tacotable_engine.tacocat.checks import replace_limit
from tacotable_engine.tacocat.state import Phase, Seat, State, redacted, to_act
from tacotable_engine.views import JSON, TYPED, GameView, Making

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A demand that has been answered: by a `defence`, or by a `sacrifice`."""

    demand: str
    card: str
    as_: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """The spaces from -3 to +3: their numbers and where their arrows point."""

    numbers: tuple[int, ...] = ()
    arrows: tuple[str, ...] = ()
    placeholder: bool = False


@dataclass(frozen=True, slots=True)
class TacocatView(GameView):
    """What a viewer may know of a Tacocat match; empty without one."""

    round: int = 1
    practice: bool = False
    token: int = 0
    covered: tuple[int, ...] = ()
    wins: Mapping[str, int] = field(default_factory=dict)
    ready: tuple[str, ...] = ()  # The seats that have chosen in secret.
    sealed: Mapping[str, Cards] = field(default_factory=dict)  # What the viewer chose in secret.
    pile: Cards = ()
    tucked: Mapping[str, Cards] = field(default_factory=dict)
    limit: int | None = None  # How many cards the seat to act may replace.
    replaced: Mapping[str, int] = field(default_factory=dict)  # How many cards a seat replaced, once it had its chance.
    attacker: str | None = None
    duel_winner: str | None = None
    attack: Cards = ()
    demands: Cards = ()  # The open demands, ascending.
    answers: tuple[AnswerView, ...] = ()
    board: BoardView = BoardView()


def view(state: State, viewer: str) -> TacocatView:
    """Return what a seat, "table" or "arbiter" may know."""
    return TacocatView(**_fields(state, viewer, TYPED))


def view_as_json(state: State, viewer: str) -> dict[str, object]:
    """Return the fields of a view in JSON values."""
    return _fields(state, viewer, JSON)


def _fields(state: State, viewer: str, making: Making) -> dict[str, Any]:
    seats, (sequence, record) = state.terms.seats, making
    open_hands = (0, 1) if viewer == "arbiter" else (seats.index(viewer),) if viewer in seats else ()
    known = state if viewer == "arbiter" else redacted(state, open_hands[0] if open_hands else None)
    board, (yay, wow) = known.terms.board, seats
    sealed = {seats[seat]: sequence(cards) for seat, cards in enumerate(known.sealed) if cards is not None}
    return {
        "game": known.terms.ruleset.id,
        "mode": known.terms.mode.value,
        "seats": sequence(seats),
        "phase": known.phase.value,
        "to_act": sequence([seats[seat] for seat in to_act(known)]),
        "round": max(1, known.round),
        "practice": known.is_practice,
        "token": known.token,
        "covered": sequence(known.covered),
        "wins": {yay: known.winners.count(0), wow: known.winners.count(1)},
        "winner": _name(known, known.winner),
        "hand_size": {yay: len(known.hands[0]), wow: len(known.hands[1])},
        "hands": {name: sequence(known.hands[seat]) if seat in open_hands else None for seat, name in enumerate(seats)},
        "ready": sequence(sealed),
        "sealed": {seats[seat]: cards for seat in open_hands if (cards := sealed.get(seats[seat]))},
        "pile": sequence(known.pile),
        "discard": sequence(known.discard),
        "tucked": {yay: sequence(known.tucked[0]), wow: sequence(known.tucked[1])},
        "limit": limit(known),
        "replaced": {seats[seat]: n for seat, n in enumerate(known.replaced) if n is not None},
        "attacker": _name(known, known.attacker),
        "duel_winner": _name(known, known.duel_winner),
        "attack": sequence(known.attack),
        "demands": sequence(known.demands),
        "answers": sequence(
            [
                record(AnswerView, demand=demand, card=card, as_="sacrifice" if is_sacrifice else "defence")
                for demand, card, is_sacrifice in known.answers
            ]
        ),
        "board": record(
            BoardView, numbers=sequence(board.numbers), arrows=sequence(board.arrows), placeholder=board.is_placeholder
        ),
    }


def limit(state: State) -> int | None:
    """Return how many cards the seat to act may replace; None outside that phase."""
    if state.phase is not Phase.REPLACE:
        return None
    return min((replace_limit(state, seat) for seat in to_act(state)), default=0)


def prompts(state: State) -> dict[str, Prompt]:
    """Return what each seat is awaited to do, in nothing but what everyone may know."""
    return {name: _prompt(state, seat) for seat, name in enumerate(state.terms.seats)}


def _prompt(state: State, seat: Seat) -> Prompt:
    seats, awaited = state.terms.seats, to_act(state)
    if state.winner is not None:
        return Prompt("won" if state.winner == seat else "lost", {"seat": seats[state.winner]})
    if seat not in awaited:
        return Prompt(f"wait-{state.phase}", {"seat": seats[1 - seat]})
    if state.phase is Phase.REPLACE:
        return Prompt("replace", {"limit": limit(state)})
    if state.phase is Phase.DEAL:
        return Prompt("deal", {"n": state.owed[seat]})
    if state.phase is Phase.ANSWER:
        if len(state.demands) == 1:
            return Prompt("answer", {"demand": state.demands[0]})
        return Prompt("answer-several", {"demands": state.demands, "n": len(state.demands)})
    return Prompt(state.phase.value)


def _name(state: State, seat: Seat | None) -> str | None:
    return None if seat is None else state.terms.seats[seat]
