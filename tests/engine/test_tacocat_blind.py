"""Refereeing cards that are never read: what is known, trusted, and refuted by shown cards."""

from __future__ import annotations

import pytest

from engine.tacocat_tables import (
    RETAIL,
    Act,
    SeededChance,
    answers,
    attacks,
    begin,
    duels,
    hands,
    play,
    refusal,
    replaces,
    sacrifices,
    shows,
    told,
)
from tacotable_engine import Match

SEVEN = " ".join("?" * 7)


def test_hands_count_as_dealt_at_new() -> None:
    match = begin(mode="blind")

    assert told(match, "phase") == "replace"
    assert hands(match) == (SEVEN, SEVEN)
    assert told(match, "pile") == ["?"] * 24


def test_a_card_that_is_shown_comes_out_of_the_unknown_hand() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?")

    play(match, ("Ann", attacks("9")), ("Bo", answers("10")))

    assert hands(match) == ("? ?", "? ?")
    assert told(match, "discard") == ["9", "10"]


def test_a_defence_claims_nothing() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?")
    play(match, ("Ann", attacks("9")))

    assert match.act("Bo", answers("9")).ruling == "legal"


def test_a_sacrifice_of_a_1_is_legal_for_nothing_is_lower() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?")
    play(match, ("Ann", attacks("9")))

    assert match.act("Bo", answers("1")).ruling == "legal"


def test_a_sacrifice_is_legal_once_every_lower_card_has_been_seen() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?", discard="1 2 2 2 2")
    play(match, ("Ann", attacks("9")))

    assert match.act("Bo", answers("3")).ruling == "legal"


def test_a_declared_sacrifice_above_the_demand_is_a_claim_too() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?")
    play(match, ("Ann", attacks("4")))

    assert match.act("Bo", sacrifices("8")).ruling == "unproven"


def test_a_sacrifice_is_refused_when_too_few_higher_cards_are_left_to_fill_the_hand() -> None:
    discard = "8 8 8 9 9 10 12"
    match = begin(mode="blind", deck=RETAIL, phase="attack", ann="? ? ?", bo="? ? ?", discard=discard)
    play(match, ("Ann", attacks("11")))

    assert refusal(match, "Bo", answers("10")) == "sacrifice-refuted"


def test_a_sacrifice_is_refused_when_a_lower_card_is_known_to_be_in_the_hand() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="3 ? ?")
    play(match, ("Ann", attacks("9")))

    assert refusal(match, "Bo", answers("5")) == "sacrifice-refuted"
    assert play(match, ("Bo", answers("3"))).ruling == "unproven"


def test_a_fully_known_hand_is_judged_as_a_dealt_one() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="3 4 5")
    play(match, ("Ann", attacks("9")))

    assert refusal(match, "Bo", answers("5")) == "sacrifice-lowest"
    assert match.act("Bo", answers("3")).ruling == "legal"


def test_a_card_of_which_every_copy_is_shown_is_refused() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?", discard="12")

    assert refusal(match, "Ann", attacks("12")) == "no-copy-left"
    assert refusal(match, "Ann", attacks("11 11")) == "no-copy-left"


def test_a_group_of_a_hidden_hand_may_have_a_further_card_under_strict_groups() -> None:
    match = begin(
        mode="blind", phase="attack", ann="? ? ? ?", bo="? ? ? ?", options={"strict_groups": True}, discard="8"
    )

    assert match.act("Ann", attacks("7 7")).ruling == "unproven"


def test_a_group_that_takes_the_last_copies_is_whole() -> None:
    match = begin(
        mode="blind", phase="attack", ann="? ? ? ?", bo="? ? ? ?", options={"strict_groups": True}, discard="8"
    )

    assert match.act("Ann", attacks("8 8")).ruling == "legal"


def test_replaced_cards_need_no_face() -> None:
    match = begin("tc36", "blind", token=-3, covered=[-2, -1, 0])

    play(match, ("Bo", replaces("? ? ?")))

    assert told(match, "discard", "limit") == [["?", "?", "?"], 3]
    assert refusal(match, "Ann", replaces("? ? ? ?")) == "replace-limit"


def test_no_more_cards_are_replaced_than_the_hand_holds() -> None:
    match = begin(mode="blind", token=-3, covered=[-2, -1, 0])

    assert refusal(match, "Bo", replaces("? ? ? ? ?")) == "replace-hand"


def test_a_known_card_that_may_have_left_unseen_is_known_no_more() -> None:
    match = begin(mode="blind", token=-1, covered=[0], ann="? ? ?", bo="3 3 5")

    play(match, ("Bo", replaces("?")))

    assert hands(match)[1] == "3 ? ?"


def test_what_is_sealed_must_be_told() -> None:
    match = begin(mode="blind", phase="duel", ann="? ? ?", bo="? ? ?")

    assert refusal(match, "Ann", duels("?")) == "face-hidden"


