"""Deal and begin on the page: from every state, at every table, for every game and number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tacotable.app.simulated import hands_of_games
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.autoplay.robots import RobotSeats
from tacotable.dialogs import lessons
from tacotable.simulation.opening import Opening
from tacotable.state.events import GameChosen, LessonChosen
from tacotable.state.game_state import Stage
from tacotable.state.log import next_number
from tacotable.state.role import Role
from tacotable.state.situation import Situation
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of, players_at, table_in
from tacotable.web.keys import make_keys
from tacotable.web.model import PageError
from tacotable.web.other_games import OtherGames
from tacotable.web.page import TablePage
from tacotable_sim.truth import DISCARD, DRAW, hand_of

if TYPE_CHECKING:
    from tacotable.app.simulated import SimulatedRun

HOST = Role("simulation")
LONG_S = 12.0
"""So long a deal and the presses of ten seats take at most."""
FAR = 2
PLAYED = [(table, game) for table in SHIPPED for game in games_of(read_table(table)) if not table.endswith("-hub")]
ONE_EACH = [*{game: (table, game) for table, game in PLAYED}.values()]
HUBS = [(table, read_table(table).game) for table in SHIPPED if table.endswith("-hub")]
"""Tables that are no others to the page, and slow to simulate."""


@dataclass
class Host:
    """A simulated table with its host's page, and what was on the table at each press of a button."""

    rig: Rig
    page: TablePage
    robots: RobotSeats
    pressed: list[dict[str, int]] = field(default_factory=list)
    before: int = 0
    """The number of the first line of the log since the last beginning."""

    @property
    def situation(self) -> Situation:
        return self.rig.program.controller.situation

    def at(self, place: str) -> list[str]:
        return [card.face for card in self.rig.table.truth.at(place)]

    def hands(self) -> dict[str, int]:
        """Give the number of cards of each seat that has some."""
        return {seat: n for seat in self.rig.table.truth.seats if (n := len(self.at(hand_of(seat))))}

    def note_press(self, what: str) -> None:
        if what == "buttons" and any(map(self.rig.table.truth.is_down, self.rig.table.truth.buttons)):
            self.pressed.append(self.hands())

    def begin(self, **wish: object) -> None:
        self.pressed.clear()
        self.before = next_number(self.situation.log)
        self.page.do(HOST, {"do": "begin", **wish})
        self.rig.wait(LONG_S)


@contextmanager
def host_at(table: str, game: str | None = None, others: OtherGames | None = None) -> Iterator[Host]:
    with simulated_table(table, game=game) as rig:
        controller = rig.program.controller
        robots = RobotSeats(cast("SimulatedRun", SimpleNamespace(table=rig.table)), rig.program, rig.loop)
        page = TablePage(
            controller,
            make_keys(controller.situation.seats, bytes(1_000), is_simulated=True),
            hands_of_games(rig.table, controller.situation, Random(1), robots.levels),
            now_ms=lambda: rig.loop.time() * 1_000,
            robots=robots,
            others=others,
            begin=Opening(rig.table, controller, rig.loop).begin,
        )
        host = Host(rig, page, robots)
        rig.table.on_change = host.note_press
        yield host
        robots.close()


# The states that a table may be in when somebody deals.


def lobby(host: Host) -> None:
    """Leave the table as it starts."""


def set_up(host: Host) -> None:
    """Begin a game of another number of players, and deal nothing."""
    whole, game = host.situation.devices.whole, host.situation.games[-1]
    seats = table_in(game, whole).seat_names[: players_at(whole, game)[0]]
    host.rig.program.controller.handle(GameChosen(game, host.situation.devices.now_ms, seats))
    assert host.situation.ruleset == game


def playing(host: Host) -> None:
    """Play a game."""
    game = host.situation.ruleset
    host.begin(game=game, players=players_at(host.situation.devices.whole, game)[-1])
    assert host.situation.game.stage is Stage.PLAY


def take(host: Host, seat: str, item: str) -> None:
    """Take an item of a seat's menu, and mean it; another seat agrees where it is asked."""
    part = next(each for each in host.situation.devices.table.seats if each.name == seat)
    opens = next(role for role in ("nope", "no", "left") if role in part.buttons_by_role())
    host.rig.hold(f"{seat}.{opens}")
    for _ in range(20):
        if host.situation.ui.menus[seat].item == item:
            break
        host.rig.tap(f"{seat}.{'right' if opens == 'left' else opens}")
    while seat in host.situation.ui.menus:
        host.rig.tap(f"{seat}.ok")
    if host.situation.ui.question:
        host.rig.wait(2.0)
        host.rig.tap(f"{next(other for other in host.situation.game.players if other != seat)}.ok")
    host.rig.wait(2.0)


