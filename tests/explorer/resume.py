"""A search that can stop at any moment and go on in another process: its state is a file.

The front is kept as the gestures that lead to each moment, and what was seen as keys. A key is the same in each process
that has the environment variable PYTHONHASHSEED=0.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from explorer.gestures import Gesture, carry_out, gestures
from explorer.key import key_of
from explorer.minimal import world_after
from explorer.promises import Violation
from explorer.search import Explored, Finding, explore
from tacotable.errors import TacotableError
from tacotable.files.safe_write import replace_whole

if TYPE_CHECKING:
    from explorer.world import World
    from tacotable.rig.scenario import Scenario

SIXTH = 6
Readers = Literal["all", "upper", "none"]
Path_ = tuple[Gesture, ...]


class ResumeError(TacotableError):
    """A state cannot be used; the text names its file and the next step."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is explored, and how; a state is of one run."""

    scenario: str  # A digest of all its steps.
    depth: int
    pace_ms: float
    readers: Readers
    sixth: int = 0  # From 1 on: of the first gestures only each sixth, counted from this one; 0: all.


class Found(msgspec.Struct, frozen=True):
    """The shortest finding of a kind, and how often it was met."""

    violation: Violation
    gestures: Path_
    count: int


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search that has stopped."""

    run: Run
    start: int  # The key of the first moment.
    level: int
    front: list[Path_]
    later: list[Path_]
    sequences: int
    moments: list[int]
    looks: list[int]
    undone: list[int]
    found: list[Found]


@dataclass(slots=True)
class _Seen(Explored):
    """What a search has seen, with findings from the first moment on."""

    prefix: Path_ = ()

    def note(self, violation: Violation, path: Path_) -> None:
        """Count a violation with the gestures before it; the moment from which a step begins was checked before."""
        if path or not self.prefix:
            Explored.note(self, violation, (*self.prefix, *path))


@dataclass(slots=True)
class Search:
    """All sequences of gestures up to a depth, breadth first, one moment after another."""

    run: Run
    world: World
    level: int = 0
    front: list[Path_] = field(default_factory=lambda: [()])
    later: list[Path_] = field(default_factory=list)
    seen: _Seen = field(default_factory=_Seen)

    @property
    def is_done(self) -> bool:
        """Return whether all sequences have been played."""
        return self.level >= self.run.depth or not self.front

    def step(self) -> None:
        """Play all gestures that may follow the next moment of the front."""
        path = self.front.pop(0)
        now = world_after(self.world, path, self.run.pace_ms)
        if now is None:  # hands could do it before
            raise ResumeError(f"{path}: the table has changed since this was seen; start again with another state")
        if self.level + 1 < self.run.depth:
            self.later += [(*path, gesture) for gesture in self._new(now)]
        self.seen.prefix = path
        explore(now, 1, pace_ms=self.run.pace_ms, explored=self.seen)
        if not self.front:
            self.front, self.later, self.level = self.later, [], self.level + 1

    def _new(self, now: World) -> list[Gesture]:
        """Return the gestures that lead to moments that were not seen before."""
        new: dict[int, Gesture] = {}
        for number, gesture in enumerate(gestures(now)):
            if self.run.sixth and self.level == 0 and number % SIXTH != self.run.sixth - 1:
                continue
            twin = now.fork()
            carry_out(twin, gesture, self.run.pace_ms)
            key = key_of(twin)
            if not twin.fault and key not in self.seen.moments:
                new.setdefault(key, gesture)
        return list(new.values())

    def state(self) -> State:
        """Return what another process needs to go on."""
        seen = self.seen
        found = [
            Found(finding.violation, finding.gestures, seen.counts[kind]) for kind, finding in seen.shortest.items()
        ]
        return State(
            self.run,
            key_of(self.world),
            self.level,
            self.front,
            self.later,
            seen.sequences,
            sorted(seen.moments),
            sorted(seen.looks),
            sorted(seen.undone),
            found,
        )


def resumed(run: Run, world: World, state: State) -> Search:
    """Return the search of a state; raises ValueError if it is of another run or program."""
    if state.run != run:
        raise ValueError("it is of another scenario or of other options")
    if state.start != key_of(world):
        raise ValueError("it was written by another version of the program")
    found = {(one.violation.promise, one.violation.kind): one for one in state.found}
    shortest = {kind: Finding(one.violation, one.gestures) for kind, one in found.items()}
    counts = Counter({kind: one.count for kind, one in found.items()})
    seen = _Seen(state.sequences, set(state.moments), set(state.looks), set(state.undone), shortest, counts)
    return Search(run, world, state.level, state.front, state.later, seen)


def read_search(path: Path, run: Run, world: World) -> Search:
    """Read the search of a file, or begin one if there is no such file; raises ResumeError."""
    try:
        return resumed(run, world, msgspec.json.decode(path.read_bytes(), type=State))
    except FileNotFoundError:
        return Search(run, world)
    except (OSError, ValueError) as error:  # msgspec's errors are ValueErrors
        raise ResumeError(f"{path}: {error}; give the same options, or another file for a new search") from None


def write_search(path: Path, search: Search) -> None:
    """Write the state of a search, so that the old one is there until the new one is whole; raises ResumeError."""
    try:
        replace_whole(path, msgspec.json.encode(search.state()))
    except OSError as error:
        raise ResumeError(f"{path}: {error.strerror}; give another file to --resume") from None


def digest_of(scenario: Scenario) -> str:
    """Return a digest of a scenario: of its table, its game and all its steps."""
    text = "\n".join((scenario.table, str(scenario.file.game), *(line.text for line in scenario.lines)))
    return sha256(text.encode()).hexdigest()
