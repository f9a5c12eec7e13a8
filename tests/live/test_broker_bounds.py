"""At a broker, a table that sends faster than it is answered takes neither memory nor time of the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.mqtt.broker import Broker, Queue
from tacotable_live.mqtt.director_line import MOST_WAITING, BrokerDirector

LARGE = 200_000


@dataclass
class Client:
    """A client of a broker which all these messages reach at once; it keeps what is published."""

    told: list[tuple[str, bytes]]
    published: list[tuple[str, bytes]] = field(default_factory=list)

    queue: asyncio.Queue[aiomqtt.Message] = field(default_factory=asyncio.Queue)

    @property
    async def messages(self) -> AsyncIterator[aiomqtt.Message]:
        while True:
            yield await self.queue.get()

    async def subscribe(self, topics: object) -> None:
        for topic, payload in self.told:
            self.queue.put_nowait(aiomqtt.Message(topic, payload, 1, False, 1, None))

    async def publish(self, topic: str, payload: bytes, **how: object) -> None:
        self.published.append((topic, payload))


@dataclass(frozen=True)
class PlayedBack(Broker):
    """A broker with one client."""

    client: Any = None

    @asynccontextmanager
    async def connected(
        self, identifier: str, will: aiomqtt.Will, queue_type: type[Queue] = asyncio.Queue
    ) -> AsyncIterator[aiomqtt.Client]:
        self.client.queue = queue_type()
        yield self.client


def hello(table: str) -> tuple[str, bytes]:
    told = {"t": "hello", "table": table, "epoch": "e", "key": "key", "tips": {}}
    return f"tt/1/{table}/up", json.dumps(told).encode()


@pytest.mark.parametrize("size", [LARGE, 10])
def test_a_table_that_sends_without_end_is_cut_short_and_the_others_are_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, size: int
) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    for table in ("t1", "t2"):
        archive.add_table(table, "key", 0)
    asks = json.dumps({"t": "asks", "asked": {"source": "x" * size}, "done": {}}).encode()
    client = Client([hello("t1"), *[("tt/1/t1/up", asks)] * (2 * MOST_WAITING // (size + 1_024)), hello("t2")])

    async def run() -> None:
        director = Director(archive)
        line = asyncio.create_task(BrokerDirector(director, PlayedBack("h", 1, "director", client=client)).run())
        async with asyncio.timeout(60):
            while not director.now["t2"].lines:
                await asyncio.sleep(0)
            while director.faults.has("t1", "flooded"):
                await asyncio.sleep(0)
        line.cancel()

    asyncio.run(run())
    archive.close()
    assert "t1 sends faster than its messages are answered" in caplog.text
    answered = sum(topic == "tt/1/t1/down" for topic, _ in client.published)
    assert MOST_WAITING // (size + 1_200) <= answered <= MOST_WAITING // size + 2
    assert [topic for topic, _ in client.published].count("tt/1/t2/down") == 1
