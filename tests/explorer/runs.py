"""The runs of the explorer that tests repeat.

Of a short run the kinds of findings are written down as they are today (`kinds.json`); `python -m explorer.runs` in
`tests` explores all short ones again and writes that file, in half a minute. A deep run may find what is known at all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from explorer.phase_list import HARD, HASTY, PHASES
from explorer.phases import Phase
from explorer.search import explore

DOCUMENT = Path(__file__).with_name("kinds.json")


@dataclass(frozen=True, slots=True)
class Run:
    """All sequences of gestures from a phase up to a depth; narrow: without pads of others, holds and double taps."""

    phase: Phase
    depth: int
    is_wide: bool = True

    def __str__(self) -> str:
        """Return its name, such as `kittens ek120 window, depth 2`."""
        haste = ", in haste" if self.phase.pace_ms < 100 else ""
        return f"{self.phase}{haste}, depth {self.depth}"

    def kinds(self) -> dict[str, str]:
        """Explore, and return each kind of findings (`promise: kind`) with its shortest gestures."""
        explored = explore(self.phase.world(), self.depth, pace_ms=self.phase.pace_ms, is_wide=self.is_wide)
        return {f"{one.violation.promise}: {one.violation.kind}": str(one) for one in explored.findings}


SHORT = (
    *(Run(phase, 1) for phase in PHASES.values()),
    *(Run(phase, 2 if phase.table == "tacocat" else 1, is_wide=False) for phase in HASTY),
)
RING = ("turn", "shown", "window", "claim", "next turn", "after death", "give")
DEEP = (
    *(Run(phase, 2) for name, phase in PHASES.items() if name.startswith(("tacocat tc38", "buttons tc38"))),
    *(Run(PHASES[f"kittens ek120 {name}"], 2) for name in RING),
    *(Run(PHASES[f"ring-with-own-pads zh56 {name}"], 2) for name in ("turn", "shown", "window", "claim")),
    *(Run(PHASES[f"family ek120 {name}"], 2) for name in ("turn", "window")),
    *(Run(phase, 2, is_wide=False) for phase in HASTY if phase.table != "tacocat"),
)
DEEPEST = tuple(Run(phase, 3, is_wide=False) for phase in HARD)


def known() -> dict[str, list[str]]:
    """Return the kinds of findings of each short run as they were written last."""
    kinds: dict[str, list[str]] = json.loads(DOCUMENT.read_text(encoding="utf-8")) if DOCUMENT.exists() else {}
    return kinds


if __name__ == "__main__":
    DOCUMENT.write_text(json.dumps({str(run): sorted(run.kinds()) for run in SHORT}, indent=1) + "\n", encoding="utf-8")
