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
            kinds = {"scene": self.scene, "truth": self.truth}
            message = patched(kinds[message["of"]], frame) if message["of"] in kinds else message
        if message.get("type") == "scene":
            self.scene = message
        elif message.get("type") == "truth":
            self.truth = message
            self._check_faces(message)
            self._check_handles(message)
            self._check_looks(message)

    def faces(self, place: str) -> list[str]:
        """Give the faces that this page was told of a place last."""
        return [told[1] for told in self.truth["cards"][place] if told]

    def number(self, place: str) -> int:
        """Give how many cards this page was told of a place last."""
        return len(self.truth["cards"].get(place, ()))

    def _check_faces(self, truth: dict[str, Any]) -> None:
        """Check that a card is told only where all, or this seat, can see it; of all else nothing is told."""
        for place, cards in truth["cards"].items():
            is_open = place in OPEN or place.startswith("front:") or place == f"hand:{self.seat}"
            for told in cards:
                if told is not None and not is_open:
                    self.breaches.append(f"{self.seat}: {told} at {place}")
                elif told is not None and [type(value) for value in told] != [str, str]:
                    self.breaches.append(f"{self.seat}: a card tells {told}")

    def _check_handles(self, truth: dict[str, Any]) -> None:
        """Check that a handle that was out of sight never comes back: nobody can know a card again."""
        there = {told[0] for cards in truth["cards"].values() for told in cards if told}
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
