"""A director with real lines: tables tell, pages show it, and an organiser directs an event at the desk alone."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import NoReturn

import httpx2 as httpx
import msgspec
import pytest
import segno
from markupsafe import escape
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from live.chains import chain_of
from live.played_game import played, write
from tacotable.errors import SetupError
from tacotable.history.games import again, paths_in
from tacotable.history.games import told as told_of
from tacotable.history.projection import Projection, public_picture
from tacotable.state.facts import Named, Paused
from tacotable.storage.journal import PROGRAM, Journal, read_game
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.played_games import replay_told, table_told
from tacotable.web.serve import serving
from tacotable_live.director.app import KEY, LIMITS, MOST_LINES, director_app
from tacotable_live.director.archive import Archive, Game
from tacotable_live.director.game_state import GameState, replayed
from tacotable_live.director.hub import Director
from tacotable_live.director.watching import GONE_S
from tacotable_live.stream.chains import Chain
from tacotable_live.stream.identity import identity
from tacotable_live.stream.messages import Acts, Have, Hello
from tacotable_live.stream.uplink import RefusedError, Uplink

DESK = {KEY: "desk"}


class Running:
    """A director that listens, and a client of its pages."""

    def __init__(self, director: Director, client: httpx.AsyncClient, address: str) -> None:
        self.director = director
        self.client = client
        self.address = address

    async def do(self, **asked: object) -> httpx.Response:
        return await self.client.post("/desk/do", json=asked, headers=DESK)

    async def page(self, path: str, **headers: str) -> str:
        answer = await self.client.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def desk(self) -> str:
        return await self.page("/desk/main", **DESK)


def directed(folder: Path, test: Callable[[Running], Awaitable[None]], delay_s: float = 0) -> None:
    """Run a test beside a director."""

    async def run() -> None:
        with ExitStack() as to_close:
            archive = Archive(folder / "archive.sqlite")
            to_close.callback(archive.close)
            served = listening(PagePlace(), to_close)
            director = Director(archive, delay_s=delay_s)
            line = f"ws://{served.address}/table"
            app = director_app(director, hosts=served.hosts, key="desk", address=line)
            async with (
                serving(app, served.sockets, LIMITS),
                httpx.AsyncClient(base_url=f"http://{served.address}") as client,
            ):
                await test(Running(director, client, line))

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


@pytest.mark.long(keep=0)
def test_a_table_tells_its_games_also_those_of_before_and_the_wall_shows_the_newest(tmp_path: Path) -> None:
    facts, state = played("tacocat"), tmp_path / "table"
    journal = write(state, facts[: len(facts) // 2])

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="Table 1")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "Table 1", key, say=lambda text: None).run())
        await until(lambda: running.director.now["Table 1"].state.number > 20)
        assert "In play" in await running.page("/")
        for fact in facts[len(facts) // 2 :]:
            journal.append(fact)
        await until(lambda: bool(running.director.now["Table 1"].state.order()))
        game = Game("Table 1", identity(state).epoch, "game-000001")
        expected = [event.body() for event in Projection().take(facts).events]
        told = [json.loads(body) for body in running.director.archive.chain(game)]
        assert [{**body, "at_ms": 0, "before": ""} for body in told] == [
            {**json.loads(json.dumps(body)), "at_ms": 0, "before": ""} for body in expected
        ]
        assert "Game over" in await running.page("/")
        assert "Rounds won: 4" not in (await running.page("/tables/Table%201")).partition('class="won"')[0]
        line.cancel()
        await until(lambda: not running.director.now["Table 1"].lines)
        assert "Silent" in await running.page("/")

    directed(tmp_path, test)
    journal.close()


def test_a_folder_that_was_lost_and_an_older_copy_that_was_played_on_lose_nothing_and_are_shown(tmp_path: Path) -> None:
    facts, states = played("tacocat"), {name: tmp_path / name for name in ("first", "copy", "wiped")}
    write(states["first"], facts[:40]).close()
    write(states["copy"], (*facts[:20], Paused(True), Paused(False))).close()
    write(states["wiped"], facts[:10]).close()

    async def test(running: Running) -> None:
        key, archive = (await running.do(do="table", name="A")).json()["key"], running.director.archive
        told = {
            name: Projection().take(facts[:count]).events
            for name, count in (("first", 40), ("copy", 20), ("wiped", 10))
        }
        epoch = identity(states["first"]).epoch
        (states["copy"] / "live.json").write_bytes((states["first"] / "live.json").read_bytes())

        async def count_with(name: str, more: int) -> int:
            count = archive.count() + more
            line = asyncio.create_task(Uplink(states[name], running.address, "A", key, say=lambda text: None).run())
            await until(lambda: archive.count() >= count)
            line.cancel()
            return archive.count() - count

        assert await count_with("first", len(told["first"])) == 0
        assert "in two ways" not in await running.desk()
        assert await count_with("copy", 2) == 0
        assert f"game-000001 was told in two ways from event {len(told['copy']) + 1} on" in await running.desk()
        assert await count_with("wiped", len(told["wiped"])) == 0
        assert [game.epoch == epoch for game in archive.games("A")] == [True, False]
        await until(lambda: running.director.now["A"].state.number == len(told["wiped"]))

    directed(tmp_path, test)


def test_the_picture_that_is_put_together_is_the_one_of_the_table() -> None:
    for table in ("tacocat", "kittens"):
        facts, chain = played(table), Chain()
        for event in Projection().take(facts).events:
            chain.add(event)
        situation = again(facts).situation
        assert situation is not None
        expected = json.loads(json.dumps(public_picture(situation)))
        assert replayed(Game("A", "e", "game-000001"), chain.bodies).picture == expected


def test_a_director_that_was_killed_shows_the_same_again(tmp_path: Path) -> None:
    state = tmp_path / "table"
    write(state, played("kittens")).close()
    shown: list[str] = []
    key = ""

    async def tell(running: Running) -> None:
        nonlocal key
        key = (await running.do(do="table", name="A")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["A"].state.order()))
        line.cancel()
        await until(lambda: not running.director.now["A"].lines)
        shown.append((await running.page("/tables/A")).partition('<ul class="seats">')[2])

    async def look(running: Running) -> None:
        shown.append((await running.page("/tables/A")).partition('<ul class="seats">')[2])
        before = running.director.archive.count()
        write(state, played("tacocat")[:9]).close()
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: running.director.now["A"].state.ruleset == "tc38")
        line.cancel()
        assert running.director.archive.count() == before + running.director.now["A"].state.number

    directed(tmp_path, tell)
    directed(tmp_path, look)

    assert shown[0] == shown[1]
    assert "Won" in shown[0]


@pytest.mark.parametrize("table", ["tacocat", "kittens"])
def test_a_game_of_the_archive_is_replayed_as_its_own_table_would(tmp_path: Path, table: str) -> None:
    state = tmp_path / "table"
    facts = (*played(table)[:1], Named({"YAY": "Ann"} if table == "tacocat" else {"A": "Ann"}), *played(table)[1:])
    write(state, facts).close()

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A b")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A b", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["A b"].state.order()))
        line.cancel()
        (game,) = (await running.client.get("/games.json")).json()["games"]
        assert game["name"] == f"{identity(state).epoch}-game-000001"
        assert game["began"].endswith(" · A b")
        told = (await running.client.get(f"/games/{game['name']}/replay.json?language=zh-TW")).json()
        recovered = read_game(paths_in(state)[0], PROGRAM)
        own = told_of(recovered, "x")
        projected = Projection().take(recovered.facts, recovered.times_ms)
        situation = projected.played.situation
        assert situation is not None
        own_table = table_told(situation.devices.table, situation.family)
        expected = json.loads(json.dumps(replay_told(own, projected.events, own_table, "zh-TW")))
        for event in (*told["events"], *expected["events"]):
            event["text"] = sorted(event["text"])  # the archive has seats in the order of their names
        for part in ("events", "table", "title", "texts", "shown"):
            assert told[part] == expected[part], part
        assert "Watch games again" in await running.page("/")
        for path in ("/games", f"/games/{game['name']}", "/games.js", "/page.css", "/favicon.svg"):
            await running.page(path)
        assert (await running.client.get("/games/none/replay.json")).status_code == 404

    directed(tmp_path, test)


def test_with_a_delay_a_game_is_replayed_when_spectators_have_seen_its_end(tmp_path: Path) -> None:
    state = tmp_path / "table"
    write(state, played("tacocat")).close()

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["A"].state.order()))
        line.cancel()
        assert (await running.client.get("/games.json")).json()["games"] == []
        running.director.delay_s = 0
        assert len((await running.client.get("/games.json")).json()["games"]) == 1

    directed(tmp_path, test, delay_s=3600)


def test_with_a_delay_only_the_desk_sees_a_table_now(tmp_path: Path) -> None:
    state = tmp_path / "table"
    write(state, played("tacocat")).close()

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["A"].state.order()))
        assert running.director.shown["A"].state.number == 0
        assert "No game yet" in await running.page("/")
        stage = (await running.client.get("/tables/A/stage.json")).json()
        assert (stage["state"], stage["table"], stage["picture"], stage["said"]) == ("No game yet", None, {}, [])
        line.cancel()

    directed(tmp_path, test, delay_s=3600)


def test_who_has_no_key_is_refused_in_words(tmp_path: Path) -> None:
    state = tmp_path / "table"
    write(state, played("tacocat")[:5]).close()

    async def test(running: Running) -> None:
        await running.do(do="table", name="A")
        for table, key in (("A", "wrong"), ("B", "")):
            with pytest.raises(RefusedError, match="take name and key from the director's desk"):
                await Uplink(state, running.address, table, key, say=lambda text: None).run()
        assert (await running.client.get("/desk/main")).status_code == 404
        assert (await running.client.post("/desk/do", json={"do": "table", "name": "C"})).status_code == 404
        assert running.director.archive.count() == 0

    directed(tmp_path, test)


def test_a_new_key_from_the_desk_ends_the_line_of_the_old_one(tmp_path: Path) -> None:
    facts, state = played("tacocat"), tmp_path / "table"
    journal = write(state, facts[:20])

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: running.director.now["A"].state.number > 0)
        await running.do(do="table", name="A")
        for fact in facts[20:30]:
            journal.append(fact)
        with pytest.raises(RefusedError):
            await asyncio.wait_for(line, 60)

    directed(tmp_path, test)
    journal.close()


def test_the_desk_offers_the_result_of_a_table_whose_people_are_those_of_the_pod(tmp_path: Path) -> None:
    state = tmp_path / "table"
    facts = played("tacocat")
    write(state, (*facts[:1], Named({"YAY": "Ann", "WOW": "Ben"}), *facts[1:])).close()

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ben\nAnn")
        await running.do(do="draw", event=number)
        assert "Take the result" not in await running.desk()
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["A"].state.order()))
        winner = {"YAY": "Ann", "WOW": "Ben"}[running.director.now["A"].state.order()[0]]
        assert running.director.results()[number, 1][0] == winner
        assert f"Take the result of the table: {winner} &gt; " in await running.desk()
        line.cancel()

    directed(tmp_path, test)


def test_an_organiser_directs_sixteen_players_at_the_desk_alone(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        names = "\n".join(f"Player {number}" for number in range(1, 17))
        number = (await running.do(do="event", name="Club night", game="ek120", size=4, rounds=3, seed="7")).json()[
            "event"
        ]
        assert (await running.do(do="enter", event=number, players=names)).status_code == 200
        event = running.director.events[number]
        for each in range(1, 4):
            assert (await running.do(do="draw", event=number)).status_code == 200
            current = event.current
            assert current is not None
            for pod, players in enumerate(current.pods, 1):
                order = sorted(players.players, key=lambda player: int(player.split()[1]))
                done = await running.do(do="played", event=number, round=each, pod=pod, order=order, who="Ann")
                assert done.status_code == 200
            if each == 1:
                first = current.pods[0].players
                await running.do(do="drop", event=number, player=first[-1], who="Ann", why="went home")
                await running.do(do="enter", event=number, players="Late 17")
                await running.do(
                    do="played", event=number, round=1, pod=1, order=list(first)[::-1], who="Ann", why="read wrongly"
                )
        page = await running.page(f"/events/{number}")
        assert "Late" in page
        assert "dropped out" in page
        assert "Round 3 of 3" in page
        for told in (order for each in event.rounds for order in each.orders.values()):
            assert f"Result: {escape(' > '.join(told))}" in page  # of every round
        steps = await running.desk()
        assert "went home" in steps
        assert event.is_over
        assert (await running.do(do="draw", event=number)).json() == {
            "error": "All rounds are played: look at the standings, or cut to an elimination."
        }
        csv = await running.page(f"/events/{number}.csv")
        assert len(csv.splitlines()) == 1 + sum(len(each.here) for each in event.rounds)
        assert len((await running.client.get(f"/events/{number}.json")).json()["steps"]) == len(event.steps)
        assert "排名" in await running.page(f"/events/{number}?language=zh-TW")

    directed(tmp_path, test)


def test_a_pod_that_moves_from_a_dead_table_has_its_result_where_its_names_are(tmp_path: Path) -> None:
    state, facts = tmp_path / "table", played("tacocat")
    write(state, (*facts[:1], Named({"YAY": "Ann", "WOW": "Ben"}), *facts[1:])).close()

    async def test(running: Running) -> None:
        for name in ("Dead", "Spare"):
            key = (await running.do(do="table", name=name)).json()["key"]
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ben\nAnn")
        await running.do(do="draw", event=number)
        assert "<b>Dead</b>" in await running.page(f"/events/{number}/slips")
        line = asyncio.create_task(Uplink(state, running.address, "Spare", key, say=lambda text: None).run())
        await until(lambda: bool(running.director.now["Spare"].state.order()))
        assert sorted(running.director.results()[number, 1]) == ["Ann", "Ben"]
        assert (await running.do(do="drop-table", name="Dead")).status_code == 200
        assert "Waits for a table" in await running.page(f"/events/{number}/slips")
        assert "lost its table" in await running.desk()
        nowhere = {"do": "moved", "event": number, "pod": 1, "table": "Dead"}
        assert (await running.do(**nowhere)).json() == {"error": "There is no such table."}
        assert (await running.do(**{**nowhere, "table": "Spare"})).status_code == 200
        assert "<b>Spare</b>" in await running.page(f"/events/{number}/slips")
        assert "Dead" not in await running.page("/")
        assert (await running.do(do="drop-table", name="Dead")).json() == {"error": "There is no such table."}
        line.cancel()

    directed(tmp_path, test)


def test_the_desk_proposes_a_spare_table_for_the_pod_of_one_that_died_and_keeps_why(tmp_path: Path) -> None:
    state, facts = tmp_path / "table", played("tacocat")
    write(state, (*facts[:1], Named({"YAY": "Ann", "WOW": "Ben"}), *facts[1:8])).close()

    async def test(running: Running) -> None:
        director = running.director
        keys = {name: (await running.do(do="table", name=name)).json()["key"] for name in ("Dies", "Plays", "Spare")}
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ann\nBen\nCleo\nDan")
        await running.do(do="draw", event=number)
        current = director.events[number].current
        assert current is not None
        pod = next(place for place, each in enumerate(current.pods, 1) if each.table == "Dies")
        players = ", ".join(current.pods[pod - 1].players)
        move = f"{players}: move to Spare, which is free"
        line = asyncio.create_task(Uplink(state, running.address, "Dies", keys["Dies"], say=lambda text: None).run())
        await until(lambda: director.now["Dies"].lines == 1 and director.now["Dies"].state.number > 0)
        assert director.spares() == {}
        line.cancel()
        await until(lambda: director.now["Dies"].lines == 0)
        assert move not in await running.desk()  # a line may break for a moment

        director.now["Dies"].heard_s -= GONE_S
        assert director.spares() == {(number, pod): "Spare"}
        desk = await running.desk()
        assert move in desk
        assert 'name="why" value="Dies is not connected"' in desk
        asked = {"do": "moved", "event": number, "pod": str(pod), "table": "Spare", "why": "Dies is not connected"}
        assert (await running.do(**asked, who="Eve")).status_code == 200
        assert director.spares() == {}
        assert director.events[number].steps[-1].why == "Dies is not connected"
        assert "Dies is not connected" in await running.desk()

    directed(tmp_path, test)


def test_a_name_that_is_not_of_the_pod_is_told_while_the_game_is_played(tmp_path: Path) -> None:
    state, facts = tmp_path / "table", played("tacocat")
    write(state, (*facts[:1], Named({"YAY": "Ann", "WOW": "Bem"}), *facts[1:8])).close()

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ben\nAnn")
        await running.do(do="draw", event=number)
        assert "is not of this pod" not in await running.desk()
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: running.director.now["A"].state.sitting() == ["Ann", "Bem"])
        assert "Bem plays there, and is not of this pod: mend the name at the table" in await running.desk()
        await running.do(do="played", event=number, round="1", pod="1", order=["Ben", "Ann"])
        assert "is not of this pod" not in await running.desk()
        line.cancel()

    directed(tmp_path, test)


def test_where_all_names_are_wrong_the_desk_and_the_tables_page_say_so_until_the_game_is_over(tmp_path: Path) -> None:
    state, facts = tmp_path / "table", played("tacocat")
    journal = write(state, (*facts[:1], Named({"YAY": "Cleo", "WOW": "Dan"}), *facts[1:8]))

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ben\nAnn")
        await running.do(do="draw", event=number)
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        await until(lambda: running.director.now["A"].state.sitting() == ["Cleo", "Dan"])
        desk, page = await running.desk(), await running.page("/tables/A")
        assert "Cleo plays there, and is not of this pod" in desk
        assert "Dan plays there, and is not of this pod" in desk
        assert ": mend Cleo, Dan at the table, or its result does not come by itself." in page
        assert "Cleo, Dan" not in await running.page("/tables/A?overlay")
        for fact in facts[8:]:
            journal.append(fact)
        await until(lambda: bool(running.director.now["A"].state.order()))
        assert "is not of this pod" not in await running.desk()
        line.cancel()

    directed(tmp_path, test)
    journal.close()


def test_a_page_is_made_once_for_all_who_look_and_anew_after_each_change(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        await running.do(do="event", name="Club", game="tc38")
        pages = [await running.page(path) for path in ("/", "/?language=zh-TW", "/", "/events/1")]
        assert len(set(pages)) == 3
        await running.do(do="table", name="Newcomer")
        assert "Newcomer" in await running.page("/")
        assert "Newcomer" in await running.page("/?language=zh-TW")
        assert "Newcomer" in await running.page("/tables/Newcomer")
        assert 'class="one overlay"' in await running.page("/tables/Newcomer?overlay")
        assert 'class="one"' in await running.page("/tables/Newcomer")

    directed(tmp_path, test)


def test_a_disk_that_fails_while_a_line_ends_is_written_to_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain, store, reached = chain_of(2), Archive.store, threading.Event()

    def fail(archive: Archive, batches: list[object], now_ms: int) -> NoReturn:
        del archive, batches, now_ms
        reached.wait(60)
        raise OSError("no space left on device")

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="Table 1")).json()["key"]
        hello, acts = Hello("Table 1", "epoch", key, {}), Acts("game-000001", chain.bodies)
        monkeypatch.setattr(Archive, "store", fail)
        lost = asyncio.create_task(running.director.hear(hello, acts))
        await asyncio.sleep(0)
        lost.cancel()
        await asyncio.gather(lost, return_exceptions=True)
        reached.set()
        monkeypatch.setattr(Archive, "store", store)
        async with asyncio.timeout(60):
            assert await running.director.hear(hello, acts) == Have("game-000001", 2)

    directed(tmp_path, test)


def test_a_table_with_many_lines_keeps_its_newest_few(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        hello = msgspec.json.encode(Hello("A", "epoch", key, {})).decode()
        origin = Origin(f"http://{running.address.removeprefix('ws://').removesuffix('/table')}")
        async with AsyncExitStack() as stack:
            lines = []
            for number in range(MOST_LINES + 2):
                lines.append(await stack.enter_async_context(connect(running.address, origin=origin)))
                await lines[-1].send(hello)
                await lines[-1].recv()
                await until(lambda: running.director.now["A"].lines == min(number + 1, MOST_LINES))  # noqa: B023
            for line in lines[:2]:
                with pytest.raises(ConnectionClosed):
                    await line.recv()

    directed(tmp_path, test)


def test_a_new_key_leaves_a_table_at_its_place(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        for name in ("A", "B", "A"):
            await running.do(do="table", name=name)
        assert list(running.director.archive.tables()) == ["A", "B"]

    directed(tmp_path, test)


def test_a_round_is_printed_as_slips_with_a_code_of_each_tables_page(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        await running.do(do="table", name="Table 1")
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        assert "Not begun" in await running.page(f"/events/{number}/slips")
        await running.do(do="enter", event=number, players="Ann\nBen\nCleo\nDan")
        await running.do(do="draw", event=number)
        slips = (await running.page(f"/events/{number}/slips")).split("<section>")[1:]
        current = running.director.events[number].current
        assert current is not None
        for slip, pod, page in zip(slips, current.pods, ("/tables/Table%201", f"/events/{number}"), strict=True):
            assert [slip.index(f"<li>{player}</li>") for player in pod.players] == sorted(
                slip.index(f"<li>{player}</li>") for player in pod.players
            )
            address = f"http://{running.address.removeprefix('ws://').removesuffix('/table')}{page}"
            assert str(escape(segno.make_qr(address).svg_data_uri(scale=3, border=2))) in slip
        assert f"/events/{number}/slips" in await running.desk()

    directed(tmp_path, test)


def test_a_round_has_a_clock_and_a_table_that_was_paused_plays_longer(tmp_path: Path) -> None:
    facts, state, clock = played("tacocat"), tmp_path / "table", [1_763_000_000.0]
    state.mkdir()
    journal = Journal(state, wall_s=lambda: clock[0])
    for fact in (*facts[:10], Paused(on=True)):
        journal.append(fact)
    clock[0] += 200
    journal.append(Paused(on=False))

    async def test(running: Running) -> None:
        key = (await running.do(do="table", name="A")).json()["key"]
        line = asyncio.create_task(Uplink(state, running.address, "A", key, say=lambda text: None).run())
        number = (await running.do(do="event", name="Club", game="tc38")).json()["event"]
        await running.do(do="enter", event=number, players="Ann\nBen\nCleo\nDan")
        timed = {"do": "timed", "event": number, "minutes": "50"}
        assert (await running.do(**timed)).json() == {"error": "No round is on: draw one first."}
        await running.do(do="draw", event=number)
        longer = {"do": "extended", "event": number, "pod": 2, "minutes": 5}
        assert (await running.do(**longer)).json() == {"error": "The clock of this round does not run: start it first."}
        assert (await running.do(**timed)).status_code == 200
        for page in ("/", f"/events/{number}"):
            assert "Minutes left: 50" in await running.page(page)
        assert (await running.do(**longer, why="lights went out")).status_code == 200
        assert "Minutes longer: 5" in await running.page(f"/events/{number}")
        await until(lambda: running.director.now["A"].state.paused_ms == 200_000)
        assert "A was paused: let it play 3 min longer" in await running.desk()
        await running.do(do="extended", event=number, pod="1", minutes="3")
        assert running.director.held_up() == {}
        await running.do(**{**timed, "minutes": 0})
        assert "Minutes left" not in await running.page("/")
        assert "The clock of the round was stopped." in await running.desk()
        line.cancel()

    directed(tmp_path, test)
    journal.close()


def test_only_who_is_awaited_alone_is_told_to_have_thought() -> None:
    state = GameState(Game("A", "e", "game-000001"))

    def take(n: int, at_s: int, said: str = "", paused: bool = False, **match: object) -> None:
        nonlocal state
        picture = {"stage": "play", "paused": paused, "match": match}
        event = {"n": n, "before": state.tip, "at_ms": at_s * 1_000, "said": [{"code": said}], "set": picture}
        state = state.after(json.dumps(event))

    take(1, 0, phase="attack", to_act=["YAY"])
    take(2, 7, phase="answer", to_act=["WOW"])
    take(3, 10, phase="answer", to_act=["WOW"], paused=True)
    take(4, 100, phase="replace", to_act=["YAY", "WOW"])
    take(5, 150, phase="window", to_act=["WOW"])
    take(6, 160, phase="attack", to_act=["YAY"])
    take(7, 9_000, "log.restarted", phase="attack", to_act=["YAY"])
    take(8, 9_002, phase="attack", to_act=["YAY"])

    assert state.thought_ms == {"YAY": 9_000, "WOW": 3_000}
    assert state.paused_ms == 90_000


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"do": "event", "name": " ", "game": "tc38"}, "A name has 1 to 60 signs"),
        ({"do": "event", "name": "X", "game": "tc38", "size": 4}, "by 2 at most"),
        ({"do": "event", "name": "X", "game": "ek120", "size": 1}, "2 to 10 players"),
        ({"do": "event", "name": "X", "game": "chess"}, "no plan of an event"),
        ({"do": "event", "name": "X", "game": "tc38", "size": "many"}, "no plan of an event"),
        ({"do": "event", "name": "X", "game": "ek120", "format": "round-robin", "size": 4}, "meets everybody in duels"),
        ({"do": "draw", "event": 9}, "no such event"),
        ({"do": "dance", "event": 1}, "does not know that"),
        ({"do": "played", "event": 1, "round": "x", "pod": 1, "order": []}, "is no number"),
        ({"do": "table", "name": "x" * 99}, "1 to 24 signs"),
    ],
)
def test_what_cannot_be_done_at_the_desk_is_said_in_a_sentence(
    tmp_path: Path, asked: dict[str, object], words: str
) -> None:
    async def test(running: Running) -> None:
        await running.do(do="event", name="Club", game="tc38")
        answer = await running.do(**asked)
        assert (answer.status_code, words in answer.json()["error"]) == (400, True), answer.text

    directed(tmp_path, test)


def test_a_line_whose_table_was_never_started_says_so(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="start the table first, or name its state folder"):
        identity(tmp_path / "table-1")
