"""Two games that a spectator may not tell apart leave the same bytes at broker, director and archive, at each event.

What a table writes in its journal of two such games differs in tags and in cards that nobody has shown yet: that is
tried by playing both, to the last page of the director, which takes a second of processor time. All that leaves is made
of the journal alone, so that most pairs are two journals that differ so, which takes a small part of it.

`TACOTABLE_LIVE_PAIRS` is how many pairs of journals are compared for each ruleset; one of `WHOLE_EVERY` is played.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import aiomqtt
import httpx2 as httpx
import msgspec
import pytest

from pi.test_non_interference import GAMES, first_world, pairs_of
from pi.worlds import SECRET_UNTIL_SHOWN, SPECTATOR, World
from pi.worlds_twists import alike_until, find_any, is_secret_from, play_again
from tacotable.history.projection import Projection
from tacotable.state.facts import Acted, Fact, Shown
from tacotable_live.director.app import KEY, director_app
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.mqtt.broker import DIRECTOR, Broker
from tacotable_live.mqtt.table_line import HA_STATUS, BrokerUplink, _Talk
from tacotable_live.stream.chains import Chain
from tacotable_live.stream.messages import Acts, Hello

JOURNALS = int(os.environ.get("TACOTABLE_LIVE_PAIRS", "50"))
WHOLE_EVERY = 50
PAIRS = max(1, JOURNALS // WHOLE_EVERY)
TAGS = re.compile(rb"(?<=\")0[0-9A-F]{9,15}(?=\")")
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
    return chain_of_facts(world.facts[: facts_until(world, steps)])


def facts_until(world: World, steps: int) -> int:
    return len(cast("Sequence[Fact]", world.moments[steps - 1].ruled[0]))


def chain_of_facts(facts: Sequence[Fact]) -> Chain:
    chain = Chain()
    for event in Projection().take(facts).events:
        chain.add(event)
    return chain


def first_seals(facts: Sequence[Fact]) -> Iterator[int]:
    """Give the acts whose cards lie face down until the other seat has laid one, too."""
    waiting = ""
    for number, fact in enumerate(facts):
        if isinstance(fact, Acted) and fact.act["do"] in SECRET_UNTIL_SHOWN and fact.ruling != "illegal":
            if waiting in ("", fact.seat):
                yield number
            waiting = "" if waiting not in ("", fact.seat) else fact.seat


def veiled(facts: Sequence[Fact], game: str) -> list[int]:
    """Give the facts whose cards nobody else has seen: a first seal at the end, what tc36 lets a seat put back."""
    duels = list(first_seals(facts))
    begun = duels[0] if duels else len(facts)
    replaced = [at for at, fact in enumerate(facts[:begun]) if game == "tc36" and isinstance(fact, Shown)]
    is_open = duels and not any(isinstance(fact, Acted) for fact in facts[duels[-1] + 1 :])
    return [*replaced, *duels[-1:]] if is_open else replaced


def hidden(facts: Sequence[Fact], game: str) -> list[bytes]:
    """Give a journal without tags, and without the cards that nobody else has seen."""
    masked = list(facts)
    for at in veiled(facts, game):
        masked[at] = with_card(masked[at], "?")
    return [with_tag_gone(fact) for fact in masked]


def with_tag_gone(fact: Fact) -> bytes:
    return TAGS.sub(b"tag", msgspec.json.encode(fact))


def with_card(fact: Fact, card: str) -> Fact:
    if isinstance(fact, Shown):
        return msgspec.structs.replace(fact, card=card)
    assert isinstance(fact, Acted)
    return msgspec.structs.replace(fact, act={**fact.act, "card": card})


def with_others(facts: Sequence[Fact], places: Sequence[int], cards: Sequence[str], chance: Random) -> list[Fact]:
    """Give a journal with other cards at some places; the rules may refuse one of them."""
    others = {at: with_card(facts[at], chance.choice(cards)) for at in places}
    return [others.get(at, fact) for at, fact in enumerate(facts)]


def with_tags(facts: Sequence[Fact], moved: Mapping[bytes, bytes]) -> list[Fact]:
    """Give a journal of which each tag is another."""
    encoded = msgspec.json.encode(list(facts))
    return msgspec.json.decode(TAGS.sub(lambda found: moved.get(found[0], found[0]), encoded), type=list[Fact])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_journals_that_differ_in_what_is_hidden_tell_the_same(game: str) -> None:
    sealed = 0
    for number in range(JOURNALS):
        played, chance = first_world(game, number // 50), Random(f"{number}/journal")
        facts = played.world.facts
        ends = [at + 1 for at in first_seals(facts)]
        is_sealed = bool(ends) and chance.random() < 0.5
        first = facts[: chance.choice(ends) if is_sealed else chance.randrange(2, len(facts) + 1)]
        tags = [tag.encode() for tag in sorted(played.faces)]
        second = with_tags(first, dict(zip(tags, chance.sample(tags, len(tags)), strict=True)))
        faces = sorted({*played.faces.values()})
        tries = (with_others(second, veiled(first, game), faces, chance) for _ in range(50))
        second = next(tried for tried in tries if not Projection().take(tried).played.stops_at)
        sealed += [with_tag_gone(fact) for fact in second] != [with_tag_gone(fact) for fact in first]
        assert second != first or not TAGS.search(msgspec.json.encode(first))
        chains = [chain_of_facts(facts) for facts in (first, second)]
        assert chains[0].bodies == chains[1].bodies, number
        told = [asyncio.run(published(chain)) for chain in chains]
        assert told[0] == told[1], number
    assert sealed or not game.startswith("tc")


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
        journals = [hidden(world.facts[: facts_until(world, count)], game) for world in (played.world, second)]
        assert journals[0] == journals[1], f"{played.world.setting.seed}, {twist}"
        chains = [chain_of(world, count) for world in (played.world, second)]
        assert chains[0].bodies == chains[1].bodies, f"{played.world.setting.seed}, {twist}"
        told = [asyncio.run(published(chain)) for chain in chains]
        assert told[0] == told[1], f"{played.world.setting.seed}, {twist}"
        assert {"tt/1/T/up", "tt/1/T/pub/state"} < {topic for topic, _, _ in told[0]}
        pages = [list(asyncio.run(shown(tmp_path / f"{number}-{world}", chain))) for world, chain in enumerate(chains)]
        assert pages[0] == pages[1], f"{played.world.setting.seed}, {twist}"

    assert compared >= PAIRS * 0.8
