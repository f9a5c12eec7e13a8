"""An organiser at the director's desk, and what everybody sees meanwhile."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from browser.conftest import broken_rules
from browser.windows import Windows
from live.director_process import kill, start
from live.played_game import played, write

pytestmark = [pytest.mark.browser, pytest.mark.long]

FORM = "form[data-do={}] "
REFUSED = "status of 400"
"""What the browser says of an answer that the desk tells in a sentence."""


@pytest.fixture
def desk(windows: Windows, tmp_path: Path) -> Iterator[Page]:
    """Give the desk of a director, open in a window; a console error fails the test."""
    child, said = start(tmp_path / "event", 0)
    window, complaints = windows.take(width=1366), list[str]()
    window.listen(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type == "error" and REFUSED not in message.text else None
        ),
    )
    window.listen("pageerror", lambda error: complaints.append(str(error)))
    window.page.goto(said["desk"])
    yield window.page
    windows.give_back(window)
    kill(child)
    assert complaints == []


@pytest.mark.long(keep=0)
def test_an_event_is_directed_by_presses_alone_and_everybody_can_follow(desk: Page) -> None:
    add_table(desk, "Table 1")
    expect(desk.locator("#keys code")).to_contain_text('--table "Table 1" --key ')
    expect(desk.locator(".row")).to_have_count(1)
    desk.fill(FORM.format("event") + "[name=name]", "Club night")
    desk.click(FORM.format("event") + "button")
    desk.fill("textarea[name=players]", "Ann\nBen\nCleo\nDan\nEve")
    desk.click(FORM.format("enter") + "button")
    desk.click(FORM.format("draw") + "button")
    results = desk.locator("form.result")
    expect(results).to_have_count(2)
    for number in range(2):
        results.nth(number).locator("[data-player]").last.click()
        expect(desk.locator(".pods strong")).to_have_count(number + 1)
    expect(desk.locator(FORM.format("draw") + "button")).to_be_visible()
    assert broken_rules(desk) == []

    winner = results.first.locator("[data-player]").last.inner_text()
    desk.goto(desk.url.partition("/desk")[0] + "/events/1")
    expect(desk.locator(".standings tbody tr").first).to_contain_text("1.00")
    expect(desk.locator(".pods strong").first).to_contain_text(f"Result: {winner} >")
    assert broken_rules(desk) == []

    desk.goto(desk.url.partition("/events")[0] + "/")
    expect(desk.locator(".table")).to_contain_text("Table 1")
    assert broken_rules(desk) == []
    desk.goto(desk.url + "tables/Table%201?overlay")
    picture = Image.open(BytesIO(desk.screenshot(omit_background=True)))
    assert picture.convert("RGBA").getpixel((2, 2)) == (0, 0, 0, 0)


@pytest.mark.long(keep=0)
def test_an_answer_that_comes_late_covers_nothing_newer(desk: Page) -> None:
    key = desk.evaluate("sessionStorage.getItem('desk')")
    beside, late = desk.context.new_page(), list[tuple[Route, APIResponse]]()
    beside.goto(f"{desk.url}#key={key}")
    expect(desk.locator(FORM.format("table") + "button")).to_be_visible()
    with desk.expect_request("**/desk/main*"):
        desk.route("**/desk/main*", lambda route: late.append((route, route.fetch())), times=1)
        add_table(beside, "Table 1")
    add_table(desk, "Table 2")
    expect(desk.locator(".row")).to_have_count(2)

    (route, answer) = late[0]
    with desk.expect_event("requestfinished"):
        route.fulfill(response=answer)
    desk.evaluate("() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")

    assert "Table 2" not in answer.text()
    assert desk.locator(".row").count() == 2


@pytest.mark.long(keep=0)
def test_who_types_while_the_answer_to_a_press_arrives_goes_on_at_the_same_letter(desk: Page) -> None:
    late = list[tuple[Route, APIResponse]]()
    expect(desk.locator(FORM.format("table") + "button")).to_be_visible()
    desk.route("**/desk/do*", lambda route: late.append((route, route.fetch())), times=1)
    add_table(desk, "Table 1")
    name = desk.locator(FORM.format("event") + "[name=name]")
    name.press_sequentially("Clu night")
    for _ in " night":
        name.press("ArrowLeft")
    (route, answer) = late[0]
    route.fulfill(response=answer)
    expect(desk.locator(".row")).to_have_count(1)

    desk.keyboard.type("b")

    expect(name).to_have_value("Club night")


def add_table(desk: Page, name: str) -> None:
    desk.fill(FORM.format("table") + "[name=name]", name)
    desk.click(FORM.format("table") + "button")


class Organiser:
    """Somebody who directs an event by the desk's page alone."""

    def __init__(self, desk: Page) -> None:
        self.desk = desk

    def send(self, what: str, **fields: str) -> None:
        form = self.desk.locator(FORM.format(what)).first
        for name, value in fields.items():
            field = form.locator(f"[name={name}]")
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.locator("button").click()

    def pod(self, number: int) -> Locator:
        return self.desk.locator("form.result").nth(number - 1)

    def players(self, number: int) -> list[str]:
        return [name.split(" ")[-1] for name in self.pod(number).locator("[data-player]").all_inner_texts()]

    def press(self, number: int, players: Sequence[str]) -> None:
        for player in players:
            self.pod(number).locator(f"[data-player={player}]").click()


