"""A second Tacocat referee, slow and plain, written from the rules and the protocol to judge the first one.

It hears the same requests, says how each must be ruled, and tells the state that must follow. A shuffle is
the one thing it cannot foresee: `read_deal` takes the new hands and pile from the reply and checks them.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from typing import Any

from engine.slow_rules import (
    ACT_OF_PHASE,
    ILLEGAL,
    LEGAL,
    apply,
    begin_round,
    defends,
    demand_answered,
    verdict,
)
from engine.slow_world import COPIES, INFERRED, UNKNOWN, Cards, Json, World, copies_of, deck, limit, to_act

ERROR, OK = "error", "ok"
PLACEHOLDER_BOARD: Json = {
    "numbers": [4, 6, 9, 7, 9, 6, 4],
    "arrows": ["wow", "wow", "wow", "both", "yay", "yay", "yay"],
}
FIELDS_OF_ACT = {  # the act's own fields: those it needs, those it may have
    "deal": ({"card"}, set[str]()),
    "replace": ({"cards"}, set[str]()),
    "duel": ({"card"}, set[str]()),
    "attack": ({"cards"}, set[str]()),
    "answer": ({"card"}, {"as", "demand"}),
    "show": ({"card"}, set[str]()),
}
FIELDS_OF_NEW = {"op", "game", "seats", "mode", "seed", "board", "deck", "options", "position"}


def is_well_formed(world: World, act: Json) -> bool:
    """Tell whether an act is understood at all (protocol, Well-formed or not)."""
    if act.get("seat") not in world.seats or act.get("do") not in FIELDS_OF_ACT:
        return False
    needed, allowed = FIELDS_OF_ACT[act["do"]]
    given = set(act) - {"op", "seat", "do"}
    if not needed <= given <= needed | allowed:
        return False
    if "cards" in act and not isinstance(act["cards"], list):
        return False
    names = [*act.get("cards", []), *(act[key] for key in ("card", "demand") if key in act)]
    faces = {UNKNOWN, *world.copies}
    is_named = all(isinstance(name, str) and name in faces for name in names)
    return is_named and act.get("as", "sacrifice") == "sacrifice"


def is_new_well_formed(request: Json) -> bool:
    seats, numbers = request.get("seats", []), request.get("board", PLACEHOLDER_BOARD)["numbers"]
    return (
        set(request) <= FIELDS_OF_NEW
        and request.get("game") in COPIES
        and request.get("mode", "dealt") in ("dealt", "seen", "blind")
        and len(seats) == 2
        and not {"table", "arbiter"} & set(seats)
        and len(numbers) == 7
        and all(2 <= number <= 9 for number in numbers)
    )


def world_of(request: Json) -> World:
    """Set up the game that a well-formed `new` begins."""
    position, options = request.get("position", {}), request.get("options", {})
    board = request.get("board", PLACEHOLDER_BOARD)
    inferred = set() if "deck" in request else INFERRED[request["game"]]
    about = request["game"], list(request["seats"]), request.get("mode", "dealt"), board, options
    world = World(*about, copies_of(request), inferred)
    world.token, world.covered = position.get("token", 0), sorted(position.get("covered", []))
    world.wins, world.practising = list(position.get("wins", [])), options.get("practice", False)
    begin_round(world)
    if "hands" in position:
        place(world, position)
    return world


def place(world: World, position: Json) -> None:
    """Lay out a position that names the hands."""
    world.hands = {seat: list(hand) for seat, hand in position["hands"].items()}
    world.discard, world.demands = list(position.get("discard", [])), list(position.get("demands", []))
    world.attack = list(world.demands)
    placed = sum(map(len, world.hands.values())) + len(world.discard) + len(world.attack)
    rest = [UNKNOWN] * (len(deck(world.copies)) - placed) if world.mode == "blind" else []
    world.pile = list(position.get("pile", rest))
    world.owed, world.is_deal_unread = {}, False
    world.phase = position.get("phase", "replace")
    world.attacker, world.duel_winner = position.get("attacker"), position.get("duel_winner")
    world.replaced = dict(position.get("replaced", {}))


class SlowModel:
    """One game as the referee must rule it."""

    def __init__(self, request: Json) -> None:
        self.world = world_of(request)
        self.past: list[World] = []

    def hear(self, request: Json) -> str:
        """Say how the referee must answer, and apply what is legal or unproven."""
        if request["op"] == "new":
            return self._hear_new(request)
        if request["op"] == "act":
            return self._hear_act(request)
        if request["op"] == "undo":
            if not self.past:
                return ILLEGAL
            self.world = self.past.pop()
        return LEGAL

    def _hear_new(self, request: Json) -> str:
        if not is_new_well_formed(request):
            return ERROR
        self.world, self.past = world_of(request), []
        return OK

    def _hear_act(self, request: Json) -> str:
        if not is_well_formed(self.world, request):
            return ERROR
        ruling = verdict(self.world, request)
        if ruling != ILLEGAL:
            self.past.append(copy.deepcopy(self.world))
            apply(self.world, request)
        return ruling

    def read_deal(self, state: Json) -> list[str]:
        """Take the referee's shuffle over, and tell where it is not the whole deck or a hand has a wrong size."""
        world, hands, pile = self.world, state["hands"], list(state["pile"])
        everything = [*pile, *(card for seat in world.seats for card in hands[seat])]
        wrong = [] if Counter(everything) == Counter(deck(world.copies)) else ["the deal is not the whole deck"]
        expected = {seat: len(hand) for seat, hand in world.hands.items()}
        got = {seat: len(hands[seat]) for seat in world.seats}
        wrong += [f"deal: expected {expected}, got {got}"] if got != expected else []
        world.hands = {seat: list(hands[seat]) for seat in world.seats}
        world.pile, world.is_deal_unread = pile, False
        return wrong

    def state(self) -> Json:
        """Tell the arbiter's view, with hands sorted, for their order means nothing."""
        world = self.world
        winner = {-4: world.seats[0], 4: world.seats[1]}.get(world.token)
        return {
            "game": world.game,
            "phase": world.phase,
            "to_act": to_act(world),
            "hand_size": {seat: len(world.hands[seat]) for seat in world.seats},
            "hands": {seat: sorted(world.hands[seat]) for seat in world.seats},
            "discard": world.discard,
            "pile": world.pile,
            "winner": winner,
            "round": self._round(),
            "token": world.token,
            "covered": world.covered,
            "wins": {seat: world.wins.count(seat) for seat in world.seats},
            "attacker": world.attacker,
            "demands": world.demands,
            "limit": limit(world),
            "ready": [seat for seat in world.seats if seat in world.sealed],
            "tucked": {seat: world.tucked.get(seat, []) for seat in world.seats},
        }

    def _round(self) -> int:
        """Count the rounds won and the one being played; one that counts for nobody is played again."""
        return len(self.world.wins) + (self.world.phase != "over")

    def legal(self, seat: str) -> set[tuple[Any, ...]]:
        """Find what the seat may do now by trying everything."""
        return {meaning(self.world, act) for act in candidates(self.world, seat) if self._allows(act)}

    def _allows(self, act: Json) -> bool:
        return verdict(self.world, act) != ILLEGAL


