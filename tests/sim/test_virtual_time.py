"""Virtual time: minutes pass in no time, in order, and the same each time."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest

from tacotable_sim.errors import StalledError, WaitedTooLongError
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop


def test_an_hour_passes_without_waiting(loop: VirtualLoop) -> None:
    loop.run_for(3_600)  # pytest's timeout is shorter

    assert loop.time() == 3_600


def test_timers_fire_in_the_order_of_their_times(loop: VirtualLoop) -> None:
    fired: list[tuple[str, float]] = []
    loop.call_later(0.3, lambda: fired.append(("late", round(loop.time(), 3))))
    loop.call_later(0.1, lambda: fired.append(("early", round(loop.time(), 3))))
    loop.run_for(1)

    assert fired == [("early", 0.1), ("late", 0.3)]


def test_timers_of_one_moment_fire_in_the_order_in_which_they_were_set(loop: VirtualLoop) -> None:
    fired: list[int] = []
    for number in range(20):
        loop.call_at(1.0, fired.append, number)
    loop.run_for(1)

    assert fired == list(range(20))


def test_a_cancelled_timer_does_not_fire(loop: VirtualLoop) -> None:
    fired: list[str] = []
    loop.call_later(0.1, fired.append, "cancelled").cancel()
    loop.call_later(0.2, fired.append, "kept")
    loop.run_for(1)

    assert fired == ["kept"]


def test_two_sleepers_take_turns(loop: VirtualLoop) -> None:
    seen: list[str] = []

    async def sleeper(name: str, every_s: float) -> None:
        for _ in range(2):
            await asyncio.sleep(every_s)
            seen.append(f"{name} {loop.time():.1f}")

    async def both() -> None:
        await asyncio.gather(sleeper("a", 0.2), sleeper("b", 0.3))

    loop.run_until_complete(both())

    assert seen == ["a 0.2", "b 0.3", "a 0.4", "b 0.6"]


def test_waiting_for_what_can_never_happen_is_an_error(loop: VirtualLoop) -> None:
    with pytest.raises(StalledError, match="no timer is set"):
        loop.run_until_complete(loop.create_future())


def test_running_until_something_is_so_stops_there(loop: VirtualLoop) -> None:
    done: list[int] = []
    loop.call_later(2, lambda: done.append(1))
    loop.run_until(lambda: bool(done), within_s=5)

    assert 2 <= loop.time() < 2.1


def test_running_until_what_does_not_come_says_what_was_awaited(loop: VirtualLoop) -> None:
    with pytest.raises(WaitedTooLongError, match=r"the lamp did not happen within 3 s"):
        loop.run_until(lambda: False, within_s=3, what="the lamp")


def test_the_clock_stands_still_while_a_thread_works(loop: VirtualLoop) -> None:
    may_end = threading.Event()

    async def work() -> float:
        loop.call_later(60, lambda: None)
        job = loop.run_in_executor(None, may_end.wait, 5)
        may_end.set()
        await job
        return loop.time()

    assert loop.run_until_complete(work()) == 0


def test_real_descriptors_are_polled_before_time_moves_on(loop: VirtualLoop) -> None:
    reading, writing = os.pipe()
    read_at: list[float] = []

    def read() -> None:
        os.read(reading, 1)
        read_at.append(loop.time())

    loop.add_reader(reading, read)
    loop.call_later(1, os.write, writing, b"x")
    loop.run_for(10)
    loop.remove_reader(reading)
    os.close(reading)
    os.close(writing)

    assert read_at == [1]


def test_leaving_cancels_what_still_runs() -> None:
    async def forever() -> None:
        await asyncio.sleep(10_000)

    with virtual_loop() as loop:
        task = loop.create_task(forever())
        loop.run_for(1)

    assert task.cancelled()
