"""The deck that its owner counted: which are refused; dealing, counting and the record use it (docs/protocol.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.exploding_tables import begin as explode
from engine.exploding_tables import denies, draws, nopes, plays, through
from engine.tacocat_tables import RETAIL, SeededChance, attacks, begin, deals, duels, play, refusal, replaces, told
from tacotable_engine import Match, RequestError

GRU = {
    "defuse": 3, "attack": 2, "clone": 1, "draw-from-bottom": 2, "nope": 3, "see-the-future": 3, "shuffle": 2,
    "skip": 3, "minion-a": 4, "minion-b": 4, "minion-c": 4,
}  # fmt: skip


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        (None, "deck: null is not an object"),
        ([], "deck: a list is not an object"),
        ({}, "deck: 0 cards are too few: this board deals 9 to each of two players, so it takes 18 or more"),
        ({"5": 17}, "deck: 17 cards are too few"),
        ({**RETAIL, "13": 1}, 'deck: "13" is not a card to count here'),
        ({**RETAIL, "?": 1}, 'deck: "?" is not a card to count here'),
        ({**RETAIL, "5": -1}, "deck.5: -1 is not a whole number from 0 to 400"),
        ({**RETAIL, "5": True}, "deck.5: true"),
        ({**RETAIL, "5": 2.0}, "deck.5: 2.0"),
        ({"5": 300, "6": 101}, "deck: 401 cards are too many"),
    ],
)
def test_a_tacocat_deck_that_cannot_be_is_an_error_that_says_why(deck: Any, problem: str) -> None:
    with pytest.raises(RequestError) as error:
        Match.new({"game": "tc38", "seats": ["Ann", "Bo"], "deck": deck}, SeededChance())

    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(
    ("game", "deck", "problem"),
    [
        ("zh56", {"defuse": 2, "skip": 14, "exploding-kitten": 1}, "deck: leave 'exploding-kitten' out"),
        ("zh56", {"defuse": 2, "clone": 14}, 'deck: "clone" is not a card to count here'),
        ("ek120", {"defuse": 1, "skip": 15}, "deck.defuse: 1 for 2 players"),
        ("ek120", {"defuse": 2, "skip": 13}, "deck: 15 cards are too few: 2 players are dealt 16"),
        ("zh56", {"defuse": 3, "skip": 13}, "deck: 13 cards beside the Defuses"),
    ],
)
def test_an_exploding_deck_that_cannot_be_is_an_error_that_says_why(
    game: str, deck: dict[str, int], problem: str
) -> None:
    with pytest.raises(RequestError) as error:
        explode(game, players=2, deck=deck)

    assert str(error.value).startswith(problem)


def test_a_deck_of_just_twice_the_highest_number_is_dealt() -> None:
    few = {"numbers": [4] * 7, "arrows": ["both"] * 7}

    match = begin(deck={"5": 4, "6": 4}, board=few)

    assert told(match, "hand_size", "pile") == [{"Ann": 4, "Bo": 4}, []]
    assert match.legal("Ann") == [{"do": "replace", "max": 0}]


@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_the_print_and_play_edition_may_have_values_above_ten(mode: str) -> None:
    match = begin("tc36", mode, deck={"11": 10, "12": 10, "1": 0})

    assert match.state.terms.deck.counts == {"11": 10, "12": 10}
    assert len(match.state.pile) == (20 if mode == "seen" else 6)


def test_a_card_with_no_copies_is_not_in_the_game() -> None:
    match = begin(mode="blind", deck={**RETAIL, "12": 0}, phase="attack", ann="? ? ?", bo="? ? ?")

    with pytest.raises(RequestError, match='"12" is not a card of this game'):
        match.act("Ann", attacks("12"))
    assert not any("12" in entry["cards"] for entry in match.legal("Ann"))  # type: ignore[operator]


def test_without_clones_and_nopes_nobody_is_offered_one() -> None:
    match = explode("min72", "blind", players=2, deck={"defuse": 2, "skip": 20})
    play(match, ("Ann", plays("skip")))

    assert match.legal("Bo") == [{"do": "let"}]
    assert refusal(match, "Bo", nopes()) == "no-copy-left"
    with pytest.raises(RequestError, match='"clone" is not a card of this game'):
        match.act("Bo", nopes("clone"))


def test_counting_uses_the_owners_copies() -> None:
    match = begin(mode="blind", deck={**RETAIL, "12": 2}, phase="duel", ann="? ? ? ?", bo="? ? ? ?")

    play(match, ("Ann", duels("12")))
    ruling = play(match, ("Bo", duels("12")))

    assert (ruling.ruling, ruling.violations) == ("legal", ())
    assert refusal(match, "Ann", duels("12")) == "no-copy-left"
    assert match.rule(True, "I found another").rule == "arbiter-cannot"


def test_readers_deal_no_more_copies_than_the_owner_counted() -> None:
    match = begin("tc36", "seen", deck={**RETAIL, "9": 1})
    play(match, ("Ann", deals("9")))

    assert refusal(match, "Bo", deals("9")) == "no-copy-left"
    assert match.rule(True, "so it is").rule == "arbiter-cannot"


def test_every_round_is_dealt_from_the_owners_deck() -> None:
    match = begin(deck={"3": 20, "4": 1, "12": 3}, phase="showdown", attacker="Ann", ann="3", bo="12")

    play(match, ("Ann", {"do": "show", "card": "3"}), ("Bo", {"do": "show", "card": "12"}))

    dealt = Counter([*match.state.hands[0], *match.state.hands[1], *match.state.pile])
    assert dealt == {"3": 20, "4": 1, "12": 3}


def test_a_position_places_cards_of_the_owners_deck() -> None:
    match = begin(deck={**RETAIL, "12": 3}, phase="duel", ann="12 12", bo="12 2")

    assert match.state.hands == (("12", "12"), ("2", "12"))
    with pytest.raises(RequestError, match="4 cards '12' are placed, and the deck has 3"):
        begin(deck={**RETAIL, "12": 3}, phase="duel", ann="12 12", bo="12 12")


def test_a_position_that_an_owners_set_does_not_have_is_no_reason_to_take_the_whole_box() -> None:
    with pytest.raises(RequestError, match="4 cards 'skip' are placed, and there are 3"):
        explode("min72", deck=GRU, ann="skip skip", bo="skip skip", pile="lethal")


def test_a_blind_position_leaves_the_rest_of_the_owners_deck_as_the_pile() -> None:
    match = explode("zh56", "blind", deck={"defuse": 2, "skip": 18}, ann="? ?", bo="skip")

    assert len(match.state.pile) == 20 + 1 - 3


def test_a_game_is_dealt_from_the_owners_cards_and_the_lethal_ones() -> None:
    match = explode("zh56", players=3, deck={"defuse": 4, "skip": 30})

    cards = Counter(card for hand in (*match.state.hands, match.state.pile) for card in hand)
    assert cards == {"defuse": 4, "skip": 30, "exploding-kitten": 2}
    assert [hand.count("defuse") for hand in match.state.hands] == [1, 1, 1]


def test_a_denial_is_judged_by_the_owners_copies() -> None:
    """Three Skips are seen: a fourth may be in Bo's hand or in the pile, if there is one."""
    hands: dict[str, Any] = {"ann": "cat-1*3", "bo": "? ?", "discard": "skip*3", "pile": "? lethal"}
    deck = {"defuse": 2, "cat-1": 4, "favor": 12}

    rulings = []
    for skips in (3, 4):
        match = explode("zh56", "blind", deck={**deck, "skip": skips}, **hands)
        through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))
        rulings.append(match.act("Bo", denies()).ruling)

    assert rulings == ["legal", "unproven"]


