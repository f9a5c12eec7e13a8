"""The hidden card that a Tacocat player passes over its pad: it goes where the display says, once that has counted it.

Fewer cards are owed then. Until the display tells of the game again the card stays where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulation.people.tacocat.laid_card import asked_by
from tacotable_sim.people.base import GLANCE_S, Eyes, Pause, Place, Sign, Step
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW, hand_of

READ_GLANCES = 20
"""So often a player looks whether its card was read."""
PASSED = ("sign.pass", "sign.pass-new")
"""What is said while a seat is owed cards."""
DEALT = "refusal.dealt-to"
"""What is refused of a card that was dealt: the display tells to whom."""
LOOK_AGAIN_S = 1.0
"""So long a refusal has to stand before a card is given away."""


class PassedCard:
    """The card of the pile that lies on a seat's pad, if one does."""

    def __init__(self, table: SimulatedTable, eyes: Eyes, pad: str) -> None:
        self._table = table
        self._eyes = eyes
        self._pad = pad
        self._tag = ""
        self._owed = 0
        self._taken = ""
        """The card that was taken last, and how many were owed then."""
        self._left = 0
        self._returned = ""
        """The card that went back onto the pile unread, when as many were owed as before it."""

    def is_there(self) -> bool:
        """Return whether it lies there."""
        return self._pad in self._table.truth.zones and any(
            card.tag == self._tag for card in self._table.truth.at(self._pad)
        )

    def lay(self, sign: Sign) -> Iterator[Step]:
        """Lay the top card of the pile down, and do with it what comes of that; `sign` asked for it."""
        self._tag, self._owed = self._table.truth.at(DRAW)[0].tag, owed(sign) or 0
        self._table.place(self._tag, self._pad, face_up=False)
        left = READ_GLANCES
        while left and owed(self._eyes.sign()) in (self._owed, None):
            if _is_refused_as_dealt(self._eyes.sign()):
                return
            yield Pause(GLANCE_S)
            left -= _tells_of_cards(self._eyes.sign())
        yield self.move_on(self._eyes.sign())

    def move_on(self, sign: Sign | None) -> Step:
        """Pick it up once fewer are owed; else it was not read, and goes back onto the pile."""
        left = owed(sign)
        is_read = left is not None and left < self._owed
        if is_read and left is not None:
            self._taken, self._left = self._tag, left
        self._returned = "" if is_read else self._tag
        return self._put(hand_of(self._eyes.seat) if is_read else DRAW)

    def put_back(self, sign: Sign) -> list[Step]:
        """Put the card that was taken last back onto the pile, where one more is owed again: it counts no longer."""
        tag, hand = self._taken, hand_of(self._eyes.seat)
        if owed(sign) != self._left + 1 or not tag or self._table.truth.where(tag) != hand:
            return []
        self.forget()
        return [Place(tag, DRAW, source=hand)]

    def take_after_all(self, sign: Sign) -> list[Step]:
        """Pick up the card that went back onto the pile and had counted: the table was dark, and asks for fewer."""
        left, pile = owed(sign), self._table.truth.at(DRAW)
        if not self._returned or left is None or left >= self._owed:
            return []
        is_there, self._returned = pile[:1] and pile[0].tag == self._returned, ""
        return [Place(pile[0].tag, hand_of(self._eyes.seat), source=DRAW)] if is_there else []

    def forget(self) -> None:
        """Begin with other cards."""
        self._taken = self._returned = ""

    def answer(self, refusal: Sign) -> Iterator[Step]:
        """Do what a refusal says; it may be about a card on the next pad, and goes by itself then.

        So a card that was dealt to another is given away at a second look alone.
        """
        if refusal.message != DEALT:
            yield self._put(DISCARD if refusal.message == "refusal.dealt-before" else DRAW)
            return
        yield Pause(LOOK_AGAIN_S)
        if self._eyes.sign() == refusal:
            yield self._put(hand_of(str(refusal.values["owner"])))

    def _put(self, place: str) -> Step:
        """Pick it up from the pad; it passes no more."""
        tag, self._tag = self._tag, ""
        return Place(tag, place, source=self._pad)


def owed(sign: Sign | None) -> int | None:
    """Return how many cards of the pile a display still asks for; None where it does not show the game."""
    if sign is None or asked_by(sign) is None:
        return None
    is_asking = sign.message in PASSED or sign.message.endswith("-seen")
    return int(str(sign.values["n"])) if is_asking else 0


def _tells_of_cards(sign: Sign | None) -> bool:
    """Return whether a display would tell that a card was read: it is lit, and asks nothing beside the game."""
    return sign is not None and (asked_by(sign) is not None or sign.message.startswith("refusal."))


def _is_refused_as_dealt(sign: Sign | None) -> bool:
    """Return whether the card was dealt already, as in a moment when a display was dark."""
    return sign is not None and sign.message == DEALT
