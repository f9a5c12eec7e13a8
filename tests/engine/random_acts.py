"""What random people do at a Tacocat table: honest acts, and acts that a referee must refuse.

`world` is what the referee knows, `truth` is what really lies there; they differ only where hands are hidden.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.random_setups import SEATS
from engine.slow_model import candidates
from engine.slow_rules import ACT_OF_PHASE, ILLEGAL, verdict
from engine.slow_world import Json, World, limit, other, to_act, unseen, value


def honest_act(rng: random.Random, world: World, truth: World) -> Json:
    """Choose an act that the rules allow."""
    seat = rng.choice(to_act(world))
    hand, base = truth.hands[seat], {"op": "act", "seat": seat, "do": ACT_OF_PHASE[world.phase]}
    if world.phase == "deal":
        left = unseen(world)
        return {**base, "card": rng.choice([card for card in left for _ in range(left[card])])}
    if world.phase == "replace":
        return {**base, "cards": rng.sample(hand, rng.randint(0, limit(world) or 0))}
    if world.phase in ("attack", "answer"):
        allowed = [act for act in candidates(truth, seat) if verdict(truth, act) != ILLEGAL]
        wide = [act for act in allowed if len(act.get("cards", [])) > 1]
        return spelled(rng, world, rng.choice(wide if wide and rng.random() < 0.5 else allowed))
    return {**base, "card": rng.choice(hand)}


def spelled(rng: random.Random, world: World, act: Json) -> Json:
    """Send cards in any order, and now and then leave out a demand that is the first one anyway."""
    if "cards" in act:
        return {**act, "cards": rng.sample(act["cards"], len(act["cards"]))}
    if act["demand"] == world.demands[0] and rng.random() < 0.5:
        return {key: act[key] for key in act if key != "demand"}
    return act


def wrong_seat(rng: random.Random, world: World, truth: World) -> Json:
    act = honest_act(rng, world, truth)
    return {**act, "seat": other(world, act["seat"])}


def wrong_phase(rng: random.Random, world: World, truth: World) -> Json:
    seat, do = rng.choice(SEATS), rng.choice(["deal", "replace", "duel", "attack", "answer", "show"])
    card = rng.choice(truth.hands[seat] or list(world.copies))
    named = {"cards": [card]} if do in ("replace", "attack") else {"card": card}
    return {"op": "act", "seat": seat, "do": do, **named}


def card_not_held(rng: random.Random, world: World, truth: World) -> Json:
    act = honest_act(rng, world, truth)
    card = rng.choice([card for card in world.copies if card not in truth.hands[act["seat"]]] or list(world.copies))
    return {**act, "cards": [card]} if "cards" in act else {**act, "card": card}


def too_many_replaced(rng: random.Random, world: World, truth: World) -> Json:
    act = honest_act(rng, world, truth)
    hand = truth.hands[act["seat"]]
    cards = [*rng.sample(hand, len(hand)), rng.choice(list(world.copies))]
    return {**act, "cards": cards[: (limit(world) or 0) + 1]}


def odd_attack(rng: random.Random, world: World, truth: World) -> Json:
    """Attack with some cards, or with all, whatever they are."""
    seat = rng.choice(to_act(world))
    hand = truth.hands[seat]
    size = len(hand) if rng.random() < 0.3 else rng.randint(0, min(4, len(hand)))
    return {"op": "act", "seat": seat, "do": "attack", "cards": rng.sample(hand, size)}


def some_ladder(rng: random.Random, world: World, truth: World) -> Json:
    """Attack with neighbours in the hand: two cards in a row, or more with or without a gap."""
    seat = rng.choice(to_act(world))
    ladder = sorted(set(truth.hands[seat]), key=value)
    start = rng.randint(0, max(0, len(ladder) - 3))
    return {"op": "act", "seat": seat, "do": "attack", "cards": ladder[start : start + rng.randint(2, 4)]}


def some_group(rng: random.Random, world: World, truth: World) -> Json:
    """Attack with two or more equal cards, all of them or not."""
    seat = rng.choice(to_act(world))
    hand = truth.hands[seat]
    twins = [card for card in hand if hand.count(card) > 1] or hand
    card = rng.choice(twins)
    cards = [card] * rng.randint(min(2, hand.count(card)), hand.count(card))
    return {"op": "act", "seat": seat, "do": "attack", "cards": cards}


def any_answer(rng: random.Random, world: World, truth: World) -> Json:
    """Answer with any card in hand, mostly neither high enough nor the lowest."""
    seat = rng.choice(to_act(world))
    act = {"op": "act", "seat": seat, "do": "answer", "card": rng.choice(truth.hands[seat] or list(world.copies))}
    return {**act, "as": "sacrifice"} if rng.random() < 0.3 else act


def any_demand(rng: random.Random, world: World, truth: World) -> Json:
    return {**any_answer(rng, world, truth), "demand": rng.choice(list(world.copies))}


def not_understood(rng: random.Random, world: World, truth: World) -> Json:
    """Garble an act so that it is no act of this game."""
    act = honest_act(rng, world, truth)
    name = "cards" if "cards" in act else "card"
    strange: list[Any] = ["13", "0", "nope", "", "seven", 5, None, True]
    strange += [card for card in ("1", "11", "12") if card not in world.copies]
    card = rng.choice(strange)
    garbled: list[Json] = [
        {**act, "seat": "Nobody"},
        {**act, "seat": "table"},
        {**act, "colour": "red"},
        {**act, "do": rng.choice(["teleport", "draw", "play", "nope", "let", ""])},
        {**act, name: [card] if name == "cards" else card},
        {**act, name: "5" if name == "cards" else ["5"]},
        {key: kept for key, kept in act.items() if key != name},
        {key: kept for key, kept in act.items() if key != "do"},
        {key: kept for key, kept in act.items() if key != "seat"},
        {"op": "act", "seat": act["seat"], "do": "answer", "card": "5", "as": "gift"},
        {"op": "act", "seat": act["seat"], "do": "answer", "card": "5", "demand": card},
        {"op": "act", "seat": act["seat"], "do": "duel", "card": "5", "as": "sacrifice"},
    ]
    return rng.choice(garbled)


Cheat = Callable[[random.Random, World, World], Json]
ANYWHERE: list[Cheat] = [wrong_seat, wrong_phase, not_understood]
CHEATS: dict[str, list[Cheat]] = {
    "deal": ANYWHERE,
    "replace": [*ANYWHERE, card_not_held, too_many_replaced, too_many_replaced],
    "duel": [*ANYWHERE, card_not_held, odd_attack],
    "attack": [*ANYWHERE, card_not_held, odd_attack, *[some_ladder] * 3, *[some_group] * 3],
    "answer": [*ANYWHERE, card_not_held, *[any_answer] * 3, any_demand],
    "showdown": [*ANYWHERE, card_not_held, odd_attack, any_answer],
    "over": [wrong_phase],
}


def cheating_act(rng: random.Random, world: World, truth: World) -> Json:
    """Choose an act that is most likely forbidden."""
    return rng.choice(CHEATS[world.phase])(rng, world, truth)
