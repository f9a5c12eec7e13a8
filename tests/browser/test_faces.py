"""Backs and faces: what a phone holds is hidden from the host, and what both seats laid is turned over for all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import rounds
from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import MouseHands
from browser.sheets import draw_sheet
from browser.test_command import started
from browser.test_secrets import cards_told
from browser.test_stage import stage
from browser.windows import Windows
from tacotable.autoplay.rig import Rig
from tacotable_sim.truth import hand_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

PAD = '[data-place="{}.pad"] .card'
FACES = "cards => cards.map(card => card.dataset.face ?? null)"


def duelling(rig: Rig) -> None:
    """Deal, and replace nothing: the duel is asked for."""
    rounds.dealt(rig)
    for seat in rounds.SEATS:
        rig.tap(f"{seat}.ok")


def lay(page: Page, table: HouseTable, seat: str, face: str) -> None:
    """Drag a card of a hand to its pad, and let the table read it."""
    MouseHands(page).carry(
        page.locator(f'[data-place="hand:{seat}"] .card[data-face="{face}"]').first, f'[data-place="{seat}.pad"]'
    )
    expect(page.locator(PAD.format(seat))).to_have_count(1)
    table.wait(1)


@pytest.mark.long(keep=0)
def test_a_duel_with_a_phone_is_backs_for_all_until_both_are_laid_and_then_faces(
    open_page: Opener, table: HouseTable
) -> None:
    table.play(duelling)
    phone, host, television = open_page("WOW"), open_page(), stage(open_page)
    pages = (host, phone, open_page("spectator"))
    expect(host.locator('[data-place="hand:WOW"] .card')).to_have_count(len(table.hand_of("WOW")))
    expect(host.locator('.seat[data-seat="WOW"] .chip.phone')).to_be_visible()
    expect(host.locator('.seat[data-seat="WOW"] .screen')).to_be_hidden()
    own, other = (min(table.hand_of(seat), key=int) for seat in rounds.SEATS)

    lay(host, table, "YAY", own)
    for page in pages:
        assert page.locator(PAD.format("YAY")).evaluate_all(FACES) == [None]
    expect(television.locator(".stage-lane .is-back")).to_have_count(1)
    draw_sheet(host, "faces-sealed")
    told = cards_told(open_page.frames[host])
    assert {card["face"] for card in told if card["place"] in ("hand:WOW", "WOW.pad", "pile")} == {None}
    lay(phone, table, "WOW", other)

    shown = sorted((own, other))
    for page in pages:
        for seat, face in zip(rounds.SEATS, (own, other), strict=True):
            expect(page.locator(f'{PAD.format(seat)}[data-face="{face}"]')).to_be_visible()
        expect(page.locator(".last-exchange")).to_contain_text(re.compile(f"{own}.*{other}|{other}.*{own}"))
    expect(television.locator(".stage-lane .stage-card[data-face]:not(.is-empty)")).to_have_count(2)
    lanes = television.locator(".stage-lane .stage-card:not(.is-empty)").evaluate_all(FACES)
    draw_sheet(host, "faces-host")
    draw_sheet(television, "faces-stage")
    assert sorted(lanes) == shown


def test_a_tied_duel_stays_in_sight_on_the_stage_while_the_next_cards_are_laid(
    open_page: Opener, table: HouseTable
) -> None:
    television = stage(open_page)

    def tie(rig: Rig) -> None:
        duelling(rig)
        for seat in rounds.SEATS:
            rig.place("7", f"{seat}.pad")

    table.play(tie)
    faces = television.locator('.stage-lane .stage-card[data-face="7"]')
    expect(faces).to_have_count(2)
    table.play(lambda rig: rig.lift(rig.table.truth.at("YAY.pad")[0].tag))
    table.play(lambda rig: rig.place(rig.table.truth.at(hand_of("YAY"))[0].face, "YAY.pad", hand_of("YAY")))

    expect(television.locator(".stage-lane .is-back")).to_have_count(1)
    expect(faces).to_have_count(2)


@pytest.mark.long(keep=0)
def test_the_host_takes_a_seat_from_its_phone_in_the_dialog_of_who_sits_there(windows: Windows) -> None:
    with started() as address:
        taken = [windows.take(width=1440), windows.take(width=390)]
        host, phone = (window.page for window in taken)
        host.goto(address("to play"))
        phone.goto(address("seat WOW may open"))
        seat = host.locator('.seat[data-seat="WOW"]')
        expect(seat.locator(".chip.phone")).to_be_visible()

        seat.locator(".name").click()
        expect(host.locator("[data-level=none]")).to_have_text("Here, not on its phone")
        host.locator("[data-level=none]").click()

        expect(seat.locator(".chip.phone")).to_be_hidden()
        expect(phone.locator("#banner")).to_contain_text("opens no seat")
        for window in taken:
            windows.give_back(window)
