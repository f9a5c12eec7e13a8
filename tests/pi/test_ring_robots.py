"""Robots at a ring, whose cards one person moves as the public display says."""

from __future__ import annotations

from random import Random

import pytest

from pi.passing_hands import ROUNDS, PassingRing
from pi.robots_helper import RingHelper, seat_robots
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.autoplay.rig_tables import simulated_bench
from tacotable.dialogs import robots
from tacotable.games.exploding.state import exploding
from tacotable.state.events import RobotChose
from tacotable.state.game_state import Entry
from tacotable.state.scene import Notice
from tacotable.table.file import read_table
from tacotable.table.kinds import with_game
from tacotable.table.parts import PUBLIC_SCREEN
from tacotable_drivers import ports


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "game", "players"),
    [
        ("kittens", "zh56", 4),
        pytest.param("kittens", "ek120", 4, marks=pytest.mark.long(keep=0)),
        pytest.param("kittens", "min72", 4, marks=pytest.mark.long(keep=0)),
        pytest.param("kittens-hub", "min72", 3, marks=pytest.mark.long(keep=0)),
    ],
)
def test_one_person_plays_a_whole_game_with_robots_and_moves_their_cards_by_the_display_alone(
    table: str, game: str, players: int
) -> None:
    with simulated_table(table, game=game, seed=3) as rig:
        seats = tuple(map(str, range(1, players + 1)))
        seat_robots(rig, seats[1:])
        helper = RingHelper(rig, seats, Random(3))
        for doing in (helper.person.play(), helper.help()):
            rig.loop.create_task(doing)
        while rig.says(PUBLIC_SCREEN) != "sign.won" and rig.loop.time() < 1_000:
            rig.wait(5.0)

        assert rig.says(PUBLIC_SCREEN) == "sign.won"
        assert helper.moved >= 5


class RobotRing(PassingRing):
    """A ring of three seats, of which robots play 2 and 3, with all cards dealt; the tests choose for the robots."""

    def __init__(self, first: tuple[str, ...] = ROUNDS) -> None:
        """`first`: what seat 1 is dealt behind its Defuse."""
        super().__init__()
        for seat in ("1", "2", "3"):
            self.tap(f"{seat}.ok")
        for seat in ("2", "3"):
            self.choose("robot-none", f"{seat}.nope")
            self.hold(f"{seat}.nope")
        self.hold("1.ok")
        self.hands: dict[str, dict[str, str]] = {seat: {} for seat in ("1", "2", "3")}
        for face, own in zip(("defuse", *ROUNDS), ("defuse", *first), strict=True):
            self.hands["1"][own] = self.pass_card(own)
            for seat in ("2", "3"):
                self.hands[seat][face] = self.pass_card(face)
        self.tap("1.ok")

    def robot(self, seat: str, act: dict[str, object], *faces: str) -> None:
        self.tell(RobotChose(seat, act, tuple(self.hands[seat][face] for face in faces), self._now_ms))

    def told(self) -> str:
        return self.says(PUBLIC_SCREEN)

    def turn_to(self, seat: str) -> None:
        """Let the seats before it draw."""
        for other in range(1, int(seat)):
            if other > 1:
                self.robot(str(other), {"do": "draw"})
            self.pass_card("cat-3")


@pytest.fixture
def ring() -> RobotRing:
    return RobotRing()


def places(ring: RobotRing) -> list[str]:
    return [face for tag in ring.situation.family.row(ring.situation, "2") for face in (ring.faces[tag],)]


def test_a_card_that_is_not_asked_for_is_named_by_its_place_and_not_ruled(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "play", "cards": ["skip"]}, "skip")

    assert ring.told() == "sign.robot-lay"
    ring.pass_tag(ring.hands["2"]["favor"])
    assert not ring.situation.entry("2").tags
    ring.show_tag(ring.hands["2"]["favor"])
    assert ring.told() == "refusal.robot-card"
    ring.lift()
    ring.show_tag(ring.hands["1"]["skip"])
    assert ring.told() == "refusal.robot-stranger"
    ring.lift()
    ring.show_tag(ring.take("cat-4"))
    assert ring.told() == "refusal.robot-draws-not"
    ring.lift()
    ring.show_tag(ring.hands["2"]["skip"])
    assert ring.situation.public() is not None
    assert ring.situation.public().phase == "window"  # type: ignore[union-attr]


def test_what_a_robot_draws_stands_at_the_right_end_of_its_row(ring: RobotRing) -> None:
    ring.turn_to("3")

    assert places(ring) == ["defuse", *ROUNDS, "cat-3"]


def test_while_a_drawn_card_lies_there_the_display_says_whose_row_it_goes_to(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "draw"})
    ring.show_tag(ring.take("cat-4"))

    assert ring.public() == "ROBOT 2 / This card: to the / right of its row"
    ring.lift()
    assert ring.public() == "ROBOT 3 / is thinking"


