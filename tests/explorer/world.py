"""A world: one moment of a table, with the truth that no program knows. Forked before each gesture.

It begins at the end of a scenario. From then on hands belong to it: it knows who laid each card and when, who pressed
which button and when, and since when each seat is asked its question; the promises are checked against that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from explorer import hands, robots
from explorer.antenna import NEVER_MS
from tacotable.core.controller import Controller
from tacotable.core.reducer import apply
from tacotable.core.view import view
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted, Fact
from tacotable.state.scene import Light
from tacotable.state.situation import Situation, working_copy
from tacotable_drivers import ports
from tacotable_engine.log import Applied

if TYPE_CHECKING:
    from explorer.antenna import Antenna
    from tacotable.state.events import Event
    from tacotable.state.game_state import Entry
    from tacotable.state.scene import Scene
    from tacotable.table.file import TableFile

Entries: TypeAlias = "Mapping[str, Entry]"
DARK_LAMP = Light(ports.DARK, "lamp.off")
TAP_MS, HELD_MS, SLIP_MS, DOUBLE_MS = 80.0, 800.0, 40.0, 100.0
MOST_WAKES = 400  # More in one wait is a table that never rests.
LOG_LINES = 12  # So much of the log is kept in a fork; nothing is decided by older lines.
TURNING = ("left", "right")  # Buttons that people press several times.
DRAW, DISCARD = "draw", "discard"


class _Facts:
    """The journal of a fork."""

    __slots__ = ("facts",)

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def append(self, fact: Fact) -> None:
        """Keep a fact."""
        self.facts.append(fact)


@dataclass(frozen=True, slots=True)
class Laid:
    """Whose hand put a card where it is, when, and from which place."""

    seat: str
    at_ms: float
    zone: str
    source: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A fact, what its seat was asked when the event came that it follows from, and when that was."""

    fact: Fact
    asked: Asked | None
    at_ms: float
    button: str = ""  # The button whose press was the event.
    gathered: frozenset[str] = frozenset()  # The tags that seats had shown for their acts before the event.


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button: when the finger went down and up, and whether it was held."""

    button: str
    began_ms: float
    ended_ms: float
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked, since when, and whether another seat's press, a vote or a window's end asked it."""

    question: object
    since_ms: float
    by: str = ""  # The seat whose press brought the question; empty: time, or hands of several.
    is_own: bool = False  # Whether an act of the seat itself brought it.


