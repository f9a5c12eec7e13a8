"""Tournaments: nobody meets twice where that can be, byes go round, and everything follows from steps and seed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import msgspec
import pytest

from live.random_event import play_round, random_event
from tacotable_live.tournament.errors import EventError
from tacotable_live.tournament.event import Event
from tacotable_live.tournament.exchange import as_json
from tacotable_live.tournament.model import Cut, Dropped, Entered, Plan, Played, Reason, Round, Step, Swapped
from tacotable_live.tournament.pairing import meetings, sizes_of

EVENTS = int(os.environ.get("TACOTABLE_EVENTS", "25"))


def entered(number: int, **plan: object) -> Event:
    event = Event(msgspec.convert({"name": "Club", "game": "tc38", "seed": "told before", **plan}, Plan))
    for index in range(number):
        event.take(Step(Entered(f"P{index}")))
    return event


def all_pairings(players: Sequence[str]) -> Iterator[list[frozenset[str]]]:
    """Yield every way to pair an even number of players."""
    if not players:
        yield []
    for other in players[1:]:
        rest = [player for player in players[1:] if player != other]
        for pairs in all_pairings(rest):
            yield [frozenset((players[0], other)), *pairs]


def can_go_without_rematch(players: Sequence[str], rounds: Sequence[Round], byes: Sequence[str]) -> bool:
    met = meetings(rounds)
    fields = [[player for player in players if player != bye] for bye in byes] or [list(players)]
    return any(not any(met[pair] for pair in pairs) for field in fields for pairs in all_pairings(field))


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("seed", range(EVENTS))
def test_in_any_event_of_duels_each_plays_once_a_round_and_byes_go_round(seed: int) -> None:
    chance = Random(seed)
    event = random_event(chance, 200 if seed % 50 == 49 else chance.choice((5, 6, 7, 8, 9, 10, 33, 64)))

    had: Counter[str] = Counter()
    for number, each in enumerate(event.rounds):
        here = [player for pod in each.pods for player in pod.players] + [bye.player for bye in each.byes]
        assert len(set(here)) == len(here)
        fewest = min(had[player] for player in here)
        for bye in each.byes:
            assert had[bye.player] == fewest
            had[bye.player] += 1
        again = any(meetings(event.rounds[:number])[frozenset(pod.players)] for pod in each.pods)
        assert again == any(pod.why.code == "rematch" for pod in each.pods)
        if again and len(here) <= 10:
            free = [player for player in here if had[player] - (player in [bye.player for bye in each.byes]) == fewest]
            assert not can_go_without_rematch(here, event.rounds[:number], free if each.byes else ())


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(("players", "size"), [(16, 4), (23, 4), (32, 4), (50, 5), (64, 3), (37, 10)])
def test_pods_hold_each_player_once_and_seats_are_shared_out(players: int, size: int) -> None:
    event = entered(players, size=size, rounds=4)
    while not event.is_over:
        play_round(event, Random(len(event.rounds)))

    for each in event.rounds:
        here = [player for pod in each.pods for player in pod.players]
        assert sorted(here) == sorted(event.players)
        assert {len(pod.players) for pod in each.pods} <= {size - 1, size, size + 1}
    firsts = Counter(pod.players[0] for each in event.rounds for pod in each.pods)
    assert max(firsts.values()) <= 2


def test_sixteen_players_in_pods_of_four_meet_nobody_twice_in_two_rounds() -> None:
    event = entered(16, size=4, rounds=2)
    play_round(event, Random(1))
    play_round(event, Random(2))

    assert max(meetings(event.rounds).values()) == 1


@pytest.mark.parametrize("size", range(3, 11))
def test_any_three_players_or_more_make_pods(size: int) -> None:
    for players in range(3, 60):
        sizes = sizes_of(players, size)
        assert sum(sizes) == players
        assert all(3 <= each <= 10 for each in sizes)
        assert max(sizes) - min(sizes) <= 1
    with pytest.raises(EventError, match="no-pods"):
        sizes_of(2, size)


def test_the_same_steps_and_seed_give_the_same_bytes() -> None:
    event = random_event(Random(7), 17)

    told = msgspec.json.decode(as_json(event))
    again = Event(msgspec.convert(told["plan"], Plan), msgspec.convert(told["steps"], list[Step]))

    assert msgspec.json.encode(again.standings(), enc_hook=str) == msgspec.json.encode(event.standings(), enc_hook=str)
    assert msgspec.json.encode(again.steps) == msgspec.json.encode(event.steps)


def test_a_round_robin_brings_everybody_together_once_and_each_begins_about_as_often() -> None:
    event = entered(7, format="round-robin")
    while not event.is_over:
        play_round(event, Random(3))

    assert len(event.rounds) == 7
    assert set(meetings(event.rounds).values()) == {1}
    assert len(meetings(event.rounds)) == 21
    firsts = Counter(pod.players[0] for each in event.rounds for pod in each.pods)
    assert max(firsts.values()) - min(firsts.values()) <= 2


@pytest.mark.parametrize(("players", "size", "rounds"), [(2, 2, 1), (5, 2, 3), (16, 2, 4), (16, 4, 2), (27, 3, 3)])
def test_an_elimination_leaves_one(players: int, size: int, rounds: int) -> None:
    event = entered(players, format="elimination", size=size)
    while not event.is_over:
        play_round(event, Random(4))

    assert len(event.rounds) == rounds
    final = event.rounds[-1].orders[1]
    assert event.standings()[0].player == final[0]


def test_a_cut_lets_the_best_of_a_swiss_play_on_and_the_best_meets_the_last() -> None:
    event = entered(12, rounds=3)
    while not event.is_over:
        play_round(event, Random(5))
    best = [row.player for row in event.standings()[:4]]
    event.take(Step(Cut(4), who="Ann", why="as announced"))

    drawn = event.draw()

    assert [set(pod.players) for pod in drawn.pods] == [{best[0], best[3]}, {best[1], best[2]}]
    play_round(event, Random(5))
    play_round(event, Random(5))
    assert event.is_over
    assert event.standings()[0].player == event.rounds[-1].orders[1][0]


def test_a_bye_counts_as_the_mean_of_ones_own_rounds_and_a_pod_as_the_share_of_those_who_were_out_before() -> None:
    event = entered(3, rounds=3)
    for _ in range(3):
        event.take(Step(event.draw()))
        current = event.current
        assert current is not None
        event.take(Step(Played(current.number, 1, sorted(current.pods[0].players))))
    pod = entered(4, size=4, rounds=1)
    pod.take(Step(pod.draw()))
    pod.take(Step(Played(1, 1, ["P2", "P0", "P3", "P1"])))

    assert {row.player: row.points for row in event.standings()} == {"P0": 3, "P1": Fraction(3, 2), "P2": 0}
    assert [row.points for row in pod.standings()] == [1, Fraction(2, 3), Fraction(1, 3), 0]


def test_who_beat_the_other_stands_before_where_two_are_equal() -> None:
    event = entered(4, rounds=3, format="round-robin")
    wins = {("P0", "P1"), ("P0", "P2"), ("P1", "P2"), ("P1", "P3"), ("P2", "P3"), ("P3", "P0")}
    while not event.is_over:
        event.take(Step(event.draw()))
        current = event.current
        assert current is not None
        for number, pod in enumerate(current.pods, 1):
            order = list(pod.players) if tuple(pod.players) in wins else list(pod.players)[::-1]
            event.take(Step(Played(current.number, number, order)))

    places = [row.player for row in event.standings()]

    assert places.index("P0") < places.index("P1")
    assert {row.points for row in event.standings()[:2]} == {Fraction(2)}


def test_a_late_player_begins_with_nothing_and_who_dropped_out_is_drawn_no_more() -> None:
    event = entered(6, rounds=3)
    play_round(event, Random(1))
    event.take(Step(Entered("Late")))
    event.take(Step(Dropped("P3"), who="Ann", why="had to leave"))
    drawn = event.draw()

    here = {player for pod in drawn.pods for player in pod.players} | {bye.player for bye in drawn.byes}
    assert here == {"P0", "P1", "P2", "P4", "P5", "Late"}
    assert not next(row for row in event.standings() if row.player == "P3").is_in


def test_a_corrected_result_flags_the_rounds_drawn_from_it_and_changes_none() -> None:
    event = entered(8, rounds=3)
    play_round(event, Random(1))
    event.take(Step(event.draw()))
    current = event.current
    assert current is not None
    before, first = list(current.pods), event.rounds[0].orders[1]
    event.take(Step(Played(1, 1, first[::-1]), who="Ann", why="the slip was read wrongly"))

    assert event.flagged == {2}
    assert list(event.rounds[1].pods) == before
    assert event.rounds[0].orders[1] == first[::-1]


def test_two_players_change_places_before_they_have_played() -> None:
    event = entered(5, rounds=2)
    event.take(Step(event.draw()))
    current = event.current
    assert current is not None
    one, free = current.pods[0].players[0], current.byes[0].player
    event.take(Step(Swapped(one, free), who="Ann", why="they share a car"))
    swapped = event.current
    assert swapped is not None

    assert (swapped.pods[0].players[0], swapped.byes[0].player) == (free, one)
    assert swapped.pods[0].why == Reason("by-arbiter")
    event.take(Step(Played(1, 1, list(swapped.pods[0].players))))
    with pytest.raises(EventError, match="played-already"):
        event.take(Step(Swapped(free, one)))


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (Entered("P1"), "entered"),
        (Entered(" P9"), "name"),
        (Entered(""), "name"),
        (Dropped("Nobody"), "not-in-event"),
        (Played(2, 1, ["P0", "P1"]), "no-pod"),
        (Played(1, 9, ["P0", "P1"]), "no-pod"),
        (Played(1, 1, ["P0"]), "order"),
        (Cut(2), "cut-early"),
        (Swapped("P0", "Nobody"), "not-in-round"),
    ],
)
def test_a_step_that_does_not_fit_is_refused_and_changes_nothing(deed: object, code: str) -> None:
    event = entered(4, rounds=3)
    event.take(Step(event.draw()))
    before = (dict(event.players), list(event.rounds), list(event.steps))

    with pytest.raises(EventError, match=f"^{code}$"):
        event.take(msgspec.structs.replace(Step(Dropped("P0")), deed=deed))

    assert (event.players, event.rounds, event.steps) == before
    with pytest.raises(EventError, match="still-on"):
        event.draw()
