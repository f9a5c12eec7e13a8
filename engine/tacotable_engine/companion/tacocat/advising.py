"""Advice for a seat that may act: by its level, from its knowledge, as far as time allows, and why.

The easy level plays by rules that a beginner follows, and that a person can see through and beat: it keeps every card
that it was dealt, spends its high cards first, and never attacks with several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tacotable_engine.companion.answers import Advice, Counsel, Dice, Hand, IsOver, Level
from tacotable_engine.companion.tacocat.duels import Dueling, duel
from tacotable_engine.companion.tacocat.knowledge import Knowledge, knowledge_to_act
from tacotable_engine.companion.tacocat.replacing import best_choices, by_thresholds
from tacotable_engine.companion.tacocat.search import Answering, Attacking, Found, Option, Search, search, worlds_of
from tacotable_engine.companion.tacocat.worlds import half_width, place_of
from tacotable_engine.tacocat.state import Phase

if TYPE_CHECKING:
    from tacotable_engine.match import Match

Why: TypeAlias = tuple[str, dict[str, object]]  # The code of a sentence in the catalog, and the values that it tells.
MOST = 8  # So many acts are told at most.
LAST_CARDS = Search(12, 12, True, 0.0)  # The other's last card is one of twelve values.
FEWEST_SHARE = 0.05  # What is less likely in a mixture is noise of the last rounds, and is not laid.
MIXED = 0.85  # A card that is laid less often than this is one of several that are as good.


@dataclass(frozen=True, slots=True)
class Style:
    """How a level plays."""

    search: Search
    duel_worlds: int  # Worlds that a duel looks at, at most.
    is_by_rule: bool = False  # Whether it fights by rules of thumb, and searches only to say what they are worth.
    keeps: tuple[int, int] | None = None  # It keeps cards up to the first, from the second value; None: what is best.
    duels: Literal["mixed", "best"] = "mixed"


STYLES: Mapping[Level, Style] = {
    "easy": Style(Search(6, 0, False, 0.0), 2, is_by_rule=True, keeps=(12, 13)),
    "fair": Style(Search(8, 0, False, 0.0), 4, keeps=(3, 8), duels="best"),
    "strong": Style(Search(40, 150, True, 0.5), 10),
}


def advise(
    match: Match, seat: str, level: Level, worlds: int, dice: Dice, hand: Hand = None, is_over: IsOver = None
) -> Counsel:
    """Return what a seat is advised; raises RequestError where it may not act, or its hand is not known."""
    known = knowledge_to_act(match, seat, hand)
    return _ADVISING[known.phase](known, STYLES[level], worlds, dice, is_over)


def _replace(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    own = by_thresholds(known.hand, known.limit, *style.keeps) if style.keeps else None
    choices = best_choices(known, dice, is_over, own)
    if own is not None:
        choices.sort(key=lambda choice: choice.cards != own)
    advice = []
    for choice in choices[:MOST]:
        cards = tuple(map(str, choice.cards))
        why: Why = ("why.replace", {"cards": cards}) if cards else ("why.replace-none", {})
        advice.append(Advice({"do": "replace", "cards": list(cards)}, choice.value, choice.error, *why))
    return Counsel(tuple(advice), 0)


def _duel(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    found = dueling(known, style, worlds, dice, is_over)
    first = _laid(found, style, dice)
    order = sorted(range(len(found.cards)), key=lambda place: (place != first, -found.values[place]))
    advice = []
    for place in order[:MOST]:
        card, value = str(found.cards[place]), found.values[place]
        why = "why.duel-high" if place >= len(found.cards) // 2 else "why.duel-low"
        if 0 < found.mixture[place] < MIXED:
            why = "why.duel-mixed"
        error = half_width(value, max(1, found.worlds))
        advice.append(Advice({"do": "duel", "card": card}, value, error, why, {"card": card}))
    return Counsel(tuple(advice), found.worlds)


def dueling(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver = None) -> Dueling:
    """Return what a style finds of a duel, in so many worlds at most."""
    how = style.search._replace(worlds=min(worlds, style.duel_worlds))
    return duel(known, worlds_of(known, how, dice), is_over)


def _laid(found: Dueling, style: Style, dice: Dice) -> int:
    """Return the place of the card that the level lays."""
    if style.is_by_rule:
        return len(found.cards) - 1
    if style.duels == "best":
        return max(range(len(found.cards)), key=found.values.__getitem__)
    return place_of([share if share > FEWEST_SHARE else 0.0 for share in found.mixture], dice)


def _fight(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    how = style.search._replace(worlds=min(worlds, style.search.worlds))
    found = search(known, how, dice, is_over)
    places = range(len(found.options))
    # By rule: attack with the highest card, defend with the lowest, give up only if it must.
    first = max(places, key=lambda place: (_rank(found.options[place]), -place)) if style.is_by_rule else None
    order = sorted(places, key=lambda place: (place != first, -round(found.values[place], 9), place))
    return Counsel(tuple(_told(known, found, place) for place in order[:MOST]), found.worlds)


def _rank(option: Option) -> tuple[int, int]:
    if isinstance(option, Answering):
        return (0, 0) if option.is_given_up else (1, -option.card)
    return -len(option.cards), option.cards[0]


def _told(known: Knowledge, found: Found, place: int) -> Advice:
    option, value, error = found.options[place], found.values[place], found.errors[place]
    is_sure = value == 1 and error == 0
    why = _why_answer(known, option, is_sure) if isinstance(option, Answering) else _why_attack(known, option, is_sure)
    return Advice(act_of(option, known.demands), value, error, *why)


def act_of(option: Option, demands: tuple[int, ...]) -> dict[str, object]:
    """Return an option as an act of the referee protocol."""
    if not isinstance(option, Answering):
        return {"do": "attack", "cards": list(map(str, option.cards))}
    act: dict[str, object] = {"do": "answer", "card": str(option.card)}
    if option.is_given_up and option.card >= option.demand:
        act["as"] = "sacrifice"
    return act if option.demand == demands[0] else act | {"demand": str(option.demand)}


def _why_attack(known: Knowledge, attack: Attacking, is_sure: bool) -> Why:
    told: dict[str, object] = {"cards": tuple(map(str, attack.cards))}
    if is_sure:
        return "why.attack-sure", told
    if len(attack.cards) > 1:
        return "why.attack-jumbo", told
    return "why.attack-high" if attack.cards[0] == known.hand[-1] else "why.attack-low", told


def _why_answer(known: Knowledge, answer: Answering, is_sure: bool) -> Why:
    told: dict[str, object] = {"card": str(answer.card)}
    reaching = [value for value in known.hand if value >= answer.demand]
    if is_sure:
        return "why.answer-sure", told
    if answer.is_given_up:
        return "why.sacrifice-keep" if reaching else "why.sacrifice-must", told
    return "why.defend-low" if answer.card == reaching[0] else "why.defend-high", told


def _show(known: Knowledge, style: Style, worlds: int, dice: Dice, is_over: IsOver) -> Counsel:
    """Tell how likely the last card wins; there are few worlds then, and all are looked at."""
    found, card = search(known, LAST_CARDS, dice, is_over), str(known.hand[0])
    told: dict[str, object] = {"card": card}
    return Counsel(
        (Advice({"do": "show", **told}, found.values[0], found.errors[0], "why.last-card", told),), found.worlds
    )


_ADVISING: Mapping[Phase, Callable[[Knowledge, Style, int, Dice, IsOver], Counsel]] = {
    Phase.REPLACE: _replace,
    Phase.DUEL: _duel,
    Phase.ATTACK: _fight,
    Phase.ANSWER: _fight,
    Phase.SHOWDOWN: _show,
}
