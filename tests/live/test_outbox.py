"""From journal to archive over a line that loses, doubles and reorders: every event arrives, and is stored once."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from live.chains import chain_of, grow
from tacotable_live.director.archive import Archive, Game
from tacotable_live.event.core_table import CoreTable
from tacotable_live.stream.chains import Chain
from tacotable_live.stream.messages import WINDOW, Acts, FromDirector, Have, Hello, Locate, Refused, Want
from tacotable_live.stream.outbox import AGAIN_S, Outbox

LINES = int(os.environ.get("TACOTABLE_EVENTS", "25"))


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive(tmp_path / "archive.sqlite")
    yield opened
    opened.close()


def answer(archive: Archive, message: Hello | Locate | Acts, epoch: str = "e") -> FromDirector:
    """Return what the director answers, as its line does."""
    if isinstance(message, Hello):
        return Want(archive.lacking("T", epoch, message.tips))
    game = Game("T", epoch, message.game)
    if isinstance(message, Locate):
        return Have(message.game, archive.located(game, message.marks))
    reached = archive.store([(game, message.bodies)], 1)[game]
    return Want([message.game]) if reached is None else Have(message.game, reached)


def talk(archive: Archive, chains: dict[str, Chain], chance: Random, rounds: int, epoch: str = "e") -> Outbox:
    """Let a table and a director talk over one connection that loses, doubles and reorders what the table sends."""
    outbox = Outbox()
    under_way: list[Hello | Locate | Acts] = [outbox.greet("T", epoch, "", chains)]
    for tick in range(rounds):
        message = under_way.pop(chance.randrange(len(under_way)) if chance.random() < 0.3 else 0)
        told = answer(archive, message, epoch)
        under_way += outbox.hear(told, chains)
        if chance.random() < 0.2 and chains:
            grow(chance.choice(list(chains.values())), 1)
        for acts in outbox.due(chains, tick * AGAIN_S / 3):
            under_way += [acts] * chance.choice((1, 1, 1, 0, 2)) if chance.random() < 0.9 else []
        if not under_way:
            under_way.append(Acts("", []))
    return outbox


def stored(archive: Archive, game: str, epoch: str = "e") -> list[str]:
    return archive.chain(Game("T", epoch, game))


def test_a_simulated_game_that_begins_while_another_is_told_is_told_next() -> None:
    table, outbox = CoreTable(Random(1)), Outbox()
    table.begin(("Ann", "Ben"))

    def chains() -> Mapping[str, Chain]:
        return asyncio.run(table.read_in_thread(print))

    due = outbox.due(chains(), 0.0)
    told = [next(due).game]
    table.begin(("Ann", "Ben"))

    assert told + [acts.game for acts in due] == ["game-000001"]
    assert [acts.game for acts in outbox.due(chains(), 0.0)] == ["game-000002"]


@pytest.mark.parametrize("seed", range(LINES))
def test_over_any_line_every_event_arrives_in_its_order_and_is_stored_once(archive: Archive, seed: int) -> None:
    chance = Random(seed)
    chains = {f"game-{number}": chain_of(chance.randrange(1, 3 * WINDOW), str(number)) for number in range(3)}
    for _ in range(4):
        talk(archive, chains, chance, chance.randrange(1, 25))
    chains["game-9"] = chain_of(7, "new")
    talk(archive, chains, Random(1), 400)
    outbox = talk(archive, chains, Random(2), 60)
    for _ in range(40):
        for acts in list(outbox.due(chains, 1e9 * (_ + 1))):
            list(outbox.hear(answer(archive, acts), chains))

    assert {game: stored(archive, game) for game in chains} == {game: each.bodies for game, each in chains.items()}
    assert archive.count() == sum(len(each.bodies) for each in chains.values())
    assert outbox.waiting(chains) == 0


def test_a_table_that_comes_back_sends_only_what_is_new(archive: Archive) -> None:
    chains = {"game-1": chain_of(40)}
    talk(archive, chains, Random(1), 60)
    grow(chains["game-1"], 3)
    outbox = Outbox()
    told = answer(archive, outbox.greet("T", "e", "", chains))

    assert told == Want(["game-1"])
    (located,) = outbox.hear(told, chains)
    list(outbox.hear(answer(archive, located), chains))
    sent = [body for acts in outbox.due(chains, 0) for body in acts.bodies]
    assert len(sent) <= 2 * 3 + 8
    assert sent[-1] == chains["game-1"].bodies[-1]


def test_an_older_copy_that_is_played_on_is_a_fork_that_is_kept_and_shown(archive: Archive) -> None:
    whole = chain_of(20)
    talk(archive, {"game-1": whole}, Random(1), 60)
    copy = Chain(whole.hashes[:12], whole.bodies[:12])
    grow(copy, 5, "other")
    talk(archive, {"game-1": copy}, Random(1), 60)

    assert archive.forks("T") == [(Game("T", "e", "game-1"), 13)]
    assert stored(archive, "game-1")[: len(copy.bodies)] == copy.bodies[: len(stored(archive, "game-1"))]
    assert archive.count() >= 20 + 5


def test_a_new_state_folder_counts_games_anew_and_replaces_none(archive: Archive) -> None:
    talk(archive, {"game-1": (first := chain_of(9))}, Random(1), 40, "old")
    talk(archive, {"game-1": (second := chain_of(4, "x"))}, Random(1), 40, "new")

    assert stored(archive, "game-1", "old")[:9] == first.bodies[:9]
    assert stored(archive, "game-1", "new")[:4] == second.bodies[:4]
    assert archive.forks("T") == []


def test_what_is_no_event_of_the_chain_is_not_stored(archive: Archive) -> None:
    game, chain = Game("T", "e", "game-1"), chain_of(3)

    assert archive.store([(game, ["{"])], 1) == {game: None}
    assert archive.store([(game, chain.bodies[1:])], 1) == {game: None}
    assert archive.store([(game, [*chain.bodies, chain.bodies[0].replace('"n": 1', '"n": 9')])], 1) == {game: 3}
    assert archive.count() == 3


def test_what_is_stored_outlives_the_director(tmp_path: Path) -> None:
    first = Archive(tmp_path / "a.sqlite")
    game, chain = Game("T", "e", "game-1"), chain_of(5)
    first.store([(game, chain.bodies)], 1)
    again = Archive(tmp_path / "a.sqlite")  # the first one was killed

    assert again.chain(game) == chain.bodies
    again.close()
    first.close()


def test_a_game_that_the_director_refuses_is_set_aside_and_the_others_are_sent(archive: Archive) -> None:
    chains, outbox = {"game-1": chain_of(3), "game-2": chain_of(2, "other")}, Outbox()
    list(outbox.hear(answer(archive, outbox.greet("T", "e", "", chains)), chains))
    list(outbox.hear(Refused("cannot be shown", "game-1"), chains))
    list(outbox.hear(Have("game-2", 0), chains))

    assert [acts.game for acts in outbox.due(chains, 0.0)] == ["game-2"]
    assert outbox.is_settled
    assert outbox.waiting(chains) == 2