def test_a_sealed_card_is_known_to_the_arbiter_and_its_seat_alone() -> None:
    match = begin(mode="blind", phase="duel", ann="? ? ?", bo="? ? ?")

    play(match, ("Ann", duels("9")))

    assert hands(match)[0] == "9 ? ?"
    assert match.view("Ann")["hands"] == {"Ann": ["9", "?", "?"], "Bo": None}
    assert match.view("Bo")["hands"] == {"Ann": None, "Bo": ["?", "?", "?"]}


def test_the_other_seats_sealed_card_does_not_show_in_a_legal_list() -> None:
    sealed, open_choice = (begin(mode="blind", phase="duel", ann="? ? ?", bo="? ? ?") for _ in range(2))

    play(sealed, ("Ann", duels("12")))

    assert sealed.legal("Bo") == open_choice.legal("Bo")


def test_after_a_round_all_cards_are_unknown_again() -> None:
    match = begin(mode="blind", phase="showdown", ann="?", bo="?")

    play(match, ("Ann", shows("3")), ("Bo", shows("5")))

    assert told(match, "token", "hand_size") == [-1, {"Ann": 9, "Bo": 9}]
    assert told(match, "pile", "discard") == [["?"] * 20, []]


def test_a_sealed_card_cannot_be_found_out_by_trying_its_only_copy() -> None:
    """Contract, "Answers" and "Where cards lie": a sealed card is a secret until both are shown."""

    def after_sealing(card: str) -> Match:
        match = Match.new({"game": "tc38", "seats": ["A", "B"], "mode": "blind"}, SeededChance(1))
        for seat in ("A", "B"):
            match.act(seat, {"do": "replace", "cards": []})
        match.act("A", {"do": "duel", "card": card})
        return match

    told = [after_sealing(card).why_not("B", {"do": "duel", "card": "12"}) for card in ("12", "9")]

    assert told == [None, None]


@pytest.mark.parametrize("deck", [RETAIL, None])
def test_two_sealed_cards_that_the_deck_cannot_hold_together_are_told_when_they_are_revealed(deck: Act | None) -> None:
    """Contract, blind rulings: neither seat is refused for it. Counts that are only inferred prove nothing."""
    match = begin(mode="blind", deck=deck, phase="duel", ann="? ? ?", bo="? ? ?")
    play(match, ("Bo", duels("12")))

    ruling = play(match, ("Ann", duels("12")))

    assert (ruling.ruling, ruling.rule) == ("unproven", "duel-tied")
    told_wrong = [{"act": 2, "rule": "no-copy-left", "seat": None, "proof": [1, 2]}]
    assert [one.as_dict() for one in ruling.violations] == (told_wrong if deck else [])
    assert told(match, "discard") == ["12", "12"]
    assert match.game.read_position(match.position()) == Match.from_record(match.record()).state == match.state


def test_last_cards_that_the_deck_cannot_hold_together_end_the_round_all_the_same() -> None:
    match = begin(mode="blind", deck=RETAIL, phase="showdown", attacker="Ann", ann="?", bo="?")
    play(match, ("Ann", shows("12")))

    ruling = play(match, ("Bo", shows("12")))

    assert (ruling.ruling, ruling.rule) == ("unproven", "tie-start")
    assert [(one.rule, one.seat, one.proof) for one in ruling.violations] == [("no-copy-left", None, (1, 2))]


@pytest.mark.parametrize("game", ["tc38", "tc36"])
def test_replaced_cards_that_the_deck_cannot_hold_together_are_told_with_the_later_choice(game: str) -> None:
    match = begin(game, "blind", deck=RETAIL)
    play(match, ("Bo", replaces("10 10 ?")))

    ruling = play(match, ("Ann", replaces("10")))

    assert ruling.ruling == "unproven"
    assert [(one.rule, one.seat, one.proof) for one in ruling.violations] == [("no-copy-left", None, (1, 2))]


def test_cards_of_one_seat_that_the_deck_cannot_hold_are_refused_at_once() -> None:
    match = begin(mode="blind", deck=RETAIL)

    assert refusal(match, "Ann", replaces("12 12")) == "no-copy-left"


def test_two_sealed_cards_that_the_deck_holds_together_prove_nothing() -> None:
    match = begin(mode="blind", deck=RETAIL, phase="duel", ann="? ? ?", bo="? ? ?")
    play(match, ("Bo", duels("10")))

    assert play(match, ("Ann", duels("10"))).ruling == "legal"


def test_undo_of_the_reveal_seals_the_other_card_again() -> None:
    match = begin(mode="blind", deck=RETAIL, phase="duel", ann="? ? ?", bo="? ? ?")
    play(match, ("Bo", duels("12")), ("Ann", duels("12")))

    match.undo()

    assert told(match, "ready") == ["Bo"]
    ruling = play(match, ("Ann", duels("12")))
    assert [(one.act, one.proof) for one in ruling.violations] == [(3, (1, 3))]
