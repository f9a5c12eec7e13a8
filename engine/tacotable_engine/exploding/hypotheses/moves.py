"""What an act did with hidden cards: the moves by which hypotheses are followed, drawn from the states around it.

A card that the referee knows is in no hypothesis, wherever it goes; only what it has as "?" moves here, gets its face,
or loses it. So the moves are few, and most acts make none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding.acts import Arrange, Defuse, Draw, Explode, ExplodingAct, Give, Let, Nope, Play, Steal
from tacotable_engine.exploding.hypotheses.search import DISCARD, PILE, REST, Kind, Move
from tacotable_engine.exploding.state import Phase, Seat, State, next_card

Moves: TypeAlias = tuple[Move, ...]


def moves_of(before: State, seat: Seat, act: ExplodingAct, after: State) -> Moves | None:
    """Return the moves of an act; None where it showed that something known was not so (the arbiter let it stand)."""
    return _MOVING[type(act)](before, seat, act, after) if type(act) in _MOVING else ()


def moves_of_window(before: State, after: State) -> Moves:
    """Return the moves of a closed window: a Shuffle hides the pile, a five takes a hidden card that lies there.

    What a play that took effect brought to a robot, or took from one, moves too.
    """
    if before.phase is not Phase.WINDOW or after.phase is Phase.WINDOW:
        return ()
    moves: Moves = ()
    pending = before.pending
    if pending is not None and pending.name is not None:
        name, target = pending.name, pending.target
        if after.discard.count(UNKNOWN) < before.discard.count(UNKNOWN):
            moves = (Move(Kind.SHOWN, DISCARD, card=name),)
        if target is None and not pending.is_cancelled:
            moves += _hidden_by(before, pending.seat, name)
        elif target is not None and len(after.hands[target]) < len(before.hands[target]):
            moves += _given(before, target, pending.seat, name, after)
    return moves + _turned(PILE, before.pile, after.pile)


def _hidden_by(before: State, taker: Seat, card: str) -> Moves:
    """Return the move of a face that goes out of sight in a robot's hand."""
    return (Move(Kind.HIDDEN, taker, card=card),) if taker in before.terms.robots else ()


def moves_of_mixing(before: State, after: State) -> Moves:
    """Return the moves of a pile that was mixed by hand: what was known of it hides."""
    return _turned(PILE, before.pile, after.pile)


def moves_of_leaving(before: State, seat: Seat, after: State) -> Moves:
    """Return the moves of a seat that left: a lethal card of the pile shows, the rest of the hand lies unseen."""
    shown: Moves = ()
    if len(after.pile) < len(before.pile):
        shown = _turned(PILE, before.pile, (*after.pile, before.terms.ruleset.lethal))
    if seat in before.terms.robots:
        turned = _turned(seat, (*before.hands[seat], *before.discard), after.discard)
        shown += tuple(move for move in turned if move.kind is Kind.SHOWN)
    hidden = before.hands[seat].count(UNKNOWN) - sum(move.zone == seat for move in shown)
    return (*shown, Move(Kind.MERGED, seat, DISCARD, number=hidden)) if hidden else shown


def _turned(zone: int, before: Cards, after: Cards) -> Moves:
    """Return the cards of a zone that became known, and those that became hidden."""
    if before == after:
        return ()
    was, now = Counter(before), Counter(after)
    shown = [Move(Kind.SHOWN, zone, card=card) for card in (now - was).elements() if card != UNKNOWN]
    hidden = [Move(Kind.HIDDEN, zone, card=card) for card in (was - now).elements() if card != UNKNOWN]
    return (*shown, *hidden)


def _out_of(hand: Cards, seat: Seat, cards: Cards) -> Moves:
    """Return those of the cards, laid out of a hand, that were hidden in it."""
    return tuple(Move(Kind.SHOWN, seat, card=card) for card in (Counter(cards) - Counter(hand)).elements())


