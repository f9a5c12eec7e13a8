"""A game of another table, wished for at the page: only where nothing is kept, by the host, and while no game is on."""

from __future__ import annotations

import asyncio

import pytest

from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.commands.run import _has_other_games, _next, make_parser, options_of
from tacotable.core.controller import Controller
from tacotable.state.role import Role
from tacotable.table.file import read_table
from tacotable.web.keys import BYTES, make_keys
from tacotable.web.model import PageError
from tacotable.web.other_games import OtherGames
from tacotable.web.page import TablePage
from tacotable_drivers.ports import ButtonPressed, ButtonReleased

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


def started_with(others: OtherGames, table: str = "tacocat") -> tuple[Controller, TablePage]:
    pages: list[tuple[Controller, TablePage]] = []

    async def start() -> None:
        started: list[Program] = []
        async with running(RunOptions(read_table(table), others=others), started.append):
            controller = started[0].controller
            keys = make_keys(controller.situation.seats, bytes(1000), is_simulated=True)
            pages.append((controller, TablePage(controller, keys, others=others)))

    asyncio.run(start())
    return pages[0]


def games(page: TablePage, role: Role) -> list[str]:
    told = page.welcome(role, "en")["games"]
    assert isinstance(told, list)
    return [one["game"] for one in told]


def test_the_host_is_offered_all_five_and_a_seat_what_the_table_can_play() -> None:
    page, ring = page_of(OtherGames(Asked())), page_of(OtherGames(Asked()), "kittens")

    assert games(page, HOST) == games(page, SEAT) == ["tc38", "tc36", "ek120", "min72", "zh56"]
    assert games(ring, HOST) == ["ek120", "min72", "zh56", "tc38", "tc36"]
    assert games(ring, SEAT) == ["ek120", "min72", "zh56"]


def test_a_wish_ends_the_run_once_and_is_run_next_at_the_same_port() -> None:
    asked = Asked()
    others = OtherGames(asked)
    page = page_of(others)

    page.do(HOST, {"do": "game", "game": "tc36"})
    assert asked.count == 0
    page.do(HOST, {"do": "game", "game": "zh56"})

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


def test_a_seat_cannot_choose_and_no_game_ends_another_that_is_on() -> None:
    asked = Asked()
    controller, page = started_with(OtherGames(asked))

    with pytest.raises(PageError, match="by its buttons"):
        page.do(SEAT, {"do": "game", "game": "zh56"})
    controller.handle(ButtonPressed("YAY.ok", 1_000.0))
    controller.handle(ButtonReleased("YAY.ok", False, 1_100.0))
    with pytest.raises(PageError, match="A game is on"):
        page.do(HOST, {"do": "game", "game": "zh56"})
    assert asked.count == 0


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
