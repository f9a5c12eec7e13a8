"""What happened, on the page: the newest first, by games, rounds and turns, with rules on demand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import People
from browser.ring_model import RingHouse
from browser.rounds import attacking


def parts(page: Page) -> list[tuple[str, int]]:
    """Give the titles of the log's parts, from the top, each with how many lines stand below it."""
    found: list[tuple[str, int]] = []
    for part in page.locator(".log-part").all():
        title = part.locator("h3")
        found.append((title.inner_text() if title.count() else "", part.locator(".entry").count()))
    return found


@pytest.mark.long(keep=0)
def test_a_ring_tells_turn_by_turn(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    for event, seat, turn in (("plays", "A", "A"), ("says Nope", "B", "A"), ("draws", "A", "A"), ("draws", "B", "B")):
        ring.model.note("ruling", seat, f"{seat} {event}", section=f"Turn of {turn}")
    ring.model.note("device", None, "A display was lost")
    ring.model.tell()

    expect(page.locator(".entry")).to_have_count(7)
    assert parts(page) == [("Turn of B", 2), ("Turn of A", 3), ("", 2)]
    assert page.locator(".entry-text").first.inner_text() == "A display was lost"


def test_tacocat_tells_round_by_round_and_keeps_ids_behind_why(open_page: Opener, table: HouseTable) -> None:
    table.play(attacking)
    people = People(open_page())
    people.lay_and_wait("WOW", people.cards("WOW")[-1])

    titles = [title for title, _ in parts(people.page)]
    assert titles[0] == "Round 1"
    assert "A game" in titles
    rule = people.page.locator(".entry-rule").first
    expect(rule).to_be_hidden()
    people.page.locator(".entry summary").first.click()
    expect(rule).to_be_visible()


def test_a_filter_hides_parts_that_have_nothing_to_show(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    ring.model.note("ruling", "A", "A draws.", section="Turn of A")
    ring.model.note("refusal", "B", "B has to wait.", section="Turn of A")
    ring.model.note("ruling", "B", "B draws.", section="Turn of B")
    ring.model.tell()
    expect(page.locator(".entry")).to_have_count(5)

    page.locator("#log-filter").select_option("refusal")

    expect(page.locator(".log-part:visible")).to_have_count(1)
    expect(page.locator(".entry:visible")).to_have_text(["refusedBB has to wait."])
