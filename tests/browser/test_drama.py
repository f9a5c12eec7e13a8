"""Drama, in taste: the last play stays large, a drawn kitten is tension, and the end is a scene with one press."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener, broken_rules
from browser.house_table import HouseTable
from browser.player import People
from browser.ring_model import RingHouse
from browser.rounds import SEATS, attacking, dealt, gather
from browser.sheets import draw_sheet
from browser.test_sound import LISTEN
from tacotable.autoplay.rig import Rig

pytestmark = [pytest.mark.browser, pytest.mark.long]

HEART_HZ = 62
LANGUAGES = ("en", "zh-TW")


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_exchange_stays_large_beneath_the_board(open_page: Opener, table: HouseTable, language: str) -> None:
    table.play(attacking)
    people = People(open_page(locale=language))
    last = people.page.locator(".last-exchange")

    people.lay_and_wait("WOW", attack := people.cards("WOW")[-1])
    expect(last).to_contain_text(f"WOW attacks with {attack}" if language == "en" else f"{attack}")
    people.lay_and_wait("YAY", answer := people.answer("YAY"))

    expect(last).to_contain_text(str(answer))
    draw_sheet(people.page, f"exchange-{language}")


@pytest.mark.long(keep=0)
def test_the_last_play_stays_in_the_middle_of_the_ring(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    expect(page.locator(".played .played-card")).to_contain_text("Attack")

    ring.change(pending=None, phase="turn")

    expect(page.locator(".played .last-exchange")).to_have_text("B: Nope!")


@pytest.mark.long(keep=0)
def test_all_hold_their_breath_from_a_drawn_kitten_to_its_defuse(open_ring: Opener, ring: RingHouse) -> None:
    page, still = (open_ring("A", reduced_motion=motion) for motion in ("no-preference", "reduce"))
    page.evaluate(LISTEN)
    page.mouse.click(5, 5)

    ring.change(phase="defuse", pending=None)

    for each in (page, still):
        expect(each.locator("#table")).to_have_attribute("data-tense", "")
    page.wait_for_function("hz => window.tones.includes(hz)", arg=HEART_HZ)
    assert still.evaluate("document.getAnimations().length") == 0
    ring.change(phase="turn")
    expect(page.locator("#table")).not_to_have_attribute("data-tense", "")


@pytest.mark.long(keep=0)
def test_a_ring_ends_with_a_scene_and_one_press_plays_again(open_ring: Opener, ring: RingHouse) -> None:
    page, own, watching = open_ring(), open_ring("A"), open_ring("spectator")

    ring.change(alive=["D"], stage="over")

    for each in (page, own, watching):
        expect(each.locator(".party-words")).to_have_text("D wins!")
        expect(each.locator(".party-rows li")).to_have_count(4)
    draw_sheet(page, "end-ring5")
    expect(watching.locator(".party .actions")).to_contain_text("Hold OK to play again")
    assert broken_rules(page, ".party") == []
    own.locator(".party-again").click()
    expect(own.locator(".party-again")).to_be_disabled()
    assert ring.model.done == [(ring.model.keys["KEYA"], {"do": "begin"})]
    page.locator(".party").get_by_role("button", name="Close").click()
    expect(page.locator(".party")).to_be_hidden()


def test_the_end_of_a_game_leads_to_the_replay_of_that_game(open_page: Opener, table: HouseTable) -> None:
    table.play(dealt)
    for number, (loser, winner) in enumerate((("YAY", "WOW"), ("WOW", "YAY")), 1):
        page = open_page()
        table.play(partial(resign, loser))
        expect(page.locator(".last-exchange")).to_have_text(f"{winner} wins")
        page.get_by_role("link", name="Watch replay").click()
        page.locator(".replay").wait_for()
        assert page.url.endswith(f"/games/game-{number:06}")
        page.get_by_role("button", name="End").click()
        expect(page.locator(".stage-winner")).to_have_text(f"{winner} wins")
        table.play(deal_again)


def deal_again(rig: Rig) -> None:
    """Begin the same game again, and deal."""
    rig.wait(1.5)  # so long its end is shown, whatever is pressed
    rig.hold("YAY.ok")
    gather(rig)
    for seat in SEATS:
        rig.tap(f"{seat}.ok")


def resign(seat: str, rig: Rig) -> None:
    """Give the game up, by the menu of a seat."""
    rig.hold(f"{seat}.no")
    while rig.program.controller.situation.ui.menus[seat].item != "resign":
        rig.tap(f"{seat}.no")
    for _ in range(2):
        rig.tap(f"{seat}.ok")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_tacocat_ends_with_a_scene_and_begins_again(
    open_page: Opener, table: HouseTable, language: str
) -> None:
    table.play(attacking)
    page = open_page("WOW", locale=language)
    table.play(partial(resign, "YAY"))
    expect(page.locator(".party-words")).to_contain_text("WOW")
    draw_sheet(page, f"end-tacocat-{language}")

    table.wait(1.5)  # so long its end is shown, whatever is pressed
    page.locator(".party-again").click()
    expect(page.locator('.stages [data-stage="play"]')).to_have_attribute("aria-current", "step")

    expect(page.locator(".party")).to_be_hidden()
