"""The addresses of the page: the page itself, its files, the seats' short links, the live connection."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tacotable.web.connections import CONNECTION
from tacotable.web.files import GAMES_PAGE, GAMES_SCRIPT, STYLES, page_files, replay_file
from tacotable.web.limits import Limits
from tacotable.web.live import Audience, Live
from tacotable.web.rulings_page import rulings_page
from tacotable.web.security import Gate
from tacotable.web.stage import StageModel

if TYPE_CHECKING:
    from tacotable.state.role import Content
    from tacotable.web.desk_arbiter import DeskArbiter
    from tacotable.web.model import GamesModel, PageModel

CODE = re.compile(r"[A-Za-z2-9]{4,32}")  # Short codes of seats, in either case: a small QR code holds the address.
UNFIT_IN_HEADER = re.compile(r"[^A-Za-z0-9._-]")

SENTENCES = {
    404: "There is nothing at this address. The table's page is at /.\n",
    405: "This address only gives; acts go over the page's live connection.\n",
}


def page_app(
    model: PageModel,
    *,
    hosts: Sequence[str],
    limits: Limits | None = None,
    stage: StageModel | None = None,
    games: GamesModel | None = None,
    desk: DeskArbiter | None = None,
) -> Starlette:
    """Return the web application of a table. `hosts`: every host:port that the page may be opened by.

    `stage`: the table as its stages see it; without one, they see what spectators do, at once. `games`: those that were
    played; without them there are none to look at. `desk`: the arbiter at a director's desk, where the table has one.
    """
    limits, stage, run = limits or Limits(), stage or StageModel(model), token_hex(8)

    def live(shown: PageModel, most: int) -> Callable[[WebSocket], Awaitable[None]]:
        audience = Audience(shown, most, limits.rest_s)

        async def serve(socket: WebSocket) -> None:
            await socket.accept()
            connection = socket.scope.get("state", {}).get(CONNECTION)
            clock = asyncio.get_running_loop().time
            await Live(socket, shown, limits, run, clock, audience=audience, connection=connection).serve()

        return serve

    async def rulings(_: Request) -> Response:
        return HTMLResponse(rulings_page())

    async def asked(request: Request) -> Response:
        """Answer what the arbiter may decide, or decide it, for the line to a director's desk."""
        if desk is None or not desk.knows(request.headers):
            raise HTTPException(404)
        status, content = desk.answer(await request.body() if request.method == "POST" else None)
        return JSONResponse(content, status_code=status)

    return Starlette(
        routes=[
            *(Route(path, file_at("index.html")) for path in ("/", "/stage")),
            *(Route(path, short_link) for path in ("/s/{code}", "/S/{code}")),
            *(games_routes(games) if games else ()),
            Route("/rulings", rulings),
            Route("/arbiter.json", asked, methods=["GET", "POST"]),
            Route("/{name}", file_at()),
            WebSocketRoute("/live", live(model, limits.spectators)),
            WebSocketRoute("/stage/live", live(stage, limits.stages)),
        ],
        middleware=[Middleware(Gate, hosts=hosts)],
        exception_handlers={404: _plain, 405: _plain},
    )


def games_routes(games: GamesModel, files: Sequence[str] = ()) -> list[Route]:
    """Return the addresses of the games that were played, and of `files` of the page for which nobody else answers."""

    async def list_games(request: Request) -> Response:
        return _fresh(await games.listed(request.query_params.get("language", "")))

    async def replay(request: Request) -> Response:
        return _fresh(await _told_of(request, games.replay))

    async def review(request: Request) -> Response:
        return _fresh(await _told_of(request, games.review))

    async def replay_to_keep(request: Request) -> Response:
        data = await _told_of(request, games.replay)
        style, script = (page_files()[name].body.decode() for name in (STYLES, GAMES_SCRIPT))
        name = UNFIT_IN_HEADER.sub("-", f"tacotable-{data['game']}.html")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return HTMLResponse(replay_file(data, style, script), headers=headers)

    return [
        *(Route(f"/{name}", file_at(name)) for name in files),
        *(Route(path, file_at(GAMES_PAGE)) for path in ("/games", "/games/{name}")),
        Route("/games.json", list_games),
        Route("/games/{name}/replay.json", replay),
        Route("/games/{name}/review.json", review),
        Route("/games/{name}/replay.html", replay_to_keep),
    ]


def file_at(name: str | None = None) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with a file of the page, the one that is asked for or this; 304 where the browser has it."""

    async def answer(request: Request) -> Response:
        file = page_files().get(name or request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        headers = {"etag": file.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["content-type"] = file.kind
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"})
        return Response(file.body, headers=headers)

    return answer


async def short_link(request: Request) -> Response:
    """Send a browser on to the page with a seat's code, or a key; right or wrong is told only there.

    It stands behind the `#`, so that no later request and no log of a server holds it.
    """
    code = request.path_params["code"]
    if not CODE.fullmatch(code):
        raise HTTPException(404)
    return Response(status_code=303, headers={"location": f"/#key={code.upper()}", "cache-control": "no-store"})


async def _told_of(request: Request, tell: Callable[[str, str], Awaitable[Content | None]]) -> Content:
    """Return what is told of a game in the language that is asked for; 404 where there is none of the name."""
    data = await tell(request.path_params["name"], request.query_params.get("language", ""))
    if data is None:
        raise HTTPException(404)
    return data


def _fresh(content: Content) -> Response:
    """Answer with JSON that is asked for anew each time."""
    return JSONResponse(content, headers={"cache-control": "no-store"})


async def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return PlainTextResponse(SENTENCES[status], status_code=status)
