"""A sitting: one game that simulated people play at a table in troubles, and what must hold, checked after its events.

People find a way on by themselves: a program that is dead or stranded is started again, a game that stands is begun
anew, and one that stands all the same is put away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

from pi.public_state import public_state
from simulation.harness.counting import DOUBT_S, Counting, stand_token
from simulation.harness.crash_harness import CrashingTable
from simulation.harness.fault_schedule import DISK, KILL, PROGRAM, RESTART, Trouble
from simulation.harness.invariants import (
    BrokenInvariantError,
    check_panels,
    check_replay,
    check_secrets,
    check_truth,
    spectators_page,
)
from simulation.harness.operator import Operator
from simulation.people.base import ForgetfulPlayer
from simulation.people.seating import careful_people_at
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.facts import Acted
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile
from tacotable.table.kinds import kind_of
from tacotable.web.page import TablePage
from tacotable_drivers.screens.writer import RENEW_S
from tacotable_engine import Match
from tacotable_sim.faults import ReaderFault
from tacotable_sim.people.base import Pace
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop

QUICK = Pace(think_s=(0.35, 0.6), carry_s=(0.1, 0.25), tap_s=(0.06, 0.12))
"""People who know the game: what costs time here is each second in which the readers are asked.

A press within half a second of a question does not count; who thinks for less presses twice, and plays longer."""
LONGEST_S = 1200.0
"""Virtual seconds after which a game that does not end never will."""
AT_A_LOSS_S = 60.0
"""So long a game has stood when people begin anew with what the displays ask."""
MOST_TRIES = 3
"""So often they do; then they put the game away."""
GLANCE_S = 1.0
LAST_MOVES_S = 3.0
"""So long hands may go on when a game is over."""
CALM_S = RENEW_S * 9 / 8 + 40.0
"""So long after a display's trouble each is as it should be: its set-up, then all of its parts were sent again."""
TELL_BY_THEMSELVES = (ReaderFault.GHOST, ReaderFault.NEIGHBOUR)
"""With these faults a reader tells cards that nobody laid there."""
SECRETS_EACH = 40
REPLAY_EACH = 150
"""After so many changes what spectators get, and what the journal comes to, is looked at."""


