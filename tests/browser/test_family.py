"""The ring with a board: its lobby turns to both families, and a first card is laid in each, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser import rounds, sheets
from browser.conftest import Opener
from browser.house_table import HouseTable, house_table
from browser.page_server import PageServer
from browser.test_looks import CUT, IN_EACH, LAPTOP, LARGE_PHONE, height_needed, resize
from browser.windows import Windows
from tacotable.autoplay.rig import Rig
from tacotable_sim.truth import hand_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEATS = ("YAY", "2", "WOW", "4", "5")
DEAL = {"en": "Gather, shuffle, deal", "zh-TW": "收牌、洗牌、發牌"}
OUTSIDE = """() => [...document.querySelectorAll("#table .card")].filter((card) => {
  const [inner, outer] = [card, card.closest(".seat") ?? card].map((element) => element.getBoundingClientRect());
  return inner.right > outer.right + 1;
}).length"""
"""So many cards reach out of their seat."""


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a fresh family table with its page."""
    with house_table(server, "family") as running:
        yield running


@pytest.fixture
def opener(windows: Windows, table: HouseTable) -> Iterator[Opener]:
    """Give what opens its pages; they must end without a complaint."""
    opener = Opener(windows, table)
    yield opener
    opener.close()
    assert opener.complaints == []


def is_whole(page: Page, size: tuple[int, int], name: str) -> bool:
    """Return whether all of a page is seen at a size; a page that is higher than a phone may scroll."""
    resize(page, size)
    sheets.draw_sheet(page, f"family-{name}-{size[0]}")
    fits = size != LAPTOP or height_needed(page) <= size[1]
    return fits and page.evaluate(CUT) == [] and page.evaluate(OUTSIDE) == 0


def first_duel(rig: Rig) -> None:
    """Deal, replace nothing, and lay YAY's card of the duel."""
    rounds.gather(rig)
    for _ in range(2):
        for seat in rounds.SEATS:
            rig.tap(f"{seat}.ok")
    rounds.lay_lowest(rig, "YAY")


@pytest.mark.long(keep=0)
@IN_EACH
def test_two_play_tacocat_and_a_third_seat_watches_without_a_hand(
    table: HouseTable, opener: Opener, language: str
) -> None:
    host, own, other = (opener(who, locale=language) for who in ("simulation", "WOW", "4"))
    expect(host.locator("#table")).to_have_attribute("data-family", "tacocat")
    whole = [is_whole(host, LAPTOP, f"lobby-{language}")]
    host.locator('[data-button="YAY.ok"]').click()
    expect(host.get_by_role("button", name=DEAL[language])).to_be_visible()
    expect(host.locator(".stages [aria-current]")).not_to_have_text({"en": "Lobby", "zh-TW": "大廳"}[language])

    table.play(first_duel)
    expect(host.locator('[data-place="YAY.pad"] .card')).to_have_count(1)

    expect(own.locator('[data-place="hand:WOW"] .card')).to_have_count(7)
    expect(other.locator('[data-place="hand:4"]')).to_be_hidden()
    pages = {"host": (host, LAPTOP), "own": (own, LARGE_PHONE), "other": (other, LARGE_PHONE)}
    whole += [is_whole(page, size, f"{name}-duel-{language}") for name, (page, size) in pages.items()]
    assert all(whole), whole


def turn_on(rig: Rig) -> None:
    """Have a seat without a pad of its own turn the lobby to an Exploding game."""
    while rig.program.controller.situation.ui.lobby_game != "ek120":
        rig.tap("4.nope")


def begin(rig: Rig) -> None:
    """Have all five sit down, and begin."""
    for seat in SEATS:
        rig.tap(f"{seat}.ok")
    rig.hold("YAY.ok")


def first_card(rig: Rig) -> None:
    """Deal, and have YAY play a card that asks nobody for anything on its own pad."""
    rounds.gather(rig)
    rig.tap("YAY.ok")
    card = next(card for card in rig.table.truth.at(hand_of("YAY")) if card.face in rounds.HARMLESS)
    rig.table.place(card.tag, "YAY.pad")
    rig.wait(rig.settle_s)
    rig.tap("YAY.ok")


@pytest.mark.long
@IN_EACH
def test_five_play_an_exploding_game_and_no_word_or_card_is_cut(
    table: HouseTable, opener: Opener, language: str
) -> None:
    host, own, other = (opener(who, locale=language) for who in ("simulation", "YAY", "4"))
    table.play(turn_on)
    expect(host.locator("#table")).to_have_attribute("data-family", "kittens")
    table.play(begin)
    expect(host.get_by_role("button", name=DEAL[language])).to_be_visible()
    whole = [is_whole(host, LAPTOP, f"deal-{language}")]

    table.play(first_card)
    expect(host.locator('[data-place="YAY.pad"] .card')).to_have_count(1)

    expect(own.locator('[data-place="hand:YAY"] .card')).to_have_count(7)
    expect(own.locator('[data-place="YAY.pad"] .card')).to_be_visible()
    pages = {"host": (host, LAPTOP), "own": (own, LARGE_PHONE), "other": (other, LARGE_PHONE)}
    whole += [is_whole(page, size, f"{name}-window-{language}") for name, (page, size) in pages.items()]
    host.locator('[data-seat="4"] .sit').click()
    whole.append(is_whole(host, LAPTOP, f"turned-{language}"))
    assert all(whole), whole


def test_a_used_card_is_slid_on_at_the_pad_on_which_it_lies(opener: Opener, table: HouseTable) -> None:
    table.play(turn_on)
    table.play(begin)
    table.play(first_card)
    page, own = opener("simulation"), opener("YAY")
    for each in (page, own):
        expect(each.locator('[data-place="YAY.pad"]')).to_have_attribute("data-pad", "spent")
        expect(each.locator('[data-place="play"]')).to_have_attribute("data-pad", "empty")
        expect(each.locator(".slide:visible")).to_have_count(1)
        resize(each, (1300, 1000) if each is page else LARGE_PHONE)
        sheets.draw_sheet(each, f"family-slide-{'host' if each is page else 'own'}")

    own.locator('[data-place="YAY.pad"] .slide').click()

    for each in (page, own):
        expect(each.locator('[data-place="YAY.pad"]')).to_have_attribute("data-pad", "empty")
        expect(each.locator(".slide:visible")).to_have_count(0)
    expect(page.locator('[data-place="discard"] .card')).to_have_count(1)


def test_tacocat_slides_a_used_card_on(opener: Opener, table: HouseTable) -> None:
    host = opener("simulation")
    table.play(lambda rig: rig.tap("YAY.ok"))
    table.play(first_duel)
    table.play(lambda rig: rounds.lay_lowest(rig, "WOW"))
    slides = host.locator(".slide:visible")
    expect(slides).to_have_count(2)

    for seat in rounds.SEATS:
        host.locator(f'[data-place="{seat}.pad"] .slide').click()

    expect(slides).to_have_count(0)
    expect(host.locator('[data-place="discard"] .card')).to_have_count(2)


@pytest.mark.parametrize("place", [hand_of("2"), "play"])
def test_a_place_that_the_game_does_not_use_is_shown_while_cards_are_left_there(
    opener: Opener, table: HouseTable, place: str
) -> None:
    table.play(lambda rig: rig.table.place(rig.table.truth.at("draw")[0].tag, place))
    page = opener.at(table.url_for("simulation"))
    left = page.locator(f'#table [data-place="{place}"]')
    expect(left.locator(".card")).to_have_count(1)

    page.get_by_role("button", name=DEAL["en"]).click()

    expect(left).to_be_hidden()
