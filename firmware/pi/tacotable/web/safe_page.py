"""Safe mode, after starts that failed: a page alone, which touches nothing: why, what to do, and the games so far."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tacotable.history import games
from tacotable.storage.crash_counter import GOOD_S, MOST
from tacotable.storage.journal import PROGRAM, JournalError, Recovered, read_game
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.redact import redacted
from tacotable.web.security import Gate
from tacotable.web.serve import serving

WHY, TABLE_FILE = (
    files("tacotable.web").joinpath(name).read_text(encoding="utf-8") for name in ("safe_mode.txt", "table_fault.txt")
)


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


def safe_page(folder: Path | None, *, hosts: Sequence[str], fault: str = "") -> Starlette:
    """Return the page; games are told as everyone may know them, by names that are looked up.

    `fault`: what is wrong with the table file; everyone in the house can read the page, so no tag stays in it.
    """
    told = WHY.format(most=MOST, seconds=GOOD_S) + (TABLE_FILE.format(fault=redacted(fault)) if fault else "")

    def why(request: Request) -> Response:
        return PlainTextResponse(told + _games(folder))

    def game(request: Request) -> Response:
        return PlainTextResponse(*_game(folder, request.path_params["name"]), media_type="application/jsonl")

    routes = [Route("/", why), Route("/games/{name}", game)]
    return Starlette(routes=routes, middleware=[Middleware(Gate, hosts=hosts)])


def _games(folder: Path | None) -> str:
    """Return each game in a line, with what of it cannot be told."""
    try:
        played = list(games.played_in(folder)) if folder else []
    except JournalError as error:
        return f"\n{error}\n"
    return "".join(
        f"\n/games/{game.name}  {game.began}  {game.ruleset}  {' '.join(game.seats)}"
        + ("" if game.is_whole else f"  ({game.how})")
        for game in played
    )


def _game(folder: Path | None, name: str) -> tuple[str, int]:
    """Return a game as JSON Lines, and the status of the answer; the last line says so where the end is missing."""
    try:
        path = next((path for path in games.paths_in(folder) if path.stem == name), None) if folder else None
        recovered = read_game(path, PROGRAM) if path else Recovered()
    except JournalError as error:
        return f"{error}\n", 500
    played = games.again(recovered.facts)
    if played.situation is None:
        return "There is no such game.\n", 404
    lines = list(games.lines(played.situation, games.EVERYONE))
    if games.missing(recovered, played):
        lines.append({"missing": f"this is only the beginning; `tacotable history --export {name}` says why"})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), 200
