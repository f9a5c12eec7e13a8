"""Amendments in Tacocat: what hands or the arbiter changed (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tacocat_tables import (
    answers,
    attacks,
    begin,
    deals,
    duels,
    everything,
    hands,
    play,
    refusal,
    replaces,
    told,
)
from tacotable_engine import Match, RecordError, RequestError

REDEAL = {"do": "redeal"}
MODES = ("dealt", "seen", "blind")


def award(seat: str) -> dict[str, object]:
    return {"do": "award", "seat": seat}


def leave(seat: str) -> dict[str, object]:
    return {"do": "leave", "seat": seat}


def lost(card: str) -> dict[str, object]:
    return {"do": "lost", "card": card}


def not_amended(match: Match, fields: dict[str, object]) -> str:
    """Make an amendment that must be refused, check that nothing has changed, and return the rule's code."""
    before = everything(match)
    foretold = match.why_not_amend(fields)
    ruling = match.amend(fields)
    assert (ruling.ruling, ruling.events, everything(match)) == ("illegal", (), before)
    assert foretold is not None
    assert foretold.rule == ruling.rule
    return ruling.rule


@pytest.mark.parametrize("mode", MODES)
def test_a_redeal_deals_the_same_round_again_on_the_same_space(mode: str) -> None:
    match = begin(mode=mode, token=-1, covered=[0], wins=["Ann"], phase="answer", demands="9", ann="2 3", bo="5 6 8")

    ruling = match.amend(REDEAL)

    assert (ruling.ruling, ruling.rule, ruling.violations) == ("legal", "amend-redeal", ())
    assert ruling.events[0] == {"type": "amended", "do": "redeal", "seat": None, "card": None}
    assert told(match, "token", "covered", "wins", "round") == [-1, [0], {"Ann": 1, "Bo": 0}, 2]
    assert told(match, "phase", "hand_size") == (
        ["deal", {"Ann": 0, "Bo": 0}] if mode == "seen" else ["replace", {"Ann": 9, "Bo": 9}]
    )
    assert told(match, "attack", "demands", "answers", "discard") == [[], [], [], []]


def test_a_redeal_voids_sealed_cards_and_claims() -> None:
    match = begin(mode="blind", phase="duel", ann="? ? ?", bo="? ? ?")
    play(match, ("Ann", duels("9")), ("Bo", duels("8")), ("Ann", attacks("7")), ("Bo", answers("3")))

    match.amend(REDEAL)
    ruling = play(match, ("Ann", replaces("1")))

    assert told(match, "ready") == ["Ann"]
    assert ruling.violations == ()


def test_a_redeal_of_the_practice_round_stays_the_practice_round() -> None:
    match = begin(options={"practice": True})

    match.amend(REDEAL)

    assert told(match, "practice", "phase", "attacker") == [True, "attack", "Ann"]


@pytest.mark.parametrize("mode", MODES)
def test_an_award_moves_the_token_as_if_the_seat_had_won_the_round(mode: str) -> None:
    match = begin(mode=mode, token=-1, covered=[0], wins=["Ann"], phase="attack", ann="2 3", bo="5 6")

    ruling = match.amend(award("Bo"))

    assert (ruling.ruling, ruling.rule) == ("legal", "amend-award")
    assert ruling.events[1] == {"type": "round-won", "seat": "Bo", "by": "amend-award"}
    assert told(match, "token", "covered", "wins", "round") == [1, [-1, 0], {"Ann": 1, "Bo": 1}, 3]


def test_an_award_may_end_the_game() -> None:
    match = begin(token=-3, covered=[-2, -1, 0], phase="answer", demands="9", ann="2 3", bo="5 6 8")

    ruling = match.amend(award("Ann"))

    assert ruling.events[-1] == {"type": "game-won", "seat": "Ann"}
    assert told(match, "phase", "winner", "token", "demands", "to_act") == ["over", "Ann", -4, [], []]
    assert Match.from_record(match.record()).state == match.state


def test_an_awarded_practice_round_counts_nowhere() -> None:
    match = begin(options={"practice": True})

    match.amend(award("Bo"))

    assert told(match, "practice", "token", "wins", "phase") == [False, 0, {"Ann": 0, "Bo": 0}, "replace"]


@pytest.mark.parametrize("mode", MODES)
def test_when_a_seat_leaves_the_other_wins_and_the_token_stays(mode: str) -> None:
    match = begin(mode=mode, token=2, covered=[0, 1], phase="answer", demands="9", ann="2 3", bo="5 6 8")

    ruling = match.amend(leave("Bo"))

    assert ruling.events[1:] == ({"type": "game-won", "seat": "Ann"},)
    assert told(match, "phase", "winner", "token", "to_act") == ["over", "Ann", 2, []]
    assert {seat: prompt.code for seat, prompt in match.prompts().items()} == {"Ann": "won", "Bo": "lost"}
    assert '[Result "Ann"]' in match.record()


@pytest.mark.parametrize("fields", [REDEAL, award("Ann"), leave("Ann"), lost("5")])
def test_nothing_is_amended_once_the_game_is_over(fields: dict[str, object]) -> None:
    match = begin()
    match.amend(leave("Bo"))

    assert not_amended(match, fields) == "not-now-over"


