"""Robots at a table whose cards people move: the helping person reads displays, counts cards, and looks at no face."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import cast

import pytest

from pi.hands import Hands
from pi.passing_hands import PassingPair
from tacotable.app.robot_minds import RobotMinds
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.dialogs import restart as restarting
from tacotable.dialogs import robots
from tacotable.dialogs.menu_items import offered
from tacotable.state.events import HintAsked, RobotChose
from tacotable.state.game_state import Entry
from tacotable.state.scene import Notice, Reason, Scene, Sign
from tacotable_drivers import ports
from tacotable_sim.people.base import GLANCE_S
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of

FAST_S = 0.3


class Helper:
    """Moves the cards of a robot at Tacocat's table: it knows where a card stands, and never looks at it."""

    def __init__(self, rig: Rig, seat: str) -> None:
        self.rig, self.seat, self.pad = rig, seat, f"{seat}.pad"
        self.row: list[str] = []
        self.moved = self.refused = 0

    @property
    def on_pad(self) -> tuple[Card, ...]:
        return self.rig.table.truth.at(self.pad)

    def look(self) -> Sign:
        screen = self.rig.screen(self.seat)
        return screen.sign if isinstance(screen, Notice) else Sign("")

    async def help(self) -> None:
        """Do what the robot's display says, until the game is over; each fifth card is a wrong one at first."""
        while (told := self.look()).code != "sign.over":
            await asyncio.sleep(FAST_S)
            if told == self.look():
                await self._do(told.code, int(str(told.values.get("n", 0))))

    async def _do(self, code: str, n: int) -> None:
        table = self.rig.table
        if code == "sign.robot-deal":
            self._clear()
            await self._pass()
        elif code.startswith("sign.robot-card"):
            self._clear()
            await asyncio.sleep(FAST_S)
            self.moved += 1
            place = n % len(self.row) + 1 if self.moved % 5 == 0 else n
            table.place(self.row.pop(place - 1), self.pad, face_up=not code.endswith("-down"))
            await asyncio.sleep(FAST_S)
        elif code == "refusal.deal-full":
            table.place(self.on_pad[0].tag, DRAW)
        elif code in ("refusal.robot-card", "refusal.robot-waits"):
            self.refused += 1
            self.row.insert(n - 1, self.on_pad[0].tag)
            table.place(self.on_pad[0].tag, hand_of(self.seat))
        elif code.endswith("-seen"):
            self.row.clear()  # the other person gathers and shuffles all

    async def _pass(self) -> None:
        """Pass the top card of the pile over the pad, and stand it at the right end of the row once it is counted."""
        table, before = self.rig.table, self._owed()
        card = table.truth.at(DRAW)[0]
        table.place(card.tag, self.pad, face_up=False)
        for _ in range(40):
            await asyncio.sleep(GLANCE_S)
            if self._owed() < before:
                self.row.append(card.tag)
                break
        table.place(card.tag, hand_of(self.seat) if self._owed() < before else DRAW)
        await asyncio.sleep(FAST_S)

    def _owed(self) -> int:
        """Return how many cards the display still asks for."""
        told = self.look()
        if told.code.startswith(("refusal.", "rule.")):
            return 99
        return int(str(told.values["n"])) if told.code == "sign.robot-deal" else 0

    def _clear(self) -> None:
        for card in self.on_pad:
            self.rig.table.place(card.tag, DISCARD, face_up=True)


def seat_robot(rig: Rig, seat: str, presses: int = 1) -> None:
    """Open the menu of a seat, and choose how well a robot plays it."""
    rig.hold(f"{seat}.no")
    while getattr(rig.screen(seat), "item", "") != "menu.robot-none":
        rig.tap(f"{seat}.no")
    for _ in range(presses):
        rig.tap(f"{seat}.ok")
    rig.hold(f"{seat}.no")


@pytest.mark.long
@pytest.mark.parametrize("table", ["tacocat", pytest.param("tacocat-hub", marks=pytest.mark.long(keep=0))])
def test_one_person_plays_tacocat_against_a_robot_whose_cards_somebody_moves_by_their_places_alone(table: str) -> None:
    with simulated_table(table, game="tc38", seed=3) as rig:
        seat_robot(rig, "WOW")
        person = people_at(rig, Random(5))[0]
        person.is_seen = True  # type: ignore[attr-defined]  # hidden cards pass the pads of both
        helper = Helper(rig, "WOW")
        for doing in (person.play(), helper.help()):
            rig.loop.create_task(doing)
        while rig.says("WOW") != "sign.over" and rig.loop.time() < 3_000:
            rig.wait(5.0)

        assert rig.says("WOW") == "sign.over"
        assert helper.moved > 20
        assert helper.refused > 1


