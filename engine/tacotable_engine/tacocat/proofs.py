"""Proofs: when cards that were shown later prove an earlier sacrifice wrong (ruling `sacrifice-refuted`).

A sacrifice claims that all cards left in its hand are as high. With the unseen copies of the deck and the unknown
places of both hands, a claim is refuted by a lower card of the same hand, by too few unseen cards that are high
enough, or together with the other seat's claim. The claims of a hand are nested, so these tests find every
contradiction there is, at the first act that proves it. A claim that was reported constrains nothing afterwards.
What only inferred counts contradict is doubted, not proven: the act that shows it is `unproven` (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from tacotable_engine.cards import UNKNOWN, Cards, Mode, without
from tacotable_engine.rulings import Standing, Violation
from tacotable_engine.tacocat.state import Claimed, Seat, State, as_shown


def unseen(state: State) -> dict[str, int]:
    """Count the copies of each value whose place is not known; of a redacted state, not known to its viewer.

    Below 0 where two seats showed together what the deck has once: a card was misread then, which no count mends.
    """
    answers = (answer.card for answer in state.answers)
    known = (*state.hands[0], *state.hands[1], *state.pile, *state.discard, *state.attack, *answers)
    return state.terms.deck.left((*known, *state.tucked[0], *state.tucked[1]))


def with_shown_copies(state: State) -> State:
    """Note that the copies exist which lie open beyond an inferred count; what is sealed does not show in the deck."""
    deck = state.terms.deck
    if not deck.inferred or state.terms.mode is Mode.DEALT or state.sealed != (None, None):
        return state
    shown = deck.with_shown(unseen(state))
    return state if shown is deck else state._replace(terms=replace(state.terms, deck=shown))


def standing(state: State, seat: Seat, cards: Cards, fits: Callable[[str], bool]) -> Standing:
    """Judge the claim that all cards fit that stay in a hand when these equal ones leave it, as that none is lower.

    The claim is refuted by another card that is known to be in the hand, or by counting: too few unseen cards fit to
    fill the hand's unknown places (ruling `sacrifice-refuted`). It is sure when no other card can be in the hand.
    """
    hand = state.hands[seat]
    rest, left = without(hand, cards) or (), state.terms.deck.most_left(unseen(as_shown(state, seat)))
    left[cards[0]] -= max(0, len(cards) - hand.count(cards[0]))
    if any(card != UNKNOWN and not fits(card) for card in rest):
        return Standing.REFUTED
    unknown = rest.count(UNKNOWN)
    if sum(max(count, 0) for card, count in left.items() if fits(card)) < unknown:
        return Standing.REFUTED
    is_free = any(count > 0 and not fits(card) for card, count in left.items())
    return Standing.OPEN if unknown and is_free else Standing.SURE


RULE = "sacrifice-lowest"


class Proven(NamedTuple):
    """What an act proves: the state without the claims that are refuted, and these as violations in act order."""

    state: State
    violations: tuple[Violation, ...] = ()
    is_doubtful: bool = False  # Whether it would prove more if the inferred counts were certain.


def proven_by(state: State, shown: Iterable[tuple[Seat, str]]) -> Proven:
    """Return what the present act proves, by the cards it showed and by counting.

    The state is the one after the act. Act numbers in it are those of the state (`State.acts`), which the course
    turns into the log's.
    """
    if not state.claims:
        return Proven(state)
    whole, state = state, as_shown(state)
    violations: list[Violation] = []
    cards, left = tuple(shown), state.terms.deck.most_left(unseen(state))
    while wrong := _contradiction(state, state.claims, cards, left):
        # A contradiction of two seats is nobody's proven fault, and carries the later act.
        seat = state.terms.seats[wrong[0].seat] if len(wrong) == 1 else None
        claimed = {claim.act for claim in wrong}
        violations.append(Violation(max(claimed), RULE, seat, tuple(sorted({*claimed, state.acts + 1}))))
        state = state._replace(claims=tuple(claim for claim in state.claims if claim not in wrong))
    doubted = _with_doubts(state)
    return Proven(
        whole._replace(claims=doubted.claims), tuple(sorted(violations, key=lambda one: one.act)), doubted is not state
    )


def _with_doubts(state: State) -> State:
    """Mark the claims that contradict the inferred counts, each once."""
    left = unseen(state)
    while wrong := _contradiction(state, tuple(one for one in state.claims if not one.is_doubted), (), left):
        marked = (one._replace(is_doubted=one.is_doubted or one in wrong) for one in state.claims)
        state = state._replace(claims=tuple(marked))
    return state


def _contradiction(
    state: State, claims: tuple[Claimed, ...], shown: tuple[tuple[Seat, str], ...], left: Mapping[str, int]
) -> tuple[Claimed, ...]:
    """Find one claim, or two of different seats, that no hands could make true; `left` counts the unseen cards."""
    for claim in claims:
        is_earlier = claim.act <= state.acts
        if is_earlier and any(seat == claim.seat and int(card) < int(claim.card) for seat, card in shown):
            return (claim,)
    first, second = _highest(claims, 0), _highest(claims, 1)
    for asked in (first, second):
        if asked is not None and _high_enough(left, asked) < state.hands[asked.seat].count(UNKNOWN):
            return (asked,)
    if first is None or second is None:
        return ()
    lower = min(first, second, key=lambda claim: int(claim.card))
    places = state.hands[0].count(UNKNOWN) + state.hands[1].count(UNKNOWN)
    return (first, second) if _high_enough(left, lower) < places else ()


def _highest(claims: tuple[Claimed, ...], seat: Seat) -> Claimed | None:
    """Return a seat's claim that asks most, the earliest of equal ones."""
    own = [claim for claim in claims if claim.seat == seat]
    return max(own, key=lambda claim: int(claim.card), default=None)


def _high_enough(left: Mapping[str, int], claim: Claimed) -> int:
    return sum(max(0, count) for card, count in left.items() if int(card) >= int(claim.card))
