"""The hands of one player at the play pad: cards go on, slide on, come back, and always end where they belong.

What lies on the pad is everybody's concern: who lays the next card takes the one before it where it belongs. The
people at the table know where that is (`Party.goes_to`): most on the discard pile, a refused card back to its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tacotable_sim.people.exploding.rules import KittensRules, is_lethal
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

PLAY = "play"
"""The zone of the one pad."""


@dataclass(slots=True)
class Party:
    """What all people around the table know: who plays what, how they deal, who is out, and whose card that is."""

    seats: tuple[str, ...]
    game: str
    rules: KittensRules
    deal: Callable[[], None]
    is_seen: bool = False
    """Whether hidden cards pass the pad."""
    is_dealt: bool = False
    """Whether all cards are dealt, those that explode in the pile."""
    out: set[str] = field(default_factory=set)
    goes_to: dict[str, str] = field(default_factory=dict)
    """Where a card on the pad belongs, by its tag, if that is not the discard pile."""
    owners: dict[str, str] = field(default_factory=dict)
    """Who laid a card last, by its tag."""


class KittensHands:
    """The hands of one seat."""

    def __init__(self, table: SimulatedTable, seat: str, party: Party) -> None:
        self.seat = seat
        self._table = table
        self._truth = table.truth
        self._party = party
        self._dealt: set[str] = set()
        """The tags of cards that were told to be dealt to this seat."""

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

    def clockwise(self, first: str, last: str) -> tuple[str, ...]:
        """Return the seats of the players from one to another, without that; none where the first is not known."""
        seats = [seat for seat in self._table.plan.seats if seat in self._party.seats]
        if first not in seats or last not in seats:
            return ()
        start, count = seats.index(first), (seats.index(last) - seats.index(first)) % len(seats)
        return tuple((seats[start:] + seats[:start])[:count])

    def top_face(self) -> str:
        """Return the face on top of the discard pile, once what lies on the pad is there."""
        lying = (
            *self._truth.at(DISCARD),
            *(card for card in self._truth.at(PLAY) if card.tag not in self._party.goes_to),
        )
        return lying[-1].face if lying else ""

    def is_on_pad(self, card: Card | None) -> bool:
        """Return whether a card lies on the pad."""
        return card is not None and card in self._truth.at(PLAY)

    def has_left(self) -> bool:
        """Return whether all that lies on the pad was laid by this seat."""
        lying = self._truth.at(PLAY)
        return bool(lying) and all(self._party.owners.get(card.tag) == self.seat for card in lying)

    def is_strange(self) -> bool:
        """Return whether a card of somebody else lies on the pad that does not count."""
        mine = (hand_of(self.seat), "")
        lying = [card.tag for card in self._truth.at(PLAY) if self._party.owners.get(card.tag) != self.seat]
        return any(self._party.goes_to.get(tag, "") not in mine for tag in lying)

    # Laying cards.

    def lay(self, card: Card, goes_to: str | None = None) -> None:
        """Lay a card on the pad, what lies there out of the way; until it counts, it is the own card."""
        self.clear_pad()
        self.lay_beside(card, goes_to)

    def lay_beside(self, card: Card, goes_to: str | None = None) -> None:
        """Lay a card on the pad without looking at what lies there."""
        self._party.owners[card.tag] = self.seat
        self._party.goes_to[card.tag] = goes_to or hand_of(self.seat)
        self._table.place(card.tag, PLAY)

    def pass_over(self, card: Card, goes_to: str) -> Callable[[], None]:
        """Lay a hidden card on the pad, face down, on its way from pile or hand; returns what puts it back."""
        self.clear_pad()
        source, pile = self._truth.where(card.tag), self._truth.at(DRAW)
        is_lowest = source == DRAW and len(pile) > 1 and pile[-1] == card
        self._party.owners[card.tag] = self.seat
        self._party.goes_to[card.tag] = goes_to
        self._table.place(card.tag, PLAY, face_up=False)

        def put_back() -> None:
            self._party.goes_to.pop(card.tag, None)
            self._table.place(card.tag, source, slot=len(self._truth.at(DRAW)) if is_lowest else None)

        return put_back

    def put_on_pile(self, *, from_hand: int = 0) -> None:
        """Put what lies on the pad back on top of the pile, and so many cards of the hand, the last ones.

        Those stay that the display has told to be dealt to this seat.
        """
        loose = [card for card in self.hand if card.tag not in self._dealt]
        back = loose[max(0, len(loose) - from_hand) :] if from_hand > 0 else []
        for card in (*back, *self._truth.at(PLAY)):
            self._party.goes_to.pop(card.tag, None)
            self._table.place(card.tag, DRAW)

    def next_of_pile(self, *, from_bottom: bool = False) -> Card:
        """Return the card that would be drawn; who has not looked knows only its back."""
        return self._truth.at(DRAW)[-1 if from_bottom else 0]

    def count(self, card: Card) -> None:
        """Note that a laid card counts: it goes to the discard pile now."""
        self._party.goes_to.pop(card.tag, None)

    def put_down(self, card: Card) -> None:
        """Lay a card that counts on the discard pile."""
        self._party.goes_to.pop(card.tag, None)
        self._table.place(card.tag, DISCARD)

    def put_pad_down(self) -> None:
        """Lay what lies on the pad on the discard pile."""
        for card in self._truth.at(PLAY):
            self.put_down(card)

    def clear_pad(self) -> None:
        """Carry what lies on the pad to where it belongs."""
        for card in self._truth.at(PLAY):
            self._table.place(card.tag, self._party.goes_to.pop(card.tag, DISCARD))

    def take_left_off(self) -> None:
        """Pick up the own cards off the pad that do not count: one of the deal was forgotten there.

        A card that somebody else passes to this seat is left to that hand: the table has not read it yet.
        """
        mine, owners = hand_of(self.seat), self._party.owners
        left = (card for card in self._truth.at(PLAY) if owners.get(card.tag) == self.seat)
        self.take_back(card for card in left if self._party.goes_to.get(card.tag) == mine)

    def give_pad(self, owner: str) -> None:
        """Hand what lies on the pad to the player whose it is."""
        for card in self._truth.at(PLAY):
            self._party.goes_to.pop(card.tag, None)
            self._table.place(card.tag, hand_of(owner))
            if owner == self.seat:
                self._dealt.add(card.tag)

    def take_back(self, cards: Iterable[Card]) -> None:
        """Pick up shown cards into the hand, from the pad or from the discard pile."""
        for card in cards:
            self._party.goes_to.pop(card.tag, None)
            if self._truth.where(card.tag) in (PLAY, DISCARD):
                self._table.place(card.tag, hand_of(self.seat))

    # The discard pile.

    def show_wanted(self, card: Card) -> Callable[[], None]:
        """Show a card of the discard pile; returns what puts it back where it was."""
        self.clear_pad()
        order = [each.tag for each in self._truth.at(DISCARD)]
        self._party.owners[card.tag] = self.seat
        self._table.place(card.tag, PLAY)

        def put_back() -> None:
            if self._truth.where(card.tag) != PLAY:
                return
            self._table.place(card.tag, DISCARD)
            newer = [each.tag for each in self._truth.at(DISCARD) if each.tag not in order]
            self._truth.arrange(DISCARD, [*order, *newer])

        return put_back

    def take_from_discard(self, face: str, shown: Card | None) -> None:
        """Pick a card of a face out of the discard pile: the one shown for it, one that still lies on the pad, or any.

        What lay there as the last card of the play may have been read as the one that is wanted.
        """
        lying = (*self._truth.at(PLAY), *self._truth.at(DISCARD))
        possible = [card for card in lying if card.face == face]
        card = shown if shown in possible else next(iter(possible), None)
        if card is not None:
            self._table.place(card.tag, hand_of(self.seat))

    def wanted_cards(self) -> list[Card]:
        """Return the oldest card of each face on the discard pile that may be taken."""
        oldest: dict[str, Card] = {}
        for card in self._truth.at(DISCARD):
            if not is_lethal(card.face):
                oldest.setdefault(card.face, card)
        return list(oldest.values())

    # The draw pile.

    def draw(self, *, from_bottom: bool) -> Card:
        """Pick up a card of the pile into the hand; a lethal one is shown at once."""
        card = self._truth.at(DRAW)[-1 if from_bottom else 0]
        if is_lethal(card.face):
            self.lay(card, self.front)
        else:
            self._table.place(card.tag, hand_of(self.seat))
        return card

    def draw_harmless(self) -> None:
        """Pick up the first card of the pile that does not explode; those that do stay on top of it."""
        pile = self._truth.at(DRAW)
        if (card := next((card for card in pile if not is_lethal(card.face)), None)) is not None:
            self._truth.arrange(DRAW, [card.tag, *(other.tag for other in pile if other != card)])
            self._table.place(card.tag, hand_of(self.seat))

    def has_unsettled(self, seats: Iterable[str]) -> bool:
        """Return whether a lethal card lies before one of these seats, which go on living: it belongs into the pile."""
        rows = dict(zip(self._table.plan.seats, self._table.plan.rows, strict=True))
        return any(is_lethal(card.face) for seat in seats for card in self._truth.at(rows[seat]))

    def top(self, count: int) -> list[str]:
        """Look at the faces of the top cards."""
        return [card.face for card in self._truth.at(DRAW)[:count]]

    def put_in_order(self, order: list[int]) -> None:
        """Put the top cards back in another order."""
        tags = [card.tag for card in self._truth.at(DRAW)]
        self._truth.arrange(DRAW, [*(tags[place] for place in order), *tags[len(order) :]])

    def shuffle(self) -> None:
        """Shuffle the draw pile."""
        self._table.shuffle()

    def set_aside(self, card: Card) -> None:
        """Lay a lethal card before the own seat."""
        self._party.goes_to.pop(card.tag, None)
        if self._truth.where(card.tag) != self.front:
            self._table.place(card.tag, self.front)

    def hide(self, card: Card, slot: int) -> None:
        """Put a lethal card back into the pile."""
        self._party.goes_to.pop(card.tag, None)
        self._table.place(card.tag, DRAW, slot=slot)

    # Cards from hand to hand, and out of the game.

    def hand_over(self, card: Card, taker: str) -> None:
        """Hand a card to another player, from the hand or from the pad."""
        self._party.goes_to.pop(card.tag, None)
        if self._truth.where(card.tag) != hand_of(taker):
            self._table.place(card.tag, hand_of(taker))

    def fan(self, victim: str) -> tuple[Card, ...]:
        """Return the cards of another player, whose faces nobody looks at."""
        return self._truth.at(hand_of(victim))

    def take_from(self, victim: str, choose: Callable[[tuple[Card, ...]], Card]) -> None:
        """Pick up a card from another player's fan."""
        fan = self._truth.at(hand_of(victim))
        if fan:
            self._table.place(choose(fan).tag, hand_of(self.seat))

    def lay_down(self, card: Card) -> None:
        """Lay a card where those of a player who is out belong, on top of what lies there."""
        self._party.goes_to.pop(card.tag, None)
        if self._truth.where(card.tag) != self.dead_place:
            self._table.place(card.tag, self.dead_place, face_up=True)
        elif self.dead_place == DISCARD:
            below = [each.tag for each in self._truth.at(DISCARD) if each != card]
            self._truth.arrange(DISCARD, [*below, card.tag])

    def take_up(self, card: Card) -> None:
        """Pick up a card that was laid down into the hand again."""
        if self._truth.where(card.tag) == self.dead_place:
            self._table.place(card.tag, hand_of(self.seat))
