"""A game of another table, wished for at the page: only where nothing is kept, by the host, and while no game is on."""

from __future__ import annotations

import asyncio

import pytest

from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.commands.run import _has_other_games, _next, make_parser, options_of
from tacotable.core.controller import Controller
from tacotable.state.role import Role
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of, is_away
from tacotable.web.keys import BYTES, make_keys
from tacotable.web.model import PageError
from tacotable.web.other_games import OtherGames
from tacotable.web.page import TablePage

HOST, SEAT = Role("simulation"), Role("seat", "YAY")


class Asked:
    """Counts how often the run was asked to end."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def page_of(others: OtherGames, table: str = "tacocat") -> TablePage:
    """Start a table and return its page; the table is dark by then."""
    return started_with(others, table)[1]


def started_with(others: OtherGames | None, table: str = "tacocat") -> tuple[Controller, TablePage]:
    pages: list[tuple[Controller, TablePage]] = []

    async def start() -> None:
        started: list[Program] = []
        async with running(RunOptions(read_table(table), others=others), started.append):
            controller = started[0].controller
            keys = make_keys(controller.situation.seats, bytes(1000), is_simulated=True)
            pages.append((controller, TablePage(controller, keys, others=others)))

    asyncio.run(start())
    return pages[0]


def offers(page: TablePage, role: Role) -> list[dict[str, object]]:
    told = page.welcome(role, "en")["games"]
    assert isinstance(told, list)
    return told


def games(page: TablePage, role: Role) -> list[object]:
    return [one["game"] for one in offers(page, role)]


def test_the_host_is_offered_all_five_and_a_seat_what_the_table_can_play() -> None:
    page, ring = page_of(OtherGames(Asked())), page_of(OtherGames(Asked()), "kittens")

    assert games(page, HOST) == games(page, SEAT) == ["tc38", "tc36", "ek120", "min72", "zh56"]
    assert games(ring, HOST) == ["ek120", "min72", "zh56", "tc38", "tc36"]
    assert games(ring, SEAT) == ["ek120", "min72", "zh56"]


@pytest.mark.parametrize("own", [None, *SHIPPED])
@pytest.mark.parametrize("table", SHIPPED)
def test_each_game_says_how_many_play_it_here_and_which_table_is_made_for_it(table: str, own: str | None) -> None:
    _, page = started_with(None if own is None else OtherGames(Asked(), own), table)
    here = games_of(read_table(table))

    for offer in offers(page, HOST):
        game = str(offer["game"])
        assert bool(offer["players"]) is (game in here)
        if own is None:
            assert offer["table"] == ""
        elif offer["table"]:
            other = str(offer["table"])
            assert game in games_of(read_table(other))
            assert other == own or is_away(game, read_table(own))
            assert table not in (other, own) or is_away(game, read_table(table))
        else:
            assert game in here


def test_the_table_with_which_a_run_began_comes_back() -> None:
    others = OtherGames(Asked(), "buttons")
    chosen = make_parser().parse_args(["buttons", "--players", "2"])
    for game, table in (("min72", "kittens"), ("tc38", "buttons"), ("zh56", "kittens")):
        others.wish(game)
        wanted = _next(chosen, others)
        assert wanted is not None
        assert (wanted.table, wanted.players) == (table, None)
        chosen = wanted


def test_a_wish_ends_the_run_once_and_is_run_next_at_the_same_port() -> None:
    asked = Asked()
    others = OtherGames(asked)
    page = page_of(others)

    page.do(HOST, {"do": "game", "game": "tc36"})
    assert asked.count == 0
    page.do(HOST, {"do": "game", "game": "zh56"})
    assert asked.count == 0  # for two, this table plays it
    page.do(HOST, {"do": "game", "game": "zh56", "table": True})

    assert asked.count == 1
    wanted = _next(make_parser().parse_args(["--seed", "3"]), others)
    assert wanted is not None
    assert (wanted.table, wanted.game, wanted.seed, wanted.port) == ("kittens", "zh56", 3, others.port)
    assert options_of(wanted).table.game == "zh56"
    assert others.port > 0
    assert _next(wanted, others) is None


def test_at_a_family_table_the_host_turns_between_families_and_nothing_ends() -> None:
    asked = Asked()
    controller, page = started_with(OtherGames(asked), "family")

    for game, seats in (("zh56", 5), ("tc36", 2), ("ek120", 5)):
        page.do(HOST, {"do": "game", "game": game})
        told, own = (page.welcome(role, "en")["table"] for role in (HOST, Role("seat", "4")))
        assert isinstance(told, dict)
        assert isinstance(own, dict)
        assert len(told["seats"]) == seats
        assert "4" in [seat["name"] for seat in own["seats"]]  # its buttons turn the lobby on
        assert controller.situation.ui.lobby_game == game

    assert asked.count == 0


def test_a_seat_cannot_choose() -> None:
    page = page_of(OtherGames(Asked()))

    for wish in ({}, {"table": True}):
        with pytest.raises(PageError, match="by its buttons"):
            page.do(SEAT, {"do": "game", "game": "zh56", **wish})


@pytest.mark.parametrize("others", [None, OtherGames(Asked())])
def test_no_table_is_set_up_for_a_game_that_there_is_not(others: OtherGames | None) -> None:
    _, page = started_with(others)

    for game in ("whist", "zh56"):
        if others is None or game == "whist":
            with pytest.raises(PageError) as refused:
                page.do(HOST, {"do": "game", "game": game, "table": True})
            assert refused.value.code == "bad-message"


@pytest.mark.parametrize(
    ("arguments", "may"),
    [
        ([], True),
        (["--table", "buttons"], True),
        (["--game", "zh56", "--port", "0"], True),
        (["--state", "here"], False),
        (["--trace", "here"], False),
        (["--table", "mine.toml", "--simulate"], False),
    ],
)
def test_only_a_run_of_which_nothing_is_kept_may_become_another(arguments: list[str], may: bool) -> None:
    assert _has_other_games(make_parser().parse_args(arguments)) is may


def test_the_keys_of_host_and_arbiter_stay_and_those_of_seats_do_not() -> None:
    others = OtherGames(Asked())

    two, ten = (others.with_host(bytes([n]) * BYTES * n) for n in (4, 12))

    assert two[-2 * BYTES :] == ten[-2 * BYTES :]
    assert len(two) == 4 * BYTES
    assert two[:BYTES] != ten[:BYTES]


def test_a_game_brings_the_table_on_which_it_is_played() -> None:
    assert options_of(make_parser().parse_args(["--game", "min72"])).table.name == "kittens"
    assert options_of(make_parser().parse_args([])).table.name == "tacocat"
