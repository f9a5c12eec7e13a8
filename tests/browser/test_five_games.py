"""A table for Tacocat turns to an Exploding game and back: the page follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from tacotable.autoplay.rig import Rig


def to_the_original(rig: Rig) -> None:
    """Turn the lobby to the last Exploding game, sit down and begin."""
    while rig.program.controller.situation.ui.lobby_game != "zh56":
        rig.tap("YAY.no")


def begin(rig: Rig) -> None:
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    rig.hold("YAY.ok")


def to_the_next(rig: Rig) -> None:
    rig.tap("WOW.no")


@pytest.mark.long(keep=0)
def test_an_exploding_game_at_the_tacocat_table_has_a_pad_at_each_seat(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation"))
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(page.locator("#table")).to_have_attribute("data-family", "tacocat")

    table.play(to_the_original)
    expect(page.locator("#table")).to_have_attribute("data-family", "kittens")
    table.play(begin)
    page.get_by_role("button", name="Gather, shuffle, deal").click()

    for seat in ("YAY", "WOW"):
        expect(page.locator(f'[data-place="{seat}.pad"]')).to_be_visible()
        expect(page.locator(f'[data-place="hand:{seat}"] .card')).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_page_of_a_spectator_turns_back_to_the_board(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url)
    table.play(to_the_original)
    expect(page.locator("#table")).to_have_attribute("data-family", "kittens")

    table.play(to_the_next)

    expect(page.locator("#table")).to_have_attribute("data-family", "tacocat")
    expect(page.locator(".track")).to_be_visible()
