"""What a viewer learns from each entry of a match's log: the one door between what is hidden and a viewer's belief.

Every rule of who sees what is here. A step names a face only where the viewer may know it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.companion.exploding import belief
from tacotable_engine.exploding.acts import Arrange, Defuse, Draw, Explode, Give, Nope, Play, Steal
from tacotable_engine.exploding.state import Phase, Seat, State
from tacotable_engine.log import Amended, Applied, Standing

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.game import Act

Steps: TypeAlias = Iterator[belief.Step]


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes see: a seat's, with None everyone's, or all that the referee knows."""

    seat: Seat | None = None
    is_arbiter: bool = False

    def see(self, *seats: Seat) -> bool:
        """Return whether they see what one of these seats sees."""
        return self.is_arbiter or self.seat in seats


def steps_of(before: State, entry: Standing, after: State, eyes: Eyes) -> Steps:
    """Yield what a viewer learns from an entry of the log that led from one state to the next."""
    if isinstance(entry, Amended):
        yield from _amended(before, entry.amendment, after)
    elif isinstance(entry, Applied):
        yield from _acted(before, before.terms.seats.index(entry.seat), entry.act, after, eyes)
    if before.phase is Phase.WINDOW and after.phase is not Phase.WINDOW and not isinstance(entry, Amended):
        yield from _closed(before, after, eyes)
    peek = after.peek
    if peek is not None and peek is not before.peek and eyes.see(peek.seat):
        yield from _seen(peek.cards)


def _acted(before: State, seat: Seat, act: Act, after: State, eyes: Eyes) -> Steps:
    """Yield what an act shows by itself; whoever let a window pass or denied a card shows nothing."""
    pending = before.pending
    match act:
        case Play():
            yield from (belief.Shown(seat, card) for card in act.cards)
        case Nope():
            yield belief.Shown(seat, act.card)
        case Defuse():
            yield belief.Shown(seat, act.card)
            yield belief.Inserted(act.slot if eyes.see(seat) else None)
        case Draw():
            yield from _drawing(before, seat, after, eyes, act.card, is_from_bottom=before.is_from_bottom)
        case Explode():
            yield from _died(before, seat, after)
        case Give() if pending is not None:
            yield from _handed(before, seat, pending.seat, act.card, after, eyes, named=pending.name)
        case Steal() if pending is not None and pending.target is not None:
            yield from _handed(before, pending.target, seat, act.card, after, eyes)
        case Arrange():
            yield belief.Mixed(len(before.peek.cards) if before.peek is not None else min(3, len(before.pile)))
            yield from _seen(act.cards or () if eyes.see(seat) else ())


def _seen(cards: Cards) -> Steps:
    """Yield the cards of the top that are told, from the top."""
    yield from (belief.Seen(place, card) for place, card in enumerate(cards) if card != UNKNOWN)


def _drawing(
    before: State, seat: Seat, after: State, eyes: Eyes, told: str | None = None, *, is_from_bottom: bool
) -> Steps:
    place = len(before.pile) - 1 if is_from_bottom else 0
    is_out = seat not in after.alive
    if is_out or after.drawn is not None:
        yield belief.LethalDrawn(place)
        if is_out:
            yield from _died(before, seat, after)
        return
    face = told or _gained(before, after, seat)
    if face is not None and eyes.see(seat):
        yield belief.Seen(place, face)
    yield belief.Drawn(seat, place)


def _died(before: State, seat: Seat, after: State) -> Steps:
    """Show an eliminated hand as it lies there, then the lethal card, which is no hidden one any more."""
    ruleset, size = before.terms.ruleset, len(before.hands[seat])
    if ruleset.keeps_dead_hand:
        lies = tuple(card for card in after.in_front[seat] if card != ruleset.lethal)
        yield from _shown_hand(seat, lies, belief.AWAY)
    else:
        yield from _shown_hand(seat, after.discard[len(after.discard) - 1 - size : -1], belief.LYING)


def _shown_hand(seat: Seat, hand: Cards, to: int) -> Steps:
    for card in hand:
        if card != UNKNOWN:
            yield belief.Shown(seat, card)
    if UNKNOWN in hand:
        yield belief.Merged(seat, to)


def _handed(
    before: State, giver: Seat, taker: Seat, told: str | None, after: State, eyes: Eyes, *, named: str | None = None
) -> Steps:
    """Hand a card over: the two know it, where it was told at all; everybody knows one that was named."""
    face = named
    if face is None and eyes.see(giver, taker):
        face = told or _gained(before, after, taker)
    if face is None:
        yield belief.Passed(giver, taker)
        return
    yield belief.Shown(giver, face)
    yield belief.Came(taker, face)


def _gained(before: State, after: State, seat: Seat) -> str | None:
    """Return the face of the card that came into a hand, None where nobody told it."""
    new = Counter(after.hands[seat]) - Counter(before.hands[seat])
    return next((card for card in new if card != UNKNOWN), None)


def _closed(before: State, after: State, eyes: Eyes) -> Steps:
    """Return what a window that closed has done at once."""
    pending = before.pending
    if pending is None or pending.is_cancelled:
        return
    seat, effect, target = pending.seat, pending.effect, pending.target
    if effect == "shuffle":
        yield belief.Mixed(None)
    elif effect == "draw-from-bottom" and before.terms.mode is Mode.DEALT:
        yield from _drawing(before, seat, after, eyes, is_from_bottom=True)
    elif effect == "five" and pending.name is not None:
        if pending.name not in before.discard:
            yield belief.Shown(belief.LYING, pending.name)
        yield belief.Came(seat, pending.name)
    elif target is not None and before.hands[target] and after.phase is Phase.TURN:
        if len(after.hands[seat]) > len(before.hands[seat]):
            yield from _handed(before, target, seat, None, after, eyes, named=pending.name)
        elif pending.name is not None:  # a triple that found nothing tells that nothing was there
            yield belief.Lacks(target, pending.name)


def _amended(before: State, amendment: Amendment, after: State) -> Steps:
    if amendment.do == "shuffled":
        yield belief.Mixed(None)
    if amendment.do != "leave":
        return
    seat = before.terms.seats.index(amendment.seat or "")
    yield from _shown_hand(seat, before.hands[seat], belief.LYING)
    if len(after.pile) < len(before.pile):
        yield belief.LethalLeft()
        if before.terms.mode is not Mode.DEALT:
            yield belief.Mixed(None)
