"""With a delay nobody but the desk sees anything earlier, to the millisecond; also when the director starts again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import httpx2 as httpx

from live.chains import chain_of
from tacotable_live.director.app import director_app
from tacotable_live.director.archive import Archive
from tacotable_live.director.hub import Director
from tacotable_live.stream.messages import Acts, Hello

HELLO = Hello("T", "e", "key", {})
DELAY_S = 30.0


class SteppedLoop(asyncio.SelectorEventLoop):
    """A loop whose time goes on only where a test says so."""

    now_s = 0.0

    def time(self) -> float:
        return self.now_s

    async def step_to(self, now_s: float) -> None:
        """Let it be so late, and let what is due happen."""
        self.now_s = now_s
        for _ in range(3):
            await asyncio.sleep(0)


def stepped(folder: Path, test: Callable[[SteppedLoop, Archive], Awaitable[None]]) -> None:
    """Run a test on such a loop, beside an archive that knows a table."""
    archive, loop = Archive(folder / "archive.sqlite"), SteppedLoop()
    archive.add_table("T", "key", 0)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(_held(test(loop, archive)))
    archive.close()


async def _held(test: Awaitable[None]) -> None:
    await test


async def seen(director: Director) -> Sequence[object]:
    """Return what a spectator is told now, of the page on which a table is watched."""
    app = director_app(director, hosts=("t",), key="desk", address="ws://t/table")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://t") as client:
        told = (await client.get("/tables/T/stage.json?brief")).json()
    return [told["state"], director.shown["T"].state.number]


def test_no_event_is_seen_before_its_delay_is_over(tmp_path: Path) -> None:
    async def test(loop: SteppedLoop, archive: Archive) -> None:
        director, bodies = Director(archive, delay_s=DELAY_S, wall=loop.time), chain_of(3).bodies
        director.greet(HELLO)
        director.joined("T")
        await director.hear(HELLO, Acts("game-1", bodies[:2]))
        await loop.step_to(10.0)
        await director.hear(HELLO, Acts("game-1", bodies[2:]))
        assert director.now["T"].state.number == 3
        for now_s, number in ((29.999, 0), (30.0, 2), (39.999, 2), (40.0, 3)):
            await loop.step_to(now_s)
            assert await seen(director) == ["In play" if number else "No game yet", number], now_s

    stepped(tmp_path, test)


def test_a_director_that_starts_again_shows_nothing_earlier(tmp_path: Path) -> None:
    async def test(loop: SteppedLoop, archive: Archive) -> None:
        first, bodies = Director(archive, delay_s=DELAY_S, wall=loop.time), chain_of(4).bodies
        await first.hear(HELLO, Acts("game-1", bodies[:2]))
        await loop.step_to(20.0)
        await first.hear(HELLO, Acts("game-1", bodies[2:3]))
        await loop.step_to(31.0)
        again = Director(archive, delay_s=DELAY_S, wall=loop.time)
        assert (again.now["T"].state.number, again.shown["T"].state.number) == (3, 2)
        await loop.step_to(33.0)
        await again.hear(HELLO, Acts("game-1", bodies[3:]))
        for now_s, number in ((49.999, 2), (61.0, 3), (62.999, 3), (63.0, 4)):
            await loop.step_to(now_s)
            assert again.shown["T"].state.number == number, now_s

    stepped(tmp_path, test)