def test_a_lost_card_is_out_of_the_deck_from_the_next_round() -> None:
    match = begin(phase="attack", ann="2 12", bo="5 6")

    match.amend(lost("12"))
    ruling = play(match, ("Ann", attacks("12")))
    match.amend(award("Ann"))

    assert ruling.ruling == "legal"
    everywhere: Any = [*told(match, "hands")["Ann"], *told(match, "hands")["Bo"], *told(match, "pile")]
    assert (len(everywhere), "12" in everywhere) == (37, False)
    match.amend(award("Ann"))
    assert sum(told(match, "hand_size").values()) + len(told(match, "pile")) == 37


def test_blind_no_copy_of_a_lost_card_is_left_in_the_next_round() -> None:
    match = begin(mode="blind")

    match.amend(lost("12"))
    ruling = match.act("Ann", replaces("12"))
    match.undo()
    match.amend(REDEAL)

    assert ruling.ruling == "legal"
    assert refusal(match, "Ann", replaces("12")) == "no-copy-left"


def test_blind_a_lost_card_counts_in_what_a_sacrifice_claims() -> None:
    match = begin(mode="blind", phase="attack", ann="9 9", bo="? ?")
    match.amend(lost("1"))
    match.amend(REDEAL)
    play(match, ("Ann", replaces()), ("Bo", replaces()), ("Ann", duels("12")), ("Bo", duels("8")))
    play(match, ("Ann", attacks("9")), ("Bo", answers("2")))
    play(match, ("Ann", attacks("9")), ("Bo", answers("2")), ("Ann", attacks("10")), ("Bo", answers("2")))

    ruling = play(match, ("Ann", attacks("10")), ("Bo", answers("2")))

    assert ruling.ruling == "legal"  # the only 1 is missing, so no lower card can be in any hand


def test_seen_a_lost_card_is_not_dealt_in_the_next_round() -> None:
    match = begin(mode="seen")
    match.amend(lost("1"))
    match.amend(REDEAL)

    assert refusal(match, "Ann", deals("1")) == "no-copy-left"


def test_a_card_of_which_every_copy_is_missing_cannot_be_lost_again() -> None:
    match = begin()
    match.amend(lost("1"))

    assert not_amended(match, lost("1")) == "amend-no-copy"
    match.amend(REDEAL)
    assert not_amended(match, lost("1")) == "amend-no-copy"


def test_a_deck_may_not_fall_below_what_the_board_deals() -> None:
    match = begin()
    for card in ("3", "4", "5", "6"):
        for _ in range(5):
            assert match.amend(lost(card)).ruling == "legal"

    assert not_amended(match, lost("7")) == "amend-deck-short"  # 18 are left, and two hands of nine take them all
    assert match.amend(REDEAL).ruling == "legal"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "shuffled"},
        {"do": "explode"},
        {"do": 5},
        {"do": "redeal", "seat": "Ann"},
        {"do": "award"},
        {"do": "award", "seat": "Cy"},
        {"do": "award", "seat": "table"},
        {"do": "leave", "seat": "Ann", "card": "5"},
        {"do": "lost"},
        {"do": "lost", "card": "13"},
        {"do": "lost", "card": "?"},
        {"do": "lost", "card": 5},
    ],
)
def test_what_is_not_well_formed_is_an_error_and_changes_nothing(fields: dict[str, object]) -> None:
    match = begin()
    before = everything(match)

    with pytest.raises(RequestError):
        match.amend(fields)
    with pytest.raises(RequestError):
        match.why_not_amend(fields)

    assert everything(match) == before


def test_undo_takes_an_amendment_back_and_acts_keep_their_numbers() -> None:
    match = begin(phase="attack", ann="3 5 7", bo="2 4 9")
    play(match, ("Ann", attacks("5")))
    before = everything(match)

    match.amend(REDEAL)
    number = match.next_number
    ruling = match.undo()

    assert (ruling.rule, ruling.events) == ("amend-undone", ({"type": "undone", "act": None},))
    assert number == 2
    assert everything(match) == before
    assert match.undo().rule == "undone"
    assert hands(match) == ("3 5 7", "2 4 9")


def test_an_amendment_ends_the_wait_for_the_arbiter() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    match.act("Bo", answers("6"))

    match.amend(REDEAL)

    assert match.rule(True, "").rule == "nothing-refused"


def test_amendments_are_in_the_record_and_read_back_from_it() -> None:
    match = begin(phase="attack", ann="3 5 7", bo="2 4 9", chance=None)
    play(match, ("Ann", attacks("5")))
    match.amend(REDEAL)
    match.undo()
    match.amend(lost("12"))
    match.amend(award("Bo"))
    match.amend(leave("Ann"))

    again = Match.from_record(match.record())

    assert "{undo} {amend lost 12} {amend award b}" in match.record().replace("\n", " ")
    assert match.record().endswith("{amend leave a}\n")
    assert (again.record(), again.state, list(again.log)) == (match.record(), match.state, list(match.log))


@pytest.mark.parametrize(
    "word",
    ["amend", "amend redeal a", "amend leave", "amend leave c", "amend leave ", "amend lost 13", "amend shuffled"],
)
def test_a_record_with_an_impossible_amendment_is_refused(word: str) -> None:
    record = begin(phase="attack", ann="3 5 7", bo="2 4 9").record()

    with pytest.raises(RecordError):
        Match.from_record(f"{record}{{{word}}}\n")


@pytest.mark.parametrize("fields", [[lost("12"), REDEAL, lost("5")], [leave("Ann")]])
def test_what_amendments_left_is_in_the_position(fields: list[dict[str, object]]) -> None:
    match = begin()
    for each in fields:
        match.amend(each)

    assert match.game.read_position(match.position()) == match.state
