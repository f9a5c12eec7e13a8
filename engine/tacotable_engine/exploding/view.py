"""The state of the referee protocol: built anew for each viewer from what that viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from tacotable_engine.exploding.phases import to_act
from tacotable_engine.exploding.redaction import redacted
from tacotable_engine.exploding.state import Pending, Phase, Seat, State, lethal_in_pile
from tacotable_engine.rulings import Prompt

View = dict[str, object]


def view(state: State, viewer: str) -> View:
    """Return what a seat, "table" or "arbiter" may know, without `prompt`."""
    seats = state.terms.seats
    if viewer == "arbiter":
        return _told(state, tuple(range(len(seats))))
    if viewer not in seats:
        return _told(redacted(state, None), ())
    seat = seats.index(viewer)
    known = redacted(state, seat)
    return {**_told(known, (seat,)), "peek": list(known.peek.cards) if known.peek else []}


def _told(known: State, open_hands: tuple[Seat, ...]) -> View:
    """Write down a state that holds no more than its viewer may know; other hands are null."""
    seats, turn = known.terms.seats, known.turn
    return {
        "game": known.terms.ruleset.id,
        "mode": known.terms.mode.value,
        "seats": list(seats),
        "phase": known.phase.value,
        "to_act": [seats[seat] for seat in to_act(known)],
        "turn": {"seat": seats[turn.seat], "left": turn.left, "source": turn.source},
        "alive": [seats[seat] for seat in known.alive],
        "winner": None if known.winner is None else seats[known.winner],
        "pending": None if known.pending is None else _pending(known, known.pending),
        "hand_size": _by_seat(known, [len(hand) for hand in known.hands]),
        "hands": _by_seat(known, [list(hand) if seat in open_hands else None for seat, hand in enumerate(known.hands)]),
        "pile": list(known.pile),
        "lethal": max(0, lethal_in_pile(known)),
        "discard": list(known.discard),
        "in_front": _by_seat(known, [list(cards) for cards in known.in_front]),
        "drawn": known.drawn,
        "from_bottom": known.is_from_bottom,
        "owed": {seats[seat]: n for seat, n in enumerate(known.owed) if n},
    }


def _pending(known: State, pending: Pending) -> View:
    return {
        "seat": known.name(pending.seat),
        "cards": list(pending.cards),
        "effect": pending.effect,
        "target": None if pending.target is None else known.name(pending.target),
        "name": pending.name,
        "nopes": len(pending.noped),
        "last": known.name(pending.last),
        "passed": [known.name(seat) for seat in pending.passed],
    }


def prompts(state: State) -> dict[str, Prompt]:
    """Say what each seat is awaited to do, in nothing but what everyone may know."""
    return {name: _prompt(state, seat) for seat, name in enumerate(state.terms.seats)}


def _prompt(state: State, seat: Seat) -> Prompt:
    if state.winner is not None:
        return Prompt("won" if state.winner == seat else "lost", {"seat": state.name(state.winner)})
    if seat not in state.alive:
        return Prompt("out")
    if seat not in to_act(state):
        return _waiting(state)
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


def _waiting(state: State) -> Prompt:
    awaited = to_act(state)
    if state.phase in (Phase.WINDOW, Phase.DEAL):
        return Prompt("wait-others")
    return Prompt(f"wait-{state.phase}", {"seat": state.name(awaited[0])})


def _by_seat(state: State, values: Sequence[object]) -> View:
    return dict(zip(state.terms.seats, values, strict=True))
