"""Counts that no source tells: the arbiter may add a copy, and counting alone proves nothing (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import begin as explode
from engine.exploding_tables import deals as deals_card
from engine.exploding_tables import draws, explodes, nopes, plays, steals, through
from engine.tacocat_tables import RETAIL, answers, attacks, begin, deals, duels, play, refusal, replaces, shows, told
from tacotable_engine import Match, Ruling, rules_of

HIDDEN: dict[str, Any] = {"ann": "? ? ? ?", "bo": "? ? ? ?"}


def fight(game: str = "tc38", **setting: Any) -> Match:
    return begin(game, "blind", phase="attack", attacker="Ann", **{**HIDDEN, **setting})


def lets_stand(match: Match, seat: str, act: Any) -> Ruling:
    """Let the arbiter accept an act that is refused because no copy is left."""
    assert refusal(match, seat, act) == "no-copy-left"
    return match.rule(True, "it is there")


def is_read_back(match: Match) -> bool:
    """Whether record and position lead to the same state."""
    position = rules_of(match.name).read_position(match.position())
    return bool(Match.from_record(match.record()).state == match.state == position)


# Tacocat.


@pytest.mark.parametrize(("game", "card"), [("tc38", "12"), ("tc38", "9"), ("tc36", "1"), ("tc36", "9")])
def test_the_arbiter_may_add_a_copy_where_the_count_is_inferred(game: str, card: str) -> None:
    copies = RETAIL[card]
    match = fight(game, discard=" ".join([card] * copies))

    ruling = lets_stand(match, "Ann", attacks(card))

    assert ruling.rule == "arbiter-accepted"
    assert told(match, "demands") == [card]
    assert match.state.terms.deck.counts[card] == copies + 1
    assert is_read_back(match)


@pytest.mark.parametrize("card", ["1", "8"])
def test_the_arbiter_adds_no_copy_of_a_retail_card_from_1_to_8(card: str) -> None:
    match = fight(discard=" ".join([card] * RETAIL[card]))

    assert lets_stand(match, "Ann", attacks(card)).rule == "arbiter-cannot"


def test_an_added_copy_exists_in_the_rounds_to_come() -> None:
    match = fight("tc36", ann="? ?", bo="? ?", discard="9")
    play(match, ("Ann", attacks("9")))
    lets_stand(match, "Bo", answers("9"))
    play(match, ("Bo", shows("2")), ("Ann", shows("3")))
    play(match, ("Ann", replaces("9 9 9")))

    assert told(match, "round", "discard") == [2, ["9", "9", "9"]]
    assert len(match.state.pile) == 36 - 2 * 9 - 3


def test_undo_takes_an_added_copy_away() -> None:
    match = fight(discard="12")
    lets_stand(match, "Ann", attacks("12"))

    match.undo()

    assert match.state.terms.deck == match.state.terms.ruleset.deck
    assert refusal(match, "Ann", attacks("12")) == "no-copy-left"


def test_readers_may_deal_a_copy_that_the_arbiter_adds() -> None:
    match = begin("tc36", "seen")
    play(match, ("Ann", deals("1")))

    assert lets_stand(match, "Bo", deals("1")).rule == "arbiter-accepted"
    assert is_read_back(match)


def test_a_sealed_copy_that_the_arbiter_added_shows_only_when_it_is_revealed() -> None:
    match = begin(mode="blind", phase="duel", discard="12", **HIDDEN)
    lists = match.legal("Bo")
    lets_stand(match, "Ann", duels("12"))

    assert match.legal("Bo") == lists
    assert is_read_back(match)
    ruling = play(match, ("Bo", duels("11")))
    assert (ruling.ruling, match.state.terms.deck.counts["12"]) == ("legal", 2)


def test_a_sacrifice_that_only_inferred_counts_refute_is_unproven() -> None:
    seven: dict[str, Any] = {"ann": "? ? ?", "bo": "? ? ?", "discard": "8 8 8 9 9 10 12"}
    inferred, counted = fight(**seven), fight(deck=RETAIL, **seven)
    for match in (inferred, counted):
        play(match, ("Ann", attacks("11")))

    assert refusal(counted, "Bo", answers("10")) == "sacrifice-refuted"
    ruling = inferred.act("Bo", answers("10"))
    assert (ruling.ruling, ruling.violations) == ("unproven", ())


def test_a_sacrifice_that_only_inferred_counts_make_sure_is_unproven() -> None:
    for deck, expected in ((None, "unproven"), (RETAIL, "legal")):
        match = fight("tc36", discard="1", deck=deck)
        play(match, ("Ann", attacks("9")))

        assert match.act("Bo", answers("2")).ruling == expected


def test_a_1_is_the_lowest_card_whatever_the_counts_are() -> None:
    match = fight("tc36")
    play(match, ("Ann", attacks("9")))

    assert match.act("Bo", answers("1")).ruling == "legal"


def doubted() -> Match:
    """Let Bo give up a 9 by act 2, and Ann show so much that by the inferred counts he holds a lower card."""
    match = fight()
    play(match, ("Ann", attacks("12")), ("Bo", answers("9")))
    return match


def test_what_only_inferred_counts_prove_makes_an_act_unproven_once_and_is_no_violation() -> None:
    match = doubted()

    ruling = play(match, ("Ann", attacks("10 10")))

    assert (ruling.ruling, ruling.violations) == ("unproven", ())
    assert is_read_back(match)
    assert play(match, ("Bo", answers("11"))).ruling == "legal"


def test_a_lower_card_proves_a_doubted_claim_wrong_all_the_same() -> None:
    match = doubted()
    play(match, ("Ann", attacks("10 10")), ("Bo", answers("11")))

    ruling = play(match, ("Bo", answers("3")))

    assert [(one.act, one.seat, one.proof) for one in ruling.violations] == [(2, "Bo", (2, 5))]


def test_with_lose_round_nobody_loses_by_inferred_counts() -> None:
    match = fight(options={"violation": "lose_round"})

    play(match, ("Ann", attacks("12")), ("Bo", answers("9")), ("Ann", attacks("10 10")))

    assert told(match, "round", "phase") == [1, "answer"]


def test_a_group_that_takes_the_last_copies_by_inferred_counts_is_unproven() -> None:
    rulings = [
        fight(options={"strict_groups": True}, deck=deck).act("Ann", attacks("10 10")).ruling for deck in (None, RETAIL)
    ]

    assert rulings == ["unproven", "legal"]


# Exploding Minions.


def minions(**told: Any) -> Match:
    return explode("min72", "blind", **{"ann": "?*6", "bo": "?*6", **told})


@pytest.mark.parametrize(
    ("players", "card", "split", "box"),
    [(2, "skip", 3, 6), (3, "skip", 3, 6), (2, "attack", 2, 5), (3, "attack", 3, 5), (2, "shuffle", 2, 4)],
)
def test_of_a_split_set_the_box_has_the_most_of_a_card(players: int, card: str, split: int, box: int) -> None:
    match = explode("min72", "blind", players=players, turn="Ann 99 attack")
    for _ in range(split):
        play(match, (told(match, "turn")["seat"], plays(card)))
        match.resolve()

    for _ in range(split, box):
        assert lets_stand(match, told(match, "turn")["seat"], plays(card)).rule == "arbiter-accepted"
        match.resolve()

    assert lets_stand(match, told(match, "turn")["seat"], plays(card)).rule == "arbiter-cannot"
    assert is_read_back(match)


def test_with_four_players_the_whole_box_is_certain_but_for_the_minions() -> None:
    four = {"ann": "?*6", "bo": "?*6", "cy": "", "di": ""}
    skips = minions(discard="skip*6", **four)
    kinds = minions(discard="minion-a*8", **four)

    assert lets_stand(skips, "Ann", plays("skip")).rule == "arbiter-cannot"
    assert lets_stand(kinds, "Ann", plays("minion-a minion-a", "Bo")).rule == "arbiter-accepted"


def test_there_are_24_minions_in_all() -> None:
    four = {"ann": "?*6", "bo": "?*6", "cy": "", "di": ""}
    match = minions(discard="minion-a*8 minion-b*8 minion-c*6", **four)
    lets_stand(match, "Ann", plays("minion-a minion-a", "Bo"))
    match.resolve()
    play(match, ("Ann", steals()))

    assert lets_stand(match, "Ann", plays("minion-c minion-c", "Bo")).rule == "arbiter-cannot"


def test_a_hand_of_more_minions_than_there_can_be_is_not_shown() -> None:
    four = {"ann": "?*6", "bo": "", "cy": "", "di": ""}
    match = minions(discard="minion-a*8 minion-b*7 minion-c*7", pile="lethal*3 ?", **four)
    play(match, ("Ann", draws("exploding-minion")))

    shown = explodes("minion-b minion-b minion-c ? ? ?")
    assert lets_stand(match, "Ann", shown).rule == "arbiter-cannot"
    assert lets_stand(match, "Ann", explodes("minion-b minion-b ? ? ? ?")).rule == "arbiter-accepted"


def test_lethal_cards_are_certain() -> None:
    match = minions(ann="?", bo="", pile="? ?", discard="exploding-minion")

    assert lets_stand(match, "Ann", draws("exploding-minion")).rule == "arbiter-cannot"


def test_a_nope_and_a_dealt_card_may_be_added_too() -> None:
    noped = minions(ann="skip", discard="nope*3")
    play(noped, ("Ann", plays("skip")))
    dealt = explode("min72", "seen", players=2)
    play(dealt, ("Ann", deals_card("clone")))

    assert lets_stand(noped, "Bo", nopes()).rule == "arbiter-accepted"
    assert lets_stand(dealt, "Bo", deals_card("clone")).rule == "arbiter-accepted"


def test_the_number_of_cards_stays_where_a_copy_was_added() -> None:
    match = minions(ann="skip", discard="skip*2")
    through(match, "Ann", plays("skip"))

    lets_stand(match, "Bo", plays("skip"))

    deck = match.state.terms.deck
    assert (deck.counts["skip"], deck.size) == (4, 32)
