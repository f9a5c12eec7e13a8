"""The key of a world: equal for moments that differ by a shift of time only.

What is older than any guard of time is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.world import World

OLDEST_MS = -12_000.0  # No guard looks back further, but for questions that come every twenty seconds.
LENGTHS = frozenset(("length_ms", "hold_ms", "nope_ms"))
_FIELDS: dict[type, tuple[str, ...]] = {}
LEFT_OUT = frozenset(("cue", "public_state", "growing", "obstacle", "table", "whole", "faces", "decks", "log"))


def key_of(world: World) -> int:
    """Return the key of a world."""
    now, situation = world.now_ms, world.situation
    pads = tuple((zone, world.places[zone], _plain(antenna, now)) for zone, antenna in world.antennas.items())
    hands = tuple(
        sorted((place, tuple(sorted(tags))) for place, tags in world.places.items() if place.startswith("hand"))
    )
    presses = tuple((press.button, _since(press.ended_ms, now)) for press in world.presses)
    asked = tuple((seat, _since(one.since_ms, now), one.by) for seat, one in world.asked.items())
    lying = tuple(
        (tag, _plain(world.laid[tag], now))
        for zone in world.antennas
        for tag in world.places[zone]
        if tag in world.laid
    )
    return hash(
        (
            world.history,
            pads,
            hands,
            presses,
            asked,
            lying,
            _plain(situation.ui, now),
            _plain(situation.devices, now),
            situation.game.stage,
        )
    )


def _since(at_ms: float, now_ms: float) -> float:
    return max(OLDEST_MS / 4, at_ms - now_ms)


def _names(value: Any) -> tuple[str, ...]:
    """Return the fields of a dataclass that count, found once for each class."""
    kind = type(value)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in fields(value) if one.name not in LEFT_OUT)
    return _FIELDS[kind]


def _plain(value: Any, now: float) -> object:
    """Return a value that can be hashed, with moments counted from now."""
    kind = type(value)
    if kind is float:
        return max(OLDEST_MS, round(value - now)) if value > 1_000.0 else value
    if kind in (str, int, bool, type(None)) or isinstance(value, Enum):
        return value
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
    scene = world.controller.scene
    pads = tuple((zone, world.places[zone], antenna.reported) for zone, antenna in world.antennas.items())
    hands = tuple(
        sorted((place, tuple(sorted(tags))) for place, tags in world.places.items() if place.startswith("hand"))
    )
    lamps = tuple((name, lamp.look) for name, lamp in scene.lamps.items())
    prompts = tuple((seat, sign.code) for seat, sign in scene.prompts.items())
    menus = tuple((seat, menu.item) for seat, menu in world.situation.ui.menus.items())
    question = world.situation.ui.question
    return hash(
        (
            world.history,
            pads,
            hands,
            lamps,
            prompts,
            menus,
            question and question.kind,
            tuple(world.pad_states().items()),
        )
    )
