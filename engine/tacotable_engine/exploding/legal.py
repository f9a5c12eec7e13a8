"""What a seat may do now, listed from nothing but what that seat may know.

Candidates are made of the seat's own hand, or of every title where it has hidden cards, and the checks take out
what the redacted state forbids. Where to put a card back, and in which order, is one entry with its bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding.acts import Give, Play, brings_untold, read_act
from tacotable_engine.exploding.checks import why_not
from tacotable_engine.exploding.effects import defusers
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.ruleset import COMBOS, TARGETED
from tacotable_engine.exploding.state import Phase, Seat, State, redacted

Listed: TypeAlias = list[dict[str, object]]  # Acts, as the fields of the referee protocol.


def legal(state: State, seat: Seat) -> Listed:
    """List the seat's acts; where its hand has hidden cards, every act that some hand allows."""
    known = redacted(state, seat)
    phase, has_turn = known.phase, seat == known.turn.seat
    if seat not in known.alive:
        return []
    if phase in LISTS:
        return LISTS[phase](known, seat)
    if phase is Phase.DEAL and known.owed[seat]:
        return [{"do": "deal", "max": known.owed[seat]}]
    if phase is Phase.DRAW and has_turn and known.pile:
        return [{"do": "draw"}]
    if phase is Phase.ARRANGE and has_turn and known.peek:
        return [{"do": "arrange", "of": list(known.peek.cards)}]
    return [{"do": "steal"}] if phase is Phase.STEAL and has_turn else []


def _allowed(known: State, seat: Seat, candidates: Listed) -> Listed:
    return [fields for fields in candidates if why_not(known, seat, read_act(known, fields)) is None]


def _titles(known: State, seat: Seat) -> Cards:
    hand = known.hands[seat]
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    return tuple(card for card in known.terms.deck.counts if card != known.terms.ruleset.lethal)


def _turns(known: State, seat: Seat) -> Listed:
    """List single cards, then combos, each with every target and name that it may have, and to draw."""
    if seat != known.turn.seat:
        return []
    others = [known.name(other) for other in known.alive if other != seat]
    listed: Listed = []
    for card in _titles(known, seat):
        if why_not(known, seat, Play((card,))) is not None:
            continue
        if card not in TARGETED:
            listed.append({"do": "play", "cards": [card]})
            continue
        open_to = [target for target in others if why_not(known, seat, Play((card,), target)) is None]
        listed += [{"do": "play", "cards": [card], "target": target} for target in open_to]
    listed += _combo_plays(known, seat)
    return [*listed, {"do": "draw"}] if known.pile else listed


def _combo_plays(known: State, seat: Seat) -> Listed:
    """List combos. A hidden hand may have thousands, so what may be declared is found once for each shape."""
    others = [other for other in known.alive if other != seat]
    targets = [known.name(other) for other in others]
    holding = [known.name(other) for other in others if known.hands[other]]
    names = [card for card in known.terms.deck.counts if card != known.terms.ruleset.lethal]
    lying = frozenset(known.discard)
    if UNKNOWN in lying:  # any title may be there of which a copy is left (ruling `five-different`)
        left, deck = unseen(known), known.terms.deck
        lying |= {card for card in deck.counts if deck.why_not(left, (card,), "") is None}
    listed: Listed = []
    for cards in _combos(known, seat):
        if len(cards) == 2:
            listed += [{"do": "play", "cards": [*cards], "target": target} for target in holding]
        elif len(cards) == 3:
            declared = ((target, name) for target in targets for name in names)
            listed += [{"do": "play", "cards": [*cards], "target": target, "name": name} for target, name in declared]
        else:
            found = [name for name in names if name in lying or name in cards]
            listed += [{"do": "play", "cards": [*cards], "name": name} for name in found]
    return listed


def _combos(known: State, seat: Seat) -> Iterator[Cards]:
    """Yield what makes a combo of this printing and may be in the hand, each once, in the order of the hand."""
    ruleset, titles, size = known.terms.ruleset, _titles(known, seat), len(known.hands[seat])
    may_hold, is_special = _holder(known, seat), known.terms.special_combos
    for name, count in COMBOS.items():
        if name not in ruleset.combos or count > size or (count > 2 and not is_special):
            continue
        if name == "five":
            # Where each may be any of as many hidden cards, one look at each title is enough.
            is_free = not known.terms.deck.inferred and known.hands[seat].count(UNKNOWN) >= count
            held = [card for card in titles if may_hold((card,))]
            different = (cards for cards in combinations(held, count) if is_free or may_hold(cards))
            yield from (cards for cards in different if ruleset.any_title or ruleset.is_plain(cards))
            continue
        for cards in combinations_with_replacement(titles, count):
            is_open = (is_special and ruleset.any_title) or ruleset.is_plain(cards)
            if is_open and ruleset.is_of_a_kind(cards) and may_hold(cards):
                yield cards


def _holder(known: State, seat: Seat) -> Callable[[Cards], bool]:
    """Return what tells whether a hand may hold cards, as the checks do; counted once for all combos."""
    hand, hidden = Counter(known.hands[seat]), known.hands[seat].count(UNKNOWN)
    deck, left = known.terms.deck, unseen(known)
    is_certain = not deck.inferred and sum(deck.counts.values()) <= deck.size

    def may_hold(cards: Cards) -> bool:
        counts = ((card, cards.count(card)) for card in set(cards))
        lacking = [(card, count - hand[card]) for card, count in counts if count > hand[card]]
        if not lacking:
            return True
        if sum(count for _, count in lacking) > hidden:
            return False
        if is_certain:
            return all(count <= left[card] for card, count in lacking)
        unread = tuple(card for card, count in lacking for _ in range(count))
        return deck.why_not(left, unread, "") is None

    return may_hold


def _answers(known: State, seat: Seat) -> Listed:
    mimic = known.terms.ruleset.mimic
    candidates: Listed = [{"do": "let"}, {"do": "nope"}]
    if mimic in known.terms.deck.counts:
        candidates.append({"do": "nope", "card": mimic})
    return _allowed(known, seat, candidates)


def _defuses(known: State, seat: Seat) -> Listed:
    """List each card that defuses, with how many slots there are, and letting it explode."""
    if seat != known.turn.seat:
        return []
    listed: Listed = []
    for card in defusers(known):
        named: dict[str, object] = {} if card == "defuse" else {"card": card}
        if _allowed(known, seat, [{"do": "defuse", "slot": 0, **named}]):
            listed.append({"do": "defuse", **named, "slots": len(known.pile) + 1})
    return [*listed, {"do": "explode"}]


def _gives(known: State, seat: Seat) -> Listed:
    if known.pending is None or seat != known.pending.target:
        return []
    is_open = not known.knows(seat) and not brings_untold(known, seat, Give())
    candidates: Listed = [{"do": "give"}] if is_open else []
    candidates += [{"do": "give", "card": card} for card in _titles(known, seat)]
    return _allowed(known, seat, [*candidates, {"do": "deny"}])


LISTS: Mapping[Phase, Callable[[State, Seat], Listed]] = {  # How acts are listed where there is a choice of them.
    Phase.TURN: _turns,
    Phase.WINDOW: _answers,
    Phase.DEFUSE: _defuses,
    Phase.GIVE: _gives,
}
