"""The cards of a rig that has no simulated table: which tag has which face, and where each lies."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable.rig.rigs import RigError
from tacotable.rig.scenario import FOREIGN

FOREIGN_TAG = "04FFFFFFFFFFFE"


class Cards:
    """Cards by their places. Places come into being when a card is laid there; all cards begin in `draw`."""

    def __init__(self, faces: Mapping[str, str]) -> None:
        self._faces = {**faces, FOREIGN_TAG: FOREIGN}
        self._places: dict[str, list[str]] = {"draw": list(faces), "box": [FOREIGN_TAG]}

    def at(self, place: str) -> tuple[str, ...]:
        """Return the tags of a place, the oldest first."""
        return tuple(self._places.get(place, ()))

    def find(self, face: str, place: str) -> str:
        """Find a card by its face; raises RigError."""
        where = "box" if face == FOREIGN and place == "draw" else place
        for tag in self.at(where):
            if self._faces[tag] == face:
                return tag
        raise RigError(f"no card {face} lies at {where}")

    def only(self, place: str) -> str:
        """Return the only card of a place; raises RigError."""
        tags = self.at(place)
        if len(tags) != 1:
            raise RigError(f"{len(tags)} cards lie at {place}; name the one that is meant by `card`")
        return tags[0]

    def move(self, tag: str, source: str, place: str) -> None:
        """Move a card from one place to another."""
        self._places[source].remove(tag)
        self._places.setdefault(place, []).append(tag)
