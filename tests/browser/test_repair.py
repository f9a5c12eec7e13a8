"""A table that stands wrong, on the page: the one move to do now, what is left, and taking the table as it is."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.player import KeyboardHands, People
from browser.test_rulings import attacking

WHO = ("simulation", "YAY", "spectator")


def bumped(page: Page) -> tuple[People, str]:
    """Have a seat lay a card out of turn while Tacocat is bumped to space 3; gives who laid it."""
    people, _, waiting = attacking(page)
    people.lay_and_wait(waiting, people.cards(waiting)[0])
    people.hands.carry(page.locator(".token"), '.space[data-space="3"]')
    expect(page.locator(".repair .chip")).to_have_text("Moves left: 2")
    return people, waiting


def move_token_back(people: People) -> None:
    people.hands.carry(people.page.locator(".token"), '.space[data-space="0"]')


def test_every_page_shows_the_move_to_do_now_and_how_many_are_left(open_page: Opener) -> None:
    pages = [open_page(who) for who in WHO]

    people, waiting = bumped(pages[0])

    for page in pages:
        repair = page.locator(".repair")
        expect(repair.locator(".repair-now")).to_have_text(f"Now: Take the card off: {waiting}'s pad.")
        expect(repair.locator("ol li")).to_contain_text("Stand Tacocat on: Space O, number")
    expect(pages[0].locator(f'[data-place="{waiting}.pad"]')).to_have_attribute("data-repair", "")

    people.clear_pads()

    for page in pages:
        repair = page.locator(".repair")
        expect(repair.locator(".chip")).to_have_text("Moves left: 1")
        expect(repair.locator(".repair-now")).to_contain_text("Now: Stand Tacocat on: Space O")
        expect(repair).to_contain_text("Tacocat is felt on: Space T on the side of WOW")
        expect(page.locator('.space[data-space="0"]')).to_have_attribute("data-repair", "")

    move_token_back(people)

    for page in pages:
        expect(page.locator(".repair")).to_be_hidden()
        expect(page.locator("[data-repair]")).to_have_count(0)


def test_a_seat_takes_the_table_as_it_is_by_keyboard(open_page: Opener) -> None:
    page, own, watching = open_page(), open_page("YAY"), open_page("spectator")
    people, _ = bumped(page)
    people.clear_pads()
    expect(page.locator("[data-accept]")).to_have_count(2)
    expect(watching.locator(".repair-accept")).to_contain_text("hold OK of YAY / WOW")
    expect(watching.locator("[data-accept]")).to_have_count(0)

    expect(own.locator("[data-accept]")).to_have_text("Take it as it is, for YAY")
    KeyboardHands(own).press(own.locator("[data-accept]"))

    for each in (page, own, watching):
        expect(each.locator(".repair")).to_be_hidden()
    expect(page.locator(".entry-text").first).to_contain_text("by a person's word")


def test_a_refused_card_offers_nothing_but_to_go(open_page: Opener) -> None:
    page = open_page()

    bumped(page)

    expect(page.locator(".repair-accept")).to_have_count(0)


def test_the_repair_is_told_in_chinese(open_page: Opener) -> None:
    page, own = open_page(), open_page("YAY", locale="zh-TW")
    own.get_by_role("button", name="中文").click()

    people, waiting = bumped(page)
    expect(own.locator(".repair-now")).to_have_text(f"現在：把牌拿開：{waiting} 的感應墊。")
    people.clear_pads()

    expect(own.locator(".repair-now")).to_contain_text("現在：把塔可貓放到：格 O")
    expect(own.locator("[data-accept]")).to_have_text("就照這樣（YAY）")


@pytest.mark.parametrize("width", [320, 1440])
def test_a_repair_breaks_no_rule_of_accessibility_and_no_narrow_page(open_page: Opener, width: int) -> None:
    pages = [open_page(who, width=width if who != "simulation" else 1440) for who in WHO]
    people, _ = bumped(pages[0])
    people.clear_pads()

    for page in pages:
        expect(page.locator(".repair .chip")).to_have_text("Moves left: 1")
        page.evaluate(Path(str(files("axe_playwright_python") / "axe.min.js")).read_text(encoding="utf-8"))
        found = page.evaluate("axe.run()")
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
