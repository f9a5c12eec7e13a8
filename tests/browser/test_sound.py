"""The table's tones in the browser: only after somebody touched the page, and not when they are turned off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.long]

LISTEN = """() => {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.tones.push(Math.round(this.frequency.value));
    return start.call(this, at);
  };
}"""


def begin_game(page: Page) -> None:
    page.locator('[data-button="YAY.ok"]').click()
    expect(page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")


def test_a_touched_page_plays_the_tones_of_the_table(open_page: Opener) -> None:
    page = open_page()
    page.evaluate(LISTEN)

    begin_game(page)

    page.wait_for_function("() => window.tones.at(-1) === 1047")
    assert page.evaluate("window.tones.slice(-2)") == [784, 1047]


def test_an_untouched_page_is_silent(open_page: Opener) -> None:
    page, other = open_page(), open_page()
    page.evaluate(LISTEN)

    begin_game(other)

    expect(page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")
    assert page.evaluate("window.tones") == []


@pytest.mark.long(keep=0)
def test_a_page_whose_sound_is_off_is_silent_and_remembers_it(open_page: Opener) -> None:
    page = open_page()
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Sound on").click()

    begin_game(page)

    assert page.evaluate("window.tones") == []
    page.reload()
    expect(page.get_by_role("button", name="Sound off")).to_be_visible()
