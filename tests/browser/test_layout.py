"""Room on the page: a laptop shows the whole table, a phone its own seat, and nothing moves under a hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.ring_model import RingHouse
from browser.rounds import RINGS, attacking
from browser.sheets import draw_sheet

pytestmark = [pytest.mark.browser, pytest.mark.long]

LAPTOP = (1366, 768)
PHONES = ((360, 740), (390, 844))
MOST_PX = 2
TOUCHED_PX = 44
"""So large a button is for a thumb."""


def resize(page: Page, size: tuple[int, int], name: str) -> None:
    """Give a page its size, and draw it where pictures are wanted."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(100)
    draw_sheet(page, f"{name}-{size[0]}")


def needed(page: Page) -> tuple[int, int]:
    """Give the width and height that the page needs, in px."""
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    return wide, high


def boxes(page: Page, *parts: str) -> list[dict[str, float]]:
    """Give where parts of a page lie."""
    found = [page.locator(part).first.bounding_box() for part in parts]
    return [{side: box[side] for side in ("x", "y", "width", "height")} for box in found if box is not None]


def moved_px(before: list[dict[str, float]], after: list[dict[str, float]]) -> float:
    """Give by how much parts have moved at most."""
    return max(abs(was[side] - now[side]) for was, now in zip(before, after, strict=True) for side in ("x", "y"))


@pytest.mark.parametrize("who", ["simulation", "spectator"])
@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_a_laptop_shows_tacocat_whole(open_page: Opener, table: HouseTable, who: str, language: str) -> None:
    table.play(attacking)
    page = open_page(who, locale=language)
    resize(page, LAPTOP, f"tacocat-{who}-{language}")
    wide, high = needed(page)
    assert wide <= LAPTOP[0]
    assert high <= LAPTOP[1]


@pytest.mark.parametrize("ring", RINGS, indirect=True)
@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_a_laptop_shows_a_ring_whole(open_ring: Opener, ring: RingHouse, language: str) -> None:
    page = open_ring("simulation", locale=language)
    resize(page, LAPTOP, f"ring{len(ring.model.seats)}-{language}")
    wide, high = needed(page)
    assert wide <= LAPTOP[0]
    assert high <= LAPTOP[1]


def test_what_happened_lies_in_a_drawer_that_moves_nothing(open_page: Opener, table: HouseTable) -> None:
    table.play(attacking)
    page = open_page()
    resize(page, LAPTOP, "drawer-closed")
    before = boxes(page, ".track", ".seat.is-near", ".seat.is-far")
    page.locator(".drawer-open").click()
    assert page.locator(".log").is_visible()
    resize(page, LAPTOP, "drawer-open")
    assert moved_px(before, boxes(page, ".track", ".seat.is-near", ".seat.is-far")) <= MOST_PX


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_has_its_own_buttons_pad_and_piles_in_sight(
    open_page: Opener, table: HouseTable, size: tuple[int, int]
) -> None:
    table.play(attacking)
    page = open_page("WOW")
    resize(page, size, "phone-tacocat")
    assert needed(page)[0] <= size[0]
    assert boxes(page, '[data-button="WOW.ok"]')[0]["y"] <= size[1] - TOUCHED_PX
    asked = boxes(page, ".is-near .prompt")[0]["y"]
    for part in (
        '[data-place="WOW.pad"]',
        '[data-place="pile"]',
        '[data-place="discard"]',
        ".is-near .place-hand .card",
    ):
        box = boxes(page, part)[0]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= asked, f"{part} is out of sight"


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("ring", RINGS, indirect=True)
def test_a_phone_at_a_ring_has_its_buttons_and_piles_in_sight(
    open_ring: Opener, ring: RingHouse, size: tuple[int, int]
) -> None:
    ring.change(allow=("draw", "look:A"), phase="turn", asked=["A"], pending=None)
    page = open_ring("A")
    resize(page, size, f"phone-ring{len(ring.model.seats)}")
    assert needed(page)[0] <= size[0]
    assert boxes(page, '[data-button="A.ok"]')[0]["y"] <= size[1] - TOUCHED_PX
    asked = boxes(page, ".is-near .prompt")[0]["y"]
    for part in ('[data-place="play"]', '[data-place="pile"]', '[data-place="discard"]', ".is-near .card"):
        box = boxes(page, part)[0]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= asked, f"{part} is out of sight"
