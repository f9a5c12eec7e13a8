"""Phases: the worlds from which sequences of gestures begin.

A phase is the end of a scenario, on the rig `engine`, and of gestures after that. `PHASES` has all phases of all games
at each kind of table; `HARD` names those that are explored one gesture deeper, with fewer faces in the hands.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from explorer.antenna import Antenna, Stack
from explorer.gestures import carry_out, named
from explorer.world import DRAW, Asked, ForkedController, World, fork_of_situation, questions_of
from tacotable.rig.engine import EngineRig
from tacotable.rig.runner import play
from tacotable.rig.scenario_file import read_scenario
from tacotable.state.device_state import Certainty
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game

if TYPE_CHECKING:
    from tacotable.state.events import Event
    from tacotable.state.facts import Fact

TACOCAT_HAND = ("2", "4", "6", "8", "9", "4")
EXPLODING_HAND = (*("defuse", "nope", "skip", "attack", "favor", "see-the-future", "cat-1", "cat-1"), "feral-cat")
PACE_MS = 700.0
HIL = Path(__file__).parents[1] / "hil"
SETTLED_MS = 2_000.0  # So long before a phase its questions were asked.
MOST_FACES = 5  # Of a game that is not known.


class PhaseRig(EngineRig):
    """A rig whose truth can be read: the explorer goes on with its cards. It records the events that it sends."""

    def _start(self, resumed: tuple[Fact, ...]) -> None:
        self.events: list[Event] = []
        super()._start(resumed)
        self.controller.before_each(self.events.append)

    @property
    def table(self) -> TableFile:
        """Return the table that is played."""
        return self._table

    def places(self) -> dict[str, tuple[str, ...]]:
        """Return the tags at each place."""
        return {place: tuple(card.tag for card in self._truth.at(place)) for place in self._truth.places}

    def face(self, tag: str) -> str:
        """Return the face of a card."""
        return self._truth.card(tag).face


def world_at(path: Path, stack: Stack = Stack.UPPER, hand: tuple[str, ...] = ()) -> World:
    """Return the world in which a scenario ends; raises ValueError if the scenario does not pass.

    Each seat is dealt the faces of `hand` besides, from the draw pile as far as it has them.
    """
    rig = end_of(path)
    return world_of(rig, stack, hand)


def end_of(path: Path) -> PhaseRig:
    """Return the rig after a scenario; raises ValueError if the scenario does not pass."""
    scenario = read_scenario(path)
    table = read_table(scenario.table)
    if scenario.file.game is not None:
        table = with_game(table, scenario.file.game)
    if scenario.file.mode is not None:
        table = msgspec.structs.replace(table, mode=scenario.file.mode)
    rig = PhaseRig(table, is_enrolled=scenario.file.enrolled)
    outcome = play(scenario, rig, "engine")
    if outcome.verdict != "passed":
        raise ValueError(f"{path.name} does not pass on the rig engine: {outcome.reason}")
    return rig


def world_of(rig: PhaseRig, stack: Stack, hand: tuple[str, ...]) -> World:
    """Return the world at the end of a rig's scenario; in mode `seen` each hand is as it was dealt."""
    places = rig.places()
    faces = {tag: rig.face(tag) for tags in places.values() for tag in tags}
    deck = frozenset(faces[tag] for place, tags in places.items() if place != "box" for tag in tags)
    controller, now_ms = ForkedController.of(rig.controller), rig.now_s * 1_000
    for seat in () if controller.situation.game.is_seen else controller.situation.game.players:
        for wanted in hand or _hand_of(deck):
            tag = next((tag for tag in places[DRAW] if faces[tag] == wanted), None)
            if tag is not None:
                places[DRAW] = tuple(other for other in places[DRAW] if other != tag)
                places[f"hand:{seat}"] = (*places[f"hand:{seat}"], tag)
    silent = {zone for zone, lying in controller.situation.devices.zones.items() if lying is Certainty.UNKNOWN}
    antennas = {
        zone: _settled(Antenna(zone, stack, is_silent=zone in silent), places[zone], now_ms) for zone in rig.table.pads
    }
    shadow = fork_of_situation(controller.situation)
    world = World(rig.table, faces, deck, controller, shadow, places, antennas, now_ms)
    world.asked = {
        seat: Asked(question, now_ms - SETTLED_MS) for seat, question in questions_of(world.situation).items()
    }
    return world


def _hand_of(deck: frozenset[str]) -> tuple[str, ...]:
    """Return the faces that each seat is given, if they are on the draw pile."""
    if any(face.startswith("exploding-") for face in deck):
        return EXPLODING_HAND
    return TACOCAT_HAND if deck.issuperset(TACOCAT_HAND) else tuple(sorted(deck))[:MOST_FACES]


def _settled(antenna: Antenna, tags: tuple[str, ...], now_ms: float) -> Antenna:
    read = antenna.stack.read(tags)
    return replace(antenna, reported=read, came_ms=tuple((tag, now_ms) for tag in read))


def world_after(world: World, *gestures: str, pace_ms: float = PACE_MS) -> World:
    """Return the world after gestures, each by its words; raises ValueError if no hand can do one."""
    now = world.fork()
    for words in gestures:
        carry_out(now, named(now, words), pace_ms)
        now.replay()
        now.forget_facts()
    return now


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a game at a table: how to come to it, and how its readers and hands are."""

    table: str
    game: str
    name: str
    steps: tuple[str, ...]  # Of a scenario file, each as it is written there.
    gestures: tuple[str, ...] = ()  # What hands do after that.
    hand: tuple[str, ...] = ()  # The faces that each seat is dealt; empty: the usual ones.
    stack: Stack = Stack.UPPER
    pace_ms: float = PACE_MS
    mode: str = "blind"

    def __str__(self) -> str:
        """Return its name, such as `kittens ek120 window`."""
        return f"{self.table} {self.game} {self.name}"

    def world(self) -> World:
        """Return its world; raises ValueError if its scenario or a gesture is not possible."""
        return world_after(world_of(self._rig(), self.stack, self.hand), *self.gestures)

    def twin(self, tags: tuple[str, str]) -> ForkedController:
        """Return the controller of the same table with the faces of two cards exchanged, after the same events."""
        rig = self._rig()
        faces = {**rig.controller.situation.devices.faces}
        faces[tags[0]], faces[tags[1]] = faces[tags[1]], faces[tags[0]]
        fresh = PhaseRig(rig.table, is_enrolled=True)
        fresh.controller.situation.devices.faces = faces
        for event in rig.events:
            fresh.controller.handle(event)
        return ForkedController.of(fresh.controller)

    def _rig(self) -> PhaseRig:
        at_hand = HIL / f"{self.table}.toml"
        table = at_hand if at_hand.exists() else self.table
        lines = "".join(f"  {step},\n" for step in self.steps)
        text = f'title = "t"\ntable = "{table}"\ngame = "{self.game}"\nmode = "{self.mode}"\nsteps = [\n{lines}]\n'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "phase.rig.toml"
            path.write_text(text, encoding="utf-8")
            return end_of(path)
