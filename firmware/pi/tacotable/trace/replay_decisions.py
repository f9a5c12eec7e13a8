"""Replay of a trace: every event again, and the first decision that differs from the one that was made then.

Decisions are the facts that follow from an event, and what displays, lights and the buzzer show behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from tacotable.core.controller import Controller
from tacotable.state.facts import Acted, Fact
from tacotable.state.interaction import KeptGame
from tacotable.storage.journal import JournalError, NoRoomError
from tacotable.trace.file import Trace, TraceError, read_trace, traces_in
from tacotable.trace.rows import Shown, event_of, fact_told, found_of, shown_in
from tacotable.trace.start import start_of, take_up, versions

if TYPE_CHECKING:
    from tacotable.dialogs.restart import Found
    from tacotable.state.events import Event
    from tacotable.state.scene import Scene


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
    seconds: float = 0.0
    """From the first event to the last."""
    difference: Difference | None = None
    remarks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """One event with what was decided on it then."""

    at_ns: int
    event: Event
    depth: int
    facts: list[Fact] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    shown: Shown = field(default_factory=dict)
    unkept: str | None = None
    kept: tuple[KeptGame, ...] | None = None
    taken: Found | None = None
    untaken: JournalError | None = None


class _KeptThen:
    """Gives of kept games what the event gave that is replayed."""

    def __init__(self) -> None:
        self.group: Group | None = None

    def kept(self) -> tuple[KeptGame, ...] | None:
        """Return the games that were listed."""
        self._fail_as_then()
        return self.group.kept if self.group else None

    def take_up(self, name: str) -> Found:
        """Return the game that was taken up."""
        self._fail_as_then()
        if self.group is None or self.group.taken is None:
            raise JournalError(f"{name} was not taken up then")
        return self.group.taken

    def _fail_as_then(self) -> None:
        if self.group and self.group.untaken:
            raise self.group.untaken


class _Log:
    """Takes the facts of a replay; fails where the journal had failed."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.facts: list[Fact] = []
        self.unkept: str | None = None
        self.room = 0

    def append(self, fact: Fact) -> None:
        """Keep a fact."""
        if self.unkept is not None and len(self.told) >= self.room:
            raise JournalError(self.unkept)
        self.told.append(fact_told(fact))
        self.facts.append(fact)


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
    log, archive = _Log(), _KeptThen()
    faults: list[Exception] = []
    controller = Controller(
        start.situation, log, _show_nowhere, clock=lambda: 0.0, on_fault=faults.append, archive=archive
    )
    take_up(controller, trace.header)
    controller.start()
    shown = dict(start.shown)
    last: Group | None = None
    for group in _groups(trace):
        if last is not None:
            archive.group = last
            found.difference = _again(
                controller, log, last, shown, is_whole=not group.depth, trace=trace, faults=faults
            )
            if found.difference:
                return
            _count(found, last)
        last = group
    # The last event may have been cut off in the middle of its decisions.
    archive.group = last
    if last is not None and not trace.ending:
        found.difference = _again(controller, log, last, shown, is_whole=True, trace=trace, faults=faults)
        _count(found, last)
    if trace.ending:
        found.remarks.append(f"{name}: {trace.ending}")


def _count(found: Replayed, group: Group) -> None:
    found.events += 1
    found.facts += len(group.told)
    found.began_ns = group.at_ns if found.began_ns is None else found.began_ns
    found.seconds = (group.at_ns - found.began_ns) / 1e9


def _show_nowhere(scene: Scene, on_lit: Callable[[], None]) -> None:
    del scene
    on_lit()


def _groups(trace: Trace) -> Iterator[Group]:
    """Yield the events of a trace with their decisions; raises TraceError where rows make no sense."""
    group: Group | None = None
    for number, row in enumerate(trace.rows, 1):
        try:
            at_ns, kind, *parts = cast("list[Any]", row)
            if kind == "heard":
                if group is not None:
                    yield group
                group = Group(int(at_ns), event_of(parts[0]), int(parts[1]))
            elif group is not None:
                _add(group, kind, parts)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
            raise TraceError(f"{trace.path.name}: row {number} cannot be read: {error}") from None
    if group is not None:
        yield group


def _add(group: Group, kind: str, parts: list[Any]) -> None:
    if kind == "fact":
        group.told.append(dict(parts[0]))
    elif kind == "unkept":
        group.unkept = str(parts[0])
    elif kind == "kept":
        group.kept = msgspec.convert(parts[0], tuple[KeptGame, ...] | None)
    elif kind == "taken":
        group.taken = found_of(parts[0])
    elif kind == "untaken":
        group.untaken = (NoRoomError if parts[1] else JournalError)(str(parts[0]))
    elif kind == "shown":
        group.shown |= parts[0]


def _again(
    controller: Controller,
    log: _Log,
    group: Group,
    shown: Shown,
    *,
    is_whole: bool,
    trace: Trace,
    faults: list[Exception],
) -> Difference | None:
    """Decide an event again, and compare; what a nested event shows is compared with that one."""
    log.told, log.facts, log.unkept, log.room = [], [], group.unkept, len(group.told)
    controller.handle(group.event)
    shown |= group.shown
    now = shown_in(controller.scene)
    then, decided, why = "", "", ""
    if log.told != group.told:
        then, decided, why = _facts_differ(group.told, log)
    elif is_whole and (key := _first_shown(shown, now)) is not None:
        then = f"{key} shows {shown.get(key) or 'nothing'}"
        decided = f"{key} shows {now.get(key) or 'nothing'}"
        why = "what follows from the same facts is shown otherwise"
    else:
        return None
    if faults:
        why = f"the program failed: {type(faults[-1]).__name__}: {faults[-1]}"
    recorded, replayed = trace.header.get("versions"), versions()
    if recorded != replayed:
        why += f"; recorded with {recorded}, replayed with {replayed}"
    return Difference(trace.path.name, group.at_ns / 1e9, str(group.event), then, decided, why)


def _first_shown(then: Shown, now: Shown) -> str | None:
    """Return the first device that shows something else."""
    keys = dict.fromkeys((*now, *then))
    return next((key for key in keys if (then.get(key) or "") != (now.get(key) or "")), None)


def _facts_differ(told: list[dict[str, Any]], log: _Log) -> tuple[str, str, str]:
    """Return the first fact that differs, then and now, and the rule that decides now."""
    at = next(
        (at for at, (then, now) in enumerate(zip(told, log.told, strict=False)) if then != now),
        min(len(told), len(log.told)),
    )
    then = _fact_in_words(told[at]) if at < len(told) else "nothing more"
    now = _fact_in_words(log.told[at]) if at < len(log.told) else "nothing more"
    fact = log.facts[at] if at < len(log.facts) else None
    if isinstance(fact, Acted):
        return then, now, f"the rule that decides now is {fact.rule}"
    return then, now, "the same event gives other facts"


def _fact_in_words(fact: Mapping[str, Any]) -> str:
    """Return a fact, an act with its ruling first."""
    parts = {key: value for key, value in fact.items() if key != "fact" and value not in (None, [], {}, ())}
    if fact.get("fact") == "acted":
        return f"{parts['seat']} {parts['act']}: {parts['ruling']}, by {parts['rule']}"
    return " ".join((str(fact.get("fact")), *(f"{key}={value!r}" for key, value in parts.items())))
