"""A game in mode `seen` goes on in mode `blind` when its readers tell hidden cards no more (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tacotable_engine import Match
from tacotable_engine.exploding.state import State, public_only

SEATS = ["a", "b", "c"]


class NoChance:
    """Cards are shuffled by hands."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        raise AssertionError(f"nobody shuffles {len(cards)} cards here")


def kittens(game: str = "zh56", rounds: int = 8) -> Match:
    """Deal rounds of an Exploding game: a Defuse to each, then titles that each has once."""
    match = Match.new({"game": game, "seats": SEATS, "mode": "seen"}, NoChance())
    for card in ("defuse", "skip", "attack", "nope", "shuffle", "cat-1", "cat-2", "cat-3")[:rounds]:
        for seat in SEATS:
            assert match.act(seat, {"do": "deal", "card": card}).ruling == "legal"
    return match


def tacocat(*replaced: str) -> Match:
    match = Match.new({"game": "tc38", "seats": ["a", "b"], "mode": "seen"}, NoChance())
    for card in "2345678":
        match.act("a", {"do": "deal", "card": card})
        match.act("b", {"do": "deal", "card": card})
    if replaced:
        match.act("a", {"do": "replace", "cards": list(replaced)})
        match.act("b", {"do": "replace", "cards": []})
    return match


def test_hands_that_were_told_stay_known() -> None:
    match = kittens().unseen(NoChance())

    view = match.view("arbiter")
    assert view["mode"] == "blind"
    assert view["hands"]["b"] == ["defuse", "nope", "attack", "skip", "shuffle", "cat-1", "cat-2", "cat-3"]  # type: ignore[index]


def test_a_card_may_be_drawn_without_its_face_then() -> None:
    match = kittens().unseen(NoChance())

    ruling = match.act("a", {"do": "draw"})
    assert ruling.ruling == "legal"
    assert match.view("arbiter")["hands"]["a"][-1] == "?"  # type: ignore[index]


@pytest.mark.parametrize("rounds", [0, 3, 7])
def test_a_deal_that_is_not_done_counts_as_done_by_hand(rounds: int) -> None:
    match = kittens(rounds=rounds).unseen(NoChance())

    view = match.view("arbiter")
    assert view["phase"] == "turn"
    assert view["hands"]["c"] == ["defuse", *["?"] * 7]  # type: ignore[index]
    assert len(view["pile"]) == 30  # type: ignore[arg-type]


def test_a_round_of_tacocat_that_is_not_dealt_counts_as_dealt_by_hand() -> None:
    match = Match.new({"game": "tc38", "seats": ["a", "b"], "mode": "seen"}, NoChance())
    match.act("a", {"do": "deal", "card": "5"})

    view = match.unseen(NoChance()).view("arbiter")
    assert view["phase"] == "replace"
    assert view["hands"] == {"a": ["?"] * 7, "b": ["?"] * 7}


def test_new_cards_for_replaced_ones_count_as_drawn() -> None:
    match = tacocat("2", "3")
    assert match.view("table")["phase"] == "deal"

    view = match.unseen(NoChance()).view("arbiter")
    assert view["phase"] == "duel"
    assert view["hands"]["a"] == ["4", "5", "6", "7", "8", "?", "?"]  # type: ignore[index]
    assert len(view["pile"]) == 22  # type: ignore[arg-type]


@pytest.mark.parametrize("match", [kittens(), kittens(rounds=5), tacocat(), tacocat("2")])
def test_the_record_of_what_follows_reads_back(match: Match) -> None:
    unseen = match.unseen(NoChance())

    again = Match.from_record(unseen.record())
    assert again.position() == unseen.position()


def test_what_everyone_may_know_holds_no_hidden_face() -> None:
    state = kittens().state
    assert isinstance(state, State)

    known = public_only(state)
    assert {card for hand in known.hands for card in hand} == {"?"}
    assert known.terms.mode.value == "blind"
