"""A ring whose pad was bumped, on the page: what to take off now, told to every seat, and that nothing was played."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.kittens_player import KittensPlayer
from browser.kittens_watch import Watch

pytestmark = [pytest.mark.browser, pytest.mark.long]

WHO = ("1", "2", "spectator", "arbiter", "simulation")
TOLD_LITTLE = ("1", "2", "spectator", "arbiter")
HOLD_MS = 1_500
HARMLESS = ("skip", "attack", "shuffle")
"""Cards whose play asks nobody for anything, and a turn is behind it."""


@pytest.fixture
def table() -> Iterator[HouseTable]:
    """Give a fresh kittens table with its page."""
    with house_table("kittens") as running:
        yield running


def dealt(open_page: Opener) -> dict[str, KittensPlayer]:
    """Open the page of each, let two seats sit down, and deal; seat 1 is on turn."""
    players = {}
    for who in WHO:
        watch = Watch(who if who.isdigit() else None)
        players[who] = KittensPlayer(who, open_page(who, on_page=watch.hook), watch)
    one, two = players["1"], players["2"]
    one.press("ok")
    two.press("ok")
    one.press("ok", HOLD_MS)
    one.wait_until(lambda: one.phase() == "deal")
    two.page.locator(".gather").click()
    one.wait_until(lambda: len(one.hand) == 8)
    one.press_until("ok", lambda: one.phase() == "turn")
    return players


def bump(players: dict[str, KittensPlayer]) -> None:
    """Play a card, let the others let it pass, and have it slide back on to the pad from the discard pile."""
    one, two = players["1"], players["2"]
    one.play([next(face for face in one.hand if face in HARMLESS)])
    one.page.locator(".slide").click()
    expect(one.page.locator('[data-place="play"] .card')).to_have_count(0)
    two.press_until("ok", lambda: one.phase() == "turn")
    everything = players["simulation"]
    everything.carry(everything.page.locator('[data-place="discard"] .card').last, "play")
    expect(one.page.locator(".repair .chip")).to_have_text("Moves left: 1")


def test_every_page_shows_what_to_take_off_the_pad_until_it_is_free(open_page: Opener) -> None:
    players = dealt(open_page)
    one, everything = players["1"], players["simulation"]

    bump(players)

    for player in players.values():
        repair = player.page.locator(".repair")
        expect(repair.locator(".repair-now")).to_have_text("Now: Take the card off: Play pad.")
        expect(repair.locator(".repair-accept")).to_have_count(0)
        expect(player.page.locator('[data-place="play"]')).to_have_attribute("data-repair", "")

    everything.carry(everything.page.locator('[data-place="play"] .card'), "discard")

    for player in players.values():
        expect(player.page.locator(".repair")).to_be_hidden()
        expect(player.page.locator("[data-repair]")).to_have_count(0)
    assert one.phase() == "turn"
    assert len(one.watch.scene["kittens"]["discard"]) == 1
    assert [breach for who in TOLD_LITTLE for breach in players[who].watch.breaches] == []


@pytest.mark.parametrize("width", [320, 1440])
def test_a_bumped_ring_breaks_no_rule_of_accessibility_and_no_narrow_page(open_page: Opener, width: int) -> None:
    players = dealt(open_page)
    bump(players)

    for player in players.values():
        expect(player.page.locator(".repair .chip")).to_have_text("Moves left: 1")
        player.page.set_viewport_size({"width": width, "height": 1000})
        assert broken_rules(player.page) == []
        assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def broken_rules(page: Page) -> list[tuple[str, str]]:
    page.evaluate(Path(str(files("axe_playwright_python") / "axe.min.js")).read_text(encoding="utf-8"))
    return [(rule["id"], rule["nodes"][0]["html"]) for rule in page.evaluate("axe.run()")["violations"]]
