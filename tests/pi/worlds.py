"""Worlds: a simulated table with its page, driven step by step, and all that each viewer gets from it, with its time.

A viewer is a seat's name, or empty for a spectator. Everything goes the way it ships: bytes of readers, edges of
buttons, the page's WebSocket; only the socket itself ends in an `Ear`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocket

from tacotable.app.program import MemoryLog
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.simulation.hands.base import TableHands
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Acted, Fact
from tacotable.state.scene import Scene
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable.table.schema import Card
from tacotable.web.keys import Keys, bytes_needed, make_keys
from tacotable.web.limits import Limits
from tacotable.web.live import Live
from tacotable.web.page import TablePage
from tacotable_sim.table import Seen
from tacotable_sim.truth import DISCARD, DRAW, Truth, hand_of

SPECTATOR = ""
ON_PAGES = ("lamps", "lights", "tone")
"""What changes at the table without a page that could tell it otherwise: these changes wake no page here."""
LIMITS = Limits(per_s=1e6, burst=1_000_000, rest_s=0.1)
SECRET_UNTIL_SHOWN = ("duel", "show")
"""Acts whose cards lie face down until each seat has laid one."""
SHOWING = ("duel-revealed", "duel-tied", "last-cards-shown")


@dataclass(frozen=True, slots=True)
class Setting:
    """What two worlds have in common."""

    table: TableFile
    players: tuple[str, ...]
    seed: int
    languages: Mapping[str, str]
    """Each viewer's language; who is not in it has no page."""


@dataclass(frozen=True, slots=True)
class Say:
    """A seat's page says something."""

    seat: str
    action: Mapping[str, object]
    rest_s: float = 0.05


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards are gathered and dealt so, each place from its top."""

    places: Mapping[str, tuple[str, ...]]
    rest_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault comes or goes."""

    device: str
    fault: str
    is_on: bool
    rest_s: float = 0.5


@dataclass(frozen=True, slots=True)
class Rest:
    """Nobody does anything."""

    rest_s: float


Step = Say | Deal | Trouble | Rest


@dataclass(frozen=True, slots=True)
class Moment:
    """How it stood after a step, and which cards each viewer has learned by it."""

    at_s: float
    ruled: tuple[object, ...]
    learned: Mapping[str, frozenset[str]]
    seen: Seen
    pile: tuple[str, ...]


@dataclass(slots=True)
class Ear:
    """The far end of a WebSocket: what a page said is heard, what it is told is kept with the time."""

    loop: asyncio.AbstractEventLoop
    heard: list[tuple[float, str]] = field(default_factory=list)
    said: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    async def receive_text(self) -> str:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        self.heard.append((self.loop.time(), text))

    async def close(self, code: int) -> None:
        self.heard.append((self.loop.time(), f"closed {code}"))

    def last(self, kind: str) -> dict[str, Any]:
        """Give the last message of a kind."""
        ending = f'"type":"{kind}"}}'
        text = next((text for _, text in reversed(self.heard) if text.endswith(ending)), "{}")
        return cast("dict[str, Any]", json.loads(text))


