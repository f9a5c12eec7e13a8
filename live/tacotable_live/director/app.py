"""The director's addresses: the line of the tables, the pages for everybody, and the desk behind its key."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from hmac import compare_digest
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec
import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.history.games import table_of
from tacotable.state.situation import family_of
from tacotable.web.app import games_routes
from tacotable.web.connections import CONNECTION, Connection, Rank
from tacotable.web.files import GAMES_PAGE, GAMES_SCRIPT, STYLES, page_files
from tacotable.web.limits import Limits
from tacotable.web.played_games import table_told
from tacotable.web.security import Gate
from tacotable_engine.registry import rulesets
from tacotable_live.director.deeds import deed_of, plan_of, told
from tacotable_live.director.replays import Replays
from tacotable_live.director.words import Words
from tacotable_live.stream.messages import LARGEST, FromTable, Hello, Refused, decoded, digest
from tacotable_live.tournament.errors import EventError, require
from tacotable_live.tournament.exchange import as_csv, as_json
from tacotable_live.tournament.model import Extended, Paired, Played, Round, Step

if TYPE_CHECKING:
    from tacotable_live.director.hub import Director
    from tacotable_live.director.watching import Watched
    from tacotable_live.tournament.event import Event

LARGEST_FORM = 64 * 1024
KEY = "X-Desk-Key"
LIMITS = Limits(message_bytes=LARGEST, connections=2_048, connections_per_address=512)
"""Hundreds of tables and spectators, many of them behind one router."""
TEMPLATES = Environment(
    loader=PackageLoader("tacotable_live.director"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)
STATIC = files("tacotable_live.director") / "static"
MOST_LINES = 4
"""Connections of a table: one, and for a minute those that broke and are not known to be dead yet."""
ALIVE_S = 15.0
"""So often a page is told that the director is there."""


def director_app(director: Director, *, hosts: Sequence[str], key: str, address: str) -> Starlette:
    """Return the web application. `key`: of the desk; `address`: where tables connect, as the desk shows it."""
    pages = _Pages(director, digest(key), address)
    return Starlette(
        routes=[
            WebSocketRoute("/table", pages.table_line),
            Route("/", pages.wall),
            Route("/desk", pages.desk_frame),
            Route("/desk/main", pages.desk),
            Route("/desk/do", pages.do, methods=["POST"]),
            Route("/tables/{name}", pages.table),
            Route("/tables/{name}/stage", pages.stage),
            Route("/tables/{name}/stage.json", pages.stage_told),
            Route("/events/{number:int}", pages.event),
            Route("/events/{number:int}/slips", pages.slips),
            Route("/events/{number:int}.csv", pages.event_csv),
            Route("/events/{number:int}.json", pages.event_json),
            Route("/news", pages.news),
            *games_routes(Replays(director), (STYLES, GAMES_SCRIPT, "favicon.svg")),
            Route("/static/{name}", pages.file),
        ],
        middleware=[Middleware(Gate, hosts=hosts)],
        exception_handlers={404: _plain, 405: _plain},
    )


class _Pages:
    """The answers to the addresses, over one director."""

    def __init__(self, director: Director, key_hash: str, address: str) -> None:
        self._director = director
        self._key_hash = key_hash
        self._address = address
        self._made: dict[tuple[object, ...], Response] = {}
        self._owned: dict[str, list[Connection]] = {}
        self._words = {language: Words(language) for language in LANGUAGES}
        self._catalogs = {language: Catalog(language) for language in LANGUAGES}

    async def table_line(self, line: WebSocket) -> None:
        """Speak with a table until its line ends."""
        await line.accept()
        joined = ""
        try:
            hello = msgspec.convert(decoded(await self._received(line)), FromTable)
            answer = self._director.greet(hello) if isinstance(hello, Hello) else Refused("say hello first")
            await line.send_text(msgspec.json.encode(answer).decode())
            if isinstance(answer, Refused) or not isinstance(hello, Hello):
                await line.close()
                return
            joined = hello.table
            self._own(joined, line.scope["state"][CONNECTION])
            self._director.joined(joined)
            while True:
                message = msgspec.convert(decoded(await self._received(line)), FromTable)
                if not isinstance(message, Hello):
                    told = await self._director.hear(hello, message)
                    await line.send_text(msgspec.json.encode(told).decode())
                    if isinstance(told, Refused) and not told.game:
                        await line.close()
                        return
        except msgspec.MsgspecError as error:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await line.send_text(msgspec.json.encode(Refused(f"not understood: {error}")).decode())
                await line.close()
        except WebSocketDisconnect:
            pass
        finally:
            if joined:
                self._director.left(joined)

    def _own(self, table: str, connection: Connection) -> None:
        """Keep a table's connection, which ends its oldest one if there are too many: others need room, too."""
        connection.become(Rank.HOLDS_KEY)
        owned = [each for each in self._owned.get(table, ()) if each.is_open]
        if len(owned) == MOST_LINES:
            owned.pop(0).end()
        self._owned[table] = [*owned, connection]

    async def _received(self, line: WebSocket) -> str:
        text = await line.receive_text()
        if len(text) > LARGEST:
            raise msgspec.ValidationError(f"a message of more than {LARGEST} bytes")
        return text

    async def wall(self, request: Request) -> Response:
        """Return the wall: all tables, and the events that are on."""
        tables = partial(self._tables, request, self._director.shown)
        return self._shared(request, ("wall",), lambda: self._page(request, "wall.html", tables=tables()))

    async def table(self, request: Request) -> Response:
        """Return one table, large; with `?overlay` on a transparent ground, for a stream."""
        found = self._shown(request)
        is_overlay = "overlay" in request.query_params

        def make() -> Response:
            told, strangers = self._told(request, found), self._director.strangers(self._director.shown)
            return self._page(request, "table.html", table=told, is_overlay=is_overlay, strangers=strangers)

        return self._shared(request, ("table", found.name, is_overlay), make)

    async def stage(self, request: Request) -> Response:
        """Return the page on which a table is watched: board or ring, whose turn it is, what was told last."""
        self._shown(request)
        return HTMLResponse(page_files()[GAMES_PAGE].body)

    async def stage_told(self, request: Request) -> Response:
        """Return what that page shows now; with `brief` without the words that it has already."""
        found, is_brief = self._shown(request), "brief" in request.query_params
        about = ("stage", found.name, is_brief)
        return self._shared(request, about, lambda: JSONResponse(self._staged(request, found, is_brief=is_brief)))

    def _staged(self, request: Request, watched: Watched, *, is_brief: bool) -> Mapping[str, object]:
        words = self._catalogs[self._language(request)]
        now = watched.state
        table = table_of(now.ruleset, now.seats()) if now.seats() else None
        told = self._told(request, watched)
        return {
            **{name: told[name] for name in ("name", "state", "said")},
            "wall": self._words[words.language].say("wall"),
            "title": words.say(f"item.{now.ruleset}") if table else "",
            "table": table and table_told(table, family_of(now.ruleset)),
            "picture": now.picture,
            "language": words.language,
            **({} if is_brief else {"texts": words.page_texts()}),
        }

    def _shown(self, request: Request) -> Watched:
        """Return the table of an address as everybody sees it."""
        found = self._director.shown.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found

    async def event(self, request: Request) -> Response:
        """Return an event: the round that is on, and where everybody stands."""
        number, event = self._event(request)
        make = partial(self._page, request, "event.html", number=number, event=event)
        return self._shared(request, ("event", number), make)

    async def slips(self, request: Request) -> Response:
        """Return the round that is on to print: a slip for each table, with a picture code of its page."""
        number, event = self._event(request)
        home = f"http{self._address.removeprefix('ws').removesuffix('/table')}"
        slips = []
        for pod in event.current.pods if event.current else ():
            page = f"/tables/{quote(pod.table)}" if pod.table else f"/events/{number}"
            slips.append((pod, segno.make_qr(home + page).svg_data_uri(scale=3, border=2)))
        return self._page(request, "slips.html", event=event, slips=slips)

    async def event_csv(self, request: Request) -> Response:
        """Return the results of an event for a spreadsheet."""
        return PlainTextResponse(as_csv(self._event(request)[1]), media_type="text/csv")

    async def event_json(self, request: Request) -> Response:
        """Return the plan and all steps of an event, from which it can be made again."""
        return Response(as_json(self._event(request)[1]), media_type="application/json")

    async def desk_frame(self, request: Request) -> Response:
        """Return the desk without anything in it; the key is in its address behind #, and never sent in one."""
        return self._page(request, "desk.html")

    async def desk(self, request: Request) -> Response:
        """Return what the desk shows."""
        self._require_key(request)
        catalog = self._catalogs[self._language(request)]
        return self._page(
            request,
            "desk_main.html",
            tables=self._tables(request, self._director.now),
            arbiter=self._arbiter(request),
            forks={name: self._director.archive.forks(name) for name in self._director.keys},
            games={game: catalog.web(f"item.{game}") for game in rulesets()},
            address=self._address,
            faults=self._director.faults.sentences(self._words[catalog.language]),
            results=self._director.results(),
            held_up=self._director.held_up(),
            spares=self._director.spares(),
            strangers=self._director.strangers(self._director.now),
        )

    async def do(self, request: Request) -> Response:
        """Do something at the desk; what cannot be done is said in a sentence."""
        self._require_key(request)
        body = await request.body()
        try:
            require(len(body) <= LARGEST_FORM, "too-much")
            asked: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
            return JSONResponse(self._done(asked))
        except (EventError, msgspec.MsgspecError) as error:
            refused = error if isinstance(error, EventError) else EventError("not-understood")
            words = self._words[self._language(request)]
            return JSONResponse({"error": words.error(refused.code, **refused.values)}, status_code=400)

    def _done(self, asked: Mapping[str, Any]) -> Mapping[str, object]:
        director, who = self._director, str(asked.get("who", ""))[:40]
        name, number = str(asked.get("name", "")), asked.get("event", 0)
        match asked.get("do"):
            case "table":
                return {"key": director.add_table(name), "table": name, "address": self._address}
            case "event":
                return {"event": director.open_event(plan_of(asked))}
            case "drop-table":
                director.drop_table(name, who)
            case "drop-event":
                director.drop_event(number)
            case "decide":
                director.decisions.take(asked)
            case _:
                self._take_steps(asked, who)
        return {}

    def _take_steps(self, asked: Mapping[str, Any], who: str) -> None:
        """Take the steps that are asked for; of many names, those that can enter do. Raises the first EventError."""
        director, number, why = self._director, asked.get("event", 0), str(asked.get("why", "")).strip()[:200]
        refused: EventError | None = None
        for deed in deed_of(asked, director.event(number), director.now_ms()):
            try:
                director.take(number, deed, who, why)
            except EventError as error:
                refused = refused or error
        if refused:
            raise refused

    async def news(self, request: Request) -> Response:
        """Tell a page each time when there is something new to fetch."""
        request.scope["state"][CONNECTION].become(Rank.WATCHES)
        return StreamingResponse(self._news(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def _news(self) -> AsyncIterator[str]:
        while True:
            news = self._director.news  # before the version is read: later changes are told, too
            yield f"data: {self._director.version}\n\n"
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), ALIVE_S)

    async def file(self, request: Request) -> Response:
        """Return a file of the pages."""
        kind = {"live.css": "text/css", "live.js": "text/javascript"}.get(request.path_params["name"])
        if kind is None:
            raise HTTPException(404)
        return Response((STATIC / request.path_params["name"]).read_bytes(), media_type=kind)

    def _shared(self, request: Request, about: tuple[object, ...], make: Callable[[], Response]) -> Response:
        """Return a page that is the same for all spectators of a language, made once a change and a second."""
        now = self._director.version, int(asyncio.get_running_loop().time())
        key = (now, *about, self._language(request), "language" in request.query_params)
        if key not in self._made:
            kept = {other: page for other, page in self._made.items() if other[0] == now}
            self._made = {**kept, key: make()}
        return self._made[key]

    def _page(self, request: Request, template: str, **values: object) -> HTMLResponse:
        words = self._words[self._language(request)]
        text = TEMPLATES.get_template(template).render(
            say=words.say,
            at=partial(_at, words, bool(self._director.keys)),
            steps=partial(_steps, words),
            language=words.language,
            others={other: each.say("language") for other, each in self._words.items() if each is not words},
            asked=f"?language={words.language}" if "language" in request.query_params else "",
            events=self._director.events,
            now_ms=self._director.now_ms(),
            **values,
        )
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})

    def _tables(self, request: Request, views: Mapping[str, Watched]) -> list[Mapping[str, object]]:
        return [self._told(request, views[name]) for name in self._director.keys]

    def _told(self, request: Request, watched: Watched) -> Mapping[str, object]:
        """Return what pages show of a table."""
        now, match = watched.state, watched.state.match
        catalog = self._catalogs[self._language(request)].with_people(now.public.names)
        presence = watched.presence(asyncio.get_running_loop().time())
        is_left_out = not now.number and self._director.faults.has(watched.name, "left-out")
        state = "left-out" if is_left_out else "no-game" if not now.number else "in-play"
        state = "game-over" if now.public.stage == "over" else "help" if watched.needs_help else state
        return {
            "name": watched.name,
            "presence": presence,
            "help": watched.needs_help,
            "state": self._words[self._language(request)].say(state if presence == "here" else f"presence.{presence}"),
            "seats": [
                {
                    "seat": seat,
                    "name": catalog.seat(seat),
                    "cards": cards,
                    "is_in": match.alive is None or seat in match.alive,
                    "acts": seat in match.to_act,
                    "wins": match.wins.get(seat) if match.wins else None,
                    "thought": _minutes(now.thought(seat)),
                    "won": match.winner == seat,
                }
                for seat, cards in match.hand_size.items()
            ],
            "said": now.sentences(catalog),
            "pile": match.pile,
            "order": now.people() if all(now.people()) else now.order(),
        }

    def _arbiter(self, request: Request) -> Iterator[Mapping[str, object]]:
        """Yield what the desk shows of each table that lets it decide."""
        words, sentences = self._catalogs[self._language(request)], self._words[self._language(request)]
        waiting = [code.partition(".")[2] for code in sentences.sentences if code.startswith("waits.")]
        for table, asked in self._director.decisions.queue():
            catalog = words.with_people(asked.names)
            yield {
                "table": table,
                "waits": asked.waits if asked.waits in ("", *waiting) else "question",
                "ruling": catalog.foreign(*asked.ruling) if asked.ruling else "",
                "source": asked.source,
                "offered": {what: catalog.foreign(*told) for what, told in asked.offered.items()},
                "moment": asked.moment,
                "made": [
                    (words.with_people(made.names).foreign(*made.told), made, outcome and sentences.error(outcome))
                    for made, outcome in self._director.decisions.made(table)
                ],
            }

    def _event(self, request: Request) -> tuple[int, Event]:
        """Return the event of an address, with its number."""
        number = int(request.path_params["number"])
        if number not in self._director.events:
            raise HTTPException(404)
        return number, self._director.events[number]

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("language") or request.headers.get("accept-language", "")
        return next((language for language in LANGUAGES if asked[:2].lower() == language[:2].lower()), LANGUAGES[0])

    def _require_key(self, request: Request) -> None:
        if not compare_digest(digest(request.headers.get(KEY, "")), self._key_hash):
            raise HTTPException(404)


def _at(words: Words, is_awaited: bool, round_: Round, number: int) -> str:
    """Return where a pod sits, or its number; `is_awaited`: whether one that has no table waits for one."""
    if table := round_.pods[number - 1].table:
        return table
    return words.say("no-table" if is_awaited and number not in round_.orders else "table", n=number)


def _steps(words: Words, event: Event) -> Iterator[tuple[Step, str]]:
    """Yield the steps of an event, each with what tells it."""
    drawn = 0
    for step in event.steps:
        drawn += isinstance(step.deed, Paired)
        code, values = told(step.deed)
        if isinstance(step.deed, Played | Extended):
            number = step.deed.round if isinstance(step.deed, Played) else drawn
            values = {**values, "at": _at(words, False, event.rounds[number - 1], step.deed.pod)}
        yield step, words.say(code, **values)


def _minutes(ms: int) -> str:
    """Return a time as minutes and seconds, nothing below a second."""
    return f"{ms // 60_000}:{ms // 1_000 % 60:02}" if ms >= 1_000 else ""


async def _plain(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is nothing at this address. The wall is at /, the desk at /desk.\n", 404)
