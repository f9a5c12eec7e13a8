"""The rules at hand, on the page: opened from the bar, and from a ruling in the log at its section."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Opener, broken_rules
from browser.ring_model import RingHouse


def test_the_rules_open_from_the_bar_and_tell_the_cards(open_ring: Opener) -> None:
    page = open_ring("spectator")
    page.locator(".rules-open").click()
    rules = page.locator("dialog.rules")
    expect(rules.locator("h3").first).to_have_text("The goal")
    expect(rules.locator("dt", has_text="Clone")).to_be_visible()
    assert broken_rules(page, "dialog.rules") == []
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()


def test_a_ruling_in_the_log_opens_its_section(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("spectator")
    ring.model.note("ruling", "A", "Nobody stops the own play.", rule="nope-own")
    ring.model.tell()
    page.locator(".entry", has_text="Nobody stops").locator("summary").click()
    code = page.locator(".entry-rule").first
    code.focus()
    code.press("Enter")
    expect(page.locator("dialog.rules section.is-told h3")).to_have_text("Nope")
