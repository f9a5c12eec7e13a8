"""Findings: what was looked at, how it is, and what to do; also what could not be looked at, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Verdict(StrEnum):
    """How something is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a report. `mend` says what to do; it is there for all that is not well."""

    subject: str
    verdict: Verdict
    told: str
    mend: str = ""

    def __post_init__(self) -> None:
        """Refuse a finding that something is wrong without a mend."""
        if self.verdict in (Verdict.WARN, Verdict.FAIL) and not self.mend:
            raise ValueError(f"{self.subject}: {self.told}: say the mend")


def ok(subject: str, told: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(subject, Verdict.OK, told)


def warn(subject: str, told: str, mend: str) -> Finding:
    """Return a finding that play goes on with, but less well."""
    return Finding(subject, Verdict.WARN, told, mend)


def fail(subject: str, told: str, mend: str) -> Finding:
    """Return a finding that keeps a part of the table from working."""
    return Finding(subject, Verdict.FAIL, told, mend)


def unchecked(subject: str, told: str, mend: str = "") -> Finding:
    """Return what could not be looked at, and why."""
    return Finding(subject, Verdict.UNCHECKED, told, mend)


def together(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in which those that tell the same trouble of several devices are one.

    >>> [each.subject for each in together(unchecked(name, "?") for name in ("button A", "hub", "button B"))]
    ['button A, B; hub']
    """
    alike: dict[Finding, list[str]] = {}
    for finding in findings:
        key = finding if finding.verdict is Verdict.OK else replace(finding, subject="")
        alike.setdefault(key, []).append(finding.subject)
    told = []
    for key, subjects in alike.items():
        names: dict[str, dict[str, None]] = {}
        for kind, _, name in (subject.partition(" ") for subject in subjects):
            names.setdefault(kind, {})[name] = None
        of_kinds = (f"{kind} {', '.join(each)}".rstrip() for kind, each in names.items())
        told.append(replace(key, subject="; ".join(of_kinds)))
    return told


def in_lines(told: Iterable[Finding]) -> str:
    """Return findings as lines to read: a line each, the mend under it, one cause once."""
    findings, lines = together(told), []
    for finding in findings:
        lines.append(f"{finding.verdict.value:<9} {finding.subject}: {finding.told}")
        if finding.mend:
            lines.append(f"{'':<9} -> {finding.mend}")
    counts = [f"{sum(each.verdict is verdict for each in findings)} {verdict.value}" for verdict in Verdict]
    return "\n".join([*lines, ", ".join(counts)])
