"""A first Exploding game, finished by somebody who knows only what guide, glow and lines of the page say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.page_server import PageServer
from browser.player import MouseHands
from tacotable.autoplay.rig import Rig

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST_ACTS = 60
SEES = """() => {
  const parts = [...document.querySelectorAll("#table, .party-words, .press")];
  const glows = document.querySelectorAll("[data-playable], [data-invites]").length;
  return parts.map((element) => element.innerText + element.ariaDescription).join() + glows;
}"""
"""All that a page shows to whoever waits for an answer."""


class Newcomer:
    """Plays all seats at one page: reads the line that is marked, and does what it says where something glows."""

    def __init__(self, page: Page, table: HouseTable) -> None:
        self._page = page
        self._table = table
        self._hands = MouseHands(page)
        self.read: list[str] = []
        """The lines that were acted upon."""

    def press(self, button: Locator) -> None:
        """Press a button of a seat; what is said of it may change meanwhile."""
        self._hands.press(self._page.locator(f'[data-button="{button.get_attribute("data-button")}"]'))

    def hold(self, button: Locator) -> None:
        """Hold a button of a seat until the lobby is over."""
        with self._table.long_presses():
            button.press("Space")
            expect(self._page.locator('.stages [data-stage="deal"]')).to_have_attribute("aria-current", "step")

    def lay(self, card: Locator, place: Locator) -> None:
        """Take a glowing card to the place that glows."""
        self._hands.carry(card, f'[data-place="{place.get_attribute("data-place")}"]')

    def act(self) -> None:
        """Do the next thing that the page asks for, and wait until it shows what came of it."""
        before = self._page.evaluate(SEES)
        line = self._page.locator(".is-shown-by-guide:is(.prompt), [data-active] .prompt").first.inner_text()
        self.read.append(line)
        self._do(line)
        self._page.wait_for_function(f"before => ({SEES})() !== before", arg=before)

    def _do(self, line: str) -> None:
        lit = self._page.locator('.press[aria-description*="blink"]')
        glowing, inviting = self._page.locator("[data-playable]"), self._page.locator("[data-invites]")
        if "take the used card off" in line:
            self._page.get_by_role("button", name="Slide on").click()
        elif "draw one" in line and glowing.filter(has_text="Exploding").count():
            self.lay(glowing, inviting)  # "If you draw Exploding Kitten, lay it on the pad."
        elif "draw one" in line and not any("draw one" in before for before in self.read[:-1]) and glowing.count():
            self.lay(glowing.first, inviting)  # "On your turn drag cards to the pad in the middle"
        elif "draw one" in line and self.read[-2:] != [line, line]:
            self._page.get_by_role("button", name="Draw a card").and_(self._page.locator(".is-near *")).click()
        elif "Show a Defuse" in line and glowing.count():
            self.lay(glowing, inviting)
        elif "back anywhere in the draw pile" in line and glowing.count():
            self.lay(glowing, inviting)
            self._page.get_by_role("button", name="Top", exact=True).click()
        elif "Is it a new draw? Then NOPE" in line or "NOPE if you have none" in line:
            self.press(lit.filter(has_text="NOPE"))
        else:
            self.press(lit.filter(has_text="OK").first)


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a fresh kittens table with its page."""
    with house_table(server, "kittens") as running:
        yield running


def by_chance(rig: Rig) -> None:
    """Have the exploding card lie second in the pile, so that the game is short."""
    truth = rig.table.truth
    first = truth.at("draw")[0]
    truth.put_on_top([first.tag, truth.find("exploding-kitten", "draw").tag])


@pytest.mark.long(keep=0)
def test_a_first_exploding_game_is_finished_by_the_guide_alone(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    page.set_viewport_size({"width": 1366, "height": 768})
    newcomer, bubble = Newcomer(page, table), page.locator(".guide-bubble")
    shown = page.locator(".is-shown-by-guide")
    page.locator(".welcome [data-game=zh56]").click()
    page.locator(".welcome").get_by_role("button", name="Guide me").click()

    expect(bubble).to_contain_text("press OK at each seat that plays. Then hold OK")
    first = shown.locator(".press").filter(has_text="OK")
    newcomer.press(first)
    newcomer.press(page.locator('.seat[data-seat="2"] .press').filter(has_text="OK"))
    newcomer.hold(first)
    expect(bubble).to_contain_text("press Gather, shuffle, deal; then OK")
    shown.and_(page.get_by_role("button")).click()
    expect(page.locator(".is-near .card")).to_have_count(8)
    table.play(by_chance)
    newcomer.press(page.locator('.is-near .press[aria-description*="press OK"]'))
    expect(bubble).to_contain_text("drag cards to the pad in the middle")
    for _ in range(MOST_ACTS):
        if page.locator(".party-words").is_visible():
            break
        newcomer.act()
        page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")

    expect(page.locator(".party-words")).to_contain_text("wins!")
    expect(bubble).to_be_hidden()
    expect(page.locator('.entry[data-kind="refusal"]')).to_have_count(0)
