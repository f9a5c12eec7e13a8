"""The writer of one I2C wire, running: on a thread of its own, or inline on the event loop.

A full picture takes tens of milliseconds, so on a real table it is never sent on the loop. Inline, on virtual
time, the transfers cost no time by themselves; then as much time passes as the wire would have taken.
"""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from tacotable_drivers.ports import PanelError, Sink, tell_all
from tacotable_drivers.screens.writer import Job, OpenPanel, Writer

LONGEST_CLOSE_S = 3.0  # A bus that hangs for longer than this must not keep the table from stopping.


class _ScreenBus(ABC):
    """The panels on one wire, however its transfers are done."""

    def __init__(self, panels: Mapping[str, OpenPanel], sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        self._writer = Writer(panels)
        self._sink = sink
        self._loop = loop

    def show(self, name: str, picture: bytes) -> None:
        """Show a picture as soon as the wire allows; returns at once."""
        with self._changing():
            self._writer.want(name, picture)

    def dim(self, is_dim: bool) -> None:
        """Show everything darkly on all panels from now on, or as brightly as before."""
        with self._changing():
            self._writer.dim(is_dim)

    def mend(self) -> None:
        """Send every panel its whole picture within seconds: there was trouble that may have reached it."""
        with self._changing():
            self._writer.mend(self._loop.time())

    @abstractmethod
    def _changing(self) -> AbstractContextManager[None]:
        """Have what the writer is told meanwhile looked at behind it."""

    def traffic(self) -> dict[str, tuple[int, int]]:
        """Return for each panel the bytes on its wire (addresses and control bytes too), and its whole pictures."""
        return self._writer.traffic()

    @property
    def is_dead(self) -> bool:
        """Return whether its thread ended by a fault of the program, so that it shows nothing any more."""
        return False


class ThreadScreenBus(_ScreenBus):
    """A bus whose transfers are done by a thread of its own; events are told on the loop."""

    def __init__(self, panels: Mapping[str, OpenPanel], sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(panels, sink, loop)
        self._news = threading.Condition()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._work, name="displays", daemon=True)

    def start(self) -> None:
        """Start the thread; each panel is opened with its first picture."""
        self._thread.start()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._news:
            yield
            self._news.notify()

    def close(self) -> None:
        """Stop the thread, which darkens all panels; one whose bus hangs is abandoned."""
        with self._changing():
            self._is_stopping = True
        if self._thread.ident is not None:
            self._thread.join(LONGEST_CLOSE_S)

    def traffic(self) -> dict[str, tuple[int, int]]:
        """Return the numbers of each panel."""
        with self._news:
            return super().traffic()

    @property
    def is_dead(self) -> bool:
        """Return whether the thread was started and ended by itself."""
        return self._thread.ident is not None and not self._is_stopping and not self._thread.is_alive()

    def _work(self) -> None:
        while (job := self._await_job()) is not None:
            error = job.run()
            with self._news:
                events = self._writer.done(job, error, self._loop.time())
                for event in () if self._is_stopping else events:
                    self._loop.call_soon_threadsafe(self._sink, event)
        self._writer.close()

    def _await_job(self) -> Job | None:
        """Wait for something to write; None when the bus is to stop."""
        with self._news:
            while not self._is_stopping:
                now_s = self._loop.time()
                if job := self._writer.take(now_s):
                    return job
                due_s = self._writer.next_s()
                self._news.wait(None if due_s is None else max(due_s - now_s, 0))
        return None


class InlineScreenBus(_ScreenBus):
    """A bus whose transfers are done on the loop; `wire_s` tells how long the wire has been busy in all."""

    def __init__(
        self,
        panels: Mapping[str, OpenPanel],
        sink: Sink,
        loop: asyncio.AbstractEventLoop,
        wire_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(panels, sink, loop)
        self._wire_s = wire_s
        self._is_busy = self._is_closed = False
        self._handle: asyncio.Handle | None = None

    def start(self) -> None:
        """Begin; each panel is opened with its first picture."""

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Look behind it what is to be written; if something is under way, behind that."""
        yield
        if not (self._is_busy or self._is_closed):
            self._cancel()
            self._handle = self._loop.call_soon(self._step, self._loop.time())

    def close(self) -> None:
        """Darken all panels now."""
        self._is_closed = True
        self._cancel()
        self._writer.close()

    def _step(self, called_s: float) -> None:
        now_s = max(self._loop.time(), called_s)  # rounding must not make a timer too early for itself
        job = self._writer.take(now_s)
        if job is None:
            due_s = self._writer.next_s()
            self._handle = None if due_s is None else self._loop.call_at(due_s, self._step, due_s)
            return
        self._is_busy = True
        began_s = self._wire_s()
        error = job.run()
        spent_s = self._wire_s() - began_s
        self._handle = self._loop.call_later(spent_s, self._finish, job, error)

    def _finish(self, job: Job, error: PanelError | None) -> None:
        self._is_busy = False
        events = self._writer.done(job, error, self._loop.time())
        self._handle = self._loop.call_soon(self._step, self._loop.time())
        tell_all(self._sink, events)

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


ScreenBus: TypeAlias = ThreadScreenBus | InlineScreenBus
