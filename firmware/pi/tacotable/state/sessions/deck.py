"""Enrolling a deck, and the census of an enrolled one before a game: each tag on a pad is answered at once.

A session is a value; each step gives the next. Enrolling goes kind after kind, and what is asked for is what the next
tag becomes: "6: 2 of 5", lay a six. A census tells which cards are missing. What is wrong with a deck itself says
nothing about how anyone played: it is kept apart from violations of rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations
from operator import itemgetter
from typing import TypeVar

from tacotable.table.kinds import Printed, counts_of, deck_of, printed_on, tally
from tacotable.table.schema import Card
from tacotable_drivers.ports import PHONE

EM4100_DIGITS = 10  # Five bytes (EM4100 data sheet, memory array: 8 bits version, 32 bits data).
# Identifiers that differ in so few bits may be one tag, badly read. The readers' frames guard five bytes by their
# exclusive or alone: two wrong bits in one column pass unnoticed, and so does one beside a wrong bit of the checksum
# (RDM6300 and ID-12LA data sheets, output format).
NEAR_BITS = 2


class Said(Enum):
    """How the last thing on a pad was answered while a deck is enrolled."""

    NOTHING = "nothing"
    TAKEN = "taken"
    TOO_MANY = "too-many"
    TWICE = "twice"
    NEAR = "near"
    CROWDED = "crowded"
    TAKEN_BACK = "taken-back"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said about the last tag, and the card that it concerns: the one taken, or the one it is mixed up with."""

    said: Said = Said.NOTHING
    card: Card | None = None
    bits: int = 0  # In how many bits the tag differs from that of the card.


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A session: the box, the cards laid so far, the kind that is asked for next, and the last answer."""

    game: str
    cards: tuple[Card, ...] = ()
    asked: Printed = field(default=Printed(""))
    answer: Answer = field(default=Answer())
    twice: tuple[Card, ...] = ()  # Cards whose tags were laid again: one card twice, or two with one number.
    lying: frozenset[str] = frozenset()  # The tags that lie on pads and were answered.
    doubted: frozenset[str] = frozenset()  # Tags refused as near to another; laid again, they are what they say.

    @property
    def is_whole(self) -> bool:
        """Return whether no card is missing."""
        return not missing(self.game, self.cards)


class Seen(Enum):
    """How the last thing on a pad was answered in a census."""

    NOTHING = "nothing"
    NEW = "new"
    AGAIN = "again"
    FOREIGN = "foreign"
    REPLACED = "replaced"
    PHONE = "phone"


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


Session = TypeVar("Session", bound="Enrolment | Census")


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards of a kind were seen, and how many its box has."""

    kind: Printed
    seen: int
    expected: int


def begin(game: str, cards: tuple[Card, ...] = ()) -> Enrolment:
    """Begin a session; with cards that are enrolled already, it goes on with what they lack."""
    session = Enrolment(game, cards, asked=next(iter(counts_of(game))))
    return replace(session, asked=_next_kind(session))


def lay(session: Enrolment, tag: str) -> Enrolment:
    """Answer a tag that lies on a pad: it becomes the card that is asked for, or it is refused. Told again: nothing."""
    if tag in session.lying:
        return session
    session = replace(session, lying=session.lying | {tag})
    if tag == PHONE:
        return replace(session, answer=Answer(Said.PHONE))
    if known := next((card for card in session.cards if card.tag == tag), None):
        return replace(session, answer=Answer(Said.TWICE, known), twice=(*session.twice, known))
    if tag not in session.doubted and (close := nearest(tag, session.cards)):
        return replace(session, answer=Answer(Said.NEAR, *close), doubted=session.doubted | {tag})
    card, was = Card(tag=tag, face=session.asked.face, mark=session.asked.mark), asked_count(session)
    said = Said.TAKEN if was.seen < was.expected else Said.TOO_MANY
    taken = replace(session, cards=(*session.cards, card), answer=Answer(said, card))
    return replace(taken, asked=_next_kind(taken))


def crowd(session: Enrolment) -> Enrolment:
    """Answer several tags on a pad: none of them is taken."""
    return replace(session, answer=Answer(Said.CROWDED))


