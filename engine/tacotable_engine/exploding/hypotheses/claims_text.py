"""Claims and moves of hidden cards as words of the one-line state, and back again exactly.

A claim is `b.skip@12+3`: by act 12, after 3 moves, seat b said that it had no Skip. A move is `p>a` (a hidden card
passed from the pile to a), `a-skip` (a hidden card of a's hand was shown to be a Skip), `a+defuse` (a known Defuse in
it became a hidden card), `a=q*5` (all 5 of a's hidden cards merged into the discard pile). Zones are seats, `p` the
pile, `q` the discard pile, `r` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacotable_engine.exploding.hypotheses.search import HANDS, Kind, Move
from tacotable_engine.exploding.state import Claim
from tacotable_engine.forms import Form, letters, number, several, shape

ZONE_LETTERS = "abcdefghijpqr"
"""The letters of the zones, in their order."""
PARTS: Mapping[Kind, tuple[str, ...]] = {
    Kind.PASSED: ("zone", "to"),
    Kind.MERGED: ("zone", "to", "number"),
    Kind.SHOWN: ("zone", "card"),
    Kind.HIDDEN: ("zone", "card"),
}
"""The parts of a move that its word tells; the kind's sign stands behind the first."""


def claims_form(seat: Form[int], card: Form[str]) -> Form[tuple[Claim, ...]]:
    """Return the form of the open claims."""
    act = number(0, 999_999)
    return several(shape(Claim, "{0}.{1}@{2}+{3}", "claims such as b.skip@12+3", seat, card, act, act), ",")


def moves_form(seats: int, card: Form[str]) -> Form[tuple[Move, ...]]:
    """Return the form of the moves of hidden cards."""
    known = {letter: at for at, letter in enumerate(ZONE_LETTERS) if at < seats or at >= len(HANDS)}
    zone = letters(known, f"a seat from a to {ZONE_LETTERS[seats - 1]}")
    forms: dict[str, Form[Any]] = {"zone": zone, "to": zone, "number": number(1, 999), "card": card}
    shapes = {
        kind: shape(
            lambda *values: values,
            f"{{0}}{kind.value}{{1}}" + ("*{2}" if len(names) > 2 else ""),
            "moves such as p>a, a-skip, a+defuse or a=q*5",
            *(forms[name] for name in names),
        )
        for kind, names in PARTS.items()
    }

    def write(move: Move) -> str:
        return shapes[move.kind].write(tuple(getattr(move, name) for name in PARTS[move.kind]))

    def read(word: str) -> Move:
        kind = next((kind for kind in Kind if word[1:2] == kind.value), Kind.PASSED)
        return Move(kind, **dict(zip(PARTS[kind], shapes[kind].read(word), strict=True)))

    return several(Form(write, read), ",")
