"""The desk decides at a table, down the table's line, where its file lets it: once, and archive and log say why."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from live.test_director import Running, directed, until
from pi.hands import Hands
from pi.test_rulings import refused_attack
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.app import page_app
from tacotable.web.keys import FILE, make_keys
from tacotable.web.page import TablePage
from tacotable.web.serve import serving
from tacotable_live.stream.desk_line import DeskLine
from tacotable_live.stream.messages import Decide, digest, seal
from tacotable_live.stream.uplink import Uplink


def kept(folder: Path) -> bytes:
    """Keep bytes of keys in a state folder, as a table does."""
    folder.mkdir()
    (folder / FILE).write_bytes(made := bytes(range(40)))
    return made


@asynccontextmanager
async def page_of(hands: Hands, random_bytes: bytes) -> AsyncIterator[str]:
    """Serve the page of a table that lets the desk decide; returns its address."""
    page = TablePage(hands.controller, make_keys(("YAY", "WOW"), random_bytes, is_simulated=False))
    with ExitStack() as to_close:
        served = listening(PagePlace(port=0), to_close)
        async with serving(page_app(page, hosts=served.hosts, desk=page.desk_arbiter()), served.sockets):
            yield f"http://{served.address}"


def test_the_desk_decides_at_a_table_and_the_archive_and_the_log_keep_who_and_why(tmp_path: Path) -> None:
    hands, state = Hands(), tmp_path / "table"
    hands.begin_attack()
    refused_attack(hands)
    random_bytes = kept(state)

    async def test(running: Running) -> None:
        async with page_of(hands, random_bytes) as page:
            key = (await running.do(do="table", name="A")).json()["key"]
            line = Uplink(state, running.address, "A", key, page=page, say=lambda text: None)
            telling = asyncio.create_task(line.run())
            decisions = running.director.decisions
            await until(lambda: "A" in decisions.asked)
            desk = await running.desk()
            assert "The last act was refused" in desk
            assert "Let YAY&#39;s refused attack stand" in desk
            asked = {"do": "decide", "table": "A", "what": "let-stand", "moment": decisions.asked["A"].moment}
            refused = await running.do(**asked, who="Ann", why=" ")
            assert refused.json() == {"error": "Say who decides, and why: the table and the archive keep both."}
            assert (await running.do(**asked, who="Ann", why="Read wrongly")).status_code == 200
            await until(lambda: [outcome for _, outcome in decisions.made("A")] == [""])
            await until(lambda: decisions.asked["A"].waits == "")
            assert "Ann: Read wrongly" in await running.desk()
            assert (await running.do(**asked, who="Ann", why="Again")).status_code == 400
            telling.cancel()
        told = [entry.values for entry in hands.situation.log if entry.code == "log.decided-at-desk"]
        assert told == [{"who": "Ann", "text": "Read wrongly"}]

    directed(tmp_path, test)


def test_a_decision_without_the_seal_of_the_tables_key_or_of_another_moment_changes_nothing(tmp_path: Path) -> None:
    hands, state = Hands(), tmp_path / "table"
    hands.begin_attack()
    refused_attack(hands)
    random_bytes = kept(state)

    async def test() -> None:
        async with page_of(hands, random_bytes) as page:
            line = DeskLine(state, page, "key")
            asks = await line.due(0)
            assert asks is not None
            assert asks.asked is not None
            decide = Decide("1", "let-stand", str(asks.asked["moment"]), "Ann", "Because")
            await line.hear(msgspec.structs.replace(decide, sealed=seal(digest("other"), decide)))
            late = msgspec.structs.replace(decide, id="2", moment="before")
            await line.hear(msgspec.structs.replace(late, sealed=seal(digest("key"), late)))
            told = await line.due(1)
            assert told is not None
            assert told.done == {
                "1": "no-seal",
                "2": "went-on",
            }
        assert not any(entry.code == "log.decided-at-desk" for entry in hands.situation.log)

    asyncio.run(test())


def test_a_table_that_lets_no_desk_decide_is_not_told_of(tmp_path: Path) -> None:
    assert asyncio.run(DeskLine(tmp_path, "http://127.0.0.1:9", "key").due(0)) is None
