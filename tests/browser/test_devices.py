"""How each device is, on the page of those who look after the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, broken_rules

pytestmark = [pytest.mark.browser, pytest.mark.long]

WORKS = re.compile("^(ok|suspect)$")
"""A busy machine lets a reader be asked twice now and then, which makes it suspect."""
READER = '.device-list li[data-device="reader YAY.pad"]'


def opened(page: Page) -> Page:
    page.locator(".devices summary").click()
    expect(page.locator(READER)).to_have_attribute("data-state", WORKS)
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
    expect(page.locator(f"{READER} .device-state")).to_have_text(re.compile("^(正常|可疑)$"))
    expect(page.locator(READER)).to_contain_text("個有效訊框")


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_devices_break_no_rule_of_accessibility_and_no_narrow_page(
    open_page: Opener, width: int, scheme: str
) -> None:
    page, lame = opened(open_page("arbiter", width=width, color_scheme=scheme)), open_page()
    unplug(lame)
    expect(page.locator(READER)).to_have_attribute("data-state", "faulty")

    assert broken_rules(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
