"""The command that people type: it prints an address, and a browser that opens it sees the simulated table."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.page_server import LONGEST_S
from browser.player import MouseHands
from browser.windows import Windows
from pi.certificate import make_certificate

pytestmark = [pytest.mark.browser, pytest.mark.long]


@contextmanager
def started(*options: str) -> Iterator[Callable[[str], str]]:
    """Start `tacotable run`; gives what reads the address that it prints behind some words."""
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        lines = iter(running.stdout.readline, "")

        def address(words: str) -> str:
            found = (re.search(rf"{words}.*?(https?://\S+#key=\S+)", line) for line in lines)
            told = next((match.group(1) for match in found if match), None)
            assert told is not None, f"the command ended without an address behind {words!r}"
            return told

        try:
            yield address
        finally:
            running.terminate()
            running.wait(LONGEST_S)


@pytest.fixture
def printed_address() -> Iterator[str]:
    """Start `tacotable run` and give the address that it prints for playing."""
    with started() as address:
        yield address("to play")


@pytest.mark.long(keep=0)
def test_the_printed_address_opens_the_simulated_table(windows: Windows, printed_address: str) -> None:
    window = windows.take(width=1440)

    window.page.goto(printed_address)

    expect(window.page.locator(".mode")).to_have_text("SIMULATED TABLE")
    expect(window.page.locator('.seat[data-seat="YAY"] .prompt')).to_contain_text("Choose a game")
    windows.give_back(window)


@pytest.mark.long(keep=0)
def test_the_welcome_has_all_five_games_and_sets_the_table_up_for_the_one_that_is_chosen(
    windows: Windows, printed_address: str
) -> None:
    window = windows.take(width=1440)
    page = window.page
    page.goto(printed_address)
    page.locator(".way-in").click()
    expect(page.locator(".welcome [data-game]")).to_have_count(5)

    page.locator(".welcome [data-game=zh56]").click()
    expect(page.locator(".welcome [data-players]")).to_have_count(1)
    expect(page.locator(".seat")).to_have_count(2)
    page.locator(".welcome .other-table").click()

    expect(page.locator(".welcome [data-players]")).to_have_count(4)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#table")).to_have_attribute("data-family", "kittens")
    expect(page.locator('.seat[data-seat="1"] .prompt')).to_contain_text("Press OK to sit down")
    expect(page.locator(".mode")).to_have_text("SIMULATED TABLE")
    page.locator('[data-button="1.ok"]').click()
    expect(page.locator('.seat[data-seat="1"] .state')).to_have_text("sits")
    page.locator(".way-in").click()
    page.locator(".welcome [data-game=tc36]").click()
    expect(page.locator("#table")).to_have_attribute("data-family", "kittens")
    page.locator(".welcome .other-table").click()
    expect(page.locator("#table")).to_have_attribute("data-family", "tacocat")
    windows.give_back(window)


@pytest.mark.long(keep=0)
def test_a_phone_plays_at_its_seat_by_https_under_a_certificate_of_ones_own(windows: Windows, tmp_path: Path) -> None:
    with started("--certificate", str(make_certificate(tmp_path))) as address:
        host = windows.take(width=1440, ignore_https_errors=True)  # nobody but its owner signed it
        phone = windows.take(width=390, ignore_https_errors=True, has_touch=True)
        host.page.goto(address("to play"))
        phone.page.goto(address("seat WOW may open"))

        expect(phone.page.locator("body")).to_have_attribute("data-role", "seat")
        expect(phone.page.locator(".welcome")).not_to_contain_text("plain HTTP")
        assert phone.page.url.startswith("https://")
        assert "key" not in phone.page.url
        for page in (host.page, phone.page):
            page.locator(".welcome").get_by_role("button", name="Close").click()
        phone.page.locator('[data-button="WOW.ok"]').tap()
        expect(host.page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")
        windows.give_back(host)
        windows.give_back(phone)


COUNT = "addEventListener('pointerdown', () => { window.downs = (window.downs ?? 0) + 1; }, { capture: true });"
MOST_PRESSES = 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "seat", "pad"),
    [("tc38", 2, "YAY", "YAY.pad"), ("zh56", 3, "1", "play"), ("ek120", 10, "1", "play")],
)
def test_from_the_address_to_the_first_card_it_takes_at_most_three_presses_and_a_drag(
    windows: Windows, printed_address: str, game: str, players: int, seat: str, pad: str
) -> None:
    window = windows.take(width=1440)
    page = window.page
    page.goto(printed_address.replace("#", "?first-visit#"))
    page.evaluate(COUNT)

    page.locator(f".welcome [data-game={game}]").click()
    if seat == "1":
        page.locator(".welcome .other-table").click()
    page.locator(f".welcome [data-players='{players}']").click()
    expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")
    card = page.locator(f'[data-place="hand:{seat}"] .card').first
    MouseHands(page).carry(card, f'[data-place="{pad}"]')

    expect(page.locator(f'[data-place="{pad}"] .card')).to_have_count(1)
    assert page.evaluate("window.downs") <= MOST_PRESSES + 1
    windows.give_back(window)
