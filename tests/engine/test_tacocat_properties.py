"""What holds in every game, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.amount import RANDOM_GAMES
from engine.tacocat_strategies import (
    GAMES,
    MODES,
    clumsy_act,
    matches,
    new_match,
    play_at_random,
    random_act,
    seeds,
)
from engine.tacocat_tables import SeededChance, everything
from tacotable_engine import Applied, Match, Undone, judge
from tacotable_engine.log import fold
from tacotable_engine.tacocat.position import require_sound
from tacotable_engine.tacocat.rounds import next_space
from tacotable_engine.tacocat.state import PHASES, Phase, State
from tacotable_engine.views import as_fields

few = settings(max_examples=RANDOM_GAMES // 6, deadline=None)


def placed(state: State) -> list[str]:
    answers = [answer.card for answer in state.answers]
    tucked = [*state.tucked[0], *state.tucked[1]]
    return [*state.hands[0], *state.hands[1], *state.pile, *state.discard, *state.attack, *answers, *tucked]


@few
@given(matches())
def test_no_card_is_lost_or_made(match: Match) -> None:
    deck = match.state.terms.deck

    cards = Counter(placed(match.state))
    unknown = cards.pop("?", 0)

    assert sum(cards.values()) + unknown == deck.size
    assert all(count <= deck.counts[card] for card, count in cards.items())


@few
@given(matches())
def test_a_view_has_the_same_fields_in_values_and_in_json(match: Match) -> None:
    for viewer in (*match.seats, "table", "arbiter"):
        assert match.view(viewer) == as_fields(match.game.view(match.state, viewer))


@few
@given(matches())
def test_hands_are_equal_whenever_no_exchange_and_no_deal_is_open(match: Match) -> None:
    state = match.state
    sizes = [len(hand) for hand in state.hands]

    owed = len(state.demands) if state.phase is Phase.ANSWER else 0
    defender = 1 - (state.attacker or 0)
    sizes[defender] -= owed

    assert state.phase is Phase.DEAL or sizes[0] == sizes[1]


@few
@given(matches())
def test_every_state_that_play_reaches_is_sound(match: Match) -> None:
    require_sound(match.state)


@few
@given(seeds, st.sampled_from(GAMES), st.sampled_from(MODES))
def test_the_nth_win_lands_on_the_winners_nth_space_and_the_fourth_ends_the_game(
    seed: int, game: str, mode: str
) -> None:
    match = new_match(game, mode, seed)
    for step in range(1500):
        before = match.state
        play_at_random(match, seed + step, 1, only_legal=True)
        after = match.state
        if after.winners != before.winners:
            winner = after.winners[-1]
            assert after.token == (-1, 1)[winner] * after.winners.count(winner)

    assert max(map(match.state.winners.count, (0, 1))) == 4


@pytest.mark.parametrize("winners", list(product((0, 1), repeat=7)))
def test_tacocat_is_a_race_to_four_round_wins(winners: tuple[int, ...]) -> None:
    token, covered, wins = 0, [], [0, 0]
    for winner in winners:
        wins[winner] += 1
        covered.append(token)
        token = next_space(token, tuple(covered), winner)
        assert token == (-1, 1)[winner] * wins[winner]
        if 4 in wins:
            break

    assert token in (-4, 4)


@few
@given(matches())
def test_undo_is_a_refold_of_the_log_without_the_last_act(match: Match) -> None:
    undone = {entry.number for entry in match.log if isinstance(entry, Undone)}
    standing = [e for e in match.log if isinstance(e, Applied) and e.number not in undone]

    assert fold(match.game, match.start, match.seats, standing) == match.state
    match.undo()
    assert fold(match.game, match.start, match.seats, standing[:-1]) == match.state


@few
@given(matches(), seeds)
def test_undo_after_an_act_gives_everything_back(match: Match, seed: int) -> None:
    before = everything(match)[:-1]
    number = match.next_number

    play_at_random(match, seed, 1, only_legal=True)
    if match.next_number > number:
        match.undo()

    assert everything(match)[:-1] == before


@few
@given(seeds, seeds, st.sampled_from(GAMES), st.sampled_from(MODES))
def test_the_same_seed_and_acts_give_the_same_game(seed: int, acts: int, game: str, mode: str) -> None:
    one, other = new_match(game, mode, seed), new_match(game, mode, seed)

    for match in (one, other):
        play_at_random(match, acts, 60)

    assert one.record() == other.record()
    assert one.state == other.state


@few
@given(matches(), seeds)
def test_a_refused_act_changes_nothing(match: Match, seed: int) -> None:
    seat, act = clumsy_act(match, random.Random(seed))
    before = everything(match)
    refused = match.why_not(seat, act)

    ruling = match.act(seat, act)

    assert (refused is None) == ruling.is_applied
    if refused is not None:
        assert (refused.rule, everything(match)) == (ruling.rule, before)


@few
@given(matches())
def test_a_record_and_a_position_read_back_exactly(match: Match) -> None:
    again = Match.from_record(match.record())

    assert (again.state, list(again.log), again.record()) == (match.state, list(match.log), match.record())
    assert match.game.read_position(match.position()) == match.state


@few
@given(matches(mode="dealt"))
def test_every_listed_act_is_legal_and_no_other_answer_is(match: Match) -> None:
    for seat in match.seats:
        for act in match.legal(seat):
            assert "max" in act or match.why_not(seat, act) is None
    if match.state.phase is Phase.ANSWER:
        cards = match.state.terms.deck.counts
        for seat in match.seats:
            listed = {str(act["card"]) for act in match.legal(seat)}
            allowed = {card for card in cards if match.why_not(seat, {"do": "answer", "card": card}) is None}
            assert allowed <= listed


@few
@given(seeds, st.sampled_from(GAMES), st.sampled_from(MODES))
def test_phases_follow_each_other_as_the_table_says(seed: int, game: str, mode: str) -> None:
    match = new_match(game, mode, seed)
    for step in range(80):
        before = match.state.phase
        play_at_random(match, seed + step, 1, only_legal=True)

        assert match.state.phase in (before, *PHASES[before].next)


def swapped(match: Match, seat: int, seed: int) -> State:
    """Give a world that differs only in what the seat may not know: the other hand and the pile, shuffled anew."""
    state: State = match.state
    other = 1 - seat
    keep = state.sealed[other] or ()
    hand = list(state.hands[other])
    for card in keep:
        hand.remove(card)
    hidden = [*hand, *state.pile]
    random.Random(seed).shuffle(hidden)
    ranks = state.terms.ruleset.ranks
    new_hand = tuple(sorted((*keep, *hidden[: len(hand)]), key=ranks.__getitem__))
    hands = (new_hand, state.hands[1]) if other == 0 else (state.hands[0], new_hand)
    return state._replace(hands=hands, pile=tuple(hidden[len(hand) :]))


@few
@given(matches(mode="dealt"), seeds, st.integers(0, 1))
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_what_it_may_not_know(
    match: Match, seed: int, seat: int
) -> None:
    game, name, other_world = match.game, match.seats[seat], swapped(match, seat, seed)
    start = (match.name, match.seats)

    for _ in range(8):
        assert game.view(other_world, name) == game.view(match.state, name)
        assert game.view(other_world, "table") == game.view(match.state, "table")
        assert game.legal(other_world, seat) == game.legal(match.state, seat)
        assert game.prompts(other_world) == game.prompts(match.state)
        if match.state.winner is not None:
            return
        actor, fields = random_act(match, random.Random(seed))
        if fields["do"] == "replace":  # cards drawn from the two piles may well differ
            return
        index = match.seats.index(actor)
        act = game.read_act(match.state, fields)
        here = judge(game, match.state, index, act, SeededChance(seed))
        there = judge(game, other_world, index, act, SeededChance(seed))
        if (here.ruling.ruling, here.ruling.rule) != (there.ruling.ruling, there.ruling.rule):
            return
        if match.seats[seat] == actor or not here.ruling.private_to:
            assert here.ruling.events == there.ruling.events
        match, other_world = Match(*start, here.state, SeededChance(seed), None), there.state


@few
@given(matches(mode="blind", most_acts=60), seeds)
def test_a_sealed_card_shows_to_nobody_but_its_seat(match: Match, seed: int) -> None:
    if match.state.phase is not Phase.DUEL or match.state.sealed != (None, None):
        return
    seat = seed % 2
    name, other = match.seats[seat], match.seats[1 - seat]
    seen = []
    for act in match.legal(name)[:2]:
        match.act(name, act)
        seen.append((match.view(other), match.view("table"), match.legal(other), match.prompts()))
        match.undo()

    assert all(one == seen[0] for one in seen)
