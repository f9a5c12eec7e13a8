"""The live connection of one page: who it is, what it asks for, and the newest picture while it is open.

Nothing is queued for a page. A change only wakes its sender, which asks the model for the picture as it is
now and for the log since the last entry it sent; so a slow page skips pictures, never log entries, and
costs no memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from tacotable.web.connections import Connection, Rank
from tacotable.web.messages import read, read_hello
from tacotable.web.model import PageError, PageModel, require
from tacotable.web.pictures import Picture, Pictures, write

if TYPE_CHECKING:
    from tacotable.state.role import Role
    from tacotable.web.limits import Limits

POLICY, TOO_LARGE, TRY_LATER = 1008, 1009, 1013  # Close codes (RFC 6455 §7.4.1, and 1013 of its registry).

CLOSES = {"full": TRY_LATER}
"""The close codes of errors, if it is not `POLICY`."""
WRONG_KEY = PageError("wrong-key", "This key opens no seat, or not any more: show a new code at the seat's display.")
KINDS = ("seat", "spectator", "simulation", "arbiter")
AT_ONCE = 4  # So many pages are told something in one turn of the loop; a card that comes meanwhile waits for no more.
GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What a page that has just left raises, told or heard: Starlette gives RuntimeError where it knew before us."""


@dataclass(slots=True)
class Page:
    """An open page: its role and language, and what it was told last."""

    role: Role
    language: str
    key: str = ""
    logged: int = 0
    is_welcomed: bool = False
    seat_language: str | None = None  # In which language the table spoke to the page's seat last.
    takes_patches: bool = False
    takes_packed: bool = False  # Whether its messages are compressed: only a spectator's, which everybody may see.
    told: dict[str, Picture] = field(default_factory=dict)
    answers: deque[str] = field(default_factory=lambda: deque(maxlen=8))  # What is told besides: answers, and errors.
    is_asking: bool = False  # Whether the page asked for something: it is answered at once, then no sooner than others.
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def answer(self, text: str) -> None:
        """Have the sender tell the page something besides, such as what was wrong."""
        self.answers.append(text)
        self.is_asking = True
        self.wake.set()

    def start_again(self, language: str) -> None:
        """Have the sender tell everything anew, in a language."""
        self.language, self.logged, self.is_welcomed = language, 0, False
        self.told.clear()
        self.is_asking = True
        self.wake.set()


