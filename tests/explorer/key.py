"""The keys of a world: of all that can make a difference to what happens next, and of what people see of it.

Both forget what no program and no promise reads any more: moments count from now and only as far back as guards of time
look, and of presses and cards only what a promise can still ask of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from explorer.promises import OTHERS_MS

if TYPE_CHECKING:
    from explorer.world import World

OLDEST_MS = -12_000.0  # No guard looks back further, but for questions that come every twenty seconds.
LENGTHS = frozenset(("length_ms", "hold_ms", "nope_ms"))
_FIELDS: dict[type, tuple[str, ...]] = {}
LEFT_OUT = frozenset(("cue", "public_state", "growing", "obstacle", "table", "whole", "faces", "decks", "log"))
UNREAD = frozenset(("now_ms", "touched_ms", "left_ms"))  # Read while an event is handled, or after minutes only.


def key_of(world: World) -> int:
    """Return the key of a world: equal for moments that differ by a shift of time only."""
    now, situation = world.now_ms, world.situation
    readers = tuple(
        (
            zone,
            antenna.reported,
            tuple((tag, at_ms - now) for tag, at_ms in antenna.came_ms if tag not in antenna.reported),
            tuple((tag, at_ms - now) for tag, at_ms in antenna.gone_ms),
        )
        for zone, antenna in world.antennas.items()
    )
    return hash(
        (
            _hands(world),
            readers,
            _of_promises(world),
            _plain(situation.ui, now),
            _plain(situation.devices, now),
            situation.game.stage,
        )
    )


def _hands(world: World) -> tuple[object, ...]:
    """Return what has been decided, what lies on each pad, and what is in each hand."""
    places = world.places
    pads = tuple(places[zone] for zone in world.antennas)
    return world.history, pads, tuple(sorted((at, tuple(sorted(places[at]))) for at in places if at.startswith("hand")))


def _of_promises(world: World) -> tuple[object, ...]:
    """Return what promises ask of the past: what was pressed and laid since each seat was asked, and by whose hand."""
    now, asked = world.now_ms, world.asked
    lying = [world.laid[tag] for zone in world.antennas for tag in world.places[zone] if tag in world.laid]
    since = {seat: one.since_ms for seat, one in asked.items()}
    presses = tuple(
        (
            press.button,
            press.began_ms >= (since_ms := since.get(press.button.rpartition(".")[0], 0.0)),
            min(OTHERS_MS, press.ended_ms - since_ms),
            tuple(press.began_ms >= card.at_ms for card in lying),
        )
        for press in world.presses
        if press.ended_ms >= since.get(press.button.rpartition(".")[0], 0.0)
    )
    cards = tuple((card.seat, tuple(card.at_ms >= since_ms for since_ms in since.values())) for card in lying)
    questions = tuple((seat, max(-OTHERS_MS, one.since_ms - now), one.by) for seat, one in asked.items())
    thinking = tuple((seat, since_ms - now) for seat, since_ms in world.thinking.items())
    return presses, cards, questions, thinking


def _names(value: Any) -> tuple[str, ...]:
    """Return the fields of a dataclass that count, found once for each class."""
    kind = type(value)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in fields(value) if one.name not in LEFT_OUT | UNREAD)
    return _FIELDS[kind]


def _plain(value: Any, now: float) -> object:
    """Return a value that can be hashed, with moments counted from now."""
    kind = type(value)
    if kind is float:
        return max(OLDEST_MS, round(value - now)) if value > 1_000.0 else value
    if kind in (str, int, bool) or isinstance(value, Enum):
        return value
    if value is None:
        return "None"  # Before Python 3.12 the hash of None is another one in each process.
    if kind in (tuple, list):
        return tuple([_plain(one, now) for one in value])
    if kind in (set, frozenset):
        return frozenset(_plain(one, now) for one in value)
    if isinstance(value, Mapping):
        return tuple([(key, _plain(one, now)) for key, one in value.items()])
    if is_dataclass(value):
        return tuple(
            [getattr(value, name) if name in LENGTHS else _plain(getattr(value, name), now) for name in _names(value)]
        )
    return repr(value)


def look_of(world: World) -> int:
    """Return a key of what people see and hold: equal for moments in which obedient people do the same."""
    scene, ui = world.controller.scene, world.situation.ui
    return hash(
        (
            _hands(world),
            tuple((name, lamp.look) for name, lamp in scene.lamps.items()),
            tuple((seat, sign.code) for seat, sign in scene.prompts.items()),
            tuple((seat, menu.item) for seat, menu in ui.menus.items()),
            ui.question and ui.question.kind,
            tuple(world.pad_states().items()),
        )
    )
