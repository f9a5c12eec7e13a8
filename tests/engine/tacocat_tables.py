"""Tables to test on: a match at a moment of choice, acts in short, and refusals that leave all as it was."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tacotable_engine import Match, Ruling

Act = Mapping[str, object]
EMPTY_LIST: list[str] = []
RETAIL = dict(zip(map(str, range(1, 13)), [1, 4, 5, 5, 5, 5, 4, 3, 2, 2, 1, 1], strict=True))
"""The retail deck, as an owner who counted it tells it."""


class SeededChance:
    """A chance that shuffles alike for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        shuffled = list(cards)
        self._random.shuffle(shuffled)
        return shuffled


class StackedChance:
    """A chance that puts chosen cards on top and the others below, ascending."""

    def __init__(self, top: str) -> None:
        self._top = top.split()

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        rest = list(cards)
        for card in self._top:
            rest.remove(card)
        return [*self._top, *rest]


def begin(
    game: str = "tc38",
    mode: str = "dealt",
    *,
    board: Act | None = None,
    deck: Act | None = None,
    options: Act | None = None,
    chance: Any = None,
    robots: Sequence[str] = (),
    **position: object,
) -> Match:
    """Begin a match of Ann (YAY) and Bo (WOW); `ann`, `bo`, `pile`, `discard` and `demands` are cards with spaces."""
    setup: dict[str, object] = {"game": game, "seats": ["Ann", "Bo"], "mode": mode}
    if board is not None:
        setup["board"] = board
    if deck is not None:
        setup["deck"] = deck
    if options is not None:
        setup["options"] = options
    if robots:
        setup["robots"] = list(robots)
    if "ann" in position:
        position["hands"] = {
            "Ann": str(position.pop("ann")).split(),
            "Bo": str(position.pop("bo")).split(),
        }
    for name in ("pile", "discard", "demands"):
        if name in position:
            position[name] = str(position[name]).split()
    if position:
        setup["position"] = position
    return Match.new(setup, chance or SeededChance())


def replaces(cards: str = "") -> Act:
    return {"do": "replace", "cards": cards.split()}


def duels(card: str) -> Act:
    return {"do": "duel", "card": card}


def attacks(cards: str) -> Act:
    return {"do": "attack", "cards": cards.split()}


def answers(card: str, demand: str | None = None) -> Act:
    return {"do": "answer", "card": card} | ({"demand": demand} if demand else {})


def sacrifices(card: str, demand: str | None = None) -> Act:
    return {**answers(card, demand), "as": "sacrifice"}


def shows(card: str) -> Act:
    return {"do": "show", "card": card}


def deals(card: str) -> Act:
    return {"do": "deal", "card": card}


def play(match: Match, *acts: tuple[str, Act]) -> Ruling:
    """Do acts that must stand, and give the last ruling."""
    rulings = [match.act(seat, act) for seat, act in acts]
    assert all(ruling.is_applied for ruling in rulings), rulings
    return rulings[-1]


def refusal(match: Match, seat: str, act: Act) -> str:
    """Do an act that must be refused, check that nothing has changed, and give the rule's code."""
    before = everything(match)
    foretold = match.why_not(seat, act)
    ruling = match.act(seat, act)
    assert ruling.ruling == "illegal", ruling
    assert foretold is not None
    assert foretold.rule == ruling.rule
    assert ruling.events == ()
    assert everything(match) == before
    return ruling.rule


def everything(match: Match) -> tuple[object, ...]:
    """Give all that can be asked of a match without changing it."""
    viewers = (*match.seats, "table", "arbiter")
    lists = [match.legal(seat) for seat in match.seats]
    return (match.state, [match.view(viewer) for viewer in viewers], lists, match.prompts(), match.next_number)


def told(match: Match, *names: str) -> Any:
    """Give fields of the arbiter's view; a single one without a list around it."""
    view = match.view("arbiter")
    return view[names[0]] if len(names) == 1 else [view[name] for name in names]


def hands(match: Match) -> tuple[str, str]:
    """Give both hands as the arbiter knows them, cards with spaces."""
    both: Any = match.view("arbiter")["hands"]
    return " ".join(both["Ann"]), " ".join(both["Bo"])
