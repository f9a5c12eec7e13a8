"""Denials after three of a kind, proven wrong by cards shown later (ruling `deny-refuted`)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.exploding_tables import begin, cards, denies, draws, explodes, gives, kinds, plays, steals, through
from engine.tacocat_tables import SeededChance, play, refusal
from tacotable_engine import Match, Ruling
from tacotable_engine.errors import RecordError
from tacotable_engine.exploding.game import Exploding
from tacotable_engine.exploding.ruleset import load_ruleset


def all_laid(hands: dict[str, Any], hidden: str, pile: int, **told: Any) -> Match:
    """Begin a zh56 game in which just these cards are hidden, lethal ones included; all others lie face up."""
    deck = load_ruleset("zh56").deck(len(hands)).counts
    known = Counter(card for hand in hands.values() for card in cards("zh56", hand) if card != "?")
    face_up = Counter(deck) - known - Counter(cards("zh56", hidden))
    laid = " ".join(f"{card}*{count}" for card, count in face_up.items())
    return begin("zh56", "blind", discard=laid, pile=f"?*{pile}", **hands, **told)


def asks(match: Match, target: str, name: str, cat: str = "cat-1") -> None:
    """Let Ann ask for a card by three of a kind."""
    through(match, "Ann", plays(f"{cat} {cat} {cat}", target, name))


def told(ruling: Ruling) -> list[tuple[int, str | None, tuple[int, ...]]]:
    return [(one.act, one.seat, one.proof) for one in ruling.violations]


def denied_skip(**options: Any) -> Match:
    """Let Bo deny a Skip by act 2, and Ann draw; it is Bo's turn."""
    match = begin("zh56", "blind", ann="cat-1*3 ? ?", bo="? ? ? ?", cy="? ? ? ?", **options)
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()), ("Ann", draws()))
    return match


def test_a_card_that_was_denied_and_is_shown_later_proves_the_denial_wrong() -> None:
    ruling = play(denied_skip(), ("Bo", plays("skip")))

    assert [one.as_dict() for one in ruling.violations] == [
        {"act": 2, "rule": "deny-refuted", "seat": "Bo", "proof": [2, 4]}
    ]
    assert ruling.ruling == "legal"


def test_a_card_that_may_have_been_drawn_since_proves_nothing() -> None:
    match = denied_skip()

    play(match, ("Bo", draws()), ("Cy", draws()), ("Ann", draws()))

    assert told(play(match, ("Bo", plays("skip")))) == []
    assert told(match.resolve()) == []


def test_more_copies_than_were_gained_since_prove_the_denial_wrong() -> None:
    match = denied_skip()
    play(match, ("Bo", draws()), ("Cy", draws()), ("Ann", draws()))
    through(match, "Bo", plays("skip"))
    play(match, ("Cy", draws()), ("Ann", draws("see-the-future")), ("Bo", draws("attack")))
    play(match, ("Cy", draws()), ("Ann", draws()))

    assert told(play(match, ("Bo", plays("skip")))) == [(2, "Bo", (2, 13))]


def test_a_shown_hand_of_a_player_who_is_out_proves_a_denial_wrong() -> None:
    match = denied_skip()
    play(match, ("Bo", draws("exploding-kitten")))

    assert told(play(match, ("Bo", explodes("skip nope nope defuse")))) == [(2, "Bo", (2, 5))]


def test_a_card_that_can_only_have_come_from_a_hand_proves_its_denial_wrong() -> None:
    """Ann's hand is known but for the card that Bo gave her."""
    match = begin("zh56", "blind", ann="cat-1*3 favor nope", bo="? ? ?", cy="? ? ?")
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()))
    through(match, "Ann", plays("favor", "Bo"))
    play(match, ("Bo", gives()))

    assert told(play(match, ("Ann", plays("skip")))) == [(2, "Bo", (2, 5))]


def test_a_card_that_goes_through_two_hands_still_proves_the_denial_wrong() -> None:
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*2 nope", bo="? ? ?", cy="favor attack")
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()))
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()), ("Ann", draws("shuffle")), ("Bo", draws("shuffle")))
    through(match, "Cy", plays("favor", "Ann"))
    play(match, ("Ann", gives()))

    assert told(play(match, ("Cy", plays("skip")))) == [(2, "Bo", (2, 9))]


def test_counting_alone_proves_a_denial_wrong() -> None:
    """Of two Skips and two Attacks Bo has two, and the pile the others; an Attack of the pile leaves Bo a Skip."""
    match = all_laid({"ann": "cat-1*3", "bo": "? ?"}, "skip*2 attack*2 lethal", pile=3)
    asks(match, "Bo", "skip")
    assert play(match, ("Bo", denies())).ruling == "unproven"

    assert told(play(match, ("Ann", draws("attack")))) == [(2, "Bo", (2, 3))]


