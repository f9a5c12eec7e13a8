"""People have names: chosen at the menu or typed at a page, kept, and called by them everywhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.sheets import sheet
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs import people
from tacotable.display.draw import can_write, draw
from tacotable.display.fonts import LAYOUTS, WIDTH, width_of
from tacotable.history.lines import log_line
from tacotable.state.events import NameTyped
from tacotable.state.facts import Chose, Named
from tacotable.state.role import Role
from tacotable.state.scene import Notice, Sign
from tacotable.storage.journal.carried import Carried

if TYPE_CHECKING:
    from tacotable.state.log import LogEntry

EVERYONE = Role("spectator")


def call(hands: Hands | KittenHands, **names: str) -> None:
    for seat, name in names.items():
        hands.controller.handle(NameTyped(seat.removeprefix("seat_"), name, hands.situation.devices.now_ms))


def said(hands: Hands | KittenHands, entry: LogEntry, language: str = "en") -> str:
    return str(log_line(entry, EVERYONE, Catalog(language), hands.situation.log)["text"])


def test_a_name_typed_at_a_page_is_on_displays_and_in_the_log() -> None:
    hands = Hands()
    call(hands, YAY="Anna", WOW="Ben")

    hands.begin_attack()
    hands.lay("YAY", "8")

    assert any(said(hands, line).startswith("Anna attacks") for line in hands.situation.log)
    assert hands.situation.game.known == ("Ben", "Anna")


def test_the_menu_offers_names_that_nobody_else_has() -> None:
    hands = Hands()
    call(hands, YAY="Anna", WOW="Ben")
    call(hands, WOW="")
    hands.hold("WOW.no")
    hands.tap("WOW.no")

    hands.tap("WOW.ok")
    offered = hands.text("WOW")
    hands.tap("WOW.ok")

    assert "Ben" in offered
    assert hands.situation.game.names == {"YAY": "Anna", "WOW": "Ben"}
    assert "Ben" in hands.text("WOW")


def test_the_list_turns_goes_back_and_takes_a_name_away() -> None:
    hands = Hands()
    call(hands, YAY="Anna")
    hands.hold("YAY.no")
    hands.tap("YAY.no")
    hands.tap("YAY.ok")
    shown = []
    for _ in range(4):
        shown.append(hands.text("YAY"))
        hands.tap("YAY.no")

    assert ["Anna" in shown[0], "no name" in shown[1], "type it" in shown[2]] == [True] * 3
    hands.tap("YAY.no")
    hands.tap("YAY.ok")

    assert hands.situation.game.names == {}


def test_who_sits_down_elsewhere_has_moved() -> None:
    hands = Hands()
    call(hands, YAY="Anna")
    hands.controller.handle(NameTyped("WOW", "Anna", 0.0))

    assert hands.situation.game.names == {"WOW": "Anna"}


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("Maximiliane-Sophie", "name-long"),
        ("<b>", "name-signs"),
        ("7", "name-signs"),
        ("\n\x00", "name-signs"),
        ("anna", "name-taken"),
        ("wow", "name-taken"),
    ],
)
def test_a_name_that_cannot_be_is_refused(typed: str, wrong: str) -> None:
    hands = Hands()
    call(hands, WOW="Anna")

    with pytest.raises(ValueError, match=wrong):
        people.cleaned(hands.situation, "YAY", typed)


def test_a_typed_name_is_made_tidy() -> None:
    assert people.cleaned(Hands().situation, "YAY", "  Mary   Ann ") == "Mary Ann"
    assert people.cleaned(Hands().situation, "YAY", " ") == ""
    assert can_write("小明")
    assert not can_write("😀")


def test_old_lines_keep_the_old_name() -> None:
    hands = Hands()
    call(hands, YAY="Anna")
    hands.begin_attack()
    hands.lay("YAY", "8")
    attack = hands.situation.log[-1]

    call(hands, YAY="Carl")

    assert said(hands, attack).startswith("Anna ")
    assert said(hands, hands.situation.log[-1]) == "Carl sits at YAY."


def test_names_outlast_a_game_and_a_start() -> None:
    named = Named({"YAY": "Anna"}, ["Anna", "Ben"])
    carried = Carried((Chose("YAY", language="zh-TW"), Named({}, ["Ben"]), named))

    assert carried.settings == (Chose("YAY", language="zh-TW"), named)

    hands, again = Hands(), Hands()
    call(hands, YAY="Anna")
    hands.begin_attack()
    again.controller.resume(hands.controller.durable)

    assert again.situation.game.names == {"YAY": "Anna"}
    assert again.situation.game.known == ("Anna",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["status.turn", "status.window-at", "sign.exploded", "status.whose-nope"])
def test_long_names_are_cut_until_they_fit(language: str, code: str) -> None:
    names = (("1", "Maximiliane"), ("2", "Maxim"), ("3", "Wolfgang"))
    values = {"seat": "1", "target": "3", "next": "3", "left": 2, "cards": ["attack"], "card": "attack", "name": ""}
    sign = Sign(code, values | {"seats": ["1", "2"], "player": "2", "last": "3", "n": 2})

    title, *lines = sheet(language, names).told(sign)

    assert all(width_of(line, LAYOUTS[language].size) <= WIDTH - 5 for line in lines)
    assert width_of(title, LAYOUTS[language].smaller) <= WIDTH - 3


def test_two_who_would_be_called_alike_are_called_by_their_chairs() -> None:
    names = (("1", "Maximiliane"), ("2", "Maximilian"))
    sign = Sign("status.window-at", {"seat": "1", "target": "2", "cards": ["attack"], "name": ""})

    lines = " ".join(sheet("en", names).told(sign))

    assert "1" in lines
    assert "2" in lines


def test_a_ring_calls_people_by_name_and_others_by_seat() -> None:
    ring = KittenHands("ek120")
    ring.controller.handle(NameTyped("2", "小明", 0.0))
    ring.begin("1", "2", "3")

    zh = Catalog("zh-TW", ring.situation.game.names)

    assert Catalog("en").say("event.drew", {"seat": "2"}) == "Seat 2 draws a card."
    assert zh.say("event.drew", {"seat": "2"}).startswith("小明")
    assert "座位 1" in zh.say("event.drew", {"seat": "1"})
    assert json.dumps(dict(ring.scene.people)) == json.dumps({"2": "小明"})


def test_a_seat_is_handed_over_with_its_hand() -> None:
    ring = KittenHands("ek120", has_displays=True)
    call(ring, seat_1="Anna")
    call(ring, seat_1="Ben")
    ring.begin("1", "2")
    before = ring.situation.game.match
    ring.hold("1.nope")
    while "New player" not in ring.text("1"):
        ring.tap("1.nope")

    ring.tap("1.ok")
    ring.tap("1.nope")
    while "Anna" not in ring.text("1"):
        ring.tap("1.nope")
    ring.tap("1.ok")

    assert ring.situation.game.names["1"] == "Anna"
    assert ring.situation.game.match == before
    assert any("Somebody else" in said(ring, line) for line in ring.situation.log)


def test_a_scene_without_names_is_drawn_as_before() -> None:
    screen = Notice(Sign("sign.turn-left", {"left": 2, "card": "exploding-kitten"}), seat="2")

    assert draw(screen, "en").text.startswith("2: ")
    assert draw(screen, "en", (("2", "Ben"),)).text.startswith("Ben: ")
