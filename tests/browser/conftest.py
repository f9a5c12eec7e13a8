"""Chromium, a running table, and pages of it that end clean: a console error or a failed script fails the test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.house_table import HouseTable, house_table
from browser.page_server import LONGEST_S
from browser.ring_model import RingHouse, ring_house

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LONGEST_MS = 1_000.0 * LONGEST_S
"""Nothing is waited for that time alone would bring, so this is only reached where something never comes."""
FEWEST_RULES = 5
"""So many rules of accessibility have something to say of any part of a page."""
MISSING = f"{CHROMIUM} is not there; `apt-get install chromium` lets the page's tests run"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Give one browser for the tests of a module; no longer, for it keeps a loop running in this thread."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=LONGEST_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def table() -> Iterator[HouseTable]:
    """Give a fresh Tacocat table with its page."""
    with house_table() as running:
        yield running


@dataclass
class Opener:
    """Opens pages, and keeps what their consoles and sockets said."""

    browser: Browser
    table: HouseTable | RingHouse
    complaints: list[str] = field(default_factory=list)
    frames: dict[Page, list[str]] = field(default_factory=dict)
    """All text that each page received over its socket."""
    pardoned: tuple[str, ...] = ()
    """Beginnings of console errors that a test brings about on purpose."""

    def __call__(self, who: str = "simulation", *, width: int = 1440, **context: object) -> Page:
        """Open the page of a seat, of the `simulation`, or of a `spectator`, and wait until it shows the table."""
        url = self.table.url if who == "spectator" else self.table.url_for(who)
        page = self.at(url, width=width, **context)  # type: ignore[arg-type]  # plain options
        page.locator(".prompt").first.wait_for()
        return page

    def at(
        self, url: str, *, width: int = 1440, on_page: Callable[[Page], None] = lambda page: None, **context: object
    ) -> Page:
        """Open an address in a context of its own: nothing is remembered from other pages."""
        options = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": width, "height": 1000}}
        page = self.browser.new_context(**{**options, **context}).new_page()  # type: ignore[arg-type]  # plain options
        page.set_default_timeout(LONGEST_MS)
        page.on("console", lambda message: self._complain(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        heard = self.frames.setdefault(page, [])
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
        on_page(page)
        page.goto(url)
        return page

    def _complain(self, text: str) -> None:
        if not text.startswith(self.pardoned or "\0"):
            self.complaints.append(text)


@pytest.fixture
def open_page(chromium: Browser, table: HouseTable) -> Iterator[Opener]:
    """Give what opens pages of the table; they must end without a complaint."""
    yield from _opened(Opener(chromium, table))


@pytest.fixture
def ring(request: pytest.FixtureRequest) -> Iterator[RingHouse]:
    """Give a ring of so many seats as the test's parameter says, five without one."""
    with ring_house(getattr(request, "param", 5)) as running:
        yield running


@pytest.fixture
def open_ring(chromium: Browser, ring: RingHouse) -> Iterator[Opener]:
    """Give what opens pages of the ring; they must end without a complaint."""
    yield from _opened(Opener(chromium, ring))


def broken_rules(page: Page, part: str = ":root") -> list[tuple[str, str]]:
    """Give the rules of accessibility that a page, or a part of it, breaks, each with the first place that does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(str(files("axe_playwright_python") / "axe.min.js")).read_text(encoding="utf-8"))
    found = page.evaluate("part => axe.run(part, { resultTypes: ['violations'] })", part)
    assert len(found["passes"]) >= FEWEST_RULES
    return [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]]


def broken_looks(page: Page, *widths: int, part: str = ":root") -> dict[tuple[int, str], object]:
    """Give what is wrong with a page at some widths, light and dark: rules that a part breaks, and too wide a page."""
    wrong: dict[tuple[int, str], object] = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 1000})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = broken_rules(page, part)
            needed = page.evaluate("document.documentElement.scrollWidth")
            if found or needed > width:
                wrong[width, scheme] = (found, needed)
    return wrong


def _opened(opener: Opener) -> Iterator[Opener]:
    yield opener
    for context in opener.browser.contexts:
        context.close()
    assert opener.complaints == []
