"""Many tables and a director that is killed at random: no event is lost, none is doubled, every chain is whole."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from live.director_process import kill, start
from live.played_game import played, write
from tacotable_live.director.archive import Archive
from tacotable_live.stream.chains import JournalChains
from tacotable_live.stream.uplink import Uplink

TABLES = int(os.environ.get("TACOTABLE_EVENT_TABLES", "3"))
KILLS = 3


@pytest.mark.long(keep=0)
def test_a_director_that_is_killed_at_random_loses_and_doubles_nothing(tmp_path: Path) -> None:
    facts = [played("tacocat"), played("kittens")]
    director = tmp_path / "event"
    director.mkdir()
    archive = Archive(director / "archive.sqlite")
    names = [f"Table {number}" for number in range(TABLES)]
    for name in names:
        archive.add_table(name, name, 1)
    archive.close()
    journals = {name: write(tmp_path / name, facts[0][:5]) for name in names}

    async def play(name: str, chance: Random) -> None:
        for fact in (*facts[0][5:], *facts[1]):
            journals[name].append(fact)
            await asyncio.sleep(chance.random() * 0.02)

    async def run() -> None:
        chance = Random(1)
        child, said = await asyncio.to_thread(start, director, 0)
        address, port = said["line"], int(said["port"])
        lines = [
            asyncio.create_task(Uplink(tmp_path / name, address, name, name, lambda text: None).run()) for name in names
        ]
        games = [asyncio.create_task(play(name, Random(name))) for name in names]
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.5, 2))
            kill(child)
            await asyncio.sleep(chance.uniform(0, 1))
            child, _ = await asyncio.to_thread(start, director, port)
        await asyncio.gather(*games)
        expected = {name: JournalChains(tmp_path / name).read() for name in names}
        number = sum(len(chain.hashes) for chains in expected.values() for chain in chains.values())
        looking = Archive(director / "archive.sqlite")
        with suppress(TimeoutError):
            async with asyncio.timeout(120):
                while looking.count() < number:
                    await asyncio.sleep(0.1)
        for line in lines:
            line.cancel()
        kill(child)
        assert looking.count() == number
        for name in names:
            kept = {game.name: looking.chain(game) for game in looking.games(name)}
            assert kept == {game: chain.bodies for game, chain in expected[name].items()}
            assert looking.forks(name) == []
        looking.close()

    asyncio.run(run())
    for journal in journals.values():
        journal.close()
