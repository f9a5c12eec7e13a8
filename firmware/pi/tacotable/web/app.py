"""The addresses of the page: the page itself, its files, the seats' short links, the live connection."""

from __future__ import annotations

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
from tacotable.web.files import GAMES_PAGE, GAMES_SCRIPT, STYLES, PageFile, page_files, replay_file
from tacotable.web.limits import Limits
from tacotable.web.live import Audience, Live
from tacotable.web.security import Gate
from tacotable.web.stage import StageModel

if TYPE_CHECKING:
    from tacotable.state.role import Content
    from tacotable.web.desk_arbiter import DeskArbiter
    from tacotable.web.model import GamesModel, PageModel

CODE = re.compile(r"[A-Za-z2-9]{4,32}")
"""Short codes of seats: letters and 2 to 9, in either case, so that a small QR code holds the address."""

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
    server = _PageServer(model, limits or Limits(), stage or StageModel(model), desk)
    return Starlette(
        routes=[
            Route("/", server.page),
            Route("/stage", server.page),
            Route("/s/{code}", server.short_link),
            Route("/S/{code}", server.short_link),
            *games_routes(games),
            Route("/arbiter.json", server.asked, methods=["GET", "POST"]),
            Route("/{name}", server.file),
            WebSocketRoute("/live", server.live),
            WebSocketRoute("/stage/live", server.live_stage),
        ],
        middleware=[Middleware(Gate, hosts=hosts)],
        exception_handlers={404: _plain, 405: _plain},
    )


def games_routes(games: GamesModel | None, files: Sequence[str] = ()) -> list[Route]:
    """Return the addresses of the games that were played; without them each is 404.

    `files`: those of the page that are answered for here, too, where nobody else does.
    """
    server = _GamesServer(games)
    return [
        *(Route(f"/{name}", server.file, name=name) for name in files),
        Route("/games", server.games),
        Route("/games.json", server.list_games),
        Route("/games/{name}", server.games),
        Route("/games/{name}/replay.json", server.replay),
        Route("/games/{name}/review.json", server.review),
        Route("/games/{name}/replay.html", server.replay_file),
    ]


class _PageServer:
    """The answers to the addresses, over one model."""

    def __init__(self, model: PageModel, limits: Limits, stage: StageModel, desk: DeskArbiter | None) -> None:
        self._model = model
        self._desk = desk
        self._stage = stage
        self._limits = limits
        self._audience = Audience(model, limits.spectators, limits.rest_s)
        self._stage_audience = Audience(stage, limits.stages, limits.rest_s)
        self._files = page_files()
        self._run = token_hex(8)

    async def page(self, request: Request) -> Response:
        """Answer with the page."""
        return _answer_with(self._files["index.html"], request)

    async def file(self, request: Request) -> Response:
        """Answer with one of the page's files."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return _answer_with(file, request)

    async def short_link(self, request: Request) -> Response:
        """Send a browser on to the page with a seat's code, or a key; right or wrong is told only there.

        It stands behind the `#`, so that no later request and no log of a server holds it.
        """
        code = request.path_params["code"]
        if not CODE.fullmatch(code):
            raise HTTPException(404)
        return Response(status_code=303, headers={"location": f"/#key={code.upper()}", "cache-control": "no-store"})

    async def asked(self, request: Request) -> Response:
        """Answer what the arbiter may decide, or decide it, for the line to a director's desk."""
        if self._desk is None or not self._desk.knows(request.headers):
            raise HTTPException(404)
        status, content = self._desk.answer(await request.body() if request.method == "POST" else None)
        return JSONResponse(content, status_code=status)

    async def live(self, socket: WebSocket) -> None:
        """Serve the live connection."""
        await self._serve(socket, self._model, self._audience)

    async def live_stage(self, socket: WebSocket) -> None:
        """Serve the live connection of a stage."""
        await self._serve(socket, self._stage, self._stage_audience)

    async def _serve(self, socket: WebSocket, model: PageModel, audience: Audience) -> None:
        await socket.accept()
        connection = socket.scope.get("state", {}).get(CONNECTION)
        await Live(socket, model, self._limits, self._run, audience=audience, connection=connection).serve()


class _GamesServer:
    """The answers about games that were played."""

    def __init__(self, games: GamesModel | None) -> None:
        self._games = games
        self._files = page_files()

    async def file(self, request: Request) -> Response:
        """Answer with one of the page's files."""
        return _answer_with(self._files[request.url.path[1:]], request)

    async def games(self, request: Request) -> Response:
        """Answer with the page of the games that were played, or of one of them."""
        return _answer_with(self._files[GAMES_PAGE], request)

    async def list_games(self, request: Request) -> Response:
        """Answer with the games that were played."""
        language = request.query_params.get("language", "")
        return _fresh(await self._known().listed(language))

    async def replay(self, request: Request) -> Response:
        """Answer with a game step by step."""
        return _fresh(await self._told_of(request, self._known().replay))

    async def replay_file(self, request: Request) -> Response:
        """Answer with a game as a file to keep."""
        data = await self._told_of(request, self._known().replay)
        style, script = (self._files[name].body.decode() for name in (STYLES, GAMES_SCRIPT))
        name = f'attachment; filename="tacotable-{data["game"]}.html"'
        return HTMLResponse(replay_file(data, style, script), headers={"content-disposition": name})

    async def review(self, request: Request) -> Response:
        """Answer with what each choice of a game cost."""
        return _fresh(await self._told_of(request, self._known().review))

    async def _told_of(self, request: Request, tell: Callable[[str, str], Awaitable[Content | None]]) -> Content:
        """Return what is told of a game in the language that is asked for; 404 where there is none of the name."""
        data = await tell(request.path_params["name"], request.query_params.get("language", ""))
        if data is None:
            raise HTTPException(404)
        return data

    def _known(self) -> GamesModel:
        """Return the games, where there are any to look at; else the answer is 404."""
        if self._games is None:
            raise HTTPException(404)
        return self._games


def _answer_with(file: PageFile, request: Request) -> Response:
    """Answer with a file, or with 304 when the browser has the same bytes; it asks again each time."""
    headers = {"etag": file.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    headers["content-type"] = file.kind
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "content-encoding": "gzip"})
    return Response(file.body, headers=headers)


def _fresh(content: Content) -> Response:
    """Answer with JSON that is asked for anew each time."""
    return JSONResponse(content, headers={"cache-control": "no-store"})


async def _plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return PlainTextResponse(SENTENCES[status], status_code=status)