def dealt_pair(faces: dict[str, str], tags: list[str]) -> PassingPair:
    """Deal these tags to both seats; a robot plays WOW."""
    pair = PassingPair()
    pair.situation.devices.faces = {**pair.faces, **faces}
    pair.hold("WOW.no")
    while getattr(pair.screen("WOW"), "item", "") != "menu.robot-none":
        pair.tap("WOW.no")
    pair.tap("WOW.ok")
    pair.hold("WOW.no")
    pair.start()
    for number, tag in enumerate(tags):
        pair.lay_tag(("YAY", "WOW")[number % 2], tag)
        pair.clear(("YAY", "WOW")[number % 2])
    return pair


def robot_pair(faces: dict[str, str], tags: list[str], slot: int, *, is_laid: bool = True) -> PassingPair:
    """Deal both seats these tags, and let the robot of WOW choose its card for the duel by its place."""
    pair = dealt_pair(faces, tags)
    pair.tell(RobotChose("WOW", {"do": "replace", "cards": []}, (), 0))
    pair.tap("YAY.ok")
    row = tags[1::2]
    pair.tell(RobotChose("WOW", {"do": "duel", "card": pair.situation.devices.faces[row[slot]]}, (row[slot],), 0))
    for laid in (row[slot - 1], row[slot]) if is_laid else ():
        pair.lay_tag("WOW", laid)
    return pair


@pytest.mark.parametrize("seed", range(5))
def test_displays_say_places_of_a_row_and_nothing_that_depends_on_its_faces(seed: int) -> None:
    chance, blank = Random(f"{seed}/robot"), PassingPair()
    tags = [blank.take(face) for face in ("2", "2", "3", "3", "4", "4", "5", "5", "6", "6", "7", "7", "8", "9")]
    tags, slot = chance.sample(tags, len(tags)), chance.randrange(1, 7)
    hidden = tags[1::2]
    mixed = dict(zip(hidden, chance.sample([blank.faces[tag] for tag in hidden], len(hidden)), strict=True))

    first, second = robot_pair({}, tags, slot), robot_pair(mixed, tags, slot)

    assert first.shown == second.shown
    assert "refusal.robot-card" in {screen.sign.code for scene in first.shown for screen in notices(scene)}
    assert first.situation.game.match is not None
    assert "WOW" in first.situation.game.match.public_view.ready  # type: ignore[attr-defined]  # of Tacocat


def notices(scene: Scene) -> list[Notice]:
    return [screen for screen in scene.screens.values() if isinstance(screen, Notice)]


@pytest.mark.parametrize(("table", "game"), [("buttons", "tc38"), ("tacocat", "zh56")])
def test_a_table_that_cannot_read_a_robots_row_says_so_and_seats_none(table: str, game: str) -> None:
    hands = Hands(table, game)
    seat = hands.situation.seats[0]

    assert [item for item in offered(hands.situation, seat) if item.startswith("robot-")] == ["robot-unread"]
    assert "robots" not in hands.situation.mode_of(hands.situation.seats)


@pytest.mark.parametrize("seat", ["YAY", "WOW"])
def test_the_item_of_a_table_without_readers_reads_on_the_display_why_it_seats_no_robot(seat: str) -> None:
    hands = Hands("buttons")
    hands.situation.game.languages["WOW"] = "zh-TW"
    hands.choose("robot-unread", f"{seat}.left")
    facts = len(hands.log.facts)

    assert hands.screen(seat) == Reason(Sign("menu.robot-unread"), "", 0)
    hands.tap(f"{seat}.ok")
    assert hands.screen(seat) == Reason(Sign("menu.robot-unread"), "", 1)
    hands.tap(f"{seat}.right")
    assert getattr(hands.screen(seat), "item", "") == "menu.robot-unread"
    assert len(hands.log.facts) == facts


def test_each_ok_in_the_menu_chooses_the_next_level_and_the_item_stays_on_show() -> None:
    pair = PassingPair()
    shown = []
    pair.choose("robot-none", "WOW.no")
    for _ in range(4):
        shown.append((getattr(pair.screen("WOW"), "item", ""), pair.situation.game.arranged.robots.get("WOW")))
        pair.tap("WOW.ok")

    levels = [("menu.robot-easy", "easy"), ("menu.robot-fair", "fair"), ("menu.robot-strong", "strong")]
    assert shown == [*levels, ("menu.robot-none", None)]


