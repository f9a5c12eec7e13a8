"""What a seat may do now, listed from nothing but what that seat may know.

Candidates are made of the seat's own hand, or of every title where it has hidden cards, and the checks take out
what the redacted state forbids. Where to put a card back, and in which order, is one entry with its bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding import combos
from tacotable_engine.exploding.acts import Play, read_act
from tacotable_engine.exploding.checks import why_not
from tacotable_engine.exploding.effects import defusers
from tacotable_engine.exploding.phases import PHASES
from tacotable_engine.exploding.redaction import redacted
from tacotable_engine.exploding.state import Phase, Seat, State
from tacotable_engine.setup import Mode

Listed: TypeAlias = list[dict[str, object]]
"""Acts, as the fields of the referee protocol."""


def legal(state: State, seat: Seat) -> Listed:
    """List the seat's acts; where its hand has hidden cards, every act that some hand allows."""
    known = redacted(state, seat)
    if seat not in known.alive or not PHASES[known.phase].acts:
        return []
    return LISTS[known.phase](known, seat)


def _allowed(known: State, seat: Seat, fields: Mapping[str, object]) -> bool:
    return why_not(known, seat, read_act(known.terms, fields)) is None


def _filtered(known: State, seat: Seat, candidates: Listed) -> Listed:
    return [fields for fields in candidates if _allowed(known, seat, fields)]


def _titles(known: State, seat: Seat) -> Cards:
    """Return the titles that may be in a hand."""
    hand = known.hands[seat]
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    return tuple(card for card in known.terms.deck.counts if card != known.terms.ruleset.lethal)


def _turns(known: State, seat: Seat) -> Listed:
    if seat != known.turn.seat:
        return []
    draws: Listed = [{"do": "draw"}] if known.pile else []
    return [*_plays(known, seat), *draws]


def _plays(known: State, seat: Seat) -> Listed:
    """List single cards, then combos, each with every target and name that it may have."""
    listed: Listed = []
    for cards in (*((card,) for card in _titles(known, seat)), *_combos(known, seat)):
        if why_not(known, seat, Play(cards)) is None:
            listed += _declared(known, seat, cards)
    return listed


def _combos(known: State, seat: Seat) -> Iterator[Cards]:
    """Yield what makes a combo of this printing, each once, in the order of the hand."""
    ruleset, titles, size = known.terms.ruleset, _titles(known, seat), len(known.hands[seat])
    for count, name in combos.SIZES.items():
        if name not in ruleset.combos or count > size:
            continue
        choose = combinations if name == "five" else combinations_with_replacement
        for cards in choose(titles, count):
            if combos.shape(ruleset, cards) == name:
                yield cards


def _declared(known: State, seat: Seat, cards: Cards) -> Listed:
    """Return a play with each target and each name that it may declare."""
    effect = combos.shape(known.terms.ruleset, cards)
    effect = cards[0] if effect == "single" else effect
    others = [known.name(other) for other in known.alive if other != seat]
    targets = [{"target": other} for other in others] if effect in combos.TARGETED else [{}]
    names = [{"name": card} for card in _names(known, cards)] if effect in combos.NAMED else [{}]
    plays = ({**target, **name} for target in targets for name in names)
    return [
        {"do": "play", "cards": list(cards), **declared}
        for declared in plays
        if why_not(known, seat, Play(cards, **declared)) is None
    ]


def _names(known: State, cards: Cards) -> Cards:
    """Return what may be named: any title, or with five different what may lie on the discard pile."""
    titles = known.terms.deck.counts
    if len(cards) != 5 or UNKNOWN in known.discard:
        return tuple(titles)
    return tuple(card for card in titles if card in (*known.discard, *cards))


def _answers(known: State, seat: Seat) -> Listed:
    mimic = known.terms.ruleset.mimic
    candidates: Listed = [{"do": "let"}, {"do": "nope"}]
    if mimic in known.terms.deck.counts:
        candidates.append({"do": "nope", "card": mimic})
    return _filtered(known, seat, candidates)


def _defuses(known: State, seat: Seat) -> Listed:
    """List each card that defuses, with how many slots there are, and letting it explode."""
    if seat != known.turn.seat:
        return []
    slots = len(known.pile) + 1
    listed: Listed = []
    for card in defusers(known):
        named: dict[str, object] = {} if card == "defuse" else {"card": card}
        if _allowed(known, seat, {"do": "defuse", "slot": 0, **named}):
            listed.append({"do": "defuse", **named, "slots": slots})
    return [*listed, {"do": "explode"}]


def _gives(known: State, seat: Seat) -> Listed:
    if known.pending is None or seat != known.pending.target:
        return []
    candidates: Listed = [{"do": "give"}] if known.terms.mode is Mode.BLIND else []
    candidates += [{"do": "give", "card": card} for card in _titles(known, seat)]
    return _filtered(known, seat, [*candidates, {"do": "deny"}])


def _arranges(known: State, seat: Seat) -> Listed:
    return [{"do": "arrange", "of": list(known.peek.cards)}] if seat == known.turn.seat and known.peek else []


LISTS: Mapping[Phase, Callable[[State, Seat], Listed]] = {
    Phase.DEAL: lambda known, seat: [{"do": "deal", "max": known.owed[seat]}] if known.owed[seat] else [],
    Phase.TURN: _turns,
    Phase.WINDOW: _answers,
    Phase.DRAW: lambda known, seat: [{"do": "draw"}] if seat == known.turn.seat and known.pile else [],
    Phase.DEFUSE: _defuses,
    Phase.GIVE: _gives,
    Phase.ARRANGE: _arranges,
    Phase.STEAL: lambda known, seat: [{"do": "steal"}] if seat == known.turn.seat else [],
}
"""How the acts of a phase are listed, from what the seat may know."""