@pytest.mark.long(keep=0)
def test_an_organiser_meets_a_drop_a_late_entry_a_wrong_result_and_a_dead_table(desk: Page) -> None:
    organiser, said, labels = Organiser(desk), desk.locator("#said"), desk.locator(".pods b")
    for number in range(1, 5):
        organiser.send("table", name=f"Table {number}")
        expect(desk.locator("#keys code")).to_have_count(number)
        expect(desk.locator(".row")).to_have_count(number)
    organiser.send("event", name="Autumn cup", size="4", rounds="3")
    expect(said).to_have_text("This game is played by 2 at most: choose fewer players at a table.")
    organiser.send("event", name="Mistake", size="2")
    expect(desk.locator("[data-event]")).to_have_count(1)
    organiser.send("drop-event")
    expect(desk.locator("[data-event]")).to_have_count(0)
    organiser.send("event", name="Autumn cup", game="ek120", size="4", rounds="3")
    organiser.send("enter", players="\n".join(["P1", "P1", *(f"P{number}" for number in range(2, 17))]))
    expect(said).to_contain_text("P1 has entered already")
    expect(desk.locator(".standings tbody tr")).to_have_count(16)

    organiser.send("draw")
    expect(labels).to_have_text([f"Table {number}" for number in range(1, 5)])
    order = organiser.players(1)
    organiser.press(4, organiser.players(4)[:1])
    desk.fill("textarea", "Quinn")
    organiser.press(1, order[:3])
    expect(organiser.pod(1).locator("[data-place]")).to_have_count(4)
    assert organiser.pod(4).locator("[data-chosen]").count() == 1
    assert desk.input_value("textarea") == "Quinn"
    desk.click(FORM.format("enter") + "button")
    expect(desk.locator(".standings tbody tr")).to_have_count(17)
    expect(desk.locator("#held")).to_be_visible()
    organiser.pod(4).locator("[type=reset]").click()
    expect(desk.locator("#held")).to_be_hidden()
    for number in range(2, 5):
        organiser.press(number, organiser.players(number)[:3])
        expect(organiser.pod(number).locator("[data-place]")).to_have_count(4)
        organiser.pod(number).locator("[data-player]").last.click(force=True)
    organiser.send("drop", player=order[3], why="Train home")
    expect(desk.locator(".standings .out")).to_contain_text(order[3])

    organiser.send("draw")
    expect(desk.locator("h2", has_text="Round 2 of 3")).to_be_visible()
    desk.click("summary:has-text('Results of earlier rounds')")
    wrong = organiser.pod(5)
    wrong.locator("[data-correct]").click()
    wrong.locator("[data-player]").last.click()
    assert wrong.locator("[data-chosen]").count() == 0
    wrong.locator("[name=why]").fill("Read wrongly")
    organiser.press(5, order[:0:-1])
    expect(desk.locator(".flag", has_text="drawn before a result was corrected")).to_be_visible()

    desk.locator(".row", has_text="Table 3").locator("button").click()
    expect(labels.nth(2)).to_have_text("Waits for a table")
    for number in (1, 2, 4):
        organiser.press(number, organiser.players(number)[:3])
        expect(organiser.pod(number).locator("[data-place]")).to_have_count(4)
    desk.get_by_role("button", name="move to Table 1, which is free").click()
    expect(labels.nth(2)).to_have_text("Table 1")
    organiser.press(3, organiser.players(3)[:3])
    expect(organiser.pod(3).locator("[data-place]")).to_have_count(4)

    organiser.send("table", name="Table 5")
    expect(desk.locator(".row", has_text="Table 5")).to_be_visible()
    organiser.send("draw")
    expect(labels).to_have_text(["Table 1", "Table 2", "Table 4", "Table 5"])
    for number in range(1, 5):
        organiser.press(number, organiser.players(number)[:3])
        expect(organiser.pod(number).locator("[data-place]")).to_have_count(4)
    expect(desk.get_by_text("All rounds are played")).to_be_visible()
    desk.click("summary:has-text('Every step')")
    for step in (
        "dropped out. desk Train home",
        "Round 1, Table 1: ",
        "waits for one",
        "moved to Table 1. desk its table was taken off",
    ):
        expect(desk.locator("li", has_text=step).first).to_be_visible()
    assert broken_rules(desk) == []

    desk.goto(desk.url + "?language=zh-TW")
    desk.locator("textarea").fill("Quinn")
    desk.click(FORM.format("enter") + "button")
    expect(said).to_contain_text("Quinn 已經加入了")
    desk.locator(".event, h2 a").first.click()
    expect(desk.locator(".standings tbody tr")).to_have_count(17)
    expect(desk.locator("h2").first).to_have_text("第 3 輪，共 3 輪")


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("table", ["tacocat", "kittens"])
def test_spectators_watch_a_table_at_the_director_and_have_no_line_to_it(
    desk: Page, tmp_path: Path, table: str
) -> None:
    with ThreadPoolExecutor(1) as thread:
        facts = thread.submit(played, table).result()
    journal = write(tmp_path / "table", facts[: len(facts) // 2])
    sockets = list[str]()
    desk.on("websocket", lambda socket: sockets.append(socket.url))
    Organiser(desk).send("table", name="Table 1")
    line = shlex.split(desk.locator("#keys code").inner_text())[1:-1]
    uplink = subprocess.Popen([sys.executable, "-m", "tacotable", *line, tmp_path / "table"], stdout=subprocess.DEVNULL)
    try:
        desk.goto(desk.url.partition("/desk")[0] + "/tables/Table%201?language=zh-TW")
        expect(desk.locator(".state")).to_have_text("進行中")
        desk.get_by_text("觀看牌桌").click()
        expect(desk.get_by_role("heading", name="Table 1")).to_be_visible()
        expect(desk.locator(".stage-ask")).not_to_be_empty()
        expect(desk.locator(".stage-end")).to_be_hidden()
        assert broken_rules(desk) == []
        for fact in facts[len(facts) // 2 :]:
            journal.append(fact)
        expect(desk.locator(".stage-winner")).to_be_visible()
        expect(desk.get_by_text("遊戲結束")).to_be_visible()
        assert sockets == []
    finally:
        kill(uplink)  # type: ignore[arg-type]
        journal.close()
