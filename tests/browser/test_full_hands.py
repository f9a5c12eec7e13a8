"""A hand of fifteen cards at each seat of a ring: every card can be picked, beside all buttons of the pile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener
from browser.ring_model import RingHouse
from browser.sheets import draw_sheet
from browser.test_looks import CUT, LAPTOP, LARGE, LARGE_PHONE, PHONE, TABLET, resize

pytestmark = [pytest.mark.browser, pytest.mark.long]

FIFTEEN = (
    *("defuse", "attack", "nope", "see-the-future", "cat-1", "cat-2", "cat-3", "feral-cat", "favor", "skip"),
    *("shuffle", "targeted-attack", "alter-the-future", "draw-from-bottom", "cat-4"),
)
LEAST_PX = {"mouse": 12, "finger": 24}
REACHED = """seat => {
  const hand = document.querySelector(`[data-place="hand:${seat}"]`);
  hand.scrollIntoView({ block: "center" });
  const around = hand.closest(".seat").getBoundingClientRect();
  return [...hand.querySelectorAll(".card")].map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const isHit = (x, y) => x < around.right && document.elementFromPoint(x, y)?.closest(".card") === card;
    const counted = (from, to, isHitAt) => {
      let hits = 0;
      for (let at = from; at < to; at += 2) hits += isHitAt(at);
      return hits;
    };
    return [2 * counted(left, right, (x) => isHit(x, top + 5)), 2 * counted(top, bottom, (y) => isHit(left + 5, y))];
  });
}"""
"""How wide and how high the part of each card is that a pointer reaches, in px."""


def fill(ring: RingHouse, seat: str) -> None:
    """Have one seat on turn hold fifteen cards, with every button that a hand can have."""
    model = ring.model
    for each in model.seats:
        model.cards[f"hand:{each}"].clear()
        model._put(f"hand:{each}", FIFTEEN if each == seat else FIFTEEN[:8])
    allow = (f"bottom:{seat}", f"look:{seat}", f"shuffle:{seat}")
    ring.change(turn=seat, asked=[seat], pending=None, phase="turn", allow=allow)


def too_small(page: Page, seat: str, least_px: int) -> list[list[float]]:
    """Return the cards of a hand of which a pointer reaches too little."""
    expect(page.locator(f'[data-place="hand:{seat}"] .card')).to_have_count(15)
    return [size for size in page.evaluate(REACHED, seat) if min(size) < least_px]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("ring", [3, 10, 2, 5], indirect=True)
def test_each_of_fifteen_cards_is_reached_at_every_seat(open_ring: Opener, ring: RingHouse) -> None:
    page, wrong = open_ring(), {}
    for seat in ring.model.seats:
        fill(ring, seat)
        for size in (LAPTOP, LARGE, TABLET, LARGE_PHONE):
            resize(page, size)
            if found := too_small(page, seat, LEAST_PX["mouse"]):
                wrong[seat, size] = found
            draw_sheet(page, f"full{len(ring.model.seats)}-{seat}-{size[0]}")
            if cut := page.evaluate(CUT):
                wrong[seat, size] = cut

    assert wrong == {}


@pytest.mark.parametrize("ring", [10], indirect=True)
def test_each_of_fifteen_cards_is_touched_on_the_phone_of_its_seat(open_ring: Opener, ring: RingHouse) -> None:
    fill(ring, "A")
    page, wrong = open_ring("A", has_touch=True, is_mobile=True), {}
    for size in (PHONE, LARGE_PHONE):
        resize(page, size)
        draw_sheet(page, f"full{len(ring.model.seats)}-phone-{size[0]}")
        if found := too_small(page, "A", LEAST_PX["finger"]):
            wrong[size] = found

    assert wrong == {}