def test_a_drawn_card_is_one_of_the_owners() -> None:
    match = explode("zh56", "blind", players=2, deck={"defuse": 2, "skip": 13, "nope": 1, "favor": 6})
    play(match, ("Ann", draws("nope")))

    assert refusal(match, "Bo", draws("nope")) == "no-copy-left"
    assert match.rule(True, "so it is").rule == "arbiter-cannot"


def test_the_deck_is_in_the_record_and_is_read_back() -> None:
    tacocat = begin("tc36", "blind", deck={**RETAIL, "12": 0})
    play(tacocat, ("Ann", replaces("11")))
    kittens = explode("min72", "seen", players=2, deck={"defuse": 2, "nope": 14, "skip": 6})

    for match, word in ((tacocat, "tc36+1*1.2*4.3*5."), (kittens, "exploding-minion*1.defuse*2.nope*14.skip*6")):
        read = Match.from_record(match.record())
        assert word in match.record()
        assert (read.state, read.record()) == (match.state, match.record())


def test_a_deck_as_the_ruleset_has_it_binds_although_it_was_inferred() -> None:
    match = begin("tc38", "blind", deck=RETAIL, phase="attack", ann="? ? ?", bo="? ? ?", discard="12")

    assert refusal(match, "Ann", attacks("12")) == "no-copy-left"
    assert match.rule(True, "so it is").rule == "arbiter-cannot"


def test_a_lost_card_is_out_of_the_owners_deck_from_the_next_round_and_in_the_record() -> None:
    match = begin(mode="blind", deck={**RETAIL, "12": 1})
    match.amend({"do": "lost", "card": "12"})
    assert match.why_not("Ann", replaces("12")) is None
    match.amend({"do": "redeal"})

    assert refusal(match, "Ann", replaces("12")) == "no-copy-left"
    assert (match.state.terms.deck.size, len(match.state.pile)) == (37, 23)
    assert Match.from_record(match.record()).state == match.game.read_position(match.position()) == match.state
    match.undo()
    match.undo()
    assert match.state.terms.deck.size == 38


def test_a_lost_card_of_an_inferred_count_leaves_the_counts_inferred() -> None:
    match = begin("tc36", "blind")
    match.amend({"do": "lost", "card": "9"})
    match.amend({"do": "redeal"})

    assert refusal(match, "Ann", replaces("9 9")) == "no-copy-left"
    assert match.rule(True, "one more was found").rule == "arbiter-accepted"
    assert match.game.read_position(match.position()) == match.state
