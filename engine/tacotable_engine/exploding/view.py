"""What a viewer may know of an Exploding game, and what each seat is awaited to do."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from tacotable_engine.cards import Cards
from tacotable_engine.exploding.phases import to_act
from tacotable_engine.exploding.redaction import redacted
from tacotable_engine.exploding.state import Pending, Phase, Seat, State, lethal_in_pile
from tacotable_engine.rulings import Prompt


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is, and how many turns it takes, the present one counted."""

    seat: str = ""
    left: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True)
class PendingView:
    """A play that waits for its window, or for what it asks of a seat; empty without one."""

    seat: str = ""
    cards: Cards = ()
    effect: str = ""
    target: str | None = None
    name: str | None = None
    nopes: int = 0
    last: str = ""
    """Who laid the last card, a Nope or the play itself."""
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplodingView:
    """What a viewer may know of an Exploding game, for the table and the arbiter all of it; empty without a game."""

    game: str = ""
    mode: str = ""
    seats: tuple[str, ...] = ()
    phase: str = ""
    to_act: tuple[str, ...] = ()
    turn: TurnView = TurnView()
    alive: tuple[str, ...] = ()
    winner: str | None = None
    pending: PendingView | None = None
    hand_size: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, Cards | None] = field(default_factory=dict)
    """Other seats' hands are None."""
    pile: Cards = ()
    lethal: int = 0
    """How many lethal cards the pile has."""
    discard: Cards = ()
    in_front: Mapping[str, Cards] = field(default_factory=dict)
    drawn: str | None = None
    from_bottom: bool = False
    owed: Mapping[str, int] = field(default_factory=dict)
    """How many cards each seat has yet to be dealt; a full hand is not there."""


@dataclass(frozen=True, slots=True)
class SeatView(ExplodingView):
    """What a seat may know of an Exploding game."""

    peek: Cards = ()
    """What it has just seen of the pile's top."""


def view(state: State, viewer: str) -> ExplodingView:
    """Return what a seat, "table" or "arbiter" may know."""
    seats = state.terms.seats
    if viewer == "arbiter":
        return ExplodingView(**_fields(state, range(len(seats))))
    if viewer not in seats:
        return ExplodingView(**_fields(redacted(state, None), ()))
    seat = seats.index(viewer)
    known = redacted(state, seat)
    return SeatView(**_fields(known, (seat,)), peek=known.peek.cards if known.peek else ())


def _fields(known: State, open_hands: Container[Seat]) -> dict[str, Any]:
    """Return the fields of the view of a state that holds no more than its viewer may know."""
    seats, turn, pending = known.terms.seats, known.turn, known.pending
    return {
        "game": known.terms.ruleset.id,
        "mode": known.terms.mode.value,
        "seats": seats,
        "phase": known.phase.value,
        "to_act": tuple(seats[seat] for seat in to_act(known)),
        "turn": TurnView(seats[turn.seat], turn.left, turn.source),
        "alive": tuple(seats[seat] for seat in known.alive),
        "winner": None if known.winner is None else seats[known.winner],
        "pending": None if pending is None else _pending(known, pending),
        "hand_size": dict(zip(seats, map(len, known.hands), strict=True)),
        "hands": {seats[seat]: hand if seat in open_hands else None for seat, hand in enumerate(known.hands)},
        "pile": known.pile,
        "lethal": max(0, lethal_in_pile(known)),
        "discard": known.discard,
        "in_front": dict(zip(seats, known.in_front, strict=True)),
        "drawn": known.drawn,
        "from_bottom": known.is_from_bottom,
        "owed": {seats[seat]: n for seat, n in enumerate(known.owed) if n},
    }


def _pending(known: State, pending: Pending) -> PendingView:
    return PendingView(
        seat=known.name(pending.seat),
        cards=pending.cards,
        effect=pending.effect,
        target=None if pending.target is None else known.name(pending.target),
        name=pending.name,
        nopes=len(pending.noped),
        last=known.name(pending.last),
        passed=tuple(known.name(seat) for seat in pending.passed),
    )


def prompts(state: State) -> dict[str, Prompt]:
    """Return what each seat is awaited to do, in nothing but what everyone may know."""
    return {name: _prompt(state, seat) for seat, name in enumerate(state.terms.seats)}


def _prompt(state: State, seat: Seat) -> Prompt:
    if state.winner is not None:
        return Prompt("won" if state.winner == seat else "lost", {"seat": state.name(state.winner)})
    if seat not in state.alive:
        return Prompt("out")
    if seat not in to_act(state):
        awaited = to_act(state)
        if state.phase in (Phase.WINDOW, Phase.DEAL):
            return Prompt("wait-others")
        return Prompt(f"wait-{state.phase}", {"seat": state.name(awaited[0])})
    if state.phase is Phase.TURN:
        return Prompt("turn" if state.turn.left == 1 else "turn-owed", {"left": state.turn.left})
    if state.phase is Phase.DEAL:
        return Prompt("deal", {"n": state.owed[seat]})
    return _asked(state)


def _asked(state: State) -> Prompt:
    """Ask what a play or a lethal card asks of a seat."""
    pending, phase = state.pending, state.phase
    if phase is Phase.WINDOW and pending is not None:
        return Prompt("window", {"seat": state.name(pending.last), "cards": pending.cards})
    if phase is Phase.GIVE and pending is not None:
        taker = {"seat": state.name(pending.seat)}
        return Prompt("give", taker) if pending.name is None else Prompt("give-named", {**taker, "card": pending.name})
    if phase is Phase.STEAL and pending is not None and pending.target is not None:
        return Prompt("steal", {"seat": state.name(pending.target)})
    if phase is Phase.DEFUSE:
        return Prompt("defuse", {"card": state.drawn, "n": len(state.pile)})
    return Prompt("draw-bottom" if phase is Phase.DRAW else "arrange")
