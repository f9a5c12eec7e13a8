"""Whatever a table with a key sends, all pages answer, and the director starts again."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from urllib.parse import quote

import httpx2 as httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from live.played_game import played
from tacotable.catalog import Catalog
from tacotable.history.projection import Projection
from tacotable.web.connections import CONNECTION, Connection
from tacotable_live.director.app import KEY, director_app
from tacotable_live.director.archive import Archive, Game
from tacotable_live.director.decisions import Decision
from tacotable_live.director.faults import LINES, MOST
from tacotable_live.director.hub import Director
from tacotable_live.director.replays import name_of
from tacotable_live.director.status import status_of
from tacotable_live.tournament.model import Entered, Plan

Start = Callable[[], tuple[Director, Starlette]]
HELLO = {"t": "hello", "table": "T", "epoch": "e", "key": "key", "tips": {}}
PAGES = ("/", "/desk/main", "/tables/T", "/tables/T?overlay", "/tables/T/stage.json", "/events/1", "/games.json")
SEATS = ["seat", "target", "owner", "player", "by", "winner", "other", "next", "seats", "chair"]
VALUES = [*SEATS, "space", "from", "card", "cards", "hand", "name", "n", "game", "cost", "did", "given", "device"]
CODES = sorted(Catalog("en").messages)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def mostly(usual: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draw a usual value, or one time in ten any JSON."""
    return st.integers(0, 9).flatmap(lambda n: usual if n else json_values)


names = st.sampled_from(["YAY", "WOW", "5", "10", "", "x" * 40, "<b>"])
values = st.dictionaries(st.sampled_from(VALUES), json_values | names | st.lists(names, max_size=3), max_size=4)
codes = st.sampled_from(CODES) | st.text(max_size=9)
lines = st.fixed_dictionaries({"code": codes}, optional={"values": mostly(values)})
matches = st.fixed_dictionaries(
    {},
    optional={
        "hand_size": mostly(st.dictionaries(names, st.integers(0, 9))),
        "wins": mostly(st.dictionaries(names, st.integers(0, 9))),
        "winner": mostly(names),
        "pile": mostly(st.integers(0, 9)),
        **{name: mostly(st.lists(names)) for name in ("players", "alive", "to_act", "exits", "discard")},
    },
)
pictures = st.fixed_dictionaries(
    {},
    optional={
        "stage": mostly(st.sampled_from(("play", "over", "?"))),
        "names": mostly(st.dictionaries(names, names)),
        "thought_ms": mostly(st.dictionaries(names, st.integers())),
        "match": mostly(matches),
        "kittens": mostly(matches),
        "board": json_values,
    },
)
paths = st.lists(st.sampled_from(("stage", "match", "kittens", "names", "players", "discard")), max_size=3)
places = st.dictionaries(st.integers(0, 99).map(str), json_values | names, max_size=2)
made_events = st.fixed_dictionaries(
    {},
    optional={
        "at_ms": mostly(st.integers()),
        "said": mostly(st.lists(mostly(lines), max_size=3)),
        "set": mostly(pictures),
        "at": mostly(st.lists(st.tuples(paths, mostly(places)), max_size=2)),
        "gone": mostly(st.lists(mostly(paths), max_size=2)),
    },
)


def whole_game(table: str) -> list[dict[str, Any]]:
    """Return a game that is over as two events: how it began, and how it ended."""
    bodies = [json.loads(msgspec.json.encode(event.body())) for event in Projection().take(played(table)).events]
    end = {"said": [{"code": "log.began", "values": {"game": bodies[0]["said"][0]["values"]["game"]}}], "set": {}}
    picture: dict[str, Any] = {}
    for body in bodies:
        picture |= {name: value for name, value in body["set"].items() if name in ("stage", "names")}
    family = "match" if table == "tacocat" else "kittens"
    seats = list(bodies[0]["set"][family]["hand_size"])
    picture[family] = {"winner": seats[0], "exits": seats[1:], "to_act": []}
    return [bodies[0], {**end, "set": picture}]


GAMES = [whole_game("tacocat"), whole_game("kittens")]


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """Return JSON with another value somewhere, or with one more or less."""
    if not isinstance(value, (dict, list)) or not value or not draw(st.integers(0, 4)):
        return draw(json_values)
    at = draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
    changed = value.copy()
    if draw(st.integers(0, 9)):
        changed[at] = draw(damaged(value[at]))
    else:
        del changed[at]
    return changed


