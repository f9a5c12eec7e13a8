"""What random people do at an Exploding table: honest acts, lies, and acts that a referee must refuse.

`truth` is what really lies there, every face of it; acts are chosen whole, and `told` leaves out what nobody shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.kittens_slow_legal import AIMED
from engine.kittens_slow_rules import ACTS_OF_PHASE, ILLEGAL, effect_of, verdict
from engine.kittens_slow_world import CATS, MINIONS, UNKNOWN, Cards, Json, World, lethal, titles, to_act
from engine.traits import TRAITS

ACTIVE = ["attack", "skip", "shuffle", "see-the-future", "draw-from-bottom", "favor", "alter-the-future", "clone"]


def honest_act(rng: random.Random, truth: World) -> Json:
    """Choose an act that the rules allow; now and then a seat nopes what it has let pass."""
    late = [seat for seat in truth.answered if "nope" in truth.hands[seat]] if truth.phase == "window" else []
    if late and rng.random() < 0.3:
        return {"op": "act", "seat": rng.choice(late), "do": "nope"}
    seat = rng.choice(to_act(truth))
    base = {"op": "act", "seat": seat}
    if truth.phase == "turn" and rng.random() < 0.6 and (play := some_play(rng, truth, seat)):
        return {**base, **play}
    return {**base, **HONEST[truth.phase](rng, truth, seat)}


def some_play(rng: random.Random, truth: World, seat: str) -> Json | None:
    """Choose cards at random until they are a play, more than one card where that is possible."""
    hand = truth.hands[seat]
    for _ in range(6):
        is_clone_tried = "clone" in hand and rng.random() < 0.85
        cards = ["clone"] if is_clone_tried else some_cards(rng, hand)
        effect = effect_of(truth, cards) if cards else None
        if effect is None:
            continue
        play = named(rng, truth, seat, {"do": "play", "cards": cards}, effect)
        if verdict(truth, {"op": "act", "seat": seat, **play}) != ILLEGAL:
            return play
    return None


def some_cards(rng: random.Random, hand: Cards) -> Cards:
    """Take one card, or some that look as if they went together."""
    size = rng.choice([1, 1, 1, 2, 2, 3, 3, 5])
    most = max((hand.count(card) for card in hand), default=0)
    if most >= 3 and rng.random() < 0.4:
        size, hand = 3, [card for card in hand if hand.count(card) == most]
    if size == 1:
        return [rng.choice([card for card in hand if card in ACTIVE or card == "targeted-attack"] or hand or ["skip"])]
    if size == 5:
        kinds = sorted(set(hand))
        return rng.sample(kinds, 5) if len(kinds) >= 5 else []
    wild = {"feral-cat": CATS, "clone": MINIONS}
    first = max(hand, key=hand.count) if hand and rng.random() < 0.5 else rng.choice(hand or ["skip"])
    alike = [card for card in hand if card == first or card in wild.get(first, []) or first in wild.get(card, [])]
    return rng.sample(alike, size) if len(alike) >= size else []


def named(rng: random.Random, truth: World, seat: str, play: Json, effect: str) -> Json:
    """Add whom the play is aimed at, and a name: three in four of them a card that is there."""
    others = [other for other in truth.alive if other != seat]
    if effect in AIMED and (effect != "favor" or play["cards"] == ["favor"]):
        play["target"] = rng.choice([other for other in others if truth.hands[other]] or others)
    if effect in ("triple", "five"):
        there = truth.hands[play["target"]] if effect == "triple" else [*truth.discard, *play["cards"]]
        anything = [title for title in titles(truth) if title != lethal(truth)]
        play["name"] = rng.choice(there if there and rng.random() < 0.75 else anything)
    return play


def in_window(rng: random.Random, truth: World, seat: str) -> Json:
    hand, top = truth.hands[seat], truth.discard[-1:]
    if "clone" in hand and top == ["nope"] and truth.options.get("clone_as_nope", True) and rng.random() < 0.7:
        return {"do": "nope", "card": "clone"}
    return {"do": "nope"} if "nope" in hand and rng.random() < 0.6 else {"do": "let"}


def saving(rng: random.Random, truth: World, seat: str) -> Json:
    """Defuse as well as one can, and only now and then give up."""
    hand, slot = truth.hands[seat], rng.randint(0, len(truth.pile))
    if "clone" in hand and truth.discard[-1:] == ["defuse"] and rng.random() < 0.8:
        return {"do": "defuse", "slot": slot, "card": "clone"}
    if "defuse" in hand and rng.random() < 0.85:
        return {"do": "defuse", "slot": slot}
    return {"do": "explode"}


def drawing(rng: random.Random, truth: World, seat: str) -> Json:
    return {"do": "draw"} if truth.mode == "dealt" else {"do": "draw", "card": next_card(truth)}


def next_card(truth: World) -> str:
    return truth.pile[-1 if truth.phase == "draw" else 0]


def giving(rng: random.Random, truth: World, seat: str) -> Json:
    """Give what is asked for, or say that there is none."""
    assert truth.asked
    name, hand = truth.asked["name"], truth.hands[seat]
    if name is None:
        return {"do": "give", "card": rng.choice(hand)}
    return {"do": "give", "card": name} if name in hand and rng.random() < 0.5 else {"do": "deny"}


def arranging(rng: random.Random, truth: World, seat: str) -> Json:
    top = truth.pile[:3]
    return {"do": "arrange", "cards": rng.sample(top, len(top))}


def stealing(rng: random.Random, truth: World, seat: str) -> Json:
    assert truth.asked
    return {"do": "steal", "card": rng.choice(truth.hands[truth.asked["victim"]])}


Chooses = Callable[[random.Random, World, str], Json]
HONEST: dict[str, Chooses] = {
    "turn": drawing,
    "draw": drawing,
    "window": in_window,
    "defuse": saving,
    "give": giving,
    "arrange": arranging,
    "steal": stealing,
}


def told(rng: random.Random, truth: World, act: Json) -> Json:
    """Leave out what the referee is not told in this mode."""
    if truth.mode == "dealt":
        return act
    do, is_shy = act["do"], rng.random() < 0.6
    is_blind = truth.mode == "blind"
    if do == "draw" and is_blind and act.get("card") != lethal(truth) and rng.random() < 0.9:
        return without_field(act, "card")
    if do == "steal" and is_blind:
        return without_field(act, "card")
    if do == "give" and is_blind and is_shy:
        return without_field(act, "card") if rng.random() < 0.5 else {**act, "card": UNKNOWN}
    if do == "defuse" and is_shy:
        return without_field(act, "slot")
    if do == "arrange" and is_shy:
        return without_field(act, "cards") if rng.random() < 0.5 else {**act, "cards": half_shown(rng, act["cards"])}
    if do == "explode" and is_blind and is_shy:
        hand = truth.hands[act["seat"]]
        shown = rng.sample(hand, len(hand))
        return {**act, "cards": shown if rng.random() < 0.7 else half_shown(rng, shown)}
    return act


def half_shown(rng: random.Random, cards: Cards) -> Cards:
    return [card if rng.random() < 0.5 else UNKNOWN for card in cards]


def without_field(act: Json, name: str) -> Json:
    return {key: kept for key, kept in act.items() if key != name}


def wrong_seat(rng: random.Random, truth: World) -> Json:
    return {**honest_act(rng, truth), "seat": rng.choice(truth.seats)}


def wrong_phase(rng: random.Random, truth: World) -> Json:
    """Do with a card in hand what is done at another time."""
    seat = rng.choice([*to_act(truth), *truth.seats])
    card = rng.choice([*truth.hands[seat], "skip"])
    acts: list[Json] = [
        {"do": "deal", "card": card},
        {"do": "play", "cards": [card]},
        {"do": "draw"} if truth.mode != "seen" else {"do": "draw", "card": card},
        {"do": "nope"},
        {"do": "let"},
        {"do": "defuse", "slot": 0},
        {"do": "explode"},
        {"do": "give", "card": card},
        {"do": "deny"},
        {"do": "arrange", "cards": truth.pile[:3]},
        {"do": "steal", "card": card} if truth.mode == "seen" else {"do": "steal"},
    ]
    return {"op": "act", "seat": seat, **rng.choice(acts)}


def odd_play(rng: random.Random, truth: World) -> Json:
    """Play cards that do not go together, or are not there, or at somebody who cannot be hit."""
    seat = rng.choice([truth.turn["seat"], rng.choice(truth.seats)])
    hand = truth.hands[seat] if rng.random() < 0.8 else titles(truth)
    cards = some_cards(rng, hand) or rng.sample(hand, min(len(hand), rng.choice([1, 2, 2, 3, 5])))
    if len(cards) == 2 and rng.random() < 0.2:
        cards = [cards[0], rng.choice(titles(truth))]
    play: Json = {"op": "act", "seat": seat, "do": "play", "cards": cards}
    if len(cards) in (2, 3) or cards in (["favor"], ["targeted-attack"]):
        play["target"] = rng.choice(truth.seats)
    if len(cards) in (3, 5):
        play["name"] = rng.choice(titles(truth))
    return play


def wrong_words(rng: random.Random, truth: World) -> Json:
    """Take an act of this phase with a card, a slot or an order that is not possible."""
    seat = rng.choice(to_act(truth) or truth.seats)
    title = rng.choice(titles(truth))
    top, n = [*truth.pile[:2], title], len(truth.pile)
    choices: dict[str, list[Json]] = {
        "deal": [{"do": "deal", "card": lethal(truth)}],
        "window": [{"do": "nope"}, {"do": "nope", "card": "clone"}, {"do": "let"}],
        "defuse": [{"do": "defuse", **ways} for ways in ({"slot": n + 1}, {"slot": -1}, {"slot": n, "card": "clone"})],
        "give": [{"do": "give", "card": title}, {"do": "deny"}],
        "arrange": [{"do": "arrange", "cards": top}, {"do": "arrange", "cards": truth.pile[:2]}],
        "steal": [{"do": "steal", "card": title}] if truth.mode == "seen" else [{"do": "draw"}],
    }
    usual: list[Json] = [{"do": "draw", "card": title}] if truth.mode == "seen" else [{"do": "nope"}]
    act = rng.choice(choices.get(truth.phase, usual))
    if truth.phase == "window" and rng.random() < 0.5 and truth.pending:
        seat = rng.choice([truth.pending["last"], *truth.seats])
    return {"op": "act", "seat": seat, **act}


def not_understood(rng: random.Random, truth: World) -> Json:
    """Garble an act so that it is no act of this game."""
    seats = to_act(truth) or truth.seats
    base: Json = {"op": "act", "seat": rng.choice(seats)}
    strange: list[Any] = ["7", "cat-6", "", "Skip", 5, None, True, ["skip"]]
    card = rng.choice([*strange, *TRAITS[truth.game].foreign])
    other_seat = {"do": "play", "cards": ["skip"], "target": "Nobody"}
    garbled: list[Json] = [
        {**base, "do": "play", "cards": [card]},
        {**base, "do": "play", "cards": "skip"},
        {**base, "do": "play"},
        {**base, "do": "play", "cards": ["skip"], "colour": "red"},
        {**base, **other_seat},
        {**base, "do": "play", "cards": ["nope", "nope", "nope"], "target": seats[0], "name": card},
        {**base, "do": "nope", "card": card},
        {**base, "do": "let", "card": "nope"},
        {**base, "do": "give", "card": card},
        {**base, "do": "defuse", "slot": rng.choice(["top", 1.5, None, True, [0]])},
        {**base, "do": "arrange", "cards": [card]},
        {**base, "do": "deny", "card": "skip"},
        {**base, "do": rng.choice(["duel", "teleport", "pass", ""])},
        {"op": "act", "seat": rng.choice(["Nobody", "table", "arbiter"]), "do": "draw"},
        {"op": "act", "do": "draw"},
        base,
    ]
    if truth.mode == "seen":
        garbled += [{**base, "do": "draw"}, {**base, "do": "steal"}]
    if truth.mode == "dealt":
        garbled += [{**base, "do": "defuse"}, {**base, "do": "arrange"}, {**base, "do": "give"}]
    return rng.choice(garbled)


def cheating_act(rng: random.Random, truth: World) -> Json:
    """Choose an act that is most likely forbidden."""
    is_played = bool(ACTS_OF_PHASE[truth.phase]) and truth.phase != "deal"
    cheats = [wrong_phase, wrong_words]
    cheats += [wrong_seat] if is_played else []
    cheats += [odd_play] * 4 if truth.phase == "turn" else []
    return rng.choice(cheats)(rng, truth)


def completed(rng: random.Random, truth: World, act: Json) -> Json:
    """Add what chance or a secret choice decides where the act leaves it out."""
    do = act["do"]
    if truth.mode == "dealt":
        return act
    if do == "draw" and truth.pile:
        return {"card": next_card(truth), **act}
    if do == "steal" and truth.phase == "steal":
        return {**stealing(rng, truth, act["seat"]), **act}
    if do == "defuse":
        return {"slot": rng.randint(0, len(truth.pile)), **act}
    return act
