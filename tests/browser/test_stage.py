"""The stage: read from afar at 1920x1080, nothing to press, nothing moves but what the game moves, no hidden card."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from browser import rounds
from browser.conftest import Opener, broken_rules
from browser.house_table import HouseTable
from browser.ring_model import RingHouse
from browser.sheets import draw_sheet
from tacotable.autoplay.rig import Rig
from tacotable.table.schema import Clock
from tacotable_sim.truth import hand_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

SIZES = pytest.mark.parametrize("ring", rounds.RINGS, indirect=True)
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh-TW"])
LEAST_PX = 28
TOO_SMALL = """least => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const box = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || box.closest(".unseen, noscript, [hidden]")) continue;
    if (!box.checkVisibility({ visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(box).fontSize);
    if (size < least - 0.01) found.push(`${box.className}: ${size}`);
  }
  return found;
}"""
CUT_OFF = """() => {
  const found = [];
  for (const box of document.querySelectorAll(".stage *:not(svg, svg *)")) {
    if (!box.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const isOutside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    if (isOutside) found.push(`${box.className} outside`);
    const isText = [...box.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const isOver = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 4;
    const isBox = getComputedStyle(box).display !== "inline";
    if (isText && isBox && isOver) found.push(`${box.className} cut: ${box.textContent}`);
  }
  return found;
}"""
PARTS = ("head > *", "side", "seat", "board", "space", "pile", "play", "told", "ask", "plays")
PLACES = """parts => [...document.querySelectorAll(parts.map((part) => `.stage-${part}`).join())].map((box) => {
  const { x, y, width, height } = box.getBoundingClientRect();
  return [x, y, width, height];
})"""


def stage(opener: Opener, query: str = "", **options: Any) -> Page:
    """Open the stage on a television."""
    page = opener.at(f"{opener.table.url}stage{query}", width=1920, **options)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator(".stage[data-stage]").wait_for()
    return page


def problems(page: Page, moment: str) -> dict[str, object]:
    """Give what cannot be read from afar, is cut off, or runs over the edge."""
    draw_sheet(page, f"stage-{moment}-{page.evaluate('document.documentElement.lang')}")
    width, height = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    found = {
        "scrolls": [] if (width, height) == (1920, 1080) else [width, height],
        "small": page.evaluate(TOO_SMALL, LEAST_PX),
        "cut": page.evaluate(CUT_OFF),
        "pressed": page.locator("button:visible, select:visible, input:visible, a:visible").count() or [],
    }
    return {what: value for what, value in found.items() if value}


@SIZES
@LANGUAGES
def test_a_ring_is_read_from_three_metres(open_ring: Opener, ring: RingHouse, language: str) -> None:
    page = stage(open_ring, locale=language)
    seats = list(ring.model.seats)

    size = f"ring{len(seats)}"
    found = {"window": problems(page, f"{size}-window")}
    ring.change(clock={"left_ms": dict.fromkeys(seats, 599_000), "running": ["A"], "free_ms": 60_000})
    expect(page.locator(".seat-clock:visible")).to_have_count(len(seats))
    found["clocks"] = problems(page, f"{size}-clocks")
    ring.change(phase="defuse", asked=["A"], pending=None)
    expect(page.locator(".stage[data-tense]")).to_have_count(1)
    found["defuse"] = problems(page, f"{size}-defuse")
    ring.change(stage="over", alive=seats[-1:])
    expect(page.locator(".stage-end")).to_be_visible()
    found["over"] = problems(page, f"{size}-over")

    assert {moment: wrong for moment, wrong in found.items() if wrong} == {}


@LANGUAGES
def test_a_duel_and_an_exchange_are_read_from_three_metres(open_page: Opener, table: HouseTable, language: str) -> None:
    page = stage(open_page, locale=language)
    found = {"lobby": problems(page, "lobby")}

    table.play(rounds.dealt)
    table.play(lays_first)
    expect(page.locator(".stage-lane .is-back")).to_have_count(1)
    found["duel"] = problems(page, "duel")
    table.play(lambda rig: rounds.lay_lowest(rig, "WOW"))
    expect(
        page.locator(".stage-lane .stage-card[data-face='1'], .stage-lane .stage-card[data-face='2']")
    ).to_have_count(2)
    found["revealed"] = problems(page, "revealed")
    table.play(exchange)
    expect(page.locator(".stage-told")).to_contain_text("9")
    found["exchange"] = problems(page, "exchange")

    assert {moment: wrong for moment, wrong in found.items() if wrong} == {}


def lays_first(rig: Rig) -> None:
    """Keep both hands as they are; YAY lays its duel card."""
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    rounds.lay_lowest(rig, "YAY")


def exchange(rig: Rig) -> None:
    """Take the duel cards away; WOW attacks with its highest card, and YAY answers with its own."""
    for seat in rounds.SEATS:
        for card in list(rig.table.truth.at(f"{seat}.pad")):
            rig.lift(card.tag)
    for seat in ("WOW", "YAY"):
        card = max(rig.table.truth.at(hand_of(seat)), key=lambda card: int(card.face))
        rig.table.place(card.tag, f"{seat}.pad")
        rig.wait(rig.settle_s)


def test_the_lobby_shows_the_games_who_sits_and_how_to_join(open_page: Opener, table: HouseTable) -> None:
    lobby = stage(open_page).locator(".stage-lobby")

    expect(lobby.locator(".stage-rows").first.locator("li")).to_have_count(5)
    expect(lobby.locator(".stage-rows").last.locator("li")).to_have_text(["YAY", "WOW"])
    expect(lobby).to_contain_text("press OK at a seat")
    table.play(rounds.dealt)
    expect(lobby).to_be_hidden()


def test_the_last_exchange_stays_large(open_page: Opener, table: HouseTable) -> None:
    page = stage(open_page)

    table.play(rounds.attacking)
    table.play(exchange)

    expect(page.locator(".stage-told")).to_have_text("YAY 9 beats WOW 8")
    expect(page.locator(".stage-side[data-active] .stage-name")).to_have_text("YAY")
    expect(page.locator(".stage-ask")).to_have_text("YAY attacks")


def test_a_duel_card_is_told_nobody_before_both_are_there(open_page: Opener, table: HouseTable) -> None:
    page = stage(open_page)
    table.play(rounds.dealt)
    table.play(lays_first)
    expect(page.locator(".stage-lane .is-back")).to_have_count(1)

    frames = [json.loads(frame) for frame in open_page.frames[page]]

    assert [frame for frame in frames if frame["type"] in ("truth", "health", "log")] == []
    assert page.locator(".stage-card[data-face]:not([data-face=''])").count() == 0
    told = [
        found
        for frame in frames
        if frame["type"] != "welcome"
        for found in values_of(frame, ("cards", "card", "attack", "demands"))
    ]
    assert [value for value in told if value] == []


def values_of(part: Any, names: tuple[str, ...]) -> list[object]:
    """Give what stands behind some names, however deep."""
    if isinstance(part, list):
        return [value for one in part for value in values_of(one, names)]
    if not isinstance(part, dict):
        return []
    inner = [value for one in part.values() for value in values_of(one, names)]
    return [*inner, *(value for name, value in part.items() if name in names)]


@SIZES
def test_nothing_moves_when_only_what_is_asked_changes(open_ring: Opener, ring: RingHouse) -> None:
    page = stage(open_ring)
    before = page.evaluate(PLACES, PARTS)

    ring.change(phase="give", asked=["B"])
    expect(page.locator(".stage-ask")).to_have_text("B owes A a card")

    moved = [
        (a, b)
        for a, b in zip(before, page.evaluate(PLACES, PARTS), strict=True)
        if max(map(lambda x, y: abs(x - y), a, b)) > 2
    ]
    assert moved == []


def test_only_the_stage_of_a_stream_has_no_ground(open_ring: Opener) -> None:
    ground = "getComputedStyle(document.body).background + getComputedStyle(document.documentElement).backgroundColor"

    clear, usual = (stage(open_ring, query).evaluate(ground) for query in ("?ground=clear", ""))

    assert "gradient" in usual
    assert "gradient" not in clear
    assert clear.endswith("rgba(0, 0, 0, 0)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_of_accessibility_is_broken(open_ring: Opener, scheme: str) -> None:
    page = stage(open_ring, f"?theme={scheme}")

    assert broken_rules(page) == []


def test_a_key_in_the_tab_makes_a_stage_no_more_than_a_spectator(open_ring: Opener, ring: RingHouse) -> None:
    page = stage(open_ring, "#key=KEYA")

    frames = "\n".join(open_ring.frames[page])

    assert '"role":"spectator"' in frames.replace(" ", "")
    assert "KEYA" not in frames


@pytest.mark.long(keep=0)
def test_what_is_left_of_a_seats_time_runs_on_stage_and_page_until_the_game_asks_nobody(
    open_page: Opener, table: HouseTable
) -> None:
    def with_clocks(rig: Rig) -> None:
        devices = rig.program.controller.situation.devices
        devices.table = msgspec.structs.replace(devices.table, clock=Clock(bank_min=2))

    table.play(with_clocks)
    table.play(rounds.attacking)
    pages = [
        stage(open_page, locale="en-IE"),
        open_page("YAY", locale="en-IE"),
    ]  # windows that no other test uses again
    for page in pages:
        page.clock.install()
        page.reload()
        clocks = page.locator(".seat-clock")
        expect(clocks).to_have_count(2)
        expect(page.locator(".seat-clock[data-runs]")).to_have_count(1)
        assert page is not pages[0] or problems(page, "clocks") == {}
        waits, runs = [page.locator(f".seat-clock{each}").inner_text() for each in (":not([data-runs])", "[data-runs]")]
        page.clock.run_for(30_000)
        assert page.locator(".seat-clock:not([data-runs])").inner_text() == waits
        assert seconds(page.locator(".seat-clock[data-runs]").inner_text()) in range(
            seconds(runs) - 32, seconds(runs) - 28
        )
        page.clock.run_for(120_000)
        expect(page.locator(".seat-clock.is-alert")).to_have_text("0:00")


def seconds(text: str) -> int:
    minutes, _, rest = text.partition(":")
    return 60 * int(minutes) + int(rest)
