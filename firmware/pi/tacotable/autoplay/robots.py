"""Robots at a simulated table: the hands of its people, on the loop's clock, with the companion's advice for chance."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, cast

from tacotable.app.robot_minds import LONGEST_S, thought
from tacotable.autoplay.players import People, Seating, chance_of, party_at, people_at, person_at
from tacotable.autoplay.rig import Rig
from tacotable.errors import SetupError
from tacotable.state.game_state import Stage
from tacotable_engine.companion.answers import LEVELS, Level, companion_of
from tacotable_sim.people.base import Pace

if TYPE_CHECKING:
    from tacotable.app.program import Program
    from tacotable.app.simulated import SimulatedRun
    from tacotable_sim.people.exploding.hands import Party

PACES = {
    "slow": Pace(think_s=(2.0, 4.0), carry_s=(0.8, 1.6)),
    "usual": Pace(think_s=(0.8, 1.8), carry_s=(0.4, 0.8)),
    "fast": Pace(think_s=(0.05, 0.2), carry_s=(0.1, 0.2)),
}
"""How fast robots move: people can follow the first two."""


class RobotMind:
    """Plays one seat at a level, from what that seat may know: its own cards, and what the referee tells it."""

    def __init__(self, rig: Rig, seat: str, level: Level, chance: Random) -> None:
        self._rig, self._seat, self._level, self._chance = rig, seat, level, chance

    def act(self, hand: Sequence[str]) -> Mapping[str, object]:
        """Return what the companion advises; empty where its game has none, or it knows of no act now."""
        match = self._rig.program.controller.situation.game.match
        companion = companion_of(match.name) if match else None
        if match is None or companion is None:
            return {}
        chance = chance_of(self._chance)
        acts = thought(companion, match, self._seat, self._level, chance, self._rig.loop.time, LONGEST_S, hand)
        return acts[0] if acts else {}


def robots(level: Level, seats: Sequence[str] | None = None) -> Seating:
    """Return what seats people of whom all are robots of a level, or those at the seats that are named."""

    def seat(rig: Rig, chance: Random, count: int | None = None) -> People:
        people = people_at(rig, chance, count)
        for player in people:
            if seats is None or player.eyes.seat in seats:
                player.mind = RobotMind(rig, player.eyes.seat, level, chance_of(chance))
        return people

    return seat


class RobotSeats:
    """The robots of one table. Each is a task, which begins anew with each game."""

    def __init__(self, simulated: SimulatedRun, program: Program, loop: asyncio.AbstractEventLoop) -> None:
        # Nobody drives the loop here: players only read and sleep.
        self._rig = Rig(program, simulated.table, cast("Any", loop))
        self._loop = loop
        self._chance: Random = SystemRandom()
        self.levels: dict[str, Level] = {}  # The level of each seat that a robot plays.
        self.pace = "usual"
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._party: Party | None = None
        self._seen = self._now()
        program.controller.after_each(self._hear)

    def set(self, seat: str, level: object, *, waits: bool = False) -> None:
        """Hand a seat to a robot of a level, or with None back to people, at any time.

        One that `waits` leaves it to people to deal, and plays from then on. Raises ValueError for what is no level,
        and where no robot knows the game; people play the seat then.
        """
        if level is not None and level not in LEVELS:
            raise ValueError(f"`level` is one of {', '.join(LEVELS)}, or null for a person.")
        self._stop(seat)
        self.levels.pop(seat, None)
        if level in LEVELS:
            self.levels[seat] = level
            if waits and self._seen[1] is not Stage.PLAY:
                return
            try:
                self._begin(seat)
            except SetupError as error:
                del self.levels[seat]
                raise ValueError(str(error)) from None

    def move(self, pace: object) -> None:
        """Have all robots move at one of the paces from their next hand on; raises ValueError for another."""
        if not isinstance(pace, str) or pace not in PACES:
            raise ValueError(f"`pace` is one of {', '.join(PACES)}.")
        self.pace = pace
        for seat in tuple(self.levels):
            self._stop(seat)
            self._begin(seat)

    def close(self) -> None:
        """Take all hands away."""
        for seat in tuple(self._tasks):
            self._stop(seat)

    def _begin(self, seat: str) -> None:
        # In an Exploding game the first of a party deals and begins: a person, as long as one plays.
        seats = tuple(sorted(self._rig.table.plan.seats, key=lambda each: each in self.levels))
        if self._party is None:
            self._party = party_at(self._rig, seats)
        else:
            self._party.seats = seats
        player = person_at(self._rig, seat, self._party, self._chance, PACES[self.pace])
        player.mind = RobotMind(self._rig, seat, self.levels[seat], self._chance)
        self._tasks[seat] = task = self._loop.create_task(player.play())
        task.add_done_callback(self._report)

    def _stop(self, seat: str) -> None:
        if task := self._tasks.pop(seat, None):
            task.cancel()

    def _report(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._loop.call_exception_handler({"message": "a robot cannot go on", "exception": error})

    def _now(self) -> tuple[str, Stage]:
        situation = self._rig.program.controller.situation
        return situation.ui.lobby_game, situation.game.stage

    def _hear(self) -> None:
        """Begin anew with each game: the lobby has come back or shows another one, the last one is over, or undone."""
        before, self._seen = self._seen, self._now()
        stage, seats = self._seen[1], list[str]()
        if self._seen != before and (stage is Stage.LOBBY or before[1] is Stage.OVER):
            self._party, seats = None, list(self.levels)
        elif self._seen != before and stage is Stage.PLAY:
            seats = sorted(self.levels.keys() - self._tasks.keys())
        for seat in seats:
            with suppress(ValueError):  # no robot knows that game: people play the seat from now on
                self.set(seat, self.levels[seat])
