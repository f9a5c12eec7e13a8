"""Physical truth: what hands can do with cards, the token, tiles and buttons, and that no card is lost."""

from __future__ import annotations

from random import Random

import pytest

from tacotable_sim.errors import ImpossibleMoveError, UnknownNameError
from tacotable_sim.truth import AIR, BOX, DISCARD, DRAW, Card, Truth, hand_of

DECK = tuple(Card(f"04A1B2C3D4E50{number}", str(number)) for number in range(1, 7))
FOREIGN = Card("FFEEDDCCBBAA99", "foreign")


@pytest.fixture
def truth() -> Truth:
    return Truth(DECK, seats=("YAY", "WOW"), zones=("pad",), rows=("row",), box=(FOREIGN,), buttons=("ok",))


def faces(truth: Truth, place: str) -> list[str]:
    return [card.face for card in truth.at(place)]


def every_card(truth: Truth) -> list[str]:
    return sorted(card.tag for place in truth.places for card in truth.at(place))


def test_the_deck_begins_as_the_draw_pile_with_its_first_card_on_top(truth: Truth) -> None:
    assert faces(truth, DRAW) == ["1", "2", "3", "4", "5", "6"]


def test_cards_are_dealt_one_at_a_time_and_clockwise(truth: Truth) -> None:
    truth.deal(2)

    assert faces(truth, hand_of("YAY")) == ["1", "3"]
    assert faces(truth, hand_of("WOW")) == ["2", "4"]
    assert faces(truth, DRAW) == ["5", "6"]


def test_dealing_more_cards_than_there_are_moves_none(truth: Truth) -> None:
    with pytest.raises(ImpossibleMoveError, match=r"8 cards are to be dealt; the draw pile has 6"):
        truth.deal(4)

    assert faces(truth, DRAW) == ["1", "2", "3", "4", "5", "6"]


def test_a_placed_card_is_where_it_was_laid_and_nowhere_else(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")

    assert truth.where(DECK[0].tag) == "pad"
    assert faces(truth, DRAW) == ["2", "3", "4", "5", "6"]


def test_a_card_lies_face_up_on_a_pad_unless_it_is_laid_on_its_face(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")
    truth.place(DECK[5].tag, "row", face_up=False)

    assert truth.is_face_up(DECK[0].tag)
    assert not truth.is_face_up(DECK[5].tag)


def test_a_card_taken_into_a_hand_shows_its_back(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")
    truth.place(DECK[0].tag, hand_of("YAY"))

    assert not truth.is_face_up(DECK[0].tag)


def test_lifting_takes_the_only_card_of_a_pad_between_the_fingers(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")

    assert truth.lift("pad") == DECK[0]
    assert faces(truth, AIR) == ["1"]


def test_lifting_from_an_empty_pad_is_impossible(truth: Truth) -> None:
    with pytest.raises(ImpossibleMoveError, match=r"one card can be lifted from 'pad', but there is no card"):
        truth.lift("pad")


def test_lifting_one_of_two_cards_needs_its_tag(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")
    truth.place(DECK[1].tag, "pad")

    with pytest.raises(ImpossibleMoveError, match="there is 1, 2"):
        truth.lift("pad")


def test_a_card_inside_the_draw_pile_is_out_of_reach(truth: Truth) -> None:
    with pytest.raises(ImpossibleMoveError, match="only its top and bottom can be taken"):
        truth.place(DECK[2].tag, "pad")


def test_a_card_goes_into_a_slot_counted_from_the_top(truth: Truth) -> None:
    truth.draw("YAY")
    truth.place(DECK[0].tag, DRAW, slot=2)

    assert faces(truth, DRAW) == ["2", "3", "1", "4", "5", "6"]


def test_a_slot_below_the_bottom_does_not_exist(truth: Truth) -> None:
    truth.draw("YAY")

    with pytest.raises(ImpossibleMoveError, match=r"slot 6 is not in a draw pile of 5 cards \(0..5\)"):
        truth.place(DECK[0].tag, DRAW, slot=6)


def test_a_card_is_not_placed_where_it_is(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")

    with pytest.raises(ImpossibleMoveError, match="is at 'pad' already"):
        truth.place(DECK[0].tag, "pad")


def test_gathering_brings_the_deck_together_and_foreign_cards_into_the_box(truth: Truth) -> None:
    truth.deal(1)
    truth.place(FOREIGN.tag, "pad")
    truth.gather()

    assert sorted(faces(truth, DRAW)) == ["1", "2", "3", "4", "5", "6"]
    assert faces(truth, BOX) == ["foreign"]


def test_gathered_cards_show_their_backs(truth: Truth) -> None:
    truth.place(DECK[0].tag, "pad")
    truth.gather()

    assert not truth.is_face_up(DECK[0].tag)


def test_shuffling_needs_nothing_but_the_chance_it_is_given(truth: Truth) -> None:
    truth.shuffle(Random(4))
    first = faces(truth, DRAW)
    again = Truth(DECK, seats=("YAY", "WOW"))
    again.shuffle(Random(4))

    assert faces(again, DRAW) == first
    assert first != ["1", "2", "3", "4", "5", "6"]


def test_two_cards_with_one_tag_are_refused() -> None:
    with pytest.raises(ImpossibleMoveError, match="two cards carry the tag 04A1B2C3D4E501"):
        Truth([DECK[0], DECK[0]], seats=("YAY", "WOW"))


def test_an_unknown_place_is_named_with_those_that_exist(truth: Truth) -> None:
    with pytest.raises(UnknownNameError, match=r"no place is called 'nowhere'; there are draw, discard, box"):
        truth.place(DECK[0].tag, "nowhere")


def test_no_card_is_ever_lost_or_doubled_whatever_hands_do(truth: Truth) -> None:
    before = every_card(truth)
    chance = Random(7)
    for _ in range(500):
        tag, place = chance.choice(before), chance.choice(truth.places)
        try:
            truth.place(tag, place)
        except ImpossibleMoveError:
            continue

        assert every_card(truth) == before


def test_the_token_stands_on_one_of_nine_spaces_or_is_in_the_air(truth: Truth) -> None:
    truth.move_token(-4)
    truth.move_token(None)
    truth.move_token(4)

    assert truth.token == 4


def test_there_is_no_tenth_space(truth: Truth) -> None:
    with pytest.raises(ImpossibleMoveError, match=r"there is no space \+5; the board goes from -4 to \+4"):
        truth.move_token(5)


def test_a_space_carries_one_tile(truth: Truth) -> None:
    truth.cover(2)

    with pytest.raises(ImpossibleMoveError, match=r"space \+2 carries a tile already"):
        truth.cover(2)


def test_a_button_that_is_down_cannot_be_pressed(truth: Truth) -> None:
    truth.press("ok")

    with pytest.raises(ImpossibleMoveError, match="button 'ok' is down already"):
        truth.press("ok")


def test_a_button_that_is_up_cannot_be_released(truth: Truth) -> None:
    with pytest.raises(ImpossibleMoveError, match="button 'ok' is not down"):
        truth.release("ok")


def test_the_discard_pile_keeps_its_order(truth: Truth) -> None:
    truth.place(DECK[0].tag, DISCARD)
    truth.place(DECK[1].tag, DISCARD)

    assert faces(truth, DISCARD) == ["1", "2"]
