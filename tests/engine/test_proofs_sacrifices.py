"""Sacrifices proven wrong by cards shown later, and what it costs (ruling `sacrifice-refuted`)."""

from __future__ import annotations

from typing import Any

from engine.tacocat_tables import RETAIL, SeededChance, answers, attacks, begin, play, shows, told
from tacotable_engine import Match, Ruling

LOSE = {"violation": "lose_round"}


def cards(text: str) -> str:
    """Give cards; "2*4" is four 2s."""
    parts = (word.partition("*") for word in text.split())
    return " ".join(" ".join([card] * int(count or 1)) for card, _, count in parts)


def all_but(hidden: str) -> str:
    """Give the retail deck without the cards that are hidden."""
    left = [card for card, count in RETAIL.items() for _ in range(count)]
    for card in cards(hidden).split():
        left.remove(card)
    return " ".join(left)


def fight(hands: int = 3, **setting: Any) -> Match:
    """Begin at Ann's attack with a counted deck, nothing known of both hands."""
    hidden = " ".join("?" * hands)
    return begin(mode="blind", deck=RETAIL, phase="attack", attacker="Ann", ann=hidden, bo=hidden, **setting)


def proven(ruling: Ruling) -> list[tuple[int, str | None, tuple[int, ...]]]:
    return [(one.act, one.seat, one.proof) for one in ruling.violations]


def by(ruling: Ruling) -> list[object]:
    """Give by what rounds ended."""
    return [event["by"] for event in ruling.events if event["type"] in ("round-won", "round-tied")]


def sacrificed_5(**setting: Any) -> Match:
    """Let Bo give up a 5 by act 2; Ann has attacked with a 3."""
    match = fight(**setting)
    play(match, ("Ann", attacks("9")), ("Bo", answers("5")), ("Ann", attacks("3")))
    return match


def test_a_lower_card_of_the_same_hand_proves_a_sacrifice_wrong() -> None:
    ruling = play(sacrificed_5(), ("Bo", answers("4")))

    assert [one.as_dict() for one in ruling.violations] == [
        {"act": 2, "rule": "sacrifice-lowest", "seat": "Bo", "proof": [2, 4]}
    ]
    assert ruling.ruling == "legal"


def test_an_equal_card_and_a_lower_one_of_the_other_hand_prove_nothing() -> None:
    match = sacrificed_5()

    assert proven(play(match, ("Bo", answers("5")))) == []
    assert proven(play(match, ("Bo", shows("6")), ("Ann", shows("2")))) == []


def test_the_last_card_proves_a_sacrifice_wrong_when_both_are_shown() -> None:
    match = sacrificed_5()
    play(match, ("Bo", answers("5")))

    assert proven(play(match, ("Bo", shows("1")))) == []
    assert proven(play(match, ("Ann", shows("2")))) == [(2, "Bo", (2, 6))]


def test_counting_proves_a_sacrifice_wrong_before_the_lower_card_is_shown() -> None:
    """Two cards are left in Bo's hand, and once Ann has shown a 9 only one that is not lower than his 8 is unseen."""
    match = fight(discard=all_but("2*4 8 8 9 9"))
    play(match, ("Ann", attacks("9")), ("Bo", answers("8")))

    assert proven(play(match, ("Ann", attacks("9")))) == [(2, "Bo", (2, 3))]


def joint(**setting: Any) -> tuple[Match, Ruling]:
    """Let both give up a 4 and keep one card, where only one card that is not lower is unseen."""
    match = fight(4, discard=all_but("2*4 4*2 5 6 7 9"), **setting)
    play(match, ("Ann", attacks("9")), ("Bo", answers("4")), ("Ann", attacks("2")), ("Bo", answers("5")))
    return match, play(match, ("Bo", attacks("6")), ("Ann", answers("4")))


def test_sacrifices_of_two_seats_that_cannot_both_be_right_name_nobody() -> None:
    _, ruling = joint()

    assert proven(ruling) == [(6, None, (2, 6))]
    assert ruling.ruling == "unproven"


