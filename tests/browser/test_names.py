"""Names of people on the page: typed at the own seat, shown to all, and refused where the displays cannot show them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener

pytestmark = [pytest.mark.browser]


@pytest.mark.long(keep=0)
@pytest.mark.usefixtures("table")
def test_a_name_that_a_seat_types_is_read_by_everybody(open_page: Opener) -> None:
    seat, watcher = open_page("WOW"), open_page("spectator")

    seat.locator('[data-seat="WOW"] button.name').click()
    seat.locator("#name-field").fill("小明")
    seat.get_by_role("button", name="Sit here").click()

    for page in (seat, watcher):
        expect(page.locator('[data-seat="WOW"] .seat-name')).to_have_text("小明")
    expect(watcher.locator(".entry-text").first).to_have_text("小明 sits at WOW.")
    expect(watcher.locator("button.name")).to_have_count(0)
    expect(seat.locator('[data-seat="YAY"] button.name')).to_have_count(0)


@pytest.mark.usefixtures("table")
def test_a_name_that_somebody_has_is_refused_in_words(open_page: Opener) -> None:
    seat = open_page("WOW")

    seat.locator('[data-seat="WOW"] button.name').click()
    seat.locator("#name-field").fill("yay")
    seat.get_by_role("button", name="Sit here").click()

    expect(seat.locator("#notice")).to_contain_text("Somebody else sits here under that name.")
