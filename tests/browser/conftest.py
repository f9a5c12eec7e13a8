"""Chromium, a running table, and pages of it that end clean: a console error or a failed script fails the test."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser import rounds
from browser.house_table import HouseTable, house_table
from browser.page_server import LONGEST_S, PageServer, page_server
from browser.ring_model import RingHouse, ring_house
from browser.windows import Window, Windows

BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
"""The first that is there is taken; without windows of its own, it has less to do."""
CHROMIUM = next((path for path in BROWSERS if path.exists()), BROWSERS[0])
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
MISSING = f"{CHROMIUM} is not there; `apt-get install {CHROMIUM.name}` lets the page's tests run"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Give one browser for these tests; no longer, for it keeps a loop running in this thread."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=LONGEST_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def windows(chromium: Browser) -> Windows:
    """Give the browser's windows."""
    return Windows(chromium, LONGEST_MS)


@pytest.fixture(scope="package")
def server() -> Iterator[PageServer]:
    """Give the server of all pages: always at one address, so that the browser need not fetch their files anew."""
    with page_server() as running:
        yield running


@pytest.fixture
def table(server: PageServer) -> Iterator[HouseTable]:
    """Give a fresh Tacocat table with its page."""
    with house_table(server) as running:
        yield running


@dataclass
class Opener:
    """Opens pages, and keeps what their consoles and sockets said."""

    windows: Windows
    table: HouseTable | RingHouse
    complaints: list[str] = field(default_factory=list)
    frames: dict[Page, list[str]] = field(default_factory=dict)
    """All text that each page received over its socket."""
    pardoned: tuple[str, ...] = ()
    """Beginnings of console errors that a test brings about on purpose."""
    _open: list[Window] = field(default_factory=list)

    def __call__(self, who: str = "simulation", **options: Any) -> Page:
        """Open the page of a seat, of the `simulation`, or of a `spectator`; wait until it shows table and cards."""
        url = self.table.url if who == "spectator" else self.table.url_for(who)
        page = self.at(url, **options)
        page.locator(".prompt:not(:empty)").first.wait_for()
        if self.table.is_simulated:
            page.locator("#table .card").first.wait_for(state="attached")  # cards are told after the scene
        return page

    def at(
        self, url: str, *, width: int = 1440, on_frame: Callable[[str], None] = lambda frame: None, **options: Any
    ) -> Page:
        """Open an address in a window of its own: nothing is remembered from other pages."""
        window = self.windows.take(width=width, **options)
        self._open.append(window)
        window.listen("console", lambda message: self._complain(message.text) if message.type == "error" else None)
        window.listen("pageerror", lambda error: self._complain(str(error)))
        heard = self.frames.setdefault(window.page, [])

        def hear(frame: str | bytes) -> None:
            told = frame if isinstance(frame, str) else zlib.decompress(frame, -zlib.MAX_WBITS).decode()
            heard.append(told)
            on_frame(told)

        window.listen("websocket", lambda socket: socket.on("framereceived", hear))
        window.page.goto(url)
        return window.page

    def close(self) -> None:
        """Give all windows back."""
        for window in self._open:
            self.windows.give_back(window)

    def _complain(self, text: str) -> None:
        if not text.startswith(self.pardoned or "\0"):
            self.complaints.append(text)


@pytest.fixture
def open_page(windows: Windows, table: HouseTable) -> Iterator[Opener]:
    """Give what opens pages of the table; they must end without a complaint."""
    yield from _opened(Opener(windows, table))


@pytest.fixture
def ring(server: PageServer, request: pytest.FixtureRequest) -> Iterator[RingHouse]:
    """Give a ring of so many seats as the test's parameter says, five without one."""
    with ring_house(server, getattr(request, "param", 5)) as running:
        yield running


@pytest.fixture
def open_ring(windows: Windows, ring: RingHouse) -> Iterator[Opener]:
    """Give what opens pages of the ring; they must end without a complaint."""
    yield from _opened(Opener(windows, ring))


def broken_rules(page: Page, part: str = ":root") -> list[tuple[str, str]]:
    """Give the rules of accessibility that a page, or a part of it, breaks, each with the first place that does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(str(files("axe_playwright_python") / "axe.min.js")).read_text(encoding="utf-8"))
    found = page.evaluate("part => axe.run(part, { resultTypes: ['violations'] })", part)
    assert len(found["passes"]) >= FEWEST_RULES
    return [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]]


def broken_looks(page: Page, *widths: int, part: str = ":root") -> dict[tuple[int, str], object]:
    """Return what is wrong with a page at some widths: rules that a part breaks, and too wide a page.

    Colours are those of the first width: at a desk a page is seen dark there alone.
    """
    wrong: dict[tuple[int, str], object] = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 1000})
        for scheme in ("light", "dark") if rounds.IS_WHOLE or width == widths[0] else ("light",):
            page.emulate_media(color_scheme=scheme)
            if page.locator(f"#aside :is({part})").count() and not page.locator(".aside").is_visible():
                page.locator(".drawer-open").click()  # on a small page it lies in the drawer
            found = broken_rules(page, part)
            needed = page.evaluate("document.documentElement.scrollWidth")
            if found or needed > width:
                wrong[width, scheme] = (found, needed)
    return wrong


def _opened(opener: Opener) -> Iterator[Opener]:
    yield opener
    opener.close()
    assert opener.complaints == []
