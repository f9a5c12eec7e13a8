"""Differences between a recorded game and its replay, gathered by kind; each kind is shown once, as a person sees it.

A game is compared up to its first difference. A difference that `decided.toml` names is counted apart, and the game is
compared further, unless the facts differ.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from recordings.file import Recorded
from recordings.game import faces_at, words_of
from recordings.moment import FACT, FAULT, HAPPENS, LOG, SOUND
from recordings.replay import MakeController, Trail, replay
from tacotable.core.controller import Controller

DECIDED = Path(__file__).parent / "decided.toml"
TOLERANCE_MS = 60
"""Changes that come earlier or later by so much are the same."""
SHOWN_GESTURES, SHOWN_NAMES = 5, 6
FIRST = (FAULT, FACT, SOUND, "display", "lamp", "prompt", "pad", LOG)
"""Which of several differences of a gesture names its kind."""
GONE = "-"

Outcome: TypeAlias = Literal["accepted", "refused", "question", "shown", "nothing"]
Course: TypeAlias = Sequence[tuple[int, str]]
"""The changes of one name after a gesture, with their milliseconds."""


class Decided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A difference that is meant; each key but the reason is a pattern as of file names."""

    reason: str
    name: str = "*"  # Such as "lamp *.ok", "display *", "fact".
    before: str = "*"
    now: str = "*"
    game: str = "*"  # Such as "rig/duel", "people/*".

    def covers(self, game: str, difference: Difference) -> bool:
        """Return whether this is about a difference."""
        patterns = (self.name, self.before, self.now, self.game)
        told = (difference.name, difference.before, difference.now, game)
        return all(map(fnmatchcase, told, patterns))


class _DecidedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    difference: list[Decided] = []


