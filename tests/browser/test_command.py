"""The command that people type: it prints an address, and a browser that opens it sees the simulated table."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.page_server import LONGEST_S
from browser.player import MouseHands
from browser.windows import Windows

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def printed_address() -> Iterator[str]:
    """Start `tacotable run` and give the address that it prints for playing."""
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        lines = iter(running.stdout.readline, "")
        found = (re.search(r"http://\S+#key=\S+", line) for line in lines)
        try:
            address = next((match.group() for match in found if match), None)
            assert address is not None, "the command ended without an address"
            yield address
        finally:
            running.terminate()
            running.wait(LONGEST_S)


def test_the_printed_address_opens_the_simulated_table(windows: Windows, printed_address: str) -> None:
    window = windows.take(width=1440)

    window.page.goto(printed_address)

    expect(window.page.locator(".mode")).to_have_text("SIMULATED TABLE")
    expect(window.page.locator('.seat[data-seat="YAY"] .prompt')).to_contain_text("Choose a game")
    windows.give_back(window)


def test_the_welcome_has_all_five_games_and_sets_the_table_up_for_the_one_that_is_chosen(
    windows: Windows, printed_address: str
) -> None:
    window = windows.take(width=1440)
    page = window.page
    page.goto(printed_address)
    page.locator(".way-in").click()
    expect(page.locator(".welcome [data-game]")).to_have_count(5)

    page.locator(".welcome [data-game=zh56]").click()

    expect(page.locator(".welcome [data-players]")).to_have_count(4)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#table")).to_have_attribute("data-family", "kittens")
    expect(page.locator('.seat[data-seat="1"] .prompt')).to_contain_text("Press OK to sit down")
    expect(page.locator(".mode")).to_have_text("SIMULATED TABLE")
    page.locator('[data-button="1.ok"]').click()
    expect(page.locator('.seat[data-seat="1"] .state')).to_have_text("sits")
    page.locator(".way-in").click()
    page.locator(".welcome [data-game=tc36]").click()
    expect(page.locator("#table")).to_have_attribute("data-family", "tacocat")
    windows.give_back(window)


COUNT = "addEventListener('pointerdown', () => { window.downs = (window.downs ?? 0) + 1; }, { capture: true });"
MOST_PRESSES = 3


@pytest.mark.parametrize(
    ("game", "players", "seat", "pad"),
    [("tc38", 2, "YAY", "YAY.pad"), ("zh56", 3, "1", "play"), ("ek120", 5, "1", "play")],
)
def test_from_the_address_to_the_first_card_it_takes_at_most_three_presses_and_a_drag(
    windows: Windows, printed_address: str, game: str, players: int, seat: str, pad: str
) -> None:
    window = windows.take(width=1440)
    page = window.page
    page.goto(printed_address.replace("#", "?first-visit#"))
    page.evaluate(COUNT)

    page.locator(f".welcome [data-game={game}]").click()
    page.locator(f".welcome [data-players='{players}']").click()
    expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")
    card = page.locator(f'[data-place="hand:{seat}"] .card').first
    MouseHands(page).carry(card, f'[data-place="{pad}"]')

    expect(page.locator(f'[data-place="{pad}"] .card')).to_have_count(1)
    assert page.evaluate("window.downs") <= MOST_PRESSES + 1
    windows.give_back(window)
