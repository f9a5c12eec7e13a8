"""A game of a package on the page: chosen, played with the mouse, taken up again after a restart, and won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.own_process import free_port, program
from browser.player import MouseHands
from browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEATS = ("YAY", "WOW")
PARTY = ".party:not([hidden])"
ROUND_OVER = (
    f"""() => document.querySelector("{PARTY}") || document.querySelectorAll(".seat[data-awaited]").length === 2"""
)
"""Both lay the next card, or the end covers the table: a line of the log may be there sooner."""


@pytest.fixture
def page(windows: Windows) -> Iterator[Page]:
    """Give a page that must end without a complaint."""
    window, complaints = windows.take(width=1440), []
    window.listen("pageerror", lambda error: complaints.append(str(error)))
    yield window.page
    windows.give_back(window)
    assert complaints == []


def lay(page: Page, seat: str) -> None:
    """Clear a seat's pad, and lay the first card of its hand there."""
    hands, pad = MouseHands(page), page.locator(f'[data-place="{seat}.pad"] .card')
    before = page.locator(f'[data-place="hand:{seat}"] .card').count()
    if pad.count():
        hands.carry(pad.first, '[data-place="discard"]')
        expect(pad).to_have_count(0)
    hands.carry(page.locator(f'[data-place="hand:{seat}"] .card').first, f'[data-place="{seat}.pad"]')
    expect(page.locator(f'[data-place="hand:{seat}"] .card')).to_have_count(before - 1)
    expect(page.locator(f'[data-place="{seat}.pad"]')).to_have_attribute("data-pad", "card")


def asked(page: Page) -> list[str]:
    return page.locator(".seat .prompt").all_inner_texts()


@pytest.mark.long(keep=0)
def test_high_card_is_played_on_the_page_and_taken_up_from_its_journal(
    page: Page, installed: Path, tmp_path: Path
) -> None:
    port, options = free_port(), ("--game", "high-card", "--seed", "1")  # no hand runs out before somebody has won
    with program(port, tmp_path / "state", *options, packages=installed) as address:
        page.goto(address)
        page.locator(".way-in").click()
        page.locator(".welcome [data-game=high-card]").click()
        page.locator(".welcome [data-players]").click()
        expect(page.locator(".seat[data-awaited]")).to_have_count(2)
        for seat in SEATS:
            lay(page, seat)
        expect(page.locator(".seat[data-awaited]")).to_have_count(2)
        score = asked(page)
        assert all("next card" in told for told in score)
    expect(page.locator("#banner")).to_contain_text("cannot be reached")

    with program(port, tmp_path / "state", *options, packages=installed):
        expect(page.locator(".prompt").first).to_contain_text("A game was found that is not over")
        page.locator('[data-decision="restart-resume"]').click()
        page.locator("[data-decide]").click()
        expect(page.locator(".seat[data-awaited]")).to_have_count(2)
        expect(page.locator('[data-place="discard"] .card, .place-pad .card')).to_have_count(2)
        while not page.locator(PARTY).count():
            told = page.locator(".entry").count()
            for seat in SEATS:
                lay(page, seat)
            expect(page.locator(".entry").nth(told + 1)).to_be_attached()  # a line for each card
            page.wait_for_function(ROUND_OVER)
        expect(page.locator(".party-words")).to_contain_text("wins")
