"""Validated acts a second of our engine, beside RLCard's uno and PokerKit's no-limit hold'em.

Each contender plays random games with a cheap policy, and three rates are taken, in CPU time of this process:
in the steps alone, with the lists of what is legal before each step, and over the whole games, with set-up and
policy. What the clock itself takes is taken off, for some contenders are measured more often than others.
The contenders take turns, round after round, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import rlcard
from pokerkit import Automation, NoLimitTexasHoldem, State

from tacotable_engine import Match

ROUNDS = 9
SEATS = ("Ada", "Bo")


@dataclass
class Tally:
    """What one contender did in one round, and the CPU seconds it took."""

    steps: int = 0
    in_steps_s: float = 0.0
    in_lists_s: float = 0.0
    in_all_s: float = 0.0

    def rate(self) -> float:
        """Return steps a second of the steps alone."""
        return self.steps / self.in_steps_s

    def rate_with_lists(self) -> float:
        """Return steps a second, counting the lists of what is legal."""
        return self.steps / (self.in_steps_s + self.in_lists_s)

    def rate_of_games(self) -> float:
        """Return steps a second of whole games."""
        return self.steps / self.in_all_s


def clock_cost_s(times: int = 50_000) -> float:
    """Measure what one measurement of nothing tells, which every measurement tells too much."""
    spent = 0.0
    for _ in range(times):
        before = process_time()
        spent += process_time() - before
    return spent / times


CLOCK_COST_S = clock_cost_s()


def since(before: float) -> float:
    """Return the CPU seconds since then, without those of the clock itself."""
    return process_time() - before - CLOCK_COST_S


Contender = Callable[[random.Random], Tally]


@dataclass
class Shuffler:
    """Chance for our engine, seeded."""

    rng: random.Random

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Return the cards in a random order."""
        shuffled = list(cards)
        self.rng.shuffle(shuffled)
        return shuffled


def play_tacocat(rng: random.Random, games: int = 30) -> Tally:
    """Play our engine: a step reads an act, asks why it might not be allowed, applies it and logs it."""
    tally, begun = Tally(), process_time()
    for _ in range(games):
        match = Match.new({"game": "tc38", "seats": list(SEATS)}, Shuffler(rng))
        seat = rng.choice(SEATS)
        while listed := list_acts(match, seat, tally):
            seat, acts = listed
            act = choose(rng, match, seat, acts)
            before = process_time()
            match.act(seat, act)
            tally.in_steps_s += since(before)
            tally.steps += 1
    tally.in_all_s = process_time() - begun
    return tally


def list_acts(match: Match, last: str, tally: Tally) -> tuple[str, list[dict[str, Any]]] | None:
    """List the acts of a seat that has any, first of the one that did not act last; nothing after the game."""
    seat = SEATS[last == SEATS[0]]
    before = process_time()
    acts = match.legal(seat)
    if not acts:
        seat, acts = last, match.legal(last)
    tally.in_lists_s += since(before)
    return (seat, acts) if acts else None


def choose(rng: random.Random, match: Match, seat: str, acts: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose one of the listed acts; of cards to replace, as many and such as chance has it."""
    act = rng.choice(acts)
    return put_away(rng, match, seat) if act["do"] == "replace" else act


def put_away(rng: random.Random, match: Match, seat: str) -> dict[str, Any]:
    """Replace at random as many cards as there may be."""
    state: dict[str, Any] = match.view(seat)
    return {"do": "replace", "cards": rng.sample(state["hands"][seat], rng.randint(0, state["limit"]))}


def play_uno(rng: random.Random, games: int = 40) -> Tally:
    """RLCard: a step plays an action and gives the next player's state with its legal actions."""
    table, tally, begun = rlcard.make("uno", config={"seed": rng.randrange(2**31)}), Tally(), process_time()
    for _ in range(games):
        state, _player = table.reset()
        while not table.is_over():
            action = rng.choice(list(state["legal_actions"]))
            before = process_time()
            state, _player = table.step(action)
            tally.in_steps_s += since(before)
            tally.steps += 1
    tally.in_all_s = process_time() - begun
    return tally


def play_holdem(rng: random.Random, games: int = 40) -> Tally:
    """PokerKit: heads-up, every chore automated; each operation in its log is a step, the set-up's too."""
    tally, begun = Tally(), process_time()
    for _ in range(games):
        before = process_time()
        hand = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
        tally.in_steps_s += since(before)
        while hand.status:
            do = hand_action(rng, hand)
            before = process_time()
            do()
            tally.in_steps_s += since(before)
        tally.steps += len(hand.operations)
    tally.in_all_s = process_time() - begun
    return tally


def hand_action(rng: random.Random, hand: State) -> Callable[[], Any]:
    """Check or call, mostly; now and then fold or raise where that is allowed."""
    chance = rng.random()
    if chance < 0.1 and hand.can_fold():
        return hand.fold
    if chance < 0.3 and hand.can_complete_bet_or_raise_to():
        return hand.complete_bet_or_raise_to
    return hand.check_or_call


@dataclass
class Line:
    """One contender: what it calls a step, and its rounds."""

    name: str
    step: str
    play: Contender
    tallies: list[Tally] = field(default_factory=list)

    def median(self, rate: Callable[[Tally], float]) -> float:
        """Return the median of a rate over the rounds."""
        return statistics.median(rate(tally) for tally in self.tallies)

    def spread(self) -> str:
        """Return the slowest and the fastest round of the steps alone."""
        rates = [tally.rate() for tally in self.tallies]
        return f"{min(rates):,.0f} to {max(rates):,.0f}"


def main() -> None:
    """Make the contenders take turns, then print rates and ratios."""
    lines = [
        Line("Tacotable, tc38", "acts", play_tacocat),
        Line("RLCard, uno", "steps", play_uno),
        Line("PokerKit, no-limit hold'em", "operations", play_holdem),
    ]
    for number in range(-1, ROUNDS):  # the first round warms up and does not count
        tallies = [line.play(random.Random(number)) for line in lines]
        for line, tally in zip(lines, tallies, strict=True):
            line.tallies += [tally] if number >= 0 else []
    print_lines(lines)


RATES = (Tally.rate, Tally.rate_with_lists, Tally.rate_of_games)


def print_lines(lines: list[Line]) -> None:
    """Print a row a contender, then how many times faster we are than each peer."""
    print(f"per second of CPU time, medians of {ROUNDS} rounds in turn")
    print(f"{'':40}{'steps':>10}{'(slowest to fastest)':>22}{'with lists':>12}{'whole games':>13}")
    for line in lines:
        steps, with_lists, games = (f"{line.median(rate):,.0f}" for rate in RATES)
        print(f"{line.name + ': ' + line.step:40}{steps:>10}{line.spread():>22}{with_lists:>12}{games:>13}")
    ours, *peers = lines
    for peer in peers:
        steps, with_lists, games = (f"{ours.median(rate) / peer.median(rate):.2f}" for rate in RATES)
        print(f"{'ours / ' + peer.name:40}{steps:>10}{'':22}{with_lists:>12}{games:>13}")


if __name__ == "__main__":
    main()
