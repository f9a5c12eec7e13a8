"""Hands for tests of the Pi's program without devices: cards laid, buttons tapped, the token moved, as events."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from tacotable.app.program import MemoryLog
from tacotable.core.controller import Controller
from tacotable.display.draw import draw
from tacotable.simulation.plan import faces_of
from tacotable.state.device_state import Certainty
from tacotable.state.events import Event, TimePassed
from tacotable.state.scene import Notice, Scene, Screen
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile, read_table
from tacotable_drivers import ports


class Hands:
    """A controller over a shipped table, with one's own hands."""

    pace_ms = 2_000.0
    """So long before each tap."""
    lay_ms = 300.0
    """So long before each card."""
    watchers: ClassVar[list[Callable[[Hands], None]]] = []
    """What looks at each table before its first event, such as a recorder."""

    def __init__(
        self, table: str | TableFile = "tacocat", game: str | None = None, log: MemoryLog | None = None
    ) -> None:
        described = table if isinstance(table, TableFile) else read_table(table)
        if game:
            described = msgspec.structs.replace(described, game=game)
        self.faces = faces_of(described, described.game)
        self.log = log or MemoryLog()
        self.shown: list[Scene] = []
        self.situation = Situation(described, self.faces)
        self.controller = Controller(self.situation, self.log, self._show, clock=lambda: 0.0)
        self._left = dict(self.faces)
        self._now_ms = 0.0
        for watch in self.watchers:
            watch(self)
        self.controller.start()

    def _show(self, scene: Scene, on_lit: Callable[[], None]) -> None:
        self.shown.append(scene)
        on_lit()

    @property
    def scene(self) -> Scene:
        return self.controller.scene

    def tell(self, event: Event) -> None:
        self.controller.handle(event)

    def tap(self, button: str) -> None:
        self._now_ms += self.pace_ms
        self.tell(ports.ButtonPressed(button, self._now_ms))
        self.tell(ports.ButtonReleased(button, False, self._now_ms))

    def hold(self, button: str) -> None:
        self._now_ms += self.pace_ms
        self.tell(ports.ButtonPressed(button, self._now_ms))
        self.tell(ports.ButtonHeld(button, self._now_ms))
        self.tell(ports.ButtonReleased(button, True, self._now_ms))

    def choose(self, item: str, button: str) -> None:
        """Hold a button for the menu, turn with it to an item, and take that."""
        self.hold(button)
        seat, _, _ = button.partition(".")
        for _ in range(20):
            if self.situation.ui.menus[seat].item == item:
                self.tap(f"{seat}.ok")
                return
            self.tap(button)
        raise AssertionError(f"the menu does not offer {item}")

    def wait(self, ms: float) -> None:
        self._now_ms += ms
        self.tell(TimePassed(self._now_ms))

    def take(self, face: str) -> str:
        tag = next(tag for tag, own in self._left.items() if own == face)
        del self._left[tag]
        return tag

    def lay(self, seat: str, face: str) -> str:
        """Lay an unused card of this face on a seat's pad, after taking off what lies there."""
        self.clear(seat)
        tag = self.take(face)
        self._now_ms += self.lay_ms
        self.tell(ports.TagArrived(f"{seat}.pad", tag, self._now_ms))
        return tag

    def hiccup(self, seat: str) -> None:
        """Let a seat's reader fall silent and come back; what lies on the pad is told again."""
        zone = self.situation.zone(seat)
        self.tell(ports.ZoneUnknown(f"{seat}.pad", 0))
        if isinstance(zone, Certainty):
            self.tell(ports.ZoneEmpty(f"{seat}.pad", 0))
        else:
            self.tell(ports.TagArrived(f"{seat}.pad", zone, 0))

    def clear(self, seat: str) -> None:
        zone = self.situation.zone(seat)
        if not isinstance(zone, Certainty):
            self.tell(ports.TagLeft(f"{seat}.pad", zone, 0))

    def move_token(self, space: int) -> None:
        for old in tuple(self.situation.devices.sensed):
            self.tell(ports.TokenSensed(old, False, 0))
        self.tell(ports.TokenSensed(space, True, 0))

    def says(self, seat: str) -> str:
        screen = self.screen(seat)
        return screen.sign.code if isinstance(screen, Notice) else type(screen).__name__

    def screen(self, name: str) -> Screen:
        return self.scene.screens[name]

    def text(self, name: str, language: str = "en") -> str:
        return draw(self.screen(name), language, self.scene.people).text

    def shuffled(self) -> None:
        """All cards are back in the deck."""
        self._left = dict(self.faces)

    def begin(self) -> None:
        """Begin the game of the lobby, with the cards dealt: the next thing is replacing."""
        self.tap("YAY.ok")
        self.move_token(0)
        self.tap("YAY.ok")
        self.tap("WOW.ok")

    def begin_attack(self) -> None:
        """Begin, replace none, and let YAY win the duel: YAY attacks."""
        self.begin()
        self.tap("YAY.ok")
        self.tap("WOW.ok")
        self.lay("YAY", "9")
        self.lay("WOW", "5")
