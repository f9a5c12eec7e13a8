"""A page comes back: loaded anew, gone back to, from sleep, after the network, beside another tab, after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.own_process import free_port, program
from browser.player import People
from browser.rounds import attacking, dealt
from browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.long]
PHONE_PX = 390


def seen(page: Page, seat: str) -> tuple[str, list[str | None], int]:
    """Give what the page of a seat shows: what is asked, the own hand, the newest line of the log."""
    people = People(page)
    cards = page.locator(f'[data-place="hand:{seat}"] .card')
    return people.prompt(seat), [card.get_attribute("data-face") for card in cards.all()], people.last_entry()


def awaits(page: Page, seat: str, before: tuple[str, list[str | None], int]) -> None:
    """Wait until the page of a seat shows the same as before."""
    prompt, hand, newest = before
    expect(page.locator(f'.seat[data-seat="{seat}"] .prompt')).to_have_text(prompt)
    expect(page.locator(f'[data-place="hand:{seat}"] .card')).to_have_count(len(hand))
    expect(page.locator(".entry").first).to_have_attribute("data-n", str(newest))
    assert seen(page, seat) == before


@pytest.mark.long(keep=0)
def test_a_phone_that_is_loaded_anew_or_goes_back_shows_the_same(open_page: Opener, table: HouseTable) -> None:
    table.play(attacking)
    page = open_page("WOW", width=PHONE_PX)
    before = seen(page, "WOW")

    page.reload()
    awaits(page, "WOW", before)
    page.goto("about:blank")
    page.go_back()
    awaits(page, "WOW", before)


def test_a_phone_that_slept_shows_the_newest_picture_when_it_wakes(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    phone = open_page("YAY", width=PHONE_PX)
    people = People(open_page())
    sleep = phone.context.new_cdp_session(phone)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})

    people.step()
    people.step()
    sleep.send("Page.setWebLifecycleState", {"state": "active"})

    expect(phone.locator(".entry").first).to_have_attribute("data-n", str(people.last_entry()))
    expect(phone.locator('.seat[data-seat="YAY"] .prompt')).to_have_text(people.prompt("YAY"))


def test_a_network_that_went_away_silently_is_noticed_and_nothing_is_lost(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    page = open_page("YAY", width=PHONE_PX)
    table.deafen_page()
    table.play(lambda rig: rig.tap("YAY.ok"))
    table.play(lambda rig: rig.tap("WOW.ok"))

    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator('.seat[data-seat="YAY"] .prompt')).to_contain_text("Duel")
    numbers = [int(entry.get_attribute("data-n") or "") for entry in page.locator(".entry").all()]
    assert numbers == list(range(numbers[0], 0, -1))
    page.locator('[data-place="hand:YAY"] .card').first.click()
    page.locator('[data-place="YAY.pad"]').click()
    expect(page.locator('[data-place="YAY.pad"] .card')).to_have_count(1)


def test_two_tabs_of_a_seat_show_the_same_and_either_acts(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    one, two = (open_page("YAY", width=PHONE_PX) for _ in range(2))
    asked = one.locator('.seat[data-seat="YAY"] .prompt').inner_text()

    two.locator('[data-button="YAY.ok"]').click()

    for page in (one, two):
        expect(page.locator('.seat[data-seat="YAY"] .prompt')).not_to_have_text(asked)
    assert seen(one, "YAY") == seen(two, "YAY")


@pytest.mark.long(keep=0)
def test_a_page_outlives_a_restart_of_the_program_and_the_game_is_offered(windows: Windows, tmp_path: Path) -> None:
    port = free_port()
    window = windows.take(width=1440)
    page = window.page
    with program(port, tmp_path / "state") as address:
        page.goto(address)
        page.locator('[data-button="YAY.ok"]').click()
        expect(page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")
    expect(page.locator("#banner")).to_contain_text("cannot be reached")

    with program(port, tmp_path / "state"):
        expect(page.locator(".prompt").first).to_contain_text("A game was found that is not over")
        page.locator('[data-decision="restart-resume"]').click()
        page.locator("[data-decide]").click()
        expect(page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")
    windows.give_back(window)