def read_decided(path: Path = DECIDED) -> tuple[Decided, ...]:
    """Read the list of differences that are meant."""
    return tuple(msgspec.toml.decode(path.read_bytes(), type=_DecidedFile).difference)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something after a gesture that was otherwise: its name, and its changes then and now."""

    name: str
    before: str
    now: str

    @property
    def kind(self) -> str:
        """Return the difference without seats, cards and numbers."""
        thing, before, now = _thing(self.name), _code(self.name, self.before), _code(self.name, self.now)
        return (
            f"{thing}: {before} with other values, or at another time"
            if before == now
            else f"{thing}: {before} -> {now}"
        )


@dataclass(slots=True)
class Kind:
    """Differences of one kind: how many games have it, and the first in lines."""

    example: list[str]
    games: int = 0


@dataclass(slots=True)
class Comparison:
    """What was found in some games."""

    decided: tuple[Decided, ...] = ()
    agree: int = 0
    accepted: int = 0  # Gestures with differences that are all decided.
    differ: int = 0
    other_outcomes: int = 0  # Of those that differ, gestures that were accepted, refused or asked about before.
    not_compared: int = 0  # Gestures after a difference.
    games: int = 0
    kinds: dict[str, Kind] = field(default_factory=dict)

    def report(self, most: int) -> str:
        """Return the result in lines: the share of gestures that agree, then each kind, the most frequent first."""
        compared = self.agree + self.accepted + self.differ
        share = 100 * (self.agree + self.accepted) / max(1, compared)
        kept = 100 * (compared - self.other_outcomes) / max(1, compared)
        lines = [
            f"{share:.2f} % of {compared:,} gestures in {self.games:,} games agree, {kept:.2f} % keep their outcome; "
            f"{self.differ:,} differ, in {len(self.kinds)} kinds; {self.accepted:,} differ as decided; "
            f"{self.not_compared:,} come after a difference and are not compared"
        ]
        kinds = sorted(self.kinds.items(), key=lambda each: -each[1].games)
        for number, (name, kind) in enumerate(kinds[:most], 1):
            lines += ["", f"{number}. {name} ({kind.games} games)", *(f"   {line}" for line in kind.example)]
        if len(kinds) > most:
            lines += ["", f"{len(kinds) - most} more kinds: --most {len(kinds)}"]
        return "\n".join(lines)


def outcome_of(trail: Trail) -> Outcome:
    """Return how the table answered a gesture; what only time did later counts, too."""
    changes = [change for _, moment in trail for change in moment]
    if any(name == FACT and '"ruling":"illegal"' not in told for name, told in changes):
        return "accepted"
    if any(name == FACT or (name, told) == (SOUND, "refused") for name, told in changes):
        return "refused"
    if (SOUND, "asked") in changes:
        return "question"
    return "shown" if any(name.startswith("display") for name, _ in changes) else "nothing"


def compare_all(recorded: Iterable[Recorded], found: Comparison, make: MakeController = Controller) -> None:
    """Replay games and add what differs."""
    for each in recorded:
        _compare(each, found, make)


def _compare(recorded: Recorded, found: Comparison, make: MakeController) -> None:
    game = recorded.game
    found.games += 1
    then, now = dict[str, str](), dict[str, str]()
    for number, (old, new) in enumerate(zip(recorded.trails, _replayed(recorded, make), strict=False)):
        differences = sorted(_differences(old, new, then, now), key=lambda one: _rank(one.name))
        meant = [one for one in differences if any(each.covers(game.name, one) for each in found.decided)]
        open_ones = [one for one in differences if one not in meant]
        if not differences:
            found.agree += 1
        elif not open_ones:
            found.accepted += 1
        else:
            found.differ += 1
            found.other_outcomes += outcome_of(old) != outcome_of(new)
            kind = found.kinds.setdefault(open_ones[0].kind, Kind(_example(recorded, number, new, open_ones)))
            kind.games += 1
        if open_ones or any(one.name == FACT for one in meant):
            found.not_compared += len(recorded.trails) - number - 1
            return


def _replayed(recorded: Recorded, make: MakeController) -> Iterator[Trail]:
    """Yield the trails of a replay; an exception of the replay itself is the last fault."""
    try:
        yield from replay(recorded.game, make)
    except Exception as error:  # noqa: BLE001  # an input that cannot be replayed any more is a difference
        yield ((0, ((FAULT, f"the replay fails: {type(error).__name__}: {error}"),)),)


def _differences(old: Trail, new: Trail, then: dict[str, str], now: dict[str, str]) -> Iterator[Difference]:
    """Yield what differs after a gesture; `then` and `now` are the states before it, which are brought up to date."""
    before, after = _courses(old), _courses(new)
    for name in dict.fromkeys((*before, *after)):
        was, is_now = before.get(name, ()), after.get(name, ())
        if name in HAPPENS:
            if not _agree(was, is_now):
                yield Difference(name, _told(was), _told(is_now))
            continue
        began = then.get(name, GONE), now.get(name, GONE)
        for state, course in ((then, was), (now, is_now)):
            if course:
                state[name] = course[-1][1]
        is_same = then.get(name, GONE) == now.get(name, GONE)
        if not (is_same if began[0] != began[1] else _agree(was, is_now)):
            yield Difference(name, _told(was or [(0, began[0])]), _told(is_now or [(0, began[1])]))


def _courses(trail: Trail) -> Mapping[str, Course]:
    courses = defaultdict[str, list[tuple[int, str]]](list)
    for at_ms, changes in trail:
        for name, told in changes:
            courses[name].append((at_ms, told))
    return courses


def _agree(was: Course, is_now: Course) -> bool:
    return len(was) == len(is_now) and all(
        one == other and abs(at_ms - other_ms) <= TOLERANCE_MS
        for (at_ms, one), (other_ms, other) in zip(was, is_now, strict=True)
    )


def _told(course: Course) -> str:
    """Return changes in one line; those a second later or more have their time."""
    parts = (f"{told} after {at_ms / 1_000:.1f} s" if at_ms >= 1_000 else told for at_ms, told in course)
    return ", then ".join(parts) or "nothing"


def _rank(name: str) -> int:
    thing = name.partition(" ")[0]
    return FIRST.index(thing) if thing in FIRST else len(FIRST)


def _thing(name: str) -> str:
    """Return a name without its seat.

    >>> _thing("lamp WOW.ok"), _thing("display space +1"), _thing("fact")
    ('lamp ok', 'display space', 'fact')
    """
    thing, _, which = name.partition(" ")
    button = which.partition(".")[2]
    return f"{thing} {button}" if button else f"{thing} space" if which.startswith("space") else thing


def _code(name: str, told: str) -> str:
    """Return changes without values.

    >>> _code("display WOW", "sign.answer(n=2, seat=YAY) big=9, then sign.wait after 2.0 s")
    'sign.answer, sign.wait after 2.0 s'
    >>> _code("fact", '{"fact":"acted","seat":"YAY","act":{"do":"attack","card":"9"},"ruling":"accepted"}')
    'acted attack accepted'
    """
    if name == FACT:
        found = re.findall(r'"(?:fact|do|ruling)":"([^"]*)"', told)
        return " ".join(found) or told
    if name == FAULT:
        return told
    if name == LOG:
        return ", ".join(re.findall(r"(?:^|, then )\w+ ([\w.-]+)", told)) or told
    codes = [re.split(r" ?[(!]| [A-Z]| \w+=", part)[0] for part in told.split(", then ")]
    return ", ".join(code for code, _ in groupby(codes))


def _example(recorded: Recorded, number: int, new: Trail, differences: Sequence[Difference]) -> list[str]:
    """Return the first example of a kind in lines."""
    old = recorded.trails[number]
    game, faces = recorded.game, faces_at(recorded.game.setting)
    gestures = game.gestures[max(0, number - SHOWN_GESTURES + 1) : number + 1]
    lines = [f"{game.name}, {game.setting}, gesture {number + 1} of {len(game.gestures)}:"]
    lines += [f"  {gesture[0].at_ms / 1_000:8.1f} s  {words_of(gesture, faces)}" for gesture in gestures]
    for label, trail in (("before", old), ("now", new)):
        lines += [
            f"{label}: {outcome_of(trail)}",
            *(f"  {one.name}: {getattr(one, label)}" for one in differences[:SHOWN_NAMES]),
        ]
    if len(differences) > SHOWN_NAMES:
        lines.append(
            f"and {len(differences) - SHOWN_NAMES} more: {', '.join(o.name for o in differences[SHOWN_NAMES:])}"
        )
    return lines
