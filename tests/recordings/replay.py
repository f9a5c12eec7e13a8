"""A controller that gets the events of a recorded game, and everything that follows from each of its gestures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from recordings.game import END, RESTART, Game, Input, faces_at
from recordings.moment import FACT, FAULT, HAPPENS, Change, Eyes
from tacotable.app.program import MemoryLog
from tacotable.app.timers import AGAIN_MS
from tacotable.core.controller import Controller
from tacotable.state.events import TimePassed
from tacotable.state.situation import Situation

if TYPE_CHECKING:
    from tacotable.state.facts import Fact

Step: TypeAlias = tuple[int, tuple[Change, ...]]
"""What changed in one moment, so many milliseconds after its gesture began."""
Trail: TypeAlias = tuple[Step, ...]
"""Everything that follows from one gesture, until the next."""
MakeController: TypeAlias = Callable[..., Controller]


class Replay:
    """One program, on virtual time."""

    def __init__(self, game: Game, make: MakeController = Controller) -> None:
        self._setting, self._make = game.setting, make
        self._table = game.setting.table_file()
        self._faces = faces_at(game.setting) if game.setting.is_enrolled else {}
        self._now_ms = float(game.inputs[0].at_ms) if game.inputs else 0.0
        self._began_ms = self._now_ms
        self._log = MemoryLog()
        self._read = 0
        self._faults: list[str] = []
        self._steps: dict[int, list[Change]] = {}
        self._start(())

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Return the facts of the journal."""
        return tuple(self._log.facts)

    def _start(self, resumed: tuple[Fact, ...]) -> None:
        self.controller = self._make(
            Situation(self._table, self._faces),
            self._log,
            lambda scene, on_lit: on_lit(),
            clock=lambda: 0.0,
            on_fault=lambda error: self._faults.append(f"{type(error).__name__}: {error}"),
        )
        self.controller.resume(resumed)
        self.controller.start()
        self._woken_ms = float("-inf")
        self._eyes = Eyes()
        self._eyes.begin(self.controller)
        self._look()

    def gesture(self, inputs: Sequence[Input], until_ms: float) -> Trail:
        """Carry a gesture out and let time pass until the next; return everything that followed."""
        self._began_ms = float(inputs[0].at_ms)
        for each in inputs:
            self._wait(each.at_ms)
            if each.what == RESTART:
                self._start(self.facts)
            elif each.what != END:
                self.controller.handle(each.event())
            self._look()
        self._wait(until_ms - 1)
        steps = tuple((at_ms, tuple(changes)) for at_ms, changes in sorted(self._steps.items()) if changes)
        self._steps = {}
        return steps

    def _wait(self, until_ms: float) -> None:
        """Let time pass, with each waking that the program asks for."""
        while (asked_ms := self.controller.wake_at_ms()) is not None:
            at_ms = asked_ms if asked_ms > self._woken_ms else self._woken_ms + AGAIN_MS
            if at_ms > until_ms:
                break
            self._now_ms = self._woken_ms = max(self._now_ms, at_ms)
            self.controller.handle(TimePassed(self._now_ms))
            self._look()
        self._now_ms = max(self._now_ms, until_ms)

    def _look(self) -> None:
        facts, self._read = self._log.facts[self._read :], len(self._log.facts)
        changes = [(FACT, msgspec.json.encode(fact).decode()) for fact in facts]
        changes += [(FAULT, fault) for fault in self._faults]
        self._faults.clear()
        changes += self._eyes.look(self.controller)
        if changes:
            _add(self._steps.setdefault(round(self._now_ms - self._began_ms), []), changes)


def _add(step: list[Change], changes: list[Change]) -> None:
    """Add changes of one moment: of something that stays the last one counts."""
    for name, told in changes:
        if name not in HAPPENS:
            step[:] = [other for other in step if other[0] != name]
        step.append((name, told))


def replay(game: Game, make: MakeController = Controller) -> Iterator[Trail]:
    """Yield what follows from each gesture of a game."""
    program = Replay(game, make)
    begins = [gesture[0].at_ms for gesture in game.gestures]
    for gesture, until_ms in zip(game.gestures, [*begins[1:], begins[-1] if begins else 0], strict=True):
        yield program.gesture(gesture, max(until_ms, gesture[-1].at_ms))
