"""A second referee of the Exploding games, slow and plain, written from the rules and the protocol.

It hears the same requests, says how each may be ruled, and tells the state that must follow. Chance it cannot
foresee: `read_chance` learns a deal, a shuffle or a stolen card from the arbiter's view, and checks it.
"""

from __future__ import annotations

import random
from collections import Counter

from engine.kittens_slow_effects import apply, close_window
from engine.kittens_slow_rules import ILLEGAL, LEGAL, verdict
from engine.kittens_slow_wording import BAD, DOUBTFUL, shape
from engine.kittens_slow_world import (
    HAND,
    UNKNOWN,
    Cards,
    Json,
    World,
    copied,
    deck,
    lethal,
    places,
    to_act,
    unseen,
)

ERROR, OK = "error", "ok"
Rulings = frozenset[str]


def world_of(request: Json, is_truth: bool = False) -> World:
    """Set up the game that a well-formed `new` begins."""
    mode, position = request.get("mode", "dealt"), request.get("position", {})
    seats = list(request["seats"])
    world = World(request["game"], seats, mode, request.get("options", {}), is_truth or mode == "dealt")
    world.whole = deck(request)
    world.alive = [seat for seat in seats if seat in position.get("alive", seats)]
    world.turn = dict(position.get("turn", {"seat": seats[0], "left": 1, "source": "normal"}))
    world.discard = list(position.get("discard", []))
    world.in_front = {seat: list(cards) for seat, cards in position.get("in_front", {}).items()}
    if "hands" in position:
        world.hands = {seat: list(position["hands"].get(seat, [])) for seat in seats}
        rest = [UNKNOWN] * (sum(unseen(world).values()) - hidden(world)) if mode == "blind" else []
        world.pile = list(position.get("pile", rest))
    else:
        deal_hands(world)
    return world


def hidden(world: World) -> int:
    return sum(place.count(UNKNOWN) for place in places(world))


def deal_hands(world: World) -> None:
    """Deal eight cards each: to be read from the reply, or one by one, or unseen with a Defuse in each hand."""
    everything = world.whole.total()
    in_hands = HAND * len(world.seats)
    world.hands = {seat: [UNKNOWN] * HAND for seat in world.seats}
    world.pile = [UNKNOWN] * (everything - in_hands)
    if world.mode == "dealt":
        world.unread = "deal"
    elif world.mode == "blind":
        world.hands = {seat: ["defuse", *[UNKNOWN] * (HAND - 1)] for seat in world.seats}
    else:
        world.hands = {seat: [] for seat in world.seats}
        world.pile, world.phase = [UNKNOWN] * everything, "deal"


class SlowKittens:
    """One Exploding game as the referee must rule it."""

    def __init__(self, request: Json, is_truth: bool = False) -> None:
        self.world = world_of(request, is_truth)
        self.past: list[World] = []
        self.now_s: float = 0

    def hear(self, request: Json) -> Rulings:
        """Say how the referee may answer, and apply what is legal or unproven."""
        op = request["op"]
        if op == "act":
            return self._hear_act(request)
        return {"resolve": self._resolve, "clock": self._clock, "undo": self._undo}[op](request)

    def _hear_act(self, request: Json) -> Rulings:
        form = shape(self.world, request)
        if form != "good":
            return Rulings({BAD: [ERROR], DOUBTFUL: [ERROR, ILLEGAL]}[form])
        ruling = verdict(self.world, request)
        if ruling != ILLEGAL:
            self.force(request)
        return Rulings([ruling])

    def force(self, act: Json) -> None:
        """Do what an act does, allowed or not: a player can lie."""
        self.past.append(copied(self.world))
        apply(self.world, act, self.now_s)

    def _resolve(self, _: Json) -> Rulings:
        if self.world.phase == "window":
            close_window(self.world)
        return Rulings([LEGAL])

    def _clock(self, request: Json) -> Rulings:
        """Let time pass; a window is closed when the clock has reached its end."""
        if request["at"] < self.now_s:
            return Rulings([ILLEGAL])
        self.now_s = request["at"]
        if self.world.phase == "window" and self.world.window_ends_s <= self.now_s:
            close_window(self.world)
        return Rulings([LEGAL])

    def _undo(self, _: Json) -> Rulings:
        if not self.past:
            return Rulings([ILLEGAL])
        self.world = self.past.pop()
        return Rulings([LEGAL])

    def read_chance(self, state: Json) -> list[str]:
        """Take over what chance did, and tell what it cannot have done."""
        what, self.world.unread = self.world.unread, None
        readers = {"deal": read_deal, "shuffle": read_shuffle, "steal": read_steal}
        return readers[what](self.world, state) if what else []

    def settle(self, rng: random.Random) -> None:
        """Let this chance decide instead, for a table that no engine deals."""
        what, self.world.unread = self.world.unread, None
        if what:
            {"deal": settle_deal, "shuffle": settle_shuffle, "steal": settle_steal}[what](self.world, rng)

    def state(self, viewer: str = "arbiter") -> Json:
        """Tell what a seat, everyone (`table`) or the arbiter may see; hands are sorted, for order means nothing."""
        world = self.world
        is_all = viewer == "arbiter"
        state = {
            "game": world.game,
            "phase": world.phase,
            "to_act": to_act(world),
            "hand_size": {seat: len(world.hands[seat]) for seat in world.seats},
            "hands": {seat: sorted(world.hands[seat]) if is_all or seat == viewer else None for seat in world.seats},
            "discard": list(world.discard),
            "pile": list(world.pile) if is_all else [UNKNOWN] * len(world.pile),
            "winner": world.alive[0] if world.phase == "over" else None,
            "turn": dict(world.turn),
            "alive": list(world.alive),
            "pending": told_pending(world),
            "in_front": {seat: sorted(world.in_front.get(seat, [])) for seat in world.seats},
        }
        return {**state, "peek": world.peek.get(viewer, [])} if viewer in world.seats else state


