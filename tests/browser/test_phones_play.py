"""A whole game of Tacocat from two phones by touch: a third page hosts the table, a spectator comes in the middle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Opener
from browser.player import People

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


def test_two_phones_play_tacocat_to_its_end(open_page: Opener) -> None:
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
            found = re.search(r"deal (\d+)", people.prompt("YAY"))
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
    expect(host.locator('.entry[data-kind="refusal"]')).to_have_count(0)
    expect(host.locator(".party-rows li").first).to_be_visible()
