"""A tape: the events that a running program handles, each with the time of its rig."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from recordings.game import END, GOES_ON, RESTART, Game, Input, Setting, input_of
from tacotable.state.events import TimePassed

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.state.events import Event


class Tape:
    """Notes events; times that pass are left out, for a replay asks its own program when to wake it."""

    def __init__(self, now_ms: Callable[[], float]) -> None:
        self.inputs: list[Input] = []
        self.gestures = 0
        """How many gestures began, those of one moment counted singly."""
        self._now_ms = now_ms
        self._has_begun = False

    def watch(self, controller: Controller) -> None:
        """Note the events of a controller from now on; a second one is that of a program that started again."""
        if self._has_begun:
            self._note(Input(self._time(), RESTART))
        self._has_begun = True
        controller.before_each(self._hear)

    def game(self, name: str, setting: Setting) -> Game:
        """Return what was noted; time that has passed since the last event belongs to it."""
        return Game(name, setting, (*self.inputs, Input(self._time(), END)))

    def _time(self) -> int:
        """Return the time; never before the last event."""
        return max(round(self._now_ms()), self.inputs[-1].at_ms if self.inputs else 0)

    def _hear(self, event: Event) -> None:
        if not isinstance(event, TimePassed):
            self._note(input_of(event, max(self._time(), event.at_ms)))

    def _note(self, each: Input) -> None:
        self.gestures += each.kind not in GOES_ON
        self.inputs.append(each)
