"""Enrolling a deck: each card is laid once, kind after kind, and each laid tag is answered at once.

A session is a value; each step gives the next. What is asked for is what the next tag becomes: "6: 2 of 5", lay a six.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations
from operator import itemgetter

from tacotable.table.kinds import Printed, counts_of, printed_on, tally
from tacotable.table.schema import Card

EM4100_DIGITS = 10  # Five bytes (EM4100 data sheet, memory array: 8 bits version, 32 bits data).
# Identifiers that differ in so few bits may be one tag, badly read. The readers' frames guard five bytes by their
# exclusive or alone: two wrong bits in one column pass unnoticed, and so does one beside a wrong bit of the checksum
# (RDM6300 and ID-12LA data sheets, output format).
NEAR_BITS = 2


class Said(Enum):
    """How the last thing on a pad was answered."""

    NOTHING = "nothing"
    TAKEN = "taken"
    TOO_MANY = "too-many"
    TWICE = "twice"
    NEAR = "near"
    CROWDED = "crowded"
    TAKEN_BACK = "taken-back"


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


def lift(session: Enrolment, tag: str | None = None) -> Enrolment:
    """Note that a tag, or all, left: what was refused is settled, but a tag near another has to be laid again."""
    is_settled = session.answer.said in (Said.TWICE, Said.CROWDED)
    lying = session.lying - {tag} if tag else frozenset[str]()
    return replace(session, lying=lying, answer=Answer() if is_settled else session.answer)


def skip(session: Enrolment, step: int = 1) -> Enrolment:
    """Ask for another kind: the next one, or the one before."""
    kinds = tuple(counts_of(session.game))
    index = (kinds.index(session.asked) + step) % len(kinds)
    return replace(session, asked=kinds[index], answer=Answer())


def take_back(session: Enrolment) -> Enrolment:
    """Forget the card that was taken last, and ask for its kind again; without cards nothing changes."""
    if not session.cards:
        return session
    *rest, last = session.cards
    answer, lying = Answer(Said.TAKEN_BACK, last), session.lying - {last.tag}
    return replace(session, cards=tuple(rest), asked=printed_on(last), answer=answer, lying=lying)


def asked_count(session: Enrolment) -> Count:
    """Count the kind that is asked for."""
    seen = tally(session.cards).get(session.asked, 0)
    return Count(session.asked, seen, counts_of(session.game)[session.asked])


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
    is_em4100 = len(tag) == len(other) == EM4100_DIGITS
    return is_em4100 and tag != other and bits_between(tag, other) <= NEAR_BITS


def _next_kind(session: Enrolment) -> Printed:
    """Return the kind to ask for: the same until it is full, then the next that lacks cards, from the start again."""
    expected, there = counts_of(session.game), tally(session.cards)
    kinds = tuple(expected)
    start = kinds.index(session.asked)
    around = (*kinds[start:], *kinds[:start])
    return next((kind for kind in around if there.get(kind, 0) < expected[kind]), session.asked)
