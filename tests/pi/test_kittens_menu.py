"""The menu of seats without displays: it opens on the display that everyone reads, and speaks for all of them."""

from __future__ import annotations

from pi.kitten_hands import KittenHands
from tacotable.core.perception import perceive
from tacotable.core.reducer import apply
from tacotable.core.view import view
from tacotable.dialogs.menu_items import FORGET_PHONES, offered
from tacotable.state.events import PhonesChanged
from tacotable.state.facts import Chose
from tacotable.state.interaction import Menu
from tacotable.state.scene import Choice
from tacotable.state.situation import Situation
from tacotable.table.file import parse_table, read_table

WITH_ONE_DISPLAY = """
name = "small"
game = "zh56"
language = "zh-TW"
[play]
pad = { reader = "pn532", port = "/dev/a" }
displays = [{ bus = 1 }]
[[seats]]
name = "A"
ok = { pin = 5 }
nope = { pin = 6 }
display = { bus = 1, address = 0x3D }
[[seats]]
name = "B"
ok = { pin = 12 }
nope = { pin = 13 }
[[seats]]
name = "C"
ok = { pin = 16 }
nope = { pin = 20 }
"""


def ring() -> Situation:
    return Situation(parse_table(WITH_ONE_DISPLAY, "my.toml"), {})


def test_the_menu_of_a_seat_without_a_display_opens_on_the_public_one() -> None:
    situation = ring()
    situation.ui.menus["C"] = Menu("volume")

    screen = view(situation).screens["table"]

    assert isinstance(screen, Choice)
    assert (screen.sign.code, screen.sign.values, screen.item) == ("menu.title-of", {"seat": "C"}, "menu.volume")


def test_the_menu_of_a_seat_with_a_display_opens_there_alone() -> None:
    situation = ring()
    closed = view(situation).screens["table"]
    situation.ui.menus["A"] = Menu("volume")
    scene = view(situation)

    assert scene.screens["A"].sign.code == "menu.title"  # type: ignore[union-attr]  # a menu has a sign
    assert scene.screens["table"] == closed


def test_every_seat_can_show_the_code_for_a_phone_and_forgets_the_phones_that_it_has() -> None:
    situation = ring()

    assert "join" in offered(situation, "A")
    assert "join" in offered(situation, "B")
    assert FORGET_PHONES not in offered(situation, "B")
    list(perceive(situation, PhonesChanged("B", 2, has_joined=True, at_ms=0.0)))
    assert FORGET_PHONES in offered(situation, "B")


def test_seats_without_displays_choose_the_language_of_the_public_one() -> None:
    situation = ring()
    apply(Chose("C", language="en"), situation)

    assert situation.game.languages == {"A": "zh-TW", "B": "en", "C": "en"}
    assert view(situation).languages["table"] == "en"


def test_a_seat_with_a_display_chooses_for_itself() -> None:
    situation = ring()
    apply(Chose("A", language="en"), situation)

    assert view(situation).languages == {"A": "en", "B": "zh-TW", "C": "zh-TW", "table": "zh-TW"}


def test_the_public_display_speaks_the_tables_language_where_every_seat_has_its_own() -> None:
    every = WITH_ONE_DISPLAY.replace("nope = { pin = 13 }", "nope = { pin = 13 }\ndisplay = { bus = 2 }")
    every = every.replace("nope = { pin = 20 }", "nope = { pin = 20 }\ndisplay = { bus = 3 }")
    situation = Situation(parse_table(every, "my.toml"), {})
    apply(Chose("C", language="en"), situation)

    assert situation.public_language == "zh-TW"


def test_tacocat_has_no_public_display_and_no_language_for_one() -> None:
    assert list(view(Situation(read_table("tacocat"), {})).languages) == ["YAY", "WOW"]


def test_a_press_at_news_that_a_menu_has_just_covered_does_not_draw_and_a_later_one_does() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.show("exploding-kitten")
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.wait(2_000)
    news, acts = hands.situation.ui.news, len(hands.acts())
    hands.pace_ms = 100
    hands.hold("1.nope")

    hands.tap("2.ok")

    assert (hands.situation.ui.news, len(hands.acts())) == (news, acts)
    hands.wait(1_000)
    hands.tap("2.ok")
    assert hands.acts()[acts:] == [("2", {"do": "draw"})]
