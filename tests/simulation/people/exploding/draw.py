"""The drawing of an Exploding game: a card is taken, and the table told of it; a lethal one is shown."""

from __future__ import annotations

from collections.abc import Iterator

from simulation.people.exploding.person import Person, is_hidden, number_in, seat_in
from tacotable_sim.people.base import Sign, Step
from tacotable_sim.people.exploding.person import NEWS, names_in
from tacotable_sim.truth import Card, hand_of

SHOWN = frozenset(("status.play", "status.no-play-yet", "status.wanted"))
"""What it says of cards that were shown."""
ABOUT_LETHAL = ("status.defuse", "status.defuse-last", "status.hide", "status.doomed")
"""What it asks of who has shown a lethal card."""
MOST_TURNS = 60
"""How often it turns to the next item."""


class CarefulDraw:
    """What a person remembers of the card that it drew last."""

    def __init__(self, person: Person) -> None:
        self.fears_next = False
        """Whether it knows that the next card is lethal."""
        self.has_untold = False
        """Whether a card was drawn that the table has not counted."""
        self._person = person
        self._kitten: Card | None = None
        self._card: Card | None = None
        self._lethal_told = ""
        self._turn_told: object = ""
        self._turn_drawn: object = ""
        self._pile_drawn: int | None = None

    @property
    def kitten(self) -> Card | None:
        """Return the lethal card that was drawn and is not hidden yet."""
        return self._kitten

    @property
    def lethal_told(self) -> str:
        """Return what was asked last about the lethal card; empty: the table has not been told of it."""
        return self._lethal_told

    def notice(self, sign: Sign) -> None:
        """Notice that a card that was drawn has been told: by the pile, by another turn, or by news that are gone."""
        if not sign.message.startswith("status."):
            return
        if sign.message not in SHOWN:
            self._turn_told = _told_of_turn(sign)
        if self._kitten is not None and sign.message in ABOUT_LETHAL and seat_in(sign) == self._person.seat:
            self._lethal_told = sign.message
        if not self.is_mine(sign):
            self.has_untold = False
        elif "pile" in sign.values:
            before = self._person.eyes.draw_size() + 1 if self._pile_drawn is None else self._pile_drawn
            self.has_untold &= before == number_in(sign, "pile")
        elif self._turn_told != self._turn_drawn:
            self.has_untold = False

    def is_mine(self, sign: Sign) -> bool:
        """Return whether a sign is of the own turn."""
        return seat_in(sign, "player" if sign.message in NEWS else "seat") == self._person.seat

    def draw(self, sign: Sign, *, from_bottom: bool) -> Iterator[Step]:
        """Draw a card: a lethal one is shown, of any other OK tells no more than that it was drawn.

        Where hidden cards pass the pad any other passes it.
        """
        person = self._person
        if not (yield from person.until(lambda now: now != sign or not person.hands.has_unsettled(person.others()))):
            return
        passes_pad = person.party.is_seen and not self.has_untold
        card = person.hands.next_of_pile(from_bottom=from_bottom) if passes_pad else None
        if card is not None and not person.hands.is_lethal(card):
            self.fears_next = False
            yield from person.pass_over(card, hand_of(person.seat), lambda now: now != sign and not is_hidden(now))
        else:
            yield from self._draw_by_hand(sign, from_bottom=from_bottom)

    def own_to(self, sign: Sign) -> Iterator[Step]:
        """Say whether the card that is asked about is the own one; nobody owns to the lethal card of another."""
        person = self._person
        if sign.message == "whose.shown":
            if person.seat in names_in(sign, "seats"):
                yield from person.press("ok" if person.shown else "nope")
        elif self._kitten is not None:
            yield from person.press("ok")

    def forget_kitten(self) -> None:
        """Note that the lethal card is out of the own hands."""
        self._kitten, self._lethal_told = None, ""

    def hand_on(self, seat: str) -> bool:
        """Hand the card that was drawn and not told to another seat; return whether it was in the hand."""
        card, hands = self._card, self._person.hands
        is_held = self.has_untold and self._kitten is None and card in hands.hand
        if card is not None and is_held and seat != hands.seat:
            hands.hand_over(card, seat)
        self.has_untold = self.has_untold and self._kitten is not None
        return is_held

    def _draw_by_hand(self, sign: Sign, *, from_bottom: bool) -> Iterator[Step]:
        """Draw a card, and show it or press OK; one that was drawn before is told again."""
        person = self._person
        yield person.carry()
        if person.hands.is_strange() or person.sign() != sign:
            return
        if not self.has_untold:
            self._card = card = person.hands.draw(from_bottom=from_bottom)
            self.has_untold, self._turn_drawn = True, self._turn_told
            self._pile_drawn = number_in(sign, "pile") if "pile" in sign.values else None
            self.fears_next = False
            self._kitten = card if person.hands.is_lethal(card) else None
            self._lethal_told = ""
        elif self._kitten is not None:
            yield from self._show_kitten_again()
        if self._kitten is not None:
            yield from person.until(lambda now: now != sign)
        else:
            yield from self._turn_to_words()
            yield from person.press("ok")

    def _show_kitten_again(self) -> Iterator[Step]:
        """Lift the lethal card that was not read, and lay it again."""
        person, kitten = self._person, self._kitten
        if kitten is None:
            return
        if person.hands.is_on_pad(kitten):
            person.hands.clear_pad()
            yield person.carry()
        person.hands.lay(kitten, person.hands.front)

    def _turn_to_words(self) -> Iterator[Step]:
        """Turn on where buttons would name a card, as a stuck one has turned to it."""
        person = self._person
        for _ in range(MOST_TURNS):
            if not str(person.sign().values.get("item", "")).startswith("card."):
                return
            yield from person.press("nope")


def _told_of_turn(sign: Sign) -> object:
    """Return what tells one turn of a seat from its next: the turns that are owed, or words that go with the turn."""
    is_told_by_words = sign.message in NEWS or sign.message == "status.bottom"
    return sign.message if is_told_by_words else sign.values.get("turns", sign.values.get("left", 1))
