"""The review of an Exploding game: what each choice cost, with hindsight and by what its seat knew then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Dice, Remark
from tacotable_engine.companion.exploding.advising import tried
from tacotable_engine.companion.exploding.following import acts_of
from tacotable_engine.companion.exploding.options import Option, Table, option_of, options_of, table_of
from tacotable_engine.exploding.acts import Defuse, Draw, Nope, Play
from tacotable_engine.exploding.state import Phase, State

if TYPE_CHECKING:
    from tacotable_engine.companion.exploding.worlds import World
    from tacotable_engine.game import Act
    from tacotable_engine.log import Applied
    from tacotable_engine.match import Match

FIRST, AGAIN = 10, 24  # Worlds for each choice of a finished game, and then for the best beside what was done.
BLUNDER = 0.35  # What a choice cost that is told as one.


def review(match: Match, dice: Dice) -> tuple[Remark, ...]:
    """Return a remark for each choice of a game that is over; raises RequestError while it goes on."""
    remarks = []
    for entry, state, belief, after in acts_of(match):
        seat = match.seats.index(entry.seat)
        if _is_choice(state, seat, entry.act):
            table = table_of(state, seat, belief, None)
            remarks.append(_remark(entry, table, dice, is_last=seat not in after.alive))
    return tuple(remarks)


def _is_choice(state: State, seat: int, act: Act) -> bool:
    """Return whether an act was a choice: a turn, a slot, a Nope; and letting pass what could have been noped."""
    if state.phase is Phase.TURN:
        return isinstance(act, Play | Draw)
    if isinstance(act, Defuse):
        return act.slot is not None
    return state.phase is Phase.WINDOW and (isinstance(act, Nope) or "nope" in state.hands[seat])


def _remark(entry: Applied, table: Table, dice: Dice, *, is_last: bool) -> Remark:
    """Return what is said of a choice; `is_last`: the seat was out after it."""
    state = table.state
    choices = options_of(table, table.first(dice))
    did = _done(entry.act, state)
    index = next((number for number, choice in enumerate(choices) if _same(choice.act, did)), -1)
    if index < 0:
        choices.append(option_of(table, did))
        index = len(choices) - 1
    known, best = _loss(table, choices, index, dice)
    real = table.real()
    loss = _loss(table, choices, index, dice, real)[0] if real else None
    values: dict[str, object] = {"seat": state.name(table.seat), "percent": round(100 * table.danger)}
    if known:
        say = "review.blunder" if known >= BLUNDER else "review.passed-up"
    elif is_last:
        say = "review.out"
    else:
        say = "review.unlucky" if loss else "review.right"
    return Remark(entry.number, state.name(table.seat), did, choices[best].act, loss, known, say, values)


def _loss(table: Table, choices: list[Option], index: int, dice: Dice, real: World | None = None) -> tuple[float, int]:
    """Return what a choice lost against the best, and the best; with `real`, all cards as they lay.

    The best of many is always somewhat lucky, so what it is better by is seen in worlds of its own.
    """
    wins, _ = tried(table, choices, FIRST, dice, world=real)
    best = max(range(len(wins)), key=lambda each: (wins[each], each == index))
    if best == index:
        return 0.0, index
    (better, done), number = tried(table, (choices[best], choices[index]), AGAIN, dice, world=real)
    gap = (better - done) / number
    return (gap, best) if gap > (0.5 / number) ** 0.5 else (0.0, index)


def _done(act: Act, state: State) -> dict[str, object]:
    """Return an act as a request has it."""
    if isinstance(act, Play):
        declared = {key: value for key, value in (("target", act.target), ("name", act.name)) if value is not None}
        return {"do": "play", "cards": list(act.cards), **declared}
    if isinstance(act, Defuse):
        named = {} if act.card == "defuse" else {"card": act.card}
        return {"do": "defuse", "slot": min(act.slot or 0, len(state.pile)), **named}
    if isinstance(act, Nope):
        return {"do": "nope"} if act.card == "nope" else {"do": "nope", "card": act.card}
    return {"do": act.do}


def _same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    cards, laid = one.get("cards"), other.get("cards")
    if isinstance(cards, list) and isinstance(laid, list):
        return sorted(cards) == sorted(laid) and {**one, "cards": 0} == {**other, "cards": 0}
    return dict(one) == dict(other)
