"""The outcome of a self-test: a line for each device, what was tried, and the mend of what failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tacotable.diagnostics.selftest.steps import Kind


class Outcome(StrEnum):
    """How a try ended."""

    PASSED = "pass"
    FAILED = "FAIL"


@dataclass(frozen=True, slots=True)
class Tried:
    """One try of one device; what failed says what was seen, and the mend."""

    device: str
    kind: Kind
    outcome: Outcome
    told: str = ""
    mend: str = ""


def has_failed(tries: Sequence[Tried]) -> bool:
    """Return whether any try failed."""
    return any(tried.outcome is Outcome.FAILED for tried in tries)


def in_lines(tries: Sequence[Tried]) -> str:
    """Return the outcome as lines to read; the counts at the end are those of the cells."""
    lines = [f"{'':<18}" + " ".join(f"{kind.value:<8}" for kind in Kind).rstrip()]
    for device in dict.fromkeys(tried.device for tried in tries):
        cells = [_cell(tries, device, kind) for kind in Kind]
        lines.append(f"{device:<18}" + " ".join(f"{cell:<8}" for cell in cells).rstrip())
    for tried in tries:
        if tried.outcome is Outcome.FAILED:
            lines += [f"{tried.device}: {tried.told}", f"  -> {tried.mend}"]
    tried_cells = {(tried.device, tried.kind) for tried in tries}
    failed = len({(tried.device, tried.kind) for tried in tries if tried.outcome is Outcome.FAILED})
    return "\n".join([*lines, f"{len(tried_cells) - failed} passed, {failed} failed"])


def _cell(tries: Sequence[Tried], device: str, kind: Kind) -> str:
    """Return the worst outcome of a device in a column; a dot where nothing was tried."""
    outcomes = {tried.outcome for tried in tries if (tried.device, tried.kind) == (device, kind)}
    return next((each.value for each in (Outcome.FAILED, Outcome.PASSED) if each in outcomes), ".")


def as_plain(tries: Sequence[Tried]) -> list[dict[str, str]]:
    """Return the tries as they are written in JSON."""
    return [
        {
            "device": each.device,
            "try": each.kind.value,
            "outcome": each.outcome.value,
            "told": each.told,
            "mend": each.mend,
        }
        for each in tries
    ]
