"""One random Exploding game at the referee, watched by the slow model and by laws that hold in any game.

Where hands or the pile are hidden from the referee, a second model knows everything: nobody plays what is not there.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Protocol

from engine.kittens_comparison import differences_of_legal, differences_of_state
from engine.kittens_laws import Laws, Lies, shown_cards
from engine.kittens_random_acts import cheating_act, completed, honest_act, not_understood, told
from engine.kittens_random_setups import as_told, bad_start, random_middle, random_start
from engine.kittens_slow_model import ERROR, OK, Rulings, SlowKittens
from engine.kittens_slow_rules import ILLEGAL, LEGAL, verdict
from engine.kittens_slow_wording import GOOD, shape
from engine.kittens_slow_world import UNKNOWN, Cards, Json, World, copied, to_act

MOST_REQUESTS = 3000
VIEWS, LEGALS = 0.25, 0.12
"""How often, after a request, somebody looks at the table or asks what is allowed."""
NOT_UNDERSTOOD: list[Json] = [
    {"op": "fold"},
    {"op": "resolve", "at": 5},
    {"op": "clock"},
    {"op": "undo", "seat": "Ann"},
    {"op": "rule", "accept": "yes", "why": ""},
    {"op": "view", "seat": "Nobody"},
    {"op": "legal", "seat": "table"},
]


class Handles(Protocol):
    """What answers requests of the referee protocol."""

    def handle(self, request: Json, /) -> Json: ...


def is_by_clone(act: Json) -> bool:
    return act["do"] in ("nope", "defuse") and act.get("card") == "clone"


def is_five_from_the_unknown(world: World, act: Json) -> bool:
    """Tell a five that names what may lie in a dead hand nobody showed; the protocol leaves open what follows."""
    return UNKNOWN in world.discard and len(act.get("cards", [])) == 5 and act["do"] == "play"


class RandomKittens:
    """The referee, its model, and what really lies on the table."""

    def __init__(self, seed: str, game: str, mode: str, referee: Handles) -> None:
        self.seed, self.rng, self.referee = seed, random.Random(seed), referee
        begin = random_start if self.rng.random() < 0.35 else random_middle
        start = begin(self.rng, game, mode)
        self.start = as_told(self.rng, start)
        self.model, self.undealt = SlowKittens(self.start), dict[str, Cards]()
        self.truth = self.model if mode == "dealt" else self._true_table(start)
        self.laws = Laws()
        self.requests: list[Json] = []
        self.differences: list[str] = []
        self.rulings: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.effects: Counter[str] = Counter()
        self.is_refused_waiting: bool | None = False
        self.numbers, self.lies = 0, Lies()

    def _true_table(self, start: Json) -> SlowKittens:
        """Lay out what the referee is not told; a seen set-up is still to be dealt."""
        truth = SlowKittens(start, is_truth=True)
        if "hands" in start.get("position", {}):
            return truth
        dealt = SlowKittens({**start, "mode": "dealt"})
        dealt.settle(self.rng)
        truth.world.hands, truth.world.pile = dealt.world.hands, dealt.world.pile
        if start["mode"] == "seen":
            self.undealt = {seat: self.rng.sample(hand, len(hand)) for seat, hand in dealt.world.hands.items()}
            truth.world.hands = {seat: [] for seat in start["seats"]}
            truth.world.pile += [card for hand in self.undealt.values() for card in hand]
        return truth

    @property
    def world(self) -> World:
        return self.model.world

    def play(self) -> None:
        """Begin, and go on until the game is over and nothing is taken back, or a difference shows."""
        self._ask(self.start, Rulings([OK]))
        while not self.differences:
            if self.world.phase == "over" and self.rng.random() < 0.5:
                return
            if len(self.requests) > MOST_REQUESTS:
                self.laws.broken["a game ends"].append(f"not over after {MOST_REQUESTS} requests")
                return
            self._step()
            assert self.truth.world.phase == self.world.phase, f"{self.seed}: the truth went another way"

    def _step(self) -> None:
        """Do one thing: mostly an honest act, one in six a bad one, and now and then something else."""
        chance = self.rng.random()
        if self.is_refused_waiting and chance < 0.1:
            self._decide()
        elif chance < 0.12:
            self._do_something_else()
        elif chance < 0.15:
            self._ask_act(not_understood(self.rng, self.truth.world))
        elif chance < 0.25 or self.world.phase == "over":
            self._act(cheating_act(self.rng, self.truth.world))
        elif self.world.phase == "deal":
            self._deal()
        else:
            self._act(honest_act(self.rng, self.truth.world))

    def _do_something_else(self) -> None:
        """Let time pass, take an act back, ask for what cannot be understood, or bother the arbiter for nothing."""
        chance = self.rng.random()
        if chance < 0.3:
            self._hear({"op": "resolve"})
        elif chance < 0.6:
            step_s = self.rng.choice([0, 0.5, 1, 2.5, 6, -1]) if self.model.now_s > 1 else 2
            self._hear({"op": "clock", "at": self.model.now_s + step_s})
        elif chance < 0.75:
            self._undo()
        elif chance < 0.85:
            self._ask(self.rng.choice(NOT_UNDERSTOOD), Rulings([ERROR]))
        elif chance < 0.9:
            self._ask(bad_start(self.rng, self.start), Rulings([ERROR]))
        else:
            self._decide()

    def _hear(self, request: Json) -> str:
        """Do what is no act, at the true table too."""
        expected = self.model.hear(request)
        if self.truth is not self.model:
            self.truth.hear(request)
            self.truth.settle(self.rng)
        return self._ask(request, expected)

    def _undo(self) -> None:
        """Take an act back; a dealt card goes back to those that are still to be dealt."""
        before = {seat: list(hand) for seat, hand in self.truth.world.hands.items()}
        self._hear({"op": "undo"})
        self.lies.open.clear()
        self.is_refused_waiting = None
        if self.world.phase == "deal":
            for seat, hand in self.truth.world.hands.items():
                self.undealt[seat] += before[seat][len(hand) :]

    def _decide(self) -> None:
        """Let the arbiter decide on the last illegal act; what it accepts is taken back at once."""
        is_accepted = self.rng.random() < 0.5
        request = {"op": "rule", "accept": is_accepted, "why": "so be it"}
        waiting = self.is_refused_waiting
        self.is_refused_waiting = None if is_accepted or waiting is None else False
        if not is_accepted or not waiting:
            rulings = {True: [LEGAL], False: [ILLEGAL], None: [LEGAL, ILLEGAL]}[waiting if not is_accepted else None]
            self._ask(request, Rulings(rulings), is_compared=not is_accepted)
            return
        if self._ask(request, Rulings([LEGAL, ILLEGAL]), is_compared=False) == LEGAL:
            self.numbers += 1
            self._ask({"op": "undo"}, Rulings([LEGAL]))

    def _deal(self) -> None:
        """Let a reader see one of the cards that this seat is to get."""
        seat = self.rng.choice(to_act(self.world))
        act = {"op": "act", "seat": seat, "do": "deal", "card": self.undealt[seat][-1]}
        self.undealt[seat].pop()
        self.truth.force(act)
        self._ask_act(act)

    def _act(self, act: Json) -> None:
        """Ask for an act, unless nobody could do that with the cards that are really there."""
        truth = self.truth.world
        full = completed(self.rng, truth, act)
        said = told(self.rng, truth, full)
        if is_five_from_the_unknown(self.world, said):
            return
        if shape(self.world, said) != GOOD:
            self._ask_act(said)
        elif self.truth is self.model or verdict(self.world, said) == ILLEGAL:
            is_honest = self.truth is self.model or verdict(truth, full) == ILLEGAL
            assert is_honest, f"{self.seed}: an honest {act} is accused"
            self._ask_act(said)
        elif act["do"] == "deny":
            self._deny(said, full)
        elif act["do"] != "deal" and verdict(truth, full) != ILLEGAL:
            held = copied(truth)
            self.truth.force(full)
            self.truth.settle(self.rng)
            self._ask_act(said)
            self.lies.forget_where_gained(held, self.truth.world)

    def _deny(self, said: Json, full: Json) -> None:
        """Deny a card, truly or not.

        The model knows no history of hidden cards: a lie may be refused by it, a truth be beyond doubt, and never
        the other way round.
        """
        truth = self.truth.world
        is_lie = verdict(truth, full) == ILLEGAL
        before, name = copied(self.world), truth.asked
        got = self._ask_act(said, also=ILLEGAL if is_lie else LEGAL)
        if got == ILLEGAL:
            self.model.world = before
            self.model.past.pop()
            return
        if is_lie:
            self.lies.note(self.numbers, said["seat"], name)
        self.truth.force(full)
        self.truth.settle(self.rng)

    def _ask_act(self, act: Json, also: str | None = None) -> str:
        before, answered = self.world.pending, list(self.world.answered)
        expected = self.model.hear(act)
        allowed = expected if also is None else Rulings([*expected, also])
        got = self._ask(act, allowed, without_comparing=None if also in expected else also)
        if got in (LEGAL, "unproven"):
            self.numbers += 1
            self.effects[act["do"] + (" by clone" if is_by_clone(act) else "")] += 1
            self.effects["late nope"] += act["do"] == "nope" and act["seat"] in answered
        if self.world.pending and not before:
            clone = "clone of " if self.world.pending["cards"] == ["clone"] else ""
            self.effects[clone + self.world.pending["effect"]] += 1
        self.is_refused_waiting = {ILLEGAL: True, ERROR: self.is_refused_waiting}.get(got, False)
        return got

    def _ask(
        self, request: Json, expected: Rulings, is_compared: bool = True, without_comparing: str | None = None
    ) -> str:
        """Hear what the referee says, and note where it differs from what the model expects; gives the ruling."""
        self.requests.append(request)
        reply = self.referee.handle(request)
        got: str = "error" if "error" in reply else OK if reply.get("ok") else reply.get("ruling", "no ruling")
        self.rulings[got] += 1
        self.phases[self.world.phase] += 1
        if got not in expected:
            self.differences.append(f"ruling: expected {sorted(expected)}, got {got} ({reply.get('say', reply)})")
        elif got == ILLEGAL and not (reply["rule"] and reply["say"]):
            self.differences.append("a refusal says neither its rule nor why")
        elif is_compared and got != without_comparing:
            self._compare(request, reply)
        return got

    def _compare(self, request: Json, reply: Json) -> None:
        state = reply["state"] if "state" in reply else self._view("arbiter")
        self.differences += self.model.read_chance(state)
        self.differences += differences_of_state(self.model.state(), state, self.world)
        self.laws.check(self.world, request, state)
        shown = shown_cards(request) if reply.get("ruling") == LEGAL else []
        self.laws.check_violations(reply.get("violations", []), self.lies, request.get("seat", ""), shown)
        if self.rng.random() < VIEWS:
            self._look(self.rng.choice(["table", *self.world.seats, *list(self.world.peek) * 5]))
        is_long = self.world.game == "zh56" and self.world.mode == "blind"  # every five of what may be in a hand
        if is_long and UNKNOWN in self.world.discard:
            return
        if self.rng.random() < (LEGALS / 6 if is_long else LEGALS):
            seat = self.rng.choice([*to_act(self.world), *self.world.seats])
            acts = self.referee.handle({"op": "legal", "seat": seat})["acts"]
            self.differences += differences_of_legal(self.world, seat, acts)

    def _look(self, viewer: str) -> None:
        state = self._view(viewer)
        self.differences += differences_of_state(self.model.state(viewer), state, self.world)
        self.laws.check_secrets(viewer, state)

    def _view(self, viewer: str) -> Json:
        state: Json = self.referee.handle({"op": "view", "seat": viewer})["state"]
        return state