def test_nobody_reads_a_hint_or_odds_of_a_robots_seat_which_would_tell_of_its_cards() -> None:
    pair = robot_pair({}, two_of_each(), 3, is_laid=False)
    for asked in (HintAsked("WOW", 0), HintAsked("WOW", 0, is_odds=True)):
        pair.tell(asked)

    assert not {"hint", "odds-off", "odds-on"}.intersection(offered(pair.situation, "WOW"))
    assert "odds-off" in offered(pair.situation, "YAY")
    assert (pair.situation.ui.hints, pair.situation.ui.odds) == ({}, {})


def two_of_each() -> list[str]:
    """Return the tags of two cards of each face from 2 to 8."""
    blank = PassingPair()
    return [blank.take(str(face)) for face in range(2, 9) for _ in "ab"]


class StillLoop:
    """An event loop whose timers a test calls itself."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []

    def call_later(self, _: float, call: Callable[..., None], *values: object) -> None:
        self.due.append(lambda: call(*values))

    def time(self) -> float:
        return 0.0

    def run_until(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            self.due.pop(0)()


def test_a_robot_thinks_in_a_thread_and_its_answer_to_what_is_no_longer_asked_is_dropped() -> None:
    pair, loop = dealt_pair({}, two_of_each()), StillLoop()
    with ExitStack() as to_close:
        minds = RobotMinds(pair.controller, cast("asyncio.AbstractEventLoop", loop))
        minds.begin_aside(to_close)
        minds.start()
        pair.tell(RobotChose("WOW", {"do": "replace", "cards": []}, (), 0))
        pair.tap("YAY.ok")
        acts = len(pair.log.facts)
        loop.due.pop(0)()

        assert len(pair.log.facts) == acts
        assert "WOW" not in pair.situation.ui.wishes
        loop.run_until(lambda: pair.situation.ui.wishes)
        assert pair.situation.ui.wishes["WOW"].act["do"] == "duel"


def test_a_silent_reader_is_waited_for_where_a_robot_is_to_lay_a_card_and_nobody_names_one() -> None:
    pair, told = robot_pair({}, two_of_each(), 3, is_laid=False), set[str]()
    before = pair.text("WOW")
    pair.tell(ports.ZoneUnknown("WOW.pad", pair._now_ms))
    for _ in range(8):
        pair.wait(5_000)
        pair.tap("WOW.ok")
        told.add(pair.says("WOW"))
    pair.tell(ports.ZoneEmpty("WOW.pad", pair._now_ms))

    assert told == {"sign.reader-lost"}
    assert pair.text("WOW") == before


def test_after_a_restart_a_robot_goes_on_with_what_lies_there_already() -> None:
    pair = dealt_pair({}, two_of_each())
    first, second = pair.situation.family.row(pair.situation, "WOW")[:2]
    face = pair.situation.devices.faces[first]
    pair.situation.devices.faces = {**pair.situation.devices.faces, second: face}
    pair.situation.game.entries["WOW"] = Entry((face,), (first,), is_announced=True)

    pair_of_them = {"do": "attack", "cards": [face, face]}
    assert robots.cards_for(pair.situation, "WOW", pair_of_them) == ((first,), (second,))
    assert robots.is_begun(pair.situation, "WOW", pair_of_them)
    assert not robots.is_begun(pair.situation, "WOW", {"do": "attack", "cards": ["12"]})


@pytest.mark.parametrize("is_chosen", [False, True])
def test_a_restart_before_a_robots_card_keeps_its_row_and_has_it_choose_anew(is_chosen: bool) -> None:
    pair = robot_pair({}, two_of_each(), 3, is_laid=False) if is_chosen else dealt_pair({}, two_of_each())
    again = PassingPair()
    again.controller.resume(tuple(pair.log.facts))
    restarting.ask(again.situation, len(pair.log.facts), "")
    again.controller.start()
    again.tap("YAY.ok")

    assert again.situation.family.row(again.situation, "WOW") == pair.situation.family.row(pair.situation, "WOW")
    assert robots.undecided(again.situation) == ("WOW",)
    assert again.says("WOW") == "sign.robot-thinks"


def test_presses_of_people_do_not_count_where_a_robot_plays() -> None:
    pair = robot_pair({}, two_of_each(), 2)
    acts = len(pair.log.facts)

    for button in ("WOW.ok", "WOW.no"):
        pair.tap(button)

    assert len(pair.log.facts) == acts


def test_no_lamp_of_a_robots_seat_asks_for_a_press_that_only_the_program_makes() -> None:
    pair = dealt_pair({}, two_of_each())
    lamps = pair.controller.scene.lamps

    assert robots.is_playing(pair.situation, "WOW")
    assert [lamps[name].meaning for name in ("WOW.ok", "WOW.no")] == ["lamp.off", "lamp.off"]
