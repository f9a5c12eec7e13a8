"""A game of Tacocat from two phones by touch: a third page hosts the table, a spectator comes in the middle.

Unless `TACOTABLE_PHONE_GAMES` is `whole`, people at the table play on when the phones have played a round; the phones
see its end.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.player import People
from browser.rounds import IS_WHOLE
from tacotable.autoplay.games import finish_game

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


@pytest.mark.long(keep=0)
def test_two_phones_play_tacocat_to_its_end(open_page: Opener, table: HouseTable) -> None:
    host = open_page()
    phones = {seat: open_page(seat, **PHONE) for seat in ("YAY", "WOW")}
    people = People(host, phones=phones)
    watching = None

    people.begin()
    for _ in range(400):
        stage = people.stage()
        if stage == "over":
            break
        if stage == "deal":
            if watching and not IS_WHOLE:
                expect(host.locator('.entry[data-kind="refusal"]')).to_have_count(0)
                table.play(lambda rig: finish_game(rig, Random(1), last_moves_s=0.0))
                people.wait_for("over")
                break
            asked = people.prompt_of("YAY")
            expect(asked).to_have_text(re.compile(r"deal \d+"))  # a phone may show it a moment after the host's page
            found = re.search(r"deal (\d+)", asked.inner_text())
            assert found is not None
            people.deal(int(found.group(1)))
        elif stage == "move":
            people.move_token()
            expect(host.locator('.stages [data-stage="move"]')).not_to_have_attribute("aria-current", "step")
            watching = watching or open_page("spectator")
        else:
            people.step()

    assert watching is not None
    for page in (host, watching, *phones.values()):
        expect(page.locator(".party-words")).to_have_text(re.compile("(YAY|WOW) wins!"))
    assert not IS_WHOLE or not host.locator('.entry[data-kind="refusal"]').count()
    expect(host.locator(".party-rows li").first).to_be_visible()
