"""Advice and reviews of the Exploding games: legal as they are, from what the seat knows, and good."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from engine.exploding_strategies import MODES, MOST_SEATS, completed, new_match, step
from engine.exploding_tables import GAMES, begin
from engine.exploding_worlds import PAIRS, moments
from tacotable.catalog import LANGUAGES, Catalog
from tacotable_engine import Match, RequestError
from tacotable_engine.companion.answers import LEVELS, Counsel
from tacotable_engine.companion.exploding.companion import EXPLODING

TABLES = [(game, mode) for game in GAMES for mode in MODES]


def advise(match: Match, seat: str, level: Any = "strong", worlds: int = 4, **told: Any) -> Counsel:
    return EXPLODING.advise(match, seat, level, worlds, random.Random(7), **told)


@pytest.mark.long
@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_what_is_advised_is_legal_as_it_is_and_changes_nothing(game: str, mode: str) -> None:
    rng = random.Random(f"{game} {mode}")
    for number in range(6):
        match = new_match(game, rng.randint(2, MOST_SEATS[game]), mode, number)
        for _ in range(40):
            if match.state.winner is not None:
                break
            before = match.record()
            for seat in match.public_view.to_act:
                for advice in advise(match, seat, rng.choice(LEVELS), 2).advice:
                    if advice.act["do"] not in ("draw", "steal"):
                        assert match.why_not(seat, advice.act) is None, (match.record(), seat, advice.act)
                    assert 0 <= advice.value <= 1
            assert match.record() == before
            step(match, rng)


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(game: str) -> None:
    asked = (
        (match, twin, viewer)
        for match, twin, viewer, rng in moments(game, "advice")
        if viewer in match.public_view.to_act and rng.random() < 0.3
    )
    for match, twin, viewer in islice(asked, -(-PAIRS // len(GAMES))):
        assert advise(match, viewer) == advise(twin, viewer), match.record()


def test_a_seat_that_may_not_act_gets_no_advice() -> None:
    match = begin(ann="skip", bo="skip", pile="lethal attack")

    with pytest.raises(RequestError, match="Bo has nothing to decide"):
        advise(match, "Bo")


def test_a_hand_that_cannot_be_is_refused_and_one_that_can_is_used() -> None:
    match = new_match("zh56", 2, "blind", 1)
    hand = ["defuse", "skip", "skip", "attack", "nope", "favor", "cat-1", "cat-2"]

    told = advise(match, "Ann", hand=hand)

    played = [advice.act["cards"] for advice in told.advice if advice.act["do"] == "play"]
    assert ["skip"] in played
    with pytest.raises(RequestError, match="cannot be there"):
        advise(match, "Ann", hand=["defuse"] * 2 + ["skip"] * 6)
    with pytest.raises(RequestError, match="7 cards, and Ann holds 8"):
        advise(match, "Ann", hand=hand[1:])


def test_a_lethal_card_is_in_no_hand_that_is_told() -> None:
    match = new_match("zh56", 2, "blind", 1)
    for seat, act in (("Ann", {"do": "play", "cards": ["favor"], "target": "Bo"}), ("Bo", {"do": "let"})):
        match.act(seat, act)
    match.resolve()
    hand = ["defuse", "skip", "skip", "attack", "nope", "exploding-kitten", "cat-1", "cat-2"]

    with pytest.raises(RequestError, match="cannot be there"):
        advise(match, "Bo", hand=hand)


def test_a_card_that_is_taken_out_of_the_discards_may_be_one_that_nobody_showed() -> None:
    match = begin("zh56", "blind", ann="? ? ? ? ?", bo="?", discard="? ? skip", pile="? ?")
    five = ["skip", "attack", "favor", "shuffle", "cat-1"]
    match.act("Ann", {"do": "play", "cards": five, "name": "defuse"})

    assert [advice.act for advice in advise(match, "Bo").advice] == [{"do": "let"}]


def test_strong_skips_a_card_that_it_knows_to_be_lethal() -> None:
    match = begin(ann="skip see-the-future cat-1", bo="skip*2 defuse", pile="lethal attack favor")
    match.act("Ann", {"do": "play", "cards": ["see-the-future"]})
    match.resolve()

    best = advise(match, "Ann", worlds=20).advice[0]

    assert best.act == {"do": "play", "cards": ["skip"]}
    assert best.why == "why.escape"


def test_time_ends_a_search_before_all_worlds_are_seen() -> None:
    match = begin(ann="skip see-the-future cat-1", bo="skip*2 defuse", pile="lethal attack favor")

    assert advise(match, "Ann", worlds=50, is_over=lambda: True).worlds == 1


def played(game: str, levels: list[Any], number: int) -> Match:
    """Play a game between levels; None plays at random."""
    match = new_match(game, len(levels), "dealt", number)
    rng = random.Random(number)
    while match.state.winner is None:
        seat = match.public_view.to_act[0]
        level = levels[match.seats.index(seat)]
        fields = completed(match, seat, dict(rng.choice(match.legal(seat))), rng)
        if level:
            fields = dict(EXPLODING.advise(match, seat, level, 1, rng).advice[0].act)
        assert match.act(seat, fields).is_applied, (match.record(), fields)
    return match


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_review_has_a_remark_for_each_choice_of_a_game_that_is_over(game: str) -> None:
    match = played(game, ["fair", None], 3)
    before = match.record()

    remarks = EXPLODING.review(match, random.Random(1))

    assert match.record() == before
    draws = [entry for entry in match.standing if getattr(getattr(entry, "act", None), "do", "") == "draw"]
    assert len(remarks) >= len(draws)
    assert [remark.act for remark in remarks] == sorted(remark.act for remark in remarks)
    for remark in remarks:
        assert remark.loss is not None
        assert 0 <= remark.loss <= 1
        assert 0 <= remark.known_loss <= 1
        assert (remark.best == remark.did) == (not remark.loss)
        assert (remark.known_best == remark.did) == (not remark.known_loss)


def test_a_review_waits_for_the_end() -> None:
    with pytest.raises(RequestError, match="the game goes on"):
        EXPLODING.review(new_match("zh56", 2, "dealt", 1), random.Random(1))


def test_a_draw_in_the_face_of_a_known_lethal_card_is_told_to_have_cost_much() -> None:
    match = begin(ann="skip see-the-future cat-1", bo="favor", pile="lethal attack favor")
    match.act("Ann", {"do": "play", "cards": ["see-the-future"]})
    match.resolve()
    match.act("Ann", {"do": "draw"})

    last = EXPLODING.review(match, random.Random(1))[-1]

    assert (last.seat, last.did, last.percent) == ("Ann", {"do": "draw"}, 100)
    assert last.known_loss > 0.35
    assert last.best != last.did


@pytest.mark.parametrize("game", GAMES)
def test_a_nope_of_a_seat_that_is_not_asked_is_reviewed_by_what_it_did_when_it_was(game: str) -> None:
    match = begin(game, ann="skip nope", bo="nope", cy="skip", pile="lethal lethal")
    acts: list[tuple[str, dict[str, object]]] = [("Ann", {"do": "play", "cards": ["skip"]})]
    acts += [("Bo", {"do": "let"}), ("Bo", {"do": "nope"})]
    acts += [("Cy", {"do": "let"}), ("Ann", {"do": "let"}), ("Ann", {"do": "draw"}), ("Bo", {"do": "draw"})]
    for seat, act in acts:
        assert match.act(seat, act).is_applied

    reviewed = [(remark.seat, remark.did["do"]) for remark in EXPLODING.review(match, random.Random(1))]

    assert reviewed == [("Ann", "play"), ("Bo", "let"), ("Ann", "let"), ("Ann", "draw"), ("Bo", "draw")]


def test_every_reason_has_its_words() -> None:
    whys = (
        *("draw-low", "draw-still", "escape", "pass-on", "look", "take", "triple", "five", "nope", "let", "let-must"),
        *("back-top", "back-deep", "give", "arrange", "only"),
    )
    codes = [f"why.{code}" for code in whys]
    for language in LANGUAGES:
        known = Catalog(language).messages
        assert [code for code in codes if code not in known] == []


@pytest.mark.long(keep=0)
def test_levels_are_stronger_than_each_other_and_than_chance() -> None:
    def share(one: Any, other: Any, deals: int) -> float:
        games = [(played("zh56", [one, other], deal), 0) for deal in range(deals)]
        games += [(played("zh56", [other, one], deal), 1) for deal in range(deals)]
        return sum(float(match.state.winner == seat) for match, seat in games) / len(games)

    assert share("fair", None, 12) > 0.7
    assert share("fair", "easy", 12) > 0.55
