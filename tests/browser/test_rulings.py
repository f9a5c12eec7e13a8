"""Disputes on the page: the proof of a violation, acts taken back by seats and by the arbiter, and why of a ruling."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import People
from browser.rounds import attacking

pytestmark = [pytest.mark.browser, pytest.mark.long]

ATTACKER, OTHER = "WOW", "YAY"
"""Who attacks where the table stands at an attack, and who answers."""
SHOWN_S = 5
"""So long at most anything is on show by itself."""


@pytest.fixture
def people(open_page: Opener, table: HouseTable) -> People:
    """Give the people at the page of everything, where a seat is to attack."""
    table.play(attacking)
    return People(open_page())


def ask_to_take_back(people: People, table: HouseTable, seat: str) -> None:
    """Hold NO for the menu, turn to the item, and take it; by then the other seat has to agree."""
    table.wait(SHOWN_S)
    with table.long_presses():
        people.press(f"{seat}.no")
    for _ in ("resign", "put away", "take back"):
        people.press(f"{seat}.no")
    people.press(f"{seat}.ok")
    expect(people.prompt_of(seat)).to_contain_text("asks to take back")


def demand(page: Page) -> str:
    """Give what the log told last of an act."""
    return page.locator('.entry[data-kind="ruling"] .entry-text').first.inner_text()


@pytest.mark.long(keep=0)
def test_a_cheat_is_shown_with_the_acts_that_prove_it(open_page: Opener, people: People) -> None:
    watching = open_page("spectator")
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])
    lowest, *others = people.cards(OTHER)
    given = next(card for card in others if card > lowest)
    people.press(f"{OTHER}.no")
    people.lay(OTHER, given)
    people.clear_pads()
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])
    people.lay(OTHER, lowest)

    for page in (people.page, watching):
        proven = page.locator('.entry[data-kind="dispute"]').first
        expect(proven).to_contain_text(re.compile(f"{OTHER} gave up an? {given} but still held an? {lowest}"))
        expect(proven.locator(".entry-rule")).to_contain_text("sacrifice-lowest")
        proven.locator("summary").click()
        expect(proven.locator(".proof li")).to_have_count(2)
        expect(proven.locator(".proof li").first).to_contain_text(f"{OTHER} sacrifices {given}")
        expect(proven.locator(".why a")).to_have_attribute("href", "/rulings#sacrifice-lowest")
    expect(people.prompt_of(ATTACKER)).to_contain_text(f"{OTHER} gave up")


@pytest.mark.long(keep=0)
def test_a_seat_asks_to_take_back_and_the_other_agrees(open_page: Opener, table: HouseTable, people: People) -> None:
    watching = open_page("spectator")
    before = people.prompt(ATTACKER)
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])
    told = demand(people.page)

    ask_to_take_back(people, table, ATTACKER)
    people.press(f"{OTHER}.ok")

    for page in (people.page, watching):
        taken = page.locator('.entry[data-kind="dispute"]').first
        expect(taken).to_contain_text(f"{ATTACKER} asked, {OTHER} agreed")
        expect(page.locator(".entry.is-undone .entry-text").first).to_contain_text(told)
    people.hands.carry(people.page.locator(f'[data-place="{ATTACKER}.pad"] .card'), f'[data-place="hand:{ATTACKER}"]')
    table.wait(SHOWN_S)
    expect(people.prompt_of(ATTACKER)).to_have_text(before)


@pytest.mark.long(keep=0)
def test_a_refused_take_back_leaves_the_act(table: HouseTable, people: People) -> None:
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])

    ask_to_take_back(people, table, ATTACKER)
    people.press(f"{OTHER}.no")

    expect(people.page.locator('.entry[data-kind="dispute"]').first).to_contain_text(f"{OTHER} refused")
    expect(people.prompt_of(OTHER)).to_contain_text("Defend with")
    expect(people.page.locator(".entry.is-undone")).to_have_count(0)


@pytest.mark.long(keep=0)
def test_the_arbiter_takes_back_alone_and_no_other_page_can(open_page: Opener, people: People) -> None:
    own, watching = open_page(OTHER), open_page("spectator")
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])

    people.page.locator('[data-decision="take-back"]').click()
    people.page.locator("[data-decide]").click()

    for page in (people.page, own, watching):
        expect(page.locator('.entry[data-kind="dispute"]').first).to_contain_text("The arbiter takes back")
    assert own.locator(".arbiter").count() == watching.locator(".arbiter").count() == 0
    expect(own.locator(f'[data-seat="{OTHER}"] .prompt')).not_to_contain_text("Defend with")


def test_a_refused_act_is_explained_and_may_stand_by_the_arbiter(open_page: Opener, people: People) -> None:
    watching = open_page("spectator")
    first, last = people.cards(ATTACKER)[0], people.cards(ATTACKER)[-1]
    people.press(f"{ATTACKER}.ok")
    for card in (first, last):
        people.lay(ATTACKER, card)
        people.clear_pads()
    people.press(f"{ATTACKER}.ok")

    refusal = people.page.locator('.entry[data-kind="refusal"]').first
    refusal.locator("summary").click()
    expect(refusal.locator(".why a")).to_have_attribute("href", "/rulings#attack-shape")
    expect(watching.locator('.entry[data-kind="refusal"]').first).to_contain_text(f"{ATTACKER}: refused.")
    expect(watching.locator('.entry[data-kind="refusal"] .why')).to_have_count(0)
    people.page.locator('[data-decision="let-stand"]').click()
    expect(people.page.locator(".decide-dialog")).to_contain_text("The act counts as if the rules allowed it")
    people.page.locator("[data-decide]").click()

    expect(people.prompt_of(OTHER)).to_contain_text(re.compile(rf"{first}|{last}"))
    for page in (people.page, watching):
        stands = page.locator('.entry[data-kind="dispute"]').first
        expect(stands).to_contain_text(f"{ATTACKER}'s attack stands against the rules: the arbiter decides so.")


def test_the_log_is_sifted_to_disputes(people: People) -> None:
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])
    people.page.locator('[data-decision="take-back"]').click()
    people.page.locator("[data-decide]").click()
    expect(people.page.locator('.entry[data-kind="dispute"]')).to_have_count(1)

    people.page.locator("#log-filter").select_option("dispute")

    expect(people.page.locator(".entry:visible")).to_have_count(1)


def test_the_arbiters_own_page_decides_and_sees_no_hidden_card(
    open_page: Opener, table: HouseTable, people: People
) -> None:
    arbiter = open_page("arbiter")
    people.lay(ATTACKER, people.cards(ATTACKER)[-1])
    expect(arbiter.locator(".role")).to_have_text("You decide disputes")
    expect(arbiter.locator('[data-place^="hand:"] .card[data-face]')).to_have_count(0)
    expect(arbiter.locator("[data-button]:enabled")).to_have_count(0)

    ask_to_take_back(people, table, ATTACKER)
    arbiter.get_by_role("button", name=re.compile(f"Agree with {ATTACKER}")).press("Enter")
    arbiter.locator("[data-decide]").press("Enter")

    for page in (people.page, arbiter):
        expect(page.locator('.entry[data-kind="dispute"]').first).to_contain_text("The arbiter takes back")
    expect(people.prompt_of(OTHER)).not_to_contain_text("Defend with")