def test_a_denial_that_counting_refutes_at_once_is_illegal() -> None:
    match = all_laid({"ann": "cat-1*3", "bo": "? ?"}, "skip*2 attack lethal", pile=2)
    asks(match, "Bo", "skip")

    assert refusal(match, "Bo", denies()) == "deny-refuted"


def test_a_denial_is_refused_where_hidden_moves_show_that_the_card_is_still_there() -> None:
    """Of Bo's Defuse and his hidden card Ann stole one: it was a Skip, so he has the Defuse."""
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*2", bo="defuse ?", cy="? ? ?")
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()))
    through(match, "Ann", plays("skip"))
    play(match, ("Bo", draws()), ("Cy", draws()))

    asks(match, "Bo", "defuse")

    assert refusal(match, "Bo", denies()) == "deny-refuted"


def test_a_denial_is_beyond_doubt_where_hidden_moves_show_that_the_card_is_gone() -> None:
    """Ann's stolen card was the Defuse, and all others have been shown."""
    match = all_laid({"ann": "cat-1*3 cat-2*2", "bo": "defuse ?"}, "skip attack lethal", pile=2)
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()), ("Ann", draws("exploding-kitten")), ("Ann", {"do": "defuse"}), ("Bo", draws()))

    asks(match, "Bo", "defuse")

    assert match.act("Bo", denies()).ruling == "legal"


def test_claims_of_one_seat_that_cannot_all_be_true_name_it() -> None:
    """Bo's only card is the Skip or the Attack, and he denies both."""
    match = all_laid({"ann": "cat-1*3 cat-2*3", "bo": "?"}, "skip attack lethal", pile=2)
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()))
    asks(match, "Bo", "attack", cat="cat-2")

    ruling = play(match, ("Bo", denies()))

    assert told(ruling) == [(4, "Bo", (2, 4))]
    assert ruling.ruling == "unproven"


def joint() -> Match:
    """Let Bo deny the Skip, which he has or Cy, by act 2; Cy is asked."""
    match = all_laid({"ann": "cat-1*3 cat-2*3", "bo": "?", "cy": "?"}, "skip attack lethal*2", pile=2)
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()))
    asks(match, "Cy", "skip", cat="cat-2")
    return match


def test_claims_of_two_seats_that_cannot_both_be_true_name_nobody() -> None:
    ruling = play(joint(), ("Cy", denies()))

    assert told(ruling) == [(4, None, (2, 4))]
    assert ruling.ruling == "unproven"


def test_claims_that_were_reported_constrain_nothing_any_more() -> None:
    match = joint()
    play(match, ("Cy", denies()), ("Ann", draws("exploding-kitten")), ("Ann", explodes("")))

    assert told(play(match, ("Bo", plays("skip")))) == []


def test_two_seats_can_be_proven_wrong_by_one_act() -> None:
    """Ann shows two Skips, one from each hand that denied it."""
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*3 cat-3*2 favor", bo="? ?", cy="? ?")
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()))
    asks(match, "Cy", "skip", cat="cat-2")
    play(match, ("Cy", denies()))
    through(match, "Ann", plays("cat-3 cat-3", "Bo"))
    play(match, ("Ann", steals()))
    through(match, "Ann", plays("favor", "Cy"))
    play(match, ("Cy", gives()), ("Ann", draws("exploding-kitten")))

    ruling = play(match, ("Ann", explodes("skip skip")))

    assert told(ruling) == [(2, "Bo", (2, 10)), (4, "Cy", (4, 10))]


def test_a_report_is_not_repeated() -> None:
    match = denied_skip()
    through(match, "Bo", plays("skip"))

    later = [play(match, ("Cy", draws())), play(match, ("Ann", draws())), play(match, ("Bo", plays("skip")))]

    assert [told(ruling) for ruling in later] == [[], [], []]


def test_undo_takes_a_report_back_and_the_number_of_its_act_is_not_used_again() -> None:
    match = denied_skip()
    before = match.state
    play(match, ("Bo", plays("skip")))

    match.undo()

    assert match.state == before
    assert told(play(match, ("Bo", plays("skip")))) == [(2, "Bo", (2, 5))]


def test_undo_of_the_denial_leaves_nothing_to_be_proven() -> None:
    match = denied_skip()
    match.undo()
    match.undo()

    play(match, ("Bo", gives("skip")), ("Ann", draws()))

    assert told(play(match, ("Bo", plays("skip")))) == []