def stopped(host: Host) -> None:
    """Stop a game that is on."""
    playing(host)
    take(host, host.situation.game.players[0], "put-away")
    assert host.situation.game.stage is Stage.LOBBY


def lesson(host: Host) -> None:
    """Be in the middle of a lesson."""
    if offered := list(lessons.offered(host.situation)):
        host.rig.program.controller.handle(LessonChosen(offered[0], host.situation.devices.now_ms))
        host.rig.wait(LONG_S)
        assert not lessons.is_set_up(host.situation)


def over(host: Host) -> None:
    """Win a game, because the other gives up."""
    host.begin(game=host.situation.ruleset, players=2)
    own, other = host.situation.game.players
    take(host, own, "resign" if "resign" in host.situation.family.menu_items(host.situation) else "leave-game")
    assert host.situation.family.winner(host.situation) == other
    assert host.situation.game.stage is Stage.OVER


STATES = (lobby, set_up, stopped, lesson, over)


def litter(host: Host) -> None:
    """Leave cards on pads, on the discard pile and in hands, tiles on the board, and Tacocat far from the middle."""
    truth = host.rig.table.truth
    for place in (*truth.zones, DISCARD, *map(hand_of, truth.seats)):
        if pile := truth.at(DRAW):
            host.rig.table.place(pile[0].tag, place)
    if host.situation.devices.whole.board:
        for space in (0, 1, -2):
            if space not in truth.tiles:
                host.rig.table.cover(space)
        if truth.token != FAR:
            host.rig.table.move_token(FAR)
    host.rig.wait(2.0)


def assert_dealt(host: Host, game: str, players: int) -> None:
    situation, truth = host.situation, host.rig.table.truth
    dealing = situation.dealing()
    assert (situation.ruleset, len(situation.game.players)) == (game, players)
    assert situation.game.stage is Stage.PLAY
    assert host.hands() == dict.fromkeys(situation.game.players, dealing.each + len(dealing.given))
    assert [host.at(place) for place in (*truth.zones, DISCARD)] == [[]] * (len(truth.zones) + 1)
    assert len(host.at(DRAW)) == sum(map(len, (dealing.shuffled, dealing.then_in))) - dealing.each * players
    assert truth.tiles == frozenset()
    assert truth.token == dealing.token or dealing.token is None
    assert all(hands == host.hands() for hands in host.pressed)
    assert [each.code for each in situation.log if each.kind == "refusal" and each.number >= host.before] == []


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
@pytest.mark.parametrize(("table", "game"), PLAYED)
def test_a_game_is_dealt_and_begins_from_every_state(table: str, game: str, state: Callable[[Host], None]) -> None:
    with host_at(table, game) as host:
        state(host)
        litter(host)

        players = players_at(host.situation.devices.whole, game)[0]
        host.begin(game=game, players=players)

        assert_dealt(host, game, players)


@pytest.mark.parametrize(("table", "game"), HUBS)
def test_a_game_is_dealt_where_readers_and_buttons_are_on_a_hub(table: str, game: str) -> None:
    with host_at(table, game) as host:
        litter(host)

        host.begin(game=game, players=2)

        assert_dealt(host, game, 2)


@pytest.mark.parametrize(("table", "game"), PLAYED)
def test_it_deals_for_every_number_of_players(table: str, game: str) -> None:
    offered = players_at(read_table(table), game)
    assert [*offered][:1] == [2]
    for players in offered:
        with host_at(table) as host:
            host.begin(game=game, players=players)

            assert_dealt(host, game, players)


@pytest.mark.parametrize(("table", "game"), PLAYED)
def test_a_game_that_is_on_is_not_dealt_again_and_nothing_is_pressed(table: str, game: str) -> None:
    with host_at(table, game, OtherGames(lambda: pytest.fail("another table is set up"))) as host:
        playing(host)
        before = host.rig.table.truth.layout()

        for wish in ({"do": "begin", "players": 2, "level": "fair"}, {"do": "game", "table": True}):
            with pytest.raises(PageError) as refused:
                host.page.do(HOST, {"game": game, **wish})
            assert refused.value.code == "game-on"
        host.pressed.clear()
        host.rig.wait(LONG_S)

        assert (host.rig.table.truth.layout(), host.pressed, host.robots.levels) == (before, [], {})


