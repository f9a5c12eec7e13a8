"""The page of a ring of seats: where everything is at every size, what hands can do, and who is told what."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Opener, broken_looks, broken_rules
from browser.player import KeyboardHands, MouseHands
from browser.ring_model import RingHouse
from browser.rounds import RINGS
from pi.patches import pictures_told

pytestmark = [pytest.mark.browser, pytest.mark.long]

WIDTHS = (320, 390, 550, 761, 899, 1100, 1240, 1440)
SIZES = pytest.mark.parametrize("ring", RINGS, indirect=True)


@SIZES
@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("who", ["simulation", "A", "spectator"])
def test_nothing_runs_over_the_edge(open_ring: Opener, who: str, language: str) -> None:
    page = open_ring(who, locale=language)

    widest = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        widest[width] = page.evaluate("document.documentElement.scrollWidth")

    assert {width: needed for width, needed in widest.items() if needed > width} == {}


@SIZES
def test_no_rule_of_accessibility_is_broken(open_ring: Opener) -> None:
    page = open_ring()

    assert broken_looks(page, 390, 1440) == {}


@SIZES
def test_no_seat_lies_over_another_or_over_the_middle(open_ring: Opener) -> None:
    page = open_ring()

    boxes = [box_of(part) for part in page.locator(".seat, .ring-middle").all()]

    crossing = [(a, b) for a in boxes for b in boxes if a is not b and crosses(a, b)]
    assert crossing == []


def box_of(part: Locator) -> dict[str, float]:
    box = part.bounding_box()
    assert box is not None
    return {name: float(box[name]) for name in ("x", "y", "width", "height")}


def crosses(a: dict[str, float], b: dict[str, float]) -> bool:
    is_beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    is_above = a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
    return not (is_beside or is_above)


@pytest.mark.parametrize("ring", [10], indirect=True)
def test_seats_go_clockwise_from_the_own_one(open_ring: Opener) -> None:
    page = open_ring("D")

    middle = {seat: box_of(page.locator(f'[data-seat="{seat}"]')) for seat in "ABCDEFGHIJ"}

    assert max(middle, key=lambda seat: middle[seat]["y"]) == "D"
    left = [seat for seat in "EF" if middle[seat]["x"] < middle["D"]["x"] + 50]
    assert left == ["E", "F"]
    assert middle["E"]["y"] > middle["F"]["y"]
    assert sorted("GHIJA", key=lambda seat: middle[seat]["x"]) == list("GHIJA")
    assert middle["B"]["y"] < middle["C"]["y"]


def test_the_ring_turns_to_the_seat_that_a_watcher_chooses(open_ring: Opener) -> None:
    page = open_ring("spectator")

    page.get_by_role("button", name="Look from C's side").click()

    expect(page.locator(".ring-near .seat")).to_have_attribute("data-seat", "C")
    expect(page.locator(".ring-side.is-left .seat")).to_have_attribute("data-seat", "D")


def test_the_ring_follows_the_turn_for_one_who_plays_all_seats(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    expect(page.locator(".ring-near .seat")).to_have_attribute("data-seat", "A")

    page.get_by_role("button", name="Follow the turn").click()
    ring.change(turn="D")

    expect(page.locator(".ring-near .seat")).to_have_attribute("data-seat", "D")


def test_a_hand_is_sorted_by_its_cards(open_ring: Opener) -> None:
    page = open_ring("A")

    faces = [card.get_attribute("data-face") for card in page.locator('[data-place="hand:A"] .card').all()]

    assert faces == ["defuse", "nope", "attack", "see-the-future", "favor", "feral-cat", "cat-1", "cat-1"]


def test_a_seat_reads_its_faces_and_counts_the_backs_of_others(open_ring: Opener) -> None:
    page = open_ring("A")

    expect(page.locator('[data-place="hand:A"] .card[data-face]')).to_have_count(8)
    expect(page.locator('[data-place="hand:B"] .card[data-face]')).to_have_count(0)
    expect(page.locator('[data-place="hand:B"] .place-count')).to_have_text("8 cards")


def test_the_window_shows_what_is_played_who_lets_it_pass_and_how_long_it_is_open(open_ring: Opener) -> None:
    page = open_ring("C")

    expect(page.locator(".pending")).to_have_text("AAttackto B")
    expect(page.locator(".nopes")).to_have_text("Nope × 1")
    expect(page.locator('[data-seat="A"] .state')).to_have_text("lets it pass")
    expect(page.locator('[data-seat="C"] .state')).to_have_text("may stop it")
    expect(page.locator(".countdown")).to_have_attribute(
        "aria-label", "Countdown, 7 of 12 lights: Time to say Nope, steady"
    )


@pytest.mark.parametrize("hands", [MouseHands, KeyboardHands])
def test_a_card_is_laid_on_the_play_pad(
    open_ring: Opener, ring: RingHouse, hands: type[MouseHands] | type[KeyboardHands]
) -> None:
    page = open_ring("A")

    hands(page).carry(page.locator('[data-place="hand:A"] .card[data-face="defuse"]'), '[data-place="play"]')

    expect(page.locator('[data-place="play"] .card[data-face="defuse"]')).to_have_count(1)
    expect(page.locator('[data-place="hand:A"] .card')).to_have_count(7)


def test_a_card_goes_into_the_pile_where_its_player_says(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(allow=("insert", "pick-up"))
    page, other = open_ring("A"), open_ring("B")

    MouseHands(page).carry(page.locator('[data-place="play"] .card'), '[data-place="pile"]')
    expect(page.locator(".slot-dialog")).to_be_visible()
    page.get_by_label("Place from the top:").fill("5")
    page.get_by_role("button", name="Put it there").click()

    expect(page.locator('[data-place="pile"] .place-count')).to_have_text("25 cards")
    expect(other.locator('[data-place="pile"] .place-count')).to_have_text("25 cards")
    _, act = ring.model.done[-1]
    assert (act["place"], act["slot"]) == ("pile", 4)
    assert not any("slot" in truth for truth in pictures_told(open_ring.frames[other], "truth"))


def test_a_slot_that_the_pile_has_not_is_not_taken(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(allow=("insert", "pick-up"))
    page = open_ring("A")
    MouseHands(page).carry(page.locator('[data-place="play"] .card'), '[data-place="pile"]')

    page.get_by_label("Place from the top:").fill("26")
    page.get_by_role("button", name="Put it there").click()

    expect(page.locator(".slot-dialog")).to_be_visible()
    assert ring.model.done == []


def test_a_private_look_is_for_one_page_and_can_put_the_cards_in_order(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(allow=("look:A",))
    page, other = open_ring("A"), open_ring("B")

    page.get_by_role("button", name="Look at the top three").click()
    expect(page.locator(".looked-name")).to_have_text(["Shuffle", "Exploding Kitten", "Skip"])
    expect(other.locator('[data-seat="A"] .state')).to_have_text("looks at the pile")
    page.get_by_role("button", name="Skip: nearer to the top").click()
    page.get_by_role("button", name="Put them back").click()

    expect(page.locator(".look-dialog")).to_be_hidden()
    expect(other.locator('[data-seat="A"] .state')).to_have_text("lets it pass")
    ids = ring.model.cards["pile"][:3]
    assert ring.model.done[-1][1] == {"do": "put-back", "seat": "A", "cards": [ids[0], ids[2], ids[1]]}
    assert {json.dumps(truth["looks"]) for truth in pictures_told(open_ring.frames[other], "truth")} == {"{}"}


def test_the_discard_pile_is_spread_out_and_a_card_of_it_taken(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(allow=("take",))
    page = open_ring("A")
    expect(page.locator('[data-place="discard"] .card')).to_have_count(3)

    page.get_by_role("button", name="Spread out").click()
    expect(page.locator('[data-place="discard"] .card')).to_have_count(8)
    KeyboardHands(page).carry(page.locator('[data-place="discard"] .card').nth(3), '[data-place="play"]')

    expect(page.locator('[data-place="play"] .card[data-face="targeted-attack"]')).to_have_count(1)


def test_one_end_of_the_pile_is_drawn_by_dragging(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(allow=("draw",))
    page = open_ring("A")
    pile = page.locator('[data-place="pile"]')

    MouseHands(page).carry(pile.get_by_role("button", name="Top card"), '[data-place="hand:A"]')
    expect(page.locator('[data-place="hand:A"] .card')).to_have_count(9)
    expect(pile.locator(".card:enabled")).to_have_count(1)
    ring.change(allow=("draw", "bottom:A"))
    expect(pile.get_by_role("button", name="Top card")).to_be_disabled()
    KeyboardHands(page).carry(pile.get_by_role("button", name="Bottom card"), '[data-place="hand:A"]')

    expect(page.locator('[data-place="hand:A"] .card[data-face="exploding-kitten"]')).to_have_count(1)
    assert [act["card"] for _, act in ring.model.done] == ["back pile 0", "back pile 22"]


def test_a_card_is_taken_from_a_fan_only_when_one_is_to_be_stolen(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A")
    fan = page.locator('[data-place="hand:B"] .card')
    expect(fan.first).to_be_disabled()

    ring.change(allow=("steal:B",))
    MouseHands(page).carry(fan.nth(7), '[data-place="hand:A"]')

    expect(page.locator('[data-place="hand:A"] .card')).to_have_count(9)


def test_a_page_offers_a_seat_only_what_it_may_do(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A")

    expect(page.get_by_role("button", name=re.compile("Draw a card|From the bottom|Look at|Gather"))).to_have_count(0)
    expect(page.locator('[data-place="pile"] .card:enabled, [data-place="discard"] .card:enabled')).to_have_count(0)
    ring.change(allow=("draw", "gather", "look:A"))
    expect(page.get_by_role("button", name=re.compile("Draw a card|Look at|Gather"))).to_have_count(3)


@pytest.mark.parametrize("ring", RINGS, indirect=True)
def test_every_seat_has_one_button_of_the_pile_and_it_is_the_right_one(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring()
    buttons = page.locator(".draws button:visible")
    for seat in ring.model.seats:
        own = page.locator(f'[data-seat="{seat}"] .draws button:visible')
        for allow, name in (((), "Draw a card"), ((f"bottom:{seat}",), "From the bottom")):
            ring.change(turn=seat, asked=[seat], pending=None, phase="turn", allow=allow)
            for size in WIDTHS[1], WIDTHS[4], WIDTHS[-1]:
                page.set_viewport_size({"width": size, "height": 800})

                expect(own).to_have_text([name])
                expect(buttons).to_have_count(1)


@pytest.mark.parametrize("ring", RINGS, indirect=True)
def test_after_the_end_every_seat_has_its_buttons(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(stage="over", alive=["A"], pending=None, phase=None, asked=[])
    host, own = open_ring(), open_ring("B")

    for width in WIDTHS[1], WIDTHS[4], WIDTHS[-1]:
        for page, seats in ((host, ring.model.seats), (own, "B")):
            page.set_viewport_size({"width": width, "height": 800})
            for seat in seats:
                expect(page.locator(f'[data-button="{seat}.ok"]')).to_be_visible()


@pytest.mark.long(keep=0)
def test_a_seat_that_explodes_bursts_once_and_nothing_flashes(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A", reduced_motion="no-preference")
    page.evaluate(NOTE_BURSTS)

    ring.change(alive=["A", "B", "D", "E"])

    expect(page.locator('[data-seat="C"] .state')).to_have_text("out")
    expect(page.locator(".burst")).to_have_count(0)
    assert page.evaluate("window.bursts") == [{"seat": "C", "says": "BOOM", "flashes": 0}]


NOTE_BURSTS = """() => {
  window.bursts = [];
  const flashes = () => document.getAnimations()
    .filter(({ effect }) => effect.target.closest(".burst, .party"))
    .map(({ effect }) => effect.getTiming())
    .filter(({ iterations, duration }) => iterations > 1 && duration < 500);
  const note = (burst) => window.bursts.push({
    seat: burst.closest("[data-seat]").dataset.seat,
    says: burst.querySelector("strong").textContent,
    flashes: flashes().length,
  });
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node.classList?.contains("burst"))
    .forEach(note)).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes each burst as it comes: it is gone by itself, perhaps before anybody looks again."""


def test_a_take_back_strikes_out_nothing_of_the_game_before(open_ring: Opener, ring: RingHouse) -> None:
    """Acts are counted anew in each game."""
    page = open_ring("A")
    line: dict[str, object] = {
        "kind": "table",
        "seat": None,
        "rule": None,
        "act": None,
        "why": None,
        "undone": [],
        "begins": False,
    }
    told: list[dict[str, object]] = [
        {"text": "The first Attack.", "act": 1},
        {"text": "A game begins.", "begins": True},
        {"text": "The second Attack.", "act": 1},
        {"text": "Taken back.", "undone": [1]},
    ]

    ring.change(entries=[*ring.model.entries, *({**line, **each, "n": n} for n, each in enumerate(told, 3))])

    struck = page.locator(".entry.is-undone")
    expect(struck).to_have_count(1)
    expect(struck).to_contain_text("The second Attack.")


def test_the_winner_is_cheered_with_and_without_motion(open_ring: Opener, ring: RingHouse) -> None:
    pages = [open_ring("A", reduced_motion=motion) for motion in ("reduce", "no-preference")]

    ring.change(alive=["D"], stage="over")

    for page in pages:
        expect(page.locator(".party-words")).to_have_text("D wins!")
        expect(page.locator('[data-seat="D"] .state')).to_have_text("winner")
    assert pages[0].evaluate("document.getAnimations().length") == 0


def test_everything_on_a_phone_is_done_by_taps(open_ring: Opener, ring: RingHouse) -> None:
    page = open_ring("A", width=390, has_touch=True, is_mobile=True)

    page.locator('[data-place="hand:A"] .card[data-face="nope"]').tap()
    page.locator('[data-place="play"]').tap()

    expect(page.locator('[data-place="play"] .card')).to_have_count(2)


def test_a_phone_shows_the_middle_then_the_own_seat_then_the_others(open_ring: Opener) -> None:
    page = open_ring("C", width=390)

    tops = [box_of(page.locator(part))["y"] for part in (".ring-middle", '[data-seat="C"]', '[data-seat="D"]')]

    assert tops == sorted(tops)


def test_in_forced_colours_the_turn_and_the_countdown_are_still_told_apart(open_ring: Opener) -> None:
    page = open_ring(forced_colors="active")

    assert style(page, ".countdown-fill", "backgroundColor") != style(page, ".countdown-bar", "backgroundColor")
    assert style(page, '[data-seat="A"]', "outlineStyle") == "solid"
    assert style(page, '[data-seat="B"]', "outlineStyle") == "none"


def style(page: Page, selector: str, name: str) -> str:
    return str(page.locator(selector).evaluate(f"element => getComputedStyle(element).{name}"))


def test_a_real_ring_shows_counts_instead_of_cards_and_has_nothing_to_press(open_ring: Opener, ring: RingHouse) -> None:
    ring.change(is_simulated=False)

    page = open_ring("A", width=390)

    expect(page.locator(".counted")).to_have_text("Draw pile: 24 cards")
    expect(page.locator('[data-seat="B"] .count')).to_have_text("8 cards")
    expect(page.locator(".card, .place, .gather:visible, .press:enabled")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.long(keep=0)
def test_the_slot_chooser_and_the_private_look_break_no_rule_of_accessibility(
    open_ring: Opener, ring: RingHouse
) -> None:
    ring.change(allow=("insert", "pick-up", "look:A"))
    page = open_ring("A", locale="zh-TW", width=390)

    KeyboardHands(page).carry(page.locator('[data-place="play"] .card'), '[data-place="pile"]')
    expect(page.locator(".slot-dialog")).to_be_visible()
    in_chooser = broken_rules(page)
    page.keyboard.press("Escape")
    page.locator(".look").click()
    expect(page.locator(".look-dialog")).to_be_visible()
    in_look = broken_rules(page)

    assert (in_chooser, in_look) == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("language", "texts"), [("en", ["0 cards", "1 card", "2 cards"]), ("zh-TW", ["0 張", "1 張", "2 張"])]
)
def test_one_card_is_told_as_one(open_ring: Opener, ring: RingHouse, language: str, texts: list[str]) -> None:
    page = open_ring("A", locale=language)

    pile = ring.model.cards["pile"]
    for count, text in enumerate(texts):
        ring.change(cards={**ring.model.cards, "pile": pile[:count]})
        expect(page.locator('[data-place="pile"] .place-count')).to_have_text(text)
