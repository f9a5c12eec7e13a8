"""Windows of the browser that are used again: a new one costs a second of work, a blank one next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

FORGET = "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* a page of nobody has none */ } }"
WELCOMED = """
if (location.protocol === "http:" && !location.search.includes("first-visit"))
  sessionStorage.setItem("tacotable.welcomed", "yes");
"""
"""Who opens a page has seen the way in before; a test of that puts `?first-visit` into the address."""
KEYS = ("Enter", "Space")
"""The keys that tests hold down."""
LOOKS: dict[str, Any] = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
"""What an open window can take on and off again; all else is its context's for good."""


@dataclass
class Window:
    """A page in a context of its own: it shares nothing with other windows."""

    page: Page
    context: dict[str, Any]
    _heard: list[tuple[str, Callable[..., None]]] = field(default_factory=list)

    def listen(self, event: Any, listener: Callable[..., None]) -> None:
        """Have a listener told of an event, until the window is blank again."""
        self.page.on(event, listener)
        self._heard.append((event, listener))

    def forget(self) -> None:
        """Go blank, and keep nothing of what was there, nor of what a test that failed held down."""
        self.page.evaluate(FORGET)
        self.page.goto("about:blank")
        self.page.mouse.up()
        for key in KEYS:
            self.page.keyboard.up(key)
        for event, listener in self._heard:
            self.page.remove_listener(event, listener)
        self._heard.clear()


class Windows:
    """All windows of a browser."""

    def __init__(self, browser: Browser, patience_ms: float) -> None:
        """`patience_ms`: how long a window waits for anything."""
        self._browser = browser
        self._patience_ms = patience_ms
        self._free: list[Window] = []

    def take(self, *, width: int, **options: Any) -> Window:
        """Give a blank window; `options` are those of a browser's context."""
        context = {"locale": "en-GB"} | {name: value for name, value in options.items() if name not in LOOKS}
        window = next((window for window in self._free if window.context == context), None) or self._make(context)
        if window in self._free:
            self._free.remove(window)
        window.page.set_viewport_size({"width": width, "height": 1000})
        window.page.emulate_media(**{name: options.get(name, usual) for name, usual in LOOKS.items()})
        return window

    def give_back(self, window: Window) -> None:
        """Take a window back; it is blank from now on."""
        window.forget()
        self._free.append(window)

    def _make(self, context: dict[str, Any]) -> Window:
        page = self._browser.new_context(**context).new_page()
        page.add_init_script(WELCOMED)
        page.set_default_timeout(self._patience_ms)
        return Window(page, context)