@dataclass(slots=True)
class World:
    """The controller and the truth around it. All containers are replaced, never changed, except in a fresh fork."""

    table: TableFile
    faces: Mapping[str, str]
    deck: frozenset[str]  # All faces of the game.
    controller: ForkedController
    shadow: Situation  # The situation that facts alone give, before those of the last gesture.
    places: dict[str, tuple[str, ...]]
    antennas: dict[str, Antenna]
    now_ms: float
    facts: tuple[Ruled, ...] = ()  # Those of the last gesture.
    laid: dict[str, Laid] = field(default_factory=dict)  # By tag: whose hand moved it last.
    presses: tuple[Press, ...] = ()  # The last of each button, and those of the last gesture.
    asked: dict[str, Asked] = field(default_factory=dict)
    before: dict[int, tuple[object, Entries]] = field(default_factory=dict)
    """The position before each step, by its place, and what the seats had shown."""
    acted_ms: float = 0.0  # When the last act was ruled.
    thinking: dict[str, float] = field(default_factory=dict)  # Since when each robot that is asked thinks.
    history: int = 0  # Equal for worlds whose facts are equal.
    fault: str = ""  # The exception that the program raised.
    events: list[Event] | None = None  # Those of the last gesture, if they are recorded.
    playable: str = ""  # The tag of a card that came in the last gesture and that the rules let its seat play.
    doubled: str = ""  # The button of the last gesture, a double tap, if both presses did something.

    @property
    def situation(self) -> Situation:
        """Return what the program knows."""
        return self.controller.situation

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats that play, clockwise."""
        return self.situation.game.players or self.situation.seats

    @property
    def buttons(self) -> tuple[str, ...]:
        """Return the buttons of the seats that play."""
        parts = {part.name: part for part in self.situation.devices.table.seats}
        return tuple(button for seat in self.seats for button in parts[seat].buttons())

    @property
    def lethal(self) -> str:
        """Return the face of the card that explodes in this game; empty: none does."""
        return next((face for face in ("exploding-kitten", "exploding-minion") if face in self.deck), "")

    def laid_by(self, tag: str) -> str:
        """Return the seat whose hand moved a card last; empty: none since the world began."""
        return self.laid[tag].seat if tag in self.laid else ""

    def used_tags(self) -> frozenset[str]:
        """Return the tags of cards that the program counts as used."""
        return frozenset(getattr(self.situation.game.part, "spent", ()))

    @property
    def position(self) -> object:
        """Return the state of the match, and which cards are used."""
        match = self.situation.game.match
        return match.state if match is not None else None, self.used_tags()

    @property
    def is_tacocat(self) -> bool:
        """Return whether the game is one of two seats and numbers."""
        return not self.lethal

    @property
    def is_known(self) -> bool:
        """Return whether obedient people know the game: it is one of the project's own."""
        return type(self.situation.family).__module__.startswith("tacotable.games.")

    @property
    def dark(self) -> Light:
        """Return a lamp that is off."""
        return DARK_LAMP

    def pad_states(self) -> dict[str, str]:
        """Return how the page shows each pad to everyone."""
        pads = self.situation.family.page_scene(self.situation)["pads"]
        assert isinstance(pads, dict)
        return pads

    def fork(self) -> World:
        """Return a copy that lives on by itself."""
        twin = copy(self)
        twin.controller = ForkedController.of(self.controller)
        twin.places, twin.antennas, twin.laid = dict(self.places), dict(self.antennas), dict(self.laid)
        twin.forget_facts()
        return twin

    def forget_facts(self) -> None:
        """Begin another gesture in the same world: what was decided before is no part of it."""
        self.facts, self.doubled, self.playable = (), "", ""

    def replay(self) -> Situation:
        """Apply the facts of the last gesture to the situation that facts alone give, and return it."""
        shadow = fork_of_situation(self.shadow)
        shadow.devices, shadow.ui = working_copy(shadow.devices), working_copy(shadow.ui)
        shadow.devices.part, shadow.ui.part = working_copy(shadow.devices.part), working_copy(shadow.ui.part)
        for ruled in self.facts:
            apply(ruled.fact, shadow)
        self.shadow = shadow
        return shadow

    # Hands.

    def move(self, tag: str, source: str, place: str, seat: str) -> None:
        """Let the hand of a seat move a card; readers notice it later."""
        self.places[source] = tuple(other for other in self.places[source] if other != tag)
        self.places[place] = (*self.places.get(place, ()), tag) if place != DRAW else (tag, *self.places[DRAW])
        self.laid[tag] = Laid(seat, self.now_ms, place, source)
        for zone in {source, place} & self.antennas.keys():
            self.antennas[zone] = self.antennas[zone].lies(self.places[zone], self.now_ms)

    def tap(self, button: str, *, ms: float = TAP_MS) -> None:
        """Press a button for a moment."""
        began = self.now_ms
        self.send(ports.ButtonPressed(button, began))
        is_held = ms >= HELD_MS
        if is_held:
            self.wait(HELD_MS)
            self.send(ports.ButtonHeld(button, self.now_ms))
        self.wait(began + ms - self.now_ms)
        self.presses = (
            *(one for one in self.presses if one.button != button),
            Press(button, began, self.now_ms, is_held),
        )
        self.send(ports.ButtonReleased(button, is_held, self.now_ms))

    def double_tap(self, button: str) -> None:
        """Press a button twice in one slip, and note whether both presses did something other than in a menu."""
        changed = []
        for _ in range(2):
            before, count, menus = self.controller.scene, len(self.facts), self.situation.ui.menus
            self.tap(button, ms=SLIP_MS)
            after = self.controller.scene
            is_other = (after.screens, after.prompts) != (before.screens, before.prompts)
            is_refused = after.cue != before.cue and after.cue.name == "refused"
            changed.append((len(self.facts) > count or is_other) and not is_refused and not menus)
            self.wait(DOUBLE_MS - SLIP_MS)
        self.doubled = button if all(changed) and button.rpartition(".")[2] not in TURNING else ""

    def press_all(self, buttons: Iterable[str]) -> None:
        """Press several buttons at one moment, each for a moment."""
        pressed = tuple(buttons)
        began = self.now_ms
        for button in pressed:
            self.send(ports.ButtonPressed(button, began))
        self.wait(TAP_MS)
        kept = tuple(one for one in self.presses if one.button not in pressed)
        self.presses = (*kept, *(Press(button, began, self.now_ms) for button in pressed))
        for button in pressed:
            self.send(ports.ButtonReleased(button, False, self.now_ms))

    # Time.

    def wait(self, ms: float) -> None:
        """Let time pass, with all that readers report and the program asks to be woken for."""
        until = self.now_ms + ms
        antennas = self.antennas
        for _ in range(MOST_WAKES):
            due, zone = min(((antenna.due_ms(), name) for name, antenna in antennas.items()), default=(NEVER_MS, ""))
            if self.situation.game.robots and (robot_ms := self._robot_due_ms()) <= min(due, until):
                self._let_robot_choose(robot_ms)
                continue
            wake = self.controller.wake_at_ms()
            if wake is not None and wake <= until and wake <= due:
                self.now_ms = max(self.now_ms, wake)
                self.send(TimePassed(self.now_ms))
            elif due <= until:
                self.now_ms = max(self.now_ms, due)
                self.antennas[zone], events = antennas[zone].report(self.now_ms)
                for event in events:
                    self.send(event)
            else:
                self.now_ms = until
                return
        self.fault = self.fault or f"the table asked to be woken {MOST_WAKES} times in {ms:.0f} ms"
        self.now_ms = until

    def _robot_due_ms(self) -> float:
        """Return when the next robot has thought; it begins when it is asked."""
        asked = robots.asked(self.situation)
        self.thinking = {seat: self.thinking.get(seat, self.now_ms) for seat in asked}
        return min(self.thinking.values(), default=NEVER_MS) + robots.THINKING_MS

    def _let_robot_choose(self, at_ms: float) -> None:
        seat = min(self.thinking, key=lambda name: self.thinking[name])
        self.now_ms = max(self.now_ms, at_ms)
        chosen = robots.choice(self.situation, seat, self.now_ms)
        self.thinking = {**self.thinking, seat: self.now_ms if chosen is not None else NEVER_MS}
        if chosen is not None:
            self.send(chosen)

    def send(self, event: Event) -> None:
        """Send the program an event, and note the facts and questions that follow."""
        journal = self.controller.journal
        if self.events is not None:
            self.events.append(event)
        steps, before = len(self.situation.game.steps), (self.position, dict(self.situation.game.entries))
        gathered = frozenset(tag for entry in self.situation.game.entries.values() for tag in entry.tags)
        if isinstance(event, ports.TagArrived) and hands.is_playable(self, event.zone, event.tag):
            self.playable = event.tag
        try:
            self.controller.handle(event)
        except Exception as error:  # noqa: BLE001  # that no exception comes out is one of the promises
            self.fault = self.fault or f"{type(error).__name__}: {error}"
        if journal.facts:
            button = getattr(event, "button", "")
            self.facts = (
                *self.facts,
                *(
                    Ruled(fact, self.asked.get(getattr(fact, "seat", "")), self.now_ms, button, gathered)
                    for fact in journal.facts
                ),
            )
            self.history = hash((self.history, *map(msgspec.json.encode, journal.facts)))
            journal.facts.clear()
            if len(self.situation.game.steps) > steps:
                self.before = {place: one for place, one in self.before.items() if place < steps} | {steps: before}
                self.acted_ms = self.now_ms
        self._note_questions(event, {one.fact.seat for one in self.facts if isinstance(one.fact, Acted)})

    def _note_questions(self, event: Event, actors: Collection[str]) -> None:
        asked = questions_of(self.situation)
        if all(asked.get(seat) == now.question for seat, now in self.asked.items()):
            return
        by = event.button.rpartition(".")[0] if isinstance(event, ports.ButtonReleased | ports.ButtonHeld) else ""
        self.asked = {
            seat: self.asked[seat]
            if seat in self.asked and self.asked[seat].question == question
            else Asked(question, self.now_ms, by, seat in actors)
            for seat, question in asked.items()
        }