def test_a_lethal_card_that_a_robot_draws_is_told_before_its_defuse_is_asked_for(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "draw"})
    ring.show_tag(ring.take("exploding-kitten"))

    assert ring.public() == "2: KA... / Clear pad; Defuse"
    ring.robot("2", {"do": "defuse", "slot": 0}, "defuse")
    assert ring.public() == "ROBOT 2 / Clear pad; lay / card 1 from left"


def test_two_robots_that_nope_at_once_lay_one_card_after_the_other(ring: RobotRing) -> None:
    ring.show_tag(ring.hands["1"]["attack"])
    ring.tap("1.ok")
    for seat in ("2", "3"):
        ring.robot(seat, {"do": "nope"}, "nope")

    assert ring.told() == "sign.robot-nope"
    ring.wait(1_000)
    ring.show_tag(ring.hands["2"]["nope"])
    assert ring.situation.ui.wishes == {}
    assert ring.situation.public().pending.nopes == 1  # type: ignore[union-attr]


def test_a_nope_of_a_row_is_waited_for_longer_than_one_of_a_hand_and_lapses_then(ring: RobotRing) -> None:
    ring.show_tag(ring.hands["1"]["attack"])
    ring.tap("1.ok")
    ring.robot("2", {"do": "nope"}, "nope")
    ring.robot("3", {"do": "let"})

    ring.wait(10_000)
    assert ring.told() == "sign.robot-nope"
    ring.wait(6_000)
    assert ring.told() != "sign.robot-nope"
    assert ring.acts()[-1] == ("2", {"do": "let"})


def test_a_robot_that_lets_pass_shows_no_thought_in_the_window(ring: RobotRing) -> None:
    ring.show_tag(ring.hands["1"]["attack"])
    ring.tap("1.ok")
    before = ring.told()
    ring.robot("2", {"do": "let"})

    assert ring.told() == before == "Status"
    assert ring.situation.public().to_act == ("3",)  # type: ignore[union-attr]


def test_the_slot_of_a_kitten_is_told_when_it_goes_in_and_a_press_says_that_it_is_there(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "draw"})
    ring.pass_card("exploding-kitten")
    ring.robot("2", {"do": "defuse", "slot": 3}, "defuse")
    assert "n" in ring.screen(PUBLIC_SCREEN).sign.values  # type: ignore[union-attr]
    ring.pass_tag(ring.hands["2"]["defuse"])

    assert ring.told() == "sign.robot-hide"
    assert ring.screen(PUBLIC_SCREEN).sign.values["n"] == 4  # type: ignore[union-attr]
    ring.tap("2.ok")
    assert ring.situation.public().turn.seat == "3"  # type: ignore[union-attr]


def test_a_slot_that_a_restart_lost_is_chosen_anew(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "draw"})
    ring.pass_card("exploding-kitten")
    ring.robot("2", {"do": "defuse", "slot": 3}, "defuse")
    ring.pass_tag(ring.hands["2"]["defuse"])
    ring.situation.ui.wishes.clear()

    assert robots.undecided(ring.situation) == ("2",)
    ring.robot("2", {"do": "defuse", "slot": 5}, "defuse")
    assert ring.screen(PUBLIC_SCREEN).sign.values["n"] == 6  # type: ignore[union-attr]


def test_a_favor_of_a_robot_goes_face_down_to_who_asked_and_leaves_its_row(ring: RobotRing) -> None:
    ring.show_tag(ring.hands["1"]["favor"])
    ring.tap("1.ok")
    ring.tap("2.ok")
    ring.tell(RobotChose("2", {"do": "let"}, (), ring._now_ms))
    ring.tell(RobotChose("3", {"do": "let"}, (), ring._now_ms))
    ring.robot("2", {"do": "give", "card": "shuffle"}, "shuffle")

    assert ring.told() == "sign.robot-give"
    ring.pass_tag(ring.hands["2"]["shuffle"])
    assert "shuffle" not in places(ring)


def test_a_silent_pad_is_waited_for_while_a_robot_is_to_lay_a_card(ring: RobotRing) -> None:
    ring.turn_to("2")
    ring.robot("2", {"do": "play", "cards": ["skip"]}, "skip")
    ring.tell(ports.ZoneUnknown("play", ring._now_ms))
    ring.wait(30_000)

    assert ring.told() == "sign.reader-lost-seen"
    ring.tell(ports.ZoneEmpty("play", ring._now_ms))
    assert ring.told() == "sign.robot-lay"


def test_after_a_restart_a_robots_row_stands_as_it_did_and_it_chooses_anew(ring: RobotRing) -> None:
    ring.turn_to("3")
    again = PassingRing()
    again.controller.resume(tuple(ring.log.facts))
    again.controller.start()

    assert places(ring) == [ring.faces[tag] for tag in again.situation.family.row(again.situation, "2")]
    assert robots.undecided(again.situation) == ("3",)


