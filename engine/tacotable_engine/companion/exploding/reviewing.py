"""The review of an Exploding game: what each choice cost, with hindsight and by what its seat knew then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.companion.answers import Remark
from tacotable_engine.companion.exploding import options
from tacotable_engine.companion.exploding.advising import Table, choices_of, table_of, tried
from tacotable_engine.companion.exploding.following import begun, followed
from tacotable_engine.companion.exploding.sightings import Eyes
from tacotable_engine.companion.exploding.worlds import World
from tacotable_engine.exploding.acts import Defuse, Draw, Nope, Play
from tacotable_engine.exploding.state import Phase, State
from tacotable_engine.log import Applied

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.exploding.core import Core
    from tacotable_engine.companion.exploding.options import Option
    from tacotable_engine.game import Act
    from tacotable_engine.match import Match

FIRST, AGAIN = 10, 24
"""So many worlds for each choice of a finished game, and then for the best of them beside what was done."""
BLUNDER = 0.35
"""What a choice cost that is told as one."""


class Moment(NamedTuple):
    """A choice of a seat: what it knew, and what it did."""

    number: int
    table: Table
    act: Act
    is_last: bool
    """Whether the seat was out after it."""


def reviewed(match: Match, dice: Dice) -> tuple[Remark, ...]:
    """Return a remark for each choice of a game that is over."""
    return tuple(_remark(moment, dice) for moment in _moments(match))


def _moments(match: Match) -> Iterator[Moment]:
    """Yield the choices in their order; a seat whose cards nobody told is left out."""
    places = {seat: begun(match, Eyes(seat)) for seat in range(len(match.seats))}
    for entry in match.standing:
        before = next(iter(places.values())).state
        seat = match.seats.index(entry.seat) if isinstance(entry, Applied) else -1
        if isinstance(entry, Applied) and _is_choice(before, seat, entry.act):
            belief = places[seat].belief
            if belief is not None and not belief.is_impossible:
                table = table_of(before, seat, belief, None)
                places = {each: followed(match, place, entry, Eyes(each)) for each, place in places.items()}
                is_out = seat not in places[seat].state.alive
                yield Moment(entry.number, table, entry.act, is_out)
                continue
        places = {each: followed(match, place, entry, Eyes(each)) for each, place in places.items()}


def _is_choice(state: State, seat: int, act: Act) -> bool:
    """Return whether an act was a choice: a turn, a slot, a Nope; and letting pass what could have been noped."""
    if UNKNOWN in state.hands[seat]:
        return False
    if state.phase is Phase.TURN:
        return isinstance(act, Play | Draw)
    if isinstance(act, Defuse):
        return act.slot is not None
    return state.phase is Phase.WINDOW and (isinstance(act, Nope) or "nope" in state.hands[seat])


def _remark(moment: Moment, dice: Dice) -> Remark:
    table = moment.table
    state = table.state
    choices = choices_of(table, table.first(dice))
    did = _done(moment.act, state)
    index = next((number for number, choice in enumerate(choices) if _same(choice.act, did)), -1)
    if index < 0:
        choices.append(_option(moment, did))
        index = len(choices) - 1
    known, best = _loss(table, choices, index, dice)
    is_told = not any(UNKNOWN in cards for cards in (*state.hands, state.pile))
    real = World([list(hand) for hand in state.hands], list(state.pile))
    loss = _loss(table, choices, index, dice, real)[0] if is_told else None
    values: dict[str, object] = {"seat": state.name(table.seat), "percent": round(100 * table.danger)}
    code = _code(known, loss or 0.0, is_last=moment.is_last)
    return Remark(moment.number, state.name(table.seat), did, choices[best].act, loss, known, code, values)


def _code(known: float, loss: float, *, is_last: bool) -> str:
    """Return what is said of a choice."""
    if known:
        return "review.blunder" if known >= BLUNDER else "review.passed-up"
    if is_last:
        return "review.out"
    return "review.unlucky" if loss else "review.right"


def _loss(table: Table, choices: list[Option], index: int, dice: Dice, real: World | None = None) -> tuple[float, int]:
    """Return what a choice lost against the best, and the best; with `real`, all cards as they lay.

    The best of many is always somewhat lucky, so what it is better by is seen in worlds of its own.
    """
    wins, _ = tried(table, choices, FIRST, dice, None, real)
    best = max(range(len(wins)), key=lambda each: (wins[each], each == index))
    if best == index:
        return 0.0, index
    (better, done), number = tried(table, (choices[best], choices[index]), AGAIN, dice, None, real)
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


def _option(moment: Moment, did: dict[str, object]) -> Option:
    """Return what was done as an option, where it is none of the sensible ones."""
    table, act = moment.table, moment.act
    numbers = {name: number for number, name in enumerate(table.policy.cards.names)}
    if isinstance(act, Play):
        cards = tuple(numbers[card] for card in act.cards)
        target = -1 if act.target is None else table.state.terms.seats.index(act.target)
        name = numbers.get(act.name or "", -1)
        return options.Option(did, lambda core, _policy, _dice: core.lay(cards, target, name))
    slot = min(getattr(act, "slot", None) or 0, len(table.state.pile))
    card = numbers[getattr(act, "card", None) or "defuse"]

    def put_back(core: Core, _policy: object, _dice: object) -> None:
        core.put_back(slot, card)

    return options.Option(did, put_back)
