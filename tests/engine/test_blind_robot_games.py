"""Games with robots in mode `blind`: each is followed, and nobody else learns of a robot's cards (companion, Robots).

Honest games are played in mode `dealt`, which knows all cards, and told to a blind referee as a table would tell them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.exploding_strategies import disturb, drawn_card, step
from engine.exploding_tables import GAMES, SEATS
from engine.tacocat_tables import SeededChance, told
from engine.test_amended_honest_games import HonestGame
from tacotable_engine import Amended, Applied, Match, RequestError
from tacotable_engine.companion.answers import companion_of
from tacotable_engine.companion.exploding.companion import EXPLODING
from tacotable_engine.exploding.hypotheses.claims import unseen as unseen_of_kittens
from tacotable_engine.tacocat.proofs import unseen as unseen_of_tacocat

FEW = 5
Json = dict[str, Any]


def blind(game: str, seats: Sequence[str], robots: Sequence[str]) -> Match:
    """Begin in mode `blind` with robots."""
    setup = {"game": game, "seats": list(seats), "mode": "blind", "robots": list(robots)}
    return Match.new(setup, SeededChance())


class RobotsAmongPeople(HonestGame):
    """An Exploding game that some robots play: what comes to one of them is told."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        seats = self.truth.seats
        self.robots = sorted(self.rng.sample(seats, self.rng.randint(1, len(seats))), key=seats.index)
        self.blind = blind(game, seats, self.robots)
        hands = told(self.truth, "hands")
        for seat in self.rng.sample(self.robots, len(self.robots)):
            for card in self.rng.sample(hands[seat], 8):
                self._stands(self.blind.act(seat, {"do": "deal", "card": card}))

    def step(self) -> None:
        self._step()

    def _as_told(self, act: Json) -> Json:
        pending = told(self.blind, "pending")
        if act["do"] == "draw" and told(self.blind, "turn")["seat"] in self.robots:
            return {"do": "draw", "card": self.top}
        is_robots = act["do"] == "give" and {pending["seat"], pending["target"]} & {*self.robots}
        return act if is_robots else super()._as_told(act)

    def _act(self) -> None:
        self.top = next(iter(told(self.truth, "pile")), None)
        super()._act()

    def _go_on(self, before: Any) -> None:
        """Tell what a robot stole, what was stolen from one, and what it drew from the bottom, with the card."""
        phase, awaited, pending = told(self.blind, "phase", "to_act", "pending")
        now, lethal = told(self.truth, "hands"), told(self.truth, "drawn")
        if phase == "steal" and {pending["seat"], pending["target"]} & {*self.robots}:
            (card,) = (Counter(before[pending["target"]]) - Counter(now[pending["target"]])).elements()
            self._stands(self.blind.act(awaited[0], {"do": "steal", "card": card}))
        elif phase == "draw" and awaited[0] in self.robots and told(self.truth, "phase") != "draw":
            gained = list((Counter(now[awaited[0]]) - Counter(before[awaited[0]])).elements())
            card = self.lethal if lethal or awaited[0] not in told(self.truth, "alive") else gained[0]
            self._stands(self.blind.act(awaited[0], {"do": "draw", "card": card}))
        else:
            super()._go_on(before)

    def _check(self) -> None:
        super()._check()
        known, real = told(self.blind, "hands"), told(self.truth, "hands")
        for robot in self.robots:
            assert known[robot] == real[robot]
            assert self.blind.view(robot)["hands"][robot] == real[robot]  # type: ignore[index]  # hands by seat
        awaited = [seat for seat in told(self.blind, "to_act") if seat in self.robots]
        if awaited and self.rng.random() < 0.1:
            self._check_advice(awaited[0])

    def _check_advice(self, robot: str) -> None:
        """Check that a robot is told what it may do, by its own hand; what it draws or steals is seen later."""
        for one in EXPLODING.advise(self.blind, robot, "fair", 2, Random(1)).advice:
            assert one.act["do"] in ("draw", "steal") or self.blind.why_not(robot, one.act) is None, one


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_an_honest_game_among_robots_is_followed_and_each_robots_hand_is_known(game: str) -> None:
    for seed in range(FEW):
        table = RobotsAmongPeople(game, seed)

        table.play()

        unseen = table.blind.unseen(SeededChance())
        for match in (table.blind, unseen):
            assert Match.from_record(match.record()).state == match.state
            assert match.game.read_position(match.position()) == match.state