@dataclass(slots=True, repr=False)
class World:
    """One world, and what came of it."""

    setting: Setting
    rig: Rig
    page: TablePage
    hands: TableHands
    ears: dict[str, Ear]
    scenes: list[tuple[float, Scene]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    _hidden: set[str] = field(default_factory=set)
    _facts_read: int = 0

    @property
    def situation(self) -> Situation:
        return self.rig.program.controller.situation

    @property
    def truth(self) -> Truth:
        return self.rig.table.truth

    @property
    def facts(self) -> list[Fact]:
        log = self.rig.program.journal
        assert isinstance(log, MemoryLog)
        return log.facts

    def take(self, step: Step, pile: Callable[[tuple[str, ...]], tuple[str, ...]] | None = None) -> Moment:
        """Take a step; `pile` then puts the draw pile into another order before anyone can look."""
        before = self._sight()
        match step:
            case Say(seat, action):
                self.ears[seat].said.put_nowait(json.dumps(dict(action)))
                self.rig.wait(0.0)
                self.rig.wait(0.0)
            case Deal(places):
                deal_so(self.truth, places)
                self.rig.table.on_change("cards")
            case Trouble(device, fault, is_on):
                self.rig.table.switchboard.set(device, fault, is_on)
        if pile is not None:
            self.truth.arrange(DRAW, pile(tuple(card.tag for card in self.truth.at(DRAW))))
        self.rig.wait(step.rest_s)
        moment = self._moment(step, before)
        self.moments.append(moment)
        return moment

    def note_scene(self) -> None:
        """Keep the scene, if it is another one."""
        scene = self.rig.program.controller.scene
        if not self.scenes or self.scenes[-1][1] is not scene:
            self.scenes.append((self.rig.loop.time(), scene))

    def _moment(self, step: Step, before: Mapping[str, set[str]]) -> Moment:
        after, shown = self._sight(), self._told()
        learned = {
            viewer: frozenset(before[viewer] | after[viewer] | shown | self._peeked(step, viewer))
            for viewer in (*self.setting.players, SPECTATOR)
        }
        pile = tuple(card.tag for card in self.truth.at(DRAW))
        return Moment(self.rig.loop.time(), self._ruled(), learned, self.rig.table.look(), pile)

    def _sight(self) -> dict[str, set[str]]:
        """Give the tags whose faces each viewer sees: what lies open, and the own hand."""
        truth = self.truth
        places = (DISCARD, *truth.zones, *self.rig.table.plan.rows)
        is_open = {card.tag for place in places for card in truth.at(place) if truth.is_face_up(card.tag)}
        hands = {seat: {card.tag for card in truth.at(hand_of(seat))} for seat in self.setting.players}
        return {viewer: is_open | hands.get(viewer, set()) for viewer in (*self.setting.players, SPECTATOR)}

    def _told(self) -> set[str]:
        """Give the tags of cards that the referee has told everyone since it was asked last."""
        told: set[str] = set()
        for fact in self.facts[self._facts_read :]:
            if not isinstance(fact, Acted) or fact.ruling == "illegal":
                continue
            if fact.act["do"] in SECRET_UNTIL_SHOWN:
                self._hidden |= set(fact.tags)
            elif fact.act["do"] != "replace" or self.situation.ruleset != "tc36":
                told |= set(fact.tags)
        self._facts_read = len(self.facts)
        if any(event["type"] in SHOWING for event in self.situation.game.last_events):
            told, self._hidden = told | self._hidden, set()
        return told

    def _peeked(self, step: Step, viewer: str) -> set[str]:
        is_look = isinstance(step, Say) and step.seat == viewer and step.action["do"] in ("look", "put-back")
        return {card.tag for card in self.truth.at(DRAW)[:3]} if is_look else set()

    def _ruled(self) -> tuple[object, ...]:
        """Give what was ruled on so far, without the cards; and whose acts the page refused."""
        facts = [
            (type(fact).__name__, getattr(fact, "seat", None), getattr(fact, "ruling", None)) for fact in self.facts
        ]
        errors = [
            seat for seat, ear in self.ears.items() for _, text in ear.heard if text.startswith('{"type":"error"')
        ]
        return (tuple(facts), tuple(errors))


def deal_so(truth: Truth, places: Mapping[str, tuple[str, ...]]) -> None:
    """Gather all cards and lay them so."""
    truth.gather()
    off = {place: tags for place, tags in places.items() if place != DRAW}
    truth.arrange(DRAW, [*(tag for tags in off.values() for tag in tags), *places[DRAW]])
    for place, tags in off.items():
        for tag in tags:
            truth.place(tag, place)


def enrolled(table: str, game: str) -> TableFile:
    """Give a shipped table for a game, with a deck whose tags are known."""
    described = with_game(read_table(table), game)
    faces = faces_of(described, game)
    return msgspec.structs.replace(described, deck=[Card(tag=tag, face=face) for tag, face in faces.items()])


def with_faces(table: TableFile, faces: Mapping[str, str]) -> TableFile:
    """Give a table on which the same tags stick on other cards."""
    deck = [msgspec.structs.replace(card, face=faces.get(card.tag, card.face)) for card in table.deck]
    return msgspec.structs.replace(table, deck=deck)


MakePage = Callable[[Rig, Keys, TableHands], TablePage]


def shipped_page(rig: Rig, keys: Keys, hands: TableHands) -> TablePage:
    """Make the page as it ships."""
    return TablePage(rig.program.controller, keys, lambda: hands)


@contextmanager
def world_of(
    setting: Setting,
    *,
    table: TableFile | None = None,
    make_page: MakePage = shipped_page,
) -> Iterator[World]:
    """Give a world of a setting; `table` has other cards under the same tags."""
    with simulated_table(table or setting.table, seed=setting.seed) as rig:
        controller = rig.program.controller
        hands = hands_at(rig.table, controller.situation, Random(setting.seed))
        seats = controller.situation.seats
        keys = make_keys(seats, bytes(range(1, bytes_needed(seats) + 1)), is_simulated=True)
        page = make_page(rig, keys, hands)
        rig.table.on_change = lambda what: None if what in ON_PAGES else page.changed()
        ears = {viewer: Ear(rig.loop) for viewer in setting.languages}
        world = World(setting, rig, page, hands, ears)
        controller.after_each(world.note_scene)
        tasks = [rig.loop.create_task(_live(world, viewer).serve()) for viewer in ears]
        for viewer, ear in ears.items():
            hello = {"key": keys.seats.get(viewer, ""), "language": setting.languages[viewer], "after": 0}
            ear.said.put_nowait(json.dumps({"hello": hello}))
        rig.wait(0.2)
        yield world
        for task in tasks:
            task.cancel()
        rig.wait(0.0)


def _live(world: World, viewer: str) -> Live:
    socket = cast("WebSocket", world.ears[viewer])
    return Live(socket, world.page, LIMITS, "this run", world.rig.loop.time)
