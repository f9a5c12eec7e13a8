"""Every question, notice and fault sheet can be read and answered, at each shipped table, in each of its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import msgspec
import pytest

from pi.kitten_hands import KittenHands
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.core.reducer import apply
from tacotable.dialogs import lessons
from tacotable.dialogs import questions as asking
from tacotable.dialogs.menu_items import offered
from tacotable.dialogs.open_question import fault_view, open_question
from tacotable.dialogs.questions import LOST, PUT_AWAY
from tacotable.display.draw import draw
from tacotable.enrolment import desk as enrolment
from tacotable.files.write_fault import WriteFault
from tacotable.state.events import Arbitrated, LessonChosen, PhonesChanged
from tacotable.state.facts import Acted, Fact
from tacotable.state.game_state import Stage
from tacotable.state.interaction import ANEW, DISCARD, Menu, Restart
from tacotable.state.scene import Choice, People, Scene, Screen, Sign, SpaceScreen
from tacotable.state.situation import seat_of
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of
from tacotable.table.parts import displays_of, hubs_of, lamps_of, public_screens
from tacotable_drivers import ports

PLACES = tuple((table, game) for table in SHIPPED for game in games_of(read_table(table)))
"""Each shipped table with each of its games."""
EVERYWHERE = pytest.mark.parametrize(("table", "game"), PLACES)
OF_TACOCAT, OF_EXPLODING = {"deal-again", "give-round"}, {"leave-game", "pile-mixed"}
KINDS = {
    kind
    for code in Catalog("en").codes("ask")
    if not (kind := code.removeprefix("ask.")).endswith(("-wait", "-public"))
}
"""Every kind of question that the catalog has words for."""
CHANGES = (("board",), ("deck",), ("board", "deck"))
"""What of a table may be another than when the game began."""
OWN_ACT_MS = 6_000.0
"""After this long a seat no longer takes its own act back alone: it asks the others."""


class EveryHands(KittenHands):
    """Hands at any shipped table, in any of its games; the windows of Nopes are long."""

    def __init__(self, table: str, game: str) -> None:
        super().__init__(game, table=msgspec.structs.replace(read_table(table), window=60.0))
        self.is_tacocat = game.startswith("tc")
        self.asker, self.other = self.situation.seats[:2]

    def menu_button(self, seat: str) -> str:
        """Return the button that opens the menu of a seat, and refuses what is asked."""
        names = self.situation.devices.table.buttons()
        return next(name for role in ("no", "nope", "left") if (name := f"{seat}.{role}") in names)

    def sit_down(self) -> None:
        """Begin the game of the lobby: its cards are dealt, or its token is moved, next."""
        if not self.is_tacocat:
            self.tap(f"{self.asker}.ok")
            self.tap(f"{self.other}.ok")
            self.hold(f"{self.asker}.ok")
            return
        self.tap(f"{self.asker}.ok")

    def start(self) -> None:
        """Begin a game, up to its first act."""
        self.sit_down()
        if self.is_tacocat and self.situation.devices.table.pads:
            self.move_token(0)
        elif self.is_tacocat:
            self.hold(f"{self.asker}.ok")
        self.tap(f"{self.asker}.ok")
        if self.is_tacocat:
            self.tap(f"{self.other}.ok")
        assert self.situation.game.stage is Stage.PLAY

    def act(self) -> None:
        """Replace no card, or draw one, and wait until only a question takes that back."""
        for _ in range(30):
            screen = self.scene.screens.get(self.asker)
            if not isinstance(screen, Choice) or screen.item == "item.done":
                break
            self.tap(f"{self.asker}.right")
        self.tap(f"{self.asker}.ok")
        self.wait(OWN_ACT_MS)

    def be_refused(self) -> None:
        """Do what the rules refuse, and could let stand: attack with 3 and 6, or nope one's own play."""
        if not self.is_tacocat:
            zone = "play" if "play" in self.situation.devices.table.pads else f"{self.asker}.pad"
            self.tell(ports.TagArrived(zone, self.take("skip"), self.now_ms))
            self.tap(f"{self.asker}.ok")
            self.wait(OWN_ACT_MS)
            self.keep(Acted(self.asker, {"do": "nope"}, "illegal", "nope-own"))
            return
        for seat in (self.asker, self.other):
            self.keep(Acted(seat, {"do": "replace", "cards": []}, "accepted", ""))
        for seat, card in ((self.asker, "9"), (self.other, "5")):
            self.keep(Acted(seat, {"do": "duel", "card": card}, "accepted", ""))
        self.keep(Acted(self.asker, {"do": "attack", "cards": ["3", "6"]}, "illegal", "attack-shape"))

    def keep(self, fact: Fact) -> None:
        """Let a fact happen without hands."""
        self.log.append(fact)
        apply(fact, self.situation)

    def ask(self, kind: str) -> None:
        """Ask a question by the menu, turned to its item; it may want a second press, or the choice of a card."""
        self.hold(self.menu_button(self.asker))
        assert kind in offered(self.situation, self.asker)
        self.situation.ui.menus[self.asker] = Menu(kind)
        for _ in range(3):
            if self.situation.ui.question is None:
                self.tap(f"{self.asker}.ok")
        assert self.situation.ui.question is not None
        assert self.situation.ui.question.kind == kind
        self.wait(1_000)  # presses that come at once count for what was asked before

    def offered(self) -> set[str]:
        """Return the kinds of questions that the menu of a seat offers now."""
        is_on = self.situation.game.stage in (Stage.MOVE, Stage.DEAL, Stage.PLAY)
        lost = {LOST} if asking.missing(self.situation) else set[str]()
        return {*asking.offered(self.situation, self.asker), *lost, *({PUT_AWAY} if is_on else ())}


