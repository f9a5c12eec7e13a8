"""Nothing moves under a hand: layout shifts, as Chromium measures them, while a thing is carried or prompts change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import MouseHands, People
from browser.ring_model import RingHouse
from browser.rounds import RINGS, attacking

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST_PX = 2
SIZES = ((1366, 768), (1920, 1080), (390, 844))
LONG = "Somebody attacks you with several cards at once: look at them, and say NOPE now or let it pass with OK. " * 2
WATCH = """() => {
  window.shifts = [];
  const told = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    const free = ".card, .token, .prompt, .headline, .light-words, .place-count, .log, .notice";
    if (!element || element.closest(free)) return null;
    const part = element.closest("[data-seat], [data-place], section");
    return `${element.tagName} ${element.className} in ${part?.className}`;
  };
  window.observer = new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: was, currentRect: now } of sources) {
        const name = told(node);
        if (name) window.shifts.push([name, Math.max(Math.abs(was.x - now.x), Math.abs(was.y - now.y))]);
      }
    }
  });
  window.observer.observe({ type: "layout-shift" });
}"""
"""Keeps what moved and by how many px, but for what is carried or told: cards, the token, words that change."""
TAKE = """() => new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(() => resolve(window.shifts.splice(0)), 50));
})"""


@contextmanager
def nothing_moves(page: Page) -> Iterator[None]:
    """Check that no part of a page moves by more than 2 px while the block runs."""
    page.wait_for_timeout(500)  # what happened before comes to rest
    page.evaluate(WATCH)
    yield
    moved = page.evaluate(TAKE)
    page.evaluate("window.observer.disconnect()")
    assert {(name, px) for name, px in moved if px > MOST_PX} == set()


@pytest.mark.long(keep=0)
def test_the_measure_finds_a_part_that_moves(open_page: Opener) -> None:
    page = open_page()

    with pytest.raises(AssertionError, match="board"), nothing_moves(page):
        page.locator(".board").evaluate("board => { board.style.marginTop = '40px'; }")


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_under_a_carried_token_and_while_it_stands_wrong(
    open_page: Opener, table: HouseTable, size: tuple[int, int]
) -> None:
    table.play(attacking)
    page = open_page("simulation" if size[0] > size[1] else "YAY")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hands = MouseHands(page)

    with nothing_moves(page):
        hands.carry(page.locator(".token"), '.space[data-space="2"]')
        expect(page.locator(".repair-now")).to_contain_text("Stand Tacocat on")
        hands.carry(page.locator(".token"), '.space[data-space="0"]')
        expect(page.locator(".repair")).to_be_hidden()


@pytest.mark.long(keep=0)
def test_an_exchange_moves_nothing(open_page: Opener, table: HouseTable) -> None:
    table.play(attacking)
    people = People(open_page())
    people.page.set_viewport_size({"width": 1366, "height": 768})

    with nothing_moves(people.page):
        people.lay_and_wait("WOW", people.cards("WOW")[-1])
        people.lay_and_wait("YAY", people.answer("YAY"))


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ring", RINGS, indirect=True)
def test_a_ring_stays_while_a_card_is_carried_and_while_prompts_change(
    open_ring: Opener, ring: RingHouse, size: tuple[int, int]
) -> None:
    page = open_ring("simulation" if size[0] > size[1] else "A")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    card = page.locator('[data-place="hand:A"] .card').last

    with nothing_moves(page):
        ring.change(prompt="Press OK.")
        expect(page.locator(".prompt").first).to_have_text("Press OK.")
        ring.change(prompt=LONG)
        expect(page.locator(".prompt").first).to_have_text(LONG.strip())
        ring.change(repair=[{"do": "lift", "zone": "play"}])
        expect(page.locator(".repair")).to_be_visible()
        ring.change(repair=[])
        ring.change(pending={**ring.model.pending, "nopes": 0}, asked=["C"], claims=["B"])  # type: ignore[dict-item]
        expect(page.locator(".nopes")).to_be_hidden()
        ring.change(pending=None, phase="turn", asked=["A"])
        expect(page.locator(".pending .last-exchange")).to_be_visible()
        MouseHands(page).carry(card, '[data-place="play"]')
        expect(page.locator('[data-place="play"] .card')).to_have_count(2)
