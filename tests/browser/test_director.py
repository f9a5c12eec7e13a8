"""An organiser at the director's desk, and what everybody sees meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from browser.conftest import broken_rules
from browser.windows import Windows
from live.director_process import kill, start

FORM = "form[data-do={}] "


@pytest.fixture
def desk(windows: Windows, tmp_path: Path) -> Iterator[Page]:
    """Give the desk of a director, open in a window; a console error fails the test."""
    child, said = start(tmp_path / "event", 0)
    window, complaints = windows.take(width=1366), list[str]()
    window.listen("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    window.listen("pageerror", lambda error: complaints.append(str(error)))
    window.page.goto(said["desk"])
    yield window.page
    windows.give_back(window)
    kill(child)
    assert complaints == []


def test_an_event_is_directed_by_presses_alone_and_everybody_can_follow(desk: Page) -> None:
    desk.fill(FORM.format("table") + "[name=name]", "Table 1")
    desk.click(FORM.format("table") + "button")
    expect(desk.locator("#said")).to_contain_text('--table "Table 1" --key ')
    desk.fill(FORM.format("event") + "[name=name]", "Club night")
    desk.click(FORM.format("event") + "button")
    desk.fill("textarea[name=players]", "Ann\nBen\nCleo\nDan\nEve")
    desk.click(FORM.format("enter") + "button")
    desk.click(FORM.format("draw") + "button")
    results = desk.locator("form.result")
    expect(results).to_have_count(2)
    for number in range(2):
        results.nth(number).locator("[data-player]").last.click()
        expect(desk.locator(".pods strong")).to_have_count(number + 1)
    expect(desk.locator(FORM.format("draw") + "button")).to_be_visible()
    assert broken_rules(desk) == []

    winner = results.first.locator("[data-player]").last.inner_text()
    desk.goto(desk.url.partition("/desk")[0] + "/events/1")
    expect(desk.locator(".standings tbody tr").first).to_contain_text("1.00")
    expect(desk.locator(".pods strong").first).to_contain_text(f"Result: {winner} >")
    assert broken_rules(desk) == []

    desk.goto(desk.url.partition("/events")[0] + "/")
    expect(desk.locator(".table")).to_contain_text("Table 1")
    assert broken_rules(desk) == []
    desk.goto(desk.url + "tables/Table%201?overlay")
    picture = Image.open(BytesIO(desk.screenshot(omit_background=True)))
    assert picture.convert("RGBA").getpixel((2, 2)) == (0, 0, 0, 0)
