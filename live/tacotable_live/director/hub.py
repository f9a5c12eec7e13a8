"""The director while it runs: lines from tables, what they tell, and the events that are played.

Everything it shows is computed from the archive, so a director that starts again shows the same.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from hmac import compare_digest
from secrets import token_hex, token_urlsafe

import msgspec
from msgspec import structs

from tacotable_live.director.archive import Archive, Batch, Game
from tacotable_live.director.decisions import Asked, Decisions
from tacotable_live.director.faults import Faults
from tacotable_live.director.game_state import GameState, GameStateError, replayed
from tacotable_live.director.watching import GONE_S, Watched
from tacotable_live.stream.chains import linked
from tacotable_live.stream.messages import VERSION, Acts, Asks, FromDirector, Have, Hello, Locate, Refused, Want, digest
from tacotable_live.tournament.errors import EventError, require
from tacotable_live.tournament.event import Event
from tacotable_live.tournament.model import Deed, Entered, Moved, Paired, Plan, Played, Pod, Round, Step
from tacotable_live.tournament.names import require_name

Views = Mapping[str, Watched]
NO_KEY = Refused("no table of this name has this key; take name and key from the director's desk")
CHANGED_S = 0.25
"""Pages are told of changes at most so often."""
MOST_LATER = 2_000
"""So many states of a table wait for their delay: a table in play makes some 30 a minute, and each has a few kB."""


class Director:
    """What all lines and pages of one event's machine share. `delay_s`: so much later spectators see the tables."""

    def __init__(self, archive: Archive, *, delay_s: float = 0, wall: Callable[[], float] = time.time) -> None:
        """Take up what the archive holds; must be made on the loop. `wall` returns seconds since 1970."""
        self.archive, self._wall = archive, wall
        self.delay_s = delay_s
        self.keys = archive.tables()
        self.now = {name: Watched(name) for name in self.keys}
        """The tables as the desk sees them."""
        self._due: defaultdict[str, GameState] = defaultdict(GameState)
        """By table, the state that spectators see if there is a delay."""
        self.events = {number: Event(plan, archive.steps(number)) for number, plan in archive.events().items()}
        self.version = 0
        """Counts what has changed for pages."""
        self._loop = asyncio.get_running_loop()
        self.decisions = Decisions(archive, self._loop.time, wall)
        self._waiting: list[tuple[Batch, asyncio.Future[int | None]]] = []
        self._storing: asyncio.Task[None] | None = None
        self.news = asyncio.Event()
        """Set at the next change for pages; another event takes its place then."""
        self._telling: asyncio.TimerHandle | None = None
        self._later: defaultdict[str, deque[tuple[float, GameState]]] = defaultdict(deque)
        """By table, the states that are not due yet for spectators, and when they are."""
        self.faults = Faults(self.changed, self._loop.time)
        for name in self.keys:
            for game in archive.games(name)[-1:]:
                self._begin(game)

    @property
    def shown(self) -> Views:
        """Return the tables as everybody sees them: as `now`, but with the game of `delay_s` ago."""
        if not self.delay_s:
            return self.now
        return {name: replace(table, state=self._due[name]) for name, table in self.now.items()}

    def now_ms(self) -> int:
        """Return the time of the wall clock, since 1970."""
        return round(self._wall() * 1_000)

    def _begin(self, game: Game) -> None:
        """Show the newest game of a table at the start; one that cannot be shown is left out."""
        try:
            state = replayed(game, self.archive.chain(game))
            if self.delay_s:  # what came shortly before this start is not due yet
                due = self.archive.chain(game, self.now_ms() - self.delay_s * 1_000)
                self._due[game.table] = replayed(game, due)
            self._show(state)
        except GameStateError as error:
            self.leave_out(game, error)

    def leave_out(self, game: Game, error: GameStateError) -> None:
        """Name a game that cannot be shown; a thread may call this."""
        name = f"{game.epoch}-{game.name}"
        self._loop.call_soon_threadsafe(lambda: self.faults.begin(game.table, "left-out", name, error))

    # Tables

    def add_table(self, name: str) -> str:
        """Let a table tell; return its key, which is told this once. A table that had one gets a new one."""
        require_name(name)
        key = token_hex(12)  # no sign of it looks like an option of the command that it is typed into
        self.archive.add_table(name, key, self.now_ms())
        self.keys = self.archive.tables()
        self.now.setdefault(name, Watched(name))
        self.changed()
        return key

    def drop_table(self, name: str, who: str) -> None:
        """Take a table off the list, such as a dead one: it tells no more, and a pod that plays there waits for one."""
        require(name in self.keys, "no-table")
        self.archive.drop_table(name)
        self.keys = self.archive.tables()
        for number, event in self.events.items():
            if event.current and name in event.current.playing_at:
                pods = [pod.table for pod in event.current.pods]
                self.take(number, Moved(pods.index(name) + 1, ""), who)
        self.changed()

    def greet(self, hello: Hello) -> FromDirector:
        """Return what answers a table's first message."""
        if hello.v != VERSION:
            return Refused(f"this director speaks version {VERSION}, the table {hello.v}; bring the older up to date")
        if not self._may_tell(hello):
            return NO_KEY
        return Want(self.archive.lacking(hello.table, hello.epoch, hello.tips))

    def _may_tell(self, hello: Hello) -> bool:
        """Return whether a table has the key of its name: a new one from the desk makes the old one void at once."""
        return compare_digest(self.keys.get(hello.table, ""), digest(hello.key))

    def joined(self, table: str) -> None:
        """Note that a table has a line."""
        self.now[table].lines += 1
        self.changed()

    def left(self, table: str) -> None:
        """Note that a line of a table has ended."""
        self.decisions.asked.pop(table, None)
        watched = self.now[table]
        watched.lines -= 1
        watched.asked = Asked()
        watched.heard_s = self._loop.time()
        self.changed()
        self._loop.call_later(GONE_S, self.changed)  # then it counts as dead

    async def hear(self, hello: Hello, message: Locate | Acts | Asks) -> FromDirector:
        """Take a message of a table that was greeted; return the answer, which follows the disk."""
        if not self._may_tell(hello):
            return NO_KEY
        if isinstance(message, Asks):
            answer, is_new = self.decisions.hear(hello.table, self.keys[hello.table], message)
            if is_new:
                self.now[hello.table].asked = self.decisions.asked.get(hello.table, Asked())
                self.changed()
            return answer
        game = Game(hello.table, hello.epoch, message.game)
        if isinstance(message, Locate):
            return Have(message.game, self.archive.located(game, message.marks))
        try:
            state = self._after(game, message)
        except (GameStateError, msgspec.MsgspecError) as error:
            self.faults.begin(game.table, "refused", f"{game.epoch}-{game.name}", error)
            return Refused(f"{game.name} cannot be shown, and is not taken further: {error}", game.name)
        if state is None or await self._stored((game, message.bodies)) is None:
            return Want([message.game])
        self._show(state)
        return Have(message.game, state.number)

    def _after(self, game: Game, acts: Acts) -> GameState | None:
        """Return the state after these events; None if the archive does not have the one before.

        Nothing is stored that has not been through this: what is stored is shown again at each start. Raises
        GameStateError and MsgspecError for events that cannot be shown.
        """
        ((n, before),) = linked(acts.bodies[:1])
        state = self.now[game.table].state if before else GameState(game)
        if (state.game, state.tip) != (game, before):
            if not self.archive.located(game, [(n - 1, before)]):
                return None
            state = replayed(game, self.archive.chain(game, tip=before))
        return reduce(GameState.after, acts.bodies, state)

    async def _stored(self, batch: Batch) -> int | None:
        """Store a batch, with all others that wait, in one transaction in a thread."""
        stored: asyncio.Future[int | None] = self._loop.create_future()
        self._waiting.append((batch, stored))
        if self._storing is None:
            self._storing = self._loop.create_task(self._store())
        return await asyncio.shield(stored)  # whoever waits may be gone before it is told

    async def _store(self) -> None:
        while self._waiting:
            work, self._waiting = self._waiting, []
            try:
                reached = await asyncio.to_thread(self.archive.store, [batch for batch, _ in work], self.now_ms())
            except Exception as error:  # noqa: BLE001  # whoever waits is told, whatever it was
                self.faults.begin("director", "disk", why=error)
                for _, stored in work:
                    stored.set_exception(error)
                continue
            self.faults.end("director", "disk")
            for batch, stored in work:
                stored.set_result(reached[batch[0]])
        self._storing = None

    def _show(self, state: GameState) -> None:
        """Show a game, at the desk now and to everybody when it is due."""
        table = state.game.table if state.game else ""
        self.now[table].state = state
        if self.delay_s:
            later = self._later[table]
            if len(later) == MOST_LATER:
                later.pop()  # spectators see less of a table that sends so much
            later.append((self._loop.time() + self.delay_s, state))
            if len(later) == 1:
                self._loop.call_at(later[0][0], self._show_due, table)
        self.changed()

    def _show_due(self, table: str) -> None:
        """Show spectators the states that are due."""
        later = self._later[table]
        while later and later[0][0] <= self._loop.time():
            self._due[table] = later.popleft()[1]
        if later:
            self._loop.call_at(later[0][0], self._show_due, table)
        self.changed()

    # Events

    def event(self, number: object) -> Event:
        """Return the event with a number; raises EventError if there is none."""
        if not isinstance(number, int) or number not in self.events:
            raise EventError("no-event")
        return self.events[number]

    def open_event(self, plan: Plan) -> int:
        """Open an event; returns its number. Raises EventError for a plan that cannot be played."""
        seeded = plan if plan.seed else structs.replace(plan, seed=token_urlsafe(6))
        event = Event(seeded)
        number = self.archive.add_event(seeded)
        self.events[number] = event
        self.changed()
        return number

    def drop_event(self, number: int) -> None:
        """Take an event away of which no round was drawn, such as one that was opened by mistake."""
        require(not self.event(number).rounds, "has-rounds")
        self.archive.drop_event(number)
        del self.events[number]
        self.changed()

    def take(self, number: int, deed: Deed, who: str, why: str = "") -> None:
        """Take a step of an event, and keep it; raises EventError, and nothing has changed."""
        event = self.event(number)
        if isinstance(deed, Entered):
            require_name(deed.player)  # here, and not in the event: what an archive has stays
        if isinstance(deed, Paired):
            deed = self._at_tables(deed)
        if isinstance(deed, Played):
            require(bool(why) or not event.corrects(deed), "say-why")
        if isinstance(deed, Moved):
            require(deed.table in ("", *self.keys), "no-table")
        step = Step(deed, self.now_ms(), who, why)
        event.take(step)
        self.archive.add_step(number, len(event.steps), step)
        self.changed()

    def _at_tables(self, drawn: Paired) -> Paired:
        """Return a round with a table for each pod, in the order of the list, as long as there are free ones."""
        taken = frozenset[str]().union(*(each.current.playing_at for each in self.events.values() if each.current))
        free = [name for name in self.keys if name not in taken]
        tables = (*free, *("" for _ in drawn.pods))
        pods = [structs.replace(pod, table=table) for pod, table in zip(drawn.pods, tables, strict=False)]
        return structs.replace(drawn, pods=pods)

    def results(self) -> dict[tuple[int, int], list[str]]:
        """Return the results that tables report, by event and pod, for the desk to confirm.

        A result counts if the names at the table are those of the pod.
        """
        return {
            place: people
            for place, _, pod, watched in self._seated()
            if sorted(people := watched.state.people()) == sorted(pod.players)
        }

    def held_up(self) -> dict[tuple[int, int], int]:
        """Return by event and pod the minutes that a table's game was paused and the table was not given yet.

        A whole minute counts, and a game that is over asks for nothing.
        """
        found: dict[tuple[int, int], int] = {}
        for place, current, _, watched in self._seated():
            minutes = watched.state.paused_ms // 60_000 - current.extended.get(place[1], 0)
            if minutes > 0 and not watched.state.order() and current.pod_until_ms(place[1]):
                found[place] = minutes
        return found

    def spares(self) -> dict[tuple[int, int], str]:
        """Return by event and pod a free table for each pod that waits for one, or whose table is dead.

        It is the table at which their names are entered, or else the first of the list. A table is free if no pod plays
        there, and if it has a line, or never had one: an event may use tables that report nothing.
        """
        taken = frozenset[str]().union(*(each.current.playing_at for each in self.events.values() if each.current))
        lost = {name for name, table in self.now.items() if not table.lines and (table.heard_s or table.state.number)}
        dead = {name for name in lost if self.now[name].presence(self._loop.time()) == "gone"}
        free = [name for name in self.keys if name not in taken | lost]
        found: dict[tuple[int, int], str] = {}
        for place, current, pod, watched in self._seated():
            if free and place[1] not in current.orders and pod.table in ("", *dead):
                found[place] = watched.name if watched.name in free else free[0]
                free.remove(found[place])
        return found

    def strangers(self, views: Views) -> dict[tuple[int, int], list[str]]:
        """Return by event and pod who plays at its table and is not of it: names that differ bring no result.

        A game that is over, with no one of the pod, was that of an earlier round.
        """
        found: dict[tuple[int, int], list[str]] = {}
        for place, current, pod, watched in self._seated(views):
            sitting = set(watched.state.sitting() if watched.lines else ())
            is_theirs = not watched.state.order() or not sitting.isdisjoint(pod.players)
            if place[1] not in current.orders and is_theirs and (others := sorted(sitting - {"", *pod.players})):
                found[place] = others
        return found

    def _seated(self, views: Views | None = None) -> Iterator[tuple[tuple[int, int], Round, Pod, Watched]]:
        """Yield the pods of the current rounds, by event and pod, each with its table as desk or `views` show it.

        It is the table at which their names are entered, else the one that was drawn; a nameless one if there is none.
        """
        tables = [(views or self.now)[name] for name in self.keys]
        for number, event in self.events.items():
            for place, pod in enumerate(event.current.pods if event.current else (), 1):
                named = (table for table in tables if sorted(table.state.sitting()) == sorted(pod.players))
                drawn = (table for table in tables if table.name == pod.table)
                yield (number, place), event.rounds[-1], pod, next(named, next(drawn, Watched("")))

    # Pages

    def changed(self) -> None:
        """Tell the pages soon that something is new."""
        self.version += 1
        if self._telling is None:
            self._telling = self._loop.call_later(CHANGED_S, self._tell_pages)

    def _tell_pages(self) -> None:
        self._telling = None
        self.news.set()
        self.news = asyncio.Event()
