"""The kinds of findings that are known today, each with the shortest gestures that show it, and what was decided.

A kind that is gone fails its test, so that the list shrinks; each kind that a run finds (`runs.py`) has to be here.
`FINDINGS.md` is drawn from this table: `python -m explorer.findings` in `tests` writes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.antenna import Stack
from explorer.phase_list import PHASES
from explorer.phases import Phase
from explorer.promises import LIMITS

if TYPE_CHECKING:
    from explorer.promises import Violation

DOCUMENT = Path(__file__).with_name("FINDINGS.md")


@dataclass(frozen=True, slots=True)
class Known:
    """A kind of violations, the shortest gestures to one of them, and the decision.

    `pattern` matches `promise: kind` of the violations of this kind as a whole.
    """

    name: str
    pattern: str
    phase: Phase
    gestures: tuple[str, ...]
    decision: str

    def is_of(self, violation: Violation) -> bool:
        """Return whether a violation is of this kind."""
        return self.is_named(f"{violation.promise}: {violation.kind}")

    def is_named(self, kind: str) -> bool:
        """Return whether a kind, as `promise: kind`, is this one."""
        return re.fullmatch(self.pattern, kind) is not None


def at(name: str, *, stack: Stack = Stack.UPPER, pace_ms: float = 700.0, hand: tuple[str, ...] = ()) -> Phase:
    """Return a phase of the list, with other readers, pace or hands."""
    return replace(PHASES[name], stack=stack, pace_ms=pace_ms, hand=hand)


EARLY = r"lit lamp: (slow|fast) (ok|nope|no) of (awaited|other) is refused (in \w+|in a pause|at a question)"
USELESS = r"lit lamp: (slow|fast) (ok|nope|no) of (awaited|other) does nothing (in \w+|in a pause)"
RING = "kittens ek120 turn"
KNOWN = (
    Known(
        "Of two cards laid at once the lower one counts when the upper one is lifted",
        r"hands: \w+ by an uncovered card",
        at("tacocat tc38 replace"),
        ("YAY lays 4 and 2 on YAY.pad at once", "YAY takes 2 off YAY.pad"),
        "A limit where the reader reports the upper card alone: a card laid on the other would be reported alike.",
    ),
    Known(
        "A used card that is laid again counts by OK held",
        r"hands: \w+ by a used card",
        at("tacocat tc38 attack"),
        ("YAY lays 5 on YAY.pad again", "hold YAY.ok"),
        "OK held may count a card that the table takes for used by mistake, and asks first.",
    ),
    Known(
        "Two presses of NOPE turn twice where buttons stand in for the reader",
        r"seen: double press of (nope|no) in (turn|attack|answer|duel|replace|showdown)",
        at("kittens ek120 dead reader"),
        ("double tap 1.nope",),
        "Turning changes nothing that is asked, so it is free of the guard, as with LEFT and RIGHT.",
    ),
    Known(
        "People who obey do not get on where they choose with buttons",
        r"no silence: obedience ends in (attack|answer|duel|replace|showdown)",
        at("buttons tc38 attack"),
        ("tap YAY.left", "tap YAY.ok"),
        "The display names the one card that can be chosen.",
    ),
    Known(
        "A lamp is lit while a press does not count yet, for as long as nobody can have seen it",
        EARLY,
        at("kittens ek120 turn", pace_ms=50.0),
        ("1 lays defuse on play",),
        "A limit: a lamp is dark as long as a changed question does not count, and not for 0.15 s after each card.",
    ),
    Known(
        "NOPE turns unseen while a message to another seat is on the display",
        USELESS,
        at("kittens ek120 dead reader"),
        ("press at once 1.nope 2.nope",),
        "A press of the seat that chooses brings its choice back to the display.",
    ),
    Known(
        "OK says `clear the pad`, and a press turns to another demand, or ends the announcement",
        r"lit lamp: double ok asks for hands in (answer|attack)",
        at("tacocat tc38 several demands"),
        ("YAY lays 2 on WOW.pad",),
        "While a used card has to go, OK is refused with that word.",
    ),
)


def document() -> str:
    """Return the text of `FINDINGS.md`."""
    lines = [
        "# What the gesture explorer finds today",
        "",
        "Drawn from `findings.py`. Each kind is a defect until it is decided otherwise; limits come after the table.",
        "",
        "| kind | from | shortest gestures | decision |",
        "|---|---|---|---|",
    ]
    for one in KNOWN:
        how = "".join(
            (
                f", readers read {one.phase.stack.value}" if one.phase.stack is not Stack.UPPER else "",
                f", {one.phase.pace_ms / 1_000:g} s apart" if one.phase.pace_ms < 700 else "",
            )
        )
        before = "; ".join(one.phase.gestures) if str(one.phase) == RING else ""
        gestures = "; ".join(filter(None, (before, *one.gestures)))
        lines.append(f"| {one.name} | {one.phase}{how} | {gestures} | {one.decision} |")
    lines += ["", "## What no pad can tell", ""]
    lines += [f"- {kind}: {reason}." for kind, reason in LIMITS.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