def lift(session: Session, tag: str | None = None) -> Session:
    """Note that a tag, or all, left: what was refused is settled, but a tag near another has to be laid again."""
    if isinstance(session, Enrolment) and session.answer.said in (Said.TWICE, Said.CROWDED, Said.PHONE):
        session = replace(session, answer=Answer())
    return replace(session, lying=session.lying - {tag} if tag else frozenset())


def skip(session: Enrolment, step: int = 1) -> Enrolment:
    """Ask for another kind: the next one, or the one before."""
    kinds = tuple(counts_of(session.game))
    return replace(session, asked=kinds[(kinds.index(session.asked) + step) % len(kinds)], answer=Answer())


def take_back(session: Enrolment) -> Enrolment:
    """Forget the card that was taken last, and ask for its kind again; without cards nothing changes."""
    if not session.cards:
        return session
    *rest, last = session.cards
    answer, lying = Answer(Said.TAKEN_BACK, last), session.lying - {last.tag}
    return replace(session, cards=tuple(rest), asked=printed_on(last), answer=answer, lying=lying)


def look_at(census: Census, *tags: str) -> Census:
    """Look at tags on a pad, one or a fan of several: each that is enrolled is seen. Told again: nothing."""
    for tag in tags:
        if tag in census.lying:
            continue
        if card := next((card for card in census.cards if card.tag == tag), None):
            answer = Seen.AGAIN if tag in census.seen else Seen.NEW
            census = replace(census, seen=census.seen | {tag}, answer=answer, card=card)
        elif tag == PHONE:
            census = replace(census, answer=Seen.PHONE)
        else:
            foreign = census.foreign if tag in census.foreign else (*census.foreign, tag)
            near = nearest(tag, census.cards)
            census = replace(census, foreign=foreign, answer=Seen.FOREIGN, card=near[0] if near else None)
    return replace(census, lying=census.lying | set(tags))


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


def asked_count(session: Enrolment) -> Count:
    """Count the kind that is asked for."""
    return Count(session.asked, tally(session.cards).get(session.asked, 0), counts_of(session.game)[session.asked])


def missing(game: str, cards: tuple[Card, ...]) -> tuple[Count, ...]:
    """Return the kinds of which cards are missing, in the order of the box."""
    return tuple(count for count in counts(game, cards) if count.seen < count.expected)


def too_many(game: str, cards: tuple[Card, ...]) -> tuple[Count, ...]:
    """Return the kinds of which there are more cards than the box has."""
    return tuple(count for count in counts(game, cards) if count.seen > count.expected)


def counts(game: str, cards: tuple[Card, ...]) -> tuple[Count, ...]:
    """Count the cards by kind, in the order of the box; kinds that the box does not have come last."""
    expected, there = counts_of(game), tally(cards)
    return tuple(Count(kind, there.get(kind, 0), expected.get(kind, 0)) for kind in {**expected, **there})


def lacking(game: str, cards: tuple[Card, ...]) -> int:
    """Return how many cards are missing."""
    return sum(count.expected - count.seen for count in missing(game, cards))


def near_pairs(cards: tuple[Card, ...]) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of cards whose 125 kHz tags differ in so few bits that a bad reading may mix them up."""
    return tuple((one, other) for one, other in combinations(cards, 2) if _is_near(one.tag, other.tag))


def nearest(tag: str, cards: tuple[Card, ...]) -> tuple[Card, int] | None:
    """Return the card whose tag is nearest to this one, and in how many bits they differ; None where none is near."""
    close = [(card, bits_between(tag, card.tag)) for card in cards if _is_near(tag, card.tag)]
    return min(close, key=itemgetter(1), default=None)


def bits_between(tag: str, other: str) -> int:
    """Count the bits in which two identifiers differ.

    >>> bits_between("0C000621A5", "0C000621A6")
    2
    """
    return (int(tag, 16) ^ int(other, 16)).bit_count()


def _is_near(tag: str, other: str) -> bool:
    return len(tag) == len(other) == EM4100_DIGITS and tag != other and bits_between(tag, other) <= NEAR_BITS


def _next_kind(session: Enrolment) -> Printed:
    """Return the kind to ask for: the same until it is full, then the next that lacks cards, from the start again."""
    expected, there = counts_of(session.game), tally(session.cards)
    kinds = tuple(expected)
    start = kinds.index(session.asked)
    around = (*kinds[start:], *kinds[:start])
    return next((kind for kind in around if there.get(kind, 0) < expected[kind]), session.asked)
