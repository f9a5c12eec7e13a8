"""A person who enrols at a table without devices: opens the desk by the menu, lays tags, presses buttons."""

from __future__ import annotations

from pathlib import Path

from pi.hands import Hands
from tacotable.core.controller import Controller
from tacotable.enrolment.card_store import Stored
from tacotable.state.device_state import Certainty
from tacotable.state.scene import Choice
from tacotable.table.enrolment_files import BoardPrint, Deck
from tacotable.table.file import TableFile
from tacotable_drivers import ports


class Shelf(Stored):
    """A shelf that remembers what it was given."""

    def __init__(self) -> None:
        self.kept: dict[str, Deck] = {}
        self.board: BoardPrint | None = None

    def keep(self, thing: Deck | BoardPrint) -> None:
        if isinstance(thing, Deck):
            self.kept[thing.ruleset] = thing
        else:
            self.board = thing

    def deck_place(self, game: str) -> Path | None:
        return None

    def board_place(self) -> Path | None:
        return None


def tag(number: int) -> str:
    return f"04A1B2C3D4{number:04X}"


class Clerk(Hands):
    """Hands at a table whose deck is not enrolled yet."""

    def __init__(self, table: str | TableFile = "tacocat", shelf: Shelf | None = None) -> None:
        super().__init__(table)
        self.situation.devices.faces = {}
        self.shelf = shelf or Shelf()
        self.controller = Controller(self.situation, self.log, self._show, clock=lambda: 0.0, shelf=self.shelf)
        self.controller.start()
        first = self.situation.seats[0]
        self.ok = f"{first}.ok"
        self.other = next(f"{first}.{role}" for role in ("no", "nope", "right") if f"{first}.{role}" in self._buttons())
        self.menu_button = self.other.replace("right", "left")

    def _buttons(self) -> dict[str, object]:
        return dict(self.situation.devices.table.buttons())

    def sees(self) -> str:
        """Give what the first display says."""
        seat = self.situation.seats[0]
        return self.text(seat if seat in self.scene.screens else "table")

    def code(self) -> str:
        return self.scene.prompts[self.situation.seats[0]].code

    def offered(self) -> list[str]:
        """Give the items of the menu, one after another."""
        self.hold(self.menu_button)
        seen: list[str] = []
        while (item := self._item()) not in seen:
            seen.append(item)
            self.tap(self.other)
        self.hold(self.menu_button)
        return seen

    def _item(self) -> str:
        seat = self.situation.seats[0]
        screen = self.scene.screens.get(seat) or self.scene.screens["table"]
        assert isinstance(screen, Choice)
        return screen.item

    def open(self, item: str) -> None:
        self.hold(self.menu_button)
        while self._item() != f"menu.{item}":
            self.tap(self.other)
        self.tap(self.ok)

    def show(self, *tags: str, zone: str = "") -> None:
        """Lay tags one after another, and take each off again."""
        for one in tags:
            self.put(one, zone)
            self.take_off(one, zone)

    def put(self, one: str, zone: str = "") -> None:
        self.tell(ports.TagArrived(zone or self._zone(), one, self._now_ms))

    def take_off(self, one: str, zone: str = "") -> None:
        assert not isinstance(self.situation.devices.zones[zone or self._zone()], Certainty)
        self.tell(ports.TagLeft(zone or self._zone(), one, self._now_ms))

    def _zone(self) -> str:
        return next(iter(self.situation.devices.table.pads))
