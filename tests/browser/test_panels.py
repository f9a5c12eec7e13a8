"""Each drawer, panel and dialog of the page has a large button that closes it, and Escape closes it from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.ring_model import RingHouse
from browser.rounds import attacking
from browser.test_layout import TOUCHED_PX

SIZES = ((1300, 1000), (390, 844))
CLOSES = ("Close", "Cancel", "Leave the guide", "關閉", "取消", "離開導覽")
PANELS = {
    "#aside": ".drawer-open",
    ".settings": ".settings-open",
    ".welcome": ".way-in",
    ".guide-bubble": ".welcome .row.actions button >> nth=0",
    "dialog.rules": ".rules-open",
    "dialog.help": "",
    "dialog.magnifier": ".seat .enlarge >> nth=0",
    "dialog.name-dialog": ".seat .name >> nth=0",
    "dialog.decide-dialog": "[data-decision] >> nth=0",
}
"""Each panel with the element that opens it; the help about keys has none."""
IS_ON_TOP = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def open_panel(page: Page, panel: str) -> None:
    """Open a panel by a click, or by the key that alone opens it."""
    if panel == ".guide-bubble":
        open_panel(page, ".welcome")
    if panel == "dialog.decide-dialog":
        open_panel(page, "#aside")
    if opener := PANELS[panel]:
        page.locator(opener).click()
    else:
        page.keyboard.press("?")
    expect(page.locator(panel)).to_be_visible()


def faults_of(page: Page, panel: str, reopen: Callable[[], None]) -> list[str]:
    """Return what is wrong with the ways to close an open panel; `reopen` opens it again."""
    opened = page.locator(panel)
    close = opened.locator(", ".join(f'button:text-is("{word}")' for word in CLOSES))
    expect(opened).to_be_visible()
    if close.count() != 1:
        return [f"{panel} has {close.count()} buttons that close it"]
    wrong = []
    box = close.bounding_box()
    assert box is not None
    if min(box["width"], box["height"]) < TOUCHED_PX:
        wrong.append(f"{panel}: its button is only {box['height']} px high")
    if not close.evaluate(IS_ON_TOP):
        wrong.append(f"{panel}: its button is out of sight")
    close.click()
    expect(opened).to_be_hidden()
    page.keyboard.press("Escape")  # the drawer beneath a dialog
    reopen()
    page.evaluate("document.querySelector('dialog[open]') || document.activeElement.blur()")
    page.keyboard.press("Escape")
    if opened.is_visible():
        wrong.append(f"{panel}: Escape leaves it open")
        page.reload()
        page.locator(".prompt:not(:empty)").first.wait_for()
    page.keyboard.press("Escape")
    return wrong


@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("size", SIZES)
def test_every_panel_closes_by_a_large_button_and_by_escape_from_anywhere(
    open_page: Opener, table: HouseTable, size: tuple[int, int], language: str
) -> None:
    table.play(attacking)
    page = open_page(locale=language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wrong = []
    for panel in PANELS:
        open_panel(page, panel)
        wrong += faults_of(page, panel, partial(open_panel, page, panel))

    assert wrong == []


@pytest.mark.parametrize("size", SIZES)
def test_the_scene_of_the_end_closes_so_too(open_ring: Opener, ring: RingHouse, size: tuple[int, int]) -> None:
    page = open_ring()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ring.change(alive=["D"], stage="over")
    expect(page.locator(".party")).to_be_visible()
    show_again = partial(page.locator(".party").evaluate, "party => { party.hidden = false; }")

    wrong = faults_of(page, ".party", show_again)

    assert wrong == []
