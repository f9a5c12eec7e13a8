"""Counsel: what the companion says to a seat, found beside the loop, since it thinks for a good part of a second.

A hint takes the seat's own view and no more; what the referee does not know the companion is not told, but for the hand
that the page of a simulated table shows to its own seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from tacotable.state.events import Counselled

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from contextlib import ExitStack

    from tacotable.core.controller import Controller
    from tacotable_engine.companion.hints import Told

LONGEST_S = 0.4  # So long a thread searches.
Wanted: TypeAlias = tuple[str, int, bool, bool]  # Seat, act's number, whether odds are wanted, whether by its page.
HandOf: TypeAlias = "Callable[[str], Sequence[str] | None]"


class Counsel:
    """Finds what seats ask for, one after the other: at once, so that each run is the same, or in a thread."""

    def __init__(self, controller: Controller, loop: AbstractEventLoop) -> None:
        self._controller, self._loop = controller, loop
        self._wanted: Wanted | None = None
        self._is_closed = False
        self._aside: Executor | None = None
        self._hand_of: HandOf = lambda _: None
        controller.after_each(self._look)

    def begin_aside(self, to_close: ExitStack, hand_of: HandOf | None) -> None:
        """Think in a thread from now on; `hand_of` is that of the page of a simulated table."""
        self._aside = to_close.enter_context(ThreadPoolExecutor(1, "counsel"))
        to_close.callback(self._close)
        self._hand_of = hand_of or self._hand_of

    def _look(self) -> None:
        """Find the next thing that is wanted, if nothing is being found."""
        wanted = None if self._wanted else self._next()
        match = self._controller.situation.game.match
        if wanted is None or match is None:
            return
        self._wanted = wanted
        seat, _, is_odds, is_of_page = wanted
        hand = self._hand_of(seat) if is_of_page else None
        kept = match.snapshot()
        dice = Random(0)  # noqa: S311  # no secrets
        until_s = cache(lambda: self._loop.time() + LONGEST_S)  # from when the search asks for the first time
        from tacotable_engine.companion.hints import hint_told, odds_told  # a start goes without

        hint = partial(hint_told, kept, seat, hand, dice, lambda: self._loop.time() >= until_s())
        find = partial(odds_told, kept, seat, dice) if is_odds else hint
        if self._aside is None:
            self._tell(wanted, find)
        else:
            found = self._loop.run_in_executor(self._aside, find)
            found.add_done_callback(lambda done: self._tell(wanted, done.result))

    def _close(self) -> None:
        self._is_closed = True

    def _next(self) -> Wanted | None:
        situation = self._controller.situation
        number = situation.game.match.next_number if situation.game.match else 0
        for seat, hint in situation.ui.hints.items():
            if not hint.signs and hint.number == number:
                return seat, number, False, hint.is_of_page
        if situation.game.stage.value == "play":
            for seat, odds in situation.ui.odds.items():
                if odds.number != number:
                    return seat, number, True, False
        return None

    def _tell(self, wanted: Wanted, found: Callable[[], Told]) -> None:
        if not self._is_closed:
            self._wanted = None  # also where the search failed: others may ask
            seat, number, is_odds, _ = wanted
            at_ms = self._controller.situation.devices.now_ms
            self._controller.handle(Counselled(seat, number, found(), at_ms, is_odds))
