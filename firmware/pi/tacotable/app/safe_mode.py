"""Safe mode: a page alone, for a table whose program failed start after start; nothing of the table is touched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from tacotable.app.sockets import PagePlace, listening
from tacotable.storage.crash_counter import GOOD_S, MOST
from tacotable.web.safe_page import safe_page
from tacotable.web.serve import serving


@asynccontextmanager
async def safe_mode(place: PagePlace, state: Path | None, fault: str = "") -> AsyncIterator[tuple[str, ...]]:
    """Serve a page that says why the table did not start, and gives the games; returns the lines to print.

    `fault`: what is wrong with the table file, where that is the reason. Raises SetupError.
    """
    with ExitStack() as to_close:
        page = listening(place, to_close)
        async with serving(safe_page(state, hosts=page.hosts, fault=fault), page.sockets, tls=page.tls):
            yield (
                f"Tacotable: SAFE MODE, because {MOST} starts in a row ended within {GOOD_S:.0f} s; no device is used.",
                f"Why, what to do, and the games so far:  {page.scheme}://{page.address}/",
                "Ask `tacotable doctor`, mend what it names, and start again: the next start is a usual one.",
                *fault.splitlines(),
            )
