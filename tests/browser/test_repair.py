"""A table that stands wrong, on the page: the one move to do now, what is left, and taking the table as it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener, broken_looks
from browser.house_table import HouseTable
from browser.player import People
from browser.rounds import attacking

OTHERS = ("WOW", "spectator")
WAITING = "YAY"
"""Who is not to play where the table stands at an attack."""


@pytest.fixture
def people(open_page: Opener, table: HouseTable) -> People:
    """Give the people at the page of everything, where a seat is to attack."""
    table.play(attacking)
    return People(open_page())


def bump(people: People) -> None:
    """Have a seat lay a card out of turn while Tacocat is bumped to space 3."""
    people.lay(WAITING, people.cards(WAITING)[0])
    people.hands.carry(people.page.locator(".token"), '.space[data-space="3"]')
    expect(people.page.locator(".repair .chip")).to_have_text("Moves left: 2")


def move_token_back(people: People) -> None:
    people.hands.carry(people.page.locator(".token"), '.space[data-space="0"]')


def test_every_page_shows_the_move_to_do_now_and_how_many_are_left(open_page: Opener, people: People) -> None:
    pages = [people.page, *(open_page(who) for who in OTHERS)]

    bump(people)

    for page in pages:
        repair = page.locator(".repair")
        expect(repair.locator(".repair-now")).to_have_text(f"Now: Take the card off: {WAITING}'s pad.")
        expect(repair.locator("ol li")).to_contain_text("Stand Tacocat on: Space O, number")
    expect(pages[0].locator(f'[data-place="{WAITING}.pad"]')).to_have_attribute("data-repair", "")

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


@pytest.mark.long(keep=0)
def test_a_seat_takes_the_table_as_it_is_by_keyboard(open_page: Opener, table: HouseTable, people: People) -> None:
    page, own, watching = people.page, open_page("WOW"), open_page("spectator")
    bump(people)
    people.clear_pads()
    expect(page.locator("[data-accept]")).to_have_count(2)
    expect(watching.locator(".repair-accept")).to_contain_text("Hold OK of YAY / WOW")
    expect(watching.locator("[data-accept]")).to_have_count(0)

    expect(own.locator("[data-accept]")).to_have_text("Take it as it is, for WOW")
    with table.long_presses():
        own.locator("[data-accept]").press("Space")
        expect(own.locator(".repair")).to_be_hidden()

    for each in (page, watching):
        expect(each.locator(".repair")).to_be_hidden()
    expect(page.locator(".entry-text").first).to_contain_text("as somebody told the table")


def test_a_refused_card_offers_nothing_but_to_go(people: People) -> None:
    bump(people)

    expect(people.page.locator(".repair-accept")).to_have_count(0)


@pytest.mark.long(keep=0)
def test_the_repair_is_told_in_chinese(open_page: Opener, people: People) -> None:
    own = open_page("WOW", locale="zh-TW")
    own.get_by_role("button", name="中文").click()

    bump(people)
    expect(own.locator(".repair-now")).to_have_text(f"現在：把牌拿開：{WAITING} 的感應墊。")
    people.clear_pads()

    expect(own.locator(".repair-now")).to_contain_text("現在：把塔可貓放到：格 O")
    expect(own.locator("[data-accept]")).to_have_text("就照這樣（WOW）")


@pytest.mark.long(keep=0)
def test_a_repair_breaks_no_rule_of_accessibility_and_no_narrow_page(open_page: Opener, people: People) -> None:
    pages = [people.page, *(open_page(who) for who in OTHERS)]
    bump(people)
    people.clear_pads()

    for page in pages:
        expect(page.locator(".repair .chip")).to_have_text("Moves left: 1")
        assert broken_looks(page, 320, 1440, part=".repair, [data-repair]") == {}
