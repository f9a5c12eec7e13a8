"""The stage: a simulated table on virtual time that a flow is played on, with presses counted and moments kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import msgspec

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES
from tacotable.display.draw import draw
from tacotable.state.events import NameTyped
from tacotable.state.guards import Guard, counts_from_ms
from tacotable.state.scene import Choice, Scene
from tacotable.table.file import Display, TableFile, read_table
from tacotable_sim.truth import DISCARD

EVERYONE = "table"
"""The display that everyone reads."""
MOST_ITEMS = 40
"""So many turns lead through any menu."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one display shows: its name, its pixels as the controller holds them, and the same in words."""

    display: str
    pixels: bytes
    words: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a flow: the displays that matter now, the scene, and how often a button was pressed so far."""

    name: str
    displays: tuple[Shown, ...]
    scene: Scene
    light_names: tuple[str, ...]
    presses: int


@dataclass(frozen=True, slots=True)
class Flow:
    """A piece of play that a page tells: its title there, the shipped table and the game, and what hands do."""

    name: str
    title: str
    play: Callable[[Stage], None]
    game: str = "ek120"
    table: str = "kittens"
    seats: int = 3
    has_displays: bool = True
    mode: Literal["blind", "seen"] = "blind"


@dataclass(frozen=True, slots=True)
class Walk:
    """A flow that was played: the presses that it took, and its moments in each language."""

    flow: Flow
    presses: int
    moments: Mapping[str, tuple[Moment, ...]]


class Stage:
    """A table with hands at it; `moment` keeps what displays show."""

    def __init__(self, rig: Rig, language: str, seats: tuple[str, ...]) -> None:
        self.rig = rig
        self.seats = seats
        self.presses = 0
        self.moments: list[Moment] = []
        self._language = language

    def moment(self, name: str, *displays: str) -> None:
        """Keep what these displays show when presses count again; a countdown is not waited for."""
        controller = self.rig.program.controller
        situation, public = controller.situation, controller.situation.public()
        early_ms = max(counts_from_ms(situation, seat) for seat in situation.seats) - situation.devices.now_ms
        if early_ms > 0 and (public is None or public.phase != "window"):
            self.rig.wait(early_ms / 1_000)
        lights = controller.situation.family.light_names(controller.situation.devices.table)
        self.moments.append(Moment(name, tuple(map(self._shown, displays)), controller.scene, lights, self.presses))

    def _shown(self, display: str) -> Shown:
        pixels = self.rig.table.panel(f"display {display}").picture()
        return Shown(
            display,
            pixels,
            draw(self.rig.screen(display), self._language, self.rig.program.controller.scene.people).text,
        )

    # Buttons.

    def tap(self, *buttons: str) -> None:
        """Press buttons shortly, one after the other."""
        for button in buttons:
            self.presses += 1
            self.rig.tap(button)

    def hold(self, button: str) -> None:
        """Press a button for long."""
        self.presses += 1
        self.rig.hold(button)

    def turn_to(self, item: str, screen: str, button: str) -> None:
        """Hold a button for the menu, and turn with it to an item on that screen."""
        self.hold(button)
        for _ in range(MOST_ITEMS):
            if isinstance(shown := self.rig.screen(screen), Choice) and shown.item == f"menu.{item}":
                return
            self.tap(button)
        raise AssertionError(f"the menu does not offer {item}")

    def type_name(self, seat: str, name: str) -> None:
        """Type at the page who sits at a seat."""
        controller = self.rig.program.controller
        controller.handle(NameTyped(seat, name, controller.situation.devices.now_ms))

    def together(self, *buttons: str, apart_s: float = 0.0) -> None:
        """Press several buttons at the same time, or so far apart."""
        for button in buttons:
            self.presses += 1
            self.rig.table.tap(button)
            self.rig.wait(apart_s)
        self.rig.wait(self.rig.settle_s)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.rig.wait(seconds)

    def read(self) -> None:
        """Let people read what changed: presses count after that, and the lamps that ask for them are lit."""
        self.rig.wait(max(Guard.SETTLED.ms, Guard.REPORT.ms) / 1_000)

    # Cards.

    def show(self, *faces: str, zone: str = "play") -> str:
        """Show cards to a pad one after the other, each sliding on to the discard pile; gives the last one's tag."""
        tag = ""
        for face in faces:
            self.slide_on(zone)
            tag = self.rig.place(face, zone)
        return tag

    def show_again(self, tag: str, zone: str = "play") -> None:
        """Show one certain card to a pad."""
        self.slide_on(zone)
        self.rig.table.place(tag, zone)
        self.rig.wait(self.rig.settle_s)

    def slide_on(self, zone: str = "play", place: str = DISCARD) -> None:
        """Take what lies on a pad to the discard pile, or elsewhere."""
        for card in self.rig.table.truth.at(zone):
            self.rig.lift(card.tag, place)


def walk(flow: Flow) -> Walk:
    """Play a flow in each language, and give what was kept."""
    presses, moments = 0, {}
    for language in LANGUAGES:
        with _stage(flow, language) as stage:
            flow.play(stage)
            presses, moments[language] = stage.presses, tuple(stage.moments)
    return Walk(flow, presses, moments)


@contextmanager
def _stage(flow: Flow, language: str) -> Iterator[Stage]:
    with simulated_table(table_of(flow, language), game=flow.game) as rig:
        seats = tuple(seat.name for seat in rig.program.controller.situation.devices.table.seats)
        yield Stage(rig, language, seats[: flow.seats])


def table_of(flow: Flow, language: str) -> TableFile:
    """Give the shipped table with words of one language, and if the flow wants it a display for each seat."""
    table = msgspec.structs.replace(read_table(flow.table), language=language, mode=flow.mode)
    if not flow.has_displays:
        return table
    playing = [
        msgspec.structs.replace(seat, display=seat.display or Display(controller="sh1106", bus=10 + number))
        for number, seat in enumerate(table.seats[: flow.seats])
    ]
    return msgspec.structs.replace(table, seats=[*playing, *table.seats[flow.seats :]])
