"""Robots on the page of a simulated table: from the welcome against them, and seats handed over and back."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from browser.test_command import started
from browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.long]

WHOLE_GAME_MS = 240_000
"""So long a deal and a robot's first moves may take."""


def against_robots(page: Page, address: str, game: str) -> None:
    """Open the page and play against robots: two presses."""
    page.goto(address)
    page.locator(".way-in").click()  # where the welcome was seen before it is not shown by itself
    page.locator(f".welcome [data-game={game}]").click()
    page.locator(".welcome .against").click()


@pytest.mark.long(keep=0)
def test_two_presses_lead_from_the_welcome_to_a_first_card_against_a_robot(windows: Windows) -> None:
    with started() as address:
        window = windows.take(width=1440)
        page = window.page
        against_robots(page, address("to play"), "tc38")

        expect(page.locator("#notice")).to_contain_text("You are YAY")
        assert page.locator('[data-place="hand:WOW"] .card[data-face]').count() == 0
        robot, own = (page.locator(f'.seat[data-seat="{seat}"]') for seat in ("WOW", "YAY"))
        expect(robot.locator(".chip.robot")).to_have_text("Robot: fair")
        expect(page.locator('[data-place="hand:YAY"] .card[data-face]')).to_have_count(7)
        expect(page.locator('[data-place="hand:WOW"] .card[data-face]')).to_have_count(0)
        expect(own.locator(".prompt")).to_contain_text("replace")
        page.wait_for_timeout(1_000)  # a press in the moment of a change is taken for one of before
        page.locator('[data-button="YAY.ok"]').click()
        expect(own.locator(".prompt")).to_contain_text(re.compile("duel", re.IGNORECASE))
        expect(robot.locator(".prompt")).to_contain_text("A robot plays here")
        expect(own.locator(".chip.own")).to_have_text("your seat")
        windows.give_back(window)


@pytest.mark.long(keep=0)
def test_the_first_button_of_the_welcome_plays_against_a_robot(windows: Windows) -> None:
    with started() as address:
        window = windows.take(width=1440)
        window.page.goto(address("to play"))
        window.page.locator(".way-in").click()
        window.page.locator(".welcome .first").click()

        expect(window.page.locator(".chip.robot:visible")).to_have_text("Robot: fair")
        expect(window.page.locator('[data-place="hand:YAY"] .card[data-face]')).to_have_count(7)
        windows.give_back(window)


@pytest.mark.long(keep=0)
def test_a_seat_is_handed_to_a_robot_and_back_in_the_middle_of_a_game(windows: Windows) -> None:
    with started("--table", "kittens") as address:
        window = windows.take(width=1440)
        page = window.page
        host = address("to play")
        against_robots(page, host, "zh56")
        expect(page.locator(".chip.robot:visible")).to_have_count(3)
        stage = windows.take(width=1920)
        stage.page.goto(host.partition("#")[0] + "stage")
        expect(stage.page.locator(".stage-ask")).to_have_text("Seat 1's turn")
        windows.give_back(stage)

        page.locator('.seat[data-seat="1"] .name').click()
        page.locator("[data-level=strong]").click()

        expect(page.locator('.seat[data-seat="1"] .chip.robot')).to_have_text("Robot: strong")
        expect(page.locator('.seat[data-seat="1"]')).not_to_have_attribute("data-turn", "true")
        page.locator('.seat[data-seat="1"] .name').click()
        page.locator("[data-level=none]").click()
        expect(page.locator('.seat[data-seat="1"] .chip.robot')).to_be_hidden()
        windows.give_back(window)


@pytest.mark.skipif(
    "TACOTABLE_ROBOT_GAME" not in os.environ, reason="takes minutes of real time: set TACOTABLE_ROBOT_GAME=1"
)
def test_a_game_is_lost_or_won_against_a_robot(windows: Windows) -> None:
    with started() as address:
        window = windows.take(width=1440)
        page = window.page
        against_robots(page, address("to play"), "tc38")
        own = page.locator('.seat[data-seat="YAY"]')
        expect(page.locator('.seat[data-seat="WOW"] .chip.robot')).to_be_visible()
        for choice in ("[data-pace=fast]", "[data-level=easy]"):  # after its first round this player has a robot go on
            own.locator(".name").click()
            page.locator(choice).click()

        expect(page.locator("[data-stage][aria-current]")).to_have_text("Over", timeout=WHOLE_GAME_MS)
        windows.give_back(window)