@st.composite
def events(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return the events of a game, some of them damaged or made up; their links are right."""
    told = []
    for event in draw(st.sampled_from(GAMES)):
        changed = draw(damaged(event)) if draw(st.booleans()) else event
        told.append(changed if isinstance(changed, dict) else event)
    return [*told, draw(made_events)]


def acts(*bodies: str, game: str = "game-000001") -> dict[str, object]:
    return {"t": "acts", "game": game, "bodies": bodies}


def linked(told: Sequence[dict[str, Any]]) -> list[str]:
    """Return events as bodies, each with its number and the hash of the one before."""
    bodies, before = [], ""
    for number, event in enumerate(told, 1):
        bodies.append(json.dumps({**event, "n": number, "before": before}))
        before = sha256(bodies[-1].encode()).hexdigest()
    return bodies


offers = st.tuples(codes, values)
asks = st.fixed_dictionaries(
    {
        "t": st.just("asks"),
        "asked": mostly(
            st.fixed_dictionaries(
                {},
                optional={
                    "waits": mostly(st.sampled_from(("question", "paused", "?"))),
                    "ruling": mostly(offers),
                    "names": mostly(st.dictionaries(names, names)),
                    "offered": mostly(st.dictionaries(st.text(max_size=9), offers, max_size=3)),
                    "moment": mostly(st.text(max_size=3)),
                    **{name: mostly(st.booleans()) for name in ("needs_people", "may_decide")},
                },
            )
        ),
        "done": mostly(st.dictionaries(st.just("d"), st.sampled_from(("name", "", "?", "not-answered")))),
    }
)
locates = st.fixed_dictionaries({"t": st.just("locate"), "game": st.text(max_size=5)}, optional={"marks": json_values})
hellos = st.fixed_dictionaries(
    {**{name: st.just(value) for name, value in HELLO.items()}, "epoch": st.text(max_size=5)}
)


async def nothing() -> None:
    """Look at nothing."""


async def speak(
    app: Starlette, *messages: object, meanwhile: Callable[[], Awaitable[None]] = nothing
) -> list[dict[str, Any]]:
    """Return what the director answers to the messages of a table's line; `meanwhile` runs before the line ends."""
    answers: list[dict[str, Any]] = []
    texts = iter(each if isinstance(each, str) else json.dumps(each) for each in (HELLO, *messages))
    is_new = True

    async def receive() -> dict[str, Any]:
        nonlocal is_new
        if is_new:
            is_new = False
            return {"type": "websocket.connect"}
        if (text := next(texts, None)) is not None:
            return {"type": "websocket.receive", "text": text}
        await meanwhile()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            answers.append(json.loads(message["text"]))

    with socket.socket() as own:
        connection = Connection(own, "t", lambda: 0.0, 0.0)
        scope = {
            "type": "websocket",
            "path": "/table",
            "scheme": "ws",
            "headers": [(b"host", b"t"), (b"origin", b"http://t")],
            "query_string": b"",
            "state": {CONNECTION: connection},
            "subprotocols": [],
        }
        await app(scope, receive, send)
    return answers


async def page(app: Starlette, path: str) -> str:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://t") as client:
        answer = await client.get(path, headers={KEY: "desk"})
        assert answer.status_code == 200, path
        return answer.text


async def require_all_pages(director: Director, app: Starlette) -> None:
    """Ask for each page; none may fail, and the wall shows the other table."""
    games = [f"/games/{quote(name_of(game), safe='')}/replay" for game in director.archive.games("T")]
    transport, chosen = httpx.ASGITransport(app=app), cycle(("en", "zh-TW"))
    async with httpx.AsyncClient(transport=transport, base_url="http://t", headers={KEY: "desk"}) as client:
        for path in PAGES:
            answer = await client.get(path, headers={"accept-language": next(chosen)})
            assert answer.status_code == 200, path
        for path in (f"{game}.{kind}" for game in games for kind in ("json", "html")):
            assert (await client.get(path)).status_code in (200, 404), path
        assert "Other table" in (await client.get("/")).text


def with_director(test: Callable[[Archive, Start], Awaitable[None]]) -> None:
    """Run a test beside an archive that knows two tables and an event; what it gets starts a director over it."""

    def start(archive: Archive) -> tuple[Director, Starlette]:
        director = Director(archive, wall=lambda: 1_763_000_000.0)
        return director, director_app(director, hosts=("t",), key="desk", address="ws://t/table")

    async def run(archive: Archive) -> None:
        for name in ("T", "Other table"):
            archive.add_table(name, "key", 0)
        first, _ = start(archive)
        number = first.open_event(Plan("Club", "tc38", seed="1"))
        for player in ("Ann", "Ben"):
            first.take(number, Entered(player), "")
        first.take(number, first.events[number].draw(), "")
        await test(archive, lambda: start(archive))

    with TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "archive.sqlite")
        try:
            asyncio.run(run(archive))
        finally:
            archive.close()


@given(events())
def test_no_event_that_a_table_sends_takes_a_page_or_the_next_start_away(told: list[dict[str, Any]]) -> None:
    async def test(archive: Archive, start: Start) -> None:
        director, app = start()
        for body in linked(told):
            await speak(app, acts(body))
            await require_all_pages(director, app)
            director, app = start()
            await require_all_pages(director, app)

    with_director(test)


@given(events())
def test_no_game_that_the_archive_has_already_takes_a_page_or_the_start_away(told: list[dict[str, Any]]) -> None:
    async def test(archive: Archive, start: Start) -> None:
        archive.store([(Game("T", "e", "game-000001"), linked(told))], 1)
        await require_all_pages(*start())

    with_director(test)


