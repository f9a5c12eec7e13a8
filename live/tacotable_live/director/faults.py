"""What is wrong at the director now, for its log, its desk and its status file."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tacotable_live.director.words import Words

LOG = logging.getLogger("tacotable.director")
MOST = 100
"""Faults that are kept, the newest ones: no one reads more."""
LINES, EVERY_S = 10, 60.0
"""A place writes at most so many lines into the log in so many seconds: a table cannot fill it."""


@dataclass(slots=True)
class Faults:
    """The faults of now, each logged when it begins."""

    on_change: Callable[[], None]
    clock: Callable[[], float]
    now: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Reasons by place, such as a table, by code (`fault.` of the desk's words) and by game."""
    _logged_s: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(partial(deque, maxlen=LINES)))

    def begin(self, place: str, code: str, game: str = "", why: object = "") -> None:
        """Note a fault; another reason replaces the last one."""
        key = place, code, game
        if self.now.get(key) != str(why):
            kept = [(other, reason) for other, reason in self.now.items() if other != key]
            self.now = dict([*kept[1 - MOST :], (key, str(why))])
            logged_s, now_s = self._logged_s[place], self.clock()
            if len(logged_s) < LINES or now_s - logged_s[0] > EVERY_S:
                logged_s.append(now_s)
                LOG.warning("%s", self.sentences(Words("en"))[-1][1])
            self.on_change()

    def end(self, place: str, code: str) -> None:
        """Note that a fault is over."""
        if self.now.pop((place, code, ""), None) is not None:
            self.on_change()

    def has(self, place: str, code: str) -> bool:
        """Return whether a place has a fault of a kind."""
        return any(key[:2] == (place, code) for key in self.now)

    def sentences(self, words: Words) -> list[tuple[str, str]]:
        """Return the places, each with a sentence."""
        told = self.now.items()
        return [(at, words.say(f"fault.{code}", place=at, game=game, why=why)) for (at, code, game), why in told]

    def task_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Note that a background task or a timer has failed, as the loop's exception handler."""
        loop.default_exception_handler(context)
        error = context.get("exception")
        self.begin("director", "task", why=f"{context['message']} ({type(error).__name__}: {error})")