def told_pending(world: World) -> Json | None:
    if not world.pending:
        return None
    return {key: world.pending[key] for key in ("seat", "cards", "target", "name", "nopes")}


def read_deal(world: World, state: Json) -> list[str]:
    """Check that everybody has eight cards with a Defuse, and the lethal ones are in the pile (rules 3.3)."""
    hands, pile = state["hands"], list(state["pile"])
    everything = [*pile, *(card for seat in world.seats for card in hands[seat])]
    whole = world.whole
    wrong = [] if Counter(everything) == whole else ["the deal is not the whole deck"]
    wrong += [f"{seat} was not dealt {HAND} cards" for seat in world.seats if len(hands[seat]) != HAND]
    wrong += [f"{seat} has no Defuse" for seat in world.seats if "defuse" not in hands[seat]]
    if world.game == "zh56":
        wrong += [f"{seat} has two Defuses" for seat in world.seats if hands[seat].count("defuse") > 1]
    wrong += [] if pile.count(lethal(world)) == len(world.seats) - 1 else ["a lethal card was dealt"]
    world.hands, world.pile = {seat: list(hands[seat]) for seat in world.seats}, pile
    return wrong


def read_shuffle(world: World, state: Json) -> list[str]:
    pile: Cards = list(state["pile"])
    wrong = [] if Counter(pile) == Counter(world.pile) else ["the shuffled pile has other cards"]
    world.pile = pile
    return wrong


def read_steal(world: World, state: Json) -> list[str]:
    """Find the one card that went from the victim to the thief."""
    assert world.asked
    victim, thief = world.asked["victim"], world.asked["thief"]
    lost = Counter(world.hands[victim]) - Counter(state["hands"][victim])
    won = Counter(state["hands"][thief]) - Counter(world.hands[thief])
    if lost != won or lost.total() != 1:
        return [f"{victim} lost {dict(lost)}, {thief} won {dict(won)}"]
    move_stolen(world, next(iter(lost)))
    return []


def move_stolen(world: World, card: str) -> None:
    assert world.asked
    world.hands[world.asked["victim"]].remove(card)
    world.hands[world.asked["thief"]].append(card)


def settle_deal(world: World, rng: random.Random) -> None:
    """Deal as the rules say: a Defuse each, seven more cards, and the lethal ones into the rest."""
    cards = Counter(world.whole)
    cards.subtract({"defuse": len(world.seats), lethal(world): cards[lethal(world)]})
    spare = cards.pop("defuse") if world.game == "zh56" else 0
    pile = rng.sample(list(cards.elements()), cards.total())
    world.hands = {seat: ["defuse", *(pile.pop() for _ in range(HAND - 1))] for seat in world.seats}
    world.pile = [*pile, *["defuse"] * spare, *[lethal(world)] * (len(world.seats) - 1)]
    rng.shuffle(world.pile)


def settle_shuffle(world: World, rng: random.Random) -> None:
    rng.shuffle(world.pile)


def settle_steal(world: World, rng: random.Random) -> None:
    assert world.asked
    move_stolen(world, rng.choice(world.hands[world.asked["victim"]]))
