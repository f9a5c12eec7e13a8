"""Random players on the simulated table: whole games through the bytes in virtual time, counted and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from tacotable.autoplay.players import Seating, people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.errors import UnfinishedError
from tacotable.state.facts import Acted
from tacotable.state.game_state import Stage
from tacotable.table.parts import displays_of, front_of
from tacotable_engine.exploding.view import ExplodingView
from tacotable_sim.truth import DISCARD, DRAW, Truth, hand_of

if TYPE_CHECKING:
    from tacotable.state.scene import Scene
    from tacotable.table.file import TableFile
    from tacotable_engine.match import Match

LONGEST_GAME_S = 6 * 3600.0  # Virtual seconds after which a game that does not end is a fault.
GLANCE_S = 1.0  # How often it is looked whether the game is over.
LAST_MOVES_S = 5.0  # So long hands may go on when it is.


class DisagreementError(UnfinishedError):
    """At the end of a game the cards lay otherwise than the referee said; the text tells where."""


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
    display_bytes: int = 0  # All that was sent: changes, whole pictures after trouble, pages sent again.
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
    players: int | None = None,
    on_scene: Callable[[Scene], None] = lambda scene: None,
    seating: Seating = people_at,
) -> Tally:
    """Play games to their end with random players, each on a table of its own.

    Raises UnfinishedError, DisagreementError, or before any play SetupError.
    `players`: how many; else by chance; `seating` seats them.
    In virtual time readers hang on ports in memory; in real time (`is_real_time`) on ptys at their wires' pace.
    """
    tally = Tally()
    for number in range(games):
        with simulated_table(table, seed=seed + number, game=game, is_real_time=is_real_time) as rig:
            controller = rig.program.controller
            controller.after_each(lambda controller=controller: on_scene(controller.scene))  # type: ignore[misc]  # bound now
            start = rig.loop.time()
            with _measuring(rig, tally):
                chance = Random(f"{seed + number}/players")  # noqa: S311  # a simulation is no secret
                ended = finish_game(rig, chance, players, seating)
            tally.virtual_s += rig.loop.time() - start
            _count(rig, ended, tally)
    return tally


def finish_game(
    rig: Rig,
    chance: Random,
    players: int | None = None,
    seating: Seating = people_at,
    last_moves_s: float = LAST_MOVES_S,
) -> Match:
    """Play a game to its end with random players at a table, and return it; raises as `play_games` does."""
    ended = _ended(rig)
    tasks = [rig.loop.create_task(player.play()) for player in seating(rig, chance, players)]
    start = rig.loop.time()
    while not (ended or any(task.done() for task in tasks)):
        rig.wait(GLANCE_S)
        if rig.loop.time() - start > LONGEST_GAME_S:
            raise UnfinishedError(f"no end after {LONGEST_GAME_S:.0f} s: {_where(rig)}")
    rig.wait(last_moves_s)
    for task in tasks:
        task.cancel()
    rig.wait(0.0)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()):
            raise UnfinishedError(f"{_where(rig)}: {error!r}") from error
    view = ended[0].public_view
    # Only the referee of an Exploding game tells where all cards lie.
    if isinstance(view, ExplodingView) and (told := differences(rig.table.truth, view)):
        raise DisagreementError(f"{'; '.join(told)}: {_where(rig)}")
    return ended[0]


def _ended(rig: Rig) -> list[Match]:
    """Return a list that gets the game as soon as it is won: somebody may put it away at once."""
    controller = rig.program.controller
    ended: list[Match] = []

    def note() -> None:
        situation = controller.situation
        if situation.game.stage is Stage.OVER and situation.game.match is not None and not ended:
            ended.append(situation.game.match)

    controller.after_each(note)
    return ended


def _where(rig: Rig) -> str:
    situation = rig.program.controller.situation
    public = situation.public()
    shown = {name: rig.says(name) for name in rig.program.controller.scene.screens if rig.says(name)}
    return f"stage {situation.game.stage.value}, phase {public and public.phase}, displays {shown}"


@contextmanager
def _measuring(rig: Rig, tally: Tally) -> Iterator[None]:
    """Handle the times of events that changed something; count what displays get, and what stock luma would send."""
    controller, screens = rig.program.controller, rig.program.devices.screens
    frames = {
        name: display.panel.frame_bytes  # what stock luma sends for a whole picture
        for name, display in displays_of(controller.situation.devices.whole).items()
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
        tally.display_bytes += sum(sent - before[name][0] for name, (sent, _) in screens.traffic().items())


def _count(rig: Rig, game: Match, tally: Tally) -> None:
    situation = rig.program.controller.situation
    tally.games += 1
    tally.rounds += getattr(game.public_view, "round", 0)  # only Tacocat counts them
    facts = getattr(rig.program.journal, "facts", ())
    tally.acts += sum(isinstance(fact, Acted) and fact.ruling != "illegal" for fact in facts)
    tally.refusals.update(entry.code for entry in situation.log if entry.kind == "refusal")
    tally.records.append(game.record())


UNKNOWN = "?"


def differences(truth: Truth, view: ExplodingView) -> tuple[str, ...]:
    """Return where the cards lie otherwise than the referee says to all; empty where they agree. At a game's end."""
    told: list[str] = []
    for seat, size in view.hand_size.items():
        held = len(truth.at(hand_of(seat)))
        if held != size:
            told.append(f"seat {seat} holds {held} cards, the referee says {size}")
    pile = len(truth.at(DRAW))
    if pile != len(view.pile):
        told.append(f"the pile has {pile} cards, the referee says {len(view.pile)}")
    lying = [card.face for place in (DISCARD, *truth.zones) for card in truth.at(place)]
    if not agree(lying, view.discard):
        told.append(f"discarded are {lying}, the referee says {list(view.discard)}")
    for seat, cards in view.in_front.items():
        laid = sorted(card.face for card in truth.at(front_of(seat)))
        if not _fits(laid, cards):
            told.append(f"in front of seat {seat} lie {laid}, the referee says {list(cards)}")
    return tuple(told)


def agree(lying: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a pile is the one that is told: card by card, or where some are unknown, by what is known.

    >>> agree(["skip", "nope"], ["nope", "skip"]), agree(["skip", "nope"], ["nope", "?"])
    (False, True)
    """
    return _fits(lying, told) if UNKNOWN in told else list(lying) == list(told)


def _fits(lying: Iterable[str], told: Iterable[str]) -> bool:
    """Return whether cards are those that are told in any order, unknown ones being any."""
    left, known = Counter(lying), Counter(told)
    unknown = known.pop(UNKNOWN, 0)
    return not known - left and (left - known).total() == unknown