class Audience:
    """All pages of a table: what they are shown, and places for those who only watch; a key finds one always.

    A change wakes only the pages for which there is news, and not at once: lamps and displays come first, then the
    pages of one role and language after the other, and between them the loop is free for whatever else happens.
    """

    def __init__(self, model: PageModel, most: int, rest_s: float) -> None:
        self.pictures = Pictures(model)
        self._model, self._free, self._rest_s = model, most, rest_s
        self._pages: list[Page] = []
        self._changed = asyncio.Event()

    @contextmanager
    def attended(self, page: Page) -> Iterator[None]:
        """Wake a page when there is news for it, while the block runs; raises PageError where it has no place."""
        takes = int(page.role.kind == "spectator")
        require(takes <= self._free, "Too many pages are open; close one.", "full")
        self._free -= takes
        if not self._pages:
            self._leave = self.pictures.subscribe(self._changed.set)
            self._telling = asyncio.ensure_future(self._tell())
        self._pages.append(page)
        try:
            yield
        finally:
            self._free += takes
            self._pages.remove(page)
            if not self._pages:
                self._telling.cancel()
                self._leave()

    async def _tell(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            for _, alike in groupby(sorted(self._pages, key=_shown_as), key=_shown_as):
                news = [page for page in alike if self._has_news(page)]
                await asyncio.sleep(0)
                for first in range(0, len(news), AT_ONCE):
                    for page in news[first : first + AT_ONCE]:
                        page.wake.set()
                    await asyncio.sleep(0)
            await asyncio.sleep(self._rest_s)

    def _has_news(self, page: Page) -> bool:
        """Whether something is to be told to a page, its end included; what fails here fails for the page itself."""
        try:
            if self._model.role_for(page.key) != page.role or self._model.language(page.role) != page.seat_language:
                return True
            now = self.pictures.now(page.role, page.language)
            has_lines = self.pictures.log(page.role, page.language, page.logged)[0] != page.logged
        except Exception:  # noqa: BLE001  # its own task meets it again, and ends with it; the other pages go on
            return True
        return has_lines or any(page.told.get(kind) is not picture for kind, picture in now.items())


def _shown_as(page: Page) -> tuple[int, str, str]:
    """Return what is the same for pages that see the same; who plays comes first."""
    return KINDS.index(page.role.kind), page.role.seat or "", page.language


def error_text(error: PageError) -> str:
    """Return the message that tells a page what was wrong."""
    return write({"type": "error", "code": error.code, "text": error.text})


class Live:
    """Serves the WebSocket of one page, from first message to end; `run` names this run of the program."""

    def __init__(
        self,
        socket: WebSocket,
        model: PageModel,
        limits: Limits,
        run: str,
        clock: Callable[[], float],
        *,
        audience: Audience | None = None,
        connection: Connection | None = None,
    ) -> None:
        """Serve a socket; `connection` is told what the page has shown, where there is a real one."""
        self._socket, self._model, self._limits, self._run, self._clock = socket, model, limits, run, clock
        self._audience = audience or Audience(model, limits.spectators, limits.rest_s)
        self._connection = connection

    async def serve(self) -> None:
        """Serve the page until it leaves, is too slow, or breaks the rules of the connection."""
        try:
            page = await self._meet()
            with self._audience.attended(page):
                if self._connection is not None:
                    self._connection.become(Rank.WATCHES if page.role.kind == "spectator" else Rank.HOLDS_KEY)
                await self._talk(page)
        except PageError as error:
            await self.refuse(error, CLOSES.get(error.code, POLICY))
        except WebSocketDisconnect:
            return

    async def refuse(self, error: PageError, code: int) -> None:
        """Send why, and close; a page that has left already is forgotten."""
        with suppress(*GONE):
            await self._socket.send_text(error_text(error))
            await self._socket.close(code)

    async def _meet(self) -> Page:
        try:
            async with asyncio.timeout(self._limits.hello_s):
                hello = read_hello(read(await self._socket.receive_text(), self._limits))
        except TimeoutError:
            raise PageError("no-hello", "The page did not say who it is in time.") from None
        except KeyError:
            raise PageError("bad-json", "Messages are text, not bytes.") from None
        address = self._connection.address if self._connection else ""
        key = self._model.join(hello.code, address) if hello.code else hello.key
        role = self._model.enter(key)
        if role is None:
            raise WRONG_KEY
        if hello.code:
            await self._socket.send_text(write({"type": "joined", "key": key, "seat": role.seat}))
        # The last log entry that the page has; another run of the program counted anew.
        logged = hello.after if hello.run == self._run else 0
        is_packed = hello.packed and role.kind == "spectator"
        return Page(role, hello.language, key, logged, takes_patches=hello.patches, takes_packed=is_packed)

    async def _talk(self, page: Page) -> None:
        """Send and receive side by side; the first to end ends both."""
        page.wake.set()
        both = {asyncio.ensure_future(self._send(page)), asyncio.ensure_future(self._receive(page))}
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
        for task in done:
            task.result()

    async def _send(self, page: Page) -> None:
        try:
            while True:
                await page.wake.wait()
                page.wake.clear()
                if self._model.role_for(page.key) != page.role:
                    await self.refuse(WRONG_KEY, POLICY)  # its seat has forgotten its phones
                    return
                for text in self._news(page):
                    async with asyncio.timeout(self._limits.slow_s):
                        if page.takes_packed:
                            await self._socket.send_bytes(self._audience.pictures.packed(text))
                        else:
                            await self._socket.send_text(text)
                if page.is_asking:
                    page.is_asking = False
                    await asyncio.sleep(self._limits.rest_s)
        except GONE:  # a TimeoutError, for a page that does not read, is an OSError
            with suppress(*GONE):
                async with asyncio.timeout(1):
                    await self._socket.close(TRY_LATER)

    def _news(self, page: Page) -> list[str]:
        """Return what the page does not have yet: welcome, log, errors, and what changed of the picture."""
        news: list[str] = []
        before, page.seat_language = page.seat_language, self._model.language(page.role)
        if before is not None and page.seat_language not in (None, before, page.language):
            page.start_again(str(page.seat_language))  # who chose it at the seat reads the page in it, too
        if not page.is_welcomed:
            welcome = self._model.welcome(page.role, page.language)
            page.is_welcomed = True
            page.language = str(welcome["language"])
            news.append(write({**welcome, "type": "welcome", "run": self._run}))
        page.logged, lines = self._audience.pictures.log(page.role, page.language, page.logged)
        if lines:
            news.append(lines)
        for kind, picture in self._audience.pictures.now(page.role, page.language).items():
            told = page.told.get(kind)
            if told is not picture:
                page.told[kind] = picture
                news.append(picture.patch(told) if page.takes_patches and told is not None else picture.text())
        news.extend(page.answers)
        page.answers.clear()
        return news

    async def _receive(self, page: Page) -> None:
        """Do what the page asks for; each message takes a permit of a bucket that fills at a steady rate."""
        limits, permits, at_s, refused = self._limits, float(self._limits.burst), self._clock(), 0
        while refused <= limits.refusals:
            try:
                text = await self._socket.receive_text()
            except GONE:
                return
            except KeyError:
                page.answer(error_text(PageError("bad-json", "Messages are text, not bytes.")))
                continue
            before_s, at_s = at_s, self._clock()
            permits = min(limits.burst, permits + (at_s - before_s) * limits.per_s)
            if permits >= 1:
                permits, refused = permits - 1, 0
                self._obey(page, text)
            else:
                refused += 1
                page.answer(error_text(PageError("too-fast", "Too much at once; that was not done.")))
        await self.refuse(PageError("too-fast", "Far too much at once."), POLICY)

    def _obey(self, page: Page, text: str) -> None:
        """Do what a message asks for; what cannot be done is told, and the connection stays."""
        try:
            action = read(text, self._limits)
            match action.get("do"):
                case "language":
                    self._model.do(page.role, action)
                    page.start_again(str(action["language"]))
                case "leave":
                    self._model.leave(page.key)
                case "hear":
                    page.answer(write({"type": "heard"}))  # a page that hears nothing asks whether anybody is there
                case "again":
                    page.start_again(page.language)
                case str():
                    self._model.do(page.role, action)
                    page.wake.set()  # who acts is shown it first
                case _:
                    raise PageError("unknown-do", "A message says in `do` what to do.")
        except PageError as error:
            page.answer(error_text(error))
