"""What the table has counted before hands did it: a button was stuck, or pressed by mistake; hands do it afterwards.

A draw that is owed takes a harmless card, as the table has counted one; a lethal card that it has not been told of goes
back into the pile for it. A lethal card that was defused by then is hidden at once.
"""

from __future__ import annotations

from tacotable_sim.eyes import Sign
from tacotable_sim.kittens_answers import KittensAnswers
from tacotable_sim.kittens_person import Person, number_in, seat_in
from tacotable_sim.kittens_turn import ABOUT_LETHAL, KittensTurn


class KittensDebts:
    """What one person still owes the table."""

    def __init__(self, person: Person, turn: KittensTurn, answers: KittensAnswers) -> None:
        self._person = person
        self._turn = turn
        self._answers = answers
        self._pile_in_turn: int | None = None
        self._owes_draw = False

    def notice(self, sign: Sign) -> None:
        """Notice that a draw has been counted that nobody made; to be asked before the turn notices it."""
        if not sign.message.startswith("status."):
            return
        told = number_in(sign, "pile") if "pile" in sign.values else None
        before = self._pile_in_turn
        if before is not None and told == before - 1 and not self._turn.has_untold:
            self._owes_draw = True
        self._pile_in_turn = told if self._turn.is_mine(sign) else None

    def pay(self, sign: Sign) -> None:
        """Do what has been counted already."""
        self._answers.make_up_for(sign)
        self._settle_lethal(sign)
        if not self._owes_draw or "pile" not in sign.values:
            return
        if self._person.eyes.public().draw_size > number_in(sign, "pile"):
            self._person.hands.draw_harmless()
            self._owes_draw = False
        elif self._person.party.is_seen:  # the card passed the pad, and is where it belongs
            self._owes_draw = False

    def _settle_lethal(self, sign: Sign) -> None:
        """Put the lethal card back into the pile of which nothing more is asked."""
        person, turn = self._person, self._turn
        is_asked = sign.message in ABOUT_LETHAL and seat_in(sign) == person.seat
        if turn.kitten is None or is_asked or (turn.has_untold and not turn.lethal_told):
            return
        if turn.lethal_told == "status.doomed":
            self._answers.lie_down()
            return
        if turn.lethal_told:
            self._answers.put_defuser_down()
        else:
            self._owes_draw = True
        person.hands.hide(turn.kitten, person.chance.randint(0, person.eyes.public().draw_size))
        turn.forget_kitten()
