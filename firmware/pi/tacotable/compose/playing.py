"""Random players on the simulated table: whole games through the bytes in virtual time, counted and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tacotable.compose.plan import displays_of
from tacotable.compose.simulated import Rig, read_sign, simulated_table
from tacotable.facts import Acted
from tacotable.scene import Scene
from tacotable.situation import Stage
from tacotable.table_file import TableFile
from tacotable_sim.eyes import Eyes
from tacotable_sim.players import ReadingPlayer
from tacotable_sim.tacocat_buttons_player import TacocatButtonsPlayer
from tacotable_sim.tacocat_player import TacocatPlayer

LONGEST_GAME_S = 6 * 3600.0
"""Virtual seconds after which a game that does not end is a fault."""
GLANCE_S = 1.0
"""How often it is looked whether the game is over."""


class UnfinishedError(Exception):
    """A game did not end; the text says where it stood."""


@dataclass(slots=True)
class Tally:
    """What was counted over some games. Latencies are seconds of this machine's processor, not of the game."""

    games: int = 0
    rounds: int = 0
    acts: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    virtual_s: float = 0.0
    light_s: list[float] = field(default_factory=list)
    shown_s: list[float] = field(default_factory=list)
    display_bytes: int = 0
    """For changes of pictures; what is sent again every 30 s to mend glitches is counted apart."""
    refresh_bytes: int = 0
    stock_changed_bytes: int = 0
    stock_all_bytes: int = 0
    records: list[str] = field(default_factory=list)


def play_games(
    table: TableFile,
    games: int,
    seed: int,
    *,
    is_real_time: bool = False,
    game: str | None = None,
    on_scene: Callable[[Scene], None] = lambda scene: None,
) -> Tally:
    """Let random players finish games, each on a table of its own; raises UnfinishedError.

    In virtual time readers hang on ports in memory; in real time (`is_real_time`) on ptys at their wires' pace.
    """
    tally = Tally()
    for number in range(games):
        with simulated_table(table, seed=seed + number, game=game, is_real_time=is_real_time) as rig:
            controller = rig.program.controller
            controller.after_each(lambda controller=controller: on_scene(controller.scene))  # type: ignore[misc]  # bound now
            _play_one(rig, Random(f"{seed + number}/players"), tally)  # noqa: S311  # a simulation is no secret
    return tally


def _play_one(rig: Rig, chance: Random, tally: Tally) -> None:
    """Play one game to its end, and count it."""
    with _measuring(rig, tally):
        players = [_player(rig, seat, Random(chance.random())) for seat in rig.table.plan.seats]  # noqa: S311  # as above
        tasks = [rig.loop.create_task(player.play()) for player in players]
        start = rig.loop.time()
        while not (_is_over(rig) or any(task.done() for task in tasks)):
            rig.wait(GLANCE_S)
            if rig.loop.time() - start > LONGEST_GAME_S:
                raise UnfinishedError(f"no end after {LONGEST_GAME_S:.0f} s: {_where(rig)}")
        for task in tasks:
            task.cancel()
        for task in tasks:
            if task.done() and not task.cancelled() and (error := task.exception()) and not _is_over(rig):
                raise UnfinishedError(f"{_where(rig)}: {error!r}") from error
        tally.virtual_s += rig.loop.time() - start
    _count(rig, tally)


def _player(rig: Rig, seat: str, chance: Random) -> ReadingPlayer:
    scenes = rig.program.controller
    eyes = Eyes(rig.table, seat, lambda name: read_sign(scenes.scene.screens[name]))
    has_pad = any(part.name == seat and part.pad for part in scenes.situation.table.seats)
    return (TacocatPlayer if has_pad else TacocatButtonsPlayer)(rig.table, eyes, chance=chance)


def _is_over(rig: Rig) -> bool:
    return rig.program.controller.situation.stage is Stage.OVER


def _where(rig: Rig) -> str:
    situation = rig.program.controller.situation
    shown = {seat: rig.says(seat) for seat in situation.seats}
    return f"stage {situation.stage.value}, phase {situation.public().get('phase')}, displays {shown}"


FRAME_BYTES = {"ssd1306": 1034, "sh1106": 1080}
"""What stock luma sends for a whole picture, addresses and control bytes included (measured with its own devices)."""


@contextmanager
def _measuring(rig: Rig, tally: Tally) -> Iterator[None]:
    """Take the times of events that changed something; count what displays get, and what stock luma would send."""
    controller, screens = rig.program.controller, rig.program.devices.screens
    frames = {
        name: FRAME_BYTES[display.controller] for name, display in displays_of(controller.situation.table).items()
    }
    last = controller.scene
    before = screens.traffic()

    def after() -> None:
        nonlocal last
        timing, scene = controller.last_timing, controller.scene
        if not timing.light_s:
            return
        tally.light_s.append(timing.light_s)
        tally.shown_s.append(timing.shown_s)
        tally.stock_all_bytes += sum(frames.values())
        tally.stock_changed_bytes += sum(
            frames[name] for name, screen in scene.screens.items() if last.screens.get(name) != screen
        )
        last = scene

    end = controller.after_each(after)
    try:
        yield
    finally:
        end()
        for name, (sent, whole) in screens.traffic().items():
            refreshed = (whole - before[name][1]) * frames[name]
            tally.refresh_bytes += refreshed
            tally.display_bytes += sent - before[name][0] - refreshed


def _count(rig: Rig, tally: Tally) -> None:
    situation = rig.program.controller.situation
    tally.games += 1
    tally.rounds += int(str(situation.public()["round"]))
    journal = rig.program.journal
    for fact in getattr(journal, "facts", ()):
        if isinstance(fact, Acted):
            tally.acts += fact.ruling != "illegal"
    tally.refusals.update(entry.code for entry in situation.log if entry.kind == "refusal")
    if situation.match is not None:
        tally.records.append(situation.match.record())
