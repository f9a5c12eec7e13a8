"""The server of a page in a thread of its own, with its own loop: a browser's test calls it from outside."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette

from tacotable.web import Limits, PageModel, allowed_hosts, bound_addresses, listen, page_app, serving

T = TypeVar("T")
LONGEST_S = 60
"""So long anything may take, whatever else the machine does; waiting for longer means that something hangs."""
PATIENT = Limits(hello_s=LONGEST_S, slow_s=LONGEST_S, ping_s=LONGEST_S)
"""The shipped limits, for browsers that get little of a busy machine."""


class PageServer:
    """Serves a page on a free port. Everything may be called from the test's thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._sockets = [listen("127.0.0.1", 0)]
        self.address = bound_addresses(self._sockets)[0]
        self._app: Starlette | None = None
        self._serving: AbstractAsyncContextManager[object] | None = None

    @property
    def url(self) -> str:
        """Give the page's address, for spectators."""
        return f"http://{self.address}/"

    def serve(self, model: PageModel) -> None:
        """Begin to serve the page of a model."""
        self._app = page_app(model, hosts=allowed_hosts(self._sockets), limits=PATIENT)
        self.start()

    def start(self) -> None:
        """Serve the page (again), always at the same address."""
        self._wait(self._start())

    def stop(self) -> None:
        """Stop serving; harmless where nothing is served."""
        self._wait(self._stop())

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
        for listener in self._sockets:
            listener.close()
        self._loop.close()

    async def _start(self) -> None:
        assert self._app is not None, "a model comes first"
        if not self._sockets:
            host, _, port = self.address.rpartition(":")
            self._sockets = [listen(host, int(port))]
        self._serving = serving(self._app, self._sockets, PATIENT)
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
