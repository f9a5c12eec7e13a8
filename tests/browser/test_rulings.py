"""Disputes on the page: the proof of a violation, acts taken back by seats and by the arbiter, and why of a ruling."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.player import SEATS, MouseHands, People

HELD_MS = 900


def attacking(page: Page) -> tuple[People, str, str]:
    """Play until a seat attacks; gives the people, who attacks, and who answers."""
    people = People(page, MouseHands(page))
    people.begin()
    for _ in range(20):
        attacker = people.seat_told("lay one card")
        if attacker is not None and "Duel" not in people.prompt(attacker):
            return people, attacker, next(seat for seat in SEATS if seat != attacker)
        people.step()
    raise AssertionError("nobody attacks")


def ask_to_take_back(people: People, seat: str) -> None:
    """Hold NO for the menu, turn to the item, and take it."""
    people.page.locator(f'[data-button="{seat}.no"]').click(delay=HELD_MS)
    for _ in ("resign", "put away", "take back"):
        people.press(f"{seat}.no")
    people.press(f"{seat}.ok")
    expect(people.page.locator(f'.seat[data-seat="{seat}"] .prompt')).to_contain_text("asks to take back")


def demand(page: Page) -> str:
    """Give what the log told last of an act."""
    return page.locator('.entry[data-kind="ruling"] .entry-text').first.inner_text()


def test_a_cheat_is_shown_with_the_acts_that_prove_it(open_page: Opener) -> None:
    people, attacker, cheat = attacking(open_page())
    watching = open_page("spectator")
    people.lay_and_wait(attacker, people.cards(attacker)[-1])
    lowest, *others = people.cards(cheat)
    given = next(card for card in others if card > lowest)
    people.press(f"{cheat}.no")
    people.lay_and_wait(cheat, given)
    people.clear_pads()
    people.lay_and_wait(attacker, people.cards(attacker)[-1])
    people.lay_and_wait(cheat, lowest)

    for page in (people.page, watching):
        proven = page.locator('.entry[data-kind="dispute"]').first
        expect(proven).to_contain_text(f"What {cheat} did in act")
        expect(proven.locator(".entry-rule")).to_contain_text("sacrifice-lowest")
        proven.locator("summary").click()
        expect(proven.locator(".proof li")).to_have_count(2)
        expect(proven.locator(".proof li").first).to_contain_text(f"{cheat} sacrifices {given}")
        expect(proven.locator(".why")).to_contain_text("2.1 ANSWER; T6")
    expect(people.page.locator(f'.seat[data-seat="{attacker}"] .prompt')).to_contain_text(f"What {cheat} did")


def test_a_seat_asks_to_take_back_and_the_other_agrees(open_page: Opener) -> None:
    people, attacker, other = attacking(open_page())
    watching = open_page("spectator")
    before = people.prompt(attacker)
    people.lay_and_wait(attacker, people.cards(attacker)[-1])
    told = demand(people.page)

    ask_to_take_back(people, attacker)
    people.press(f"{other}.ok")

    for page in (people.page, watching):
        taken = page.locator('.entry[data-kind="dispute"]').first
        expect(taken).to_contain_text(f"{attacker} asked, {other} agreed")
        expect(page.locator(".entry.is-undone .entry-text").first).to_contain_text(told)
    people.hands.carry(people.page.locator(f'[data-place="{attacker}.pad"] .card'), f'[data-place="hand:{attacker}"]')
    expect(people.page.locator(f'.seat[data-seat="{attacker}"] .prompt')).to_have_text(before)


def test_a_refused_take_back_leaves_the_act(open_page: Opener) -> None:
    people, attacker, other = attacking(open_page())
    people.lay_and_wait(attacker, people.cards(attacker)[-1])

    ask_to_take_back(people, attacker)
    people.press(f"{other}.no")

    expect(people.page.locator('.entry[data-kind="dispute"]').first).to_contain_text(f"{other} refused")
    expect(people.page.locator(f'.seat[data-seat="{other}"] .prompt')).to_contain_text("Defend with")
    expect(people.page.locator(".entry.is-undone")).to_have_count(0)


def test_the_arbiter_takes_back_alone_and_no_other_page_can(open_page: Opener) -> None:
    people, attacker, other = attacking(open_page())
    own, watching = open_page(attacker), open_page("spectator")
    people.lay_and_wait(attacker, people.cards(attacker)[-1])

    people.page.locator('[data-decision="take-back"]').click()

    for page in (people.page, own, watching):
        expect(page.locator('.entry[data-kind="dispute"]').first).to_contain_text("The arbiter takes back")
    assert own.locator(".arbiter").count() == watching.locator(".arbiter").count() == 0
    expect(people.page.locator(f'.seat[data-seat="{other}"] .prompt')).not_to_contain_text("Defend with")


def test_a_refused_act_is_explained_and_may_stand_by_the_arbiter(open_page: Opener) -> None:
    people, attacker, other = attacking(open_page())
    watching = open_page("spectator")
    first, last = people.cards(attacker)[0], people.cards(attacker)[-1]
    people.press(f"{attacker}.ok")
    for card in (first, last):
        people.lay(attacker, card)
        people.clear_pads()
    people.press(f"{attacker}.ok")

    refusal = people.page.locator('.entry[data-kind="refusal"]').first
    refusal.locator("summary").click()
    expect(refusal.locator(".why")).to_contain_text("T4, T5")
    expect(watching.locator('.entry[data-kind="refusal"]').first).to_contain_text(f"{attacker}: refused.")
    expect(watching.locator('.entry[data-kind="refusal"] .why')).to_have_count(0)
    people.page.locator('[data-decision="let-stand"]').click()

    expect(people.page.locator(f'.seat[data-seat="{other}"] .prompt')).to_contain_text(re.compile(rf"{first}|{last}"))
    for page in (people.page, watching):
        stands = page.locator('.entry[data-kind="dispute"]').first
        expect(stands).to_contain_text(f"{attacker}'s attack stands against the rules: the arbiter decides so.")


def test_the_log_is_sifted_to_disputes(open_page: Opener) -> None:
    people, attacker, _ = attacking(open_page())
    people.lay_and_wait(attacker, people.cards(attacker)[-1])
    people.page.locator('[data-decision="take-back"]').click()
    expect(people.page.locator('.entry[data-kind="dispute"]')).to_have_count(1)

    people.page.locator("#log-filter").select_option("dispute")

    expect(people.page.locator(".entry:visible")).to_have_count(1)


def test_the_arbiters_own_page_decides_and_sees_no_hidden_card(open_page: Opener) -> None:
    people, attacker, other = attacking(open_page())
    arbiter = open_page("arbiter")
    people.lay_and_wait(attacker, people.cards(attacker)[-1])
    expect(arbiter.locator(".role")).to_have_text("You decide disputes")
    expect(arbiter.locator('[data-place^="hand:"] .card[data-face]')).to_have_count(0)
    expect(arbiter.locator("[data-button]:enabled")).to_have_count(0)

    ask_to_take_back(people, attacker)
    arbiter.get_by_role("button", name=re.compile(f"Agree with {attacker}")).press("Enter")

    for page in (people.page, arbiter):
        expect(page.locator('.entry[data-kind="dispute"]').first).to_contain_text("The arbiter takes back")
    expect(people.page.locator(f'.seat[data-seat="{other}"] .prompt')).not_to_contain_text("Defend with")
