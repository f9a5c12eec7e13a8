"""All hubs of a table: found by asking who they are at every port that may be one, whatever its name.

Ports are looked for while a hub is missing. Which hub hangs on which cable is told by its own number, so cables may be
swapped at any time. A port at which nobody answers is let alone for a while.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from math import inf
from random import Random

from tacotable_drivers.hub.dialogue import AT_PROMPT, HubOutcome, Lost, Quiet, Unfit
from tacotable_drivers.hub.hub import Hub
from tacotable_drivers.hub.line import Line
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import FaultKind, FindPorts, Look, PortError, PortOpener, Sink, tell_all
from tacotable_drivers.wire.hub_messages import PROGRAM, Fault, Hello, Moved, Snap, Tags

LOOK_MS = 500.0  # How often ports are looked for while a hub is missing.
START_MS = 2_000.0  # So long a table that starts waits before it tells that a hub is missing.
REST_MS = 2_000.0  # So long a port is let alone at which nobody answered, or a hub of another table.
OLDEST_PYTHON = (1, 28)
REOPEN_MS = 6_000.0  # After so long a silence the port is reopened: it may hang.


@dataclass(frozen=True, slots=True)
class HubCounters:
    """What is known of one hub, for the status page; `error_ms` is how wrong its clock's fit may be.

    `lines_dropped` came spoiled, `lines_unheard` of ours did the hub drop; `reader_faults` by zone. The hub's own
    counts begin when it was met.
    """

    is_known: bool
    identity: str = ""
    where: str = ""
    lines_taken: int = 0
    lines_dropped: int = 0
    error_ms: float = inf
    lines_unheard: int = 0
    reader_faults: Mapping[str, int] = field(default_factory=dict)
    program: str = ""  # The program that is on it; empty while it was not met.
    python: str = ""  # Its MicroPython.

    @property
    def told_program(self) -> str:
        """Return that it has another program than this release's; empty where it has that one, or was not met."""
        return f"its program is {self.program}, this release has {PROGRAM}" if self.program not in ("", PROGRAM) else ""

    @property
    def told_python(self) -> str:
        """Return that its MicroPython is an old one; empty if it is not, or is not known."""
        number = tuple(map(int, re.findall(r"\d+", self.python)[:2]))
        is_old = () < number < OLDEST_PYTHON
        return f"its MicroPython is {self.python}: older ones than 1.28 lose what is sent over USB" if is_old else ""


