"""What the table has counted before hands did it: a button was stuck, or pressed by mistake; hands do it afterwards.

A draw that is owed takes a harmless card, as the table has counted one; a lethal card that it has not been told of goes
back into the pile for it. A lethal card that was defused by then is hidden at once. Whose turn came and went, although
this seat did nothing, may owe a draw, too: it does if the pile is too large once the display tells of that, and at once
where the display tells no pile, as buttons name cards, and saw the own turn end by no card.
"""

from __future__ import annotations

from simulation.people.exploding.answers import CarefulAnswers
from simulation.people.exploding.draw import ABOUT_LETHAL, CarefulDraw
from simulation.people.exploding.person import Person, cards_in, number_in, seat_in
from simulation.people.exploding.turn import CLAIMS, WINDOWS, CarefulTurn
from tacotable_sim.people.base import Sign
from tacotable_sim.people.exploding.person import ESCAPES, NEWS

TURNS = frozenset(("status.turn", "status.turns-owed", *NEWS))
"""What the display says while a seat may draw."""
ENDS = frozenset(("attack", "targeted-attack", "skip"))
"""Cards that end a turn, so that nothing is drawn in it."""


class CarefulDebts:
    """What one person still owes the table."""

    def __init__(self, person: Person, turn: CarefulTurn, drawing: CarefulDraw, answers: CarefulAnswers) -> None:
        self._person = person
        self._turn = turn
        self._drawing = drawing
        self._answers = answers
        self._pile_in_turn: int | None = None
        self._owes_draw = False
        self._may_owe = False
        self._owes_surely = False
        self._turn_of = ""
        self._may_draw = False

    def notice(self, sign: Sign) -> None:
        """Notice that a draw has been counted that nobody made; to be asked before the turn notices it."""
        self._notice_turn(sign)
        if not sign.message.startswith("status."):
            return
        told = number_in(sign, "pile") if "pile" in sign.values else None
        before = self._pile_in_turn
        if before is not None and told == before - 1 and not self._drawing.has_untold:
            self._owes_draw = True
        self._pile_in_turn = told if self._drawing.is_mine(sign) and not _ends_turn(sign) else None

    def _notice_turn(self, sign: Sign) -> None:
        """Notice whose turn it is, and that the own one came and went."""
        person, before = self._person, self._turn_of
        if sign.message.startswith("sign.exploded"):
            self._turn_of, self._may_draw = seat_in(sign, "next"), True
        elif sign.message in TURNS:
            self._turn_of = seat_in(sign, "player" if sign.message in NEWS else "seat")
            passed = person.hands.clockwise(before, self._turn_of)[0 if self._may_draw else 1 :]
            has_drawn_not = person.seat in passed and not self._drawing.has_untold
            if has_drawn_not and before == person.seat and "pile" not in sign.values and not self._may_have_escaped():
                self._owes_surely = True
            else:
                self._may_owe |= has_drawn_not
            self._may_draw = True
            self._settle_doubt(sign)
        elif sign.message.startswith("status."):
            self._turn_of = before if sign.message in CLAIMS else seat_in(sign)
            self._may_draw = False

    def _may_have_escaped(self) -> bool:
        """Return whether the own turn may have ended by a card."""
        return any(card.face in ESCAPES for card in self._person.shown)

    def _settle_doubt(self, sign: Sign) -> None:
        """Find out by the pile whether a draw is owed, before the next one draws."""
        if "pile" in sign.values:
            self._owes_draw |= self._may_owe and self._person.eyes.draw_size() > number_in(sign, "pile")
            self._may_owe = False

    def pay(self, sign: Sign) -> None:
        """Do what has been counted already."""
        self._answers.make_up_for(sign)
        self._settle_lethal(sign)
        if sign.message in TURNS and not self._drawing.is_mine(sign):
            self._turn.take_wanted_late()
        if self._owes_surely:
            self._person.hands.draw_harmless()
            self._owes_surely = False
        if "pile" not in sign.values or not self._owes_draw or sign.message in ABOUT_LETHAL:
            return
        if self._person.eyes.draw_size() > number_in(sign, "pile"):
            self._person.hands.draw_harmless()
            self._owes_draw = False
        elif self._person.party.is_seen:  # the card passed the pad, and is where it belongs
            self._owes_draw = False

    def _settle_lethal(self, sign: Sign) -> None:
        """Put the lethal card back into the pile of which nothing more is asked."""
        person, drawing = self._person, self._drawing
        is_asked = sign.message in ABOUT_LETHAL and seat_in(sign) == person.seat
        is_asked |= sign.message.startswith("whose.")  # it counts again once it is said whose it is
        if drawing.kitten is None or is_asked or (drawing.has_untold and not drawing.lethal_told):
            return
        if drawing.lethal_told == "status.doomed":
            self._answers.lie_down()
            return
        if drawing.lethal_told:
            self._answers.put_defuser_down()
        else:
            self._owes_draw = True
        person.hands.hide(drawing.kitten, person.chance.randint(0, person.eyes.draw_size()))
        drawing.forget_kitten()


def _ends_turn(sign: Sign) -> bool:
    """Return whether a display shows the window of a card that ends a turn: the next draw is not that seat's."""
    return sign.message.startswith(WINDOWS) and not ENDS.isdisjoint(cards_in(sign))
