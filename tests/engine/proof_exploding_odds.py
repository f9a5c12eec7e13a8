"""Odds of small Exploding positions by brute force: every order and every hand, each carried through all that happened.

Written from the model that the protocol has for `odds`, not from the companion: a world is a whole table with all its
faces, and each entry of the log leads from a world to weighted ones. The same walk, one way at random each time and
with the weight of what was seen, samples worlds that are too many to be listed.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from tacotable_engine.exploding.state import Phase, State
from tacotable_engine.log import Amended, Applied, fold
from tacotable_engine.match import Match

HIDDEN = "?"


class Table(NamedTuple):
    """One world: hands sorted, the pile from its top, hidden cards of the discard pile."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    lying: tuple[str, ...] = ()


Ways = Iterator[tuple[float, Table]]


def with_hand(table: Table, seat: int, hand: list[str]) -> Table:
    hands = list(table.hands)
    hands[seat] = tuple(sorted(hand))
    return table._replace(hands=tuple(hands))


def lay(table: Table, seat: int, card: str) -> Ways:
    """Show a card of a hand, any of which it might have been."""
    hand = list(table.hands[seat])
    if card in hand:
        share = hand.count(card) / len(hand)
        hand.remove(card)
        yield share, with_hand(table, seat, hand)


def lay_all(table: Table, seat: int, cards: list[str]) -> Ways:
    if not cards:
        yield 1.0, table
        return
    for share, laid in lay(table, seat, cards[0]):
        for more, rest in lay_all(laid, seat, cards[1:]):
            yield share * more, rest


def gain(table: Table, seat: int, card: str) -> Table:
    return with_hand(table, seat, [*table.hands[seat], card])


