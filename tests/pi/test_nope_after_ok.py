"""Who let a play pass may still nope it while the window is open: on each kind of pad, in each game, beside robots."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from pi.kitten_hands import KittenHands
from pi.test_family_table import FamilyHands
from pi.test_ring_robots import RobotRing
from tacotable.dialogs import robots
from tacotable.table.file import read_table
from tacotable.table.schema import Options
from tacotable_drivers import ports

GAMES = ("ek120", "min72", "zh56")
RINGS: dict[str, tuple[Callable[[str], KittenHands], tuple[str, str, str], str]] = {
    "kittens": (KittenHands, ("1", "2", "3"), "play"),
    "family": (FamilyHands, ("2", "4", "5"), "play"),
    "own pad": (FamilyHands, ("2", "4", "YAY"), "YAY.pad"),
}
"""Who plays, lets pass last, and lets pass first; and where that one lays its Nope."""


class Ring:
    """A ring where the first of three seats has played a Skip, and the third has let it pass."""

    def __init__(self, ring: str, game: str) -> None:
        make, seats, self.pad = RINGS[ring]
        self.first, self.asked, self.seat = seats
        self.hands = make(game)
        while self.hands.situation.ui.lobby_game != game:
            self.hands.tap("4.nope")
        self.hands.begin(*seats)
        self.nope = "YAY.no" if self.seat == "YAY" else f"{self.seat}.nope"
        self.hands.show("skip")
        self.hands.tap(f"{self.first}.ok")
        self.hands.let(self.seat)

    def lay_nope(self) -> None:
        if self.pad == "play":
            self.hands.show("nope")
            return
        self.hands.wait(300)
        self.hands.tell(ports.TagArrived(self.pad, self.hands.take("nope"), self.hands.now_ms))


@pytest.fixture(params=[(ring, game) for ring in RINGS for game in GAMES], ids="-".join)
def ring(request: pytest.FixtureRequest) -> Ring:
    return Ring(*request.param)


def test_its_nope_counts(ring: Ring) -> None:
    lamps = ring.hands.scene.lamps
    assert [lamps[f"{ring.seat}.ok"].meaning, lamps[ring.nope].meaning] == ["lamp.off", "lamp.may-nope"]

    ring.hands.tap(ring.nope)
    ring.lay_nope()

    assert ring.hands.acts()[-1] == (ring.seat, {"do": "nope"})


def test_the_last_let_waits_while_it_lays_its_nope(ring: Ring) -> None:
    ring.hands.tap(ring.nope)
    assert ring.hands.scene.lamps[f"{ring.asked}.ok"].meaning == "lamp.off"

    ring.hands.let(ring.asked)

    assert ring.hands.phase() == "window"
    assert ring.hands.scene.lamps[f"{ring.asked}.ok"].meaning == "lamp.too-early"
    ring.lay_nope()
    assert ring.hands.acts()[-1] == (ring.seat, {"do": "nope"})


def test_ok_withdraws_its_nope_and_the_last_let_closes_the_window(ring: Ring) -> None:
    ring.hands.tap(ring.nope)

    ring.hands.let(ring.seat)

    assert not ring.hands.situation.ui.refusals
    ring.hands.let(ring.asked)
    assert ring.hands.phase() == "turn"
    assert [act["do"] for _, act in ring.hands.acts()] == ["play", "let", "let"]


def test_a_claim_that_lapses_leaves_the_last_let_to_be_pressed(ring: Ring) -> None:
    ring.hands.tap(ring.nope)
    ring.hands.wait(6_000)

    ring.hands.let(ring.asked)

    assert ring.hands.phase() == "turn"


def test_a_card_told_right_behind_its_press_is_to_be_laid_again_and_not_said_to_be_out_of_turn(ring: Ring) -> None:
    tag = ring.hands.take("nope")
    ring.hands.lift()
    ring.hands.tap(ring.nope)

    ring.hands.tell(ports.TagArrived("play", tag, ring.hands.now_ms + 100))

    assert [refusal.code for refusal in ring.hands.situation.ui.refusals.values()] == ["refusal.lay-again"]


@pytest.mark.parametrize("game", GAMES)
def test_an_own_card_is_noped_where_the_option_allows_it(game: str) -> None:
    table = msgspec.structs.replace(read_table("kittens"), options=Options(nope_own=True))
    hands = KittenHands(game, table=table)
    hands.begin("1", "2", "3")
    hands.show("skip")
    hands.tap("1.ok")
    assert hands.scene.lamps["1.nope"].meaning == "lamp.may-nope"

    hands.tap("1.nope")
    hands.let("2", "3")
    hands.show("nope")

    assert hands.acts()[-1] == ("1", {"do": "nope"})


@pytest.mark.parametrize("game", GAMES)
def test_its_nope_counts_by_buttons_too_while_the_reader_is_silent(game: str) -> None:
    ring = Ring("kittens", game)
    ring.hands.tell(ports.ZoneUnknown("play", ring.hands.now_ms))
    ring.hands.wait(5_100)

    ring.hands.tap(ring.nope)
    ring.hands.tap(f"{ring.seat}.ok")

    assert ring.hands.acts()[-1] == (ring.seat, {"do": "nope"})


def test_a_robot_that_let_pass_is_not_asked_again_until_another_card_is_laid() -> None:
    ring = RobotRing()
    ring.show_tag(ring.hands["1"]["skip"])
    ring.tap("1.ok")

    ring.robot("2", {"do": "let"})

    assert robots.undecided(ring.situation) == ("3",)
    ring.robot("3", {"do": "nope"}, "nope")
    ring.show_tag(ring.hands["3"]["nope"])
    assert robots.undecided(ring.situation) == ("2",)


def test_the_last_let_of_a_robot_waits_for_a_persons_nope() -> None:
    ring = RobotRing()
    ring.turn_to("2")
    ring.robot("2", {"do": "play", "cards": ["skip"]}, "skip")
    ring.show_tag(ring.hands["2"]["skip"])
    ring.tap("1.ok")
    ring.tap("1.nope")

    ring.robot("3", {"do": "let"})

    assert ring.phase() == "window"
    ring.show_tag(ring.hands["1"]["nope"])
    assert ring.acts()[-1] == ("1", {"do": "nope"})
