"""Two games that a spectator may not tell apart leave the same bytes at broker, director and archive, at each event.

`TACOTABLE_LIVE_PAIRS` is how many pairs of games are compared for each ruleset: each by its public events and all that
is written at a broker. Director and archive get nothing else than these events, and their pages cost a hundred times
as much, so that one pair of `WHOLE_EVERY` is taken as far as to them.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import aiomqtt
import httpx2 as httpx
import pytest

from pi.test_non_interference import GAMES, pairs_of
from pi.worlds import SPECTATOR, World
from pi.worlds_twists import alike_until, find_any, is_secret_from, play_again
from tacotable.history.projection import project
from tacotable.state.facts import Fact
from tacotable_live.director.app import KEY, director_app
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.mqtt.broker import DIRECTOR, Broker
from tacotable_live.mqtt.table_line import HA_STATUS, BrokerUplink, _Talk
from tacotable_live.stream.chains import Chain
from tacotable_live.stream.messages import Acts, Hello

PAIRS = int(os.environ.get("TACOTABLE_LIVE_PAIRS", "2"))
WHOLE_EVERY = 50
TWISTS = 10
"""So many second worlds are made of each first one."""
PAGES = ("/", "/tables/T", "/tables/T?overlay", "/tables/T?language=zh-TW", "/tables/T/stage.json")
EVERY = 10
"""After so many events pages are looked at, and at the end."""


class GrowingGames:
    """The game of a table, with one event more each time that it is looked at."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._number = 0

    async def read_in_thread(self, say: Callable[[str], None]) -> Mapping[str, Chain]:
        del say
        self._number += 1
        return {"game-1": Chain(self._chain.hashes[: self._number], self._chain.bodies[: self._number])}


class RecordingBroker:
    """What a table publishes; its line ends when the game is told."""

    def __init__(self, number: int) -> None:
        self.published: list[tuple[str, bytes, str]] = []
        self._number = number

    async def subscribe(self, topics: object) -> None:
        del topics

    async def publish(self, topic: str, payload: bytes, **how: object) -> None:
        told = [(name, str(value)) for name, value in sorted(how.items())]
        self.published.append((topic, payload, str(told)))

    @property
    def messages(self) -> AsyncIterator[aiomqtt.Message]:
        return self._incoming()

    async def _incoming(self) -> AsyncIterator[aiomqtt.Message]:
        for topic in (DIRECTOR, *[HA_STATUS] * self._number):
            yield aiomqtt.Message(topic, b"there", 1, False, 0, None)
        raise aiomqtt.MqttError("it ended")


async def published(chain: Chain) -> list[tuple[str, bytes, str]]:
    """Return all that is written at the broker while this game is played."""
    client = RecordingBroker(len(chain.bodies) + 2)
    uplink = BrokerUplink(GrowingGames(chain), "e", Broker("x", 1, "T"), "T", "key", is_at_home=True, say=print)
    with pytest.raises(aiomqtt.MqttError):
        await _Talk(uplink, cast("aiomqtt.Client", client)).until_it_ends()
    return client.published


async def shown(folder: Path, chain: Chain) -> Iterator[bytes]:
    """Return all that is on pages while this game is told, and what the archive keeps."""
    folder.mkdir()
    archive = Archive(folder / "archive.sqlite")
    archive.add_table("T", "key", 0)
    director = Director(archive)
    app = director_app(director, hosts=("t",), key="desk", address="ws://t/table")
    pages: list[bytes] = []
    hello = Hello("T", "e", "key", {})
    director.greet(hello)
    director.joined("T")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://t") as client:
        for start in range(0, len(chain.bodies), EVERY):
            await director.hear(hello, Acts("game-1", chain.bodies[start : start + EVERY]))
            for path in (*PAGES, "/desk/main"):
                answer = await client.get(path, headers={KEY: "desk"})
                assert answer.status_code == 200, answer.text
                pages.append(answer.content)
    rows: Any = archive._read.execute("select table_id, epoch, game, hash, n, before, body from acts order by n")
    pages += [repr(row).encode() for row in rows]
    archive.close()
    return iter(pages)


def chain_of(world: World, steps: int) -> Chain:
    facts = cast("Sequence[Fact]", world.moments[steps - 1].ruled[0])
    chain = Chain()
    for event in project(world.facts[: len(facts)]).events:
        chain.add(event)
    return chain


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_spectator_at_broker_or_director_can_tell_hidden_cards(tmp_path: Path, game: str) -> None:
    compared = 0
    for number, (played, chance) in enumerate(pairs_of(game, 3 * PAIRS, TWISTS)):
        if compared == PAIRS:
            break
        twist = find_any(played, SPECTATOR, chance)
        second = play_again(played, twist)
        count = alike_until(played.world, second)
        if not count or not is_secret_from(played, twist, SPECTATOR):
            continue
        compared += 1
        chains = [chain_of(world, count) for world in (played.world, second)]
        assert chains[0].bodies == chains[1].bodies, f"{played.world.setting.seed}, {twist}"
        told = [asyncio.run(published(chain)) for chain in chains]
        assert told[0] == told[1], f"{played.world.setting.seed}, {twist}"
        assert {"tt/1/T/up", "tt/1/T/pub/state"} < {topic for topic, _, _ in told[0]}
        if compared % WHOLE_EVERY != 1:
            continue
        pages = [list(asyncio.run(shown(tmp_path / f"{number}-{world}", chain))) for world, chain in enumerate(chains)]
        assert pages[0] == pages[1], f"{played.world.setting.seed}, {twist}"

    assert compared >= PAIRS * 0.8