class Walk:
    """How worlds follow one viewer's log."""

    def __init__(self, match: Match, viewer: int | None, rng: random.Random | None = None) -> None:
        """Follow every order of a mixed pile, or with `rng` one by chance."""
        self.match, self.viewer, self.rng = match, viewer, rng
        self.lethal = match.state.terms.ruleset.lethal
        self.states: list[State] = [match.start]
        for entry in match.standing:
            self.states.append(fold(match.game, self.states[-1], match.seats, (entry,)))

    @property
    def is_deal(self) -> bool:
        """Tell whether the match began with the deal: then each was dealt a Defuse."""
        state = self.states[0]
        return not state.discard and all(len(hand) == 8 for hand in state.hands)

    def begin(self) -> tuple[list[str], list[tuple[int, int]], State]:
        """Give the hidden cards, and how many places of which zone they have (-1: the pile, -2: the discard pile)."""
        state = self.states[0]
        seen = Counter(state.discard) + sum((Counter(cards) for cards in state.in_front), Counter())
        places = []
        for seat, hand in enumerate(state.hands):
            own = seat == self.viewer
            seen += Counter(card for card in hand if own and card != HIDDEN)
            is_dealt = not own and self.is_deal
            seen += Counter(["defuse"] * is_dealt)
            places.append((seat, hand.count(HIDDEN) if own else len(hand) - is_dealt))
        places += [(-1, len(state.pile)), (-2, state.discard.count(HIDDEN))]
        hidden: Counter[str] = Counter(state.terms.deck.counts)
        hidden.subtract({card: count for card, count in seen.items() if card != HIDDEN})
        return list(hidden.elements()), places, state

    def placed(self, cards: tuple[str, ...], places: list[tuple[int, int]], state: State) -> Table | None:
        """Lay cards in the places, in this order; None where a hand would hold a lethal one."""
        hands: list[tuple[str, ...]] = []
        at = 0
        zones: dict[int, tuple[str, ...]] = {}
        for zone, number in places:
            zones[zone] = cards[at : at + number]
            at += number
            if zone != -1 and self.lethal in zones[zone]:
                return None
        for seat, hand in enumerate(state.hands):
            own = [card for card in hand if card != HIDDEN] if seat == self.viewer else ["defuse"] * self.is_deal
            hands.append(tuple(sorted((*own, *zones[seat]))))
        return Table(tuple(hands), zones[-1], tuple(sorted(zones[-2])))

    def sees(self, *seats: int) -> bool:
        return self.viewer in seats

    def step(self, table: Table, index: int) -> Ways:
        """Give what a world becomes by an entry of the log, and how likely it was to look like that."""
        before, after, entry = self.states[index], self.states[index + 1], self.match.standing[index]
        if isinstance(entry, Amended):
            assert entry.amendment.do == "shuffled"
            yield from self.mixed(table, len(table.pile))
            return
        tables: list[tuple[float, Table]] = [(1.0, table)]
        if isinstance(entry, Applied):
            seat = self.match.seats.index(entry.seat)
            tables = list(self.acted(table, before, seat, entry.act, after))
        for share, one in tables:
            closed = [(1.0, one)]
            if before.phase is Phase.WINDOW and after.phase is not Phase.WINDOW:
                closed = list(self.closed(one, before, after))
            for more, two in closed:
                if self.looks_right(two, before, after):
                    yield share * more, two

    def looks_right(self, table: Table, before: State, after: State) -> bool:
        peek = after.peek
        if peek is None or peek is before.peek or not self.sees(peek.seat):
            return True
        return all(face in (HIDDEN, card) for face, card in zip(peek.cards, table.pile, strict=False))

    def acted(self, table: Table, before: State, seat: int, act: Any, after: State) -> Ways:
        if act.do == "play":
            yield from lay_all(table, seat, list(act.cards))
        elif act.do == "nope":
            yield from lay(table, seat, act.card)
        elif act.do == "draw":
            yield from self.drew(table, before, seat, after, act.card, from_bottom=before.is_from_bottom)
        elif act.do == "defuse":
            yield from self.defused(table, seat, act)
        elif act.do == "explode":
            yield from self.died(table, before, seat, after)
        elif act.do in ("give", "steal") and before.pending and before.pending.target is not None:
            asker, asked = before.pending.seat, before.pending.target
            yield from self.handed(table, before, asked, asker, after, act.card, before.pending.name)
        elif act.do == "arrange":
            for share, mixed in self.mixed(table, min(3, len(table.pile))):
                told = act.cards if self.sees(seat) and act.cards else ()
                if all(face in (HIDDEN, card) for face, card in zip(told, mixed.pile, strict=False)):
                    yield share, mixed
        else:
            yield 1.0, table

    def mixed(self, table: Table, number: int) -> Ways:
        if self.rng is not None:
            pile = (*self.rng.sample(table.pile[:number], number), *table.pile[number:])
            yield 1.0, table._replace(pile=pile)
            return
        orders = Counter(permutations(table.pile[:number]))
        for order, count in orders.items():
            yield count / orders.total(), table._replace(pile=(*order, *table.pile[number:]))

    def defused(self, table: Table, seat: int, act: Any) -> Ways:
        for share, laid in lay(table, seat, act.card):
            slots = range(len(laid.pile) + 1)
            known = self.sees(seat) and act.slot is not None
            for slot in [act.slot] if known else slots:
                pile = (*laid.pile[:slot], self.lethal, *laid.pile[slot:])
                yield share / (1 if known else len(slots)), laid._replace(pile=pile)

    def drew(
        self, table: Table, before: State, seat: int, after: State, told: str | None, *, from_bottom: bool
    ) -> Ways:
        card = table.pile[-1 if from_bottom else 0]
        left = table._replace(pile=table.pile[:-1] if from_bottom else table.pile[1:])
        is_out, is_lethal = seat not in after.alive, card == self.lethal
        if (is_out or after.drawn is not None) != is_lethal:
            return
        if is_lethal and is_out:
            yield from self.died(left, before, seat, after)
        elif is_lethal:
            yield 1.0, left
        else:
            face = self.own_gain(before, after, seat) or told
            if not self.sees(seat) or face in (None, HIDDEN, card):
                yield 1.0, gain(left, seat, card)

    def own_gain(self, before: State, after: State, seat: int) -> str | None:
        new = Counter(after.hands[seat]) - Counter(before.hands[seat])
        return next((card for card in new if card != HIDDEN), None)

    def died(self, table: Table, before: State, seat: int, after: State) -> Ways:
        size = len(before.hands[seat])
        if before.terms.ruleset.keeps_dead_hand:
            shown = [card for card in after.in_front[seat] if card != self.lethal]
        else:
            shown = list(after.discard[len(after.discard) - size - 1 : -1])
        for share, laid in lay_all(table, seat, [card for card in shown if card != HIDDEN]):
            rest = laid.hands[seat]
            gone = with_hand(laid, seat, [])
            if not before.terms.ruleset.keeps_dead_hand:
                gone = gone._replace(lying=tuple(sorted((*gone.lying, *rest))))
            yield share, gone

    def handed(
        self, table: Table, before: State, giver: int, taker: int, after: State, told: str | None, name: str | None
    ) -> Ways:
        face = name
        if face is None and self.sees(giver, taker):
            face = told or self.own_gain(before, after, taker)
        for card in {face} if face is not None else set(table.hands[giver]):
            for share, laid in lay(table, giver, card):
                yield share, gain(laid, taker, card)

    def closed(self, table: Table, before: State, after: State) -> Ways:
        play = before.pending
        assert play is not None
        mode = before.terms.mode.value
        if play.is_cancelled:
            yield 1.0, table
        elif play.effect == "shuffle":
            yield from self.mixed(table, len(table.pile))
        elif play.effect == "draw-from-bottom" and mode == "dealt":
            yield from self.drew(table, before, play.seat, after, None, from_bottom=True)
        elif play.effect == "five":
            assert play.name is not None
            if play.name in before.discard:
                yield 1.0, gain(table, play.seat, play.name)
            elif play.name in table.lying:
                lying = list(table.lying)
                share = lying.count(play.name) / len(lying)
                lying.remove(play.name)
                yield share, gain(table._replace(lying=tuple(lying)), play.seat, play.name)
        elif play.target is not None and before.hands[play.target] and after.phase is Phase.TURN:
            yield from self.closed_on_hand(table, before, after)
        else:
            yield 1.0, table

    def closed_on_hand(self, table: Table, before: State, after: State) -> Ways:
        play = before.pending
        assert play is not None
        assert play.target is not None
        if play.effect == "pair":
            yield from self.handed(table, before, play.target, play.seat, after, None, None)
        elif play.effect == "triple":
            found = len(after.hands[play.seat]) > len(before.hands[play.seat])
            if found:
                yield from self.handed(table, before, play.target, play.seat, after, None, play.name)
            elif play.name not in table.hands[play.target]:
                yield 1.0, table
        else:
            yield 1.0, table


