"""Random ways to begin a game of Tacocat, at its beginning or in its middle, and ways that are no game."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.slow_world import SPACES, UNKNOWN, VALUES, Cards, Json, copies_of, deck

SEATS = ["Ada", "Bo"]


def random_board(rng: random.Random) -> Json:
    """Draw a board within the protocol's limits: numbers 2 to 9, any arrow on any space."""
    numbers = [rng.randint(2, 9) for _ in SPACES]
    return {"numbers": numbers, "arrows": [rng.choice(["yay", "wow", "both"]) for _ in SPACES]}


def random_deck(rng: random.Random) -> Json:
    """Count a deck of the owner's, or none: some values may be missing, and there are enough cards for any space."""
    if rng.random() < 0.5:
        return {}
    counts = {card: rng.choice([0, 1, 2, 3, 5, 7]) for card in VALUES}
    return {"deck": {**counts, "5": 9, "8": 9, "7": 9}}


def random_options(rng: random.Random, mode: str) -> Json:
    """Draw the Tacocat options; whole groups only cannot be judged where hands are hidden."""
    options: Json = {}
    if rng.random() < 0.3:
        options["jumbo"] = rng.random() < 0.5
    if mode != "blind" and rng.random() < 0.5:
        options["strict_groups"] = rng.random() < 0.8
    return options


def random_start(rng: random.Random, game: str, mode: str) -> Json:
    """Begin a game at its beginning."""
    request: Json = {"op": "new", "game": game, "seats": SEATS, "mode": mode, "seed": rng.randint(0, 10**6)}
    request |= random_deck(rng)
    options = random_options(rng, mode)
    if rng.random() < 0.25:
        options["practice"] = True
    if rng.random() < 0.8:
        request["board"] = random_board(rng)
    if options:
        request["options"] = options
    return request


def random_middle(rng: random.Random, game: str, mode: str) -> Json:
    """Begin a game in its middle, with every card in its true place."""
    board = random_board(rng)
    token, covered, winners = random_way(rng)
    counted = random_deck(rng)
    cards = deck(copies_of({"game": game, **counted}))
    rng.shuffle(cards)
    phase = rng.choice(["replace", "duel", "attack", "answer", "showdown"])
    position: Json = {"token": token, "covered": covered, "wins": winners, "phase": phase}
    MIDDLES[phase](rng, position, cards, board)
    if mode != "blind" and (phase != "replace" or is_single_arrow(board, token)) and rng.random() < 0.2:
        del cards[rng.randint(0, 9) :]  # a short pile caps replacing (`replace-pile`); elsewhere it changes nothing
    position["pile"] = cards
    request: Json = {"op": "new", "game": game, "seats": SEATS, "mode": mode, "seed": rng.randint(0, 10**6), **counted}
    return {**request, "board": board, "options": random_options(rng, mode), "position": position}


def random_way(rng: random.Random) -> tuple[int, list[int], list[str]]:
    """Let rounds be won, fewer than four by each seat: give the token, the covered spaces and the winners."""
    token, covered, winners = 0, list[int](), list[str]()
    for _ in range(rng.randint(0, 6)):
        winner = rng.choice(SEATS)
        if winners.count(winner) == 3:
            break
        winners.append(winner)
        covered.append(token)
        step = -1 if winner == SEATS[0] else 1
        while token in covered:
            token += step
    return token, sorted(covered), winners


def is_single_arrow(board: Json, token: int) -> bool:
    return bool(board["arrows"][SPACES.index(token)] != "both")


def take(cards: Cards, count: int) -> Cards:
    taken = cards[:count]
    del cards[:count]
    return taken


def middle_of_replacing(rng: random.Random, position: Json, cards: Cards, board: Json) -> None:
    """Deal; where one seat replaces first, it may have done so."""
    index = SPACES.index(position["token"])
    size, arrow = board["numbers"][index], board["arrows"][index]
    position["hands"] = {seat: take(cards, size) for seat in SEATS}
    if arrow != "both" and rng.random() < 0.4:
        count = rng.randint(1, size)
        position["replaced"] = {SEATS[0] if arrow == "yay" else SEATS[1]: count}
        position["discard"] = take(cards, count)


def middle_of_duel(rng: random.Random, position: Json, cards: Cards, _board: Json) -> None:
    size = rng.randint(2, 9)
    position["hands"] = {seat: take(cards, size) for seat in SEATS}
    position["discard"] = take(cards, 2 * rng.randint(0, 3))


def middle_of_attack(rng: random.Random, position: Json, cards: Cards, board: Json) -> None:
    middle_of_duel(rng, position, cards, board)
    position["attacker"], position["duel_winner"] = rng.choice(SEATS), rng.choice(SEATS)


def middle_of_answer(rng: random.Random, position: Json, cards: Cards, board: Json) -> None:
    """Lay a group of two or a single card of the attacker on the table."""
    middle_of_attack(rng, position, cards, board)
    hand = position["hands"][position["attacker"]]
    pairs = [card for card in hand if hand.count(card) >= 2]
    demands = [rng.choice(pairs)] * 2 if pairs and len(hand) > 2 else [rng.choice(hand)]
    for card in demands:
        hand.remove(card)
    position["demands"] = demands


def middle_of_showdown(rng: random.Random, position: Json, cards: Cards, _board: Json) -> None:
    """Leave one card each, equal ones more often than not, after a duel or after none that decided."""
    if rng.random() < 0.6:
        cards.sort(key=lambda card: card != "5")
    position["hands"] = {seat: take(cards, 1) for seat in SEATS}
    rng.shuffle(cards)
    if rng.random() < 0.6:
        position["attacker"], position["duel_winner"] = rng.choice(SEATS), rng.choice(SEATS)


MIDDLES: dict[str, Callable[[random.Random, Json, Cards, Json], None]] = {
    "replace": middle_of_replacing,
    "duel": middle_of_duel,
    "attack": middle_of_attack,
    "answer": middle_of_answer,
    "showdown": middle_of_showdown,
}


def as_told(request: Json) -> Json:
    """Tell a set-up as the mode knows it: no face of a pile of real cards, no face of a hidden hand."""
    position = dict(request.get("position", {}))
    if not position or request["mode"] == "dealt":
        return request
    if request["mode"] == "seen":
        position["pile"] = [UNKNOWN] * len(position["pile"])
    else:
        del position["pile"]
        position["hands"] = {seat: [UNKNOWN] * len(hand) for seat, hand in position["hands"].items()}
    return {**request, "position": position}


def bad_start(rng: random.Random, request: Json) -> Json:
    """Garble a `new` so that no game can begin."""
    numbers = [rng.choice([0, 1, 10, 11]), 6, 9, 7, 9, 6, 4]
    board = {"arrows": random_board(rng)["arrows"]}
    garbled: list[Json] = [
        {"seats": ["Ada"]},
        {"seats": ["Ada", "Bo", "Cy"]},
        {"seats": ["Ada", rng.choice(["table", "arbiter"])]},
        {"board": {**board, "numbers": rng.sample(numbers, 7)}},
        {"board": {**board, "numbers": numbers[1:]}},
        {"game": rng.choice(["tc37", "chess"])},
        {"mode": "foggy"},
        {"weather": "fine"},
    ]
    return {**request, **rng.choice(garbled)}
