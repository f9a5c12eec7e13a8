"""The arbiter at the desk: which tables wait for one, and decisions on their way to a table.

A decision goes out as the answer to what its table tells, until the table says what came of it. It is about the moment
that the desk saw: a table that went on meanwhile refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from secrets import token_hex

import msgspec

from tacotable_live.director.archive import Archive
from tacotable_live.stream.messages import Asks, Decide, FromDirector, Noted, seal
from tacotable_live.tournament.errors import EventError, require

GOOD_S = 30.0
"""A table that was not heard of for so long is asked no more to do what was decided."""
NOT_ANSWERED = "not-answered"


class Asked(msgspec.Struct, frozen=True):
    """What a table says its arbiter could decide; fields of later versions are passed over."""

    waits: str = ""
    """"storage", "question", "paused", "restart", "refused" or nothing."""
    ruling: tuple[str, dict[str, object]] | None = None
    source: str = ""
    needs_people: bool = False
    """Whether somebody has to come: also where no desk may decide."""
    may_decide: bool = True
    game: str = ""
    """The ruleset that is played, or is next."""
    names: dict[str, str] = {}
    offered: dict[str, tuple[str, dict[str, object]]] = {}
    moment: str = ""


class Decision(msgspec.Struct, frozen=True):
    """What was decided at the desk, as the archive keeps it: the words of the offer, who took it, and why."""

    told: tuple[str, dict[str, object]]
    names: dict[str, str]
    who: str
    why: str


class Decisions:
    """What tables ask, and what goes to them."""

    def __init__(self, archive: Archive, clock: Callable[[], float], wall: Callable[[], float]) -> None:
        """`clock` and `wall` return seconds: `clock` ends decisions that nothing answers, `wall` dates them."""
        self.asked: dict[str, Asked] = {}
        """The tables that let this desk decide, those that wait for it longest first."""
        self._archive, self._clock, self._wall = archive, clock, wall
        self._sent: dict[str, tuple[Decide, float]] = {}
        """By table, the decision that is on its way, and the time at which it is given up."""

    def hear(self, table: str, key_hash: str, message: Asks) -> tuple[FromDirector, bool]:
        """Take what a table tells; return the answer, and whether the desk has something new to show."""
        outcomes = dict(message.done)
        sent, until_s = self._sent.get(table, (None, 0.0))
        if sent and until_s < self._clock():
            outcomes.setdefault(sent.id, NOT_ANSWERED)
        is_new = [self._archive.end_decision(id_, outcome) for id_, outcome in outcomes.items()]
        is_new.append(self._note(table, message.asked))
        if sent is None or sent.id in outcomes:
            self._sent.pop(table, None)
            return Noted(), any(is_new)
        return msgspec.structs.replace(sent, sealed=seal(key_hash, sent)), any(is_new)

    def _note(self, table: str, told: Mapping[str, object] | None) -> bool:
        before = self.asked.get(table)
        now = None if told is None else msgspec.convert(told, Asked)
        if now == before:
            return False
        if now is None or not (before and before.waits == now.waits):
            self.asked.pop(table, None)  # who begins to wait does so at the end of the queue
        if now is not None:
            self.asked[table] = now
        return True

    def queue(self) -> list[tuple[str, Asked]]:
        """Return the tables that let this desk decide: those that wait first, in the order in which they began to."""
        deciding = (each for each in self.asked.items() if each[1].may_decide)
        return sorted(deciding, key=lambda each: not each[1].needs_people)

    def take(self, asked: Mapping[str, object]) -> None:
        """Send a decision to its table. Raises EventError where it does not fit."""
        table, what, who, why = (str(asked.get(name, "")).strip() for name in ("table", "what", "who", "why"))
        now = self.asked.get(table)
        if now is None or not now.may_decide:
            raise EventError("no-desk")
        require(what in now.offered and (asked.get("moment") == now.moment or what == "pause"), "went-on")
        require(bool(who and why), "no-reason")
        require(table not in self._sent, "on-its-way")
        decide = Decide(token_hex(8), what, now.moment, who[:40], why[:200])
        self._sent[table] = decide, self._clock() + GOOD_S
        kept = msgspec.json.encode(Decision(now.offered[what], now.names, decide.who, decide.why))
        self._archive.add_decision(table, decide.id, kept, int(self._wall() * 1_000))

    def made(self, table: str) -> list[tuple[Decision, str | None]]:
        """Return the decisions for a table, the newest first, with what came of each; an empty text: it was done."""
        rows = self._archive.decisions(table)
        return [(msgspec.json.decode(kept, type=Decision), outcome) for kept, outcome in rows]
