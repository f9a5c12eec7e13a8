"""A program on a simulated table that can be killed at any act and started again from its journal.

Kill and start go the way of a power cut: the journal's folder is copied as it is, and opened by the next program, which
begins with the newest snapshot and with a clock at 0. Snapshots are kept in memory, as there are many.
"""

from __future__ import annotations

import shutil
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from simulation.harness.clock_factory import begun_anew
from simulation.harness.invariants import BrokenInvariantError, check_same
from tacotable.app.idle_work import TendedLog
from tacotable.app.program import Program, make_program, open_journal
from tacotable.autoplay.rig import Rig
from tacotable.core.controller import FactLog
from tacotable.core.restore import Restored, restore
from tacotable.core.snapshot_codec import fingerprint, thaw
from tacotable.simulation.hardware import simulated_hardware
from tacotable.state.facts import Began, Fact
from tacotable.state.situation import Situation
from tacotable.storage.journal import Journal, JournalError, Recovered
from tacotable.storage.journal.snapshot import Snapshot
from tacotable.table.file import TableFile
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop

SNAPSHOT_EACH = 10
"""A snapshot is kept after so many facts; a journal's 200 are more than most simulated games have."""


class KilledError(BaseException):
    """The program was killed between a durable act and what shows of it; no part of it may catch this."""


class MortalLog:
    """A journal that can fail, and after which the program can die; remembers what it acknowledged of this game."""

    def __init__(self, log: FactLog, snapshot_each: int = SNAPSHOT_EACH) -> None:
        self.acknowledged: list[Fact] = []
        self.snapshot: Snapshot | None = None
        """The newest one; it stands for the first so many of the acknowledged facts."""
        self.is_deadly = False
        self.is_full = False
        self._log = log
        self._snapshot_each = snapshot_each

    def append(self, fact: Fact) -> None:
        """Make a fact durable; raises JournalError where the disk fails, KilledError where the program dies."""
        if self.is_full:
            raise JournalError("no space left on the device; make room, and start the table again")
        self._log.append(fact)
        self._note(fact)
        if self.is_deadly:
            raise KilledError

    def tend(self, snapshot: Callable[[], tuple[bytes, bytes]] | None = None) -> None:
        """Do what can wait for a quiet moment, where the disk takes it; raises JournalError as the log does."""
        if self.is_full or not isinstance(self._log, TendedLog):
            return
        self._log.tend(snapshot)
        done, kept = len(self.acknowledged), self.snapshot.facts if self.snapshot else 0
        if snapshot is not None and done >= kept + self._snapshot_each:
            self.snapshot = Snapshot(done, 0, *snapshot())

    def resume(self, facts: tuple[Fact, ...], snapshot: Snapshot | None = None) -> None:
        """Take up what an earlier program has written."""
        self.acknowledged = []
        for fact in facts:
            self._note(fact)
        self.snapshot = snapshot

    def close(self) -> None:
        """Give back what the log holds of the system."""
        if isinstance(self._log, Journal):
            self._log.close()

    def _note(self, fact: Fact) -> None:
        if isinstance(fact, Began):
            self.acknowledged = []
            self.snapshot = None
        self.acknowledged.append(fact)


def check_alike(kept: Situation, whole: Situation) -> None:
    """Check that a snapshot and the facts behind it gave what all facts give, in everything that they do give."""
    told = "by all facts and by a snapshot"
    check_same(whole, kept, told)
    for name, one in _given(whole).items():
        if one != (other := _given(kept)[name]):
            raise BrokenInvariantError(f"{told}: {name} differs: {one!r} is not {other!r}")


def _given(situation: Situation) -> dict[str, object]:
    """Give all that facts give, as values that can be compared."""
    part, match = situation.part, situation.match
    given = {name: getattr(situation, name) for name in situation.FROM_FACTS}
    given |= {f"part.{name}": getattr(part, name) for name in part.FROM_FACTS}
    return {**given, "part": None, "match": match and (match.record(), match.state, match.log, match.next_number)}


class MortalTable:
    """A simulated table whose programs come and go. `folder` holds one journal for each of them."""

    def __init__(
        self,
        table: TableFile,
        faces: Mapping[str, str],
        simulated: SimulatedTable,
        loop: DrivenLoop,
        folder: Path,
        snapshot_each: int = SNAPSHOT_EACH,
    ) -> None:
        self.is_dead = False
        self.errors: list[BaseException] = []
        self.by_snapshot = 0
        """How many programs have begun with a snapshot."""
        self._table = table
        self._faces = faces
        self._simulated = simulated
        self._loop = loop
        self._folder = folder
        self._snapshot_each = snapshot_each
        self._lives = 0
        loop.set_exception_handler(lambda _, context: self._hear(context))
        self._state = folder / "0"
        self.log, program = self._started(loop)
        self.rig = Rig(program, simulated, loop)

    def restart(self) -> None:
        """Kill the program now, if it lives, and start another from what it left behind.

        Raises BrokenInvariantError when a start by snapshot is not one by all facts.
        """
        self._lives += 1
        self._state = Path(shutil.copytree(self._state, self._folder / str(self._lives)))
        self.close()
        self.log, self.rig.program = self._started(begun_anew(self._loop), self.log.snapshot)
        self.is_dead = False

    def close(self) -> None:
        """Stop."""
        self.rig.program.close()
        self.log.close()

    def _started(self, loop: AbstractEventLoop, snapshot: Snapshot | None = None) -> tuple[MortalLog, Program]:
        journal, restored = open_journal(self._state, self._table, self._faces)
        log = MortalLog(journal, self._snapshot_each)
        log.resume(restored.recovered.facts, snapshot)
        if snapshot is not None:
            before_game = len(restored.recovered.facts) - len(log.acknowledged)
            restored = self._by_snapshot(restored, snapshot, before_game)
        hardware = simulated_hardware(self._simulated, loop, "memory", has_threads=False)
        program = make_program(self._table, self._faces, hardware, loop, journal=log, clock=time.perf_counter)
        program.take_up(restored)
        program.start()
        return log, program

    def _by_snapshot(self, restored: Restored, snapshot: Snapshot, before_game: int) -> Restored:
        """Give what a journal holds as a start by a snapshot makes of it: the same as all its facts make of it."""
        if snapshot.fingerprint != fingerprint(self._table, self._faces):
            raise BrokenInvariantError("the snapshot counts for another table, or holds nothing")
        thaw(snapshot.payload, self._table, self._faces)  # restoring would pass one over that cannot be read
        kept = self._come_to(restored.recovered, replace(snapshot, facts=before_game + snapshot.facts))
        check_alike(kept, self._come_to(restored.recovered))
        self.by_snapshot += 1
        return replace(restored, situation=kept)

    def _come_to(self, recovered: Recovered, *snapshots: Snapshot) -> Situation:
        restored = restore(replace(recovered, snapshots=snapshots), self._table, self._faces)
        if restored.situation is None:
            raise BrokenInvariantError(f"the journal cannot be taken up: {restored.recovered.damage}")
        return restored.situation

    def _hear(self, context: Mapping[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, KilledError):
            self.is_dead = True
        else:
            told = error if isinstance(error, BaseException) else RuntimeError(str(context.get("message")))
            self.errors.append(told)
