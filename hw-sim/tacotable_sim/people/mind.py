"""What decides for a seat in place of chance: a robot's mind. Its hands are those of any simulated person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from tacotable_sim.truth import Card


class Mind(Protocol):
    """Decides for one seat."""

    def act(self, hand: Sequence[str]) -> Mapping[str, object]:
        """Return what the seat does now, as the referee protocol writes an act; empty: it does not know.

        `hand`: the faces of the seat's cards.
        """
        ...


def decide(mind: Mind | None, hand: Iterable[Card], *kinds: str) -> Mapping[str, object]:
    """Return what a mind does where that is an act of these kinds; empty where chance decides."""
    act = mind.act([card.face for card in hand]) if mind else {}
    return act if act.get("do") in kinds else {}


def cards_of(act: Mapping[str, object], hand: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand that an act names, in its order; none where the hand lacks one of them."""
    told, left = act.get("cards", [act["card"]] if "card" in act else []), list(hand)
    found = list[Card]()
    for face in told if isinstance(told, list | tuple) else ():
        card = next((card for card in left if card.face == face), None)
        if card is None:
            return ()
        left.remove(card)
        found.append(card)
    return tuple(found)
