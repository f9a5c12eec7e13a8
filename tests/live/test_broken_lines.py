"""A line to a broker that breaks anywhere, also in the middle of a packet, is told in one sentence and nothing else."""

from __future__ import annotations

import asyncio
import gc
from asyncio import StreamReader, StreamWriter
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import aiomqtt
import pytest

from live.broker import mosquitto, needs_broker
from live.test_director import until
from live.test_mqtt import at
from patience import PATIENCE_S
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.event.broker_process import Mosquitto
from tacotable_live.event.core_table import CoreTable
from tacotable_live.mqtt.broker import broker_at
from tacotable_live.mqtt.director_line import BrokerDirector
from tacotable_live.mqtt.table_line import BrokerUplink

CONNACK = bytes.fromhex("2003000000")
SUBACK = bytes.fromhex("900400010001")
PUBLISH = bytes.fromhex("3010000974742f312f74312f7800") + b"more"
DISCONNECT = b"\xe0"
SAID = CONNACK + SUBACK + PUBLISH
"""What a broker says to whoever reads one topic (MQTT 5, 3.2, 3.9 and 3.3)."""
KILLS = 3
MORE_THAN_A_LINE_HOLDS = 20_000_000


async def told_when_cut(said: bytes, *, asks: bool = True) -> str:
    """Return what a line, which asks for a topic or only reads, tells of a broker that hangs up after these bytes."""

    async def hang_up(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.read(1 if asks else 4_096)
        writer.write(said)
        await writer.drain()
        writer.close()  # with unread bytes, which resets the line

    async with await asyncio.start_server(hang_up, "127.0.0.1") as server:
        broker = replace(broker_at("mqtt://127.0.0.1", user="t1"), port=server.sockets[0].getsockname()[1])
        try:
            async with broker.connected("t1", aiomqtt.Will("tt/1/t1/pub/status", b"gone")) as client:
                if asks:
                    await client.subscribe("tt/1/t1/x")
                async for _ in client.messages:
                    pass
        except aiomqtt.MqttError as error:
            return broker.told(error).partition(": ")[2]
    raise AssertionError


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("count", range(len(SAID) + 1))
def test_a_broker_that_hangs_up_within_a_packet_is_told_in_one_sentence(
    count: int, caplog: pytest.LogCaptureFixture
) -> None:
    told = asyncio.run(told_when_cut(SAID[:count]))
    gc.collect()  # where nobody read an error, asyncio prints it now

    why = "the line broke" if count >= len(CONNACK) else "it hung up before it answered"
    assert told == f"{why}; tried again until it is there, and takes this name and key"
    assert caplog.records == []


def test_a_broker_that_hangs_up_as_it_answers_is_noticed_by_who_only_reads() -> None:
    told = asyncio.run(asyncio.wait_for(told_when_cut(CONNACK, asks=False), PATIENCE_S))

    assert told.startswith("the line broke; ")


@pytest.mark.parametrize(("step", "after"), [("_client_connect", False), ("_on_connect", False), ("_on_connect", True)])
def test_a_line_that_is_cancelled_while_it_connects_ends_and_takes_leave(
    step: str, after: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    do = getattr(aiomqtt.Client, step)

    async def run() -> bytes:
        said: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        async def answer(reader: StreamReader, writer: StreamWriter) -> None:
            await reader.read(4_096)
            writer.write(CONNACK)
            said.set_result(await reader.read())
            writer.close()

        async def connect() -> None:
            async with broker.connected("t1", aiomqtt.Will("tt/1/t1/pub/status", b"gone")):
                await asyncio.Event().wait()

        def cancelled(self: aiomqtt.Client, *told: Any, **more: Any) -> None:
            if after:  # the broker has answered, and the line has not noticed yet
                do(self, *told, **more)
            self._loop.call_soon_threadsafe(line.cancel) if step == "_client_connect" else line.cancel()
            if not after:
                do(self, *told, **more)

        async with await asyncio.start_server(answer, "127.0.0.1") as server:
            broker = replace(broker_at("mqtt://127.0.0.1", user="t1"), port=server.sockets[0].getsockname()[1])
            monkeypatch.setattr(aiomqtt.Client, step, cancelled)
            line = asyncio.create_task(connect())
            with pytest.raises(asyncio.CancelledError):
                await line
            return await said

    assert asyncio.run(asyncio.wait_for(run(), PATIENCE_S))[:1] == DISCONNECT
    gc.collect()
    assert caplog.records == []


def test_a_line_that_is_cancelled_while_its_broker_reads_nothing_ends_as_cancelled() -> None:
    async def run() -> None:
        is_full, over = asyncio.Event(), asyncio.Event()

        async def stand_still(reader: StreamReader, writer: StreamWriter) -> None:
            await reader.read(4_096)
            writer.write(CONNACK)
            await over.wait()
            writer.close()

        async def fill() -> None:
            async with broker.connected("t1", aiomqtt.Will("tt/1/t1/pub/status", b"gone")) as client:
                client.timeout = 0.05  # of its leave, too
                client._client.publish("tt/1/t1/x", bytes(MORE_THAN_A_LINE_HOLDS))
                is_full.set()
                await asyncio.Event().wait()

        async with await asyncio.start_server(stand_still, "127.0.0.1") as server:
            broker = replace(broker_at("mqtt://127.0.0.1", user="t1"), port=server.sockets[0].getsockname()[1])
            line = asyncio.create_task(fill())
            await is_full.wait()
            line.cancel()
            with pytest.raises(asyncio.CancelledError):
                await line
            over.set()

    asyncio.run(asyncio.wait_for(run(), PATIENCE_S))


@needs_broker
def test_a_line_that_closes_before_its_words_are_written_touches_no_other_socket(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(broker: Mosquitto) -> None:
        async with at(broker, "t1").connected("t1", aiomqtt.Will("tt/1/t1/pub/status", b"gone")) as client:
            client._client.publish("tt/1/t1/pub/state", b"x")  # written when the loop comes to it
            client._client._sock_close()  # as when the end of the line is read in the same turn
            await client.publish("tt/1/t1/pub/state", b"y")

    with mosquitto(tmp_path / "broker", ("t1",)) as broker, pytest.raises(aiomqtt.MqttError, match="the line broke"):
        asyncio.run(run(broker))
    assert caplog.records == []


class AtOnce(Random):
    """Lets a line rest for as short as it may."""

    def uniform(self, a: float, b: float) -> float:
        return min(a, b)


@needs_broker
def test_a_broker_that_is_killed_again_and_again_is_told_once_each_time_by_director_and_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    archive.add_table("t1", "t1", 1)
    said: dict[str, list[str]] = {"director": [], "t1": []}

    def have_said(count: int) -> bool:
        return all(len(lines) == count for lines in said.values())

    async def run() -> None:
        with mosquitto(tmp_path / "broker", said) as broker:
            director = BrokerDirector(Director(archive), at(broker, "director"), said["director"].append)
            games = CoreTable(Random(1))
            table = BrokerUplink(games, "epoch", at(broker, "t1"), "t1", "t1", say=said["t1"].append, chance=AtOnce())
            both = [asyncio.create_task(each.run()) for each in (director, table)]
            for count in range(0, 2 * KILLS, 2):
                await until(partial(have_said, count + 1))
                broker.kill()
                await until(partial(have_said, count + 2))
                if count + 2 < 2 * KILLS:
                    broker.start()
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    asyncio.run(run())
    archive.close()
    gc.collect()
    assert caplog.records == []
    for lines in said.values():
        assert [line.partition(": ")[2].partition(";")[0] for line in lines] == ["connected", "the line broke"] * KILLS