def candidates(world: World, seat: str) -> list[Json]:
    """List every act that is worth trying in this phase."""
    base, hand = {"op": "act", "seat": seat, "do": ACT_OF_PHASE[world.phase]}, sorted(world.hands[seat])
    if world.phase == "deal":
        return [{**base, "card": card} for card in world.copies]
    if world.phase == "replace":
        return [{**base, "cards": []}]
    is_hidden = UNKNOWN in hand
    if world.phase == "attack":
        return [{**base, "cards": list(pick)} for pick in (shapes(world.copies) if is_hidden else picks(hand))]
    hand = list(world.copies) if is_hidden else hand
    if world.phase == "answer":
        ways = [{}, {"as": "sacrifice"}]
        choices = itertools.product(sorted(set(hand)), sorted(set(world.demands)), ways)
        return [{**base, "card": card, "demand": demand, **way} for card, demand, way in choices]
    return [{**base, "card": card} for card in sorted(set(hand))]


def picks(hand: Cards) -> list[tuple[str, ...]]:
    """Pick cards from a hand in every way."""
    sizes = range(1, len(hand) + 1)
    return sorted({pick for size in sizes for pick in itertools.combinations(hand, size)})


def shapes(copies: dict[str, int]) -> list[tuple[str, ...]]:
    """List what any hand might attack with: equal cards, and stretches of values."""
    faces = list(copies)
    groups = [(face,) * count for face in faces for count in range(1, copies[face] + 1)]
    return groups + [tuple(faces[i:j]) for i in range(len(faces)) for j in range(i + 2, len(faces) + 1)]


def meaning(world: World, act: Json) -> tuple[Any, ...]:
    """Tell what an act of a `legal` list comes to, so that two spellings of one act are equal."""
    do = act["do"]
    if do == "replace":
        return (do, act.get("max", limit(world)))
    if do == "deal":
        return (do, act.get("max", world.owed.get(act.get("seat", ""))))
    if do == "attack":
        return (do, *sorted(act["cards"]))
    if do == "answer":
        demand = demand_answered(world, act)
        assert demand is not None, f"{act} names a demand that is not open"
        return (do, act["card"], demand, "defend" if defends(act, demand) else "sacrifice")
    return (do, act["card"])
