"""What a hand is told: what the card does that it carries, and a call when its seat is awaited."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.ring_model import RingHouse

LISTEN = "() => { window.buzzed = []; navigator.vibrate = (ms) => window.buzzed.push(ms); }"


@pytest.mark.long(keep=0)
def test_the_carried_card_says_what_it_does(open_ring: Opener) -> None:
    page = open_ring("A", width=390, has_touch=True)
    told = page.locator(".card-help")
    expect(told).to_be_hidden()

    page.locator('[data-place="hand:A"] .card[data-face="favor"]').tap()

    expect(told).to_contain_text("Favor: ")
    page.locator('[data-place="play"]').tap()
    expect(told).to_be_hidden()
    title = page.locator('[data-place="play"] .card').first.get_attribute("title")
    assert title is not None
    assert title.startswith(("Favor: ", "Nope: "))


def test_a_seat_is_called_when_it_is_awaited_anew_and_nobody_else(open_ring: Opener, ring: RingHouse) -> None:
    own, other = open_ring("A"), open_ring("B")
    for page in (own, other):
        page.evaluate(LISTEN)
        page.mouse.click(5, 5)
    ring.change(asked=["C"])
    expect(own.locator('.seat[data-seat="C"]')).to_have_attribute("data-awaited", "")
    expect(own.locator('.seat[data-seat="A"]')).not_to_have_attribute("data-awaited", "")

    ring.change(asked=["A"])

    expect(own.locator('.seat[data-seat="A"]')).to_have_attribute("data-awaited", "")
    own.wait_for_function("() => window.buzzed.length === 1")
    assert other.evaluate("window.buzzed") == []


def test_a_page_without_sound_does_not_buzz(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Sound on").click()
    ring.change(asked=["C"])
    expect(page.locator('.seat[data-seat="C"]')).to_have_attribute("data-awaited", "")

    ring.change(asked=["A"])

    expect(page.locator('.seat[data-seat="A"]')).to_have_attribute("data-awaited", "")
    assert page.evaluate("window.buzzed") == []
