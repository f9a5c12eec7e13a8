"""The director's side of a broker: it hears all tables there, answers them, and publishes what everybody may see."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING

import aiomqtt
import msgspec

from tacotable.catalog import Catalog
from tacotable_live.mqtt.broker import DIRECTOR, EACH_STATUS, EACH_UP, NAME, ROOT, Broker, at_once, topic
from tacotable_live.mqtt.table_state import State, state_of
from tacotable_live.stream.messages import LARGEST, FromDirector, FromTable, Hello, Refused, decoded
from tacotable_live.stream.uplink import BACK_S

if TYPE_CHECKING:
    from tacotable_live.director.hub import Director

MOST_WAITING = 8 * LARGEST
"""Bytes of a table that wait for their answers. A table sends some 40 kB at once; one that comes back with a thousand
games, 1 MB. What is dropped is sent again, as over any line that loses something."""
OVERHEAD = 1_024
"""Bytes that a message takes beside its own."""


class _Status(msgspec.Struct):
    online: bool


@dataclass(slots=True)
class BrokerDirector:
    """A director as tables meet it at a broker."""

    director: Director
    broker: Broker
    say: Callable[[str], None] = print
    _greeted: dict[str, Hello] = field(default_factory=dict)
    _waiting: dict[str, deque[bytes]] = field(default_factory=dict)
    """By table, the messages that are to be answered, in their order."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _client: aiomqtt.Client | None = None

    async def run(self) -> None:
        """Answer tables until this is cancelled; a broker that is away is tried again."""
        will, hear = aiomqtt.Will(DIRECTOR, b"", qos=1, retain=True), at_once(self._hear)
        await self.broker.keep_connected("tacotable-director", will, self._serve, self.say, lambda: BACK_S[0], hear)

    async def _serve(self, client: aiomqtt.Client) -> None:
        self._client = client
        await client.subscribe([(EACH_UP, 1), (EACH_STATUS, 1)])
        await client.publish(DIRECTOR, msgspec.json.encode({"v": 1, "run": token_hex(4)}), qos=1, retain=True)
        self._begin(self._show(client))
        try:
            async for message in client.messages:
                del message  # it was heard when it came; this ends with the line
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError):  # a last will is for lines that break
                await client.publish(DIRECTOR, b"", qos=1, retain=True)
            raise
        finally:
            for task in self._tasks:
                task.cancel()
            for table in tuple(self._greeted):
                self._left(table)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Work in the background; if that fails, the loop's exception handler reports it."""
        self._tasks.add(task := asyncio.create_task(work))
        task.add_done_callback(self._tasks.discard)

    def _hear(self, message: aiomqtt.Message) -> None:
        """Keep a message of a table until its turn, or drop it if it is too much; a status is read at once."""
        table, payload = message.topic.value.split("/")[2], bytes(message.payload)
        if not message.topic.matches(EACH_UP):
            with suppress(msgspec.MsgspecError):
                if not msgspec.convert(decoded(payload), _Status).online:
                    self._left(table)
            return
        if (waiting := self._waiting.get(table)) is None:
            waiting = self._waiting[table] = deque()
            self._begin(self._answer_all(table, waiting))
        if sum(map(len, waiting), len(waiting) * OVERHEAD) + len(payload) > MOST_WAITING:
            self.director.faults.begin(table, "flooded")
        else:
            waiting.append(payload)

    async def _answer_all(self, table: str, waiting: deque[bytes]) -> None:
        try:
            while waiting:
                await self._take(table, waiting.popleft())
            self.director.faults.end(table, "flooded")
        finally:
            del self._waiting[table]

    async def _take(self, table: str, payload: bytes) -> None:
        """Answer a message of a table; if the disk or the broker fails, the table greets again."""
        try:
            answer = await self._answer(table, msgspec.convert(decoded(payload), FromTable))
        except msgspec.MsgspecError as error:
            answer = Refused(f"not understood: {error}")
        except (OSError, sqlite3.Error):
            self._left(table)
            return
        if isinstance(answer, Refused) and not answer.game:
            self._left(table)
        if answer is not None and self._client:
            with suppress(aiomqtt.MqttError):
                await self._client.publish(topic(table, "down"), msgspec.json.encode(answer), qos=1)

    async def _answer(self, table: str, message: FromTable) -> FromDirector | None:
        if isinstance(message, Hello):
            if message.table != table:
                return Refused(f"the broker knows you as {table!r}, and you say you are {message.table!r}")
            answer = self.director.greet(message)
            if not isinstance(answer, Refused):
                if table not in self._greeted:
                    self.director.joined(table)
                self._greeted[table] = message
            return answer
        hello = self._greeted.get(table)
        return await self.director.hear(hello, message) if hello else None

    def _left(self, table: str) -> None:
        if self._greeted.pop(table, None):
            self.director.left(table)

    async def _show(self, client: aiomqtt.Client) -> None:
        """Publish how each table stands, as late as spectators see it."""
        words, shown = Catalog("en"), dict[str, State]()
        with suppress(aiomqtt.MqttError):  # `run` reports it
            while True:
                news = self.director.news  # before the tables are read: later changes are published, too
                for name, watched in self.director.shown.items():
                    if NAME.fullmatch(name) and shown.get(name) != (state := state_of(watched, words)):
                        shown[name] = state
                        told = msgspec.json.encode(state)
                        await client.publish(f"{ROOT}/show/{name}/state", told, qos=1, retain=True)
                await news.wait()
