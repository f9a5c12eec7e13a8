"""The controller: the one consumer that owns the situation. Events in, facts to the journal, scenes out.

The order is fixed: perceive, apply, make durable, then show. When the journal fails, the table says so and waits until
people agree to play on in memory. When the program fails at an event, every seat is told, and the situation is computed
again from the facts that are durable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tacotable.core.perception import perceive, wake_at_ms
from tacotable.core.reducer import apply
from tacotable.core.view import view
from tacotable.dialogs import restart
from tacotable.dialogs.open_question import fault_view, with_question
from tacotable.enrolment.desk import keep, place
from tacotable.files.safe_write import KeepingError
from tacotable.files.write_fault import WriteFault
from tacotable.state import log
from tacotable.state.facts import Began, Fact, Setting
from tacotable.state.scene import Sign
from tacotable.state.situation import Situation
from tacotable.storage.journal import JournalError, NoDescriptorError, NoRoomError

if TYPE_CHECKING:
    from tacotable.enrolment.card_store import Stored
    from tacotable.state.events import Event
    from tacotable.state.scene import Scene

# What a display and the log say of a journal that took a fact only for now not, and has written nothing of it.
NOT_NOW = {NoRoomError: ("sign.no-room", "log.no-room"), NoDescriptorError: ("sign.no-descriptor", "log.no-descriptor")}


def surface(error: Exception) -> None:
    """Raise a fault of the program, as tests want it."""
    raise error


class FactLog(Protocol):
    """Where facts become durable; raises JournalError when they cannot."""

    def append(self, fact: Fact) -> None:
        """Make a fact durable before returning."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the last event took, for benchmarks: seconds on the caller's clock."""

    light_s: float = 0.0  # From the event to the last light's last byte, the flush left out; 0 when nothing changed.
    shown_s: float = 0.0  # The same, to when all displays had their pictures.


