"""A program on a simulated table that can be killed at any act and started again from its journal.

Kill and start go the way of a power cut: the journal's folder is copied as it is, and opened by the next program, which
begins with a clock at 0.
"""

from __future__ import annotations

import shutil
from asyncio import AbstractEventLoop
from collections.abc import Mapping
from pathlib import Path

from simulation.harness.clock_factory import begun_anew
from tacotable.app.program import Program, make_program, open_journal
from tacotable.app.timers import TendedLog
from tacotable.autoplay.rig import Rig
from tacotable.core.controller import FactLog
from tacotable.simulation.hardware import simulated_hardware
from tacotable.state.facts import Began, Fact
from tacotable.storage.journal import Journal, JournalError
from tacotable.table.file import TableFile
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop


class SimulatedCrash(BaseException):
    """The program was killed between a durable act and what shows of it; no part of it may catch this."""


class CrashingLog:
    """A journal that can fail, and after which the program can die; remembers what it acknowledged of this game."""

    def __init__(self, log: FactLog) -> None:
        self.acknowledged: list[Fact] = []
        self.crashes_on_next = False
        self.is_full = False
        self._log = log

    def append(self, fact: Fact) -> None:
        """Make a fact durable; raises JournalError where the disk fails, SimulatedCrash where the program dies."""
        if self.is_full:
            raise JournalError("no space left on the device; make room, and start the table again")
        self._log.append(fact)
        self._note(fact)
        if self.crashes_on_next:
            raise SimulatedCrash

    def tend(self) -> None:
        """Do what can wait for a quiet moment, where the disk takes it; raises JournalError as the log does."""
        if self.is_full or not isinstance(self._log, TendedLog):
            return
        self._log.tend()

    def resume(self, facts: tuple[Fact, ...]) -> None:
        """Take up what an earlier program has written."""
        self.acknowledged = []
        for fact in facts:
            self._note(fact)

    def close(self) -> None:
        """Give back what the log holds of the system."""
        if isinstance(self._log, Journal):
            self._log.close()

    def _note(self, fact: Fact) -> None:
        if isinstance(fact, Began):
            self.acknowledged = []
        self.acknowledged.append(fact)


class CrashingTable:
    """A simulated table whose programs come and go. `folder` holds one journal for each of them."""

    def __init__(
        self,
        table: TableFile,
        faces: Mapping[str, str],
        simulated: SimulatedTable,
        loop: DrivenLoop,
        folder: Path,
    ) -> None:
        self.is_dead = False
        self.errors: list[BaseException] = []
        self._table = table
        self._faces = faces
        self._simulated = simulated
        self._loop = loop
        self._folder = folder
        self._lives = 0
        loop.set_exception_handler(lambda _, context: self._hear(context))
        self._state = folder / "0"
        self.log, program = self._started(loop)
        self.rig = Rig(program, simulated, loop)

    def restart(self) -> None:
        """Kill the program now, if it lives, and start another from what it left behind."""
        self._lives += 1
        self._state = Path(shutil.copytree(self._state, self._folder / str(self._lives)))
        self.close()
        self.log, self.rig.program = self._started(begun_anew(self._loop))
        self.is_dead = False

    def close(self) -> None:
        """Stop."""
        self.rig.program.close()
        self.log.close()

    def _started(self, loop: AbstractEventLoop) -> tuple[CrashingLog, Program]:
        journal, restored = open_journal(self._state, self._table, self._faces)
        log = CrashingLog(journal)
        log.resume(restored.recovered.facts)
        hardware = simulated_hardware(self._simulated, loop, "memory", has_threads=False)
        program = make_program(self._table, self._faces, hardware, loop, journal=log)
        program.take_up(restored)
        program.start()
        return log, program

    def _hear(self, context: Mapping[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, SimulatedCrash):
            self.is_dead = True
        else:
            told = error if isinstance(error, BaseException) else RuntimeError(str(context.get("message")))
            self.errors.append(told)
