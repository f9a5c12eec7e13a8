"""Counting: behind a trouble people compare the cards with what the page tells, and put right what they are unsure of.

Whether a card counted that was laid while a display was dark, or a press while its button was stuck, people may take
wrongly, and then cards lie otherwise than the referee says. Everyone may look at the page, which tells how many cards
each hand has and what lies on the piles; so people settle it, but with such cards only as hands moved since all agreed
last, with the top of the draw pile, and with what may count before a hand moves it: cards that buttons name, the hand
of who is out, and what a faulty reader told by itself. Any other card that was never touched stays where it is: a
referee that counts an act which nobody did is found out all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from tacotable.autoplay.games import UNKNOWN
from tacotable.simulation.hands.permissions import is_lethal
from tacotable.table.parts import front_of
from tacotable.table.schema import PLAY_ZONE
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import BOX, DISCARD, DRAW, Card, Truth, hand_of

DOUBT_S = 120.0
"""So long behind a trouble people may be unsure."""
Public: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Told:
    """What the page tells of a place: how many cards, and their faces where those are open."""

    place: str
    count: int
    faces: tuple[str, ...] | None = None

    def lacking(self, lying: Sequence[Card]) -> list[str]:
        """Give what is missing, each by its face; an empty one is any card."""
        known = self._known() - Counter(card.face for card in lying)
        return [*known.elements(), *[""] * (self.count - len(lying) - known.total())]

    def spare(self, lying: Sequence[Card]) -> tuple[int, list[Card]]:
        """Give how many cards are too many, and which may be."""
        surplus = Counter(card.face for card in lying) - self._known()
        many = len(lying) - self.count + len(list(filter(None, self.lacking(lying))))
        return max(0, many), [card for card in lying if self.faces is None or surplus[card.face]]

    def _known(self) -> Counter[str]:
        return Counter(face for face in self.faces or () if face != UNKNOWN)


@dataclass(frozen=True, slots=True)
class Lying:
    """Where all cards lay at a moment, and how often each had been hidden by then."""

    places: Mapping[str, frozenset[str]]
    hidden: Mapping[str, int]

    @classmethod
    def of(cls, truth: Truth) -> Lying:
        """Remember where everything lies."""
        places = {place: frozenset(card.tag for card in truth.at(place)) for place in truth.places}
        return cls(places, {tag: truth.times_hidden(tag) for tags in places.values() for tag in tags})

    def handled_since(self, truth: Truth) -> frozenset[str]:
        """Give the tags of the cards that hands moved since, though they may be back; not those only seen."""
        now = Lying.of(truth)
        moved = {tag for place, tags in now.places.items() for tag in tags - self.places[place]}
        return frozenset(moved | {tag for tag, count in now.hidden.items() if count != self.hidden[tag]})


class Counting:
    """What people know of the cards that they handled; `is_ring`: the page tells what lies on which pile."""

    def __init__(self, truth: Truth, *, is_ring: bool) -> None:
        self.settled = 0
        """How many cards were put right."""
        self._truth = truth
        self._is_ring = is_ring
        self._agreed: Lying | None = None
        self._doubted = frozenset[str]()

    def doubt(self, tags: Iterable[str]) -> None:
        """Take note of cards that counted while a reader told some by itself, until all agree again."""
        self._doubted |= frozenset(tags)

    def look(self, public: Public) -> None:
        """Compare: where all agree, nothing that was handled before is in doubt."""
        if not any(lacking or spare for _, lacking, spare in self._compared(public)):
            self._agreed = Lying.of(self._truth)
            self._doubted = frozenset()

    def settle(self, public: Public) -> None:
        """Put right what lies otherwise, if what was handled since all agreed explains all of it."""
        if self._agreed is None:
            return
        handled = self._agreed.handled_since(self._truth) | self._counted_unmoved(public) | self._doubted
        moves = self._moves(public, handled)
        for card, place in moves:
            middle = len(self._truth.at(DRAW)) // 2
            self._truth.place(card.tag, place, slot=middle if place == DRAW and is_lethal(card.face) else None)
        self.settled += len(moves)
        if self._is_ring and any(card.tag in handled for card in self._truth.at(DISCARD)):
            self._put_in_order(cast("Sequence[str]", public["discard"]))

    def _counted_unmoved(self, public: Public) -> frozenset[str]:
        """Give the cards that may count before a hand moves them: named by buttons, or held by who is out."""
        out = set(self._truth.seats) - set(cast("Sequence[str]", public.get("alive", self._truth.seats)))
        places = map(hand_of, out) if self._truth.zones else self._truth.places
        return frozenset(card.tag for place in places for card in self._truth.at(place))

    # What differs.

    def _told(self, public: Public) -> Iterator[Told]:
        for seat, size in cast("Mapping[str, int]", public["hand_size"]).items():
            yield Told(hand_of(seat), size)
        if self._is_ring:
            yield Told(DRAW, len(cast("Sequence[str]", public["pile"])))
            discarded = tuple(cast("Sequence[str]", public["discard"]))
            yield Told(DISCARD, len(discarded), discarded)
            for seat, faces in cast("Mapping[str, Sequence[str]]", public["in_front"]).items():
                yield Told(front_of(seat), len(faces), tuple(faces))

    def _compared(self, public: Public) -> Iterator[tuple[Told, list[str], int]]:
        """Compare each place: what it lacks, and how many cards are too many there."""
        for told in self._told(public):
            lying = self._at(told.place)
            yield told, told.lacking(lying), told.spare(lying)[0]

    def _at(self, place: str) -> tuple[Card, ...]:
        """Give the cards of a place; what lies used on the pad of a ring belongs to the discard pile."""
        used = self._truth.at(PLAY_ZONE) if self._is_ring and place == DISCARD else ()
        return (*self._truth.at(place), *used)

    # What is done about it.

    def _moves(self, public: Public, handled: frozenset[str]) -> list[tuple[Card, str]]:
        """Find a card for each place that lacks one; none at all where one of them is not to be found."""
        compared = list(self._compared(public))
        wanted = [(told.place, face) for told, lacking, _ in compared for face in lacking]
        spare = {told.place: told.spare(self._at(told.place)) for told, _, _ in compared}
        too_many = sum(many for many, _ in spare.values()) - len(wanted)
        rest = BOX if self._is_ring else DISCARD
        wanted += [(rest, "")] * too_many
        if self._is_ring and too_many > 0:  # noped cards left the game, though no hand moved them
            handled |= {card.tag for card in spare[DISCARD][1]}
        spare[rest] = (-too_many, list(self._truth.at(BOX)) if self._is_ring else self._unused(public))
        return _paired(wanted, {place: _movable(place, *offer, handled) for place, offer in spare.items()})

    def _unused(self, public: Public) -> list[Card]:
        """Give the cards of a Tacocat discard pile that the page does not tell as used, the last one first."""
        answers = cast("Sequence[Mapping[str, str]]", public["answers"])
        tucked = cast("Mapping[str, Sequence[str]]", public["tucked"]).values()
        piles = (cast("Sequence[str]", public["discard"]), cast("Sequence[str]", public["attack"]), *tucked)
        used = Counter(face for pile in piles for face in pile) + Counter(answer["card"] for answer in answers)
        unused = list[Card]()
        for card in self._truth.at(DISCARD):
            if used[card.face]:
                used[card.face] -= 1
            else:
                unused.insert(0, card)
        return unused

    def _put_in_order(self, told: Sequence[str]) -> None:
        """Lay the discard pile in the order that the page tells, where it tells all of it."""
        left, tags = list(self._truth.at(DISCARD)), list[str]()
        for face in told:
            card = next((card for card in left if card.face == face), None)
            if card is not None:
                left.remove(card)
                tags.append(card.tag)
        if not left:
            self._truth.arrange(DISCARD, tags)


def stand_token(table: SimulatedTable, public: Public) -> None:
    """Stand the token where the page tells it, if it stands elsewhere: a button that stuck told it as moved."""
    space = cast("int | None", public.get("token"))
    if space is not None and table.truth.token != space:
        table.move_token(space)


Offer: TypeAlias = tuple[int, list[Card]]
"""How many cards may go from a place, and which."""


def _movable(place: str, many: int, cards: list[Card], handled: frozenset[str]) -> Offer:
    """Leave the cards that hands moved; of the draw pile any may be taken that does no harm, from its top on."""
    return many, [card for card in cards if card.tag in handled or (place == DRAW and not is_lethal(card.face))]


def _paired(wanted: Sequence[tuple[str, str]], offers: Mapping[str, Offer]) -> list[tuple[Card, str]]:
    """Find a card for each place and face; an empty face is any card."""
    moves: list[tuple[Card, str]] = []
    wanted = sorted(wanted, key=lambda each: each[1] == "")  # else any card might be the one that another place lacks
    left = {place: (many, list(cards)) for place, (many, cards) in offers.items()}
    for place, face in wanted:
        found = next(
            (
                (source, card)
                for source, (many, cards) in left.items()
                for card in cards
                if many > 0 and face in ("", card.face) and not (is_lethal(card.face) and place.startswith("hand:"))
            ),
            None,
        )
        if found is None:
            return []
        source, card = found
        many, cards = left[source]
        cards.remove(card)
        left[source] = (many - 1, cards)
        moves.append((card, place))
    return moves