MOMENTS: Mapping[str, tuple[Callable[[EveryHands], None], ...]] = {
    "lobby": (),
    "deal": (EveryHands.sit_down,),
    "begun": (EveryHands.start,),
    "acted": (EveryHands.start, EveryHands.act),
    "refused": (EveryHands.start, EveryHands.be_refused),
}
"""The moments of a game in which something is asked or shown."""
ANSWERS: Mapping[str, Callable[[EveryHands], object]] = {
    "agree": lambda hands: hands.tap(f"{hands.other}.ok"),
    "decline": lambda hands: hands.tap(hands.menu_button(hands.other)),
    "say nothing": lambda hands: hands.wait(asking.ASKED_MS),
}


def at(table: str, game: str, moment: str) -> EveryHands:
    hands = EveryHands(table, game)
    for step in MOMENTS[moment]:
        step(hands)
    return hands


@cache
def text_of(screen: Screen, language: str, people: People) -> str:
    return draw(screen, language, people).text


def check_readable(hands: EveryHands, scene: Scene | None = None) -> None:
    """See that every display of the table has words in each language, and every seat and lamp what it shows."""
    scene, table = scene or hands.scene, hands.situation.devices.whole
    assert scene.screens.keys() == displays_of(table).keys()
    assert scene.prompts.keys() == scene.public_prompts.keys() == set(table.seat_names)
    assert scene.lamps.keys() == {lamp.button for lamp in lamps_of(table)}
    for language in LANGUAGES:
        assert all(text_of(screen, language, scene.people) for screen in scene.screens.values())


def code_on(hands: EveryHands, name: str) -> str:
    screen = hands.scene.screens.get(name)
    return "" if screen is None or isinstance(screen, SpaceScreen) else screen.sign.code


