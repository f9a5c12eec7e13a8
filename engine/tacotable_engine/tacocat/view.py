"""The state of the referee protocol: built anew for each viewer from what that viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from tacotable_engine.cards import Cards
from tacotable_engine.rulings import Prompt
from tacotable_engine.tacocat.checks import replace_limit
from tacotable_engine.tacocat.phases import to_act
from tacotable_engine.tacocat.redaction import redacted
from tacotable_engine.tacocat.state import Phase, Seat, State

View = dict[str, object]


def view(state: State, viewer: str) -> View:
    """Return what a seat, "table" or "arbiter" may know, without `prompt`."""
    if viewer == "arbiter":
        return _told(state, (0, 1))
    seats = state.terms.seats
    seat = seats.index(viewer) if viewer in seats else None
    return _told(redacted(state, seat), () if seat is None else (seat,))


def _told(known: State, open_hands: tuple[Seat, ...]) -> View:
    """Write down a state that holds no more than its viewer may know; other hands are null."""
    seats = known.terms.seats
    return {
        "game": known.terms.ruleset.id,
        "mode": known.terms.mode.value,
        "seats": list(seats),
        "phase": known.phase.value,
        "to_act": [seats[seat] for seat in to_act(known)],
        "round": max(1, known.round),
        "practice": known.is_practice,
        "token": known.token,
        "covered": list(known.covered),
        "wins": _by_seat(known, [known.winners.count(0), known.winners.count(1)]),
        "winner": _name(known, known.winner),
        "hand_size": _by_seat(known, [len(hand) for hand in known.hands]),
        "hands": _by_seat(known, [list(known.hands[seat]) if seat in open_hands else None for seat in (0, 1)]),
        "ready": [seats[seat] for seat in (0, 1) if known.sealed[seat] is not None],
        "sealed": {seats[seat]: list(known.sealed[seat] or ()) for seat in open_hands if known.sealed[seat]},
        "pile": list(known.pile),
        "discard": list(known.discard),
        "tucked": _by_seat(known, [list(cards) for cards in known.tucked]),
        "limit": limit(known),
        "replaced": {seats[seat]: n for seat, n in enumerate(known.replaced) if n is not None},
        "attacker": _name(known, known.attacker),
        "duel_winner": _name(known, known.duel_winner),
        "attack": list(known.attack),
        "demands": list(known.demands),
        "answers": [
            {"demand": answer.demand, "card": answer.card, "as": "sacrifice" if answer.is_sacrifice else "defence"}
            for answer in known.answers
        ],
        "board": {
            "numbers": list(known.terms.board.numbers),
            "arrows": list(known.terms.board.arrows),
            "placeholder": known.terms.board.is_placeholder,
        },
    }


def limit(state: State) -> int | None:
    """Return how many cards the seat to act may replace; None outside that phase."""
    if state.phase is not Phase.REPLACE:
        return None
    return min((replace_limit(state, seat) for seat in to_act(state)), default=0)


def prompts(state: State) -> dict[str, Prompt]:
    """Say what each seat is awaited to do, in nothing but what everyone may know."""
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
        return _answer_prompt(state.demands)
    return Prompt(state.phase.value)


def _answer_prompt(demands: Cards) -> Prompt:
    if len(demands) == 1:
        return Prompt("answer", {"demand": demands[0]})
    return Prompt("answer-several", {"demands": demands, "n": len(demands)})


def _by_seat(state: State, values: Sequence[object]) -> View:
    return dict(zip(state.terms.seats, values, strict=True))


def _name(state: State, seat: Seat | None) -> str | None:
    return None if seat is None else state.terms.seats[seat]
