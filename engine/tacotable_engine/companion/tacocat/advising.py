"""Advice for a seat that may act: by its level, from its knowledge, and as far as time allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.companion.answers import Advice, Counsel
from tacotable_engine.companion.tacocat.beliefs import all_worlds, plausible
from tacotable_engine.companion.tacocat.duels import DuelFights, Dueling, duel
from tacotable_engine.companion.tacocat.fights import Fights
from tacotable_engine.companion.tacocat.hands import Shapes, pack
from tacotable_engine.companion.tacocat.intervals import half_width
from tacotable_engine.companion.tacocat.levels import STYLES, Style
from tacotable_engine.companion.tacocat.reasons import why_answer, why_attack, why_duel, why_replace
from tacotable_engine.companion.tacocat.replacing import best_choices, by_thresholds
from tacotable_engine.companion.tacocat.rules_of_thumb import thumb_option
from tacotable_engine.companion.tacocat.search import Answering, Found, Option, search, worlds_of
from tacotable_engine.companion.tacocat.worlds import World, sampled
from tacotable_engine.tacocat.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacotable_engine.companion.answers import Dice, Level
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

IsOver: TypeAlias = Callable[[], bool] | None
MOST = 8
"""So many acts are told at most."""
LAST_CARDS = 12
"""The other's last card is one of so many values."""
FEWEST_SHARE = 0.05
"""A card of the mixture that is likelier than this is laid; what is less is noise of the last rounds."""


def advise(known: Knowledge, level: Level, worlds: int, dice: Dice, is_over: IsOver = None) -> Counsel:
    """Return what a seat is advised that knows its whole hand, in a phase in which it chooses."""
    return ADVISING[known.phase](known, STYLES[level], worlds, dice, is_over)


def _replace(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    del worlds
    own = by_thresholds(known.hand, known.limit, *style.keeps) if style.keeps else None
    choices = best_choices(known, dice, is_over, own)
    if own is not None:
        choices.sort(key=lambda choice: choice.cards != own)
    return Counsel(
        tuple(
            Advice(
                {"do": "replace", "cards": list(map(str, choice.cards))},
                choice.value,
                choice.error,
                *why_replace(choice.cards),
            )
            for choice in choices[:MOST]
        ),
        0,
    )


def _duel(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    shapes = Shapes(known.terms)
    count = min(worlds, style.duel_worlds)
    found = duel(known, _drawn(known, style, count, dice), DuelFights(known, shapes, is_over), shapes)
    first = _laid(found, style, dice)
    order = sorted(range(len(found.cards)), key=lambda place: (place != first, -found.values[place]))
    return Counsel(
        tuple(
            Advice(
                {"do": "duel", "card": str(found.cards[place])},
                found.values[place],
                half_width(found.values[place], max(1, found.worlds)),
                *why_duel(found, place),
            )
            for place in order[:MOST]
        ),
        found.worlds,
    )


def _drawn(known: Knowledge, style: Style, count: int, dice: Dice) -> Iterator[World]:
    draw = plausible if style.search.is_suspicious else sampled
    return (draw(known, dice) for _ in range(count))


def _laid(found: Dueling, style: Style, dice: Dice) -> int:
    """Return the place of the card that the level lays."""
    if style.is_by_rule:
        return len(found.cards) - 1
    if style.duels == "best":
        return max(range(len(found.cards)), key=found.values.__getitem__)
    shares = [share if share > FEWEST_SHARE else 0.0 for share in found.mixture]
    left = dice.random() * sum(shares)
    for place, share in enumerate(shares):
        left -= share
        if left < 0:
            return place
    return len(shares) - 1


def _fight(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    fights = Fights(Shapes(known.terms), known.tie, is_over)
    found = search(known, fights, style.search._replace(worlds=min(worlds, style.search.worlds)), dice)
    first = thumb_option(found.options) if style.is_by_rule else None
    order = sorted(range(len(found.options)), key=lambda place: (place != first, -round(found.values[place], 9), place))
    return Counsel(tuple(_told(known, found, place) for place in order[:MOST]), found.worlds)


def _told(known: Knowledge, found: Found, place: int) -> Advice:
    option, value, error = found.options[place], found.values[place], found.errors[place]
    is_sure = value == 1 and error == 0
    why = why_answer(known, option, is_sure) if isinstance(option, Answering) else why_attack(known, option, is_sure)
    return Advice(act_of(option, known.demands), value, error, *why)


def act_of(option: Option, demands: tuple[int, ...]) -> dict[str, object]:
    """Return an option as an act of the referee protocol."""
    if not isinstance(option, Answering):
        return {"do": "attack", "cards": list(map(str, option.cards))}
    act: dict[str, object] = {"do": "answer", "card": str(option.card)}
    if option.is_given_up and option.card >= option.demand:
        act["as"] = "sacrifice"
    return act if option.demand == demands[0] else act | {"demand": str(option.demand)}


def _show(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    """Tell how likely the last card wins; there are few worlds then, and all are looked at."""
    seat, card = known.seat or 0, str(known.hand[0])
    fights = Fights(Shapes(known.terms), known.tie, is_over)
    every = all_worlds(known, LAST_CARDS)
    seen = list(worlds_of(known, style.search._replace(worlds=max(1, min(worlds, LAST_CARDS))), dice, every))
    total = sum(world.weight for world in seen)
    chance = sum(world.weight * fights.attack(seat, pack(known.hand), world.hands[1 - seat]) for world in seen) / total
    error = 0.0 if every else half_width(chance, len(seen))
    return Counsel((Advice({"do": "show", "card": card}, chance, error, "why.last-card", {"card": card}),), len(seen))


ADVISING: Mapping[Phase, Callable[[Knowledge, Style, int, Dice, IsOver], Counsel]] = {
    Phase.REPLACE: _replace,
    Phase.DUEL: _duel,
    Phase.ATTACK: _fight,
    Phase.ANSWER: _fight,
    Phase.SHOWDOWN: _show,
}
"""Who advises in each phase."""
