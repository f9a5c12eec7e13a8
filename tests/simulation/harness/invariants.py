"""What must hold at a table at any moment, whatever went wrong: checked by the simulation.

Journal, situation and scene are one; what is secret stays so; and when all is over, table and truth agree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, replace

from tacotable.autoplay.games import differences
from tacotable.autoplay.rig import Rig
from tacotable.core.controller import Controller
from tacotable.core.restore import misfit
from tacotable.core.view import view
from tacotable.display.draw import draw
from tacotable.games.tacocat.state import Kept
from tacotable.state.facts import Fact
from tacotable.state.game_state import GameState, Step
from tacotable.state.log import LogEntry
from tacotable.state.role import Role
from tacotable.state.situation import Situation
from tacotable.web.keys import Keys
from tacotable.web.page import TablePage
from tacotable_engine import Match
from tacotable_engine.exploding.view import ExplodingView
from tacotable_sim.truth import Truth, hand_of

APART = ("match", "steps")
"""What is compared by what it holds."""
SPECTATOR = Role("spectator")


class BrokenInvariantError(Exception):
    """Something that must always hold did not; the text says what, and how it was."""


def check_replay(situation: Situation, facts: Sequence[Fact]) -> None:
    """Check that the journal's facts give this situation, and its scene."""
    replay = Situation(situation.devices.table, situation.devices.faces)
    for number, fact in enumerate(facts):
        if reason := misfit(fact, replay):
            raise BrokenInvariantError(f"fact {number} of {len(facts)} does not replay: {reason}: {fact}")
    check_same(replay, situation, "replayed and live")


def check_same(one: Situation, other: Situation, what: str) -> None:
    """Check that two situations are the same in all that facts give, in what anybody sees, and in the scene."""
    for told, left, right in _sides(one, other):
        if left != right:
            raise BrokenInvariantError(f"{what}: {told} differs: {left!r} is not {right!r}")


def _sides(one: Situation, other: Situation) -> Iterator[tuple[str, object, object]]:
    for field in fields(GameState):
        if field.name not in APART:
            yield field.name, getattr(one.game, field.name), getattr(other.game, field.name)
    yield "what can be taken back", _steps(one), _steps(other)
    yield "the log", _missing(one.log, other.log), []
    yield "the record", _record(one), _record(other)
    for viewer in ("table", *one.seats):
        yield f"the view of {viewer}", _seen(one, viewer), _seen(other, viewer)
    yield "the scene", _scene_as(one, other), view(other)


def _steps(situation: Situation) -> list[Step]:
    """Return what can be taken back, without what hands may have ended of it: facts alone may give that otherwise."""
    return [
        replace(step, kept=step.kept.game if isinstance(step.kept, Kept) else step.kept)
        for step in situation.game.steps
    ]


def _missing(lines: Sequence[LogEntry], among: Sequence[LogEntry]) -> list[LogEntry]:
    """Give the lines that are not among others in their order; devices and people add some of their own."""
    rest = iter([replace(line, number=0) for line in among])
    return [line for line in lines if replace(line, number=0) not in rest]


def _record(situation: Situation) -> str:
    return situation.game.match.record() if situation.game.match else ""


def _seen(situation: Situation, viewer: str) -> object:
    if situation.game.match is None or (viewer != "table" and viewer not in situation.game.players):
        return None
    return situation.game.match.view(viewer)


def _scene_as(one: Situation, other: Situation) -> object:
    """Return the scene of what facts gave one, with what devices and hands told the other."""
    mixed = copy(other)
    mixed.game = one.game
    return view(mixed)


def check_secrets(controller: Controller, page: TablePage, tags: Iterable[str]) -> None:
    """Check that no tag is in what spectators get: a tag that is known once tells the card for the whole game."""
    told = json.dumps([page.scene(SPECTATOR, "en"), page.log(SPECTATOR, "en", 0)], default=str)
    shown = repr(controller.scene)
    for tag in tags:
        if tag in told or tag in shown:
            raise BrokenInvariantError(f"the tag {tag} is in what spectators get")


def spectators_page(controller: Controller) -> TablePage:
    """Give the page of a running program, for its spectators alone."""
    return TablePage(controller, Keys(seats={}, arbiter="", simulation=None))


def check_panels(rig: Rig) -> None:
    """Check that each display holds the picture of its screen."""
    scene = rig.program.controller.scene
    default = rig.program.controller.situation.devices.table.language
    for name, screen in scene.screens.items():
        drawn = draw(screen, scene.languages.get(name, default)).pixels
        if rig.table.panel(f"display {name}").picture() != drawn:
            raise BrokenInvariantError(f"display {name} does not hold the picture of {screen}")


def check_truth(rig: Rig, game: Match) -> None:
    """Check that cards lie and the token stands as the referee says; for a game that is over."""
    public, truth = game.view("table"), rig.table.truth
    if isinstance(view := game.public_view, ExplodingView):
        told = differences(truth, view)
    else:
        told = tuple(_tacocat_differences(truth, public))
    if told:
        raise BrokenInvariantError("; ".join(told))


def _tacocat_differences(truth: Truth, public: Mapping[str, object]) -> Iterator[str]:
    if truth.token != public["token"]:
        yield f"the token stands on {truth.token}, the referee says {public['token']}"
    held = {seat: len(truth.at(hand_of(seat))) for seat in truth.seats}
    if held != public["hand_size"]:
        yield f"the hands hold {held} cards, the referee says {public['hand_size']}"