class RobotAtTacocat:
    """A game of Tacocat, played openly and told blindly but for the robots' cards."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game} {seed}")
        self.robots = self.rng.choice((["Ann"], ["Bo"], ["Ann", "Bo"]))
        self.truth = Match.new({"game": game, "seats": ["Ann", "Bo"]}, SeededChance(seed))
        self.blind = blind(game, ["Ann", "Bo"], self.robots)
        self._deal()

    def _deal(self) -> None:
        """Tell robots the cards that the truth has dealt and the referee waits for, in any order."""
        while told(self.blind, "phase") == "deal":
            seat = self.rng.choice(told(self.blind, "to_act"))
            held, known = Counter(told(self.truth, "hands")[seat]), Counter(told(self.blind, "hands")[seat])
            self._stands(seat, {"do": "deal", "card": self.rng.choice(list((held - known).elements()))})

    def step(self) -> None:
        """Do one act in both games."""
        hands, awaited = told(self.truth, "hands", "to_act")
        seat: str = self.rng.choice(awaited)
        act: Json = dict(self.rng.choice(self.truth.legal(seat)))
        if act["do"] == "replace":
            act["cards"] = self.rng.sample(hands[seat], self.rng.randint(0, act.pop("max")))
        assert self.truth.act(seat, act).is_applied
        self._stands(seat, act)
        self._deal()

    def _stands(self, seat: str, act: Mapping[str, object]) -> None:
        ruling = self.blind.act(seat, act)
        assert ruling.is_applied, ruling
        assert ruling.violations == ()
        assert ruling.ruling == "legal" or seat not in self.robots

    def check(self) -> None:
        for name in ("phase", "to_act", "token", "wins", "hand_size", "demands", "tucked", "winner"):
            assert told(self.blind, name) == told(self.truth, name), name
        real, known = told(self.truth, "hands"), told(self.blind, "hands")
        for seat in ("Ann", "Bo"):
            faces = [card for card in known[seat] if card != "?"]
            assert faces == real[seat] if seat in self.robots else not Counter(faces) - Counter(real[seat])


@pytest.mark.parametrize("game", ["tc38", "tc36"])
def test_an_honest_game_of_tacocat_with_a_robot_is_followed_and_its_hand_is_known(game: str) -> None:
    for seed in range(FEW):
        table = RobotAtTacocat(game, seed)
        for _ in range(60):
            if table.truth.state.winner is None:
                table.step()
            table.check()

        assert Match.from_record(table.blind.record()).state == table.blind.state
        assert table.blind.game.read_position(table.blind.position()) == table.blind.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_done_beside_robots_reads_back_and_is_undone(game: str, seed: int) -> None:
    match, rng = blind(game, SEATS[: 3 - seed], SEATS[:1]), Random(f"{game} {seed}")
    for _ in range(80):
        if match.state.winner is not None:
            return
        before, number = match.state, match.next_number
        try:
            (disturb if rng.random() < 0.2 else step)(match, rng)
        except RequestError:
            match.act("Ann", {"do": "draw", "card": drawn_card(match.state, rng)})
        if match.next_number > number and rng.random() < 0.2:
            match.undo()
            assert match.state._replace(now_s=0.0) == before._replace(now_s=0.0)
    assert Match.from_record(match.record()).state == match.state
    assert match.game.read_position(match.position()) == match.state


UNSEEN = {"tc38": unseen_of_tacocat, "tc36": unseen_of_tacocat} | dict.fromkeys(GAMES, unseen_of_kittens)
TELLING = {"defuse", "clone", "exploding-kitten", "exploding-minion"}
"""Cards of which everybody learns whether a hand has them, by what becomes of its seat."""
GAINS = ("deal", "draw")
Table = RobotsAmongPeople | RobotAtTacocat


def with_another_card(table: Table, robot: str) -> Match | None:
    """Play the game again with one card of a robot's hand another one, which was told and never shown.

    None where there is none, or where its seat could not have done the same.
    """
    match, hands = table.blind, told(table.truth, "hands")
    acts = [entry for entry in match.standing if isinstance(entry, Applied)]
    fixed = TELLING | {getattr(entry.act, "name", None) for entry in acts}
    fixed |= {getattr(entry.act, "card", None) for entry in acts if entry.act.do in ("give", "steal")}
    held = [card for seat in match.seats if seat not in table.robots for card in hands[seat]]
    left = Counter(UNSEEN[match.name](match.state)) - Counter(held)
    others = [card for card in left if card not in fixed]
    came = {
        str(getattr(entry.act, "card", "")): entry for entry in acts if entry.seat == robot and entry.act.do in GAINS
    }
    may_change = [card for card in came if card in hands[robot] and card not in fixed]
    if not may_change or not others:
        return None
    card = table.rng.choice(may_change)
    return replayed(table, came[card], table.rng.choice([other for other in others if other != card] or [card]))


def with_card(act: Any, card: str) -> Any:
    return replace(act, card=card)


def replayed(table: Table, changed: Applied, card: str) -> Match | None:
    """Play the game again with another card in one act, and compare what everybody is told."""
    here = blind(table.blind.name, table.blind.seats, table.robots)
    there = blind(table.blind.name, table.blind.seats, table.robots)
    for entry in table.blind.standing:
        if isinstance(entry, Applied):
            seat, act = here.seats.index(entry.seat), entry.act
            one, other = here.do(seat, act), there.do(seat, with_card(act, card) if entry is changed else act)
            if not other.is_applied and entry.seat in table.robots:
                return None
        elif isinstance(entry, Amended):
            one, other = here.apply_amendment(entry.amendment), there.apply_amendment(entry.amendment)
        else:
            one, other = here.resolve(), there.resolve()
        assert (one.ruling, one.rule, one.events, one.violations) == (
            *(other.ruling, other.rule, other.events, other.violations),
        )
    return there


def outlook(match: Match, viewer: str, hand: Sequence[str] | None) -> list[object]:
    """Return all that a viewer is told: its view, its list, prompts, odds and advice."""
    answers = companion_of(match.name)
    assert answers is not None
    is_asked = viewer in told(match, "to_act")
    return [
        *(match.view(viewer), match.view("table"), match.prompts()),
        *(answers.odds(match, each, 4, Random(1)) for each in (viewer, "table")),
        match.legal(viewer) if told(match, "phase") != "turn" else None,
        answers.advise(match, viewer, "fair", 2, Random(1), hand) if is_asked else None,
    ]


@pytest.mark.long
@pytest.mark.parametrize("game", ["tc38", "tc36", *GAMES])
def test_nobody_but_the_robot_and_the_arbiter_can_tell_what_it_holds(game: str) -> None:
    pairs = 0
    for seed in range(4 * FEW):
        table: Table = RobotAtTacocat(game, seed) if game.startswith("tc") else RobotsAmongPeople(game, seed)
        for _ in range(table.rng.randint(0, 25)):
            if table.truth.state.winner is None:
                table.step()
        robot = table.rng.choice(table.robots)
        twin = None if table.truth.state.winner is not None else with_another_card(table, robot)
        if twin is None or twin.state == table.blind.state:
            continue
        pairs += 1
        hands = told(table.truth, "hands")
        for viewer in set(table.blind.seats) - {robot}:
            hand = None if viewer in table.robots else hands[viewer]
            assert outlook(table.blind, viewer, hand) == outlook(twin, viewer, hand), table.blind.record()
        assert table.blind.view(robot) != twin.view(robot)
        assert table.blind.view("arbiter") != twin.view("arbiter")
    assert pairs > FEW