@dataclass(eq=False)
class Hubs:
    """The hubs of a table by their plans; `sink` gets their events. `chance` draws what has to be random."""

    plans: InitVar[Sequence[HubPlan]]
    find_ports: FindPorts
    sink: Sink
    loop: asyncio.AbstractEventLoop
    chance: Random

    def __post_init__(self, plans: Sequence[HubPlan]) -> None:
        self._hubs = [Hub(plan) for plan in plans]
        self._lines: dict[str, Line] = {}
        self._rests_until_ms: dict[str, float] = {}
        self._seen: dict[str, str] = {}
        """What was found at each port that is no hub of this table."""
        self._fault = FaultKind.FAILED
        """Why the last port that could not be opened could not."""
        self._timer = LoopTimer(self.loop)
        self._tells_missing_ms = 0.0

    def start(self) -> None:
        """Begin to look; a hub that is not there is told after a while, and found whenever it comes."""
        self._tells_missing_ms = self._timer.now_ms() + START_MS
        if self._hubs:
            self._look()

    def close(self) -> None:
        """Darken all lights, and close all ports; nothing is told afterwards."""
        self._timer.cancel()
        lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            line.say_farewell()

    def show(self, lamps: Mapping[str, Look], row: Sequence[Look]) -> None:
        """Show the lamps of buttons by their names, and the row behind them; only what changes is sent."""
        for hub in self._hubs:
            hub.picture = hub.plan.picture(lamps, row)
            if line := self._line_of(hub):
                line.do(line.dialogue.light(hub.picture, self._timer.now_ms()))

    def try_lines(self) -> None:
        """Fill the lines of all hubs that are known, both ways; call it again and again, then see `counters`."""
        for line in list(self._lines.values()):
            if line.hub is not None and line.hub.is_known:
                line.do(line.dialogue.ask(self._timer.now_ms(), "ping", "snap", "health"))

    def counters(self) -> dict[str, HubCounters]:
        """Return the numbers so far, by the names of the hubs."""
        return {hub.plan.name: self._counters_of(hub) for hub in self._hubs}

    def _counters_of(self, hub: Hub) -> HubCounters:
        line = self._line_of(hub)
        if line is None:
            return HubCounters(hub.is_known)
        talk = line.dialogue
        unheard, faults = 0, dict[str, int]()
        if (first := talk.health_at_first) and (last := talk.health):
            unheard = last.lines_dropped - first.lines_dropped
            zones = [zone for _, zone in sorted(hub.plan.readers.items())]
            since_met = [now - before for now, before in zip(last.reader_faults, first.reader_faults, strict=False)]
            faults = dict(zip(zones, since_met, strict=False))
        return HubCounters(
            is_known=hub.is_known,
            identity=talk.identity,
            where=line.where,
            lines_taken=talk.lines.taken,
            lines_dropped=talk.lines.dropped,
            error_ms=talk.clock.error_ms(self._timer.now_ms()),
            lines_unheard=unheard,
            reader_faults=faults,
            program=talk.program,
            python=talk.python,
        )

    def _line_of(self, hub: Hub) -> Line | None:
        return next((line for line in self._lines.values() if line.hub is hub), None)

    # Looking for hubs.

    def _look(self, _due_ms: float = 0.0) -> None:
        """Try every port that is not open, while a hub is missing; look again soon."""
        now_ms = self._timer.now_ms()
        self._timer.set(now_ms + LOOK_MS, self._look)
        if all(hub.is_known for hub in self._hubs):
            return
        self._fault = FaultKind.FAILED
        for line in list(self._lines.values()):
            if line.silent_since_ms is not None and now_ms >= line.silent_since_ms + REOPEN_MS:
                self._forget(line)
        for where, opener in self.find_ports().items():
            if where not in self._lines and now_ms >= self._rests_until_ms.get(where, 0.0):
                self._try(where, opener)
        for hub in self._hubs if now_ms >= self._tells_missing_ms else ():
            if not hub.is_known and not hub.loss.reason:
                tell_all(self.sink, hub.lost(self._missing(hub.plan), now_ms, fault=self._fault))

    def _try(self, where: str, opener: PortOpener) -> None:
        line = self._lines[where] = Line(where, self.loop, self.chance, self._hear, self._ended)
        try:
            line.open(opener)
        except PortError as error:
            self._seen[where], self._fault = str(error), error.fault
            self._lines.pop(where, None)

    def _forget(self, line: Line, rest_ms: float = 0.0) -> None:
        """Close a line; its port is tried again after a rest."""
        line.close()
        if self._lines.get(line.where) is line:
            del self._lines[line.where]
        self._rests_until_ms[line.where] = self._timer.now_ms() + rest_ms

    def _missing(self, plan: HubPlan) -> str:
        which = plan.identity or "a hub of any number"
        there = dict(self._seen)
        for where, line in self._lines.items():
            if line.hub is None and line.dialogue.is_at_prompt:
                there[where] = f"{AT_PROMPT} ({where})"
            elif line.hub is None and (hub := line.dialogue.says_it_is):
                there[where] = f"hub {hub} on {where} talks but takes nothing: press its reset button"
        told = "; ".join(there.values()) or "no port of a hub is there"
        return f"{which} was not found: is its cable in? ({told}; looking on)"

    # What lines tell.

    def _ended(self, line: Line, reason: str) -> None:
        self._forget(line)
        self._lose(line, reason)

    def _hear(self, line: Line, outcome: HubOutcome) -> None:
        now_ms, clock, hub = self._timer.now_ms(), line.dialogue.clock, line.hub
        match outcome:
            case Hello():
                self._meet(line, outcome)
            case Lost(reason):
                line.silent_since_ms = now_ms
                if hub is None:
                    told = AT_PROMPT if reason == AT_PROMPT else "nobody answers as a hub"
                    self._seen[line.where] = f"{told} ({line.where})"
                    self._forget(line, REST_MS)
                self._lose(line, reason)
            case Unfit(identity, reason):
                self._seen[line.where] = reason
                hub = hub or self._hub_of(identity)
                if hub is not None and (hub is line.hub or not hub.is_known):
                    tell_all(self.sink, hub.lost(reason, now_ms, is_mend=True))
            case Snap() if hub:
                line.silent_since_ms = None
                tell_all(self.sink, hub.believe(outcome, clock, now_ms))
            case Tags() | Moved() | Fault() if hub:
                tell_all(self.sink, hub.happened(outcome, clock, now_ms))
            case Quiet(at) if hub:
                tell_all(self.sink, hub.quiet(at, clock, now_ms))

    def _meet(self, line: Line, hello: Hello) -> None:
        """Assign a hub its place at the table, or release it where it has none."""
        hub, now_ms = self._hub_of(hello.identity), self._timer.now_ms()
        if hub is None:
            self._seen[line.where] = f"hub {hello.identity} on {line.where} is not in the table file: give it as `id`"
            self._forget(line, REST_MS)
        elif (missing := hub.plan.lack_of(hello)) is not None:
            self._forget(line, REST_MS)
            tell_all(self.sink, hub.lost(missing, now_ms, is_mend=True))
        else:
            if before := self._line_of(hub):
                self._forget(before, REST_MS)
                self._lose(before, "it answers at another port now")
            line.hub = hub
            self._seen.pop(line.where, None)
            line.dialogue.light(hub.picture, now_ms)
            line.do(line.dialogue.engage(hub.plan.config(), now_ms))

    def _hub_of(self, identity: str) -> Hub | None:
        """Find the hub of the table with this number; the one without any is whichever talks first."""
        for hub in self._hubs:
            line = self._line_of(hub)
            is_free = line is None or line.silent_since_ms is not None or line.dialogue.identity == identity
            if hub.plan.identity == identity or (hub.plan.identity is None and is_free):
                return hub
        return None

    def _lose(self, line: Line, reason: str) -> None:
        if line.hub is not None:
            what = reason.removeprefix(f"{line.where}: ")
            tell_all(self.sink, line.hub.lost(f"on {line.where}: {what} (retrying)", self._timer.now_ms()))