def test_a_card_that_is_named_of_a_robot_is_handed_over_by_its_place_and_leaves_its_row() -> None:
    ring = RobotRing(("cat-5", "cat-5", "cat-5", "skip", "attack", "cat-1", "cat-2"))
    own = [
        tag
        for tag, seat in exploding(ring.situation).game.part.held.items()
        if seat == "1" and ring.faces[tag] == "cat-5"
    ]
    for tag in own:
        ring.pass_tag(tag)
    for button in ("1.ok", "2.ok", "1.ok"):
        ring.tap(button)
    for seat in ("2", "3"):
        ring.robot(seat, {"do": "let"})

    screen = ring.screen(PUBLIC_SCREEN)
    assert isinstance(screen, Notice)
    assert (screen.sign.code, screen.sign.values["n"]) == ("sign.robot-hand-over", 1)
    assert places(ring) == [*ROUNDS]


def test_no_robot_looks_at_the_pile_or_names_a_card(ring: RobotRing) -> None:
    can_move = ring.situation.family.can_move

    assert not can_move(ring.situation, {"do": "play", "cards": ["see-the-future"]})
    assert not can_move(ring.situation, {"do": "play", "cards": ["nope"] * 3, "target": "1", "name": "skip"})
    assert can_move(ring.situation, {"do": "play", "cards": ["see-the-future"] * 2, "target": "1"})


def test_what_lies_there_of_a_choice_that_a_restart_lost_goes_back_where_the_robot_chooses_otherwise(
    ring: RobotRing,
) -> None:
    ring.turn_to("2")
    tag = ring.hands["2"]["favor"]
    ring.situation.game.entries["2"] = Entry(("favor",), (tag,))
    ring.situation.devices.note_event(ports.TagArrived("play", tag, ring.now_ms))
    ring.robot("2", {"do": "draw"})

    assert ring.told() == "refusal.robot-waits"
    assert ring.screen(PUBLIC_SCREEN).sign.values["n"] == 4  # type: ignore[union-attr]
    ring.lift()
    assert ring.told() == "sign.robot-draw"
    assert ring.situation.family.row(ring.situation, "2") == tuple(ring.hands["2"].values())


def test_a_game_of_robots_alone_does_not_begin() -> None:
    ring = PassingRing()
    for seat in ("1", "2"):
        ring.tap(f"{seat}.ok")
        ring.choose("robot-none", f"{seat}.nope")
        ring.hold(f"{seat}.nope")
    ring.hold("1.ok")

    assert ring.situation.game.match is None
    assert ring.situation.ui.refusals["1"].code == "refusal.only-robots"


def test_of_equal_cards_that_are_asked_for_by_name_the_place_tells_nothing() -> None:
    ring = PassingRing()
    for seat in ("1", "2"):
        ring.tap(f"{seat}.ok")
    ring.choose("robot-none", "2.nope")
    ring.hold("2.nope")
    ring.hold("1.ok")
    own = [ring.take(face) for face in ("defuse", *("cat-1",) * 3, *("cat-2",) * 3, "skip")]
    nopes = sorted((ring.take("nope") for _ in "abc"), reverse=True)
    row = [ring.take("defuse"), *nopes, *(ring.take(face) for face in ("skip", "skip", "favor", "favor"))]
    for tags in zip(own, row, strict=True):
        for tag in tags:
            ring.pass_tag(tag)
    ring.tap("1.ok")
    for tag in own[1:4]:
        ring.show_tag(tag)
    ring.tap("1.ok")
    while getattr(ring.screen(PUBLIC_SCREEN), "item", "") != "card.nope":
        ring.tap("1.nope")
    ring.tap("1.ok")
    ring.tell(RobotChose("2", {"do": "let"}, (), ring.now_ms))

    told = ring.screen(PUBLIC_SCREEN).sign  # type: ignore[union-attr]
    assert (told.code, told.values["n"]) == ("sign.robot-hand-over", 4)


@pytest.mark.long(keep=0)
def test_a_game_against_robots_is_played_to_its_end_through_many_restarts() -> None:
    with simulated_bench(with_game(read_table("kittens"), "zh56"), seed=3) as (bench, simulated):
        rig = Rig(bench.program, simulated, bench.loop)
        seat_robots(rig, ("2", "3", "4"))
        helper = RingHelper(rig, ("1", "2", "3", "4"), Random(3))
        for doing in (helper.person.play(), helper.help()):
            rig.loop.create_task(doing)
        restarts = 0
        while rig.says(PUBLIC_SCREEN) != "sign.won" and rig.loop.time() < 1_000:
            for _ in range(23):
                rig.wait(1.0)
                if rig.says(PUBLIC_SCREEN) == "sign.won":
                    break
            else:
                bench.restart()
                rig.program, restarts = bench.program, restarts + 1
                rig.wait(2.0)
                while simulated.truth.is_down("1.ok"):
                    rig.wait(0.1)  # the player's own finger is on it
                if rig.says(PUBLIC_SCREEN) != "sign.won":
                    rig.tap("1.ok")

        assert rig.says(PUBLIC_SCREEN) == "sign.won"
        assert restarts > 3
