"""What a viewer may know of an Exploding game, and what each seat is awaited to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacotable_engine.exploding.state import Pending, Phase, Seat, State, lethal_in_pile, redacted, to_act
from tacotable_engine.rulings import Prompt
from tacotable_engine.views import JSON, TYPED, GameView, Making

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards


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
    last: str = ""  # Who laid the last card, a Nope or the play itself.
    passed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplodingView(GameView):
    """What a viewer may know of an Exploding game, for the table and the arbiter all of it; empty without a game."""

    turn: TurnView = TurnView()
    alive: tuple[str, ...] = ()
    pending: PendingView | None = None
    pile: Cards = ()
    lethal: int = 0  # How many lethal cards the pile has.
    in_front: Mapping[str, Cards] = field(default_factory=dict)
    drawn: str | None = None
    from_bottom: bool = False
    owed: Mapping[str, int] = field(default_factory=dict)  # Cards yet to be dealt to seats; full hands are left out.


@dataclass(frozen=True, slots=True)
class SeatView(ExplodingView):
    """What a seat may know of an Exploding game."""

    peek: Cards = ()  # What it has just seen of the pile's top.


def view(state: State, viewer: str) -> ExplodingView:
    """Return what a seat, "table" or "arbiter" may know."""
    fields = _fields(state, viewer, TYPED)
    return SeatView(**fields) if viewer in state.terms.seats else ExplodingView(**fields)


def view_as_json(state: State, viewer: str) -> dict[str, object]:
    """Return the fields of a view in JSON values."""
    return _fields(state, viewer, JSON)


def _fields(state: State, viewer: str, making: Making) -> dict[str, Any]:
    seats, sequence = state.terms.seats, making.sequence
    own = seats.index(viewer) if viewer in seats else None
    known = state if viewer == "arbiter" else redacted(state, own)
    open_hands = range(len(seats)) if viewer == "arbiter" else (own,)
    turn, pending, winner = known.turn, known.pending, known.winner
    fields = {
        "game": known.terms.ruleset.id,
        "mode": known.terms.mode.value,
        "seats": sequence(seats),
        "phase": known.phase.value,
        "to_act": sequence([seats[seat] for seat in to_act(known)]),
        "turn": making.record(TurnView, seat=seats[turn.seat], left=turn.left, source=turn.source),
        "alive": sequence([seats[seat] for seat in known.alive]),
        "winner": None if winner is None else seats[winner],
        "pending": None if pending is None else _pending(known, pending, making),
        "hand_size": dict(zip(seats, map(len, known.hands), strict=True)),
        "hands": {seats[seat]: sequence(hand) if seat in open_hands else None for seat, hand in enumerate(known.hands)},
        "pile": sequence(known.pile),
        "lethal": max(0, lethal_in_pile(known)),
        "discard": sequence(known.discard),
        "in_front": dict(zip(seats, map(sequence, known.in_front), strict=True)),
        "drawn": known.drawn,
        "from_bottom": known.is_from_bottom,
        "owed": {seats[seat]: n for seat, n in enumerate(known.owed) if n},
    }
    if own is not None:
        fields["peek"] = sequence(known.peek.cards if known.peek else ())
    return fields


def _pending(known: State, pending: Pending, making: Making) -> object:
    return making.record(
        PendingView,
        seat=known.name(pending.seat),
        cards=making.sequence(pending.cards),
        effect=pending.effect,
        target=None if pending.target is None else known.name(pending.target),
        name=pending.name,
        nopes=len(pending.noped),
        last=known.name(pending.last),
        passed=making.sequence([known.name(seat) for seat in pending.passed]),
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
