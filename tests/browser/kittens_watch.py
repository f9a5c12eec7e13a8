"""What a page of the kittens table was told: each message is searched, as it comes, for what is not its reader's."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from pi.patches import patched

OPEN = ("play", "discard")


@dataclass
class Watch:
    """The messages of one page. `seat` is whose page it is; None: a spectator's."""

    seat: str | None
    scene: dict[str, Any] = field(default_factory=dict)
    truth: dict[str, Any] = field(default_factory=dict)
    breaches: list[str] = field(default_factory=list)
    count: int = 0
    _gone: set[str] = field(default_factory=set)
    _there: set[str] = field(default_factory=set)

    def take(self, frame: str) -> None:
        """Look at one message."""
        message = json.loads(frame)
        self.count += 1
        if message["type"] == "patch":
            message = patched({"scene": self.scene, "truth": self.truth}.get(message["of"], {}), frame)
        if message.get("type") == "scene":
            self.scene = message
        elif message.get("type") == "truth":
            self.truth = message
            self._check_faces(message)
            self._check_handles(message)
            self._check_looks(message)

    def faces(self, place: str) -> list[str]:
        """Give the faces that this page was told of a place last."""
        return [card["face"] for card in self.truth["cards"] if card["place"] == place and card["face"]]

    def number(self, place: str) -> int:
        """Give how many cards this page was told of a place last."""
        return sum(card["place"] == place for card in self.truth["cards"])

    def _check_faces(self, truth: dict[str, Any]) -> None:
        """Check that a face is told only where all, or this seat, can see it; all else is a back without a name."""
        places: dict[str, int] = {}
        for card in truth["cards"]:
            place = card["place"]
            index = places[place] = places.get(place, -1) + 1
            is_open = place in OPEN or place.startswith("front:") or place == f"hand:{self.seat}"
            if card["face"] is not None and not is_open:
                self.breaches.append(f"{self.seat}: face {card['face']} at {place}")
            if card["face"] is None and card["id"] != f"back {place} {index}":
                self.breaches.append(f"{self.seat}: a hidden card is called {card['id']}")
            if set(card) != {"id", "face", "place"}:
                self.breaches.append(f"{self.seat}: a card tells {sorted(card)}")

    def _check_handles(self, truth: dict[str, Any]) -> None:
        """Check that a handle that was out of sight never comes back: nobody can know a card again."""
        there = {card["id"] for card in truth["cards"] if card["face"] is not None}
        self._gone |= self._there - there
        self._there = there
        self.breaches += [f"{self.seat}: {handle} is known again" for handle in there & self._gone]

    def _check_looks(self, truth: dict[str, Any]) -> None:
        """Check that a private look is told to who looks, and what is allowed to who may."""
        if set(truth["looks"]) - {self.seat}:
            self.breaches.append(f"{self.seat}: sees the look of {sorted(truth['looks'])}")
        named = {
            what.partition(":")[2] for what in truth["allow"] if what.startswith(("look:", "shuffle:", "lay-out:"))
        }
        if named - {self.seat} or (self.seat is None and truth["allow"]):
            self.breaches.append(f"{self.seat}: is allowed {truth['allow']}")
        if set(truth) - {"type", "cards", "places", "faults", "pressed", "deals", "allow", "looking", "looks"}:
            self.breaches.append(f"{self.seat}: is told {sorted(truth)}")