class Controller:
    """Takes events one at a time and shows a scene after each that changed something.

    `show` gets the scene and what to call when lights and lamps have been sent; displays may follow. `on_fault` gets
    the first of a row of unexpected exceptions, when the seats have been told.
    """

    def __init__(
        self,
        situation: Situation,
        journal: FactLog,
        show: Callable[[Scene, Callable[[], None]], None],
        *,
        clock: Callable[[], float],
        link: Callable[[str], str] = lambda seat: "/",
        on_fault: Callable[[Exception], None] = surface,
        shelf: Stored | None = None,
        archive: restart.Archive | None = None,
    ) -> None:
        self.situation = situation
        self.link = link  # Returns the address of a seat's page.
        self.scene = view(situation, link)
        self.last_timing = Timing()
        self.storage_fault: str | None = None
        self._journal, self._show, self._clock, self._on_fault = journal, show, clock, on_fault
        self._shelf, self._archive = shelf, archive
        situation.ui.kept = None if archive is None else ()  # which ones is looked up when somebody asks
        self._durable: list[Fact] = []
        self._settings = situation.game.settings()
        self._before: list[Callable[[Event], None]] = []
        self._after: list[Callable[[], None]] = []
        self._turns: deque[Callable[[], None]] = deque()
        self._is_faulty = self._has_shown = self._is_busy = False
        self._instead = ""
        self._wake_ms: float | None = None
        self._is_wake_known = False
        self._is_covered = False  # Whether a notice is on show in place of what the situation shows.
        self._flush_s = self._lit_at = 0.0

    def resume(self, facts: tuple[Fact, ...], came_to: Situation | None = None) -> None:
        """Adopt what an earlier run's facts, if any, come to (`came_to`: applied already); nothing is shown or kept."""
        if not facts:
            return
        for fact in facts:
            self._keep(fact)
        said = log.latest_game(self.situation.log)
        again = self._compute_again(came_to)
        before = log.next_number(said) - 1
        told = (replace(entry, number=entry.number + before) for entry in again.log)
        self.situation.log = [*said, *told]

    def start(self) -> None:
        """Show the first scene."""
        self._in_turn(self._publish)

    def handle(self, event: Event) -> None:
        """Handle an event: applied, made durable, only then shown; what devices tell while it is shown comes behind."""
        self._in_turn(partial(self._handle, event))

    def fail_storage(self, error: JournalError) -> None:
        """Show every seat that the journal failed while nothing was done."""

        def fail() -> None:
            if self.storage_fault is None:
                self._latch(error)
                self._publish()

        self._in_turn(fail)

    def wake_at_ms(self) -> float | None:
        """Return when the game wants to hear that time has passed."""
        if not self._is_wake_known:
            self._wake_ms, self._is_wake_known = wake_at_ms(self.situation), True
        return self._wake_ms

    @property
    def durable(self) -> tuple[Fact, ...]:
        """Return the facts from which the game can be computed again."""
        return tuple(self._durable)

    def place_of_desk(self) -> Path | None:
        """Return the file that the open desk is to keep its work in, if any; raises KeepingError where it cannot be."""
        desk, shelf = self.situation.ui.desk, self._shelf
        return place(desk, shelf) if desk and shelf else None

    def before_each(self, listener: Callable[[Event], None]) -> None:
        """Call back with each event before it is handled."""
        self._before.append(listener)

    def after_each(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after every event; returns what ends it."""
        self._after.append(callback)
        return lambda: self._after.remove(callback)

    def _in_turn(self, turn: Callable[[], None]) -> None:
        """Do something when all that came before is done: a scene that is half shown would overwrite the next."""
        self._turns.append(turn)
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self._turns:
                self._turns.popleft()()
        finally:
            self._is_busy = False

    def _handle(self, event: Event) -> None:
        for listener in self._before:
            listener(event)
        began, self._flush_s, self._lit_at = self._clock(), 0.0, 0.0
        fault: Exception | None = None
        before = copy(self.situation)
        try:
            if self._take(event) or self._was_due(before) or self._is_covered:
                self._publish()
        except Exception as error:  # noqa: BLE001  # the edge: a table that falls silent helps nobody to find the fault
            fault = self._tell_fault() or error
        self._is_wake_known = False
        began += self._flush_s
        self.last_timing = Timing(self._lit_at - began, self._clock() - began) if self._lit_at else Timing()
        for callback in tuple(self._after):
            callback()
        is_first, self._is_faulty = not self._is_faulty, fault is not None
        if fault is not None and is_first:
            self._on_fault(fault)

    def _was_due(self, before: Situation) -> bool:
        """Return whether time alone changed the scene since the event before this one."""
        wake_ms = self._wake_ms if self._is_wake_known else wake_at_ms(before)
        return wake_ms is not None and wake_ms <= self.situation.devices.now_ms

    def _replayed(self) -> Situation:
        """Return what the durable facts come to at this table."""
        now = self.situation
        again = Situation(now.devices.whole, now.devices.faces, now.family_of)
        for fact in (*self._settings, *self._durable):
            apply(fact, again)
        if again.game.match is None:  # no fact says which game the lobby shows
            again.ui.lobby_game = now.ui.lobby_game
            again.turn_to(now.ui.lobby_game)
        return again

    def _compute_again(self, came_to: Situation | None = None) -> Situation:
        """Compute the game again from the durable facts, with nothing half done at any seat; return what they give."""
        now, again = self.situation, came_to or self._replayed()
        now.turn_to(again.ui.lobby_game)
        now.game = again.game
        now.ui = now.ui.at_rest(now.family.at_rest(again.ui.part), again.ui.lobby_game)
        return again

    def _tell_fault(self) -> Exception | None:
        """Undo what was half done and show every seat that the program failed; returns why even that could not be."""
        try:
            self._compute_again()
            self.situation.sound("lost")
            self._is_covered = True
            self._put(fault_view(self.scene, self.situation, Sign("sign.internal-fault", is_alert=True)))
        except Exception as error:  # noqa: BLE001  # as above; the displays keep what they show
            return error
        return None

    def _keep(self, fact: Fact) -> None:
        """Remember a durable fact; those of an earlier game change nothing any more."""
        if isinstance(fact, Began):
            self._durable.clear()
            self._settings = self.situation.game.settings()
        self._durable.append(fact)

    def _take(self, event: Event) -> bool:
        """Perceive an event on a working copy, and adopt what that says once every fact of it is durable.

        Returns whether the scene can have changed by more than time.
        """
        had_desk = self.situation.ui.desk is not None
        draft = self.situation.draft()
        may_differ = False
        try:
            for fact in perceive(draft, event):
                may_differ = True
                was_lesson = draft.game.lesson is not None
                apply(fact, draft)
                before = self._clock()
                is_kept = isinstance(fact, Setting) or not (was_lesson or draft.game.lesson)  # a lesson is no game
                if is_kept and self.storage_fault is None:
                    self._journal.append(fact)
                self._keep(fact)
                self._flush_s += self._clock() - before
        except Exception as error:
            # What devices said is so, whether the program could answer it or not.
            now = self.situation
            if draft.family is not now.family:  # the turn to another game came to nothing, and its part of devices too
                draft.devices.part = now.devices.part
            now.devices, now.log = draft.devices, draft.log
            if not isinstance(error, JournalError):
                raise
            if isinstance(error, NoRoomError | NoDescriptorError):
                self._tell_not_now(error)
            else:
                self._latch(error)
            return True
        may_differ = may_differ or not self.situation.shows_like(draft)
        self.situation.adopt(draft)
        keep(self.situation, self._shelf)
        if not had_desk and self.situation.ui.desk is not None:
            self._look_at_shelf()
        if self._archive is not None:
            self._look_into_archive(self._archive)
        return may_differ or bool(self._instead)

    def _look_at_shelf(self) -> None:
        """Close a desk that was opened just now, where nothing could be kept."""
        try:
            self.place_of_desk()
        except KeepingError as error:
            self.situation.ui.desk = None
            self.situation.note("device", "log.not-kept", {"reason": str(error)})
            self.situation.sound("refused")
            self._instead = "sign.no-place"

    def _look_into_archive(self, archive: restart.Archive) -> None:
        """Offer the games that were kept, or ask about the one that people chose."""
        try:
            taken = restart.look_up(self.situation, archive)
        except JournalError as error:
            self.situation.note("table", "log.not-taken-up", {"reason": str(error)})
            self.situation.sound("refused")
            self._instead = NOT_NOW.get(type(error), ("sign.not-taken-up",))[0]
            return
        if taken is not None:
            settings = self.situation.game.settings()
            self.resume(taken.facts)
            restart.ask(self.situation, len(taken.facts), taken.damage, taken.changed)
            restart.keep_settings(self.situation, settings)

    def _latch(self, error: JournalError) -> None:
        """Note that nothing is saved any more; only another start ends that."""
        self.storage_fault = str(error)
        devices = self.situation.devices
        devices.unsaved, devices.waits_for_storage = error.cause or WriteFault.FAILED, True
        self.situation.note("device", f"sign.unsaved-{self.situation.devices.unsaved}")
        self.situation.sound("lost")

    def _tell_not_now(self, error: JournalError) -> None:
        """Show that this was not done and people may try again; who sits, and what was chosen, no fact says yet."""
        now = self.situation
        now.game, now.ui = self._replayed().game, now.ui.at_rest(now.ui.part, now.ui.lobby_game)
        self._instead, line = NOT_NOW[type(error)]
        self.situation.note("device", line, {"reason": str(error)})
        self.situation.sound("refused")

    def _publish(self) -> None:
        self._is_wake_known = self._is_covered = False
        scene = view(self.situation, self.link)
        if self.situation.devices.waits_for_storage:
            # The last decision is not durable, so it must not show: the scene before it stays, with the question.
            scene = replace(with_question(self.scene, self.situation), cue=self.situation.ui.cue)
        elif self._instead:
            scene = fault_view(scene, self.situation, Sign(self._instead, is_alert=True))
            self._instead, self._is_covered = "", True
        if scene != self.scene or not self._has_shown:
            self._put(scene)

    def _put(self, scene: Scene) -> None:
        self.scene = scene
        self._has_shown = True
        self._show(scene, self._note_lit)

    def _note_lit(self) -> None:
        """Note the time at which lights and lamps were sent."""
        self._lit_at = self._clock()
