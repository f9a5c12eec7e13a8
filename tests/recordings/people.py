"""Simulated people with habits as a source: each seed is a game at some table, with quick, late and wrong hands.

Some games have no habits, and some have a reader that falls silent, seats that robots play, a host with commands, or a
program that starts again. Most end after some 80 gestures, some later, because a replay costs processor time.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec

from pi.robots_helper import RingHelper, seat_robots
from pi.test_table_robots import Helper, seat_robot
from recordings.game import Game, Setting
from recordings.tape import Tape
from simulation.habits.hands import FORGETS, HABITS, HabitualHands
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig
from tacotable.autoplay.rig_tables import simulated_bench
from tacotable.state import events
from tacotable.state.game_state import Stage
from tacotable.table.kinds import players_at

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine

    from tacotable.autoplay.rig_tables import Bench
    from tacotable.core.controller import Controller
    from tacotable.state.facts import Fact
    from tacotable.trace.recorder import Recorder
    from tacotable_sim.table import SimulatedTable

OWN_PADS = "hil/ring-with-own-pads.toml"
KINDS: dict[tuple[str, str], int] = {
    ("tacocat", "tc38"): 7,
    ("tacocat", "tc36"): 5,
    ("buttons", "tc38"): 3,
    ("buttons", "tc36"): 3,
    ("kittens", "ek120"): 7,
    ("kittens", "min72"): 7,
    ("kittens", "zh56"): 7,
    ("tacocat", "zh56"): 3,
    ("tacocat", "min72"): 2,
    ("tacocat", "ek120"): 2,
    ("family", "tc38"): 3,
    ("family", "tc36"): 2,
    ("family", "zh56"): 2,
    ("family", "min72"): 2,
    ("family", "ek120"): 2,
    (OWN_PADS, "zh56"): 4,
    (OWN_PADS, "min72"): 2,
    ("tacocat-hub", "tc38"): 1,
    ("kittens-hub", "min72"): 1,
    ("family-hub", "zh56"): 1,
}
"""Each table with its game, and how often."""
WITH_ROBOTS = {"tacocat": ("tc38", "tc36"), "kittens": ("ek120", "min72", "zh56")}
"""Where a person moves the cards of robots, as tests do."""
NUMBERS = (3, 4, 5, 6, 7)
"""The numbers of a drawn board: so many cards a round."""
LENGTHS = {60: 6, 90: 8, 120: 4, 300: 1}
"""How many gestures a game has, and how often."""
OVER_S, STUCK_S, SLICE_S = 15.0, 120.0, 1.0
SILENT_S = (3.0, 60.0)
"""How long a reader is silent."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The game of a seed."""

    setting: Setting
    players: int
    length: int
    habits: tuple[str, ...]
    robots: int
    silences: int
    commands: int
    restarts: int


def draw(seed: int) -> Drawn:
    """Return the game of a seed."""
    chance = Random(f"{seed}/recording")
    table, game = chance.choices(tuple(KINDS), tuple(KINDS.values()))[0]
    setting = Setting(table, game, "seen" if chance.random() < 0.2 else "blind")
    described = setting.table_file()
    numbers = tuple(chance.choices(NUMBERS, k=7)) if described.board else ()
    possible = players_at(described, game)
    players = chance.choice((possible.start, *possible)) if len(possible) > 1 else possible.start
    if table.startswith("kittens"):
        setting = msgspec.structs.replace(setting, seats=min(len(described.seats), players + chance.randint(0, 1)))
    return Drawn(
        msgspec.structs.replace(setting, numbers=numbers),
        players,
        chance.choices(tuple(LENGTHS), tuple(LENGTHS.values()))[0],
        HABITS if chance.random() < 0.85 else (),
        chance.randint(1, 2) if table in WITH_ROBOTS and game in WITH_ROBOTS[table] and chance.random() < 0.2 else 0,
        chance.randint(1, 3) if chance.random() < 0.2 else 0,
        chance.randint(1, 8) if chance.random() < 0.3 else 0,
        1 if chance.random() < 0.1 else 0,
    )


class _Tap:
    """Has each program of a bench noted on a tape, from its first event on."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def hardware(self, hardware: object) -> object:
        return hardware

    def log(self, journal: object) -> object:
        return journal

    def archive(self, archive: object) -> object:
        return archive

    def watch(self, controller: Controller) -> None:
        self.tape.watch(controller)


def record(seed: int) -> Game:
    """Play the game of a seed and return its input."""
    return play(seed)[0]


def play(seed: int) -> tuple[Game, tuple[Fact, ...]]:
    """Play the game of a seed; return its input and the facts of the table's journal."""
    drawn, tapes = draw(seed), list[Tape]()

    def tap(loop: asyncio.AbstractEventLoop) -> Recorder:
        tapes.append(Tape(lambda: loop.time() * 1_000))
        return cast("Recorder", _Tap(tapes[0]))

    table = drawn.setting.table_file()
    with simulated_bench(table, seed=seed, make_tap=tap) as (bench, simulated):
        _Evening(seed, drawn, bench, simulated, tapes[0]).play()
        facts = bench.facts
    return tapes[0].game(f"people/{seed}", drawn.setting), facts


