"""The census: which cards of an enrolled deck are there, and what is wrong with the deck itself."""

from __future__ import annotations

from tacotable.state.sessions.deck import (
    Census,
    Seen,
    lift,
    look_at,
    playable,
    replaced,
    unseen,
)
from tacotable.table.kinds import Printed, counts_of
from tacotable.table.schema import Card

FACES = [kind.face for kind, count in counts_of("tc38").items() for _ in range(count)]
DECK = tuple(Card(tag=f"04A1B2C3D4{number:04X}", face=face) for number, face in enumerate(FACES))
NEW = "04FFFFFFFFFFFF"


def all_but(*faces: str) -> Census:
    """Give a census in which every card was seen but one of each of these faces."""
    left_out = {next(card.tag for card in DECK if card.face == face) for face in faces}
    return look_at_each(Census("tc38", DECK), *(card.tag for card in DECK if card.tag not in left_out))


def look_at_each(census: Census, *tags: str) -> Census:
    for tag in tags:
        census = lift(look_at(census, tag))
    return census


def test_a_deck_whose_cards_were_all_seen_is_whole() -> None:
    assert all_but().is_whole


def test_a_missing_card_is_told_by_its_kind() -> None:
    counts = unseen(all_but("6", "12"))

    assert [(count.kind.face, count.seen, count.expected) for count in counts] == [("6", 4, 5), ("12", 0, 1)]


def test_a_card_seen_twice_does_no_harm() -> None:
    census = look_at_each(Census("tc38", DECK), DECK[0].tag, DECK[0].tag)

    assert (census.answer, census.seen) == (Seen.AGAIN, frozenset((DECK[0].tag,)))


def test_a_fan_of_cards_is_seen_at_once() -> None:
    census = look_at(Census("tc38", DECK), DECK[0].tag, DECK[1].tag)

    assert census.seen == {DECK[0].tag, DECK[1].tag}


def test_a_card_of_another_deck_is_foreign() -> None:
    census = look_at(Census("tc38", DECK), NEW)

    assert (census.answer, census.foreign) == (Seen.FOREIGN, (NEW,))


def test_a_new_tag_takes_the_place_of_a_lost_card() -> None:
    census = look_at(all_but("6"), NEW)
    old = next(card for card in DECK if card.face == "6")  # the one that was not seen

    mended = replaced(census, Printed("6"), NEW)

    assert mended.is_whole
    assert next(card.tag for card in mended.cards if card.face == "6") == NEW
    assert look_at(lift(mended), old.tag).answer is Seen.FOREIGN


def test_a_card_that_was_never_enrolled_joins_the_deck() -> None:
    deck = tuple(card for card in DECK if card.face != "12")
    census = look_at_each(Census("tc38", deck), *(card.tag for card in deck))

    mended = replaced(census, Printed("12"), NEW)

    assert mended.cards == (*deck, Card(tag=NEW, face="12"))
    assert mended.is_whole


def test_a_game_is_played_without_the_cards_that_are_too_many() -> None:
    assert playable("tc38", (*DECK, Card(tag=NEW, face="12"))) == DECK
