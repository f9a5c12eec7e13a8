"""The hands of a rig that knows where all things lie: they find cards by their faces, and keep fingers on buttons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from tacotable.rig.rigs import Rig, RigError
from tacotable.rig.scenario import FOREIGN, TACOCAT
from tacotable_sim.truth import BOX, DRAW, Truth


class Hands(ABC):
    """Hands at the things of `truth`; how the program is told of what they do is the rig's."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth

    def place(self, card: str, place: str, source: str) -> None:
        """Lay a card of this face; a foreign one lies in the box."""
        where = BOX if card == FOREIGN and source == DRAW else source
        self.move(self._truth.search(card, where).tag, place)

    def lift(self, place: str, to: str, card: str | None) -> None:
        """Lift a card off its place."""
        lying = self._truth.at(place)
        if card is None and len(lying) != 1:
            raise RigError(f"{len(lying)} cards lie at {place}; name the one that is meant by `card`")
        self.move(lying[0].tag if card is None else self._truth.search(card, place).tag, to)

    def tap(self: Rig, button: str, seconds: float) -> None:
        """Press a button for so long."""
        self.press(button)
        self.wait(seconds)
        self.release(button)

    def lying(self) -> dict[str, object]:
        """Return the faces at each place, and the token's space, or `up`."""
        faces: dict[str, object] = {
            place: [card.face for card in self._truth.at(place)] for place in self._truth.places
        }
        return faces | {TACOCAT: "up" if self._truth.token is None else self._truth.token}

    def sees_lying(self, wanted: Mapping[str, object]) -> str | None:
        """Confirm what lies where: these hands know it, and it was compared already."""
        del wanted
        return None

    @abstractmethod
    def move(self, tag: str, place: str) -> None:
        """Move a card."""
