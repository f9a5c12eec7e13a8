"""Each phase of a round: who may act, what happens, and what is refused (Tacocat rules, the phases of a round)."""

from __future__ import annotations

import pytest

from engine.tacocat_tables import (
    SeededChance,
    StackedChance,
    answers,
    attacks,
    begin,
    deals,
    duels,
    hands,
    play,
    refusal,
    replaces,
    shows,
    told,
)

SMALL = {"numbers": [3] * 7, "arrows": ["wow", "wow", "wow", "both", "yay", "yay", "yay"]}


def test_a_game_begins_on_the_centre_with_seven_cards_each_and_24_to_draw() -> None:
    match = begin()

    assert told(match, "phase", "token", "hand_size", "limit") == ["replace", 0, {"Ann": 7, "Bo": 7}, 7]
    assert match.view("table")["pile"] == ["?"] * 24


def test_cards_are_dealt_in_turn_the_first_seat_first() -> None:
    match = begin(board=SMALL, chance=StackedChance("1 2 3 4 5 6 12 11"))

    assert hands(match) == ("1 3 5", "2 4 6")
    assert told(match, "pile")[:2] == ["12", "11"]


def test_the_arrows_player_replaces_first() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9")

    assert told(match, "to_act") == ["Bo"]
    assert refusal(match, "Ann", replaces("2")) == "replace-order"


def test_the_other_replaces_at_most_as_many() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9 10")
    play(match, ("Bo", replaces("5")))

    assert told(match, "limit", "to_act", "replaced") == [1, ["Ann"], {"Bo": 1}]
    assert refusal(match, "Ann", replaces("2 3")) == "replace-limit"
    play(match, ("Ann", replaces("2")))
    assert hands(match) == ("3 4 9", "6 7 8")


def test_only_cards_of_the_hand_are_replaced() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9 10")

    assert refusal(match, "Bo", replaces("5 5")) == "card-not-held"


def test_the_higher_duel_card_attacks_first_and_both_are_discarded() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8")

    ruling = play(match, ("Bo", duels("5")), ("Ann", duels("9")))

    assert ruling.events[1:] == (
        {"type": "duel-revealed", "cards": ["9", "5"]},
        {"type": "duel-won", "seat": "Ann"},
    )
    assert told(match, "phase", "attacker", "discard", "to_act") == ["attack", "Ann", ["9", "5"], ["Ann"]]


def test_print_and_play_tucks_the_deciding_duel_at_its_winner() -> None:
    match = begin("tc36", phase="duel", ann="2 4 9", bo="1 5 8")

    play(match, ("Bo", duels("5")), ("Ann", duels("9")))

    assert told(match, "tucked", "discard") == [{"Ann": ["9", "5"], "Bo": []}, []]


def test_a_tied_duel_is_discarded_and_fought_again() -> None:
    match = begin("tc36", phase="duel", ann="2 4 9", bo="1 4 8")

    ruling = play(match, ("Ann", duels("4")), ("Bo", duels("4")))

    assert ruling.rule == "duel-tied"
    assert told(match, "phase", "discard", "ready") == ["duel", ["4", "4"], []]


def test_a_sealed_duel_card_stays_in_the_hand_and_cannot_be_changed() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8")
    play(match, ("Ann", duels("9")))

    assert hands(match)[0] == "2 4 9"
    assert refusal(match, "Ann", duels("4")) == "already-sealed"


def test_a_duel_at_two_cards_leads_to_the_last_cards() -> None:
    match = begin(phase="duel", ann="2 9", bo="1 8")

    play(match, ("Ann", duels("9")), ("Bo", duels("8")))

    assert told(match, "phase", "to_act") == ["showdown", ["Ann", "Bo"]]
    assert refusal(match, "Ann", attacks("2")) == "not-now-showdown"


def test_only_the_attacker_attacks_and_only_the_defender_answers() -> None:
    match = begin(phase="attack", attacker="Bo", ann="2 9 10", bo="1 8 11")

    assert refusal(match, "Ann", attacks("2")) == "attack-turn"
    play(match, ("Bo", attacks("8")))
    assert refusal(match, "Bo", answers("1")) == "answer-turn"


def test_an_attack_needs_a_card() -> None:
    match = begin(phase="attack", ann="2 9 10", bo="1 8 11")

    assert refusal(match, "Ann", attacks("")) == "attack-empty"


def test_an_unknown_face_is_no_card_to_play_where_the_referee_knows_the_cards() -> None:
    match = begin(phase="attack", ann="2 9 10", bo="1 8 11")

    assert refusal(match, "Ann", attacks("?")) == "face-hidden"


def test_runs_belong_to_retail_and_jumbo_can_be_switched_off() -> None:
    retail = begin(phase="attack", ann="2 8 9 10", bo="1 3 4 5", options={"jumbo": False})
    print_and_play = begin("tc36", phase="attack", ann="2 8 9 10", bo="1 3 4 5")

    assert refusal(retail, "Ann", attacks("8 9 10")) == "attack-no-jumbo"
    assert refusal(print_and_play, "Ann", attacks("8 9 10")) == "attack-no-runs"


