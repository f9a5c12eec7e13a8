"""By keyboard alone: an exchange of Tacocat takes few keys, and one key goes to who is awaited."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import People
from browser.ring_model import RingHouse
from browser.rounds import attacking

MOST_KEYS = 12


class Keyboard:
    """A keyboard that counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def type(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)
        self.count += len(keys)

    def at(self, place: str, face: str) -> None:
        """Wait until the card of this face at a place has the keyboard."""
        expect(self.page.locator(f'[data-place="{place}"] .card[data-face="{face}"]:focus')).to_have_count(1)


@pytest.mark.long(keep=0)
def test_an_exchange_takes_at_most_twelve_keys_from_any_card_to_any_card(open_page: Opener, table: HouseTable) -> None:
    table.play(attacking)
    page = open_page()
    people = People(page)
    before = people.last_entry()
    keyboard = Keyboard(page)
    page.locator("body").click(position={"x": 2, "y": 2})

    for seat in ("WOW", "YAY"):
        highest = str(people.cards(seat)[-1])
        expect(page.locator(f'.seat[data-seat="{seat}"]')).to_have_attribute("data-awaited", "")
        keyboard.type("g", highest)
        keyboard.at(f"hand:{seat}", highest)
        keyboard.type("Enter", "Enter")
        expect(page.locator(f'[data-place="{seat}.pad"] .card[data-face="{highest}"]')).to_have_count(1)

    page.wait_for_function("before => Number(document.querySelector('.entry').dataset.n) >= before + 2", arg=before)
    assert keyboard.count <= MOST_KEYS


def test_a_key_goes_to_each_awaited_seat_in_turn_and_else_to_the_first(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    ring.change(asked=["B", "C"])
    expect(page.locator(".seat[data-awaited]")).to_have_count(2)  # four before
    expect(page.locator('[data-place^="hand:"] .card:enabled').last).to_be_visible()  # cards come after the scene

    for seat in ("B", "C", "B"):
        page.keyboard.press("g")
        expect(page.locator(f'.seat[data-seat="{seat}"] :focus')).to_have_count(1)