class _Evening:
    """One game, with what happens besides."""

    def __init__(self, seed: int, drawn: Drawn, bench: Bench, table: SimulatedTable, tape: Tape) -> None:
        self._drawn, self._bench, self._table, self._tape = drawn, bench, table, tape
        self._chance = Random(f"{seed}/evening")
        self._rig = Rig(bench.program, table, bench.loop)
        self._seed_robots()
        self._hands = HabitualHands(self._rig, Random(f"{seed}/habits"), drawn.habits or (FORGETS,))
        playing = self._with_robots if drawn.robots else self._people
        self._tasks = [bench.loop.create_task(each) for each in playing(Random(f"{seed}/players"))]
        self._plans: list[tuple[int, Callable[[], None]]] = [
            *((self._moment(), self._silence) for _ in range(drawn.silences)),
            *((self._moment(), self._command) for _ in range(drawn.commands)),
            *((self._moment(), self._restart) for _ in range(drawn.restarts)),
        ]

    def play(self) -> None:
        """Play until the game is over, has its length, or stands still."""
        over_s = stuck_s = 0.0
        while (before := self._tape.gestures) < self._drawn.length and over_s < OVER_S and stuck_s < STUCK_S:
            self._rig.wait(SLICE_S)
            for plan in [plan for plan in self._plans if plan[0] <= self._tape.gestures]:
                self._plans.remove(plan)
                plan[1]()
            is_over = self._rig.program.controller.situation.game.stage is Stage.OVER
            over_s += SLICE_S if is_over or all(task.done() for task in self._tasks) else 0.0
            stuck_s = stuck_s + SLICE_S if self._tape.gestures == before else 0.0
        for task in self._tasks:
            task.cancel()
        self._rig.wait(SLICE_S)

    def _people(self, chance: Random) -> list[Coroutine[None, None, None]]:
        people = self._hands.seat(self._rig, chance, self._drawn.players)
        if not self._drawn.habits:
            self._hands.habits.clear()
        return [player.play() for player in people]

    def _with_robots(self, chance: Random) -> list[Coroutine[None, None, None]]:
        """Let the first seat's person play with robots and move their cards."""
        seats = self._rig.program.controller.situation.seats[: self._drawn.players]
        if self._drawn.setting.table == "tacocat":
            seat_robot(self._rig, seats[1], self._drawn.robots)
            return [people_at(self._rig, chance)[0].play(), Helper(self._rig, seats[1]).help()]
        seat_robots(self._rig, seats[1:], self._drawn.robots)
        helper = RingHelper(self._rig, seats, chance)
        return [helper.person.play(), helper.help()]

    def _moment(self) -> int:
        return self._chance.randint(5, self._drawn.length)

    def _seed_robots(self) -> None:
        self._rig.program.minds._chance = Random(self._chance.random())

    def _silence(self) -> None:
        pads = sorted(self._rig.program.controller.situation.devices.whole.pads)
        if pads:
            device = f"reader {self._chance.choice(pads)}"
            self._table.switchboard.set(device, "silence", True)
            lasts_s = self._chance.uniform(*SILENT_S)
            self._bench.loop.call_later(lasts_s, self._table.switchboard.set, device, "silence", False)

    def _command(self) -> None:
        now_ms, controller = self._bench.loop.time() * 1_000, self._rig.program.controller
        seat = self._chance.choice(controller.situation.seats)
        commands: list[events.Event] = [
            *(events.Arbitrated(what, now_ms) for what in ("pause", "take-back", "agree", "decline", "refuse")),
            events.NameTyped(seat, self._chance.choice(("Ada", "Bo", "")), now_ms),
            events.LanguageChosen(seat, self._chance.choice(("en", "zh-TW")), now_ms),
            events.HintAsked(seat, now_ms, is_odds=self._chance.random() < 0.3),
            events.PhonesChanged(seat, self._chance.randint(0, 2), True, now_ms),
        ]
        command = self._chance.choice(commands)
        controller.handle(command)
        if command == commands[0]:
            self._bench.loop.call_later(5.0, self._go_on)

    def _go_on(self) -> None:
        now_ms = self._bench.loop.time() * 1_000
        self._rig.program.controller.handle(events.Arbitrated("go-on", now_ms))

    def _restart(self) -> None:
        self._bench.restart()
        self._rig.program = self._bench.program
        self._seed_robots()
        self._rig.program.controller.after_each(self._hands._hear)
