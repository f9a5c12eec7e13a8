"""A round of Tacocat at the page, through readers, buttons and sensors of the simulated table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.player import KeyboardHands, People

pytestmark = [pytest.mark.browser, pytest.mark.long]


def play_a_round(people: People) -> None:
    people.begin()
    people.play_round()
    people.wait_for("move")
    title, headline = people.page.locator("h1"), people.page.locator(".last-exchange")
    expect(title).to_contain_text("round 1")
    expect(headline).to_contain_text("wins the round")
    expect(people.page.locator(".log-part h3").first).to_have_text("Round 1")
    people.move_token()
    people.wait_for("deal")
    expect(headline).to_be_empty()


@pytest.mark.long(keep=0)
def test_a_round_is_played_by_mouse(open_page: Opener) -> None:
    page = open_page()

    play_a_round(People(page))

    expect(page.locator('.entry[data-kind="refusal"]')).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("round 2")


@pytest.mark.long(keep=0)
def test_a_round_is_played_by_keyboard(open_page: Opener) -> None:
    page = open_page()

    play_a_round(People(page, KeyboardHands(page)))

    expect(page.locator('.entry[data-kind="refusal"]')).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("round 2")


def announced(page: Page) -> None:
    """Keep everything that the assertive region says."""
    page.evaluate(
        """() => {
          window.said = [];
          const region = document.getElementById("assertive");
          new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true });
        }"""
    )


def test_a_refused_card_is_named_with_its_rule_and_told_at_once(open_page: Opener) -> None:
    page = open_page()
    people = People(page)
    announced(page)

    people.lay_and_wait("YAY", draw_one(people))

    refusal = page.locator('.entry[data-kind="refusal"]').first
    text = refusal.locator(".entry-text").inner_text()
    expect(refusal.locator(".entry-seat")).to_have_text("YAY")
    assert text in page.evaluate("window.said")


def draw_one(people: People) -> int:
    """Draw a card into YAY's hand; gives its value."""
    people.page.locator('[data-place="hand:YAY"] .draw').click()
    expect(people.page.locator('[data-place="hand:YAY"] .card')).to_have_count(1)
    return people.cards("YAY")[0]