@given(st.lists(asks | locates | hellos | json_values.map(json.dumps) | st.text(max_size=20), min_size=1, max_size=3))
def test_no_other_message_of_a_table_takes_a_page_away(messages: list[object]) -> None:
    async def test(archive: Archive, start: Start) -> None:
        archive.add_decision("T", "d", msgspec.json.encode(Decision(("say.pause", {}), {}, "Ann", "why")), 0)
        director, app = start()
        await speak(app, *messages, meanwhile=lambda: require_all_pages(director, app))
        await require_all_pages(director, app)

    with_director(test)


DEEP = "lists in lists"
POISON: dict[str, dict[str, Any]] = {
    "a time that is no number": {"at_ms": "x"},
    "a line without a code": {"said": [{"values": {}}]},
    "an index that is no number": {"at": [[["l"], {"x": 1}]]},
    "a path without an end": {"gone": [[]]},
    "a seat that is no text": {"set": {"match": {"to_act": [1]}}},
    "a clock that is no number": {"set": {"thought_ms": {"YAY": "abc"}}},
    DEEP: {"set": {"x": json.loads("[" * 200 + "]" * 200)}},
    "too large a picture": {"set": {"x": "x" * 70_000}},
}


@pytest.mark.parametrize("event", POISON.values(), ids=POISON)
def test_an_event_that_cannot_be_shown_is_refused_and_the_next_game_of_its_table_is_taken(
    event: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(archive: Archive, start: Start) -> None:
        _, app = start()
        good, bad = linked([GAMES[0][0], event])
        _, first, refused, second = await speak(app, acts(good), acts(bad), acts(good, game="game-000002"))

        assert (first, second) == (
            {"t": "have", "game": "game-000001", "n": 1},
            {"t": "have", "game": "game-000002", "n": 1},
        )
        assert (refused["t"], refused["game"]) == ("refused", "game-000001")
        assert archive.count() == 2
        assert "T: the events of game e-game-000001 cannot be shown" in await page(app, "/desk/main")
        assert "T: the events of game e-game-000001 cannot be shown" in caplog.text

    with_director(test)


@pytest.mark.parametrize("event", [event for what, event in POISON.items() if what != DEEP])
def test_a_game_of_the_archive_that_cannot_be_shown_is_left_out_and_named(
    event: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(archive: Archive, start: Start) -> None:
        archive.store([(Game("T", "e", "game-000001"), linked([GAMES[0][0], event]))], 1)
        archive.store([(Game("T", "e", "game-000000"), linked(GAMES[0]))], 0)
        _, app = start()
        (listed,) = json.loads(await page(app, "/games.json"))["games"]

        assert listed["name"] == "e-game-000000"
        assert json.loads(await page(app, "/games.json"))["left_out"] == ["T: e-game-000001"]
        assert "T: game e-game-000001 cannot be shown and is left out" in await page(app, "/desk/main")
        assert "T: game e-game-000001 cannot be shown and is left out" in caplog.text
        await speak(app, acts(*linked(GAMES[1]), game="game-000002"))
        assert len(json.loads(await page(app, "/games.json"))["games"]) == 2

    with_director(test)


def test_a_table_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def test(archive: Archive, start: Start) -> None:
        director, app = start()
        await speak(app, *(acts(*linked([{"set": {"stage": number}, "at_ms": number}])) for number in range(3 * LINES)))
        await speak(app, *(acts(f'{{"n": 1, "before": "", "{n}": {"[" * n}}}', game=f"g{n}") for n in range(2 * MOST)))

        assert len(director.faults.now) == MOST
        assert len(caplog.records) == LINES

    with_director(test)


def test_a_sentence_without_a_value_that_it_needs_is_shown_as_its_code() -> None:
    async def test(archive: Archive, start: Start) -> None:
        _, app = start()
        said = {**GAMES[0][0], "said": [{"code": "event.arranged", "values": {}}]}
        await speak(app, acts(*linked([said])))

        assert "arranged" in json.loads(await page(app, "/tables/T/stage.json"))["said"]

    with_director(test)


def test_a_background_task_that_fails_is_in_the_log_on_the_desk_and_in_the_status(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise RuntimeError("out of paper")

    async def test(archive: Archive, start: Start) -> None:
        director, app = start()
        asyncio.get_running_loop().set_exception_handler(director.faults.task_failed)
        task = asyncio.create_task(fail())
        await asyncio.wait([task])
        del task
        gc.collect()
        (fault, *tables) = cast(list[dict[str, object]], status_of(director, tmp_path)["devices"])

        assert (fault["state"], {each["device"] for each in tables}) == ("faulty", {"T", "Other table"})
        for text in (str(fault["reason"]), caplog.text, await page(app, "/desk/main")):
            assert "RuntimeError: out of paper" in text

    with_director(test)
