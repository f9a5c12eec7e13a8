"""Odds: the chance of each seat to win the round and the match, from what a viewer may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Odds
from tacotable_engine.companion.tacocat.equity import match_equity
from tacotable_engine.companion.tacocat.fights import Fights
from tacotable_engine.companion.tacocat.hands import Shapes
from tacotable_engine.companion.tacocat.intervals import half_width
from tacotable_engine.companion.tacocat.outlook import FIGHTS, fight_value, finished_value
from tacotable_engine.companion.tacocat.worlds import listed, sampled

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

WON: dict[int, float] = {0: 1.0, 1: 0.0}


def odds_of(known: Knowledge, winner: int | None, worlds: int, dice: Dice) -> Odds:
    """Return the odds of a round whose cards are dealt.

    In a fight each world has an exact value, and where there are no more worlds than asked for, all are taken and the
    number is exact, too. Before the fight a world is finished by chance: who may still replace does so by worth, and
    the duel's cards are drawn as `outlook` tells.
    """
    if winner is not None:
        return _told(known, WON[winner], WON[winner], exact=True)
    shapes = Shapes(known.terms)
    if known.phase in FIGHTS:
        fights = Fights(shapes, known.tie)
        every = listed(known, worlds)
        if every is not None:
            total = sum(world.weight for world in every)
            chance = sum(world.weight * fight_value(known, world.hands, fights) for world in every) / total
            return _told(known, chance, match_equity(known.needed, chance), exact=True)
        values = [fight_value(known, sampled(known, dice).hands, fights) for _ in range(worlds)]
    else:
        values = [finished_value(known, sampled(known, dice).hands, shapes, dice) for _ in range(worlds)]
    chance = sum(values) / len(values)
    return _told(known, chance, match_equity(known.needed, chance), error=half_width(chance, len(values)))


def _told(known: Knowledge, chance: float, match: float, *, error: float = 0.0, exact: bool = False) -> Odds:
    first, second = known.terms.seats
    values = {
        "round": {first: round(chance, 6), second: round(1 - chance, 6)},
        "match": {first: round(match, 6), second: round(1 - match, 6)},
    }
    return Odds(values, "exact" if exact else "sampled", round(error, 6))
