"""The page of `tacotable setup`: asks what the terminal asks, is gone on with, and says nothing without its key."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import broken_looks
from browser.windows import Windows
from pi.served import bound_addresses
from tacotable.commands.setup import ask_all
from tacotable.diagnostics.setup.dialogue import Setup
from tacotable.diagnostics.setup.page import SetupPage
from tacotable.diagnostics.setup.probe import Places, Probe
from tacotable.web.addresses import allowed_hosts, listen
from tacotable.web.serve import serving
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import PanelError

pytestmark = pytest.mark.browser


def nowhere(*_: object) -> object:
    raise PanelError("nothing is here")


@dataclass
class Running:
    """A set-up on a machine without parts, in a thread of its own."""

    kept: Path
    answers: dict[str, str] = field(default_factory=dict)
    address: str = ""
    key: str = ""
    end: Callable[[], object] = print

    async def run(self, is_ready: threading.Event) -> None:
        loop, typed = asyncio.get_running_loop(), asyncio.Queue[str | None]()
        places = Places(open_pins("mock"), list, list, nowhere, nowhere)  # type: ignore[arg-type]  # never called
        probe, setup = Probe(places, loop), Setup(self.answers, ())
        page, sockets = SetupPage(setup, typed, self.kept), [listen("127.0.0.1", 0)]
        self.address, self.key = bound_addresses(sockets)[0], page.key
        self.end = lambda: loop.call_soon_threadsafe(typed.put_nowait, None)

        def keep(answers: object) -> None:
            self.answers = dict(setup.answers)

        async with serving(page.app(allowed_hosts(sockets)), sockets):
            is_ready.set()
            await ask_all(setup, probe, typed, page.say, keep)
        probe.close()


@contextmanager
def running(kept: Path, answers: dict[str, str]) -> Iterator[Running]:
    one, is_ready = Running(kept, answers), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(one.run(is_ready)))
    thread.start()
    assert is_ready.wait(60)
    try:
        yield one
    finally:
        one.end()
        thread.join(60)


@pytest.mark.long(keep=0)
def test_questions_are_answered_on_the_page_and_gone_on_with(windows: Windows, tmp_path: Path) -> None:
    window = windows.take(width=390)
    page, asked = window.page, window.page.locator("#asked")
    with running(tmp_path / "answers", {}) as first:
        page.goto(f"http://{first.address}/#key={first.key}")
        page.get_by_role("button", name="ring").dblclick()
        expect(asked).to_contain_text("How many seats?")
        expect(page.locator("#said")).to_contain_text("How many seats?")
        assert page.locator("#said").inner_text().count("ring") == 4  # three in the question: a second press is none
        page.get_by_role("button", name="3", exact=True).click()
        expect(asked).to_contain_text("Names of the seats")
        page.get_by_role("button", name="back").click()
        expect(asked).to_contain_text("How many seats?")
        page.get_by_label("Your answer").fill("eleven")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_contain_text("'eleven' is none of these")
        page.get_by_label("Your answer").fill("2")
        page.keyboard.press("Enter")
        expect(asked).to_contain_text("Names of the seats")
        assert broken_looks(page, 390, 1366) == {}
        page.reload()
        expect(page.locator("#said")).to_contain_text("'eleven' is none of these")
    expect(asked).to_contain_text("broken off")
    with running(tmp_path / "answers", first.answers) as second:
        page.goto(f"http://{second.address}/#key={second.key}")
        expect(asked).to_contain_text("Names of the seats")
    windows.give_back(window)

    assert second.key == first.key
    assert first.answers == {"kind": "ring", "seats": "2"}


def test_who_lacks_the_key_is_told_nothing_and_answers_nothing(windows: Windows, tmp_path: Path) -> None:
    window = windows.take(width=390)
    with running(tmp_path / "answers", {}) as one:
        window.page.goto(f"http://{one.address}/#key=WRONG")
        expect(window.page.locator("#asked")).to_contain_text("by the link that the terminal shows")
        for body in ('{"key": "WRONG", "line": "ring"}', '{"line": "ring"}', "no"):
            answer = window.page.request.post(f"http://{one.address}/asked", data=body)
            assert answer.status in (400, 403)
            assert "Which table" not in answer.text()
        too_long = window.page.request.post(f"http://{one.address}/asked", data="x" * 5_000)
        foreign = window.page.request.get(f"http://{one.address}/", headers={"host": "evil.example"})
        assert (too_long.status, foreign.status) == (413, 421)
    windows.give_back(window)

    assert one.answers == {}
