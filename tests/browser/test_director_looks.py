"""Wall, event page, desk, table page and list of games fit a television and a phone, whatever the names are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from browser.conftest import broken_rules
from browser.sheets import draw_sheet
from browser.windows import Windows
from live.director_process import kill, start
from live.played_game import played
from tacotable.history.projection import Projection
from tacotable.state.facts import Fact, Named, Paused
from tacotable_live.director.archive import Archive, Game
from tacotable_live.stream.chains import Chain
from tacotable_live.tournament.event import Event
from tacotable_live.tournament.model import Entered, Paired, Plan, Played, Step

pytestmark = [pytest.mark.browser, pytest.mark.long]

TABLES = ("Table 1", "Tisch am Fenster rechts", "Donaudampfschifffahrt12", "第三張桌子靠窗", "5", "6", "7", "8")
PEOPLE = (
    "Maximilianus",
    "Bartholomäus",
    "司馬相如與諸葛孔明先生",
    "Ann",
    "Guinevere-Jo",
    "王小明",
    "WWWWWWWWWWWW",
    "Jo",
)
PLAYERS = tuple(f"{name} {family}" for family in ("Featherston", "歐陽") for name in PEOPLE)
WIDTHS = (1600, 390)
SPLIT = """(part) => {
  // Give the words of a part that are broken although a line of their own would hold them, and what is cut off.
  const wrong = [];
  const texts = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    let box = text.parentElement;
    while (box.parentElement && getComputedStyle(box).display === "inline") box = box.parentElement;
    for (const word of text.data.matchAll(/[^\\s\\u2e80-\\uffff-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((each) => each.width > 0);
      const lines = new Set(boxes.map((each) => Math.round(each.top)));
      if (lines.size > 1) wrong.push(`${word[0]} on ${lines.size} lines`);
    }
    const isCutOff = box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== "visible";
    if (isCutOff) wrong.push(`cut off: ${text.data}`);
  }
  return [...new Set(wrong)];
}"""


def chain_of(facts: Sequence[Fact]) -> list[str]:
    """Return the events of a game."""
    chain = Chain()
    for event in Projection().take(facts).events:
        chain.add(event)
    return chain.bodies


def fill(folder: Path) -> None:
    """Fill a director's folder: eight tables in play, and an event in its third round."""
    folder.mkdir()
    archive = Archive(folder / "archive.sqlite")
    event = Event(Plan("Herbstmeisterschaft der Brettspielfreunde", "ek120", size=2, rounds=4, seed="7"))
    number = archive.add_event(event.plan)

    def take(step: Step) -> None:
        event.take(step)
        archive.add_step(number, len(event.steps), step)

    for number_of_table, name in enumerate(TABLES):
        archive.add_table(name, "key", number_of_table)
        kind = "kittens" if number_of_table % 2 else "tacocat"
        facts = played(kind)
        seats = ("10", "5", "6") if kind == "kittens" else ("YAY", "WOW")
        names = dict(zip(seats, PEOPLE[number_of_table:] + PEOPLE, strict=False))
        told = (*facts[:1], Named(names), *facts[1 : len(facts) * (3 + number_of_table % 3) // 5])
        told = (*told, Paused(True)) if number_of_table == 2 else told
        archive.store([(Game(name, "e", "game-000001"), chain_of(told))], number_of_table)
        archive.store([(Game(name, "e", "game-000000"), chain_of((*facts[:1], Named(names), *facts[1:])))], 0)
    for player in PLAYERS:
        take(Step(Entered(player)))
    for _ in range(3):
        drawn = event.draw()
        pods = [replace(pod, table=table) for pod, table in zip(drawn.pods, TABLES, strict=True)]
        take(Step(Paired(pods, drawn.byes)))
        current = event.rounds[-1]
        for place, pod in enumerate(current.pods[: None if current.number < 3 else 4], 1):
            take(Step(Played(current.number, place, pod.players[::-1])))
    archive.close()


@pytest.fixture(scope="module")
def desk_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of the desk of such a director."""
    folder = tmp_path_factory.mktemp("event") / "event"
    with ThreadPoolExecutor(1) as thread:  # games are played on a loop, and the browser's own thread has one
        thread.submit(fill, folder).result()
    child, said = start(folder, 0)
    yield said["desk"]
    kill(child)


def pages(desk_address: str) -> dict[str, str]:
    home = desk_address.partition("/desk")[0]
    return {
        "desk": desk_address,
        "wall": f"{home}/",
        "event": f"{home}/events/1",
        "table": f"{home}/tables/Table%201",
        "ring": f"{home}/tables/5",
        "games": f"{home}/games",
        "slips": f"{home}/events/1/slips",
        "stage": f"{home}/tables/6/stage",
    }


@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("name", ["desk", "wall", "event", "table", "ring", "games", "slips", "stage"])
def test_a_page_fits_a_television_and_a_phone_and_breaks_no_name(
    windows: Windows, desk_address: str, name: str, language: str
) -> None:
    window, wrong = windows.take(width=WIDTHS[0], locale=language), dict[int, object]()
    page: Page = window.page
    page.goto(pages(desk_address)[name])
    page.locator("h1, h2").nth(0).wait_for()
    for each in page.locator("details").all():
        each.evaluate("each => { each.open = true; }")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("scrollTo(0, 0)")
        draw_sheet(page, f"director-{name}-{language}-{width}")
        needed = page.evaluate("document.documentElement.scrollWidth")
        if (broken := page.evaluate(SPLIT, "body")) or needed > width:
            wrong[width] = needed, broken
    assert broken_rules(page) == []
    windows.give_back(window)

    assert wrong == {}
