"""The director's side of a broker: it hears all tables there, answers them, and publishes what everybody may see."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING

import aiomqtt
import msgspec

from tacotable.catalog import Catalog
from tacotable_live.mqtt.broker import DIRECTOR, EACH_STATUS, EACH_UP, NAME, ROOT, Broker, topic
from tacotable_live.mqtt.table_state import State, state_of
from tacotable_live.stream.messages import FromDirector, FromTable, Hello, Refused
from tacotable_live.stream.uplink import BACK_S

if TYPE_CHECKING:
    from tacotable_live.director.hub import Director


class _Status(msgspec.Struct):
    online: bool


@dataclass(slots=True)
class BrokerDirector:
    """A director as tables meet it at a broker."""

    director: Director
    broker: Broker
    say: Callable[[str], None] = print
    _greeted: dict[str, Hello] = field(default_factory=dict)
    _turns: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """What a table says is answered in its order."""

    async def run(self) -> None:
        """Hear tables until this is cancelled; a broker that is away is tried again."""
        was_there = True
        while True:
            try:
                will = aiomqtt.Will(DIRECTOR, b"", qos=1, retain=True)
                async with self.broker.connected("tacotable-director", will) as client:
                    self.say(f"{self.broker}: connected")
                    was_there = True
                    await self._serve(client)
            except aiomqtt.MqttError as error:
                if was_there:
                    self.say(self.broker.told(error))
                was_there = False
            for table in tuple(self._greeted):
                self._left(table)
            await asyncio.sleep(BACK_S[0])

    async def _serve(self, client: aiomqtt.Client) -> None:
        await client.subscribe([(EACH_UP, 1), (EACH_STATUS, 1)])
        await client.publish(DIRECTOR, msgspec.json.encode({"v": 1, "run": token_hex(4)}), qos=1, retain=True)
        tasks = {asyncio.create_task(self._show(client))}
        try:
            async for message in client.messages:
                table, payload = message.topic.value.split("/")[2], message.payload
                take = self._take if message.topic.matches(EACH_UP) else self._note
                tasks.add(task := asyncio.create_task(take(client, table, payload)))
                task.add_done_callback(tasks.discard)
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError):  # a last will is for lines that break
                await client.publish(DIRECTOR, b"", qos=1, retain=True)
            raise
        finally:
            for task in tasks:
                task.cancel()

    async def _take(self, client: aiomqtt.Client, table: str, payload: bytes) -> None:
        """Answer what a table says."""
        async with self._turns[table]:
            try:
                answer = await self._answer(table, msgspec.json.decode(payload, type=FromTable))
            except msgspec.MsgspecError as error:
                answer = Refused(f"not understood: {error}")
            if answer is None:
                return
            if isinstance(answer, Refused):
                self._left(table)
            try:
                await client.publish(topic(table, "down"), msgspec.json.encode(answer), qos=1)
            except aiomqtt.MqttError:
                return  # the broker is away: the table greets again when it is back

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

    async def _note(self, client: aiomqtt.Client, table: str, payload: bytes) -> None:
        """Note that a table's line to the broker has ended."""
        del client
        try:
            is_online = msgspec.json.decode(payload, type=_Status).online
        except msgspec.MsgspecError:
            return
        if not is_online:
            self._left(table)

    def _left(self, table: str) -> None:
        if self._greeted.pop(table, None):
            self.director.left(table)

    async def _show(self, client: aiomqtt.Client) -> None:
        """Publish how each table stands, as late as spectators see it."""
        words, shown, new = Catalog("en"), dict[str, State](), asyncio.Event()
        end = self.director.subscribe(new.set)
        try:
            while True:
                new.clear()
                for name, watched in self.director.shown.items():
                    if NAME.fullmatch(name) and shown.get(name) != (state := state_of(watched, words)):
                        shown[name] = state
                        told = msgspec.json.encode(state)
                        await client.publish(f"{ROOT}/show/{name}/state", told, qos=1, retain=True)
                await new.wait()
        except aiomqtt.MqttError:
            return  # as `run` tells
        finally:
            end()
