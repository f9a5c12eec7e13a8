"""A printing of one file on the page, in both languages: chosen, dealt, and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.own_process import free_port, program
from browser.windows import Windows
from examples.packages import EXAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.long]

FILE = EXAMPLES / "printing" / "ek56.toml"


@pytest.mark.long(keep=0)
def test_a_printing_of_one_file_is_chosen_and_played_on_the_page_in_both_languages(
    windows: Windows, tmp_path: Path
) -> None:
    window = windows.take(width=1440)
    page = window.page
    with program(free_port(), tmp_path / "state", "--printing", str(FILE), "--table", "kittens") as address:
        page.goto(address)
        page.locator(".way-in").click()
        expect(page.locator(".welcome [data-game=ek56]")).to_have_text("Exploding Kittens, 56 cards")
        page.locator(".welcome [data-game=ek56]").click()
        page.locator('.welcome [data-players="3"]').click()
        expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")
        expect(page.locator('.log .entry[data-kind="table"]').last).to_contain_text("Exploding Kittens, 56 cards")

        page.locator('[data-language="zh-TW"]').click()

        expect(page.locator('.log .entry[data-kind="table"]').last).to_contain_text("爆炸貓，56 張")
        before = page.locator(".seat[data-active]").get_attribute("data-seat")
        button = page.locator(f'[data-button="{before}.ok"]')
        expect(button.locator(".light")).not_to_have_attribute("data-pattern", "off")  # dark until a press counts
        button.click()
        expect(page.locator('.log .entry[data-kind="ruling"]')).not_to_have_count(0)
    windows.give_back(window)
