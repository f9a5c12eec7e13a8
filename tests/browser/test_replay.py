"""Games that were played, in Chromium: the list, one step by step, what one may jump to, and the file to keep."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Opener, broken_looks
from browser.page_server import PageServer
from browser.ring_model import RingHouse, RingModel
from browser.sheets import draw_sheet
from browser.windows import Windows
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.web.played_games import PlayedGames

pytestmark = [pytest.mark.browser, pytest.mark.long]

WORKED_OUT_MS = 60_000
"""What a busy machine may take for the review of a game: seconds of its processor, and no test is about them."""
TABLES = pytest.mark.parametrize("table", ["tacocat", "kittens"])
SEEDS = {"tacocat": 3, "kittens": 6}
"""In the second game nobody saw enough of a card for any choice to be judged."""
WIDTHS = (360, 1366)


@cache
def ended(table: str) -> PlayedGames:
    """Play a game to its end, on a loop of its own, and give what a page may look at."""
    with simulated_table(table, seed=SEEDS[table], journal=MemoryLog()) as rig:
        games = PlayedGames(rig.program.controller, clock=rig.loop.time, wall=rig.loop.time)
        finish_game(rig, Random(SEEDS[table]))
    return games


@contextmanager
def evening(server: PageServer, windows: Windows, table: str) -> Iterator[Opener]:
    """Serve a table on which a game has just ended."""
    with ThreadPoolExecutor(1) as thread:
        games = thread.submit(ended, table).result()
    model = RingModel(2)
    with server.showing(model, games):
        opener = Opener(windows, RingHouse(model, server))
        yield opener
        opener.close()
        assert opener.complaints == []


def replay(opener: Opener, **options: Any) -> Page:
    """Open the list of games, and the only one of it."""
    page = opener.at(f"{opener.table.url}games", **options)
    page.locator(".games-list a").click()
    page.locator(".replay").wait_for()
    return page


@TABLES
def test_a_game_is_watched_step_by_step_to_its_end(server: PageServer, windows: Windows, table: str) -> None:
    with evening(server, windows, table) as opener:
        page = replay(opener, locale="zh-TW")
        count = page.locator(".replay-count")
        last = int((count.text_content() or "").split("/")[1])
        expect(count).to_have_text(f"1 / {last}")

        page.locator(".replay input").press("ArrowRight")
        expect(count).to_have_text(f"2 / {last}")
        page.get_by_role("button", name="上一步").click()
        expect(count).to_have_text(f"1 / {last}")
        page.get_by_role("button", name="結尾").click()

        expect(page.locator(".stage-end")).to_be_visible()
        expect(page.locator(".stage-highlights")).not_to_be_empty()
        draw_sheet(page, f"replay-end-{table}")


STEPS = """() => {
  const slider = document.querySelector(".replay input");
  const say = (part) => document.querySelector(`.stage-${part}`)?.textContent ?? "";
  const count = (part) => [...document.querySelectorAll(`.stage-${part}`)].map((box) => box.childElementCount);
  return Array.from({ length: Number(slider.max) }, (_, index) => {
    slider.value = index + 1;
    slider.dispatchEvent(new Event("input"));
    return {
      told: document.querySelector(".replay-told").textContent, round: say("round"), headline: say("told"),
      ask: say("ask"), wins: count("pips"), hands: count("backs"),
      rows: [...document.querySelectorAll(".stage-rows span")].map((row) => row.textContent),
    };
  });
}"""
"""Gives what the stage of a replay shows at each step."""


@pytest.mark.long
def test_round_score_headline_and_hands_agree_at_each_step(server: PageServer, windows: Windows) -> None:
    with evening(server, windows, "tacocat") as opener:
        steps = replay(opener).evaluate(STEPS)

    assert (steps[0]["told"], steps[0]["ask"]) == (
        "A game begins: Tacocat, retail.",
        "Tacocat goes to its first space",
    )
    wrong = []
    for number, step in enumerate(steps[:-1], 1):
        score, is_moving = sum(step["wins"]), step["ask"] == "Tacocat moves"
        is_between = is_moving or step["ask"] == "The cards are being dealt"
        if step["round"] != f"Round {score if is_moving else score + 1}":
            wrong.append((number, step))
        if step["headline"] in ("YAY wins the round", "WOW wins the round") and not is_moving:
            wrong.append((number, step))
        if is_moving and sum(step["hands"]):
            wrong.append((number, step))
        if (step["headline"] == "Nobody wins the round") > is_between:
            wrong.append((number, step))
    assert wrong == []
    assert steps[-1]["rows"] == [f"Round {n}" for n in range(1, sum(steps[-1]["wins"]) + 1)]
    assert steps[-1]["round"] == steps[-1]["rows"][-1]


@TABLES
def test_one_jumps_to_what_mattered(server: PageServer, windows: Windows, table: str) -> None:
    with evening(server, windows, table) as opener:
        page = replay(opener)

        page.locator(".replay-moments summary").click()
        moment = page.locator(".replay-moments button").first
        text = (moment.text_content() or "").partition(":")[2].strip()
        moment.click()

        expect(page.locator(".replay-told")).to_have_text(text)
        draw_sheet(page, f"replay-{table}")


@pytest.mark.long(keep=0)
def test_a_review_tells_what_each_choice_cost_and_leads_to_it(server: PageServer, windows: Windows) -> None:
    with evening(server, windows, "tacocat") as opener:
        page = replay(opener)
        opener.pardoned = ("Failed to load resource",)
        asked = "**/review.json*"
        page.route(asked, lambda route: route.abort())
        page.locator(".replay-review summary").click()
        expect(page.locator(".replay-review [role=status]")).to_contain_text("did not answer")
        page.unroute(asked)
        page.locator(".replay-review summary").click()

        page.locator(".replay-review summary").click()
        expect(page.locator(".replay-review [role=status]")).to_contain_text(
            "there was a better one", timeout=WORKED_OUT_MS
        )
        costly = page.locator(".replay-review button")
        number = (costly.nth(2).locator("span").text_content() or "").rstrip(":")
        expect(costly.nth(2).locator("small")).to_contain_text("By what was known")
        costly.nth(2).click()

        expect(page.locator(".replay-count")).to_have_text(re.compile(rf"^{number} /"))
        draw_sheet(page, "review-tacocat")


@pytest.mark.long(keep=0)
def test_a_game_whose_hands_nobody_told_is_reviewed_by_its_lethal_draws(server: PageServer, windows: Windows) -> None:
    with evening(server, windows, "kittens") as opener:
        page = replay(opener)

        page.locator(".replay-review summary").click()
        expect(page.locator(".replay-review [role=status]")).to_contain_text("No choice is judged")
        draw = page.locator(".replay-review button").last
        expect(draw).to_contain_text("By what everybody knew")
        draw.click()

        expect(page.locator(".replay-told")).to_contain_text("draws Exploding Kitten")
        draw_sheet(page, "review-kittens")


@TABLES
def test_the_file_to_keep_shows_the_game_without_the_table(
    server: PageServer, windows: Windows, table: str, tmp_path: Path
) -> None:
    with evening(server, windows, table) as opener:
        page = replay(opener)
        with page.expect_download() as download:
            page.get_by_role("link", name="Keep it as a file").click()
        kept = tmp_path / "game.html"
        download.value.save_as(kept)
        asked: list[str] = []
        alone = opener.at("about:blank")
        alone.on("request", lambda request: asked.append(request.url))

        alone.goto(kept.as_uri())
        alone.get_by_role("button", name="End").click()

        expect(alone.locator(".stage-end")).to_be_visible()
        assert asked == [kept.as_uri()]


@TABLES
def test_list_and_replay_fit_phone_and_laptop_and_break_no_rule(
    server: PageServer, windows: Windows, table: str
) -> None:
    with evening(server, windows, table) as opener:
        page = opener.at(f"{opener.table.url}games")
        page.locator(".games-list a").wait_for()
        found = broken_looks(page, *WIDTHS)
        page.locator(".games-list a").click()
        page.locator(".replay").wait_for()

        assert found == {}
        assert broken_looks(page, *WIDTHS) == {}
