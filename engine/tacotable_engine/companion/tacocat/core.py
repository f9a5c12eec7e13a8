"""A fast course of rounds, without log and refusals: the rules of the referee for searches and measurements.

Its caller does only acts that are legal, and says what is on top of the shuffled deck. Values are whole numbers, hands
as in `hands`. It shares the referee's tables: counts, board, edition and phases; who wins by equal last cards and where
the token goes is asked of the referee's own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacotable_engine.companion.tacocat.hands import Hand, Shapes, lowest, pack, values_of
from tacotable_engine.tacocat.rounds import next_space, phase_after_replacing
from tacotable_engine.tacocat.ruleset import GOALS
from tacotable_engine.tacocat.state import Phase, State

Values = tuple[int, ...]


class Core:
    """One match that is played on; all is changed in place."""

    def __init__(self, state: State, shuffled: Callable[[], Sequence[int]]) -> None:
        """Begin at a state whose cards are all known; `shuffled` returns the whole deck from the top."""
        self.terms = state.terms
        self.shapes = Shapes(state.terms)
        self._shuffled = shuffled
        self.phase = state.phase
        self.token, self.covered, self.winners = state.token, list(state.covered), list(state.winners)
        self.is_practice = state.is_practice
        self.hands: list[Hand] = [pack(map(int, hand)) for hand in state.hands]
        self.pile = list(map(int, state.pile))
        self.replaced = list(state.replaced)
        self.sealed: list[Values | None] = [None, None]
        self.attacker, self.duel_winner = state.attacker, state.duel_winner
        self.demands = list(map(int, state.demands))
        self.has_given_up = any(answer.is_sacrifice for answer in state.answers)

    @property
    def arrow(self) -> int | None:
        """Return the seat that the arrow points at."""
        return self.terms.board.arrow(self.token)

    def to_act(self) -> Values:
        """Return the seats that may act."""
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.ATTACK or self.phase is Phase.ANSWER:
            first = self.attacker or 0
            return (first,) if self.phase is Phase.ATTACK else (1 - first,)
        waiting = tuple(seat for seat in (0, 1) if self.sealed[seat] is None)
        if self.phase is not Phase.REPLACE:
            return waiting
        waiting = tuple(seat for seat in waiting if self.replaced[seat] is None)
        return (self.arrow,) if self.arrow is not None and self.arrow in waiting else waiting

    def limit(self, seat: int) -> int:
        """Return how many cards a seat may replace."""
        size, other = self.shapes.of(self.hands[seat]).size, self.replaced[1 - seat]
        if self.arrow is None:
            return min(size, len(self.pile) // 2 if other is None else len(self.pile))
        most = size if seat == self.arrow or other is None else other
        return min(most, size, len(self.pile))

    def attacks(self) -> list[Values]:
        """Return what may attack, single cards first."""
        shape = self.shapes.of(self.hands[self.attacker or 0])
        return [(value,) for value, _ in shape.singles] + [play.demands for play in self.shapes.jumbos(shape)]

    def answers(self) -> list[tuple[int, int, bool]]:
        """Return what may answer: the card, the demand, and whether it is given up."""
        shape = self.shapes.of(self.hands[1 - (self.attacker or 0)])
        listed = []
        for demand in dict.fromkeys(self.demands):
            listed += [(value, demand, False) for value, _ in shape.singles if value >= demand]
            listed.append((shape.lowest, demand, True))
        return listed

    def replace(self, seat: int, cards: Values) -> None:
        """Give cards away for others of the pile; under the double arrow once both have chosen."""
        if self.arrow is None and self.replaced[1 - seat] is None:
            self.sealed[seat] = cards
            first, second = self.sealed
            if first is None or second is None:
                return
            self.sealed = [None, None]
            self._exchange(0, first)
            self._exchange(1, second)
        else:
            self._exchange(seat, cards)

    def _exchange(self, seat: int, cards: Values) -> None:
        drawn, self.pile = self.pile[: len(cards)], self.pile[len(cards) :]
        self.hands[seat] += pack(drawn) - pack(cards)
        self.replaced[seat] = len(cards)
        self.phase = phase_after_replacing(self.arrow, (self.replaced[0], self.replaced[1]), (0, 0))

    def duel(self, seat: int, card: int) -> None:
        """Lay a card for the duel."""
        self.sealed[seat] = (card,)
        first, second = self.sealed
        if first is None or second is None:
            return
        self.sealed = [None, None]
        for each, cards in enumerate((first, second)):
            self.hands[each] -= pack(cards)
        if first != second:
            self.attacker = self.duel_winner = 0 if first > second else 1
            self._after_exchange()
        elif self.shapes.of(self.hands[0]).size == 1:
            self.phase = Phase.SHOWDOWN

    def attack(self, cards: Values) -> None:
        """Attack with cards of the attacker."""
        self.hands[self.attacker or 0] -= pack(cards)
        self.demands, self.has_given_up = sorted(cards), False
        self.phase = Phase.ANSWER

    def answer(self, card: int, demand: int, gives_up: bool) -> None:
        """Answer one demand with a card of the defender."""
        defender = 1 - (self.attacker or 0)
        self.hands[defender] -= 1 << 4 * card
        self.demands.remove(demand)
        self.has_given_up = self.has_given_up or gives_up
        if not self.demands:
            self.attacker = self.attacker if self.has_given_up else defender
            self._after_exchange()

    def _after_exchange(self) -> None:
        one_each = all(hand == 1 << 4 * lowest(hand) for hand in self.hands)
        self.phase = Phase.SHOWDOWN if one_each else Phase.ATTACK

    def show(self, seat: int, card: int) -> None:
        """Lay the last card."""
        self.sealed[seat] = (card,)
        first, second = self.sealed
        if first is not None and second is not None:
            self._end_round(self.winner_by(first[0], second[0]))

    def winner_by(self, first: int, second: int) -> int | None:
        """Return who wins by these last cards (rulings `tie-unfought` and `tie-start`)."""
        if first != second:
            return 0 if first < second else 1
        if self.terms.ruleset.duel_winner_breaks_ties:
            return self.duel_winner
        return None if self.attacker is None else self.arrow

    def _end_round(self, winner: int | None) -> None:
        self.hands, self.sealed = [0, 0], [None, None]
        if winner is not None and not self.is_practice:
            left, self.token = self.token, next_space(self.token, tuple(self.covered), winner)
            self.winners.append(winner)
            if self.token in GOALS:
                self.phase = Phase.OVER
                return
            self.covered = sorted([*self.covered, left])
        self.is_practice = False
        self._deal()

    def _deal(self) -> None:
        cards, number = list(self._shuffled()), self.terms.board.number(self.token)
        self.hands = [pack(cards[0 : 2 * number : 2]), pack(cards[1 : 2 * number : 2])]
        self.pile = cards[2 * number :]
        self.phase, self.replaced = Phase.REPLACE, [None, None]
        self.attacker = self.duel_winner = None

    def values(self, seat: int) -> Values:
        """Return the values of a hand, ascending."""
        return values_of(self.hands[seat])
