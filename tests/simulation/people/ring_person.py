"""A ring with one person, whom a test shows a display."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from simulation.people.exploding.hands import CarefulParty
from simulation.people.exploding.player import CarefulPlayer
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_sim.people.base import Eyes, Sign, Step
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import Card, hand_of

TURN = Sign("status.turn", {"seat": "1", "cards": (), "n": 0, "pile": 3, "kittens": 0, "turns": 2})
"""What the display says while it is this person's turn, all cards lying on the pile."""


MOST_STEPS = 300
CATS = (Card("01", "cat-1"), Card("02", "cat-2"), Card("03", "cat-3"))


class Ring:
    """A ring with one person, who sees what `sign` says."""

    def __init__(self, loop: VirtualLoop, deck: tuple[Card, ...] = CATS, lamps: dict[str, int] | None = None) -> None:
        plan = Plan(seats=("1", "2"), deck=deck, rows=("front:1", "front:2"), pads=(Pad("play"),), lamps=lamps or {})
        self.table = SimulatedTable(plan, loop=loop, seed=1)
        self.sign = TURN
        self.party = CarefulParty(("1", "2"), load_ruleset("zh56"), self.deal, is_dealt=True)
        eyes = Eyes(self.table, "1", lambda name: self.sign, ("table",))
        self.player = CarefulPlayer(self.table, eyes, self.party, chance=Random(2))

    def sees(self, sign: Sign) -> list[Step]:
        """Let the person act on a sign; gives the steps, without performing them."""
        self.sign = sign
        self.player.notice(sign)
        return first(self.player.choose(sign, (), Random(1)), 60)

    def sees_in_turn(self, first_sign: Sign, *others: Sign) -> None:
        """Let the person act on a sign, and show others as soon as a card of its lies on the pad."""
        self.sign = first_sign
        self.player.notice(first_sign)
        coming = list(others)
        for number, _ in enumerate(self.player.choose(first_sign, (), Random(1))):
            if coming and self.table.truth.at("play"):
                self.sign = coming.pop(0)
            if number > MOST_STEPS:
                return

    def deal(self) -> None:
        """Deal one card to the person."""
        self.table.draw("1")

    def hand(self) -> tuple[Card, ...]:
        """Give the person's cards."""
        return self.table.truth.at(hand_of("1"))


def first(steps: Iterable[Step], most: int) -> list[Step]:
    """Give the first steps of some."""
    return [step for _, step in zip(range(most), steps, strict=False)]
