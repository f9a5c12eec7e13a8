"""How each device is, on the page of those who look after the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, broken_looks
from browser.house_table import HouseTable

pytestmark = [pytest.mark.browser, pytest.mark.long]

READER = '.device-list li[data-device="reader YAY.pad"]'


def opened(page: Page) -> Page:
    page.locator(".devices summary").click()
    expect(page.locator(READER)).to_have_attribute("data-state", "ok")
    return page


def unplug(page: Page) -> None:
    page.locator(".switches summary").click()
    page.locator('input[data-device="reader YAY.pad"][data-fault="unplug"]').check()


def test_each_device_is_told_with_its_state_and_what_it_counted(open_page: Opener) -> None:
    for who in ("simulation", "arbiter"):
        page = opened(open_page(who))

        expect(page.locator(".devices .chip")).to_have_text(
            " of ".join([str(page.locator(".device-list li").count())] * 2) + " work"
        )
        expect(page.locator(READER)).to_contain_text("Reader YAY.pad")
        expect(page.locator(READER)).to_contain_text("good frames")


def test_seats_and_spectators_are_not_bothered_with_devices(open_page: Opener) -> None:
    for who in ("YAY", "spectator"):
        page = open_page(who)

        expect(page.locator(".devices")).to_have_count(0)
        assert not any('"type":"health"' in frame for frame in open_page.frames[page])


def test_a_lost_reader_comes_first_with_its_reason_and_is_counted(open_page: Opener) -> None:
    page, arbiter = opened(open_page()), opened(open_page("arbiter"))

    unplug(page)

    for each in (page, arbiter):
        first = each.locator(".device-list li").first
        expect(first).to_have_attribute("data-device", "reader YAY.pad")
        expect(first.locator(".device-state")).to_have_text("faulty")
        expect(first).to_contain_text("losses: 1")
        expect(first.locator(".device-reason")).to_be_visible()
        expect(each.locator(".devices .chip")).to_have_class("chip is-alert")


def test_the_devices_are_told_in_chinese(open_page: Opener) -> None:
    page = open_page(locale="zh-TW")
    page.get_by_role("button", name="中文").click()

    opened(page)

    expect(page.locator(".devices h2")).to_have_text("裝置一覽")
    expect(page.locator(f"{READER} .device-state")).to_have_text("正常")
    expect(page.locator(READER)).to_contain_text("個有效訊框")


@pytest.mark.long(keep=0)
def test_the_devices_break_no_rule_of_accessibility_and_no_narrow_page(open_page: Opener, table: HouseTable) -> None:
    page = opened(open_page("arbiter"))
    table.play(lambda rig: rig.table.switchboard.set("reader YAY.pad", "unplug", on=True))
    table.wait(0.1)
    expect(page.locator(READER)).to_have_attribute("data-state", "faulty")

    assert broken_looks(page, 320, 1440, part=".devices") == {}
