"""Pictures come out in page order, and say in words what they draw."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from service.descriptors import no_free_descriptor
from tacotable.display.draw import draw, packed
from tacotable.display.fonts import font
from tacotable.state.scene import Choice, Join, Notice, Picture, Screen, Sign, SpaceScreen, Status

WORDED = (
    Status(Sign("status.turn", {"seat": "1", "left": 1}), pile=22, kittens=2, bar=(7, 12)),
    Picture(Sign("sign.won", {"winner": "YAY"}), "boom"),
    Picture(Sign("sign.won", {"winner": "YAY"}), "win"),
    *(SpaceScreen("6", arrow, is_here=True, is_next=True, is_covered=True) for arrow in ("yay", "wow", "both")),
)


def lit(pixels: bytes, x: int, y: int) -> bool:
    return bool(pixels[(y // 8) * 128 + x] >> (y % 8) & 1)


def test_a_pixel_lands_in_its_page_with_the_top_row_in_bit_0() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((3, 10), 1)

    pixels = packed(image)

    assert len(pixels) == 1024
    assert [(index, byte) for index, byte in enumerate(pixels) if byte] == [(128 + 3, 0b100)]


def test_without_a_free_file_descriptor_letters_are_smaller_and_there_are_letters() -> None:
    font(15)

    with no_free_descriptor():
        height = font(17).size  # nobody writes in it, so it is not open

    assert height == 15
    assert font(17).size == 17


def test_a_notice_has_an_inverse_title_bar() -> None:
    drawn = draw(Notice(Sign("sign.answer", {"demand": "8", "left": 1}), big="8"), "en")

    assert lit(drawn.pixels, 0, 0)
    assert lit(drawn.pixels, 127, 15)
    assert not lit(drawn.pixels, 127, 16)
    assert drawn.text == "DEFEND 8 / Lay 8+, or / the lowest / 8"


def test_an_alert_has_a_frame() -> None:
    drawn = draw(Notice(Sign("refusal.foreign", {}, is_alert=True)), "en")

    assert all(lit(drawn.pixels, x, 63) for x in range(128))


def test_the_same_notice_in_chinese_says_the_chinese_words() -> None:
    drawn = draw(Notice(Sign("sign.answer", {"demand": "8", "left": 1}), big="8"), "zh-TW")

    assert drawn.text == "防禦 8 / 8 以上， / 或最小的 / 8"


def test_a_covered_space_differs_from_an_open_one_and_says_so() -> None:
    covered = draw(SpaceScreen("6", "wow", is_covered=True), "en")
    plain = draw(SpaceScreen("6", "wow"), "en")

    assert covered.text == "6 / arrow wow / covered"
    assert covered.pixels != plain.pixels


def test_a_double_arrow_looks_the_same_from_both_sides() -> None:
    pixels = draw(SpaceScreen("8", "both"), "en").pixels

    near = [lit(pixels, x, y) for x in range(62) for y in range(64)]
    far = [lit(pixels, 127 - x, 63 - y) for x in range(62) for y in range(64)]
    assert near == far


def test_a_join_screen_holds_the_address_and_the_code() -> None:
    drawn = draw(Join(Sign("menu.join-page", {"seat": "YAY"}), "HTTP://10.42.0.1:8480/S/ABC234", "ABC234"), "en")

    assert drawn.text == "YAY: SCAN / ABC 234 / HTTP://10.42.0.1:8480/S/ABC234"
    assert lit(drawn.pixels, 0, 0)


def test_a_choice_shows_the_item_between_arrows() -> None:
    drawn = draw(Choice(Sign("sign.duel"), "12", count=12), "en")

    assert drawn.text == "DUEL / < 12 >"


def test_the_public_display_says_what_the_pile_holds_and_shows_the_countdown() -> None:
    running = draw(Status(Sign("sign.duel"), 29, 3, turns=2, bar=(7, 12)), "en")
    standing = draw(Status(Sign("sign.duel"), 29, 3, turns=2, bar=(7, 12), is_standing=True), "en")

    assert running.text == "DUEL / Lay a card / > 7 of 12 / pile 29 / lethal 3 / ×2"
    assert standing.text == "DUEL / Lay a card / || 7 of 12 / pile 29 / lethal 3 / ×2"
    assert lit(running.pixels, 10, 43)
    assert not lit(standing.pixels, 7, 43)
    assert not lit(running.pixels, 90, 43)


def test_a_note_stands_in_turn_with_the_line_of_the_public_display() -> None:
    drawn = draw(Status(Sign("status.turn", {"seat": "1"}, note=Sign("note.unread")), 29, 3), "en")

    assert drawn.text == "1: YOUR TURN / play, or draw: OK / One by one / pile 29 / lethal 3"
    assert len(drawn.turns) == 2


def test_a_picture_stands_beside_its_words() -> None:
    boom, win = (draw(Picture(Sign("sign.answer", {"demand": "8"}), kind), "en") for kind in ("boom", "win"))

    assert boom.text == "DEFEND 8 / Lay 8+, or / the lowest / (boom)"
    assert boom.pixels != win.pixels


@pytest.mark.parametrize("screen", WORDED)
def test_chinese_words_of_a_picture_have_no_english(screen: Screen) -> None:
    words = draw(screen, "zh-TW").text.replace("YAY", "").replace("WOW", "")

    assert re.search("[A-Za-z]", words) is None
    assert re.search("[A-Za-z]", draw(screen, "en").text)