def check_asked(hands: EveryHands, kind: str, before: Scene) -> None:
    """See that whoever is asked reads the question, on the own display or on that of all, and no space hides."""
    table, public = hands.situation.devices.table, hands.situation.public_screen
    question = open_question(hands.situation)
    assert question is not None
    for seat in hands.situation.seats:
        if seat in hands.scene.screens:
            code = f"ask.{kind}" if question.answer(f"{seat}.ok") else f"ask.{kind}-wait"
            assert code_on(hands, seat) == code
    if code_on(hands, public):  # in Tacocat the display in the middle of the board is that of its space
        assert code_on(hands, public) == f"ask.{kind}-public"
    for name in displays_of(table).keys() - {*hands.situation.seats, public, *public_screens(table)}:
        assert hands.scene.screens[name] == before.screens[name]


@EVERYWHERE
def test_every_question_is_read_by_those_asked_and_ends_with_every_answer(table: str, game: str) -> None:
    asked = set[str]()
    for moment in MOMENTS:
        for kind in at(table, game, moment).offered():
            asked.add(kind)
            for answer in ANSWERS.values():
                hands = at(table, game, moment)
                before = hands.scene
                hands.ask(kind)
                check_readable(hands)
                check_asked(hands, kind, before)

                answer(hands)

                assert hands.situation.ui.question is None
                check_readable(hands)

    assert asked == KINDS - (OF_EXPLODING if hands.is_tacocat else OF_TACOCAT)


def lose_all(hands: EveryHands) -> None:
    """Lose every device, and with a hub the buttons that hang on it."""
    table = hands.situation.devices.whole
    for device in (
        *(f"{kind} {plan.name}" for plan in hubs_of(table) for kind in ("hub", "expander")),
        *(f"reader {zone}" for zone in table.pads),
        *(f"display {name}" for name in displays_of(table)),
        *(f"button {name}" for name in table.buttons()),
        *("lights", "buzzer", "supply", "cooling"),
    ):
        hands.tell(ports.DeviceLost(device, f"{device}: no answer; is its cable in?", hands.now_ms))


def lay_foreign(hands: EveryHands) -> None:
    for zone in hands.situation.devices.table.pads:
        hands.tell(ports.TagArrived(zone, "04FFFFFFFFFFFF", hands.now_ms))


def join(hands: EveryHands) -> None:
    """Let a phone join at each seat."""
    for seat in hands.situation.seats:
        hands.tell(PhonesChanged(seat, 1, True, hands.now_ms))


def show(**shown: object) -> Callable[[EveryHands], object]:
    """Return what puts something on show at once, as a start or a menu does."""

    def happen(hands: EveryHands) -> None:
        for name, value in shown.items():
            setattr(hands.situation.ui, name, value)
        hands.wait(0)
        hands.controller.start()

    return happen


SHEETS: Mapping[str, Callable[[EveryHands], object]] = {
    "nothing": lambda hands: None,
    "pause": lambda hands: hands.tell(Arbitrated("pause", hands.now_ms)),
    "refusals": lay_foreign,
    "phones": join,
    "devices": lose_all,
    "found": show(restart=Restart(9)),
    "found, of an older run": show(restart=Restart(9, is_older=True)),
    "damaged": show(restart=Restart(9, "no end")),
    "unreadable": show(restart=Restart(9, "no end", ANEW, choices=(ANEW,))),
    "thrown away?": show(restart=Restart(9, item=DISCARD, is_confirming=True)),
    **{f"changed {changed}": show(restart=Restart(9, changed=changed)) for changed in CHANGES},
}
"""What stands on all displays in place of the game, or on some of them."""
FAULTS = ("internal-fault", "no-room", "no-descriptor", "not-taken-up", "no-place")
UNSAVED = [
    Sign(f"sign.unsaved-{why}", note=Sign(f"note.unsaved-{who}"), is_alert=True)
    for why in WriteFault
    for who in ("seat", "organiser")
]


def check_read_by_all(hands: EveryHands, begins: str) -> None:
    """See that every seat's display, and the one that all read, shows messages of this kind."""
    for name in (*hands.situation.seats, hands.situation.public_screen):
        screen = hands.scene.screens.get(name, SpaceScreen("", ""))
        assert isinstance(screen, SpaceScreen) or screen.sign.code.startswith(begins), (name, screen)


