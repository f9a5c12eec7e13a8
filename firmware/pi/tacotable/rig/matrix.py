"""The report: a matrix of scenarios and rigs, with a reason for whatever failed or was not run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.rig.runner import Outcome

MARKS = {"passed": "ok", "failed": "FAILED", "failed as expected": "xfail", "not run": "-"}


def as_text(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return the lines of the matrix, then each reason once with what it concerns."""
    rigs = list(dict.fromkeys(outcome.rig for outcome in outcomes))
    scenarios = list(dict.fromkeys(outcome.scenario for outcome in outcomes))
    marks = {(outcome.scenario, outcome.rig): MARKS[outcome.verdict] for outcome in outcomes}
    width = max((len(name) for name in scenarios), default=0)
    rows = [row(name, [marks.get((name, rig), "") for rig in rigs], rigs, width) for name in scenarios]
    return (row("", rigs, rigs, width), *rows, *reasons(outcomes))


def row(name: str, cells: Sequence[str], rigs: Sequence[str], width: int) -> str:
    """Return a line of the matrix, with its name as wide as the widest.

    >>> row("duel", ["ok", "-"], ["engine", "hub"], 6)
    'duel    ok      -'
    """
    columns = [cell.ljust(max(len(rig), 6)) for cell, rig in zip(cells, rigs, strict=True)]
    return "  ".join((name.ljust(width), *columns)).rstrip()


def reasons(outcomes: Sequence[Outcome]) -> list[str]:
    """Return why, once where one reason is that of many scenarios; under a failure the steps that led to it."""
    by_reason: dict[tuple[str, str, str], list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.reason:
            by_reason.setdefault((outcome.rig, outcome.verdict, outcome.reason), []).append(outcome)
    lines, traced = [], set()
    for (rig, verdict, reason), ones in by_reason.items():
        names = ones[0].scenario if len(ones) == 1 else f"{len(ones)} scenarios"
        lines += [f"{verdict} on {rig}: {names}: {reason}", *(() if reason in traced else ones[0].trace)]
        traced.add(reason)
    return lines


def as_json(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Return the same for programs: `matrix` by scenario and rig, each with its verdict, reason and trace."""
    matrix: dict[str, dict[str, dict[str, object]]] = {}
    for outcome in outcomes:
        entry: dict[str, object] = {"verdict": outcome.verdict} | ({"reason": outcome.reason} if outcome.reason else {})
        entry |= {"trace": list(outcome.trace)} if outcome.trace else {}
        matrix.setdefault(outcome.scenario, {})[outcome.rig] = entry
    counts = {verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in MARKS}
    return {"matrix": matrix, **{verdict.replace(" ", "_"): count for verdict, count in counts.items()}}
