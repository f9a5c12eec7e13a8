"""Simulated people who play High Card: they read their display, and lay a card of chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tacotable.autoplay.players import chance_of, check_count, deal_as_asked, own_eyes
from tacotable_sim.people.base import Pace, Place, ReadingPlayer, Step, Tap
from tacotable_sim.truth import DISCARD

if TYPE_CHECKING:
    from random import Random

    from tacotable.autoplay.players import People
    from tacotable.autoplay.rig import Rig
    from tacotable_sim.people.base import Sign
    from tacotable_sim.truth import Card


class HighCardPlayer(ReadingPlayer):
    """Plays one seat; the first one deals."""

    rig: Rig
    is_dealer = False

    def is_over(self, sign: Sign) -> bool:
        """Return whether somebody has won."""
        return sign.message == "sign.over"

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Do what the display asks."""
        pad, ok = f"{self.eyes.seat}.pad", Tap(f"{self.eyes.seat}.ok")
        clear = [Place(card.tag, DISCARD, face_up=True) for card in self.table.truth.at(pad)]
        message = sign.message.removeprefix("sign.high-card-")
        if sign.message == "sign.lobby":
            return [ok] if self.is_dealer else []
        if message == "deal":
            if self.is_dealer:
                deal_as_asked(self.rig)
            return [] if not self.is_dealer and len(hand) == 0 else [ok]
        if message in ("lay", "won", "lost", "tied") and hand:
            return [*clear, Place(chance.choice(hand).tag, pad, face_up=False)]
        return [ok] if sign.message == "sign.paused" else []


def seat_two(rig: Rig, chance: Random, count: int | None, pace: Pace) -> People:
    """Seat two, each with the display of its seat. Raises SetupError."""
    check_count(count, range(2, 3))
    people: list[HighCardPlayer] = []
    for seat in rig.table.plan.seats:
        player = HighCardPlayer(rig.table, own_eyes(rig, seat), chance=chance_of(chance), pace=pace)
        player.rig, player.is_dealer = rig, not people
        people.append(player)
    return people