def test_a_demand_must_be_open() -> None:
    match = begin(phase="answer", ann="2 9", bo="1 8 11 12", demands="5 6")

    assert refusal(match, "Bo", answers("8", "7")) == "demand-closed"


def test_all_demands_defended_give_the_lead_to_the_defender() -> None:
    match = begin(phase="answer", ann="2 9", bo="1 8 11 12", demands="5 6")

    ruling = play(match, ("Bo", answers("8")), ("Bo", answers("11")))

    assert ruling.events[-1] == {"type": "exchange-ended", "seat": "Bo"}
    assert told(match, "discard", "demands", "attack") == [["5", "6", "8", "11"], [], []]


def test_the_lower_last_card_wins_moves_and_covers() -> None:
    match = begin(phase="showdown", ann="3", bo="5")

    ruling = play(match, ("Ann", shows("3")), ("Bo", shows("5")))

    assert ruling.events[1:] == (
        {"type": "last-cards-shown", "cards": ["3", "5"]},
        {"type": "round-won", "seat": "Ann", "by": "showdown-lower"},
        {"type": "token-moved", "from": 0, "to": -1},
        {"type": "covered", "space": 0},
        {"type": "dealt", "n": 9},
    )
    assert told(match, "round", "token", "covered", "wins") == [2, -1, [0], {"Ann": 1, "Bo": 0}]


def test_after_a_partial_position_the_new_round_uses_the_whole_deck() -> None:
    match = begin(phase="showdown", ann="3", bo="5")

    play(match, ("Ann", shows("3")), ("Bo", shows("5")))

    assert len(told(match, "pile")) == 20


def test_when_the_game_is_over_nobody_acts() -> None:
    match = begin(token=-4, ann="", bo="")

    assert told(match, "phase", "winner", "to_act") == ["over", "Ann", []]
    assert refusal(match, "Ann", duels("4")) == "not-now-over"


def test_practice_is_one_round_of_attacks_that_counts_nowhere() -> None:
    match = begin(options={"practice": True}, board=SMALL, chance=StackedChance("1 2 3 4 5 6"))
    assert told(match, "phase", "attacker", "practice") == ["attack", "Ann", True]

    play(match, ("Ann", attacks("5")), ("Bo", answers("6")), ("Bo", attacks("4")), ("Ann", answers("1")))
    ruling = play(match, ("Ann", shows("3")), ("Bo", shows("2")))

    assert {"type": "practice-ended"} in ruling.events
    assert told(match, "phase", "token", "covered", "wins", "round", "practice") == [
        "replace",
        0,
        [],
        {"Ann": 0, "Bo": 0},
        1,
        False,
    ]


def test_seen_cards_are_dealt_in_any_order_until_each_hand_is_full() -> None:
    match = begin(mode="seen", board=SMALL)
    play(match, ("Bo", deals("6")), ("Bo", deals("10")), ("Ann", deals("2")), ("Bo", deals("2")))

    assert refusal(match, "Bo", deals("3")) == "deal-full"
    assert refusal(match, "Ann", replaces("")) == "not-now-deal"
    play(match, ("Ann", deals("4")), ("Ann", deals("4")))
    assert told(match, "phase") == "replace"


def test_seen_no_more_copies_are_dealt_than_the_deck_has() -> None:
    match = begin(mode="seen", board=SMALL)
    play(match, ("Bo", deals("1")))

    assert refusal(match, "Ann", deals("1")) == "no-copy-left"
    assert refusal(match, "Ann", deals("?")) == "face-hidden"


def test_seen_replacement_cards_are_dealt_to_the_seat_that_replaced() -> None:
    match = begin(mode="seen", token=2, covered=[0, 1], ann="2 3 4 6 8 9", bo="1 2 5 7 10 11", pile="? " * 26)
    play(match, ("Ann", replaces("3 4")))

    assert told(match, "phase", "to_act", "discard") == ["deal", ["Ann"], ["3", "4"]]
    assert refusal(match, "Bo", deals("9")) == "deal-full"
    play(match, ("Ann", deals("7")), ("Ann", deals("12")))
    assert told(match, "phase", "to_act", "limit") == ["replace", ["Bo"], 2]


def test_a_dealt_card_must_be_the_one_that_is_known_to_be_on_top() -> None:
    match = begin(mode="seen", token=2, covered=[0, 1], ann="2 3", bo="1 2", pile="7 8", board=SMALL, phase="deal")

    assert refusal(match, "Ann", deals("8")) == "deal-top"
    assert play(match, ("Ann", deals("7"))).rule == "dealt"


def test_dealing_is_no_act_where_the_engine_owns_the_deck() -> None:
    match = begin(chance=SeededChance(4))

    assert refusal(match, "Ann", deals("8")) == "not-now-replace"


@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_every_mode_knows_the_same_phases(mode: str) -> None:
    match = begin(mode=mode, phase="attack", ann="2 9 10", bo="1 8 11")

    play(match, ("Ann", attacks("9")), ("Bo", answers("1")))

    assert told(match, "phase", "attacker") == ["attack", "Ann"]
