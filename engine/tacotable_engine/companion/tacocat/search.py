"""What each attack and each answer is worth: exact values of open fights, over the worlds that may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.companion.tacocat.fights import Fights, OutOfTime, fights_of
from tacotable_engine.companion.tacocat.worlds import World, half_width, listed, plausible, sampled
from tacotable_engine.tacocat.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacotable_engine.companion.answers import Dice, IsOver
    from tacotable_engine.companion.tacocat.hands import Hand
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

Values: TypeAlias = tuple[int, ...]


class Attacking(NamedTuple):
    """An attack."""

    cards: Values
    rest: Hand


class Answering(NamedTuple):
    """An answer to one demand, and the demands that stay open; in the showdown the last card, with none."""

    card: int
    demand: int
    is_given_up: bool
    rest: Hand
    demands: Values


Option: TypeAlias = Attacking | Answering


class Search(NamedTuple):
    """How far and how a search looks."""

    worlds: int  # So many worlds at most.
    listed: int  # Where there are so few worlds, all are looked at, and the values are exact for this belief.
    is_suspicious: bool  # Whether it weighs worlds by what the other seat did.
    trust: float  # From 0 to 1: how far the other seat is taken to answer as most people do, who do not see this hand.


class Found(NamedTuple):
    """The options with their values, in the order in which they were listed, and how many worlds were looked at."""

    options: list[Option]
    values: list[float]
    errors: list[float]
    worlds: int


def options_of(known: Knowledge, fights: Fights) -> list[Option]:
    """Return what a seat that attacks or answers may do; of equal outcomes only one."""
    shape = fights.shapes.of_cards(known.hand)
    if known.phase is Phase.SHOWDOWN:
        return [Answering(shape.lowest, 0, False, shape.hand, ())]  # the last card, which decides by itself
    if known.phase is Phase.ATTACK:
        singles: list[Option] = [Attacking((value,), rest) for value, rest in reversed(shape.singles)]
        return singles + [Attacking(play.demands, play.rest) for play in fights.shapes.jumbos(shape)]
    answers: list[Option] = []
    for demand in dict.fromkeys(known.demands):
        place = known.demands.index(demand)
        others = known.demands[:place] + known.demands[place + 1 :]
        answers += [Answering(value, demand, False, rest, others) for value, rest in shape.singles if value >= demand]
        answers.append(Answering(shape.lowest, demand, True, shape.singles[0][1], others))
    return answers


def search(known: Knowledge, how: Search, dice: Dice, is_over: IsOver = None) -> Found:
    """Judge the options of a seat in the worlds that may be, until the time is over."""
    seat, fights = known.seat or 0, fights_of(known, is_over)
    options = options_of(known, fights)
    every = listed(known, how.listed, is_suspicious=True) if how.is_suspicious else None
    rows: list[list[float]] = []
    weights: list[float] = []
    for world in worlds_of(known, how, dice, every):
        try:
            row = [value_in(known, option, world.hands[1 - seat], fights, how.trust) for option in options]
        except OutOfTime:
            break
        rows.append(row)
        weights.append(world.weight)
    if not rows:
        return Found(options, [0.5] * len(options), [0.5] * len(options), 0)
    is_whole = every is not None and len(rows) == len(every)
    total = sum(weights)
    means = [
        sum(value * weight for value, weight in zip(column, weights, strict=True)) / total
        for column in zip(*rows, strict=True)
    ]
    errors = [0.0 if is_whole else half_width(mean, len(rows)) for mean in means]
    return Found(options, means, errors, len(rows))


def worlds_of(known: Knowledge, how: Search, dice: Dice, every: list[World] | None = None) -> Iterator[World]:
    """Yield the worlds that a search looks at: all, the most plausible first, or so many of chance."""
    if every is not None:
        yield from sorted(every, key=lambda world: -world.weight)
        return
    draw = plausible if how.is_suspicious else sampled
    for _ in range(how.worlds):
        yield draw(known, dice)


def value_in(known: Knowledge, option: Option, other: Hand, fights: Fights, trust: float) -> float:
    """Return the value of an option for the seat that has it, where the other holds this hand."""
    seat = known.seat or 0
    if isinstance(option, Attacking):
        worst = 1 - fights.answer(1 - seat, other, option.rest, option.cards, False)
        if not trust or worst == 1:
            return worst
        return (1 - trust) * worst + trust * fights.usual(seat, option.rest, other, option.cards)
    has_given_up = known.has_given_up or option.is_given_up
    if option.demands:
        return fights.answer(seat, option.rest, other, option.demands, has_given_up)
    if has_given_up:
        return 1 - fights.attack(1 - seat, other, option.rest)
    return fights.attack(seat, option.rest, other)