def _play(before: State, seat: Seat, act: Play, after: State) -> Moves:
    """Show the cards; a five whose card is not known to lie there says that it lies there, even if it is noped."""
    shown = _out_of(before.hands[seat], seat, act.cards)
    is_five = after.pending is not None and after.pending.effect == "five" and act.name is not None
    if not is_five or act.name is None or act.name in after.discard:
        return shown
    found = Move(Kind.SHOWN, DISCARD, card=act.name)
    return (*shown, found, found._replace(kind=Kind.HIDDEN))


def _draw(before: State, seat: Seat, act: Draw, after: State) -> Moves | None:
    known, lethal = next_card(before), before.terms.ruleset.lethal
    if known not in (UNKNOWN, act.card) and act.card is not None:
        return None
    if act.card == lethal or known == lethal:
        shown = (Move(Kind.SHOWN, PILE, card=lethal),) if known == UNKNOWN else ()
        return shown if seat in after.alive else shown + _explode(before._replace(drawn=lethal), seat, Explode(), after)
    if known != UNKNOWN:
        return _hidden_by(before, seat, known)
    is_hidden = act.card is None or seat in before.terms.robots
    return (Move(Kind.PASSED, PILE, seat) if is_hidden else Move(Kind.SHOWN, PILE, card=act.card or UNKNOWN),)


def _defuse(before: State, seat: Seat, act: Defuse, after: State) -> Moves:
    """Show the Defuse; a lethal card whose slot was not told hides, with all that was known of the pile."""
    shown = _out_of(before.hands[seat], seat, (act.card,))
    if act.slot is not None:
        return shown
    return shown + _turned(PILE, (*before.pile, before.drawn or UNKNOWN), after.pile)


def _explode(before: State, seat: Seat, act: Explode, after: State) -> Moves:
    """Show what is shown of the hand; the rest of it lies hidden where dead hands lie."""
    is_kept = before.terms.ruleset.keeps_dead_hand
    lay, lies = (before.in_front[seat], after.in_front[seat]) if is_kept else (before.discard, after.discard)
    turned = _turned(seat, (*before.hands[seat], before.drawn or UNKNOWN, *lay), lies)
    hidden = lies.count(UNKNOWN) - lay.count(UNKNOWN)
    return (*turned, Move(Kind.MERGED, seat, REST if is_kept else DISCARD, number=hidden)) if hidden else turned


def _give(before: State, seat: Seat, act: Give, after: State) -> Moves:
    pending = before.pending
    return () if pending is None else _given(before, seat, pending.seat, act.card or pending.name, after)


def _steal(before: State, seat: Seat, act: Steal, after: State) -> Moves:
    pending = before.pending
    if pending is None or pending.target is None:
        return ()
    return _given(before, pending.target, seat, act.card, after)


def _given(before: State, giver: Seat, taker: Seat, card: str | None, after: State) -> Moves:
    """Return the moves of a card that changed hands; where its face was not told, known cards may have left unseen."""
    hand = before.hands[giver]
    if card is not None:
        return _out_of(hand, giver, (card,)) + _hidden_by(before, taker, card)
    if after.hands[taker].count(UNKNOWN) == before.hands[taker].count(UNKNOWN):
        return ()  # of equal known cards it was one of these
    hidden = tuple(move for move in _turned(giver, hand, after.hands[giver]) if move.kind is Kind.HIDDEN)
    return (*hidden, Move(Kind.PASSED, giver, taker))


_MOVING: Mapping[type[ExplodingAct], Callable[[State, Seat, Any, State], Moves | None]] = {
    Play: _play,
    Nope: lambda before, seat, act, _after: _out_of(before.hands[seat], seat, (act.card,)),
    Let: lambda before, _seat, _act, after: moves_of_window(before, after),
    Draw: _draw,
    Defuse: _defuse,
    Explode: _explode,
    Give: _give,
    Steal: _steal,
    Arrange: lambda before, _seat, _act, after: moves_of_mixing(before, after),
}
