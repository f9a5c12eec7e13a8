"""The companion's requests of the referee protocol: what they take, what they refuse, and that they change nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest

from tacotable.protocol.json_lines import OPERATIONS, Referee

RING = ["Ann", "Ben", "Cy"]
SEATS = {"tc38": ["YAY", "WOW"], "tc36": ["YAY", "WOW"], "ek120": RING, "min72": RING, "zh56": RING}


def playing(game: str, clock: Callable[[], float] = lambda: 0.0, **fields: object) -> Referee:
    referee = Referee(clock=clock)
    assert "error" not in referee.handle({"op": "new", "game": game, "seats": SEATS[game], "seed": 4, **fields})
    return referee


def test_hello_names_the_protocols() -> None:
    assert Referee().handle({"op": "hello"}) == {"protocol": 1, "companion": 1}


@pytest.mark.parametrize("game", SEATS)
def test_the_first_advice_is_legal_and_the_same_when_asked_again(game: str) -> None:
    referee = playing(game)
    for _ in range(12):
        state = referee.handle({"op": "view", "seat": "arbiter"})["state"]
        seat = state["to_act"][0]  # type: ignore[index]
        asked = {"op": "advise", "seat": seat, "level": "strong", "worlds": 3, "seed": 9}
        told = referee.handle(asked)
        assert referee.handle(asked) == told
        act = told["advice"][0]["act"]  # type: ignore[index]
        assert referee.handle({"op": "act", "seat": seat, **act})["ruling"] == "legal"


@pytest.mark.parametrize("game", ["ek120", "min72", "zh56"])
@pytest.mark.parametrize(("budget_ms", "worlds"), [(1, 1), (7, 7), (12, 12)])
def test_advice_ends_with_its_time_by_the_clock_that_the_referee_is_given(
    game: str, budget_ms: int, worlds: int
) -> None:
    looks_ms = count()
    referee = playing(game, clock=lambda: next(looks_ms) / 1_000)
    seat = referee.handle({"op": "view", "seat": "arbiter"})["state"]["to_act"][0]  # type: ignore[index]

    assert referee.handle({"op": "advise", "seat": seat, "budget_ms": budget_ms})["worlds"] == worlds


@pytest.mark.parametrize("game", SEATS)
def test_what_is_asked_of_the_companion_changes_neither_state_nor_record(game: str) -> None:
    asked, silent = playing(game), playing(game)
    for _ in range(10):
        seat = asked.handle({"op": "view", "seat": "table"})["state"]["to_act"][0]  # type: ignore[index]
        act = asked.handle({"op": "advise", "seat": seat, "worlds": 2})["advice"][0]["act"]  # type: ignore[index]
        for viewer in ("table", "arbiter", *SEATS[game]):
            assert "odds" in asked.handle({"op": "odds", "viewer": viewer, "worlds": 2})
        asked.handle({"op": "review"})
        told = {"op": "act", "seat": seat, **act}
        assert asked.handle(told) == silent.handle(told)

    assert asked.handle({"op": "record"}) == silent.handle({"op": "record"})


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("op", OPERATIONS)
def test_only_an_error_in_words_has_the_number_of_its_line(game: str, op: str) -> None:
    """The `error` of odds and of advice is a number."""
    asked = [{"viewer": viewer, "worlds": 2} for viewer in ("table", "arbiter", *SEATS[game])]
    asked += [{"seat": seat, "worlds": 2} for seat in SEATS[game]] + [{"seat": seat} for seat in SEATS[game]]
    asked += [{}, {"at": 1}, {"accept": True, "why": "so"}, {"game": game, "seats": SEATS[game]}, {"x": 1}]
    replies = []
    for fields in asked:
        referee = playing(game)
        replies.append(json.loads(referee.handle_line(json.dumps({"op": op, **fields}))))

    for reply in replies:
        assert ("line" in reply) == isinstance(reply.get("error"), str)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"op": "odds"}, "odds: the field 'viewer' is missing"),
        ({"op": "odds", "viewer": "nobody"}, 'viewer: "nobody" is not one of YAY, WOW, table, arbiter'),
        ({"op": "odds", "viewer": "table", "worlds": 0}, "worlds: 0 is not a whole number from 1 to 100000"),
        ({"op": "advise", "seat": "YAY", "level": "wise"}, 'level: "wise" is not one of easy, fair, strong'),
        (
            {"op": "advise", "seat": "YAY", "worlds": 3, "budget_ms": 5},
            "advise: it takes worlds or budget_ms, and not both",
        ),
        ({"op": "advise", "seat": "YAY", "hand": ["skip"]}, 'hand: "skip" is not a card of this game'),
        ({"op": "review", "seat": "YAY"}, 'review: unknown field "seat"; it takes nothing'),
    ],
)
def test_what_is_not_well_formed_is_named(fields: dict[str, object], problem: str) -> None:
    assert playing("tc38").handle(fields)["error"] == problem


def test_without_a_game_nothing_is_said() -> None:
    assert Referee().handle({"op": "odds", "viewer": "table"}) == {"error": "no game is being played: send new first"}


@pytest.mark.parametrize("mode", ["dealt", "seen"])
def test_naming_robots_changes_nothing_where_the_referee_knows_all_hands(mode: str) -> None:
    asked = {"op": "new", "game": "tc38", "seats": ["YAY", "WOW"], "seed": 4, "mode": mode}

    assert Referee().handle({**asked, "robots": ["WOW"]}) == Referee().handle(asked)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"robots": ["BOB"]}, 'robots: "BOB" is not one of YAY, WOW'),
        ({"robots": "WOW"}, 'robots: "WOW" is not a list'),
        ({"robots": ["WOW", "WOW"]}, "robots: a seat is there twice"),
    ],
)
def test_robots_that_cannot_be_are_refused(fields: dict[str, object], problem: str) -> None:
    asked = {"op": "new", "game": "tc38", "seats": ["YAY", "WOW"], **fields}

    assert Referee().handle(asked) == {"error": problem}
