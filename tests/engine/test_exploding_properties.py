"""What holds in every Exploding game, however it is played, for every number of players."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.amount import RANDOM_GAMES
from engine.exploding_events import EVENTS
from engine.exploding_strategies import (
    MODES,
    TABLES,
    clumsy_act,
    matches,
    modes,
    new_match,
    play_at_random,
    random_act,
    seeds,
    step,
    tables,
)
from tacotable_engine import Applied, Match, Undone
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.position import require_sound
from tacotable_engine.exploding.state import PHASES, Phase, State, to_act
from tacotable_engine.log import Clocked, Entry, Resolved, Standing, fold, take_back
from tacotable_engine.views import as_fields

few = settings(max_examples=RANDOM_GAMES // 8, deadline=None)
every_table = pytest.mark.parametrize(("game", "players"), TABLES)


def placed(state: State) -> list[str]:
    drawn = () if state.drawn is None else (state.drawn,)
    zones = (*state.hands, state.pile, state.discard, *state.in_front, state.out, drawn)
    return [card for zone in zones for card in zone]


@every_table
def test_lethal_cards_in_the_pile_and_in_hand_are_one_fewer_than_the_living(game: str, players: int) -> None:
    match = new_match(game, players, "dealt", players)
    for number in range(400):
        state = match.state
        lethal = state.terms.ruleset.lethal

        assert state.pile.count(lethal) + (state.drawn == lethal) == len(state.alive) - 1
        assert lethal not in [card for hand in state.hands for card in hand]

        if match.state.winner is None:
            step(match, random.Random(number))


@every_table
def test_whoever_has_to_draw_finds_a_card(game: str, players: int) -> None:
    match = new_match(game, players, "dealt", players + 100)
    while match.state.winner is None:
        assert len(match.state.pile) >= (match.state.phase is not Phase.DEFUSE)

        step(match, random.Random(len(match.log)))


@few
@given(matches())
def test_no_card_is_lost_or_made(match: Match) -> None:
    deck = match.state.terms.deck

    cards = Counter(placed(match.state))
    unknown = cards.pop("?", 0)

    is_counted_anew = any(getattr(entry, "is_accepted", False) for entry in match.log)
    assert is_counted_anew or sum(cards.values()) + unknown == deck.size
    assert all(count <= deck.counts[card] for card, count in cards.items())


@few
@given(matches())
def test_a_view_has_the_same_fields_in_values_and_in_json(match: Match) -> None:
    for viewer in (*match.seats, "table", "arbiter"):
        assert match.view(viewer) == as_fields(match.game.view(match.state, viewer))


@few
@given(matches(mode="dealt"))
def test_in_a_dealt_game_every_card_keeps_its_face(match: Match) -> None:
    assert Counter(placed(match.state)) == Counter(match.state.terms.deck.counts)


SPENDING = ("draw", "play", "nope", "defuse", "explode")


def worth(state: State) -> int:
    """Count two for a card in the pile or just drawn, one for a card in a hand or about to come back by five."""
    in_hands = sum(map(len, state.hands)) + (state.pending is not None and state.pending.effect == "five")
    return 2 * (len(state.pile) + (state.drawn is not None)) + in_hands


@every_table
@pytest.mark.parametrize("mode", MODES)
def test_a_game_has_fewer_draws_and_plays_than_its_cards_are_worth(game: str, players: int, mode: str) -> None:
    """Whatever is done makes the worth of all cards smaller, so that a game ends.

    A draw moves a card from the pile to a hand (one less), or shows a lethal card; that ends its player, or costs a
    Defuse and goes back (one less). A play and a Nope cost their cards, and five different give back but one.
    """
    match = new_match(game, players, mode, players)
    bound, spent = worth(match.state), 0
    while match.state.winner is None:
        left, number = worth(match.state), match.next_number
        step(match, random.Random(len(match.log)))
        act = match.log[-1].act.do if match.next_number > number else "resolve"  # type: ignore[union-attr]  # the last entry is that act
        is_spending = act in SPENDING and match.state.phase is not Phase.DEFUSE
        spent += is_spending

        assert worth(match.state) <= left - is_spending

    assert spent <= bound


@few
@given(matches())
def test_every_state_that_play_reaches_is_sound(match: Match) -> None:
    require_sound(match.state)


@few
@given(matches(mode="dealt"))
def test_somebody_may_always_act_until_the_game_is_over(match: Match) -> None:
    state = match.state
    awaited = [match.seats[seat] for seat in to_act(state)]

    assert bool(awaited) == (state.winner is None)
    assert all(match.legal(seat) for seat in awaited)
    others = [act for seat in match.seats if seat not in awaited for act in match.legal(seat)]
    assert {act["do"] for act in others} <= ({"nope"} if state.phase is Phase.WINDOW else set())


@few
@given(matches())
def test_only_the_living_hold_cards_have_the_turn_and_are_asked(match: Match) -> None:
    state = match.state

    assert bool(to_act(state)) == (state.winner is None)
    assert state.turn.seat in state.alive
    assert set(to_act(state)) <= set(state.alive)
    assert all(not hand or seat in state.alive for seat, hand in enumerate(state.hands))


@few
@given(seeds, seeds, tables, modes)
def test_the_same_chance_and_acts_give_the_same_game(seed: int, acts: int, table: tuple[str, int], mode: str) -> None:
    one, other = new_match(*table, mode, seed), new_match(*table, mode, seed)

    for match in (one, other):
        play_at_random(match, acts, 80, is_disturbed=True)

    assert one.record() == other.record()
    assert one.state == other.state


@few
@given(matches())
def test_a_record_and_a_position_read_back_exactly(match: Match) -> None:
    again = Match.from_record(match.record())

    assert (again.state, list(again.log), again.record()) == (match.state, list(match.log), match.record())
    assert match.game.read_position(match.position()) == match.state


@pytest.mark.long(keep=12)
@pytest.mark.parametrize("mode", MODES)
@every_table
def test_every_state_of_a_game_reads_back_from_its_line(game: str, players: int, mode: str) -> None:
    match = new_match(game, players, mode, 2 * players)
    every = 8 if mode == "blind" else 1  # a line with denials takes a while to read: all worlds are worked out anew
    for number in range(60):
        if number % every == 0:
            assert match.game.read_position(match.position()) == match.state
        if match.state.winner is None:
            step(match, random.Random(number))


@few
@given(matches())
def test_undo_is_a_refold_of_the_log_without_the_last_act(match: Match) -> None:
    undone = {entry.number for entry in match.log if isinstance(entry, Undone)}
    last = max((e.number for e in match.log if isinstance(e, Applied) and e.number not in undone), default=None)
    again, now_s = Match.from_record(match.record()), match.now_s

    match.undo()

    if last is None:
        assert match.state == again.state
        return
    kept = []
    for entry in match.log:
        if isinstance(entry, Applied) and entry.number == last:
            break
        kept.append(entry)
    assert fold(match.game, match.start, match.seats, standing(kept))._replace(now_s=now_s) == match.state


def standing(log: list[Entry]) -> list[Standing]:
    """Give what stands of a log: acts that were not taken back, and time."""
    kept: list[Standing] = []
    now_s = 0.0
    for entry in log:
        if isinstance(entry, Undone):
            take_back(kept, now_s)
        elif isinstance(entry, Applied | Resolved | Clocked):
            now_s = entry.at_s if isinstance(entry, Clocked) else now_s
            kept.append(entry)
    return kept


@few
@given(matches(), seeds)
def test_undo_after_an_act_gives_everything_back(match: Match, seed: int) -> None:
    if match.state.winner is not None:
        return
    before = match.state

    match.act(*random_act(match, random.Random(seed)))
    match.undo()

    assert match.state == before


@few
@given(matches(), seeds)
def test_undo_takes_back_what_resolved_since_and_leaves_the_clock(match: Match, seed: int) -> None:
    if match.state.phase is not Phase.WINDOW:
        return
    opened, number = match.state, match.next_number
    seat, fields = match.seats[to_act(opened)[0]], {"do": "let"}
    match.act(seat, fields)
    match.clock(match.now_s + 20)
    now_s = match.now_s

    match.undo()

    assert match.next_number == number + 1
    assert match.now_s == now_s
    assert match.state == opened._replace(now_s=now_s)


@few
@given(matches(), seeds)
def test_a_refused_act_changes_nothing(match: Match, seed: int) -> None:
    seat, fields = clumsy_act(match, random.Random(seed))
    before = match.state, match.next_number
    refused = match.why_not(seat, fields)

    ruling = match.act(seat, fields)

    assert (refused is None) == ruling.is_applied
    if refused is not None:
        assert (refused.rule, ruling.events) == (ruling.rule, ())
        assert (match.state, match.next_number) == before


@few
@given(matches(mode="dealt"))
def test_every_listed_act_is_legal(match: Match) -> None:
    for seat in match.seats:
        for fields in match.legal(seat):
            is_bounded = {"slots", "of"} & set(fields)
            assert is_bounded or match.why_not(seat, fields) is None


@few
@given(matches(mode="dealt"), st.integers(0, 9))
def test_every_single_card_that_may_be_played_is_listed(match: Match, number: int) -> None:
    seat = match.seats[number % len(match.seats)]
    listed = match.legal(seat)
    for card in match.state.terms.deck.counts:
        fields = {"do": "play", "cards": [card]}
        if card not in ("favor", "targeted-attack") and match.why_not(seat, fields) is None:
            assert fields in listed


@few
@given(seeds, tables, modes)
def test_phases_follow_each_other_as_the_table_says(seed: int, table: tuple[str, int], mode: str) -> None:
    match = new_match(*table, mode, seed)
    for number in range(80):
        before = match.state.phase
        if match.state.winner is None:
            step(match, random.Random(seed + number))

        assert match.state.phase in (before, *PHASES[before].next)


@few
@given(seeds, tables, modes)
def test_every_event_has_the_fields_that_the_table_of_events_tells(
    seed: int, table: tuple[str, int], mode: str
) -> None:
    match = new_match(*table, mode, seed)
    rng = random.Random(seed)
    for _ in range(60):
        if match.state.winner is not None:
            return
        is_timed = match.state.phase is Phase.WINDOW and rng.random() < 0.5
        ruling = match.resolve() if is_timed else match.act(*random_act(match, rng))
        for event in ruling.events:
            told, must = set(event) - {"type"}, EVENTS[str(event["type"])][0]
            assert {name for name in must if not name.endswith("?")} <= told <= {name.strip("?") for name in must}


@few
@given(matches(mode="blind", is_disturbed=False))
def test_blind_no_more_copies_are_known_than_there_are(match: Match) -> None:
    assert all(left >= 0 for left in unseen(match.state).values())
