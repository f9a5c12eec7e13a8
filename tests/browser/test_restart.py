"""A start that found a game, on the page: everybody is asked, and the arbiter answers there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener, broken_looks
from browser.house_table import HouseTable, house_table
from browser.page_server import PageServer
from pi.hands import Hands
from tacotable.dialogs.restart import Found

pytestmark = [pytest.mark.browser, pytest.mark.long]

DAMAGE = "game-000001.tcj: the header is damaged: its checksum is wrong"


def attack(damage: str = "", changed: tuple[str, ...] = ()) -> Found:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    return Found(tuple(hands.log.facts), damage, changed)


@pytest.fixture
def table(server: PageServer, request: pytest.FixtureRequest) -> Iterator[HouseTable]:
    """Give a table that was started over a game; the test's parameter tells what was found."""
    with house_table(server, found=getattr(request, "param", attack())) as running:
        yield running


@pytest.mark.long(keep=0)
def test_every_page_says_that_a_game_was_found(open_page: Opener) -> None:
    for who in ("simulation", "YAY", "arbiter", "spectator"):
        page = open_page(who)

        expect(page.locator(".prompt").first).to_contain_text("A game was found that is not over")
        expect(page.locator(".arbiter")).to_have_count(1 if who in ("simulation", "arbiter") else 0)


def test_the_arbiter_goes_on_with_the_game_at_the_page(open_page: Opener) -> None:
    page, own = open_page("arbiter"), open_page("WOW")
    decisions = page.locator("[data-decision]")
    expect(decisions).to_have_text(
        [
            "Go on with the game that was found",
            "Keep it for later and begin anew",
            "Throw it away for good and begin anew",
        ]
    )

    page.locator('[data-decision="restart-resume"]').click()
    page.locator("[data-decide]").click()

    expect(page.locator('[data-decision="deal-again"]')).to_be_visible()
    expect(own.locator('.stages [aria-current="step"]')).to_have_attribute("data-stage", "play")
    expect(own.locator(".prompt").first).not_to_contain_text("A game was found")


def test_the_question_is_asked_in_chinese(open_page: Opener) -> None:
    page = open_page("arbiter", locale="zh-TW")

    page.get_by_role("button", name="中文").click()

    expect(page.locator(".prompt").first).to_contain_text("發現一場還沒結束的遊戲")
    expect(page.locator("[data-decision]")).to_have_text(
        ["繼續找到的遊戲", "保留到以後再玩，另開新遊戲", "永遠丟棄它，另開新遊戲"]
    )


@pytest.mark.parametrize("table", [attack(changed=("board",))], indirect=True)
def test_another_board_is_told_with_what_to_do(open_page: Opener) -> None:
    page = open_page("arbiter")

    expect(page.locator(".prompt").first).to_contain_text("not those with which this game began")
    expect(page.locator(".prompt").first).to_contain_text("put the old board or its table file back")
    expect(page.locator(".entry-text").first).to_have_text(
        "The board's numbers or arrows are not those with which this game began."
    )


@pytest.mark.parametrize("table", [Found((), DAMAGE)], indirect=True)
def test_a_journal_that_cannot_be_read_is_told_on_the_page(open_page: Opener) -> None:
    page, watching = open_page("arbiter"), open_page("spectator")
    for each in (page, watching):
        expect(each.locator(".prompt").first).to_contain_text("cannot be read; its file is kept aside")
        expect(each.locator(".entry-text").first).to_contain_text(DAMAGE)

    page.get_by_role("button", name="Begin anew; the damaged file is kept").click()
    page.locator("[data-decide]").click()

    expect(watching.locator(".prompt").first).not_to_contain_text("cannot be read")


@pytest.mark.long
@pytest.mark.parametrize("table", [attack(), attack(changed=("board", "deck")), Found((), DAMAGE)], indirect=True)
def test_the_question_breaks_no_rule_of_accessibility_and_no_narrow_page(open_page: Opener) -> None:
    page = open_page("arbiter")

    assert broken_looks(page, 320, 1440, part=".arbiter, .seat, .log") == {}
