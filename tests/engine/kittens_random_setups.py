"""Random beginnings of Exploding games: set-ups, positions rich in what is rare, and beginnings nobody understands.

A start is the truth of a table: every hand and the whole pile. `as_told` is what the referee hears of it.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.kittens_slow_model import world_of
from engine.kittens_slow_world import HAND, LETHAL, UNKNOWN, Cards, Json, deck, subset
from engine.traits import TRAITS

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo"]


def random_seats(rng: random.Random, game: str) -> list[str]:
    """Seat few players more often than many, for their games are shorter."""
    most = TRAITS[game].players[-1]
    return NAMES[: min(rng.randint(2, most), rng.randint(2, most))]


def random_options(rng: random.Random) -> Json:
    """Choose some options, each with a value that is not always its default."""
    values: dict[str, list[Any]] = {
        "window_s": [1, 3, 7.5],
        "nope_own": [True, False],
        "clone_as_nope": [True, False],
        "attack_stacking": ["remaining", "fixed"],
        "special_combos": [True, True, False],
        "noped_out": [True, False],
    }
    return {name: rng.choice(choices) for name, choices in values.items() if rng.random() < 0.25}


def random_start(rng: random.Random, game: str, mode: str) -> Json:
    """Begin with the set-up, now and then with another seat or in the middle of an Attack."""
    seats = random_seats(rng, game)
    start: Json = {"op": "new", "game": game, "seats": seats, "mode": mode, "seed": rng.randrange(10**6)}
    start |= random_deck(rng, game, len(seats))
    if rng.random() < 0.6:
        start["options"] = random_options(rng)
    if rng.random() < 0.2:
        start["position"] = {"turn": random_turn(rng, seats)}
    return start


def random_deck(rng: random.Random, game: str, players: int) -> Json:
    """Count a deck of the owner's now and then: some titles are missing, of others there are more."""
    if rng.random() < 0.7:
        return {}
    counts = {title: count + rng.choice([-count, 0, 0, 1, 4]) for title, count in subset(game, players).items()}
    counts |= {title: rng.choice([0, 4, 6]) for title in counts if title == "clone"}
    counts["defuse"] = players + rng.randint(0, 3)
    counts["skip"] += max(0, HAND * players - sum(counts.values()) + counts["defuse"])
    return {"deck": counts}


def random_turn(rng: random.Random, alive: list[str]) -> Json:
    left = rng.choice([1, 1, 2, 3, 4])
    source = "attack" if left > 1 or rng.random() < 0.3 else "normal"
    return {"seat": rng.choice(alive), "left": left, "source": source}


def random_middle(rng: random.Random, game: str, mode: str) -> Json:
    """Begin in the middle: some may be dead, hands are small, and the pile is short."""
    start = random_start(rng, game, mode)
    seats = start["seats"]
    living = rng.sample(seats, rng.randint(2, len(seats)))
    alive = [seat for seat in seats if seat in living]
    dead = [seat for seat in seats if seat not in alive]
    cards = shuffled_for_use(rng, start)
    death = LETHAL[game]
    hands = {seat: [cards.pop() for _ in range(rng.randint(0, 6)) if cards] for seat in alive}
    in_front = {seat: [cards.pop(), death] for seat in dead if cards} if game == "min72" else {}
    discard = [cards.pop() for _ in range(rng.randint(0, 5)) if cards]
    discard += [] if game == "min72" else [death] * len(dead)
    rng.shuffle(discard)
    turn = random_turn(rng, alive)
    is_staged = rng.random() < 0.3 and stage(game, cards, hands[turn["seat"]], discard)
    is_whole = mode == "blind" and rng.random() < 0.3
    pile = cards if is_whole else cards[: rng.randint(0, 7)]
    pile += [death] * (len(alive) - 1)
    rng.shuffle(pile)
    if is_staged:
        pile.sort(key=death.__ne__)
    start["position"] = {
        "hands": {seat: hands.get(seat, []) for seat in seats},
        "pile": pile,
        "discard": discard,
        "alive": alive,
        "turn": turn,
        **({"in_front": in_front} if in_front else {}),
    }
    return start


def stage(game: str, cards: Cards, hand: Cards, discard: Cards) -> bool:
    """Give a hand what chance seldom deals: three of a kind, or a Clone where a Defuse lies on top."""
    wanted = ["clone", "defuse"]
    if game != "min72":
        title = max(cards, key=cards.count)
        wanted = [title] * 3
    if Counter(wanted) - Counter(cards):
        return False
    for card in wanted:
        cards.remove(card)
        (discard if card == "defuse" and game == "min72" else hand).append(card)
    return game == "min72"


def shuffled_for_use(rng: random.Random, start: Json) -> Cards:
    """Shuffle the deck without its lethal cards, with one rare title at the end, from which hands are dealt."""
    game, cards = start["game"], deck(start)
    del cards[LETHAL[game]]
    mixed = rng.sample(list(cards.elements()), cards.total())
    favourites = rng.sample(TRAITS[game].favourites, 3)
    at_end = [card for card in mixed if card in favourites and rng.random() < 0.6]
    rest = list((Counter(mixed) - Counter(at_end)).elements())
    rng.shuffle(rest)
    mixture = at_end + rest[: 2 * len(at_end)]
    rng.shuffle(mixture)
    return rest[2 * len(at_end) :] + mixture


def as_told(rng: random.Random, start: Json) -> Json:
    """Hide what the referee of this mode is not told."""
    position = start.get("position", {})
    if start["mode"] == "dealt" or "hands" not in position:
        return start
    told = {**position, "pile": veiled(rng, position["pile"], 0.9)}
    if start["mode"] == "blind":
        how_often = rng.choice([0.5, 1])
        told["hands"] = {seat: veiled(rng, hand, how_often) for seat, hand in position["hands"].items()}
        request = {**start, "position": {key: told[key] for key in told if key != "pile"}}
        if len(world_of(request).pile) == len(position["pile"]):
            return request  # the rest of the deck: nothing is out of play
    return {**start, "position": told}


def veiled(rng: random.Random, cards: Cards, how_often: float) -> Cards:
    return [UNKNOWN if rng.random() < how_often else card for card in cards]


def bad_start(rng: random.Random, start: Json) -> Json:
    """Garble a beginning so that no game can begin like that."""
    garbled: list[Json] = [
        {"game": "ek121"},
        {"seats": start["seats"][:1]},
        {"seats": [*NAMES, "Kim"]},
        {"seats": ["table", *start["seats"][1:]]},
        {"seats": [*start["seats"][1:], "arbiter"]},
        {"mode": "open"},
        {"colour": "red"},
    ]
    return {**start, **rng.choice(garbled)}
