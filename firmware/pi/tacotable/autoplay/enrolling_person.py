"""A person who enrols the deck of a simulated table, and does only what the displays say; it reports how that went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.enrolment.desk import ENROL
from tacotable.enrolment.view import report, sign_of
from tacotable.errors import UnfinishedError
from tacotable.state.scene import Choice, Sign
from tacotable.state.situation import PUBLIC_SCREEN, has_display
from tacotable_sim.truth import BOX, DISCARD, DRAW

if TYPE_CHECKING:
    from tacotable.autoplay.rig import Rig

MOST_STEPS = 2_000  # No box has so many cards that a person presses and lays more often.


@dataclass(frozen=True, slots=True)
class Enrolled:
    """How an enrolment went: the signs of its report, the cards, and how long each took on the table's clock."""

    signs: tuple[Sign, ...]
    cards: int
    seconds_a_card: float


def enrol(rig: Rig, *, lost: Sequence[str] = (), twice: Sequence[str] = ()) -> Enrolled:
    """Enrol the deck in the draw pile, with cards of these faces lost, and others laid a second time by mistake."""
    for face in lost:
        rig.table.place(rig.find(face), BOX)
    person = _Person(rig, list(twice))
    person.open(ENROL)
    began = rig.loop.time()
    person.lay_all()
    seconds = rig.loop.time() - began
    person.press_ok()
    desk = rig.program.controller.situation.ui.desk
    if desk is None or not desk.is_over:
        raise UnfinishedError(f"the deck was not kept; the display says {person.sign().code}")
    cards = len(rig.program.controller.situation.devices.decks[rig.program.controller.situation.ui.lobby_game])
    signs = report(desk.work)
    person.press_ok()
    return Enrolled(signs, cards, seconds / max(cards, 1))


class _Person:
    """Somebody at the first seat, who reads its display, or the one that everyone reads."""

    def __init__(self, rig: Rig, twice: list[str]) -> None:
        self._rig = rig
        self._twice = twice
        situation = rig.program.controller.situation
        seat = situation.seats[0]
        buttons = situation.devices.table.seats[0].buttons()
        self._ok = f"{seat}.ok"
        self._other = next(name for role in ("no", "nope", "right") if (name := f"{seat}.{role}") in buttons)
        self._pad = next(iter(situation.devices.table.pads))
        self._screen = seat if has_display(situation, seat) else PUBLIC_SCREEN

    def open(self, item: str) -> None:
        """Open the desk by the menu of the lobby."""
        self._rig.hold(self._other)
        for _ in range(MOST_STEPS):
            screen = self._rig.screen(self._screen)
            if isinstance(screen, Choice) and screen.item == f"menu.{item}":
                self.press_ok()
                return
            self._rig.tap(self._other)
        raise UnfinishedError(f"the menu has no {item}")

    def lay_all(self) -> None:
        """Lay the cards that are asked for, skip what is not there, and end when none is left."""
        for _ in range(MOST_STEPS):
            sign = self.sign()
            if sign.code == "enrol.whole":
                return
            if not self._rig.table.truth.at(DRAW):
                self.press_ok()
                return
            self._lay(str(sign.values["card"]))
        raise UnfinishedError(f"the cards do not end; the display says {self.sign().code}")

    def press_ok(self) -> None:
        """Press OK."""
        self._rig.tap(self._ok)

    def sign(self) -> Sign:
        """Read what the display says."""
        desk = self._rig.program.controller.situation.ui.desk
        if desk is None:
            raise UnfinishedError("the desk was closed")
        shown = self._rig.says(self._screen)
        if shown != sign_of(desk).code:
            raise UnfinishedError(f"the display says {shown}, and {sign_of(desk).code} is meant")
        return sign_of(desk)

    def _lay(self, face: str) -> None:
        """Lay a card of this face and take it off; one that is to be laid twice is laid once more."""
        if all(card.face != face for card in self._rig.table.truth.at(DRAW)):
            self._rig.tap(self._other)
            return
        tag = self._rig.place(face, self._pad)
        self._rig.lift(tag, DISCARD)
        if face in self._twice:
            self._twice.remove(face)
            self._rig.table.place(tag, self._pad)
            self._rig.wait(self._rig.settle_s)
            if self.sign().code != "enrol.twice":
                raise UnfinishedError(f"a card laid twice was answered with {self.sign().code}")
            self._rig.lift(tag, DISCARD)
