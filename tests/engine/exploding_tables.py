"""Tables of the Exploding games to test on: a match at a moment of choice, acts in short, and what lies where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.tacocat_tables import SeededChance, play
from engine.traits import TRAITS
from tacotable_engine import Match, Ruling

Act = Mapping[str, object]
GAMES = tuple(TRAITS)
SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
MEANT = {
    game: {"lethal": each.lethal, "plain": each.plain[0], "plain-2": each.plain[1]} for game, each in TRAITS.items()
}
"""What "lethal", "plain" and "plain-2" mean in each printing, so that one test may speak of all."""
LISTS = ("pile", "discard", "alive")


def cards(game: str, text: object) -> list[str]:
    """Give cards that are written with spaces; "skip*3" is three of them."""
    found = []
    for word in str(text).split():
        card, _, count = word.partition("*")
        found += [MEANT[game].get(card, card)] * int(count or 1)
    return found


def begin(
    game: str = "ek120",
    mode: str = "dealt",
    *,
    deck: Act | None = None,
    options: Act | None = None,
    chance: Any = None,
    robots: Sequence[str] = (),
    **told: Any,
) -> Match:
    """Begin a match of as many seats as hands are given, or as `players` says.

    Hands are `ann`, `bo`, ...; pile and discard are cards with spaces; `turn` is a seat, or "Bo 2 attack"; `in_front`
    is by seat.
    """
    named = {seat: told.pop(seat.lower()) for seat in SEATS if seat.lower() in told}
    count = told.pop("players", len(named))
    setup: dict[str, object] = {"game": game, "seats": list(SEATS[:count]), "mode": mode}
    position: dict[str, object] = dict(told)
    if named:
        position["hands"] = {seat: cards(game, hand) for seat, hand in named.items()}
    for name in LISTS:
        if name in told:
            position[name] = cards(game, told[name])
    if "in_front" in told:
        position["in_front"] = {seat: cards(game, hand) for seat, hand in told["in_front"].items()}
    if "turn" in told:
        position["turn"] = turn(told["turn"])
    if position:
        setup["position"] = position
    if deck is not None:
        setup["deck"] = deck
    if options is not None:
        setup["options"] = options
    if robots:
        setup["robots"] = list(robots)
    return Match.new(setup, chance or SeededChance())


def turn(text: str) -> dict[str, object]:
    """Read a turn such as "Bo" or "Bo 2 attack"."""
    seat, left, source = text.split() if " " in text else (text, "1", "normal")
    return {"seat": seat, "left": int(left), "source": source}


def plays(what: str, target: str | None = None, name: str | None = None) -> Act:
    """Play cards, with spaces between; the names of cards are the wire's own."""
    declared = {"target": target, "name": name}
    return {"do": "play", "cards": what.split()} | {key: value for key, value in declared.items() if value is not None}


def nopes(card: str | None = None) -> Act:
    return {"do": "nope"} | ({"card": card} if card else {})


def lets() -> Act:
    return {"do": "let"}


def draws(card: str | None = None) -> Act:
    return {"do": "draw"} | ({"card": card} if card else {})


def defuses(slot: int | None = None, card: str | None = None) -> Act:
    return {"do": "defuse"} | ({} if slot is None else {"slot": slot}) | ({"card": card} if card else {})


def explodes(hand: str | None = None) -> Act:
    return {"do": "explode"} | ({} if hand is None else {"cards": hand.split()})


def gives(card: str | None = None) -> Act:
    return {"do": "give"} | ({"card": card} if card else {})


def denies() -> Act:
    return {"do": "deny"}


def arranges(order: str | None = None) -> Act:
    return {"do": "arrange"} | ({} if order is None else {"cards": order.split()})


def steals(card: str | None = None) -> Act:
    return {"do": "steal"} | ({"card": card} if card else {})


def deals(card: str) -> Act:
    return {"do": "deal", "card": card}


def through(match: Match, seat: str, act: Act) -> Ruling:
    """Play what must stand and let its window run out; give the ruling that closed it."""
    play(match, (seat, act))
    return match.resolve()


def hand(match: Match, seat: str) -> str:
    """Give a hand as the arbiter knows it, cards with spaces."""
    held: Any = match.view("arbiter")["hands"]
    return " ".join(held[seat])


def whose(match: Match) -> str:
    """Give whose turn it is, how many are owed and since what, such as "Bo 2 attack"."""
    now: Any = match.view("arbiter")["turn"]
    return f"{now['seat']} {now['left']} {now['source']}"


def kinds(events: Any) -> list[str]:
    """Give the types of events."""
    return [event["type"] for event in events]