@EVERYWHERE
def test_every_sheet_and_fault_is_read_on_every_display(table: str, game: str) -> None:
    for moment in MOMENTS:
        for sheet in SHEETS.values():
            hands = at(table, game, moment)

            sheet(hands)

            check_readable(hands)
            if hands.situation.ui.restart:
                check_read_by_all(hands, "restart.")
            for sign in (*(Sign(f"sign.{code}", is_alert=True) for code in FAULTS), *UNSAVED):
                check_readable(hands, fault_view(hands.scene, hands.situation, sign))


@EVERYWHERE
def test_every_desk_and_lesson_of_the_lobby_is_read_on_every_display(table: str, game: str) -> None:
    for item in enrolment.items(EveryHands(table, game).situation):
        hands = EveryHands(table, game)
        enrolment.open_for(hands.situation, item)
        hands.controller.start()

        check_readable(hands)
        check_read_by_all(hands, "enrol.")
    for lesson in lessons.offered(EveryHands(table, game).situation):
        hands = EveryHands(table, game)
        hands.tell(LessonChosen(lesson, hands.now_ms))

        check_readable(hands)


@pytest.mark.parametrize("table", [table for table in SHIPPED if table.endswith("-hub")])
def test_with_the_hub_gone_every_display_says_so(table: str) -> None:
    for game in games_of(read_table(table)):
        for moment in MOMENTS:
            hands = at(table, game, moment)
            hub = hubs_of(read_table(table))[0].name
            hands.tell(ports.DeviceLost(f"hub {hub}", "no answer", hands.now_ms))

            check_readable(hands)
            check_read_by_all(hands, "ailing.sign-hub")


OPENED: Mapping[str, Callable[[EveryHands], object]] = {
    "vote": lambda hands: hands.ask(PUT_AWAY),
    "unreadable": SHEETS["unreadable"],
    "pause": SHEETS["pause"],
}
"""Questions at which some button answers nothing."""


@EVERYWHERE
def test_a_button_that_is_asked_nothing_changes_nothing_and_its_lamps_flash_twice(table: str, game: str) -> None:
    for opens in OPENED.values():
        hands = at(table, game, "begun")
        opens(hands)
        question = open_question(hands.situation)
        assert question is not None
        table_buttons = hands.situation.devices.table.buttons()
        idle = next(name for name in table_buttons if question.answer(name) is None)
        facts = [*hands.log.facts]

        hands.tap(idle)

        after = open_question(hands.situation)
        assert hands.scene.lamps[f"{seat_of(idle)}.ok"].meaning == "lamp.too-early"
        assert hands.log.facts == facts
        assert after is not None
        assert (after.kind, after.screens) == (question.kind, question.screens)


@EVERYWHERE
def test_in_a_pause_ok_flashes_and_goes_on_whatever_is_on_the_pads(table: str, game: str) -> None:
    for seat in EveryHands(table, game).situation.seats:
        hands = at(table, game, "begun")
        lay_foreign(hands)
        SHEETS["pause"](hands)
        hands.wait(1_500)  # lamps show for a while that a press before was too early
        light = hands.scene.lamps[f"{seat}.ok"]

        hands.tap(f"{seat}.ok")

        assert light.meaning == "lamp.press"
        assert not hands.situation.game.is_paused


@EVERYWHERE
def test_a_question_that_asks_twice_is_not_answered_by_one_double_press(table: str, game: str) -> None:
    hands = at(table, game, "begun")
    show(restart=Restart(9, item=DISCARD))(hands)

    hands.tap(f"{hands.asker}.ok")
    hands.tap_at_once(f"{hands.asker}.ok")

    assert hands.situation.ui.restart == Restart(9, item=DISCARD, is_confirming=True)