class ChaosGame:
    """One game at one table, with its troubles; what must hold is checked after its events."""

    def __init__(self, table: TableFile, seed: int, loop: VirtualLoop, folder: Path) -> None:
        self.loop = loop
        self.acts = 0
        self.restarts = 0
        self.begun_anew = 0
        faces = faces_of(table, table.game)
        self.simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=seed)
        self._changes = 0
        self._in_trouble = 0
        self._heard = 0
        self._calm_s = 0.0
        self._ended: Match | None = None
        self._tags = tuple(faces)
        self._mortal = CrashingTable(table, faces, self.simulated, loop, folder)
        self._page = self._watch()
        self.counting = Counting(self.simulated.truth, is_ring=kind_of(table).needs == "play")
        self._people: list[ForgetfulPlayer] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._bystander = Operator(self.simulated)
        self._is_given_up = False
        self._stands: object = None
        self._tried = 0
        self._since_s = self._doubt_s = 0.0

    @property
    def situation(self) -> Situation:
        """Give the situation of the program that runs now."""
        return self._mortal.rig.program.controller.situation

    @property
    def is_won(self) -> bool:
        """Tell whether somebody has won."""
        return self._ended is not None

    def close(self) -> None:
        """Stop all."""
        self._mortal.close()
        self.simulated.close()

    def play(self, troubles: Sequence[Trouble], chance: Random, players: int) -> None:
        """Let people play a game to its end while troubles come and go."""
        self._seat(careful_people_at(self._mortal.rig, chance, players, QUICK))
        timers = [self.loop.call_at(trouble.at_s, self._begin, trouble) for trouble in troubles]
        storm_ends_s = max((trouble.at_s + trouble.lasts_s for trouble in troubles), default=0.0)
        while not self._is_over() and self.loop.time() < storm_ends_s + LONGEST_S:
            self._pass(GLANCE_S, self._tasks)
            self._attend()
        if not self._is_over():
            raise BrokenInvariantError("the game does not end")
        self.acts = len(self._mortal.log.acknowledged)
        self._pass(LAST_MOVES_S, self._tasks)
        self._leave()
        if self._ended is not None:
            self._compare(self._ended)
        for timer in timers:
            timer.cancel()
        while self._in_trouble:
            self._pass(GLANCE_S, ())
            self._attend()
        self._pass(LAST_MOVES_S, ())
        while self.loop.time() < self._calm_s and not self._has_whole_panels():
            self._pass(GLANCE_S, ())
        self._check_replay()
        check_panels(self._mortal.rig)

    def _has_whole_panels(self) -> bool:
        """Return whether each display holds its picture by now."""
        try:
            check_panels(self._mortal.rig)
        except BrokenInvariantError:
            return False
        return True

    def _is_over(self) -> bool:
        """Tell whether the game was won, or put away."""
        return self._ended is not None or (self._is_given_up and self.situation.game.stage is Stage.LOBBY)

    def _leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    def _compare(self, ended: Match) -> None:
        """Let people count behind a trouble, and compare the cards with what the referee says."""
        if self._is_unsure():
            self.counting.settle(ended.view("table"))
            stand_token(self.simulated, ended.view("table"))
        check_truth(self._mortal.rig, ended)

    def where(self) -> str:
        """Tell where the game stands."""
        rig = self._mortal.rig
        shown = {name: rig.says(name) for name in rig.program.controller.scene.screens if rig.says(name)}
        public = public_state(self.situation)
        return (
            f"at {self.loop.time():.1f} s: stage {self.situation.game.stage.value}, phase {public.get('phase')}, "
            f"to act {public.get('to_act')}, displays {shown}, lost {sorted(self.situation.devices.lost)}"
        )

    # Time and troubles.

    def _pass(self, seconds: float, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Let time pass; raises what went wrong in it."""
        self.loop.run_for(seconds)
        if self._mortal.errors:
            raise self._mortal.errors[0]
        for task in tasks:
            if task.done() and (error := task.exception()):
                raise error

    def _begin(self, trouble: Trouble) -> None:
        self._in_trouble += 1
        self.loop.call_later(trouble.lasts_s, self._end, trouble)
        if trouble.device.startswith("display "):
            self._calm_s = max(self._calm_s, trouble.at_s + trouble.lasts_s + CALM_S)
        if trouble.device != PROGRAM:
            self.simulated.switchboard.set(trouble.device, trouble.fault, on=True)
        elif trouble.fault == KILL:
            self._mortal.log.crashes_on_next = True
        elif trouble.fault == DISK:
            self._mortal.log.is_full = True
        elif trouble.fault == RESTART:
            self._start_again()

    def _end(self, trouble: Trouble) -> None:
        self._in_trouble -= 1
        self._doubt_s = self.loop.time()
        if trouble.device != PROGRAM:
            self.simulated.switchboard.set(trouble.device, trouble.fault, on=False)
        elif trouble.fault == DISK:
            self._mortal.log.is_full = False

    def _attend(self) -> None:
        """Do what people do beside the game: start a dead or stranded program again, end a pause, find a way on."""
        controller = self._mortal.rig.program.controller
        if self._mortal.is_dead or (controller.storage_fault is not None and not self._mortal.log.is_full):
            self._start_again()
        elif self._is_given_up:
            self._bystander.put_away(self.situation)
        elif not self._bystander.attend(self.situation) and not self._in_trouble:
            self._find_a_way_on()

    def _find_a_way_on(self) -> None:
        """Let people begin anew when the game stands, and put it away when that did not help."""
        now_s, stands = self.loop.time(), (self.situation.game.stage, public_state(self.situation))
        if stands != self._stands:
            self._stands, self._since_s, self._tried = stands, now_s, 0
        elif now_s - self._since_s > AT_A_LOSS_S * (self._tried + 1):
            self._leave()
            self._is_given_up = self._tried == MOST_TRIES
            if not self._is_given_up:
                self._tried += 1
                self._begin_anew()
        if self.situation.game.stage is Stage.PLAY:
            self.counting.look(public_state(self.situation))

    def _is_unsure(self) -> bool:
        """Tell whether a trouble is on, or was not long ago: without one people know what they did."""
        was_in_trouble = self._doubt_s > 0 and self.loop.time() - self._doubt_s < DOUBT_S
        return self._in_trouble > 0 or was_in_trouble

    def _seat(self, people: list[ForgetfulPlayer]) -> None:
        self._people = people
        self._tasks = [self.loop.create_task(player.play()) for player in people]

    def _begin_anew(self) -> None:
        """Let all clear the pads, count where a trouble was, and read the displays as if they had just come."""
        self.loop.run_for(0)  # hands that were busy let go
        if self.simulated.truth.token is None:
            stand_token(self.simulated, public_state(self.situation))
        self._seat([player.anew() for player in self._people])
        if self._doubt_s and self.situation.game.stage is Stage.PLAY:
            self.counting.settle(public_state(self.situation))
        self.begun_anew += 1

    def _start_again(self) -> None:
        before = self._mortal.log.acknowledged
        self._mortal.restart()
        self.restarts += 1
        after = self._mortal.log.acknowledged
        if before != after:
            raise BrokenInvariantError(f"{len(before)} facts were acknowledged, {len(after)} came back: {after[-3:]}")
        self._page = self._watch()
        self._check_replay()

    # What must hold.

    def _watch(self) -> TablePage:
        controller = self._mortal.rig.program.controller
        self._scene = controller.scene
        controller.after_each(self._look)
        return spectators_page(controller)

    def _look(self) -> None:
        if self._ended is None and self.situation.game.stage is Stage.OVER:
            self._ended = self.situation.game.match
        self._doubt_cards()
        scene = self._mortal.rig.program.controller.scene
        if scene is self._scene:
            return
        self._scene = scene
        self._changes += 1
        if self._changes % SECRETS_EACH == 0:
            check_secrets(self._mortal.rig.program.controller, self._page, self._tags)
        if self._changes % REPLAY_EACH == 0:
            self._check_replay()

    def _doubt_cards(self) -> None:
        """Let people doubt the cards that counted while a reader told some by itself."""
        facts = self._mortal.log.acknowledged
        new, self._heard = facts[min(self._heard, len(facts)) :], len(facts)
        if any(fault in TELL_BY_THEMSELVES for _, fault in self.simulated.switchboard.active()):
            self.counting.doubt(tag for fact in new if isinstance(fact, Acted) for tag in fact.tags)

    def _check_replay(self) -> None:
        if self._mortal.rig.program.controller.storage_fault is None:
            check_replay(self.situation, self._mortal.log.acknowledged)