def test_nothing_is_pressed_once_somebody_has_moved_a_card() -> None:
    with host_at("tacocat") as host:
        host.page.do(HOST, {"do": "begin", "game": "tc38", "players": 2})
        host.rig.table.place(host.rig.table.truth.at(hand_of("YAY"))[0].tag, DISCARD)
        host.rig.wait(LONG_S)

        assert host.pressed == []
        assert host.situation.game.stage is Stage.DEAL


@pytest.mark.parametrize(("table", "game"), ONE_EACH)
def test_the_last_game_is_played_again_with_the_same_seats(table: str, game: str) -> None:
    with host_at(table, game) as host:
        over(host)
        seats = host.situation.game.players

        host.begin()

        assert_dealt(host, game, 2)
        assert host.situation.game.players == seats


@pytest.mark.parametrize(("table", "game"), ONE_EACH)
def test_a_seats_own_page_begins_a_game_that_is_over_again_and_no_other(table: str, game: str) -> None:
    with host_at(table, game) as host:
        phone = Role("seat", host.situation.seats[-1])
        with pytest.raises(PageError):
            host.page.do(phone, {"do": "begin"})
        over(host)
        with pytest.raises(PageError):
            host.page.do(phone, {"do": "begin", "game": game})
        host.pressed.clear()
        host.before = next_number(host.situation.log)

        host.page.do(phone, {"do": "begin"})
        host.rig.wait(LONG_S)

        assert_dealt(host, game, 2)


@pytest.mark.parametrize("state", [lobby, over], ids=lambda state: str(state.__name__))
@pytest.mark.parametrize(("table", "game"), ONE_EACH)
def test_robots_play_all_seats_but_the_first(table: str, game: str, state: Callable[[Host], None]) -> None:
    with host_at(table, game) as host:
        state(host)
        players = players_at(host.situation.devices.whole, game)[-1]

        host.begin(game=game, players=players, level="easy")

        assert host.robots.levels == dict.fromkeys(host.situation.game.players[1:], "easy")
        assert host.situation.game.stage is Stage.PLAY
        if state is over:
            assert host.rig.table.truth.tiles == frozenset()


@pytest.mark.parametrize("seats", [("YAY",), ("WOW",), ("YAY", "WOW")])
def test_robots_of_the_last_game_leave_the_deal_to_the_page(seats: tuple[str, ...]) -> None:
    with host_at("tacocat") as host:
        over(host)
        host.robots.move("fast")
        for seat in seats:
            host.robots.set(seat, "easy")

        host.page.do(HOST, {"do": "begin"})
        dealt = host.rig.table.truth.layout().cards
        while host.situation.game.stage is not Stage.PLAY:
            assert host.rig.table.truth.layout().cards == dealt
            host.rig.wait(0.1)

        assert host.robots.levels == dict.fromkeys(seats, "easy")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "tc38", "players": 3}, "bad-message"),
        ({"game": "high-card", "players": 2}, "bad-message"),
        ({"game": "tc38", "players": "2"}, "bad-message"),
        ({}, "bad-message"),
        ({"game": "tc38", "players": 2, "level": "divine"}, "bad-message"),
    ],
)
def test_a_wish_that_the_table_cannot_fulfil_changes_nothing(wish: dict[str, object], code: str) -> None:
    with host_at("tacocat") as host:
        with pytest.raises(PageError) as refused:
            host.begin(**wish)

        assert refused.value.code == code
        assert host.situation.game.stage is Stage.LOBBY


@pytest.mark.parametrize("role", [Role("seat", "YAY"), Role("arbiter"), Role("spectator")])
def test_only_the_host_begins_a_game_from_the_page(role: Role) -> None:
    with host_at("tacocat") as host, pytest.raises(PageError, match="by its buttons"):
        host.page.do(role, {"do": "begin", "game": "tc38", "players": 2})


@pytest.mark.parametrize(("table", "game"), ONE_EACH)
def test_the_cards_and_the_board_of_each_lesson_lie_there_by_themselves(table: str, game: str) -> None:
    with host_at(table, game) as host:
        for name in lessons.offered(host.situation):
            host.page.do(HOST, {"do": "lesson", "lesson": ""})
            litter(host)

            host.page.do(HOST, {"do": "lesson", "lesson": name})
            host.rig.wait(LONG_S)

            told, dealing = lessons.told(host.situation), host.situation.dealing()
            assert (told and told["id"]) == name
            assert not lessons.is_set_up(host.situation)
            assert host.rig.table.truth.tiles == dealing.tiles
            assert host.rig.table.truth.token == dealing.token or dealing.token is None