class Answer(NamedTuple):
    """The odds: for each slot of the pile, of the first cards together, and by seat of a Defuse and a Nope."""

    lethal_at: list[float]
    explode: list[float]
    holds: dict[str, dict[str, float]]


def answer(walk: Walk, weights: dict[Table, float]) -> Answer:
    """Sum up weighted worlds."""
    state = walk.states[-1]
    if state.phase is Phase.DEFUSE and state.terms.mode.value != "blind":
        able = {"defuse"} | ({"clone"} if state.discard[-1:] == ("defuse",) else set())
        weights = {table: n for table, n in weights.items() if able & set(table.hands[state.turn.seat])}
    total = sum(weights.values())

    def share(is_so: Any) -> float:
        return sum(weight for table, weight in weights.items() if is_so(table)) / total

    size = len(state.pile)
    others = [seat for seat in state.alive if seat != walk.viewer]
    return Answer(
        [share(lambda table, at=at: table.pile[at] == walk.lethal) for at in range(size)],
        [share(lambda table, k=k: walk.lethal in table.pile[:k]) for k in range(1, min(10, size) + 1)],
        {
            state.name(seat): {
                card: share(lambda table, seat=seat, card=card: card in table.hands[seat])
                for card in ("defuse", "nope")
            }
            for seat in others
        },
    )


def by_brute_force(match: Match, viewer: int | None) -> Answer:
    """Carry every world through the log."""
    walk = Walk(match, viewer)
    cards, places, state = walk.begin()
    worlds: dict[Table, float] = defaultdict(float)
    for order in orders(Counter(cards)):
        table = walk.placed(order, places, state)
        if table is not None:
            worlds[table] += 1.0
    for index in range(len(match.standing)):
        moved: dict[Table, float] = defaultdict(float)
        for table, weight in worlds.items():
            for share, after in walk.step(table, index):
                moved[after] += weight * share
        worlds = moved
    return answer(walk, worlds)


def orders(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield each order of single cards that looks unlike the others."""
    if not left:
        yield ()
        return
    for card in list(left):
        rest = left - Counter((card,))
        for order in orders(rest):
            yield (card, *order)


def by_sampling(match: Match, viewer: int | None, number: int, rng: random.Random) -> tuple[Answer, float]:
    """Carry worlds of chance through the log, of each entry one way; return also how many the weights are worth."""
    walk = Walk(match, viewer, rng)
    cards, places, state = walk.begin()
    worlds: dict[Table, float] = defaultdict(float)
    squares = 0.0
    for _ in range(number):
        in_pile = {walk.lethal} | (set() if state.terms.ruleset.defuses_first else {"defuse"})
        kept = [card for card in cards if card in in_pile]
        table = walk.placed(tuple(dealt(cards, kept, places, rng)), places, state)
        assert table is not None
        weight = 1.0
        for index in range(len(match.standing)):
            ways = list(walk.step(table, index))
            chance = sum(share for share, _ in ways)
            if not chance:
                weight = 0.0
                break
            weight *= chance
            table = rng.choices([after for _, after in ways], [share for share, _ in ways])[0]
        if weight:
            worlds[table] += weight
            squares += weight * weight
    worth = sum(worlds.values()) ** 2 / squares if squares else 0.0
    return answer(walk, worlds) if worth else Answer([], [], {}), worth


def dealt(cards: list[str], kept: list[str], places: list[tuple[int, int]], rng: random.Random) -> list[str]:
    """Give an order of chance in which some cards are in the pile, wherever in it."""
    others = [card for card in cards if card not in kept]
    rng.shuffle(others)
    order: list[str] = []
    for zone, number in places:
        if zone == -1:
            pile = [*kept, *others[: number - len(kept)]]
            rng.shuffle(pile)
            order += pile
            others = others[number - len(kept) :]
        else:
            order += others[:number]
            others = others[number:]
    return order
