"""A line of the log as a page may read it: what happened, why, which acts prove it, and what it took back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from tacotable.state.log import LogEntry, Why, game_of

if TYPE_CHECKING:
    from tacotable.catalog import Catalog
    from tacotable.state.role import Content, Role


def log_line(entry: LogEntry, role: Role, words: Catalog, log: Sequence[LogEntry]) -> Content:
    """Return a line of the log; who may not know its values gets the same line without them."""
    entry = masked(entry, role)
    words = words.with_people(entry.people)
    return {
        "n": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": words.web(entry.code, entry.values),
        "rule": entry.rule,
        "act": entry.act or None,
        "section": words.web(entry.section.code, entry.section.values) if entry.section else None,
        "why": None if entry.why is None else _why(entry, entry.why, words, game_of(log, entry)),
        "undone": list(entry.undone),
        "begins": entry.begins,
    }


class PublicLine(msgspec.Struct, frozen=True):
    """A line as everybody may read it, of a public event."""

    code: str
    values: dict[str, object] = {}
    seat: str | None = None
    rule: str | None = None
    act: int = 0

    def entry(self, people: Mapping[str, str]) -> LogEntry:
        """Return it as a line of the log, of a kind that its code tells; `people`: who sat at the seats then."""
        is_dispute = self.code.startswith("violation.") or (self.rule and self.code.startswith("log."))
        is_refusal = self.code.startswith(("rule.", "log.refused"))
        kind = "refusal" if is_refusal else "dispute" if is_dispute else "ruling"
        return LogEntry(0, kind, self.code, self.values, self.rule, self.seat, act=self.act, people=people)


def masked(entry: LogEntry, role: Role) -> LogEntry:
    """Return a line as a role may know it: of one with hidden values, everybody reads only whose it is."""
    if entry.owner is None or role.kind == "simulation" or role.seat == entry.owner:
        return entry
    return replace(entry, code="log.refused-hidden", values={"seat": entry.seat or ""}, rule=None, why=None)


def _why(entry: LogEntry, why: Why, words: Catalog, game: Sequence[LogEntry]) -> Content:
    """Return the sentence of the rule, its place in the rules, and what was told of each act that proves it."""
    return {
        "verdict": why.verdict,
        "say": words.say(why.code, {"seat": entry.seat or "", **why.values}),
        "source": why.source,
        "proof": [{"act": act, "text": _told_of(act, words, game)} for act in why.proof],
    }


def _told_of(act: int, words: Catalog, game: Sequence[LogEntry]) -> str:
    """Return what everyone was told of an act, in the order in which it happened."""
    told = (entry for entry in game if entry.act == act and entry.kind == "ruling" and entry.owner is None)
    return words.together(words.with_people(entry.people).web(entry.code, entry.values) for entry in told)
