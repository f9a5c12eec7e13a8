"""Lessons on the page of a simulated table: from the welcome to a star, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.player import MouseHands
from browser.test_command import started
from browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.long]

"""So long the cards may take to lie there."""


def learn(page: Page, lesson: str) -> None:
    page.locator(".way-in").click()
    page.locator(".welcome .learn").click()
    page.locator(f"[data-lesson={lesson}]").click()


@pytest.mark.long(keep=0)
def test_a_lesson_is_taken_from_the_welcome_by_dragging_until_there_is_a_star(windows: Windows) -> None:
    with started() as address:
        window = windows.take(width=1440)
        page, card = window.page, window.page.locator(".lesson")
        page.goto(address("to play"))
        learn(page, "one-card")

        expect(card).to_contain_text("attack with 8 alone")
        expect(page.locator('[data-place="hand:YAY"] .card')).to_have_count(3)
        hands = MouseHands(page)
        hands.carry(page.locator('[data-place="hand:WOW"] .card[data-face="6"]').first, '[data-place="WOW.pad"]')
        expect(page.locator('.seat[data-seat="WOW"] .prompt')).to_contain_text(re.compile("attack", re.IGNORECASE))
        expect(card).not_to_contain_text("★")
        hands.carry(page.locator('[data-place="hand:YAY"] .card[data-face="8"]'), '[data-place="YAY.pad"]')
        expect(card.locator(".lesson-title")).to_contain_text("★")
        card.locator(".leave").click()
        expect(card).to_be_hidden()
        page.locator(".way-in").click()
        page.locator(".welcome .learn").click()
        expect(page.locator("[data-lesson=one-card] .star")).to_be_visible()
        windows.give_back(window)


@pytest.mark.long(keep=0)
def test_a_lesson_at_the_ring_is_told_in_the_language_of_the_page(windows: Windows) -> None:
    with started("--table", "kittens") as address:
        window = windows.take(width=1440)
        page = window.page
        page.goto(address("to play"))
        page.locator(".way-in").click()
        page.locator('[data-language="zh-TW"]').click()

        expect(page.locator(".welcome h2")).to_contain_text("歡迎")  # an open card stays open in the other language
        page.locator(".welcome .learn").click()
        page.locator("[data-lesson=turn]").click()

        expect(page.locator(".lesson")).to_contain_text("跳過")
        expect(page.locator('[data-place="hand:1"] .card')).to_have_count(3)
        windows.give_back(window)