def test_with_lose_round_nobody_loses_by_a_proof_that_names_nobody() -> None:
    match, ruling = joint(options=LOSE)

    assert by(ruling) == []
    assert told(match, "phase") == "showdown"


def test_claims_that_were_reported_constrain_nothing_any_more() -> None:
    match, _ = joint()

    assert proven(play(match, ("Bo", shows("2")), ("Ann", shows("7")))) == []


def test_a_report_is_not_repeated() -> None:
    match = sacrificed_5()
    play(match, ("Bo", answers("4")))

    assert proven(play(match, ("Bo", shows("2")), ("Ann", shows("6")))) == []


def test_undo_takes_a_report_back_and_the_number_of_its_act_is_not_used_again() -> None:
    match = sacrificed_5()
    before = match.state
    play(match, ("Bo", answers("4")))

    match.undo()

    assert match.state == before
    assert proven(play(match, ("Bo", answers("4")))) == [(2, "Bo", (2, 5))]


def test_undo_takes_a_round_back_that_was_lost_by_a_proof() -> None:
    match = sacrificed_5(options=LOSE)
    before = match.state
    play(match, ("Bo", answers("4")))

    match.undo()

    assert match.state == before
    assert told(match, "token", "phase") == [0, "answer"]


def test_a_record_read_again_knows_the_claims_and_proves_the_same() -> None:
    match = sacrificed_5()
    read = Match.from_record(match.record(), SeededChance())

    assert read.state == match.state
    assert proven(play(read, ("Bo", answers("4")))) == [(2, "Bo", (2, 4))]
    assert Match.from_record(read.record()).record() == read.record()


def test_a_record_of_a_round_lost_by_a_proof_leads_to_the_same_state() -> None:
    match = sacrificed_5(options=LOSE)
    play(match, ("Bo", answers("4")))

    assert Match.from_record(match.record()).state == match.state


def test_with_lose_round_a_proof_ends_the_round_at_once() -> None:
    match = sacrificed_5(options=LOSE)

    ruling = play(match, ("Bo", answers("4")))

    assert proven(ruling) == [(2, "Bo", (2, 4))]
    assert by(ruling) == ["violation-lost"]
    assert told(match, "token", "round") == [-1, 2]


def test_by_default_a_proof_only_warns() -> None:
    match = sacrificed_5()

    ruling = play(match, ("Bo", answers("4")))

    assert by(ruling) == []
    assert told(match, "token", "phase") == [0, "showdown"]


def test_with_lose_round_a_proof_by_the_last_card_overrides_the_showdown() -> None:
    match = sacrificed_5(options=LOSE)
    play(match, ("Bo", answers("5")), ("Bo", shows("1")))

    ruling = play(match, ("Ann", shows("2")))

    assert by(ruling) == ["violation-lost"]
    assert told(match, "token") == -1


def both_wrong(**setting: Any) -> Ruling:
    """Let both give up a card that was not the lowest, and show a lower one last."""
    match = fight(4, **setting)
    play(match, ("Ann", attacks("9")), ("Bo", answers("5")), ("Ann", attacks("6")), ("Bo", answers("7")))
    play(match, ("Bo", attacks("8")), ("Ann", answers("6")), ("Bo", shows("2")))
    return play(match, ("Ann", shows("3")))


def test_two_seats_can_be_proven_wrong_by_the_last_cards() -> None:
    ruling = both_wrong()

    assert proven(ruling) == [(2, "Bo", (2, 8)), (6, "Ann", (6, 8))]
    assert by(ruling) == ["showdown-lower"]


def test_with_lose_round_two_seats_proven_wrong_at_once_void_the_round() -> None:
    assert by(both_wrong(options=LOSE)) == ["violation-void"]


def test_claims_end_with_their_round() -> None:
    match = sacrificed_5()
    play(match, ("Bo", answers("5")), ("Bo", shows("6")), ("Ann", shows("7")))

    assert match.state.claims == ()
