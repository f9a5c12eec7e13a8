"""The odds of an Exploding game, exact by what a viewer believes: which cards are lethal, who can help himself."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Dice, Odds
from tacotable_engine.companion.exploding.following import belief_of
from tacotable_engine.exploding.effects import defusers
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE
from tacotable_engine.exploding.state import Phase, Seat, State

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards
    from tacotable_engine.companion.exploding.belief import Belief
    from tacotable_engine.companion.exploding.hypotheses import Shape
    from tacotable_engine.match import Match

MOST_DRAWS = 10  # For so many draws it is told how likely one of them is lethal.


def odds(match: Match, viewer: str, worlds: int, dice: Dice) -> Odds:
    """Return `lethal_at`, `explode` and `holds`, exact; no world is sampled."""
    seat = match.seats.index(viewer) if viewer in match.seats else None
    belief = belief_of(match, seat, is_arbiter=viewer == "arbiter")
    values = {"lethal_at": belief.lethal_at(), "explode": explode(belief), "holds": holds(belief, match.state, seat)}
    return Odds(values, "sampled" if belief.lost else "exact", belief.lost)


def explode(belief: Belief) -> list[float]:
    """Return how likely at least one of the top k cards is lethal, for k = 1 up to 10 or the pile's size."""
    safe = [0.0] * min(MOST_DRAWS, len(belief.lethal_at()))
    for shape, likely in belief.likely().items():
        for number in range(1, len(safe) + 1):
            safe[number - 1] += likely * _none_lethal(belief, shape, number)
    return [min(1.0, max(0.0, 1.0 - one)) for one in safe]


def _none_lethal(belief: Belief, shape: Shape, number: int) -> float:
    """Return how likely none of the top cards is lethal."""
    copies, places, covered = belief.unknown_copies(shape, belief.lethal), belief.lethal_places(shape), 0
    for part in shape.pile:
        if number < part.size:
            known, total = len(part.known) - part.known.count(belief.lethal), comb(part.size, number)
            return sum(  # of so many cards without its known lethal ones, some may be unknown
                comb(part.unknown, n) * comb(known, number - n) / total * _none_of(places, copies, covered + n)
                for n in range(min(number, part.unknown) + 1)
            )
        if belief.lethal in part.known:
            return 0.0
        covered += part.unknown
        number -= part.size
    return _none_of(places, copies, covered)


def _none_of(places: int, copies: int, covered: int) -> float:
    """Return how likely none of the covered places has one of the copies."""
    return comb(places - covered, copies) / comb(places, copies) if copies else 1.0


def holds(belief: Belief, state: State, eyes_seat: Seat | None) -> dict[str, dict[str, float]]:
    """Return for each other living seat how likely it has at least one Defuse, and at least one Nope."""
    return {
        state.name(seat): {card: holding(belief, state, seat, card) for card in (DEFUSE, NOPE)}
        for seat in state.alive
        if seat != eyes_seat
    }


def holding(belief: Belief, state: State, seat: Seat, card: str) -> float:
    """Return how likely a hand has a card.

    Where the referee knows its hand, a seat that is asked to defuse has what it takes, and everybody sees that.
    """
    asked = defusers(state) if state.phase is Phase.DEFUSE and state.knows(state.turn.seat) else ()
    without: dict[int, Cards] = {seat: (card,)}
    if not asked:
        return 1.0 - lacking(belief, without)
    able = state.turn.seat
    both = {**without, able: (*without.get(able, ()), *asked)}
    helped = 1.0 - lacking(belief, {able: asked})
    if helped <= 0.0:
        return 0.0
    return min(1.0, max(0.0, 1.0 - (lacking(belief, without) - lacking(belief, both)) / helped))


def lacking(belief: Belief, cards: Mapping[int, Cards]) -> float:
    """Return how likely it is that none of these hands has any of these cards."""
    share = 0.0
    for shape, likely in belief.likely().items():
        zones = [(shape.zones[seat], titles) for seat, titles in cards.items()]
        if not any(card in zone.known for zone, titles in zones for card in titles):
            share += likely * _share_without(belief, shape, cards)
    return share


def _share_without(belief: Belief, shape: Shape, cards: Mapping[int, Cards]) -> float:
    """Return the share of the ways to lay unknown cards in which these hands get none of these."""
    if len(cards) == 1 and not any(forbidden for zone in shape.zones for forbidden, _ in zone.unknown):
        # Every place but those of lethal cards is as good as any other.
        (seat, titles), lethal = next(iter(cards.items())), belief.unknown_copies(shape, belief.lethal)
        number = sum(zone.unknown[0][1] for zone in shape.zones if zone.unknown) - lethal
        number += sum(part.unknown for part in shape.pile)
        copies = sum(belief.unknown_copies(shape, card) for card in set(titles))
        hand = shape.zones[seat].unknown
        return _none_of(number, copies, hand[0][1] if hand else 0)
    return belief.ways(shape, cards) / belief.ways(shape)
