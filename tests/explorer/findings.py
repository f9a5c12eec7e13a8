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
from explorer.phase_list import FIVE, PHASES
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
        "A card counts for the seat whose turn it is, though its own seat pressed first",
        r"owner: (play|draw|defuse|give|nope) with the card of a seat that pressed",
        at(RING),
        ("2 lays skip on play", "tap 2.ok", "tap 1.ok"),
        "A press of another seat since the card was laid claims it: the table asks whose it is.",
    ),
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
        "A report of the next seat counts within 1.5 s of another's press",
        r"hands: (draw|give|defuse|steal) by a press from before it was asked",
        at("kittens ek120 drawn"),
        ("tap 2.ok",),
        "A press that reports what hands did counts 1.5 s after another's press, a vote or a window's end.",
    ),
    Known(
        "A double press on the picture of an explosion draws",
        r"seen: double press of (ok|nope) in (turn|draw)",
        at("kittens ek120 after death"),
        ("double tap 2.ok",),
        "A press within 0.5 s of one's own press that changed something does not count.",
    ),
    Known(
        "A double NO at a message means a sacrifice, and a double OK turns twice",
        r"seen: double press of (ok|no) in (answer|attack|duel|replace|showdown)",
        at("tacocat tc38 several demands"),
        ("double tap WOW.ok",),
        "The same guard of 0.5 s; turning with LEFT and RIGHT is free of it.",
    ),
    Known(
        "No word of a wrong card after its claim has lapsed",
        r"no silence: no word of a card in (turn|window)",
        at("kittens ek120 window"),
        ("tap 2.nope", "2 lays skip on play", "wait 10 s"),
        "A message is derived from the status of the card, for as long as it is there.",
    ),
    Known(
        "OK draws while a wrong card of a lapsed claim is on the pad of its seat",
        r"hands: draw over a card",
        at("ring-with-own-pads zh56 claim"),
        ("2 lays skip on 2.pad", "wait 10 s", "tap 2.ok"),
        "No draw is ruled while a card that is part of nothing is on the pad of its seat.",
    ),
    Known(
        "All lamps are dark while a message about a card is shown",
        r"no silence: all lamps dark in (turn|attack|answer|duel|give|defuse|draw)",
        at("kittens ek120 next turn"),
        ("1 lays nope on play",),
        "The lamp of the awaited seat says `clear the pad` (two short flashes).",
    ),
    Known(
        "Two NOPEs for one WHOSE? are nobody's",
        r"no silence: all lamps dark in turn",
        at("kittens ek120 window"),
        ("2 lays nope on play", "3 lays nope on play", "wait 4 s"),
        "The seat that presses NOPE first owns the first card; the second one waits refused.",
    ),
    Known(
        "NO NOPE asks for a press of NOPE that is refused",
        r"no silence: message asks for nope, refused in window",
        at("kittens ek120 window"),
        ("tap 2.nope", "wait 4 s", "wait 1 s"),
        "The message says that the time is used up.",
    ),
    Known(
        "NOTHING BACK asks for OK, which is refused where drawn cards pass the pad",
        r"no silence: message asks for ok, refused in turn",
        at("kittens ek120 seen turn"),
        ("tap 1.nope",),
        "In mode `seen` the message says to show a card.",
    ),
    Known(
        "OK flashes while the wanted card of five is awaited",
        r"lit lamp: fast ok of awaited (does nothing|is refused) in turn",
        Phase("tacocat", "zh56", "five", FIVE),
        ("tap YAY.ok",),
        "OK is steady (hands) until the wanted card is shown.",
    ),
    Known(
        "A lamp is lit while a press does not count yet",
        EARLY,
        at("kittens ek120 give"),
        ("tap 2.ok",),
        "Lamps are dark until presses count.",
    ),
    Known(
        "The lamp of NOPE invites a seat whose time for a Nope is used up",
        EARLY,
        at("kittens ek120 claim"),
        ("tap 3.nope", "wait 10 s"),
        "The lamp is the decision for a press made now.",
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
    Known(
        "People who obey do not get on",
        r"no silence: obedience ends (in \w+|in a pause|at a question)",
        at("kittens ek120 window"),
        ("tap 2.nope", "2 lays skip on play", "wait 10 s"),
        "Follows from the kinds above.",
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