def test_a_record_read_again_knows_the_claims_and_proves_the_same() -> None:
    match = denied_skip()
    read = Match.from_record(match.record(), SeededChance())

    assert read.state == match.state
    assert told(play(read, ("Bo", plays("skip")))) == [(2, "Bo", (2, 4))]
    assert Match.from_record(read.record()).record() == read.record()


def followed() -> Match:
    """Leave a claim of Bo open, and let a known card become hidden, pass and lie in a dead hand."""
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*2 nope", bo="defuse ? ?", cy="? ? ?")
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()))
    asks(match, "Bo", "skip")
    play(match, ("Bo", denies()), ("Ann", draws()), ("Bo", draws("exploding-kitten")), ("Bo", explodes("nope ?")))
    return match


def test_claims_and_what_hidden_cards_did_stand_in_the_position_and_are_read_back() -> None:
    match = followed()
    line = match.position()

    assert line.endswith("b.skip@4+2 7 0.0 b+defuse,b>a,p>a,p-exploding-kitten,b-nope,b=q*1")
    assert Exploding().read_position(line) == match.state


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("b.skip@4+2", "b.skip@4", "claims such as b.skip@12+3"),
        ("b.skip@4+2", "b.skip@9+2", "a later time than the position"),
        ("b.skip@4+2", "b.skip@4+9", "a later time than the position"),
        ("b.skip@4+2", "b.dog@4+2", "a card of this game"),
        ("b+defuse", "b*defuse", "moves such as p>a"),
        ("b+defuse", "d+defuse", "a seat from a to c"),
        ("b=q*1", "b=q*3,q-skip*9", "moves such as p>a"),
        ("b=q*1", "b=q*9", "do not lead to where cards lie now"),
    ],
)
def test_claims_and_moves_that_are_wrong_in_a_position_are_named(old: str, new: str, problem: str) -> None:
    line = followed().position().replace(old, new)

    with pytest.raises(RecordError, match=re.escape(problem)):
        Exploding().read_position(line)


def test_a_first_state_has_no_moves_in_its_line() -> None:
    match = begin("zh56", "blind", players=3)

    assert match.position().endswith(" - - - _ 0 0.0")


def test_where_no_claim_is_open_and_no_known_card_was_lost_nothing_is_noted() -> None:
    match = begin("zh56", "blind", players=3)

    play(match, ("Ann", draws()), ("Bo", plays("shuffle")))
    match.resolve()
    play(match, ("Bo", draws("skip")))

    assert match.state.moves == ()


def test_cards_that_cannot_be_accuse_nobody() -> None:
    """Of Bo's Defuse and Skip Ann stole the Skip; then he shows a Nope, and a misread card is no lie."""
    match = begin("zh56", "blind", ann="cat-1*3 cat-2*2", bo="defuse ?", cy="? ? ?")
    through(match, "Ann", plays("cat-2 cat-2", "Bo"))
    play(match, ("Ann", steals()))
    asks(match, "Bo", "attack")
    play(match, ("Bo", denies()))
    through(match, "Ann", plays("skip"))

    ruling = play(match, ("Bo", plays("shuffle")))

    assert told(ruling) == []
    assert (match.state.claims, match.state.moves) == ((), ())


def test_a_five_shows_that_its_card_lies_there_even_before_its_window_closes() -> None:
    """Cy's one card lies hidden on the discard pile; it is the Skip that Cy denied (ruling `five-different`)."""
    five = "cat-2 cat-3 cat-4 attack shuffle"
    match = begin("zh56", "blind", ann=f"cat-1*3 {five}", bo="?", cy="?")
    asks(match, "Cy", "skip")
    play(match, ("Cy", denies()), ("Ann", draws()), ("Bo", draws()))
    play(match, ("Cy", draws("exploding-kitten")), ("Cy", explodes()))

    assert told(play(match, ("Ann", plays(five, name="skip")))) == [(2, "Cy", (2, 7))]


def test_where_no_round_can_be_lost_a_proven_denial_only_warns() -> None:
    """The Exploding games have no rounds: with lose_round too the arbiter decides."""
    match = denied_skip(options={"violation": "lose_round"})

    ruling = play(match, ("Bo", plays("skip")))

    assert told(ruling) == [(2, "Bo", (2, 4))]
    assert kinds(ruling.events) == ["played"]
    assert match.view("arbiter")["phase"] == "window"


def test_the_arbiters_word_on_a_refuted_denial_is_not_proven_wrong_again() -> None:
    match = begin("zh56", "blind", ann="cat-1*3 ?", bo="skip ? ?", cy="? ? ?")
    asks(match, "Bo", "skip")
    refusal(match, "Bo", denies())

    match.rule(True, "let it be")
    play(match, ("Ann", draws()))

    assert told(play(match, ("Bo", plays("skip")))) == []
