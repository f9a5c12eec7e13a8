"""A ring whose pad was bumped, on the page: what to take off now, told to every seat, and that nothing was played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, broken_looks
from browser.house_table import HouseTable, house_table
from browser.kittens_watch import Watch
from browser.page_server import PageServer
from browser.player import MouseHands
from browser.rounds import bumped_pad, seated

pytestmark = [pytest.mark.browser, pytest.mark.long]

WHO = ("1", "2", "spectator", "arbiter", "simulation")
TOLD_LITTLE = ("1", "2", "spectator", "arbiter")


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a kittens table, where seat 1 is on turn, with its page."""
    with house_table(server, "kittens") as running:
        running.play(seated)
        yield running


@pytest.fixture
def watches() -> dict[str, Watch]:
    """Give what will note all that each page is told."""
    return {who: Watch(who if who.isdigit() else None) for who in WHO}


@pytest.fixture
def pages(open_page: Opener, watches: dict[str, Watch]) -> dict[str, Page]:
    """Give the page of each."""
    return {who: open_page(who, on_frame=watch.take) for who, watch in watches.items()}


def test_every_page_shows_what_to_take_off_the_pad_until_it_is_free(
    table: HouseTable, pages: dict[str, Page], watches: dict[str, Watch]
) -> None:
    table.play(bumped_pad)

    for page in pages.values():
        repair = page.locator(".repair")
        expect(repair.locator(".chip")).to_have_text("Moves left: 1")
        expect(repair.locator(".repair-now")).to_have_text("Now: Take the card off: Play pad.")
        expect(repair.locator(".repair-accept")).to_have_count(1)  # of equal cards, another may have been put away
        expect(page.locator('[data-place="play"]')).to_have_attribute("data-repair", "")

    everything = pages["simulation"]
    MouseHands(everything).carry(everything.locator('[data-place="play"] .card'), '[data-place="discard"]')

    for page in pages.values():
        expect(page.locator(".repair")).to_be_hidden()
        expect(page.locator("[data-repair]")).to_have_count(0)
    kittens = watches["1"].scene["kittens"]
    assert (kittens["phase"], len(kittens["discard"])) == ("turn", 1)
    assert [breach for who in TOLD_LITTLE for breach in watches[who].breaches] == []


@pytest.mark.long(keep=0)
def test_a_bumped_ring_breaks_no_rule_of_accessibility_and_no_narrow_page(
    table: HouseTable, pages: dict[str, Page]
) -> None:
    table.play(bumped_pad)

    for page in pages.values():
        expect(page.locator(".repair .chip")).to_have_text("Moves left: 1")
        assert broken_looks(page, 320, 1440, part=".repair, [data-repair]") == {}
