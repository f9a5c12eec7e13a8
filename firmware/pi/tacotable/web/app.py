"""The addresses of the page: the page itself, its files, the seats' short links, the live connection."""

from __future__ import annotations

import re
from collections.abc import Sequence
from secrets import token_hex
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tacotable.web.connections import CONNECTION
from tacotable.web.files import answer_with, page_files
from tacotable.web.limits import Limits
from tacotable.web.live import Audience, Live
from tacotable.web.security import Gate

if TYPE_CHECKING:
    from tacotable.web.model import PageModel

CODE = re.compile(r"[A-Za-z2-9]{4,32}")
"""Short codes of seats: letters and 2 to 9, in either case, so that a small QR code holds the address."""

SENTENCES = {
    404: "There is nothing at this address. The table's page is at /.\n",
    405: "This address only gives; acts go over the page's live connection.\n",
}


def page_app(model: PageModel, *, hosts: Sequence[str], limits: Limits | None = None) -> Starlette:
    """Return the web application of a table. `hosts`: every host:port that the page may be opened by."""
    server = _PageServer(model, limits or Limits())
    return Starlette(
        routes=[
            Route("/", server.page),
            Route("/s/{code}", server.short_link),
            Route("/S/{code}", server.short_link),
            Route("/{name}", server.file),
            WebSocketRoute("/live", server.live),
        ],
        middleware=[Middleware(Gate, hosts=hosts)],
        exception_handlers={404: _plain, 405: _plain},
    )


class _PageServer:
    """The answers to the addresses, over one model."""

    def __init__(self, model: PageModel, limits: Limits) -> None:
        self._model = model
        self._limits = limits
        self._audience = Audience(model, limits.spectators)
        self._files = page_files()
        self._run = token_hex(8)

    async def page(self, request: Request) -> Response:
        """Answer with the page."""
        return answer_with(self._files["index.html"], request)

    async def file(self, request: Request) -> Response:
        """Answer with one of the page's files."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return answer_with(file, request)

    async def short_link(self, request: Request) -> Response:
        """Send a browser on to the page with a seat's code, or a key; right or wrong is told only there.

        It stands behind the `#`, so that no later request and no log of a server holds it.
        """
        code = request.path_params["code"]
        if not CODE.fullmatch(code):
            raise HTTPException(404)
        return Response(status_code=303, headers={"location": f"/#key={code.upper()}", "cache-control": "no-store"})

    async def live(self, socket: WebSocket) -> None:
        """Serve the live connection."""
        await socket.accept()
        connection = socket.scope.get("state", {}).get(CONNECTION)
        model, limits, audience = self._model, self._limits, self._audience
        await Live(socket, model, limits, self._run, audience=audience, connection=connection).serve()


async def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return PlainTextResponse(SENTENCES[status], status_code=status)
