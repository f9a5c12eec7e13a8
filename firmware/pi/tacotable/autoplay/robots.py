"""Robots at a simulated table: the hands of its people, and the companion's advice in place of chance."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from tacotable.autoplay.players import Seating, chance_of, people_at
from tacotable_engine.companion.registry import companion_of
from tacotable_engine.errors import RequestError

if TYPE_CHECKING:
    from tacotable.autoplay.players import People
    from tacotable.autoplay.rig import Rig
    from tacotable_engine.companion.answers import Level

WORLDS = 20  # From so many sampled worlds a robot decides.


class RobotMind:
    """Plays one seat at a level, from what that seat may know: its own cards, and what the referee tells it."""

    def __init__(self, rig: Rig, seat: str, level: Level, chance: Random, longest_s: float | None = None) -> None:
        """`longest_s` ends a thought in real time; without it the same chance gives the same game."""
        self._rig, self._seat, self._level, self._chance = rig, seat, level, chance
        self._longest_s = longest_s

    def act(self, hand: Sequence[str]) -> Mapping[str, object]:
        """Return what the companion advises; empty where its game has none, or it knows of no act now."""
        match = self._rig.program.controller.situation.game.match
        companion = companion_of(match.name) if match else None
        if match is None or companion is None:
            return {}
        until = time.monotonic() + (self._longest_s or 0)
        is_over = (lambda: time.monotonic() >= until) if self._longest_s else None
        try:
            told = companion.advise(match, self._seat, self._level, WORLDS, chance_of(self._chance), hand, is_over)
        except RequestError:
            return {}  # a card of it lies on its way, or another seat is to act by now
        return told.advice[0].act if told.advice else {}


def robots(level: Level, seats: Sequence[str] | None = None) -> Seating:
    """Return what seats people of whom all are robots of a level, or those at the seats that are named."""

    def seat(rig: Rig, chance: Random, count: int | None = None) -> People:
        people = people_at(rig, chance, count)
        for player in people:
            if seats is None or player.eyes.seat in seats:
                player.mind = RobotMind(rig, player.eyes.seat, level, chance_of(chance))
        return people

    return seat
