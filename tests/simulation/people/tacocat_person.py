"""A person at a Tacocat table who sees what a test says, and whose steps a test performs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from simulation.people.tacocat.player import CarefulTacocatPlayer
from tacotable_sim.people.base import Eyes, Place, Sign, Step
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import Card, hand_of

DECK = tuple(Card(f"{value:02}", str(value)) for value in range(1, 7))
DUEL = Sign("sign.duel", {})
SEALED = Sign("sign.sealed", {"seat": "WOW"})


class Person:
    """YAY with the cards 1, 2 and 3, who sees what `sign` says."""

    def __init__(self, loop: VirtualLoop, kind: type[CarefulTacocatPlayer], deck: tuple[Card, ...] = DECK) -> None:
        plan = Plan(
            seats=("YAY", "WOW"),
            deck=deck,
            pads=(Pad("YAY.pad"), Pad("WOW.pad")),
            buttons={f"YAY.{role}": 5 + at for at, role in enumerate(("ok", "no", "left", "right"))},
        )
        self.table = SimulatedTable(plan, loop=loop, seed=1)
        self.moves: list[tuple[str, str]] = []
        self.sign: Sign | None = DUEL
        for card in deck[:3]:
            self.table.place(card.tag, hand_of("YAY"))
        eyes = Eyes(self.table, "YAY", lambda name: self.sign)
        self.player = kind(self.table, eyes, chance=Random(2))

    def sees(self, sign: Sign) -> None:
        """Let the person act on a sign, with its hands alone."""
        self.acts(self.choices(sign))

    def choices(self, sign: Sign) -> Iterator[Step]:
        """Give what the person chooses at a sign."""
        self.sign = sign
        self.player.notice(sign)
        return iter(self.player.choose(sign, self.player.eyes.hand(), Random(1)))

    def acts(self, steps: Iterable[Step]) -> None:
        """Let cards be moved; presses and pauses cost nothing here."""
        for step in steps:
            if isinstance(step, Place):
                self.moves.append((step.tag, step.place))
                self.table.place(step.tag, step.place, face_up=step.face_up)

    def held(self) -> list[str]:
        """Give the faces of the person's hand."""
        return sorted(card.face for card in self.table.truth.at(hand_of("YAY")))
