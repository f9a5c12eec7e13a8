"""What each seat of an Exploding game may do, found by trying everything that is worth trying."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.kittens_slow_rules import ACTS_OF_PHASE, ILLEGAL, effect_of, verdict
from engine.kittens_slow_world import HAND, UNKNOWN, Json, World, copied, lethal, titles

Meaning = tuple[Any, ...]
SIZES_OF_PLAYS = (1, 2, 3, 5)
AIMED = ("favor", "targeted-attack", "pair", "triple")


def legal_acts(world: World, seat: str) -> list[Json]:
    """List what the seat may do, a free choice as one entry with its bounds (protocol, Requests)."""
    world, base = seen_by(world, seat), {"op": "act", "seat": seat}
    tried = [act for do in ACTS_OF_PHASE[world.phase] for act in CANDIDATES[do](world, seat)]
    allowed = [act for act in tried if verdict(world, {**base, **one_of(act)}) != ILLEGAL]
    return [bounded(world, seat, act) for act in allowed]


def seen_by(world: World, seat: str) -> World:
    """Hide what this seat cannot know: the list may not tell what others hold, or how the pile lies."""
    seen = copied(world)
    seen.pile = [UNKNOWN] * len(seen.pile)
    seen.hands = {one: hand if one == seat else [UNKNOWN] * len(hand) for one, hand in seen.hands.items()}
    return seen


def one_of(act: Json) -> Json:
    """Choose one of the names of an entry: all of them share its fate."""
    return {**{key: act[key] for key in act if key != "names"}, "name": act["names"][0]} if "names" in act else act


def bounded(world: World, seat: str, act: Json) -> Json:
    """Put the bounds of a free choice in its place."""
    if act["do"] == "defuse":
        return {"do": "defuse", "slots": len(world.pile) + 1, **{key: act[key] for key in act if key == "card"}}
    if act["do"] == "deal":
        return {"do": "deal", "max": HAND - len(world.hands[seat])}
    return {"do": "arrange", "of": world.peek[seat]} if act["do"] == "arrange" else act


def meanings(world: World, seat: str, acts: list[Json]) -> set[Meaning]:
    """Tell what the entries of a list come to, so that two spellings of one act are equal."""
    return {meaning for act in acts for meaning in each_meaning(world, seat, act)}


def each_meaning(world: World, seat: str, act: Json) -> list[Meaning]:
    do = act["do"]
    if do == "play":
        cards = tuple(sorted(act["cards"]))
        targets = act.get("targets", [act.get("target")])
        names = act.get("names", [act.get("name")])
        return [(do, cards, target, name) for target in targets for name in names]
    if do == "arrange":
        return [(do, tuple(sorted(act["of"])))]
    if do == "give" and world.asked:
        return [(do, world.asked["name"] or act.get("card", UNKNOWN))]
    kept = [act.get(key) for key in KEYS[do]]
    return [(do, *kept)]


KEYS = {
    "deal": ["max"],
    "draw": [],
    "nope": ["card"],
    "let": [],
    "defuse": ["slots", "card"],
    "explode": [],
    "deny": [],
    "steal": [],
}


def could_be_in_hand(world: World, seat: str) -> Counter[str]:
    """Count the copies of each title that the seat might play: what it holds, or five of all behind hidden faces."""
    hand = world.hands[seat]
    return Counter(dict.fromkeys(titles(world), 5)) if UNKNOWN in hand else Counter(hand)


def plays(world: World, seat: str) -> list[Json]:
    """List every play of one, two, three or five cards that are something together."""
    hand = could_be_in_hand(world, seat)
    found = []
    for size in SIZES_OF_PLAYS:
        for cards in combinations(world, hand, size):
            effect = effect_of(world, list(cards))
            found += aimed(world, list(cards), effect) if effect else []
    return found


def combinations(world: World, hand: Counter[str], size: int) -> list[tuple[str, ...]]:
    """Choose cards in every way that could make a play of this size."""
    if size == 5:
        return list(itertools.combinations(sorted(hand), 5)) if world.game == "zh56" else []
    if size == 3 and world.game == "min72":
        return []
    choices = itertools.combinations_with_replacement(sorted(hand), size)
    return [cards for cards in choices if not Counter(cards) - hand and len(set(cards)) <= 2]


def aimed(world: World, cards: list[str], effect: str) -> list[Json]:
    """Add every target and every name that the play could need."""
    play: Json = {"do": "play", "cards": cards}
    if effect == "triple":
        play["names"] = [title for title in titles(world) if title != lethal(world)]
    elif effect == "five":
        play["names"] = sorted({*world.discard, *cards} - {UNKNOWN, lethal(world)})
    return [{**play, "target": seat} for seat in world.alive] if effect in AIMED else [play]


def draws(world: World, seat: str) -> list[Json]:
    return [{"do": "draw"}]


def gifts(world: World, seat: str) -> list[Json]:
    """List the cards to give; where a face is hidden, any title that could lie behind it."""
    hand = world.hands[seat]
    cards = titles(world) if UNKNOWN in hand else sorted(set(hand))
    hidden: list[Json] = [{"do": "give"}] if world.mode == "blind" else []
    return [{"do": "give", "card": card} for card in cards] + hidden


CANDIDATES: dict[str, Callable[[World, str], list[Json]]] = {
    "deal": lambda world, seat: [{"do": "deal", "card": title} for title in titles(world)],
    "play": plays,
    "draw": draws,
    "nope": lambda world, seat: [{"do": "nope"}, {"do": "nope", "card": "clone"}],
    "let": lambda world, seat: [{"do": "let"}],
    "defuse": lambda world, seat: [{"do": "defuse"}, {"do": "defuse", "card": "clone"}],
    "explode": lambda world, seat: [{"do": "explode"}],
    "give": gifts,
    "deny": lambda world, seat: [{"do": "deny"}],
    "arrange": lambda world, seat: [{"do": "arrange"}],
    "steal": lambda world, seat: [{"do": "steal"}],
}
