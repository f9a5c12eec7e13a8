"""The minds of a table's robots: each chooses a moment after it is asked, from what its seat may know."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from tacotable.dialogs import robots
from tacotable.state.events import RobotChose
from tacotable_engine.companion.answers import Companion, Hand, Level, companion_of
from tacotable_engine.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import ExitStack

    from tacotable.core.controller import Controller
    from tacotable_engine.match import Match

THINKING_S = 1.0  # So long people see a robot think, whatever it thinks of: how long an answer took tells nothing.
LONGEST_S, ASIDE_S = 0.08, 0.8
"""So long one thinks at once, while the program waits; all that are asked in a thread, each at most half of it."""
WORLDS = 20  # From so many sampled worlds it decides, at most.
Chosen: TypeAlias = "tuple[Mapping[str, object], ...]"
"""Acts as the referee protocol writes them, the best one first; empty where nothing can be chosen yet."""


class Clock(Protocol):
    """What minds need of an event loop, or of a rig whose time is a number."""

    def time(self) -> float:
        """Return the time in seconds."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any:
        """Call back once, in so many seconds; what is returned has a `cancel`."""


class RobotMinds:
    """Chooses for each robot that is asked, and tells the table; hands and presses follow there."""

    def __init__(self, controller: Controller, loop: Clock) -> None:
        self._controller, self._loop = controller, loop
        self._chance: Random = SystemRandom()
        self._thinking: dict[str, Any] = {}
        self._aside: ThreadPoolExecutor | None = None

    def begin_aside(self, to_close: ExitStack) -> None:
        """Think in a thread from now on: the loop goes on meanwhile."""
        self._aside = to_close.enter_context(ThreadPoolExecutor(1, "robots"))

    def start(self) -> None:
        """Look now and after each event whom the game asks."""
        self._controller.after_each(self._look)
        self._look()

    def close(self) -> None:
        """Choose nothing more."""
        for timer in self._thinking.values():
            timer.cancel()

    def _look(self) -> None:
        situation = self._controller.situation
        asked = robots.undecided(situation)
        for seat in asked:
            match = situation.game.match
            companion = companion_of(match.name) if match else None
            if match is None or companion is None or seat in self._thinking:
                continue
            level = cast("Level", situation.game.arranged.robots.get(seat, "fair"))
            think = partial(thought, companion, match.snapshot(), seat, level, self._chance, self._loop.time)
            longest_s = ASIDE_S / max(2, len(asked))
            found = self._aside.submit(think, longest_s) if self._aside else partial(think, LONGEST_S)
            self._thinking[seat] = self._loop.call_later(THINKING_S, self._choose, seat, self._question(), found)

    def _question(self) -> tuple[object, ...]:
        """Return what robots are asked now; that somebody lets a window pass is no other question."""
        game, public = self._controller.situation.game, self._controller.situation.public()
        return game.match, public and public.phase, game.steps[-1].numbers[:1] if game.steps else ()

    def _choose(self, seat: str, question: tuple[object, ...], found: Future[Chosen] | partial[Chosen]) -> None:
        """Tell the table what a robot does; which of equal cards it takes is left to chance, and so tells nothing.

        The answer to a question that is no longer asked is dropped.
        """
        if isinstance(found, Future) and not found.done():  # a slow machine: the loop does not wait for its threads
            self._thinking[seat] = self._loop.call_later(THINKING_S / 10, self._choose, seat, question, found)
            return
        del self._thinking[seat]
        situation = self._controller.situation
        if question != self._question() or seat not in robots.undecided(situation):
            self._look()
            return
        acts = found.result() if isinstance(found, Future) else found()
        possible = [act for act in acts if situation.family.can_move(situation, act)]
        act = next((act for act in possible if robots.is_begun(situation, seat, act)), next(iter(possible), None))
        if act is not None:
            groups = robots.cards_for(situation, seat, act)
            chosen = {
                tags: iter(sorted(self._chance.sample(tags, min(len(tags), groups.count(tags))), key=tags.index))
                for tags in groups
            }  # equal cards are laid from left to right
            taken = tuple(next(chosen[tags], "") for tags in groups)
            self._controller.handle(RobotChose(seat, dict(act), taken, self._loop.time() * 1_000))


def thought(
    companion: Companion,
    match: Match,
    seat: str,
    level: Level,
    chance: Random,
    clock: Callable[[], float],
    longest_s: float,
    hand: Hand = None,
) -> Chosen:
    """Return what a robot chooses in `longest_s`; if `clock` stands still, the same chance gives the same acts."""
    until_s = clock() + longest_s
    try:
        counsel = companion.advise(match, seat, level, WORLDS, chance, hand, lambda: clock() >= until_s)
    except RequestError:
        return ()  # a card of it lies on its way, or another seat is to act by now: it is asked again
    return tuple(each.act for each in counsel.advice)
