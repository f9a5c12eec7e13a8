"""A line of the log as a page may read it: what happened, why, which acts prove it, and what it took back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tacotable.state.log import LogEntry, game_of

if TYPE_CHECKING:
    from tacotable.catalog import Catalog
    from tacotable.state.role import Content, Role
    from tacotable.state.why import Why


def log_line(entry: LogEntry, role: Role, words: Catalog, log: Sequence[LogEntry]) -> Content:
    """Return a line of the log; who may not know its values gets the same line without them."""
    is_hidden = entry.owner is not None and role.kind != "simulation" and role.seat != entry.owner
    words = words.with_people(entry.people)
    hidden = words.web("log.refused-hidden", {"seat": entry.seat or ""})
    return {
        "n": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": hidden if is_hidden else words.web(entry.code, entry.values),
        "rule": None if is_hidden else entry.rule,
        "act": entry.act or None,
        "why": None if is_hidden or entry.why is None else _why(entry, entry.why, words, game_of(log, entry)),
        "undone": list(entry.undone),
        "begins": entry.begins,
    }


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
    return " ".join(words.with_people(entry.people).web(entry.code, entry.values) for entry in told)
