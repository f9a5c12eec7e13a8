"""People at the ring: which plays they know, and that their hands leave every card where it belongs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from simulation.people.exploding.hands import CarefulHands, CarefulParty
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_sim.people.base import Eyes, Pace, Sign, Tap
from tacotable_sim.people.exploding.hands import ExplodingHands, Party
from tacotable_sim.people.exploding.person import Cards, Person, defusers, nopers, plays
from tacotable_sim.people.exploding.turn import ExplodingTurn
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import Card

FACES = ("skip", "nope", "cat-1", "cat-1", "exploding-kitten", "defuse", "attack")


def cards(*faces: str) -> tuple[Card, ...]:
    return tuple(Card(f"{number:02X}", face) for number, face in enumerate(faces))


def faces_of(found: list[Cards]) -> list[tuple[str, ...]]:
    return [tuple(card.face for card in play) for play in found]


def known(game: str, *hand: str, top: str = "") -> list[tuple[str, ...]]:
    return faces_of(plays(cards(*hand), load_ruleset(game), top))


# What makes a play.


def test_cats_and_nopes_are_no_play_alone() -> None:
    assert known("ek120", "cat-1", "nope", "defuse", "skip") == [("skip",)]


def test_equal_cards_are_pairs_and_threes_of_a_kind() -> None:
    assert known("ek120", "cat-1", "cat-1", "cat-1") == [("cat-1", "cat-1"), ("cat-1", "cat-1", "cat-1")]


def test_a_feral_cat_stands_for_a_cat_and_for_nothing_else() -> None:
    assert known("ek120", "cat-1", "feral-cat", "nope") == [("cat-1", "feral-cat")]


def test_minions_make_no_pair_of_other_titles() -> None:
    assert known("min72", "nope", "nope", "minion-a", "minion-a") == [("minion-a", "minion-a")]


def test_a_clone_is_shown_last_and_copies_the_top_card() -> None:
    assert known("min72", "clone", "minion-a", top="skip") == [("clone",), ("minion-a", "clone")]
    assert known("min72", "clone", "clone", top="clone") == []


def test_five_different_cards_are_a_play_of_the_classic_game_only() -> None:
    hand = ("cat-1", "cat-2", "cat-3", "cat-4", "nope")

    assert known("zh56", *hand) == [hand]
    assert known("ek120", *hand) == []


def test_a_clone_nopes_a_nope_and_defuses_behind_a_defuse() -> None:
    hand = cards("clone", "skip")

    assert [card.face for card in nopers(hand, load_ruleset("min72"), "nope")] == ["clone"]
    assert list(nopers(hand, load_ruleset("min72"), "skip")) == []
    assert [card.face for card in defusers(hand, load_ruleset("min72"), "defuse")] == ["clone"]


# Hands at the pad.


@pytest.fixture
def table(loop: VirtualLoop) -> Iterator[SimulatedTable]:
    plan = Plan(seats=("1", "2"), deck=cards(*FACES), rows=("front:1", "front:2"), pads=(Pad("play"),))
    made = SimulatedTable(plan, loop=loop, seed=1)
    yield made
    made.close()


@pytest.fixture
def party(table: SimulatedTable) -> Party:
    return Party(("1", "2"), load_ruleset("ek120"), lambda: table.deal(2))


def lying(table: SimulatedTable, place: str) -> list[str]:
    return [card.face for card in table.truth.at(place)]


def test_a_card_that_counts_slides_on_and_one_that_does_not_comes_back(table: SimulatedTable, party: Party) -> None:
    party.deal()
    first, second = ExplodingHands(table, "1", party), ExplodingHands(table, "2", party)
    skip, nope = table.truth.find("skip", "hand:1"), table.truth.find("nope", "hand:2")
    first.lay(skip)
    first.count(skip)

    second.lay(nope)
    first.lay(table.truth.find("cat-1", "hand:1"))

    assert lying(table, "discard") == ["skip"]
    assert lying(table, "hand:2") == ["cat-1", "nope"]


def test_somebody_else_s_card_is_strange_until_it_counts(table: SimulatedTable) -> None:
    party = CarefulParty(("1", "2"), load_ruleset("ek120"), lambda: table.deal(2))
    party.deal()
    first, second = CarefulHands(table, "1", party), CarefulHands(table, "2", party)
    nope = table.truth.find("nope", "hand:2")
    second.lay(nope)
    assert first.is_strange()

    second.count(nope)

    assert not first.is_strange()


def test_a_lethal_card_is_shown_and_then_lies_before_its_player(table: SimulatedTable, party: Party) -> None:
    table.truth.deal(2)
    hands = ExplodingHands(table, "1", party)
    drawn = hands.draw(from_bottom=False)
    assert (drawn.face, lying(table, "play")) == ("exploding-kitten", ["exploding-kitten"])

    hands.clear_pad()

    assert lying(table, "front:1") == ["exploding-kitten"]


def test_the_wanted_card_goes_back_to_its_place_in_the_discard_pile(table: SimulatedTable, party: Party) -> None:
    for _ in range(3):
        table.place(table.truth.at("draw")[0].tag, "discard")
    hands = ExplodingHands(table, "1", party)
    put_back = hands.show_wanted(table.truth.find("nope", "discard"))
    assert lying(table, "discard") == ["skip", "cat-1"]

    put_back()

    assert lying(table, "discard") == ["skip", "nope", "cat-1"]


def test_a_dead_hand_of_minions_lies_before_its_player(table: SimulatedTable) -> None:
    party = Party(("1", "2"), load_ruleset("min72"), lambda: table.deal(1))
    party.deal()
    hands = ExplodingHands(table, "1", party)

    for card in hands.hand:
        hands.lay_down(card)

    assert (lying(table, "front:1"), lying(table, "discard")) == (["skip"], [])


def test_who_goes_back_takes_the_last_card_that_counts_and_what_was_refused_behind_it(
    table: SimulatedTable, party: Party
) -> None:
    skip, nope, attack = (table.truth.find(face, "draw") for face in ("skip", "nope", "attack"))
    table.place(skip.tag, "discard")
    table.place(nope.tag, "discard")
    table.place(attack.tag, "hand:1")
    sign = Sign("status.no-play-yet", {"seat": "1", "cards": ("skip", "nope")})
    hands, eyes = ExplodingHands(table, "1", party), Eyes(table, "1", lambda name: sign, ("table",))
    person = Person(eyes, hands, party, Random(1), Pace(), shown=[skip, nope, attack])

    steps = list(ExplodingTurn(person).go_on(sign))

    assert Tap("1.nope") in steps
    assert (lying(table, "discard"), lying(table, "hand:1")) == (["skip"], ["attack", "nope"])
