"""People put right behind a trouble what they handled in it; what nobody touched stays, and is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing

import pytest

from simulation.harness.counting import Counting, stand_token
from tacotable.autoplay.games import differences
from tacotable_engine.exploding.view import ExplodingView
from tacotable_sim.plan import Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop
from tacotable_sim.truth import DISCARD, DRAW, Card, Truth, hand_of

DECK = [
    Card(f"{number:010X}", face) for number, face in enumerate(("skip", "nope", "cat-1", "exploding-kitten", "favor"))
]


@pytest.fixture
def truth() -> Truth:
    """Give a ring of two: seat 1 holds a Skip and a Nope, three cards are left on the pile."""
    truth = Truth(DECK, seats=("1", "2"), zones=("play",), rows=("front:1", "front:2"))
    truth.draw("1")
    truth.draw("1")
    return truth


def told(hand: int, pile: int, discard: Sequence[str] = (), front: Sequence[str] = ()) -> Mapping[str, object]:
    """Give what the page tells of seat 1 and of the piles."""
    return {
        "hand_size": {"1": hand, "2": 0},
        "pile": ["?"] * pile,
        "discard": list(discard),
        "in_front": {"1": list(front), "2": []},
    }


def agreed(truth: Truth) -> Counting:
    counting = Counting(truth, is_ring=True)
    counting.look(told(2, 3))
    return counting


def tag_of(face: str) -> str:
    return next(card.tag for card in DECK if card.face == face)


def test_a_card_that_counted_is_put_down_though_it_was_taken_back(truth: Truth) -> None:
    counting = agreed(truth)
    truth.place(tag_of("skip"), "play")
    truth.place(tag_of("skip"), hand_of("1"))

    counting.settle(told(1, 3, ["skip"]))

    assert [card.face for card in truth.at(DISCARD)] == ["skip"]
    assert counting.settled == 1


def test_a_card_that_did_not_count_is_taken_back(truth: Truth) -> None:
    counting = agreed(truth)
    truth.place(tag_of("skip"), DISCARD)

    counting.settle(told(2, 3))

    assert [card.face for card in truth.at(hand_of("1"))] == ["nope", "skip"]


def test_a_lethal_card_goes_into_the_pile_and_never_into_a_hand(truth: Truth) -> None:
    truth.place(tag_of("cat-1"), hand_of("1"))
    counting = Counting(truth, is_ring=True)
    counting.look(told(3, 2))
    truth.place(tag_of("exploding-kitten"), "front:1")

    counting.settle(told(4, 1))
    in_front = truth.at("front:1")
    counting.settle(told(3, 2))

    assert [card.face for card in in_front] == ["exploding-kitten"]
    assert [card.face for card in truth.at(DRAW)] == ["exploding-kitten", "favor"]


def test_a_draw_that_counted_is_made(truth: Truth) -> None:
    counting = agreed(truth)

    counting.settle(told(3, 2))

    assert [card.face for card in truth.at(hand_of("1"))] == ["skip", "nope", "cat-1"]


def test_a_card_that_nobody_touched_stays(truth: Truth) -> None:
    counting = agreed(truth)
    public = told(1, 3, ["skip"])

    counting.settle(public)

    assert counting.settled == 0
    view = ExplodingView(hand_size={"1": 1, "2": 0}, pile=("?",) * 3, discard=("skip",))
    assert differences(truth, view) == (
        "seat 1 holds 2 cards, the referee says 1",
        "discarded are [], the referee says ['skip']",
    )


def test_a_card_that_a_faulty_reader_told_by_itself_is_put_down_until_all_agree(truth: Truth) -> None:
    counting = agreed(truth)
    counting.doubt([tag_of("skip")])

    counting.settle(told(1, 3, ["skip"]))
    settled = counting.settled
    counting.look(told(1, 3, ["skip"]))
    truth.place(tag_of("skip"), hand_of("1"))
    counting.look(told(2, 3))
    counting.settle(told(1, 3, ["skip"]))

    assert (settled, counting.settled) == (1, 1)


def test_a_card_that_all_agreed_on_since_it_was_handled_stays(truth: Truth) -> None:
    counting = agreed(truth)
    truth.place(tag_of("skip"), "play")
    truth.place(tag_of("skip"), hand_of("1"))
    counting.look(told(2, 3))

    counting.settle(told(1, 3, ["skip"]))

    assert counting.settled == 0


def test_the_hand_of_who_is_out_is_laid_down(truth: Truth) -> None:
    counting = agreed(truth)

    counting.settle({**told(0, 3, ["nope", "skip"]), "alive": ["2"]})

    assert truth.at(hand_of("1")) == ()
    assert counting.settled == 2


def test_a_card_that_is_told_by_its_face_is_not_laid_where_any_card_will_do(truth: Truth) -> None:
    """A kitten that seat 2 drew is told as that of seat 1, which is out by it, and holds a card of seat 2."""
    truth.place(tag_of("cat-1"), DISCARD)
    counting = Counting(truth, is_ring=True)
    counting.look(told(2, 2, ["cat-1"]))
    for face, place in (
        ("exploding-kitten", "play"),
        ("exploding-kitten", DRAW),
        ("skip", "front:1"),
        ("nope", "front:1"),
    ):
        truth.place(tag_of(face), place)
    fronts = {"2": ["?"], "1": ["exploding-kitten", "?"]}

    counting.settle({**told(0, 1, ["cat-1"]), "alive": [], "in_front": fronts})

    assert "exploding-kitten" in [card.face for card in truth.at("front:1")]
    assert (len(truth.at("front:1")), len(truth.at("front:2"))) == (2, 1)


def test_the_discard_pile_is_put_in_order(truth: Truth) -> None:
    counting = agreed(truth)
    truth.place(tag_of("skip"), DISCARD)
    truth.place(tag_of("nope"), DISCARD)

    counting.settle(told(0, 3, ["nope", "skip"]))

    assert [card.face for card in truth.at(DISCARD)] == ["nope", "skip"]


def of_pair(yay: int, wow: int, discard: Sequence[str] = ()) -> Mapping[str, object]:
    """Give what the page tells of a game of Tacocat."""
    return {
        "hand_size": {"YAY": yay, "WOW": wow},
        "discard": list(discard),
        "tucked": {"YAY": [], "WOW": []},
        "attack": [],
        "answers": [],
    }


@pytest.fixture
def pair() -> Truth:
    """Give Tacocat with two cards for each seat."""
    deck = [Card(f"{number:02}", face) for number, face in enumerate("5768")]
    truth = Truth(deck, seats=("YAY", "WOW"), zones=("YAY.pad", "WOW.pad"))
    truth.deal(2)
    return truth


def test_at_tacocat_a_card_that_counted_goes_out_of_the_hand(pair: Truth) -> None:
    counting = Counting(pair, is_ring=False)
    counting.look(of_pair(2, 2))
    pair.place("00", "YAY.pad")
    pair.place("00", hand_of("YAY"))

    counting.settle(of_pair(1, 2, ["5"]))

    assert [card.face for card in pair.at(DISCARD)] == ["5"]
    assert [card.face for card in pair.at(hand_of("YAY"))] == ["6"]


def test_at_tacocat_the_card_that_is_not_told_as_used_is_taken_back(pair: Truth) -> None:
    counting = Counting(pair, is_ring=False)
    counting.look(of_pair(2, 2))
    for tag in ("02", "00"):
        pair.place(tag, DISCARD)

    counting.settle(of_pair(1, 2, ["5"]))

    assert [card.face for card in pair.at(hand_of("YAY"))] == ["6"]


@pytest.mark.parametrize(("space", "stands"), [(4, 4), (3, 3), (None, 3)])
def test_the_token_is_stood_where_the_page_tells_it(space: int | None, stands: int) -> None:
    with virtual_loop() as loop, closing(SimulatedTable(Plan(seats=("YAY", "WOW")), loop=loop, seed=1)) as table:
        table.move_token(3)

        stand_token(table, {} if space is None else {"token": space})

        assert table.truth.token == stands