def questions_of(situation: Situation) -> dict[str, object]:
    """Return what the rules, or a question of the table, ask of each seat.

    A question is another one after the seat has acted itself, and in a window after each Nope; an act of another seat
    leaves it as it is, such as in a duel.
    """
    public, game = situation.public(), situation.game
    everyone = (game.stage, game.is_paused, situation.ui.question)
    if public is None or game.match is None:
        return dict.fromkeys(situation.seats, everyone)
    acts = Counter(entry.seat for entry in game.match.standing if isinstance(entry, Applied))
    pending = getattr(public, "pending", None)
    nopes = pending.nopes if pending is not None and public.phase == "window" else None
    return {
        seat: (*everyone, public.phase, seat in public.to_act, acts[seat], nopes) for seat in situation.game.players
    }


def fork_of_situation(situation: Situation) -> Situation:
    """Return a copy of a situation that lives on by itself.

    Devices and interaction are shared: each event works on copies of them.
    """
    twin = copy(situation)
    twin.game = game = working_copy(situation.game)
    game.part = working_copy(game.part)
    if game.match is not None:
        game.match = game.match.snapshot()
    twin.log = situation.log[-LOG_LINES:]
    return twin


class ForkedController(Controller):
    """The program's controller with a journal of its own; it computes its scene when one is asked for."""

    journal: _Facts
    _shown: Scene | None

    @classmethod
    def of(cls, controller: Controller) -> ForkedController:
        """Return a copy that no one listens to."""
        twin = cls.__new__(cls)
        twin.__dict__.update(controller.__dict__)
        twin.situation, twin.journal = fork_of_situation(controller.situation), _Facts()
        twin._journal, twin._turns = twin.journal, deque()
        twin._durable, twin._before, twin._after = list(controller.durable), [], []
        if not isinstance(controller, ForkedController):
            twin._shown = None
        return twin

    @property
    def scene(self) -> Scene:
        """Return what lights, lamps and displays show now."""
        if self._shown is None:
            self._shown = view(self.situation, self.link)
        return self._shown

    @scene.setter
    def scene(self, scene: Scene) -> None:
        self._shown = scene

    def _publish(self) -> None:
        self._shown = None
