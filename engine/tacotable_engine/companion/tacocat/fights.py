"""The exact solution of a fight with open cards: who wins it when both play perfectly and see both hands.

A fight begins once somebody attacks, and ends with the last cards. Both hands are equally large, and no chance is left,
so that each position has one value: 1, 0, or one half where nobody can do better than a round that is dealt again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.tacocat.hands import BITS, Hand, Shape, Shapes, lowest
from tacotable_engine.errors import EngineError

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import IsOver
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

OFTEN = 256  # Positions between two looks at the time: about two milliseconds on a Raspberry Pi 4.
MOST_SOLVED = 40_000  # Positions that are kept of each kind, some five megabytes; a fight of nine cards may have more.
TIED = 0.5  # What a tied duel is worth: both go on with equally many cards.


class OutOfTime(EngineError):  # noqa: N818  # it is no error: the search ends with what it has
    """The time is over before a fight was solved."""


class Fights:
    """The fights of one round; what was solved is kept, and helps to solve others."""

    def __init__(self, shapes: Shapes, tie: int | None, is_over: IsOver = None) -> None:
        """Take who wins by equal last cards, as a seat; None: the round is dealt again, which counts one half."""
        self.shapes = shapes
        self.tie = tie
        self._is_over = is_over
        self._left = OFTEN
        self._solved: tuple[dict[int, bool], dict[int, bool]] = ({}, {})

    def attack(self, seat: int, own: Hand, other: Hand) -> float:
        """Return the value for a seat that has the attack, or with one card each shows it. Raises OutOfTime."""
        if self.tie is not None:
            return float(self._wins(own, other, self.tie == seat))
        if not self._wins(own, other, True):
            return 0.0
        return 1.0 if self._wins(own, other, False) else 0.5

    def answer(self, seat: int, own: Hand, other: Hand, demands: tuple[int, ...], has_given_up: bool) -> float:
        """Return the value for a seat that has to answer these demands, ascending. Raises OutOfTime.

        `has_given_up` tells whether it gave a card up to this attack already, so that the other attacks again.
        """
        best = 0.0
        for left, is_defended in self.shapes.endings(own, demands):
            is_leading = is_defended and not has_given_up
            value = self.attack(seat, left, other) if is_leading else 1 - self.attack(1 - seat, other, left)
            if value == 1:
                return 1.0
            best = max(best, value)
        return best

    def usual(self, seat: int, own: Hand, other: Hand, demands: tuple[int, ...]) -> float:
        """Return the value for a seat that attacks with these demands where the other answers as most people do.

        Each demand, the lowest first, is met by the lowest card that reaches; where none does, the lowest is given up.
        """
        is_defended = True
        for demand in demands:
            reaching = other >> 4 * demand
            is_defended = is_defended and reaching > 0
            other -= 1 << 4 * (demand + lowest(reaching) if reaching else lowest(other))
        return 1 - self.attack(1 - seat, other, own) if is_defended else self.attack(seat, own, other)

    def _wins(self, own: Hand, other: Hand, has_ties: bool) -> bool:
        """Whether the attacker wins, where equal last cards are won by it or else by the defender."""
        solved = self._solved[has_ties]
        key = own << BITS | other
        known = solved.get(key)
        if known is not None:
            return known
        self._left -= 1
        if not self._left:
            self._look_at_time()
        kept = self.shapes.kept
        mine, theirs = kept.get(own) or self.shapes.of(own), kept.get(other) or self.shapes.of(other)
        if mine.size == 2:  # attacks with the higher card; the other's higher one, if it reaches, saves its lower one
            kept_last = theirs.lowest if theirs.highest >= mine.highest else theirs.highest
            wins = mine.lowest < kept_last or (mine.lowest == kept_last and has_ties)
        elif mine.size == 1:
            wins = own < other or (own == other and has_ties)
        else:
            wins = self._has_winning_attack(mine, theirs, has_ties)
        solved[key] = wins
        return wins

    def _look_at_time(self) -> None:
        """Look at the time, and forget what was solved where that is more than a table of cards needs memory for."""
        self._left = OFTEN
        self.shapes.trim()
        for solved in self._solved:
            if len(solved) > MOST_SOLVED:
                solved.clear()
        if self._is_over is not None and self._is_over():
            raise OutOfTime

    def _has_winning_attack(self, mine: Shape, theirs: Shape, has_ties: bool) -> bool:
        """Try attacks from the highest card down, then several cards; against each the cheapest defence first."""
        wins, defences, ties_turned = self._wins, theirs.singles, not has_ties
        given_up = defences[0][1]
        for demand, rest in reversed(mine.singles):
            for value, left in defences:
                if value >= demand and wins(left, rest, ties_turned):
                    break
            else:
                if wins(rest, given_up, has_ties):
                    return True
        jumbos = self.shapes.jumbos(mine)
        return any(self._beats_all_answers(play.rest, theirs.hand, play.demands, has_ties) for play in jumbos)

    def _beats_all_answers(self, rest: Hand, other: Hand, demands: tuple[int, ...], has_ties: bool) -> bool:
        for left, is_defended in self.shapes.endings(other, demands):
            if self._wins(left, rest, not has_ties) if is_defended else not self._wins(rest, left, has_ties):
                return False
        return True


def fights_of(known: Knowledge, is_over: IsOver = None) -> Fights:
    """Return the fights of a round, as far as a viewer knows it."""
    return Fights(Shapes(known.terms), known.tie, is_over)


class DuelFights:
    """The fights that may follow a duel: one kind, or by who wins the duel where that decides equal last cards."""

    def __init__(self, known: Knowledge, is_over: IsOver = None) -> None:
        self.shapes = shapes = Shapes(known.terms)
        if known.terms.ruleset.duel_winner_breaks_ties:
            self._by_winner = Fights(shapes, 0, is_over), Fights(shapes, 1, is_over)
        else:
            fights = Fights(shapes, known.arrow, is_over)
            self._by_winner = fights, fights

    def value(self, seat: int, own: tuple[Hand, int], other: tuple[Hand, int]) -> float:
        """Return the value for a seat when these cards of these hands duel; raises OutOfTime."""
        if own[1] == other[1]:
            return TIED
        left, right = own[0] - (1 << 4 * own[1]), other[0] - (1 << 4 * other[1])
        if own[1] > other[1]:
            return self._by_winner[seat].attack(seat, left, right)
        return 1 - self._by_winner[1 - seat].attack(1 - seat, right, left)
