"""The host's page beside phones and robots: whole games, in which it is told nothing of what their seats hide.

Each message is searched as those of all other pages are; the host may know only the hands of the seats that it plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from pi.cards_told import cards_in
from pi.kitten_guests import GOD, KEYS, ONE, Guests, guests_at
from pi.told_pages import HOST, watched
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.role import Role
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of
from tacotable.web.keys import make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage

PAIR = 2
TABLES = [name for name in SHIPPED if not name.endswith("-hub")]  # One with a hub has the page of the one without.
GAMES = [
    (name, games[at % len(games)], "seen" if at % 2 and read_table(name).pads else "blind")
    for name in TABLES
    for games in [games_of(read_table(name))]
    for at in range(TABLES.index(name), TABLES.index(name) + 2)
]
"""Two games at each table, of which each takes its turn, with what its referee knows."""


def test_each_game_is_played_at_a_table() -> None:
    assert {game for _, game, _ in GAMES} == {game for name in TABLES for game in games_of(read_table(name))}


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("who", ["phones", "robots"])
@pytest.mark.parametrize(("name", "game", "mode"), GAMES)
def test_the_host_is_told_nothing_that_a_phone_or_a_robot_hides(name: str, game: str, mode: str, who: str) -> None:
    is_for_two = game.startswith("tc") or len(read_table(name).seats) == PAIR
    hosted = 1 if is_for_two else PAIR  # at a ring three of four play, so one of these at least
    robots = read_table(name).seat_names[hosted:] if who == "robots" else ()
    with watched(game, mode, 1, at=name, hosted=hosted, robots=robots) as game_on:
        host = game_on.listener(HOST, is_real=False)
        game_on.play(Random(1), None if is_for_two else 3)

        assert game_on.breaches == []
        assert game_on.is_over
        assert host.own
        assert host.count > game_on.sight.facts_read


# What the host's hands may do beside a phone.

HOUSE = make_keys(("YAY", "WOW"), bytes(range(50)), is_simulated=True)


class NoRobots:
    """Robots of a table at which none plays."""

    pace = "usual"

    def __init__(self) -> None:
        self.levels: Mapping[str, str] = {}

    def set(self, seat: str, level: object, *, waits: bool = False) -> None:
        """Play no seat."""

    def move(self, pace: object) -> None:
        """Move nothing."""

    def close(self) -> None:
        """Close nothing."""


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        yield made


@pytest.fixture
def page(rig: Rig) -> TablePage:
    """Give the page of a table whose cards are dealt; the duel is asked for."""
    hands = hands_at(rig.table, rig.program.controller.situation, Random(1))
    made = TablePage(rig.program.controller, HOUSE, lambda: hands, robots=NoRobots())
    rig.tap("YAY.ok")
    made.do(GOD, {"do": "gather"})
    rig.wait(rig.settle_s)
    for seat in ("YAY", "WOW", "YAY", "WOW"):
        rig.tap(f"{seat}.ok")
    return made


def cards_at(page: TablePage, role: Role, place: str) -> list[tuple[str, str | None]]:
    """Return the handle and the face of each card of a place."""
    return [(card["id"], card["face"]) for card in cards_in(page.truth(role)) if card["place"] == place]


def faces_at(page: TablePage, place: str) -> set[str | None]:
    """Return what the host sees of a place."""
    return {face for _, face in cards_at(page, GOD, place)}


def refused(page: TablePage, action: Mapping[str, object]) -> str:
    """Have the host do what is refused, and return the code."""
    with pytest.raises(PageError) as error:
        page.do(GOD, action)
    return error.value.code


def test_a_seat_whose_link_is_open_on_a_phone_is_hidden_until_the_phone_leaves(page: TablePage) -> None:
    assert None not in faces_at(page, "hand:WOW") | faces_at(page, "pile")

    assert page.enter(HOUSE.seats["WOW"]) == page.role_for(HOUSE.seats["WOW"]) == Role("seat", "WOW")
    assert faces_at(page, "hand:WOW") == faces_at(page, "pile") == {None}
    assert None not in faces_at(page, "hand:YAY")
    assert page.scene(GOD, "en")["phones"] == ["WOW"]
    page.leave(HOUSE.seats["WOW"])

    assert None not in faces_at(page, "hand:WOW") | faces_at(page, "pile")
    assert page.role_for(HOUSE.seats["WOW"]) is None  # its page is closed


def test_the_host_takes_a_seat_from_its_phone_by_saying_who_sits_there(page: TablePage) -> None:
    page.enter(HOUSE.seats["WOW"])

    page.do(GOD, {"do": "robot", "seat": "WOW", "level": None})

    assert page.role_for(HOUSE.seats["WOW"]) is None
    assert None not in faces_at(page, "hand:WOW")


def test_the_host_cannot_name_a_card_of_a_phone_by_an_old_handle_or_by_its_place(page: TablePage) -> None:
    (known, _), *_ = cards_at(page, GOD, "hand:WOW")
    page.enter(HOUSE.seats["WOW"])

    for card in (known, "back hand:WOW 0"):
        assert refused(page, {"do": "place", "card": card, "place": "hand:YAY"}) == "unknown-card"


def test_the_host_can_bring_a_sealed_card_of_a_phone_only_back_or_away_unseen(rig: Rig, page: TablePage) -> None:
    wow = Role("seat", "WOW")
    page.enter(HOUSE.seats["WOW"])
    page.do(wow, {"do": "place", "card": cards_at(page, wow, "hand:WOW")[0][0], "place": "WOW.pad"})
    rig.wait(rig.settle_s)
    sealed = {"do": "place", "card": "back WOW.pad 0"}

    assert refused(page, {**sealed, "place": "hand:YAY"}) == "not-allowed"
    page.do(GOD, {**sealed, "place": "discard"})

    assert faces_at(page, "discard") == {None}


def test_the_host_lays_its_own_duel_card_face_down_and_can_take_it_back(rig: Rig, page: TablePage) -> None:
    (card, face), *_ = cards_at(page, GOD, "hand:YAY")
    page.do(GOD, {"do": "place", "card": card, "place": "YAY.pad"})
    rig.wait(rig.settle_s)
    assert faces_at(page, "YAY.pad") == {None}

    page.do(GOD, {"do": "place", "card": "back YAY.pad 0", "place": "hand:YAY"})

    assert face in faces_at(page, "hand:YAY")


@pytest.fixture
def guests() -> Iterator[Guests]:
    with guests_at() as made:
        made.page.enter(KEYS.seats["2"])
        yield made


def test_the_host_draws_a_card_of_a_phones_fan_only_where_one_is_stolen(guests: Guests) -> None:
    taken = {"do": "place", "card": "back hand:2 0", "place": "hand:1"}
    assert guests.refused(GOD, taken) == "not-allowed"
    guests.hold("1", "cat-1", "cat-1")
    guests.play(ONE, "cat-1", "cat-1")
    guests.rig.tap("2.ok")
    guests.rig.wait(4)
    assert guests.refused(GOD, {**taken, "place": "hand:3"}) == "not-allowed"

    guests.page.do(GOD, taken)

    assert (len(guests.truth.at("hand:1")), len(guests.truth.at("hand:2"))) == (7, 7)


def test_what_a_phone_sees_on_the_pile_is_not_the_hosts(guests: Guests) -> None:
    guests.page.enter(KEYS.seats["1"])
    guests.hold("1", "see-the-future")
    guests.play(ONE, "see-the-future")
    guests.rig.tap("2.ok")
    guests.rig.tap("3.ok")
    guests.rig.wait(4)
    assert guests.refused(GOD, {"do": "look", "seat": "1"}) == "not-allowed"

    guests.page.do(ONE, {"do": "look", "seat": "1"})

    told = guests.page.truth(GOD)
    assert told is not None
    assert (told["looking"], told["looks"]) == (["1"], {})
    assert guests.refused(GOD, {"do": "put-back", "seat": "1", "cards": []}) == "not-allowed"
