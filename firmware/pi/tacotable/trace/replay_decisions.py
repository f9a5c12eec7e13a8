"""Replay of a trace: every event again, and the first decision that differs from the one that was made then.

Decisions are the facts that follow from an event, and what displays, lights and the buzzer show behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

import msgspec

from tacotable.core.controller import Controller
from tacotable.dialogs.restart import Found
from tacotable.files.write_fault import WriteFault
from tacotable.state.events import Event, TimePassed
from tacotable.state.facts import Acted, Fact
from tacotable.state.interaction import KeptGame
from tacotable.storage.journal import JournalError, NoRoomError
from tacotable.trace.content import Shown, Start, as_json, event_of, shown_in, start_of, take_up, versions
from tacotable.trace.file import Trace, TraceError, read_trace, traces_in


@dataclass(frozen=True, slots=True)
class Difference:
    """The first decision that differs: the file, the time on the recording's clock, and what was and is decided."""

    file: str
    at_s: float
    event: str
    then: str
    now: str
    why: str

    def __str__(self) -> str:
        """Return it in lines."""
        head = f"{self.file}: at {self.at_s:.3f} s, {self.event}"
        return f"{head}\n  then: {self.then}\n  now:  {self.now}\n  why:  {self.why}"


@dataclass(slots=True)
class Replayed:
    """What a replay found: how much was the same, and the first that was not."""

    events: int = 0
    facts: int = 0
    began_ns: int | None = None
    seconds: float = 0.0  # From the first event to the last.
    difference: Difference | None = None
    remarks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    """One event with what was decided on it then."""

    at_ns: int
    event: Event
    depth: int
    told: list[dict[str, Any]] = field(default_factory=list)
    shown: Shown = field(default_factory=dict)
    unkept: JournalError | None = None
    kept: tuple[KeptGame, ...] | None = None
    taken: Found | None = None
    untaken: JournalError | None = None


class _Past:
    """A program that decides again; its journal and its kept games fail, and give games, as at each event of then."""

    def __init__(self, trace: Trace, start: Start) -> None:
        self._trace, self._shown = trace, dict(start.shown)
        self._faults: list[Exception] = []
        self._facts: list[Fact] = []
        self._group = _Group(0, TimePassed(0.0), 0)  # Before the first event nothing was decided.
        self._controller = Controller(
            start.situation,
            self,
            lambda scene, on_lit: on_lit(),
            clock=lambda: 0.0,
            on_fault=self._faults.append,
            archive=self,
        )
        take_up(self._controller, trace.header)
        self._controller.start()

    def append(self, fact: Fact) -> None:
        if self._group.unkept is not None and len(self._facts) >= len(self._group.told):
            raise self._group.unkept
        self._facts.append(fact)

    def kept(self) -> tuple[KeptGame, ...] | None:
        if self._group.untaken:
            raise self._group.untaken
        return self._group.kept

    def take_up(self, name: str) -> Found:
        if self._group.untaken or self._group.taken is None:
            raise self._group.untaken or JournalError(f"{name} was not taken up then")
        return self._group.taken

    def again(self, group: _Group, *, is_whole: bool) -> Difference | None:
        """Decide an event again, and compare; what a nested event shows is compared with that one."""
        self._group, self._facts = group, []
        self._controller.handle(group.event)
        self._shown |= group.shown
        shown, now = self._shown, shown_in(self._controller.scene)
        others = (key for key in (now | shown) if (shown.get(key) or "") != (now.get(key) or ""))
        told = [as_json(fact) for fact in self._facts]
        if told != group.told:
            then, decided, why = self._facts_differ(group.told, told)
        elif is_whole and (key := next(others, None)) is not None:
            then = f"{key} shows {shown.get(key) or 'nothing'}"
            decided = f"{key} shows {now.get(key) or 'nothing'}"
            why = "what follows from the same facts is shown otherwise"
        else:
            return None
        if self._faults:
            why = f"the program failed: {type(self._faults[-1]).__name__}: {self._faults[-1]}"
        recorded, replayed = self._trace.header.get("versions"), versions()
        if recorded != replayed:
            why += f"; recorded with {recorded}, replayed with {replayed}"
        return Difference(self._trace.path.name, group.at_ns / 1e9, str(group.event), then, decided, why)

    def _facts_differ(self, then: list[dict[str, Any]], now: list[dict[str, Any]]) -> tuple[str, str, str]:
        """Return the first fact that differs, then and now, and the rule that decides now."""
        at, (was, is_now) = next((at, pair) for at, pair in enumerate(zip_longest(then, now)) if pair[0] != pair[1])
        fact = self._facts[at] if is_now else None
        same = "the same event gives other facts"
        why = f"the rule that decides now is {fact.rule}" if isinstance(fact, Acted) else same
        return _fact_in_words(was), _fact_in_words(is_now), why


