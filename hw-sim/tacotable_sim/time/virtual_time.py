"""An asyncio loop whose clock is virtual: where nothing is ready, time moves on to the next timer at once.

Real file descriptors (ptys) are still polled before each move, by poll(2) and not by epoll(7): poll lets the kernel
carry what was written through a pty before it answers, epoll tells only what has been carried already. While work runs
in an executor, or within `standing_still()`, the clock waits for it. So a slow machine changes no result.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar

from tacotable_sim.errors import StalledError, WaitedTooLongError

STEP_S = 0.005  # How often `run_until` looks.
RESOLUTION_S = 1e-9  # Timers that are due so soon are due now, as the clock counts whole nanoseconds.
_Loop = TypeVar("_Loop", bound="DrivenLoop")


class VirtualSelector(selectors.PollSelector):
    """Polls the real descriptors, and moves the clock instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ns = 0  # whole nanoseconds, the loop's own resolution, so that no rounding adds up
        self.outside_work = 0
        self.is_alone = True  # Whether only the loop's own wake-up socket is watched, no pty.

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """Watch a descriptor."""
        key = super().register(fileobj, events, data)
        self.is_alone = len(self.get_map()) <= 1
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Stop watching a descriptor."""
        key = super().unregister(fileobj)
        self.is_alone = len(self.get_map()) <= 1
        return key

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; where nothing is, move the clock by `timeout` (None: no timer is set)."""
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self.outside_work:
            return super().select(None)
        if timeout is None:
            if self.is_alone:
                raise StalledError("every task waits and no timer is set: what should happen next never will")
            return super().select(None)
        self.now_ns += round(timeout * 1e9)
        return []


class _Timer(asyncio.TimerHandle):
    """A timer that costs little: it is in no context of its own, and its loop counts no cancelled ones."""

    __slots__ = ()

    _scheduled = False
    _context = _repr = _source_traceback = None

    def __init__(  # the parent's would copy a context for each
        self, when: float, callback: Callable[..., object], args: tuple[Any, ...], loop: VirtualLoop
    ) -> None:
        self._when, self._callback, self._args, self._loop = when, callback, args, loop
        self._cancelled = False

    def cancel(self) -> None:
        """Cancel it."""
        self._cancelled = True

    def _run(self) -> None:
        try:
            self._callback(*self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001  # as asyncio's own: the loop tells whom it concerns
            self._loop.call_exception_handler({"message": "a timer failed", "exception": error, "handle": self})


class DrivenLoop(asyncio.SelectorEventLoop):
    """An event loop that a test or a rig drives by letting time pass; its time is the machine's own."""

    def run_for(self, seconds: float) -> None:
        """Advance the time by this much."""
        self.run_until_complete(asyncio.sleep(seconds))

    def run_until(self, is_so: Callable[[], bool], *, within_s: float, what: str = "it") -> None:
        """Wait until something is so; raises WaitedTooLongError after `within_s`."""
        end = self.time() + within_s
        while not is_so():
            if self.time() >= end:
                raise WaitedTooLongError(f"{what} did not happen within {within_s:g} s")
            self.run_for(STEP_S)

    def end_tasks(self) -> None:
        """Cancel what still runs, and wait for its end."""
        tasks = asyncio.all_tasks(self)
        for task in tasks:
            task.cancel()
        if tasks:
            self.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.run_until_complete(self.shutdown_asyncgens())


class VirtualLoop(DrivenLoop):
    """An event loop on virtual time, from 0. Timers of one moment are called in the order in which they were set."""

    def __init__(self) -> None:
        self._clock = VirtualSelector()
        self._timers: list[tuple[float, int, _Timer]] = []
        self._numbers = count()
        super().__init__(self._clock)

    def time(self) -> float:
        """Return the virtual time, in seconds."""
        return self._clock.now_ns / 1e9

    def call_at(  # type: ignore[override]  # typeshed's types are variadic; the behaviour is the same
        self, when: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        """Call back at a virtual time, in seconds."""
        del context  # those who set timers keep nothing in it
        timer = _Timer(when, callback, args, self)
        heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def call_later(  # type: ignore[override]  # as above
        self, delay: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        """Call back after a virtual time, in seconds."""
        when = self._clock.now_ns / 1e9 + delay
        timer = _Timer(when, callback, args, self)  # not by `call_at`: half of a game's calls are timers
        heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def _run_once(self) -> None:
        """Run one turn. That of asyncio compares timers in Python and asks the kernel, most of the time of a game."""
        inner: Any = self  # what asyncio's own loops keep is untyped
        self._run_timers(inner)
        if not (inner._ready and self._clock.is_alone):
            self._poll(inner)
        for _ in range(len(inner._ready)):
            handle = inner._ready.popleft()
            if not handle.cancelled():
                handle._run()

    def _run_timers(self, inner: Any) -> None:
        """Call one timer after the other, as long as nothing else is to be done between them."""
        timers, ready, clock = self._timers, inner._ready, self._clock
        while timers and not (ready or inner._stopping):
            when, _, timer = timers[0]
            if timer._cancelled:
                heappop(timers)
                continue
            if clock.outside_work or not clock.is_alone:
                return
            now_ns = round(when * 1e9)
            if now_ns > clock.now_ns:
                clock.now_ns = now_ns
            heappop(timers)
            timer._run()

    def _poll(self, inner: Any) -> None:
        """Look after descriptors, and move the clock if nothing is ready."""
        timers = self._timers
        if inner._ready or inner._stopping:
            timeout: float | None = 0
        else:
            timeout = max(0.0, timers[0][0] - self.time()) if timers else None
        inner._process_events(self._clock.select(timeout))
        now = self.time() + RESOLUTION_S
        while timers and timers[0][0] <= now:
            inner._ready.append(heappop(timers)[2])

    def stall(self, seconds: float) -> None:
        """Let time pass in which the loop takes no turn, as on a busy machine."""
        self._clock.now_ns += round(seconds * 1e9)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Hold the clock while a thread works; the thread must end with `call_soon_threadsafe`."""
        self._clock.outside_work += 1
        try:
            yield
        finally:
            self._clock.outside_work -= 1

    def end_tasks(self) -> None:
        """Cancel what still runs, threads of the executor too, and wait for its end."""
        super().end_tasks()
        with self.standing_still():  # a thread joins the executor's threads
            self.run_until_complete(self.shutdown_default_executor())

    def run_in_executor(  # type: ignore[override]  # typeshed's types are variadic; the behaviour is the same
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run work in a thread; the clock stands still until it is done."""

        def note_end(done: asyncio.Future[Any]) -> None:
            self._clock.outside_work -= 1

        future = super().run_in_executor(executor, func, *args)
        self._clock.outside_work += 1
        future.add_done_callback(note_end)
        return future


def virtual_loop() -> AbstractContextManager[VirtualLoop]:
    """Return a loop on virtual time that is the current one, and tidy up after it."""
    return _current(VirtualLoop())


def real_loop() -> AbstractContextManager[DrivenLoop]:
    """Return a loop on the machine's own time, driven the same way."""
    return _current(DrivenLoop())


@contextmanager
def _current(loop: _Loop) -> Iterator[_Loop]:
    asyncio.set_event_loop(loop)
    try:
        yield loop
    finally:
        loop.end_tasks()
        asyncio.set_event_loop(None)
        loop.close()
