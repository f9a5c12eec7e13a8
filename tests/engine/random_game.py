"""One random game of Tacocat at the referee, watched by the slow model and by laws that hold in any game."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Protocol

from engine.random_acts import cheating_act, honest_act
from engine.random_setups import SEATS, as_told, bad_start, random_middle, random_start
from engine.slow_model import ERROR, OK, SlowModel, is_well_formed, meaning, world_of
from engine.slow_rules import ILLEGAL, apply, verdict
from engine.slow_world import UNKNOWN, Json, World, deck

MOST_REQUESTS = 600
HARMLESS: list[Json] = [{"op": "resolve"}, *[{"op": "undo"}] * 5]


class Handles(Protocol):
    """What answers requests of the referee protocol."""

    def handle(self, request: Json, /) -> Json: ...


class RandomGame:
    """The referee, its model, and what really lies on the table."""

    def __init__(self, seed: str, game: str, mode: str, referee: Handles) -> None:
        self.seed, self.rng, self.referee = seed, random.Random(seed), referee
        begin = random_start if self.rng.random() < 0.5 else random_middle
        self.start = begin(self.rng, game, mode)
        self.model = SlowModel(as_told(self.start))
        self.is_blind = mode == "blind"
        self.truths = [self._deal_truly(world_of({**self.start, "mode": "dealt"}))] if self.is_blind else []
        self.laws = Laws(self.model.world)
        self.requests: list[Json] = []
        self.differences: list[str] = []
        self.rulings: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()

    def play(self) -> None:
        """Begin, and go on until the game is over and nothing is taken back, or a difference shows."""
        self._ask(as_told(self.start))
        while not self.differences and len(self.requests) < MOST_REQUESTS:
            if self.model.world.phase == "over" and self.rng.random() < 0.3:
                return
            self._do(self._choose())

    @property
    def _truth(self) -> World:
        return self.truths[-1] if self.is_blind else self.model.world

    def _choose(self) -> Json:
        """Choose the next request: an act, one in five of them bad; now and then something else."""
        chance, world = self.rng.random(), self.model.world
        if chance < 0.05:
            return self.rng.choice(HARMLESS)
        if chance < 0.06:
            return bad_start(self.rng, as_told(self.start))
        if chance < 0.25 or world.phase == "over":
            return cheating_act(self.rng, world, self._truth)
        return honest_act(self.rng, world, self._truth)

    def _do(self, request: Json) -> None:
        """Ask the referee, unless nobody could do that with the cards that are really there."""
        if not self.is_blind:
            self._ask(request)
        elif request["op"] != "act" or not is_well_formed(self.model.world, request):
            self._ask(request)
            if request["op"] == "undo" and len(self.truths) > 1:
                self.truths.pop()
        else:
            self._do_blindly(request)

    def _do_blindly(self, act: Json) -> None:
        told = self._face_down(act)
        if verdict(self.model.world, told) == ILLEGAL:
            assert verdict(self._truth, act) == ILLEGAL, f"{self.seed}: an honest {act} is accused"
            self._ask(told)
        elif self._is_in_hand(act):
            self.truths.append(copy.deepcopy(self._truth))
            apply(self._truth, act)
            self._deal_truly(self._truth)
            self._ask(told)

    def _face_down(self, act: Json) -> Json:
        """Hide what a person puts away face down (tc36, Replacing)."""
        is_hidden = self.start["game"] == "tc36" and act["do"] == "replace"
        return {**act, "cards": [UNKNOWN] * len(act["cards"])} if is_hidden else act

    def _is_in_hand(self, act: Json) -> bool:
        cards = act["cards"] if "cards" in act else [act["card"]]
        return not Counter(cards) - Counter(self._truth.hands[act["seat"]])

    def _deal_truly(self, world: World) -> World:
        """Shuffle the real deck and deal it, where a round begins."""
        if world.is_deal_unread:
            cards = deck(world.copies)
            self.rng.shuffle(cards)
            for hand in world.hands.values():
                hand[:] = [cards.pop() for _ in hand]
            world.pile, world.is_deal_unread = cards, False
        return world

    def _ask(self, request: Json) -> None:
        """Hear what the model says, then the referee, and note where they differ."""
        expected = self.model.hear(request) if self.requests else OK
        self.requests.append(request)
        reply = self.referee.handle(request)
        got = "error" if "error" in reply else OK if reply.get("ok") else reply["ruling"]
        if self._may_be_doubted(expected):
            got = expected if got == "unproven" else got
        self.rulings[expected] += 1
        self.phases[self.model.world.phase] += 1
        if got != expected:
            self.differences.append(f"ruling: expected {expected}, got {got} ({reply.get('say', reply)})")
            return
        state = reply["state"] if "state" in reply else self._view()
        if self.model.world.is_deal_unread:
            self.differences += self.model.read_deal(state)
        self._compare(state)
        if expected in (ILLEGAL, ERROR):
            self._compare(self._view())
        if self.rng.random() < 0.25:
            self._compare_legal()
        self.laws.check(state)

    def _may_be_doubted(self, expected: str) -> bool:
        """Tell whether the model cannot say if inferred counts contradict an earlier claim now (protocol, Counts)."""
        return bool(expected == "legal" and self.model.world.has_claims and self.model.world.inferred)

    def _view(self) -> Json:
        state: Json = self.referee.handle({"op": "view", "seat": "arbiter"})["state"]
        return state

    def _compare(self, state: Json) -> None:
        got = {**state, "hands": {seat: sorted(hand) for seat, hand in state["hands"].items()}}
        got["tucked"] = {seat: state["tucked"].get(seat, []) for seat in SEATS}
        for key, expected in self.model.state().items():
            if got[key] != expected:
                self.differences.append(f"{key}: expected {expected}, got {got[key]}")

    def _compare_legal(self) -> None:
        """Compare what each seat may do."""
        for seat in SEATS:
            acts = self.referee.handle({"op": "legal", "seat": seat})["acts"]
            got, expected = {meaning(self.model.world, act) for act in acts}, self.model.legal(seat)
            if got != expected:
                self.differences.append(f"legal for {seat}: lacks {expected - got}, adds {got - expected}")


class Laws:
    """What holds in every game, whatever the model says; breaches are kept by the name of the law."""

    def __init__(self, start: World) -> None:
        self.broken: dict[str, list[str]] = {"four wins": [], "conservation": [], "equal hands": []}
        self.wins = {seat: start.wins.count(seat) for seat in SEATS}
        placed = [*start.hands.values(), start.pile, start.discard, start.attack]
        self.whole = Counter(deck(start.copies))
        self.is_whole = sum(map(len, placed)) == len(deck(start.copies))

    def check(self, state: Json) -> None:
        """Check a state that the referee told."""
        self._check_four_wins(state)
        if state["phase"] in ("duel", "attack", "showdown"):
            self._check_equal_hands(state)
        if state["phase"] != "answer" and self.is_whole:
            self._check_conservation(state)

    def _check_four_wins(self, state: Json) -> None:
        """Check that the n-th win of a seat lands on its n-th space, and the fourth ends the game."""
        wins = state["wins"]
        own_space = {SEATS[0]: -wins[SEATS[0]], SEATS[1]: wins[SEATS[1]]}
        for seat in SEATS:
            if wins[seat] > self.wins[seat] and state["token"] != own_space[seat]:
                self.broken["four wins"].append(f"{seat} won {wins[seat]}, the token is on {state['token']}")
        if (max(wins.values()) == 4) != (state["phase"] == "over"):
            self.broken["four wins"].append(f"wins {wins} in phase {state['phase']}")
        self.wins = wins

    def _check_equal_hands(self, state: Json) -> None:
        if len(set(state["hand_size"].values())) > 1:
            self.broken["equal hands"].append(f"{state['hand_size']} in phase {state['phase']}")

    def _check_conservation(self, state: Json) -> None:
        """Check that all cards outside an exchange are the deck; hidden ones only by their number."""
        places = [*state["hands"].values(), state["pile"], state["discard"], *state["tucked"].values()]
        cards, whole = Counter(card for place in places for card in place), self.whole
        hidden = cards.pop(UNKNOWN, 0)
        if cards - whole or cards.total() + hidden != whole.total():
            self.broken["conservation"].append(f"{cards} and {hidden} hidden in phase {state['phase']}")
