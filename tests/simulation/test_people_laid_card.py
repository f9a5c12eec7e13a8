"""What a simulated person takes the card on its pad for: read, or still its own, by what its display has said since."""

from __future__ import annotations

from simulation.people.tacocat.laid_card import LaidCard
from tacotable_sim.people.base import Sign

ANSWER = Sign("sign.answer", {"demand": "7", "left": 1})
DUEL = Sign("sign.duel", {})
WAIT = Sign("sign.wait-attack", {"seat": "YAY", "demands": ()})
LOST = Sign("sign.reader-lost", {"seat": "WOW"})


def laid(*signs: Sign | None) -> LaidCard:
    """Lay the card `tag` for the first sign, and look at the others."""
    card = LaidCard()
    card.lay("tag", signs[0])
    for sign in signs[1:]:
        card.look(sign)
    return card


def test_a_card_counts_once_the_display_asks_something_else() -> None:
    assert laid(ANSWER, ANSWER).is_unread("tag")

    assert not laid(ANSWER, WAIT).is_unread("tag")


def test_a_card_that_counted_is_not_taken_back_when_the_same_is_asked_again() -> None:
    assert not laid(ANSWER, WAIT, ANSWER).is_unread("tag")


def test_a_lost_reader_a_dark_display_and_named_cards_tell_nothing_about_a_card() -> None:
    named = Sign("sign.answer", {"demand": "7", "left": 1, "item": "3"})

    assert laid(ANSWER, LOST, None, named, Sign("restart.found", {"n": 3})).is_unread("tag")


def test_news_of_an_act_that_was_taken_back_tell_nothing_about_a_card_that_was_laid_then() -> None:
    news = Sign("sign.taken-back", {"owner": "YAY", "did": ("duel",)})

    assert laid(news, DUEL).is_unread("tag")
    assert laid(DUEL, news, DUEL).is_unread("tag")


def test_a_duel_card_does_not_count_because_the_other_seat_has_sealed_its_own_after_a_tie() -> None:
    tied = Sign("sign.duel-again", {})

    assert laid(tied, DUEL).is_unread("tag")
    assert laid(DUEL, tied).is_read("tag")
    assert laid(tied, DUEL, tied).is_read("tag")


def test_a_card_laid_out_of_turn_does_not_count_because_its_turn_has_come() -> None:
    assert laid(WAIT, ANSWER).is_unread("tag")

    assert not laid(WAIT, ANSWER, WAIT).is_unread("tag")


def test_a_card_laid_before_a_dark_display_answers_what_was_asked_last() -> None:
    card = laid(WAIT, ANSWER)
    card.lay("next", None)
    card.look(WAIT)

    assert not card.is_unread("next")


def test_a_card_does_not_count_because_its_own_seat_pressed_no_for_a_sacrifice() -> None:
    sacrifice = Sign("sign.sacrifice", {"demand": "7", "left": 1})

    assert laid(ANSWER, Sign("restart.found", {"n": 3}), sacrifice).is_unread("tag")
    assert laid(ANSWER, sacrifice, WAIT).is_read("tag")
