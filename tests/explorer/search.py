"""The search: from one world, all sequences of gestures up to a depth, each new moment checked once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from explorer.gestures import carry_out, gestures
from explorer.key import key_of, look_of
from explorer.promises import Violation, check_gesture, check_moment

if TYPE_CHECKING:
    from explorer.gestures import Gesture
    from explorer.world import World

PACE_MS = 700.0


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation, and the gestures that lead to it."""

    violation: Violation
    gestures: tuple[Gesture, ...]

    def __str__(self) -> str:
        """Return it in one line."""
        done = ", ".join(map(str, self.gestures)) or "at once"
        return f"{self.violation.promise}: {self.violation.kind}: {done}: {self.violation.text}"


@dataclass(slots=True)
class Explored:
    """What a search has seen: sequences, moments that differ, and the shortest finding of each kind with its count."""

    sequences: int = 0
    moments: set[int] = field(default_factory=set)
    looks: set[int] = field(default_factory=set)
    undone: set[int] = field(default_factory=set)
    shortest: dict[tuple[str, str], Finding] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, violation: Violation, path: tuple[Gesture, ...]) -> None:
        """Count a violation, and keep the shortest way to it."""
        kind = (violation.promise, violation.kind)
        self.counts[kind] += 1
        if kind not in self.shortest or len(path) < len(self.shortest[kind].gestures):
            self.shortest[kind] = Finding(violation, path)

    @property
    def findings(self) -> list[Finding]:
        """Return the shortest finding of each kind that is no limit."""
        return [finding for finding in self.shortest.values() if not finding.violation.is_limit]


def explore(
    world: World, depth: int, *, pace_ms: float = PACE_MS, is_wide: bool = True, explored: Explored | None = None
) -> Explored:
    """Play all sequences of gestures up to a depth, breadth first."""
    seen = explored or Explored()
    for violation in check_moment(world, seen.undone):
        seen.note(violation, ())
    front: list[tuple[World, tuple[Gesture, ...]]] = [(world, ())]
    for level in range(depth):
        later: list[tuple[World, tuple[Gesture, ...]]] = []
        for now, path in front:
            for gesture in gestures(now, is_wide=is_wide):
                twin = now.fork()
                carry_out(twin, gesture, pace_ms)
                way = (*path, gesture)
                seen.sequences += 1
                for violation in check_gesture(twin):
                    seen.note(violation, way)
                key = key_of(twin)
                if twin.fault or key in seen.moments:
                    continue
                seen.moments.add(key)
                if (look := look_of(twin)) not in seen.looks:
                    seen.looks.add(look)
                    for violation in check_moment(twin, seen.undone):
                        seen.note(violation, way)
                if level + 1 < depth:
                    later.append((twin, way))
        front = later
    return seen
