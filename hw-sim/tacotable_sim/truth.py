"""Physical truth: where each card lies, where the token stands, what is covered, which buttons are down.

There are no game rules here. What hands can do is allowed; what they cannot raises `ImpossibleMoveError`.
Cards are conserved: every card is in exactly one place, always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tacotable_sim.errors import ImpossibleMoveError, UnknownNameError

DRAW = "draw"  # The draw pile. Its first card is the top one; nothing reads it.
DISCARD = "discard"  # The discard pile, oldest card first.
BOX = "box"  # Beside the table: cards of other decks.
AIR = "air"  # Between somebody's fingers.
SPACES = range(-4, 5)


@dataclass(frozen=True, slots=True)
class Card:
    """A card with a tag under its sleeve. `tag` is upper-case hex; `face` is what is printed on the card."""

    tag: str
    face: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where all things are, in plain values, so that a table can be found as it was left."""

    cards: Mapping[str, Sequence[str]]  # The tags of each place, in the order of `Truth.at`.
    face_up: Sequence[str]  # Of these, whose faces everyone can see.
    token: int | None
    tiles: Sequence[int]


def hand_of(seat: str) -> str:
    """Name the place where a seat's cards are."""
    return f"hand:{seat}"


class Truth:
    """The things on the table. Seats go clockwise; `zones` are the pads, `rows` places that nothing reads."""

    def __init__(
        self,
        deck: Iterable[Card],
        *,
        seats: Sequence[str],
        zones: Sequence[str] = (),
        rows: Sequence[str] = (),
        box: Iterable[Card] = (),
        buttons: Iterable[str] = (),
    ) -> None:
        self.seats = tuple(seats)
        self.zones = tuple(zones)
        self.token: int | None = 0
        self.tiles: frozenset[int] = frozenset()
        self.moves = 0  # How often hands moved, turned or mixed cards: what was seen before may be so no more.
        self._is_down = dict.fromkeys(buttons, False)
        self._places: dict[str, list[str]] = {DRAW: [], DISCARD: [], BOX: [], AIR: []}
        for place in (*map(hand_of, seats), *zones, *rows):
            _require(place not in self._places, f"two places are called {place!r}")
            self._places[place] = []
        self._cards: dict[str, Card] = {}
        self._hidden: Counter[str] = Counter()
        self._face_up: set[str] = set()
        self._add_cards(deck, DRAW)
        self._deck = frozenset(self._cards)
        self._add_cards(box, BOX)

    # What lies where.

    @property
    def places(self) -> tuple[str, ...]:
        """Every place of this table."""
        return tuple(self._places)

    def at(self, place: str) -> tuple[Card, ...]:
        """Return the cards of a place: the draw pile from its top, every other place oldest first."""
        return tuple(self._cards[tag] for tag in self._list(place))

    def card(self, tag: str) -> Card:
        """Return the card with this tag."""
        if tag not in self._cards:
            raise UnknownNameError(f"no card has the tag {tag!r}; the table has {len(self._cards)} cards")
        return self._cards[tag]

    def where(self, tag: str) -> str:
        """Name the place of a card."""
        self.card(tag)
        return next(place for place, tags in self._places.items() if tag in tags)

    def is_face_up(self, tag: str) -> bool:
        """Return whether everyone at the table can see this card's face."""
        return self.card(tag).tag in self._face_up

    def times_hidden(self, tag: str) -> int:
        """Return how often a card went where not everyone can follow it: a hand, the draw pile, the box, the air."""
        return self._hidden[self.card(tag).tag]

    def layout(self) -> Layout:
        """Return where all things are."""
        cards = {place: tuple(tags) for place, tags in self._places.items()}
        return Layout(cards, sorted(self._face_up), self.token, sorted(self.tiles))

    def find(self, face: str, place: str) -> Card:
        """Return the first card of a place that has this face."""
        for card in self.at(place):
            if card.face == face:
                return card
        raise ImpossibleMoveError(f"no card {face!r} is at {place!r}; there is {self._told(place)}")

    # What hands do with cards.

    def search(self, face: str, place: str) -> Card:
        """Return a card of this face where hands can take it: one inside the draw pile is brought to its top."""
        card = self.find(face, place)
        if place == DRAW:
            self.put_on_top([card.tag])
        return card

    def put_on_top(self, tags: Sequence[str]) -> None:
        """Put these cards of the draw pile on its top, the first one uppermost."""
        rest = (tag for tag in self._list(DRAW) if tag not in tags)
        self.arrange(DRAW, [*tags, *rest])

    def place(self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None) -> None:
        """Lay a card down. `slot` counts from the top of the draw pile (0 is the top, and the default there).

        A card lies face up on pads, rows and the discard pile unless `face_up` says otherwise; elsewhere it
        shows its back.
        """
        source = self.where(tag)
        target = self._list(place)
        _require(source != place, f"card {tag} is at {place!r} already")
        is_inside = source == DRAW and tag in self._places[DRAW][1:-1]
        _require(not is_inside, f"card {tag} is inside the draw pile; only its top and bottom can be taken")
        position = self._position(place, slot)
        self._places[source].remove(tag)
        target.insert(position, tag)
        lies_open = place not in (DRAW, BOX, AIR) and not place.startswith("hand:")
        if not lies_open:
            self._hidden[tag] += 1
        self._turn(tag, lies_open if face_up is None else face_up)

    def lift(self, thing: str) -> Card:
        """Pick up a card, by its tag or as the only card of a place, and keep it between the fingers."""
        tags = self._places.get(thing, [thing])
        if len(tags) != 1 and not (thing == DRAW and tags):
            raise ImpossibleMoveError(f"one card can be lifted from {thing!r}, but there is {self._told(thing)}")
        tag = tags[0]
        self.place(tag, AIR)
        return self.card(tag)

    def turn(self, tag: str, *, face_up: bool) -> None:
        """Turn a card over where it lies."""
        self.card(tag)
        self._turn(tag, face_up)

    def draw(self, seat: str) -> Card:
        """Pick up the top card of the draw pile into a hand."""
        pile = self._list(DRAW)
        _require(bool(pile), f"seat {seat!r} cannot draw: the draw pile is empty")
        tag = pile[0]
        self.place(tag, hand_of(seat))
        return self.card(tag)

    def deal(self, count: int, seats: Sequence[str] = ()) -> None:
        """Deal `count` cards to each of these seats, or to all, from the top of the draw pile, clockwise."""
        dealt = seats or self.seats
        needed, size = count * len(dealt), len(self._list(DRAW))
        _require(needed <= size, f"{needed} cards are to be dealt; the draw pile has {size}")
        for _ in range(count):
            for seat in dealt:
                self.draw(seat)

    def gather(self) -> None:
        """Put the whole deck back on the draw pile, as before a new round, and other cards into the box."""
        for tag in list(self._cards):
            home = DRAW if tag in self._deck else BOX
            if self.where(tag) != home:
                self._places[self.where(tag)].remove(tag)
                self._places[home].append(tag)
            self._hidden[tag] += 1
            self._turn(tag, face_up=False)

    def shuffle(self, chance: Random) -> None:
        """Shuffle the draw pile."""
        self.moves += 1
        chance.shuffle(self._list(DRAW))

    def arrange(self, place: str, tags: Sequence[str]) -> None:
        """Put the cards of a place in this order; exactly its cards must be named."""
        is_complete = sorted(tags) == sorted(self._list(place))
        _require(is_complete, f"only the cards of {place!r} can be put in order there")
        self.moves += 1
        self._places[place][:] = tags

    def lay_out(self, layout: Layout) -> None:
        """Put all things where they were; raises ImpossibleMoveError, and moves nothing, for those of another table."""
        tags = sorted(tag for tags in layout.cards.values() for tag in tags)
        is_of_this_table = set(layout.cards) == set(self._places) and tags == sorted(self._cards)
        is_of_this_table = is_of_this_table and set(layout.face_up) <= set(tags)
        _require(is_of_this_table, "these are not the places and the cards of this table")
        for space in (*layout.tiles, *(() if layout.token is None else (layout.token,))):
            _check_space(space)
        self.moves += 1
        for place, lying in layout.cards.items():
            self._places[place][:] = lying
        self._face_up = set(layout.face_up)
        self.token, self.tiles = layout.token, frozenset(layout.tiles)

    # What hands do with the token and the tiles.

    def move_token(self, space: int | None) -> None:
        """Stand the token on a space (-4..+4), or take it up (None)."""
        if space is not None:
            _check_space(space)
        where = "in the air" if space is None else f"on {space:+d}"
        _require(space != self.token, f"the token is {where} already")
        self.token = space

    def cover(self, space: int) -> None:
        """Lay a tile on a space."""
        _check_space(space)
        _require(space not in self.tiles, f"space {space:+d} carries a tile already")
        self.tiles |= {space}

    def uncover(self, space: int) -> None:
        """Remove the tile from a space."""
        _check_space(space)
        _require(space in self.tiles, f"space {space:+d} carries no tile")
        self.tiles -= {space}

    # What fingers do with buttons.

    @property
    def buttons(self) -> tuple[str, ...]:
        """All buttons, on pins and on hubs."""
        return tuple(self._is_down)

    def is_down(self, button: str) -> bool:
        """Return whether a finger is on the button."""
        if button not in self._is_down:
            raise UnknownNameError(f"no button is called {button!r}; there are {', '.join(self._is_down)}")
        return self._is_down[button]

    def press(self, button: str) -> None:
        """Put a finger on a button, and leave it there."""
        _require(not self.is_down(button), f"button {button!r} is down already")
        self._is_down[button] = True

    def release(self, button: str) -> None:
        """Release a button."""
        _require(self.is_down(button), f"button {button!r} is not down")
        self._is_down[button] = False

    # The small steps.

    def _add_cards(self, cards: Iterable[Card], place: str) -> None:
        for card in cards:
            _require(card.tag not in self._cards, f"two cards carry the tag {card.tag}")
            self._cards[card.tag] = card
            self._places[place].append(card.tag)

    def _list(self, place: str) -> list[str]:
        if place not in self._places:
            raise UnknownNameError(f"no place is called {place!r}; there are {', '.join(self._places)}")
        return self._places[place]

    def _position(self, place: str, slot: int | None) -> int:
        size = len(self._places[place])
        if place != DRAW:
            _require(slot is None, f"{place!r} has no slots; only the draw pile has")
            return size
        _require(0 <= (slot or 0) <= size, f"slot {slot} is not in a draw pile of {size} cards (0..{size})")
        return slot or 0

    def _turn(self, tag: str, face_up: bool) -> None:
        self.moves += 1
        (self._face_up.add if face_up else self._face_up.discard)(tag)

    def _told(self, place: str) -> str:
        faces = [card.face for card in self.at(place)]
        return ", ".join(faces) if faces else "no card"


def _require(is_so: bool, why_not: str) -> None:
    """Raise ImpossibleMoveError if something that a move needs is not so."""
    if not is_so:
        raise ImpossibleMoveError(why_not)


def _check_space(space: int) -> None:
    _require(space in SPACES, f"there is no space {space:+d}; the board goes from -4 to +4")
