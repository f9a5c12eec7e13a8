"""The table's side of a broker: chains for the director, how it stands for everybody, again after each break."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Protocol

import aiomqtt
import msgspec

from tacotable.catalog import Catalog
from tacotable.history.projection import PublicBody
from tacotable_live.director.archive import Game
from tacotable_live.director.decisions import Asked
from tacotable_live.director.game_state import GameState, GameStateError
from tacotable_live.director.watching import Watched
from tacotable_live.mqtt.broker import DIRECTOR, Broker, expiring, topic
from tacotable_live.mqtt.home_assistant import discovery, discovery_topic
from tacotable_live.mqtt.table_state import ASKED_FOR_HELP, REFUSED, State, happened, state_of
from tacotable_live.stream.messages import Decide, FromDirector, FromTable, Refused, decoded
from tacotable_live.stream.outbox import Outbox
from tacotable_live.stream.uplink import BACK_S, LOOK_S, report

if TYPE_CHECKING:
    from tacotable_live.stream.chains import Chain
    from tacotable_live.stream.desk_line import DeskLine

UNANSWERED_S = 10.0
"""A director that was told something and says nothing for so long is greeted anew: a broker may lose what it took."""
TOLD_S = 30
"""What happened is told within so long, or not at all."""
HA_STATUS = "homeassistant/status"
GONE = msgspec.json.encode({"v": 1, "online": False})


class Games(Protocol):
    """The games of a table: `JournalChains`, or those of a simulation."""

    async def read_in_thread(self, say: Callable[[str], None]) -> Mapping[str, Chain]:
        """Return the chains by the names of their games, the oldest first."""


@dataclass(slots=True)
class BrokerUplink:
    """What keeps a broker up to date about the games of a table."""

    games: Games
    epoch: str
    broker: Broker
    table: str
    key: str
    language: str = "en"
    is_at_home: bool = False
    """Whether Home Assistant is told of this table."""
    desk: DeskLine | None = None
    """By which the desk may decide at this table."""
    say: Callable[[str], None] = print
    chance: Random = field(default_factory=Random)

    async def run(self) -> None:
        """Report until this is cancelled. Raises RefusedError of the director."""
        will = aiomqtt.Will(topic(self.table, "pub/status"), GONE, qos=1, retain=True)

        async def talk(client: aiomqtt.Client) -> None:
            await _Talk(self, client).until_it_ends()

        def rest_s() -> float:
            return self.chance.uniform(*BACK_S)

        await self.broker.keep_connected(f"tacotable-{self.table}", will, talk, self.say, rest_s)


class _Talk:
    """One connection to the broker."""

    def __init__(self, uplink: BrokerUplink, client: aiomqtt.Client) -> None:
        self._uplink = uplink
        self._client = client
        self._chains: Mapping[str, Chain] = {}
        self._outbox: Outbox | None = None
        """None while no director is there."""
        self._clock = asyncio.get_running_loop().time
        self._heard_s = 0.0
        self._watched = Watched(uplink.table)
        self._words = Catalog(uplink.language)
        self._state: State = {}
        self._has_asked = False
        """Whether the table waited for people when it was looked at last."""
        self._is_following = False
        """Whether what happened before this connection is known."""

    async def until_it_ends(self) -> None:
        """Tell over this connection until it ends."""
        own = self._uplink.table
        await self._client.subscribe([(topic(own, "down"), 1), (DIRECTOR, 1), (HA_STATUS, 0), (topic(own, "cmd/+"), 1)])
        self._chains = await self._uplink.games.read_in_thread(self._uplink.say)
        await self._ask_table()
        await self._tell_everybody()
        await self._publish("pub/status", {"v": 1, "online": True}, retain=True)
        incoming = aiter(self._client.messages)
        waiting = _next(incoming)
        try:
            while True:
                await asyncio.wait({waiting}, timeout=LOOK_S)
                if waiting.done():
                    message, waiting = waiting.result(), _next(incoming)
                    await self._hear(message)
                self._chains = await self._uplink.games.read_in_thread(self._uplink.say)
                await self._ask_table()
                await self._tell_director()
                await self._tell_everybody()
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError):  # a last will is for lines that break
                await self._client.publish(topic(own, "pub/status"), GONE, qos=1, retain=True)
            raise
        finally:
            waiting.cancel()

    async def _hear(self, message: aiomqtt.Message) -> None:
        payload = message.payload
        if message.topic.value == DIRECTOR:
            self._outbox = None
            if payload:
                await self._greet()
        elif message.topic.value == HA_STATUS:
            self._state = {} if payload == b"online" else self._state
        elif message.topic.matches(topic(self._uplink.table, "cmd/+")):
            await self._obey(message)
        elif self._outbox is not None:
            try:
                told = msgspec.json.decode(payload, type=FromDirector)
            except msgspec.MsgspecError as error:
                self._uplink.say(f"{self._uplink.broker}: not understood: {error}")
                return
            if isinstance(told, Refused):
                report(told, self._uplink.broker, self._uplink.say)
            self._heard_s = self._clock()
            if isinstance(told, Decide) and self._uplink.desk:
                await self._uplink.desk.hear(told)
            for answer in self._outbox.hear(told, self._chains):
                await self._send(answer)

    async def _obey(self, message: aiomqtt.Message) -> None:
        """Do what a house asks for now: what was kept for later is not done then."""
        desk, command = self._uplink.desk, message.topic.value.rpartition("/")[2]
        if self._uplink.is_at_home and desk and not message.retain:
            value = bytes(message.payload).decode(errors="replace")
            code, text = await desk.obey(command, value)
            if code:
                self._uplink.say(f"{self._uplink.broker}: {command} {value}: {text}")
                told = {"v": 1, "event_type": REFUSED, "seat": None, "say": self._words.web(f"page.error-{code}")}
                await self._publish("pub/told", told, properties=expiring(TOLD_S))

    async def _greet(self) -> None:
        self._outbox, self._heard_s = Outbox(), self._clock()
        await self._send(self._outbox.greet(self._uplink.table, self._uplink.epoch, self._uplink.key, self._chains))

    async def _tell_director(self) -> None:
        """Send what is due; greet anew where that was answered by nothing."""
        if self._outbox is None:
            return
        now_s = self._clock()
        if not self._outbox.waiting(self._chains) and self._outbox.is_settled:
            self._heard_s = now_s
        if now_s - self._heard_s > UNANSWERED_S:
            self._uplink.say(
                f"{self._uplink.broker}: the director does not answer; greeted again. If that stays so: does the "
                f"broker's ACL let {self._uplink.broker.user!r} write {topic(self._uplink.table, 'up')}?"
            )
            await self._greet()
        for acts in self._outbox.due(self._chains, now_s):
            await self._send(acts)

    async def _ask_table(self) -> None:
        """Ask the table's page what it asks people; a director, if it is there, gets the answer."""
        if (desk := self._uplink.desk) is None:
            return
        asks = await desk.due(self._clock())
        self._watched.asked = Asked()
        with suppress(msgspec.ValidationError):  # the page of another version
            self._watched.asked = msgspec.convert(desk.asked or {}, Asked)
        if asks and self._outbox is not None:
            await self._send(asks)

    async def _tell_everybody(self) -> None:
        """Publish how the table stands, where that is other than before, and what happened since this connection."""
        news = list(self._follow())
        if self._uplink.is_at_home and not self._state:
            payload = msgspec.json.encode(discovery(self._uplink.table, self._uplink.language))
            await self._client.publish(discovery_topic(self._uplink.table), payload, qos=1, retain=True)
        if (state := state_of(self._watched, self._words)) != self._state:
            self._state = state
            await self._publish("pub/state", state, retain=True)
        if self._watched.needs_help and not self._has_asked:
            news.append({"v": 1, "event_type": ASKED_FOR_HELP, "seat": None, "say": ""})
        self._has_asked = self._watched.needs_help
        for one in news if self._is_following else ():
            await self._publish("pub/told", one, properties=expiring(TOLD_S))
        self._is_following = True

    def _follow(self) -> Iterator[State]:
        """Take up what is new in the newest game; yields what happened in it."""
        if not self._chains:
            return
        name, chain = list(self._chains.items())[-1]
        watched, game = self._watched, Game(self._uplink.table, self._uplink.epoch, name)
        if watched.state.game != game or watched.state.number > len(chain.bodies):
            watched.state = GameState(game)
        for body in chain.bodies[watched.state.number :]:
            try:
                watched.state = watched.state.after(body)
            except GameStateError:
                return  # the director refuses it, too, and says why
            for line in msgspec.convert(decoded(body), PublicBody).said:
                yield from happened(line, watched.state, self._words)

    async def _send(self, message: FromTable) -> None:
        await self._client.publish(topic(self._uplink.table, "up"), msgspec.json.encode(message), qos=1)

    async def _publish(self, what: str, value: State, **how: object) -> None:
        await self._client.publish(topic(self._uplink.table, what), msgspec.json.encode(value), qos=1, **how)  # type: ignore[arg-type]  # as publish takes them


def _next(incoming: AsyncIterator[aiomqtt.Message]) -> asyncio.Future[aiomqtt.Message]:
    """Return what the next message will be; that there is none is told by whoever speaks on the broken line, too."""
    future = asyncio.ensure_future(anext(incoming))
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future
