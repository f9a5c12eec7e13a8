"""Displays of other sizes: every screen lays itself out, nothing is cut off, and lines without room come in turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi.sheets import is_cut
from pi.test_catalog import PICTURES, WITH_BIG, oled_messages, widest_values
from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import LANGUAGES
from tacotable.devices.turns import TURN_S
from tacotable.display.draw import draw
from tacotable.display.fonts import HEIGHT, WIDTH, Size
from tacotable.state.scene import Choice, Join, Notice, Picture, Reason, Screen, Sign, SpaceScreen, Status
from tacotable.table.file import parse_table

SHORT, WIDE, HUGE = (128, 32), (256, 64), (256, 128)
PEOPLE = (("WOW", "Bernadette"), ("10", "王小明明明"))
JOIN = Join(Sign("menu.join-page", {"seat": "YAY"}), "HTTP://10.142.110.111:8480/S/ABC234", "ABC234")
each_size = pytest.mark.parametrize("size", [SHORT, WIDE], ids=["short", "wide"])
every_size = pytest.mark.parametrize("size", [SHORT, (WIDTH, HEIGHT), WIDE], ids=["short", "usual", "wide"])
each_language = pytest.mark.parametrize("language", LANGUAGES)


def screens_of_messages(language: str) -> Iterator[Screen]:
    """Give a screen for each message that displays have, with its widest values."""
    for told, code in oled_messages():
        if told != language or code.startswith(("item.", "card.", "hint.", "note.", "guide.")):
            continue
        sign = Sign(code, widest_values(language, code), is_alert=code.startswith("refusal."))
        if code in PICTURES:
            yield Picture(sign, "boom" if "exploded" in code else "win")
        elif code.startswith("status."):
            yield Status(sign, 111, 9, turns=6, bar=(7, 12))
            yield Status(sign, 111, 9, turns=6)
        else:
            yield Notice(sign, big="12" if code in WITH_BIG else "")


@pytest.mark.long
@each_size
@each_language
def test_no_message_is_cut_off(size: Size, language: str) -> None:
    cut = [screen for screen in screens_of_messages(language) if is_cut(screen, language, (), size)]

    assert cut == []


@every_size
@each_language
def test_nothing_else_is_cut_off(size: Size, language: str) -> None:
    screens: list[Screen] = [
        JOIN,
        *(Choice(Sign("sign.duel"), item, count=12, position=11) for item in ("12", "draw-from-bottom")),
        Choice(Sign("sign.duel"), "item.ek120", count=5, is_word=True, hint="hint.choose"),
        *(Reason(Sign("rule.attack-shape"), "attack-shape", page) for page in range(12)),
        *(
            SpaceScreen("9", arrow, is_here=state == 1, is_next=state == 2, is_covered=state == 3, is_fault=state == 4)
            for arrow in ("yay", "wow", "both")
            for state in range(5)
        ),
    ]

    assert [screen for screen in screens if is_cut(screen, language, PEOPLE, size)] == []


def test_a_short_display_shows_each_line_in_turn() -> None:
    drawn = draw(Notice(Sign("sign.answer", {"demand": "8", "left": 1}), big="8"), "en", (), SHORT)

    assert drawn.text == draw(Notice(Sign("sign.answer", {"demand": "8", "left": 1}), big="8"), "en").text
    assert len(drawn.turns) == 2
    assert {len(pixels) for pixels in drawn.turns} == {128 * 32 // 8}


def test_a_short_display_has_the_address_in_letters() -> None:
    assert len(draw(JOIN, "en", (), SHORT).turns) == 3
    assert len(draw(JOIN, "en").turns) == 1


def test_a_short_display_keeps_the_countdown_in_sight_all_the_time() -> None:
    status = Status(Sign("sign.duel"), 29, 3, bar=(7, 12))

    assert len(draw(status, "en", (), SHORT).turns) == 1
    assert any(draw(status, "en", (), SHORT).pixels[3 * 128 :])


def test_a_display_twice_as_large_has_everything_twice_as_large() -> None:
    screen = Notice(Sign("sign.answer", {"demand": "8", "left": 1}))
    small, large = draw(screen, "en").pixels, draw(screen, "en", (), HUGE).pixels

    def lit(pixels: bytes, x: int, y: int, width: int) -> int:
        return pixels[y // 8 * width + x] >> y % 8 & 1

    assert all(
        lit(large, x, y, 256) == lit(small, x // 2, y // 2, 128) for x in range(0, 256, 3) for y in range(0, 128, 5)
    )


def test_lines_come_in_turn_on_a_table_with_a_short_display(buttons_with_short_displays: str) -> None:
    with simulated_table(parse_table(buttons_with_short_displays, "short.toml"), seed=1) as rig:
        rig.wait(1.0)
        name, drawn = next(
            (name, drawn)
            for name, screen in rig.program.controller.scene.screens.items()
            if len((drawn := draw(screen, "en", (), SHORT)).turns) > 1
        )
        seen = []
        for _ in drawn.turns * 2:
            seen.append(rig.table.panel(f"display {name}").picture())
            rig.wait(TURN_S)

    assert seen == [*drawn.turns, *drawn.turns]


@pytest.fixture
def buttons_with_short_displays() -> str:
    """Give the table file of the shipped table with buttons, with displays of 32 pixels in height."""
    from importlib.resources import files

    text = files("tacotable").joinpath("tables", "buttons.toml").read_text("utf-8")
    return text.replace('controller = "sh1106"', 'controller = "ssd1306-32"')
