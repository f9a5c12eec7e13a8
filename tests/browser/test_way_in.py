"""The way in: a card for who comes first, a seat taken by the code on its display, and a guided first game."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener, broken_rules
from browser.house_table import DEALT_S, HouseTable
from browser.player import People
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import Rig
from tacotable.display.draw import draw
from tacotable.state.events import LessonChosen
from tacotable.state.scene import Join

PHONE_PX = 390
GUIDED_ROUNDS = int(os.environ.get("TACOTABLE_GUIDED_ROUNDS", "1"))
"""So many rounds of a first game are played at most; with more than one it is played to its end."""


def take(seat: str, item: str, rig: Rig) -> None:
    """Take an item of a seat's menu, by its buttons."""
    rig.wait(6.0)  # news that a phone joined go by
    rig.hold(f"{seat}.no")
    while f"< {item}" not in draw(rig.screen(seat), "en").text:
        rig.tap(f"{seat}.no")
    rig.tap(f"{seat}.ok")


def code_on(table: HouseTable, seat: str) -> str:
    """Show the code of a seat's page on its display, and read it there."""
    table.play(partial(take, seat, "My page"))
    shown = table.play(lambda rig: rig.screen(seat))
    assert isinstance(shown, Join)
    return shown.code


def test_a_first_visitor_reads_what_this_is_and_watches(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(f"{table.url}?first-visit")
    card = page.locator(".welcome")
    expect(card).to_be_visible()
    expect(card).to_contain_text("You are watching")
    assert broken_rules(page, ".welcome") == []
    card.get_by_role("button", name="Just watch").click()
    expect(card).to_be_hidden()


def test_the_host_chooses_a_game_and_the_guide_waits_for_each_step(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    card, bubble = page.locator(".welcome"), page.locator(".guide-bubble")
    expect(card.locator("[data-game]")).to_have_count(5)
    card.locator("[data-game=tc36]").click()
    card.get_by_role("button", name="Guide me").click()
    expect(bubble).to_contain_text("1 / 9")
    bubble.get_by_role("button", name="Got it").click()
    expect(bubble).to_be_hidden()
    table.play(lambda rig: rig.tap("YAY.ok"))
    expect(bubble).to_contain_text("2 / 9")
    bubble.get_by_role("button", name="Leave the guide").click()
    expect(bubble).to_be_hidden()
    assert table.rig.program.controller.situation.ui.lobby_game == "tc36"


def deal_by_hand(rig: Rig) -> None:
    """Begin a game, deal it, and say so."""
    rig.tap("YAY.ok")
    rig.table.deal(7)
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")


def lesson_left(rig: Rig) -> None:
    """Leave a lesson in the middle, its cards where they are."""
    for lesson in ("one-card", ""):
        rig.program.controller.handle(LessonChosen(lesson, rig.program.controller.situation.devices.now_ms))
        rig.wait(DEALT_S)


def game_over(rig: Rig) -> None:
    """Play a game to its end."""
    finish_game(rig, Random(1))


@pytest.mark.parametrize(("before", "is_over"), [(lesson_left, False), (game_over, True)])
def test_deal_deals_whatever_was_left_on_the_table(
    open_page: Opener, table: HouseTable, before: Callable[[Rig], None], is_over: bool
) -> None:
    table.play(before)
    page = open_page.at(table.url_for("simulation"))
    if is_over:
        page.locator(".party").get_by_role("button", name="Close").click()
    page.locator(".way-in").click()
    page.locator(".welcome [data-game=tc38]").click()
    page.locator(".welcome [data-players]").click()
    expect(page.locator(".welcome")).to_be_hidden()

    expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")
    for seat in ("YAY", "WOW"):
        expect(page.locator(f'[data-place="hand:{seat}"] .card')).to_have_count(7)
        expect(page.locator(f'[data-place="{seat}.pad"] .card')).to_have_count(0)
    expect(page.locator('[data-place="discard"] .card')).to_have_count(0)


def test_a_game_for_one_number_of_players_asks_for_none(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    for game, begins in (("tc38", ["Deal"]), ("tc36", ["Deal"]), ("ek120", ["Deal"])):
        page.locator(f".welcome [data-game={game}]").click()
        expect(page.locator(".welcome [data-players]")).to_have_text(begins)
        expect(page.locator(".welcome .players")).not_to_contain_text("how many")


def test_play_again_deals_and_begins(open_page: Opener, table: HouseTable) -> None:
    table.play(game_over)
    page = open_page.at(table.url_for("simulation"))

    page.locator(".party-again").click()

    expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")
    expect(page.locator('[data-place="hand:YAY"] .card')).to_have_count(7)


def test_a_game_that_is_on_is_ended_first(open_page: Opener, table: HouseTable) -> None:
    table.play(deal_by_hand)
    page = open_page.at(table.url_for("simulation"))
    page.locator(".way-in").click()
    page.locator(".welcome [data-game=tc36]").click()

    page.locator(".welcome [data-players]").click()

    expect(page.locator("#notice")).to_contain_text("A game is on at this table")


def test_the_welcome_leaves_the_board_free_when_a_game_begins(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    expect(page.locator(".welcome")).to_be_visible()
    table.play(lambda rig: rig.tap("YAY.ok"))
    expect(page.locator(".welcome")).to_be_hidden()


def test_a_phone_takes_a_seat_by_its_code_comes_back_and_leaves(open_page: Opener, table: HouseTable) -> None:
    code = code_on(table, "YAY")
    phone = open_page.at(f"{table.url}?first-visit", width=PHONE_PX)
    phone.locator("#code-field").fill(f"{code[:3]} {code[3:]}".lower())
    phone.locator(".welcome form button").click()
    expect(phone.locator("#notice")).to_contain_text("You sit at YAY now")
    expect(phone.locator("body")).to_have_attribute("data-role", "seat")
    assert "key" not in phone.url

    phone.evaluate("sessionStorage.clear()")  # the browser was closed, and remembers only what it keeps
    phone.goto(table.url)
    expect(phone.locator("body")).to_have_attribute("data-role", "seat")
    phone.locator(".way-in").click()
    phone.get_by_role("button", name="Leave this seat").click()
    expect(phone.locator("body")).to_have_attribute("data-role", "spectator")


def test_a_wrong_code_is_told_and_a_scanned_one_is_never_seen_in_the_address(
    open_page: Opener, table: HouseTable
) -> None:
    page = open_page.at(f"{table.url}#key=ABC234")
    expect(page.locator("#banner")).to_contain_text("That code is not good")
    assert "ABC234" not in page.url
    page.locator("#banner button").click()
    expect(page.locator("body")).to_have_attribute("data-role", "spectator")


def test_forgetting_the_phones_of_a_seat_shuts_them_out_at_once(open_page: Opener, table: HouseTable) -> None:
    phone = open_page.at(f"{table.url}#key={code_on(table, 'WOW')}", width=PHONE_PX)
    expect(phone.locator("body")).to_have_attribute("data-role", "seat")
    table.play(partial(take, "WOW", "Forget phones"))
    expect(phone.locator("#banner")).to_contain_text("opens no seat")


def deal_as_told(people: People) -> None:
    """Deal as many cards as the prompt says."""
    told = re.search(r"deal (\d+)", people.prompt("YAY"))
    assert told is not None
    people.deal(int(told[1]))


def test_a_first_game_is_played_by_what_the_guide_and_the_prompts_say(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    people, bubble = People(page), page.locator(".guide-bubble")
    shown = page.locator(".is-shown-by-guide")
    page.locator(".welcome").get_by_role("button", name="Guide me").click()

    expect(bubble).to_contain_text("Press OK at one of the seats")
    people.press(str(shown.locator('button[data-button$=".ok"]').get_attribute("data-button")))
    expect(bubble).to_contain_text("press Gather, shuffle, deal")
    deal_as_told(people)
    expect(bubble).to_contain_text("Swap: drag each card")
    for _ in range(GUIDED_ROUNDS):
        people.play_round()
        people.wait_for("move")
        people.move_token()
        expect(page.locator('.stages [data-stage="move"]')).not_to_have_attribute("aria-current", "step")
        expect(bubble).to_be_hidden()
        if people.stage() == "over":
            break
        deal_as_told(people)

    expect(page.locator('.entry[data-kind="refusal"]')).to_have_count(0)
    if GUIDED_ROUNDS > 1:
        expect(page.locator(".party-words")).to_contain_text("wins!")


def test_one_click_of_the_welcome_ends_no_game(open_page: Opener, table: HouseTable) -> None:
    page = open_page.at(table.url_for("simulation").replace("#", "?first-visit#"))
    expect(page.locator(".welcome .first")).to_have_text("Play Tacocat, retail against robots")
    table.play(deal_by_hand)
    page.locator(".way-in").click()
    expect(page.locator(".welcome")).to_be_visible()
    expect(page.locator(".welcome .first")).to_be_hidden()


def test_a_space_offers_to_be_covered_only_when_that_is_due(open_page: Opener, table: HouseTable) -> None:
    page = open_page()
    expect(page.locator(".tile:visible")).to_have_count(0)

    table.play(lambda rig: rig.table.cover(-1))
    expect(page.locator(".tile:visible")).to_have_text("Uncover")
