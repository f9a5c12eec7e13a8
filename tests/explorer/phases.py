"""Phases: the worlds from which sequences of gestures begin, each the end of a scenario file on the rig `engine`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from explorer.antenna import Antenna, Stack
from explorer.world import DRAW, Asked, World, fork_of_controller, fork_of_situation, questions_of
from tacotable.rig.engine import EngineRig
from tacotable.rig.runner import play
from tacotable.rig.scenario_file import read_scenario
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game

TACOCAT_HAND = ("2", "4", "6", "8", "9")
EXPLODING_HAND = ("defuse", "nope", "skip", "attack", "favor", "see-the-future", "cat-1", "cat-1")


class Phase(EngineRig):
    """A rig whose truth can be read: the explorer goes on with its cards."""

    def places(self) -> dict[str, tuple[str, ...]]:
        """Return the tags at each place."""
        return {place: tuple(card.tag for card in self._truth.at(place)) for place in self._truth.places}

    def face(self, tag: str) -> str:
        """Return the face of a card."""
        return self._truth.card(tag).face


def world_at(path: Path, stack: Stack = Stack.UPPER) -> World:
    """Return the world in which a scenario ends; raises ValueError if the scenario does not pass."""
    scenario = read_scenario(path)
    table = read_table(scenario.table)
    if scenario.file.game is not None:
        table = with_game(table, scenario.file.game)
    if scenario.file.mode is not None:
        table = msgspec.structs.replace(table, mode=scenario.file.mode)
    rig = Phase(table, is_enrolled=scenario.file.enrolled)
    outcome = play(scenario, rig, "engine")
    if outcome.verdict != "passed":
        raise ValueError(f"{path.name} does not pass on the rig engine: {outcome.reason}")
    return _world_of(rig, table, stack)


def _world_of(rig: Phase, table: TableFile, stack: Stack) -> World:
    places = rig.places()
    faces = {tag: rig.face(tag) for tags in places.values() for tag in tags}
    deck = frozenset(faces[tag] for place, tags in places.items() if place != "box" for tag in tags)
    controller, now_ms = fork_of_controller(rig.controller), rig.now_s * 1_000
    hand = EXPLODING_HAND if any(face.startswith("exploding-") for face in deck) else TACOCAT_HAND
    for seat in controller.situation.players:
        for wanted in hand:
            tag = next((tag for tag in places[DRAW] if faces[tag] == wanted), None)
            if tag is not None:
                places[DRAW] = tuple(other for other in places[DRAW] if other != tag)
                places[f"hand:{seat}"] = (*places[f"hand:{seat}"], tag)
    antennas = {zone: _settled(Antenna(zone, stack), places[zone], now_ms) for zone in table.pads()}
    shadow = fork_of_situation(controller.situation)
    world = World(table, faces, deck, controller, shadow, places, antennas, now_ms)
    world.asked = {seat: Asked(question, now_ms) for seat, question in questions_of(world.situation).items()}
    return world


def _settled(antenna: Antenna, tags: tuple[str, ...], now_ms: float) -> Antenna:
    read = antenna.stack.read(tags)
    return replace(antenna, reported=read, came_ms=tuple((tag, now_ms) for tag in read))
