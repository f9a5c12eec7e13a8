"""Tables, their director and a house at a real broker with the shipped configuration."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import Namespace
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

import aiomqtt
import pytest
from paho.mqtt.enums import LogLevel

from live.broker import mosquitto, needs_broker
from live.played_game import played, write
from live.test_director import until
from tacotable.errors import SetupError
from tacotable.state.facts import Paused
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.event.broker_process import Mosquitto
from tacotable_live.event.core_table import CoreTable
from tacotable_live.mqtt.broker import KEEPALIVE_S, Broker, broker_at, require_name
from tacotable_live.mqtt.director_line import BrokerDirector
from tacotable_live.mqtt.table_line import BrokerUplink, Games
from tacotable_live.stream.chains import JournalChains
from tacotable_live.stream.command import _line
from tacotable_live.stream.uplink import RefusedError

pytestmark = needs_broker


def at(mosquitto: Mosquitto, user: str) -> Broker:
    return broker_at(mosquitto.address, user=user, password=user)


def quiet(text: str) -> None:
    del text


def uplink(games: Games, broker: Mosquitto, table: str, key: str = "") -> BrokerUplink:
    return BrokerUplink(games, "epoch", at(broker, table), table, key or table, is_at_home=True, say=quiet)


def person(broker: Mosquitto, user: str, *, identifier: str = "", will: aiomqtt.Will | None = None) -> aiomqtt.Client:
    """Return a client that the broker knows by its name, whatever it calls itself."""
    return aiomqtt.Client(
        "127.0.0.1", broker.port, username=user, password=user, identifier=identifier or user, will=will
    )


class Topics:
    """What somebody at the broker has read, the newest of each topic, and all in order."""

    def __init__(self) -> None:
        self.newest: dict[str, bytes] = {}
        self.all: list[tuple[str, bytes]] = []

    def told(self, topic: str) -> list[dict[str, object]]:
        return [json.loads(payload) for name, payload in self.all if name == topic]


@asynccontextmanager
async def reading(
    mosquitto: Mosquitto, user: str, *, protocol: int = 5
) -> AsyncIterator[tuple[Topics, aiomqtt.Client]]:
    """Read all that a user gets to read."""
    topics = Topics()
    version = aiomqtt.ProtocolVersion(protocol)
    async with aiomqtt.Client("127.0.0.1", mosquitto.port, username=user, password=user, protocol=version) as client:
        await client.subscribe("#", qos=1)

        async def read() -> None:
            with suppress(aiomqtt.MqttError):
                async for message in client.messages:
                    assert isinstance(message.payload, bytes)
                    topics.newest[message.topic.value] = message.payload
                    topics.all.append((message.topic.value, message.payload))

        task = asyncio.create_task(read())
        yield topics, client
        task.cancel()


def at_an_event(folder: Path, names: tuple[str, ...]) -> tuple[Archive, Mosquitto]:
    archive = Archive(folder / "archive.sqlite")
    for name in names:
        archive.add_table(name, name, 1)
    return archive, Mosquitto(folder / "broker", (*names, "director", "ha", "show"))


def test_a_broker_that_is_killed_and_a_director_that_comes_anew_lose_and_double_nothing(tmp_path: Path) -> None:
    tables = {name: CoreTable(Random(name)) for name in ("t1", "t2", "t3")}
    archive, broker = at_an_event(tmp_path, tuple(tables))

    async def run() -> None:
        broker.start()
        director = asyncio.create_task(BrokerDirector(Director(archive), at(broker, "director"), quiet).run())
        lines = [asyncio.create_task(uplink(games, broker, name).run()) for name, games in tables.items()]
        for step in range(150):
            if step % 75 == 0:
                play = [games.begin(("Ann", "Ben")) for games in tables.values()]
            play = [act for act in play if act()]
            if step in (20, 60):
                broker.kill()
            if step in (35, 61):
                broker.start()
            if step in (50, 90):
                director.cancel()
            if step in (55, 95):
                director = asyncio.create_task(BrokerDirector(Director(archive), at(broker, "director"), quiet).run())
            await asyncio.sleep(0.02)
        number = sum(len(chain.hashes) for games in tables.values() for chain in games.chains.values())
        await until(lambda: archive.count() >= number or any(task.done() for task in (director, *lines)))
        assert not [task for task in (director, *lines) if task.done()]  # a line goes on whatever happens
        for task in (director, *lines):
            task.cancel()
        await asyncio.gather(director, *lines, return_exceptions=True)
        assert archive.count() == number
        for name, games in tables.items():
            kept = {game.name: archive.chain(game) for game in archive.games(name)}
            assert kept == {game: chain.bodies for game, chain in games.chains.items()}
            assert archive.forks(name) == []

    try:
        asyncio.run(run())
    finally:
        broker.kill()
        archive.close()


def test_a_house_sees_how_a_table_stands_and_what_happens_and_that_it_is_gone(tmp_path: Path) -> None:
    facts, state = played("kittens"), tmp_path / "t1"
    journal = write(state, facts[:30])

    async def run(broker: Mosquitto) -> None:
        async with reading(broker, "ha") as (topics, client):
            line = asyncio.create_task(uplink(JournalChains(state), broker, "t1").run())
            await until(lambda: "tt/1/t1/pub/status" in topics.newest)
            assert json.loads(topics.newest["tt/1/t1/pub/status"])["online"]
            assert json.loads(topics.newest["tt/1/t1/pub/state"])["ruleset"] == "ek120"
            assert topics.told("tt/1/t1/pub/told") == []
            journal.append(Paused(True))
            journal.append(Paused(False))
            for fact in facts[30:]:
                journal.append(fact)
            await until(lambda: json.loads(topics.newest["tt/1/t1/pub/state"])["stage"] == "over")
            await until(lambda: "game_won" in [each["event_type"] for each in topics.told("tt/1/t1/pub/told")])
            told = [each["event_type"] for each in topics.told("tt/1/t1/pub/told")]
            assert {"paused", "resumed", "exploded"} <= set(told)
            count = len(topics.all)
            await client.publish("homeassistant/status", b"online", qos=1)
            await until(lambda: [name for name, _ in topics.all[count:]].count("tt/1/t1/pub/state") == 1)
            assert "homeassistant/device/tacotable/t1/config" in dict(topics.all[count:])
            await client.subscribe("#", qos=1)  # what is retained comes again, as at a start
            await until(lambda: [name for name, _ in topics.all[count:]].count("tt/1/t1/pub/state") == 2)
            assert "tt/1/t1/pub/told" not in dict(topics.all[count:])  # nothing happens anew
            line.cancel()
            await until(lambda: not json.loads(topics.newest["tt/1/t1/pub/status"])["online"])

    with mosquitto(tmp_path / "broker", ("t1", "ha")) as broker:
        asyncio.run(run(broker))
    journal.close()


def test_what_ends_a_line_is_told_by_the_line_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run(broker: Mosquitto) -> None:
        async with at(broker, "t1").connected("t1", aiomqtt.Will("tt/1/t1/pub/status", b"gone")) as client:
            client._client._easy_log(LogLevel.MQTT_LOG_ERR, "failed to receive on socket")  # as paho does

    with mosquitto(tmp_path / "broker", ("t1",)) as broker:
        asyncio.run(run(broker))
    assert caplog.records == []


def test_a_table_that_is_cut_off_without_a_word_is_gone_for_a_house_within_20_seconds(tmp_path: Path) -> None:
    write(tmp_path / "t1", played("kittens")[:30]).close()

    async def run(broker: Mosquitto) -> None:
        told = ("uplink", broker.address, "--table", "t1", "--key", "t1", "--state", str(tmp_path / "t1"))
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "tacotable", *told, stdout=PIPE)
        async with reading(broker, "ha") as (topics, _):
            await until(lambda: topics.told("tt/1/t1/pub/status") == [{"v": 1, "online": True}])
            child.kill()
            await until(lambda: topics.told("tt/1/t1/pub/status")[-1] == {"v": 1, "online": False})
        await child.communicate()

    with mosquitto(tmp_path / "broker", ("t1", "ha")) as broker:
        asyncio.run(run(broker))
    assert KEEPALIVE_S * 1.5 <= 20  # where not even the line ends, the broker waits for so long (MQTT 5, 3.1.2.10)


def test_who_has_no_key_at_the_desk_is_refused_in_words(tmp_path: Path) -> None:
    archive, broker = at_an_event(tmp_path, ("t1",))

    async def run() -> None:
        broker.start()
        director = asyncio.create_task(BrokerDirector(Director(archive), at(broker, "director"), quiet).run())
        with pytest.raises(RefusedError, match="take name and key"):
            await uplink(CoreTable(Random(1)), broker, "t1", "other").run()
        director.cancel()

    try:
        asyncio.run(run())
    finally:
        broker.kill()
        archive.close()


@pytest.mark.parametrize(
    ("user", "is_at_home", "is_asked"), [("t1@", False, True), ("", False, False), ("house@", True, False)]
)
def test_a_line_that_speaks_as_another_than_its_table_asks_at_once_whether_that_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], user: str, is_at_home: bool, is_asked: bool
) -> None:
    asked = Namespace(
        address=f"mqtt://{user}127.0.0.1:1", table="t2", key="key", state=tmp_path, page="", language="en"
    )
    asked.home_assistant = is_at_home
    asked.password_file = asked.ca = asked.client_certificate = asked.client_key = None

    async def run() -> None:
        line = asyncio.create_task(_line(asked))
        await asyncio.sleep(0)  # as far as to its first wait
        line.cancel()

    asyncio.run(run())

    assert ("is 't2' right?" in capsys.readouterr().out) == is_asked


ROLES = ("t1", "t2", "director", "ha", "show")
MAY: dict[str, tuple[str, str]] = {
    "tt/1/t1/up": ("t1", "director"),
    "tt/1/t1/pub/status": ("t1", "director ha"),
    "tt/1/t1/pub/state": ("t1", "ha"),
    "tt/1/t1/pub/told": ("t1", "ha"),
    "tt/1/t1/down": ("director", "t1"),
    "tt/1/director": ("director", "t1 t2 director ha show"),
    "tt/1/t1/cmd/pause": ("ha", "t1"),
    "tt/1/t1/cmd/seats": ("", "t1"),
    "tt/1/show/t1/state": ("director", "t1 t2 director ha show"),
    "homeassistant/device/tacotable/t1/config": ("t1 ha", "ha"),
    "homeassistant/status": ("ha", "t1 t2 director ha show"),
    "tt/1/t2/up": ("t2", "director"),
    "elsewhere": ("", ""),
}
"""Who may write each topic, and who reads it."""


@pytest.mark.parametrize("protocol", [4, 5])
def test_each_may_write_and_read_what_is_its_own_alone(tmp_path: Path, protocol: int) -> None:
    async def run(broker: Mosquitto) -> None:
        async with AsyncExitStack() as stack:
            each = {role: await stack.enter_async_context(reading(broker, role, protocol=protocol)) for role in ROLES}
            for writer in ROLES:
                for topic in MAY:
                    with suppress(aiomqtt.MqttError):
                        await each[writer][1].publish(topic, f"{writer}", qos=1)
            await each["director"][1].publish("tt/1/show/end", b"end", qos=1)
            await until(lambda: all("tt/1/show/end" in topics.newest for topics, _ in each.values()))
            for role, (topics, _) in each.items():
                read = {(topic, payload.decode()) for topic, payload in topics.all if topic != "tt/1/show/end"}
                expected = {
                    (topic, writer) for topic, (writers, readers) in MAY.items() if role in readers.split()
                    for writer in writers.split()
                }  # fmt: skip
                assert read == expected, role

    with mosquitto(tmp_path / "broker", ROLES) as broker:
        asyncio.run(run(broker))


def test_no_will_retained_packet_or_id_of_another_gets_through(tmp_path: Path) -> None:
    async def run(broker: Mosquitto) -> None:
        async with reading(broker, "ha") as (topics, _), person(broker, "t1") as table:
            await table.subscribe("tt/1/t1/down", qos=1)
            will = aiomqtt.Will("tt/1/t1/pub/status", b"foreign", qos=1)
            thief = person(broker, "t2", identifier="t1", will=will)
            await thief.__aenter__()
            await thief.publish("tt/1/t2/pub/state", b"x", qos=1)
            thief._client._sock_close()  # the line breaks, as no client does by itself
            await until(lambda: "tt/1/t2/pub/state" in topics.newest)
            await asyncio.sleep(0.3)
            await table.publish("tt/1/t1/pub/state", b"still here", qos=1)
            await until(lambda: "tt/1/t1/pub/state" in topics.newest)
            assert topics.newest.get("tt/1/t1/pub/status") is None
        with pytest.raises(aiomqtt.MqttError):
            async with aiomqtt.Client("127.0.0.1", broker.port):
                pass

    with mosquitto(tmp_path / "broker", ("t1", "t2", "ha")) as broker:
        asyncio.run(run(broker))


def test_a_packet_that_is_too_large_cuts_off_its_sender_alone_and_a_retained_command_reaches_nobody(
    tmp_path: Path,
) -> None:
    async def others(broker: Mosquitto) -> None:
        async with person(broker, "t2") as other:
            await other.publish("tt/1/t2/up", b"x" * 20_000, qos=1)
            for topic in ("tt/1/t1/down", "tt/1/t1/cmd/pause", "tt/1/t1/pub/state"):
                await other.publish(topic, b"foreign", qos=1, retain=True)
            await other.publish("tt/1/t2/pub/state", b"x" * 300_000)
            async for _ in other.messages:
                pass

    async def run(broker: Mosquitto) -> None:
        async with reading(broker, "director") as (directors, _), reading(broker, "ha") as (houses, _):
            with pytest.raises(aiomqtt.MqttError):
                await others(broker)
            async with reading(broker, "t1") as (own, table):
                await table.publish("tt/1/t1/pub/state", b"still here", qos=1)
                await until(lambda: "tt/1/t1/pub/state" in houses.newest)
                assert own.all == []
            assert houses.all == [("tt/1/t1/pub/state", b"still here")]
            assert directors.all == [("tt/1/t2/up", b"x" * 20_000)]

    with mosquitto(tmp_path / "broker", ("t1", "t2", "ha", "director")) as broker:
        asyncio.run(run(broker))


@pytest.mark.parametrize(
    ("address", "words"),
    [("http://x", "mqtt://"), ("mqtt://x:y", "mqtt://"), ("mqtt://a:b@x", "mqtt://"), ("mqtt://", "mqtt://")],
)
def test_an_address_that_is_none_of_a_broker_is_told(address: str, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        broker_at(address, user="t1")


def test_certificates_that_cannot_be_read_and_names_that_are_no_topic_are_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="certificates"):
        broker_at("mqtts://x", user="t1", ca=tmp_path / "none.pem")
    with pytest.raises(SetupError, match="write mqtts://"):
        broker_at("mqtt://x", user="t1", ca=tmp_path / "none.pem")
    with pytest.raises(SetupError, match="'Table-1'"):
        require_name("Table 1")
    with pytest.raises(SetupError, match="no table"):
        require_name("director")
    assert str(broker_at("mqtts://a@x", user="t1")) == "mqtts://a@x:8883"