def replay(path: Path) -> Replayed:
    """Replay a trace file, or all of a folder; raises TraceError where one cannot be read."""
    found = Replayed()
    for file in traces_in(path):
        _replay_file(read_trace(file), found)
        if found.difference:
            break
    return found


def _replay_file(trace: Trace, found: Replayed) -> None:
    name = trace.path.name
    start = start_of(trace)
    if not start.is_exact:
        found.remarks.append(f"{name} begins in the middle of something that cannot be computed again; it is left out")
        return
    try:
        past, groups = _Past(trace, start), _groups(trace)
    except Exception as error:  # noqa: BLE001  # as in `start_of`: whatever a foreign header holds
        raise TraceError(f"{name}: the header cannot be read: {error}") from None
    group = next(groups, None)
    while group is not None:
        following = next(groups, None)
        if following is None and trace.ending:  # the last event may have been cut off in the middle of its decisions
            break
        found.difference = past.again(group, is_whole=following is None or not following.depth)
        if found.difference and following is not None:
            return
        found.events += 1
        found.facts += len(group.told)
        found.began_ns = group.at_ns if found.began_ns is None else found.began_ns
        found.seconds = (group.at_ns - found.began_ns) / 1e9
        group = following
    if trace.ending:
        found.remarks.append(f"{name}: {trace.ending}")


def _groups(trace: Trace) -> Iterator[_Group]:
    """Yield the events of a trace with their decisions; raises TraceError where rows make no sense."""
    group: _Group | None = None
    for number, row in enumerate(trace.rows, 1):
        try:
            at_ns, kind, *parts = cast("list[Any]", row)
            if kind == "heard":
                if group is not None:
                    yield group
                group = _Group(int(at_ns), event_of(parts[0]), int(parts[1]))
            elif group is not None:
                _add(group, kind, parts)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
            raise TraceError(f"{trace.path.name}: row {number} cannot be read: {error}") from None
    if group is not None:
        yield group


def _add(group: _Group, kind: str, parts: list[Any]) -> None:
    match kind:
        case "fact":
            group.told.append(dict(parts[0]))
        case "unkept":
            cause = WriteFault(parts[1]) if parts[1:] and parts[1] else None  # earlier traces have the reason alone
            group.unkept = JournalError(str(parts[0]), cause)
        case "kept":
            group.kept = msgspec.convert(parts[0], tuple[KeptGame, ...] | None)
        case "taken":
            group.taken = msgspec.convert(parts[0], Found)
        case "untaken":
            group.untaken = (NoRoomError if parts[1] else JournalError)(str(parts[0]))
        case "shown":
            group.shown |= parts[0]


def _fact_in_words(fact: Mapping[str, Any] | None) -> str:
    """Return a fact, an act with its ruling first."""
    if fact is None:
        return "nothing more"
    parts = {key: value for key, value in fact.items() if key != "fact" and value not in (None, [], {}, ())}
    if fact.get("fact") == "acted":
        return f"{parts.get('seat')} {parts.get('act')}: {parts.get('ruling')}, by {parts.get('rule')}"
    return " ".join((str(fact.get("fact")), *(f"{key}={value!r}" for key, value in parts.items())))
