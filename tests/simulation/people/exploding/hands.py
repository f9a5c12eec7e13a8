"""Hands at the play pad that can put right what devices did: whose card lies there, what was counted, what was not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from tacotable_sim.people.exploding.hands import ExplodingHands, Party
from tacotable_sim.play_pad import PLAY
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of


@dataclass(slots=True)
class CarefulParty(Party):
    """People who remember who laid which card."""

    is_dealt: bool = False
    """Whether all cards are dealt, those that explode in the pile."""
    short: Callable[[str], str] = lambda seat: seat
    """Takes who believes to have forgotten to draw, and tells whose hand is short."""


class CarefulHands(ExplodingHands):
    """The hands of one seat at a table whose devices may fail."""

    def __init__(self, table: SimulatedTable, seat: str, party: CarefulParty) -> None:
        super().__init__(table, seat, party)
        self._owners = party.owners
        self._dealt: set[str] = set()
        """The tags of cards that were told to be dealt to this seat."""

    @property
    def has_own_pad(self) -> bool:
        """Return whether this seat lays its cards where nobody else does."""
        return self._pad.zone_of(self.seat) != PLAY

    @property
    def _lying(self) -> tuple[Card, ...]:
        """Return the cards on the pad where this seat lays its own."""
        return self._truth.at(self._pad.zone_of(self.seat))

    def clockwise(self, first: str, last: str) -> tuple[str, ...]:
        """Return the seats of the players from one to another, without that; none where the first is not known."""
        seats = [seat for seat in self._table.plan.seats if seat in self._party.seats]
        if first not in seats or last not in seats:
            return ()
        start, count = seats.index(first), (seats.index(last) - seats.index(first)) % len(seats)
        return tuple((seats[start:] + seats[:start])[:count])

    def has_left(self) -> bool:
        """Return whether all that lies on the pad was laid by this seat."""
        lying = self._lying
        return bool(lying) and all(self._owners.get(card.tag) == self.seat for card in lying)

    def is_strange(self) -> bool:
        """Return whether a card of somebody else lies on the pad that does not count."""
        mine = (hand_of(self.seat), "")
        lying = [card.tag for card in self._lying if self._owners.get(card.tag) != self.seat]
        return any(self._party.goes_to.get(tag, "") not in mine for tag in lying)

    def lay_beside(self, card: Card) -> None:
        """Lay a card on the pad without looking at what lies there."""
        self._owners[card.tag] = self.seat
        self._party.goes_to[card.tag] = hand_of(self.seat)
        self._table.place(card.tag, self._pad.zone_of(self.seat))

    def put_on_pile(self, *, from_hand: int = 0) -> None:
        """Put what lies on the pad back on top of the pile, and so many cards of the hand, the last ones.

        Those stay that the display has told to be dealt to this seat.
        """
        loose = [card for card in self.hand if card.tag not in self._dealt]
        back = loose[max(0, len(loose) - from_hand) :] if from_hand > 0 else []
        for card in (*back, *self._lying):
            self._pad.move(card.tag, DRAW)

    def put_down(self, card: Card) -> None:
        """Lay a card that counts on the discard pile."""
        self._pad.move(card.tag, DISCARD)

    def put_pad_down(self) -> None:
        """Lay what lies on the pad on the discard pile."""
        for card in self._lying:
            self.put_down(card)

    def take_left_off(self) -> None:
        """Pick up the own cards off the pad that do not count: one of the deal was forgotten there.

        A card that somebody else passes to this seat is left to that hand: the table has not read it yet.
        """
        mine = hand_of(self.seat)
        left = (card for card in self._lying if self._owners.get(card.tag) == self.seat)
        self.take_back(card for card in left if self._party.goes_to.get(card.tag) == mine)

    def give_pad(self, owner: str) -> None:
        """Give what lies on the pad to the player whose it is."""
        for card in self._lying:
            self._pad.move(card.tag, hand_of(owner))
            if owner == self.seat:
                self._dealt.add(card.tag)

    def draw_harmless(self) -> None:
        """Take the first card of the pile that does not explode; those that do stay on top of it."""
        pile = self._truth.at(DRAW)
        if (card := next((card for card in pile if not self.is_lethal(card)), None)) is not None:
            self._truth.put_on_top([card.tag])
            self._table.place(card.tag, hand_of(cast("CarefulParty", self._party).short(self.seat)))

    def has_unsettled(self, seats: Iterable[str]) -> bool:
        """Return whether a lethal card lies before one of these seats, which go on living: it belongs into the pile."""
        rows = dict(zip(self._table.plan.seats, self._table.plan.rows, strict=True))
        return any(self.is_lethal(card) for seat in seats for card in self._truth.at(rows[seat]))

    def take_from(self, victim: str, choose: Callable[[tuple[Card, ...]], Card]) -> None:
        """Pick up a card from another player's fan."""
        if fan := self.fan(victim):
            self._table.place(choose(fan).tag, hand_of(self.seat))

    def take_up(self, card: Card) -> None:
        """Pick up a card that was laid down into the hand again."""
        if self._truth.where(card.tag) == self.dead_place:
            self._table.place(card.tag, hand_of(self.seat))
