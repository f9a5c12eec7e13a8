"""The server of a page in a thread of its own, with its own loop: a browser's test calls it from outside."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import Message, Receive, Scope, Send

from pi.served import bound_addresses
from tacotable.web.addresses import allowed_hosts, listen
from tacotable.web.app import page_app
from tacotable.web.limits import Limits
from tacotable.web.model import PageModel
from tacotable.web.played_games import PlayedGames
from tacotable.web.serve import serving

T = TypeVar("T")
LONGEST_S = 60
"""So long anything may take, whatever else the machine does; waiting for longer means that something hangs."""
PATIENT = Limits(hello_s=LONGEST_S, slow_s=LONGEST_S, ping_s=LONGEST_S)
"""The shipped limits, for browsers that get little of a busy machine."""


class PageServer:
    """Serves one page after another, always at one address. All of it may be called from the test's thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._sockets = [listen("127.0.0.1", 0)]
        self._hosts = allowed_hosts(self._sockets)
        self.address = bound_addresses(self._sockets)[0]
        self._app: Starlette | None = None
        self._answering = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._deaf: set[int] = set()
        self._lines = 0
        self._serving: AbstractAsyncContextManager[object] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Give the page's address, for spectators."""
        return f"http://{self.address}/"

    @contextmanager
    def showing(self, model: PageModel, games: PlayedGames | None = None) -> Iterator[None]:
        """Serve the page of a model while the block runs, and until the last browser has left it."""
        self._app = page_app(model, hosts=self._hosts, limits=PATIENT, games=games)
        yield
        self._wait(self._is_idle.wait())
        self._app = None

    def start(self) -> None:
        """Serve (again)."""
        self._wait(self._start())

    def stop(self) -> None:
        """Stop serving, and close all connections."""
        self._wait(self._stop())

    def deafen(self) -> None:
        """Have no connection of now carry a word any more, and nobody told: the network went away."""
        self.call(lambda: self._deaf.update(range(self._lines)))

    def call(self, act: Callable[[], T]) -> T:
        """Do something on the server's loop, between two of its steps."""

        async def do() -> T:
            return act()

        return self._wait(do())

    def close(self) -> None:
        """Stop, and end the thread."""
        self.stop()
        self._wait(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LONGEST_S)
        self._loop.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page that is shown now."""
        assert self._app is not None, "no page is shown"
        self._answering += 1
        self._is_idle.clear()
        line, self._lines = self._lines, self._lines + 1

        async def hear() -> Message:
            while (message := await receive())["type"] == "websocket.receive" and line in self._deaf:
                pass
            return message

        async def tell(message: Message) -> None:
            if line not in self._deaf:
                await send(message)

        try:
            await self._app(scope, hear, tell)
        finally:
            self._answering -= 1
            if not self._answering:
                self._is_idle.set()

    async def _start(self) -> None:
        if not self._sockets:
            host, _, port = self.address.rpartition(":")
            self._sockets = [listen(host, int(port))]
        self._serving = serving(Starlette(routes=[Mount("", self._answer)]), self._sockets, PATIENT)
        await self._serving.__aenter__()

    async def _stop(self) -> None:
        if self._serving is not None:
            await self._serving.__aexit__(None, None, None)
            self._serving = None
            self._sockets = []

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(LONGEST_S)


@contextmanager
def page_server() -> Iterator[PageServer]:
    """Give a server while the block runs."""
    server = PageServer()
    try:
        yield server
    finally:
        server.close()
