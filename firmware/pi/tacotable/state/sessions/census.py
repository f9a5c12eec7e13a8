"""The census of an enrolled deck before a game: cards are laid, or fanned over a pad, and it is told which are missing.

What is wrong with a deck itself says nothing about how anyone played: it is kept apart from violations of rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum

from tacotable.state.sessions.deck import Count, missing, nearest
from tacotable.table.kinds import Printed, deck_of, printed_on
from tacotable.table.schema import Card


class Seen(Enum):
    """How the last thing on a pad was answered."""

    NOTHING = "nothing"
    NEW = "new"
    AGAIN = "again"
    FOREIGN = "foreign"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Census:
    """A session: the enrolled cards, the tags seen so far, foreign ones, and the last answer."""

    game: str
    cards: tuple[Card, ...]
    seen: frozenset[str] = frozenset()
    foreign: tuple[str, ...] = ()
    answer: Seen = Seen.NOTHING
    card: Card | None = None  # The card that the answer is about.
    lying: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Return whether every enrolled card was seen, and the box has no more."""
        return not unseen(self)


def look_at(census: Census, *tags: str) -> Census:
    """Look at tags on a pad, one or a fan of several: each that is enrolled is seen. Told again: nothing."""
    for tag in tags:
        if tag in census.lying:
            continue
        if card := next((card for card in census.cards if card.tag == tag), None):
            answer = Seen.AGAIN if tag in census.seen else Seen.NEW
            census = replace(census, seen=census.seen | {tag}, answer=answer, card=card)
        else:
            foreign = census.foreign if tag in census.foreign else (*census.foreign, tag)
            near = nearest(tag, census.cards)
            census = replace(census, foreign=foreign, answer=Seen.FOREIGN, card=near[0] if near else None)
    return replace(census, lying=census.lying | set(tags))


def lift(census: Census, tag: str | None = None) -> Census:
    """Note that a tag has left its pad, or that the pads are free."""
    return replace(census, lying=census.lying - {tag} if tag else frozenset())


def unseen(census: Census) -> tuple[Count, ...]:
    """Return the kinds of which cards are missing: enrolled and not seen, or never enrolled."""
    return missing(census.game, tuple(card for card in census.cards if card.tag in census.seen))


def replaced(census: Census, kind: Printed, tag: str) -> Census:
    """Replace a lost card of a kind by a new tag (the lost one is foreign now), or add one that was never enrolled."""
    old = next((card for card in census.cards if printed_on(card) == kind and card.tag not in census.seen), None)
    new = Card(tag=tag, face=kind.face, mark=kind.mark)
    kept = [new if card is old else card for card in census.cards]
    cards = tuple(kept if old else [*kept, new])
    foreign = tuple(other for other in census.foreign if other != tag)
    return replace(census, cards=cards, seen=census.seen | {tag}, foreign=foreign, answer=Seen.REPLACED, card=new)


def playable(game: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards a game may be played with: of too many, which would prove a cheat, the last are left out."""
    room, kept = Counter(deck_of(game)), []
    for card in cards:
        if room[card.face] > 0:
            room[card.face] -= 1
            kept.append(card)
    return tuple(kept)
