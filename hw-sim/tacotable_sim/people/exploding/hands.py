"""The hands of one player at the play pad: cards go on, slide on, come back, and always end where they belong.

What lies on the pad is everybody's concern: who lays the next card takes the one before it where it belongs. The
people at the table know where that is (`Party.goes_to`): most on the discard pile, an uncounted card back to its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacotable_sim.play_pad import PlayPad
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

if TYPE_CHECKING:
    from tacotable_engine.exploding.ruleset import Ruleset
    from tacotable_sim.table import SimulatedTable


@dataclass(slots=True)
class Party:
    """What all people around the table know: who plays what, how they deal, who is out, and where a card belongs."""

    seats: tuple[str, ...]
    rules: Ruleset
    deal: Callable[[], None]
    is_seen: bool = False  # Whether hidden cards pass the pad.
    out: set[str] = field(default_factory=set)
    goes_to: dict[str, str] = field(default_factory=dict)  # Of the cards on the pad, see `PlayPad`.
    owners: dict[str, str] = field(default_factory=dict)  # As above.
    display: str = "table"  # The display that everyone reads.
    # What the second button of a seat is called, where it is not `nope`: that of Tacocat's seats stands in for it.
    second: Mapping[str, str] = field(default_factory=dict)


class ExplodingHands:
    """The hands of one seat."""

    def __init__(self, table: SimulatedTable, seat: str, party: Party) -> None:
        self.seat = seat
        self._table = table
        self._truth = table.truth
        self._party = party
        self._pad = PlayPad(table, party.goes_to, party.owners)

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return the own cards."""
        return self._truth.at(hand_of(self.seat))

    @property
    def front(self) -> str:
        """Name the place before the own seat."""
        return dict(zip(self._table.plan.seats, self._table.plan.rows, strict=True))[self.seat]

    @property
    def dead_place(self) -> str:
        """Name the place where the own cards go when this player is out."""
        return self.front if self._party.rules.keeps_dead_hand else DISCARD

    def is_lethal(self, card: Card) -> bool:
        """Return whether a card explodes."""
        return card.face == self._party.rules.lethal

    def top_face(self) -> str:
        """Return the face on top of the discard pile, once what lies on the pad is there."""
        counted = (card for card in self._pad.lying if card.tag not in self._party.goes_to)
        lying = (*self._truth.at(DISCARD), *counted)
        return lying[-1].face if lying else ""

    def is_on_pad(self, card: Card | None) -> bool:
        """Return whether a card lies on the pad."""
        return card is not None and card in self._pad.lying

    # Laying cards.

    def lay(self, card: Card, goes_to: str = "") -> None:
        """Lay a card on the pad, what lies there out of the way; until it counts, it is the own card."""
        self._pad.lay(card.tag, self.seat, goes_to or hand_of(self.seat))

    def pass_over(self, card: Card, goes_to: str) -> Callable[[], None]:
        """Lay a hidden card on the pad, face down, on its way from pile or hand; returns what puts it back."""
        self.clear_pad()
        source, pile = self._truth.where(card.tag), self._truth.at(DRAW)
        is_lowest = source == DRAW and len(pile) > 1 and pile[-1] == card
        self._pad.lay(card.tag, self.seat, goes_to, face_up=False)

        def put_back() -> None:
            self._pad.move(card.tag, source, slot=len(self._truth.at(DRAW)) if is_lowest else None)

        return put_back

    def count(self, card: Card) -> None:
        """Note that a laid card counts: it goes to the discard pile now."""
        self._party.goes_to.pop(card.tag, None)

    def clear_pad(self) -> None:
        """Carry what lies on the pad to where it belongs."""
        self._pad.clear(self.seat)

    def put_away(self, noped: Sequence[str]) -> None:
        """Carry noped cards into the box."""
        self._pad.put_away(noped)

    def take_back(self, cards: Iterable[Card]) -> None:
        """Pick up shown cards into the hand, from the pad or from the discard pile."""
        for card in cards:
            if self._truth.where(card.tag) in (*self._pad.zones, DISCARD):
                self._pad.move(card.tag, hand_of(self.seat))

    # The discard pile.

    def show_wanted(self, card: Card) -> Callable[[], None]:
        """Show a card of the discard pile; returns what puts it back where it was."""
        self.clear_pad()
        order = [each.tag for each in self._truth.at(DISCARD)]
        self._pad.lay(card.tag, self.seat)

        def put_back() -> None:
            if self._truth.where(card.tag) not in self._pad.zones:
                return
            self._table.place(card.tag, DISCARD)
            newer = [each.tag for each in self._truth.at(DISCARD) if each.tag not in order]
            self._truth.arrange(DISCARD, [*order, *newer])

        return put_back

    def take_from_discard(self, face: str, shown: Card | None) -> None:
        """Pick a card of a face out of the discard pile: the one shown for it, one that still lies on the pad, or any.

        What lay there as the last card of the play may have been read as the one that is wanted.
        """
        possible = [card for card in (*self._pad.lying, *self._truth.at(DISCARD)) if card.face == face]
        card = shown if shown in possible else next(iter(possible), None)
        if card is not None:
            self._table.place(card.tag, hand_of(self.seat))

    def wanted_cards(self) -> list[Card]:
        """Return the oldest card of each face on the discard pile that may be taken."""
        oldest: dict[str, Card] = {}
        for card in self._truth.at(DISCARD):
            if not self.is_lethal(card):
                oldest.setdefault(card.face, card)
        return list(oldest.values())

    # The draw pile.

    def top(self, count: int) -> tuple[Card, ...]:
        """Return the top cards, for who may look."""
        return self._truth.at(DRAW)[:count]

    def next_of_pile(self, *, from_bottom: bool = False) -> Card:
        """Return the card that would be drawn; who has not looked knows only its back."""
        return self._truth.at(DRAW)[-1 if from_bottom else 0]

    def draw(self, *, from_bottom: bool) -> Card:
        """Pick up a card of the pile into the hand; a lethal one is shown at once."""
        card = self.next_of_pile(from_bottom=from_bottom)
        if self.is_lethal(card):
            self.lay(card, self.front)
        else:
            self._table.place(card.tag, hand_of(self.seat))
        return card

    def put_in_order(self, order: list[int]) -> None:
        """Put the top cards back in another order."""
        pile = self._truth.at(DRAW)
        self._truth.put_on_top([pile[place].tag for place in order])

    def shuffle(self) -> None:
        """Shuffle the draw pile."""
        self._table.shuffle()

    def set_aside(self, card: Card) -> None:
        """Lay a lethal card before the own seat."""
        if self._truth.where(card.tag) != self.front:
            self._pad.move(card.tag, self.front)

    def hide(self, card: Card, slot: int) -> None:
        """Put a lethal card back into the pile."""
        self._pad.move(card.tag, DRAW, slot=slot)

    # Cards from hand to hand, and out of the game.

    def fan(self, victim: str) -> tuple[Card, ...]:
        """Return the cards of another player, whose faces nobody looks at."""
        return self._truth.at(hand_of(victim))

    def hand_over(self, card: Card, taker: str) -> None:
        """Hand a card to another player, from the hand or from the pad."""
        if self._truth.where(card.tag) != hand_of(taker):
            self._pad.move(card.tag, hand_of(taker))

    def lay_down(self, card: Card) -> None:
        """Lay a card where those of a player who is out belong, on top of what lies there."""
        if self._truth.where(card.tag) != self.dead_place:
            self._pad.move(card.tag, self.dead_place, face_up=True)
        elif self.dead_place == DISCARD:
            below = [each.tag for each in self._truth.at(DISCARD) if each != card]
            self._truth.arrange(DISCARD, [*below, card.tag])
