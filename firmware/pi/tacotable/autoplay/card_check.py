"""Whether the cards on a simulated kittens table lie as the referee says they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tacotable.table.schema import PLAY_ZONE, front_of
from tacotable_sim.truth import DISCARD, DRAW, Truth, hand_of

if TYPE_CHECKING:
    from tacotable_engine.exploding.view import ExplodingView

UNKNOWN = "?"


def differences(truth: Truth, view: ExplodingView) -> tuple[str, ...]:
    """Return where the cards lie otherwise than the referee says to all; empty where they agree. At a game's end."""
    return tuple(_differences(truth, view))


def _differences(truth: Truth, view: ExplodingView) -> Iterator[str]:
    for seat, size in view.hand_size.items():
        held = len(truth.at(hand_of(seat)))
        if held != size:
            yield f"seat {seat} holds {held} cards, the referee says {size}"
    pile = len(truth.at(DRAW))
    if pile != len(view.pile):
        yield f"the pile has {pile} cards, the referee says {len(view.pile)}"
    lying = [card.face for card in (*truth.at(DISCARD), *truth.at(PLAY_ZONE))]
    if not agree(lying, view.discard):
        yield f"discarded are {lying}, the referee says {list(view.discard)}"
    for seat, told in view.in_front.items():
        laid = sorted(card.face for card in truth.at(front_of(seat)))
        if not _fits(laid, told):
            yield f"in front of seat {seat} lie {laid}, the referee says {list(told)}"


def agree(lying: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a pile is the one that is told: card by card, or where some are unknown, by what is known.

    >>> agree(["skip", "nope"], ["nope", "skip"]), agree(["skip", "nope"], ["nope", "?"])
    (False, True)
    """
    return _fits(lying, told) if UNKNOWN in told else list(lying) == list(told)


def _fits(lying: Iterable[str], told: Iterable[str]) -> bool:
    """Return whether cards are those that are told in any order, unknown ones being any."""
    left, known = Counter(lying), Counter(told)
    unknown = known.pop(UNKNOWN, 0)
    return not known - left and (left - known).total() == unknown
