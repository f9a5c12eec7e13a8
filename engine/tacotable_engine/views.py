"""Views: what a seat, everyone, or the arbiter may know of a game, as frozen values and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from tacotable_engine.cards import Cards


@dataclass(frozen=True, slots=True)
class GameView:
    """What every game tells; a game's own view adds what else it has. Empty without a game."""

    game: str = ""  # The id of the ruleset.
    mode: str = ""
    seats: tuple[str, ...] = ()  # Their names, clockwise.
    phase: str = ""  # The phase of the rules.
    to_act: tuple[str, ...] = ()  # The seats that the rules wait for.
    winner: str | None = None  # The seat that won, once the game is over.
    hand_size: Mapping[str, int] = field(default_factory=dict)  # How many cards each seat holds.
    hands: Mapping[str, Cards | None] = field(default_factory=dict)  # Hands that are not for the viewer are None.
    discard: Cards = ()  # The discard pile, the oldest card first, "?" where a face is not known.


class Making(NamedTuple):
    """What a view is made of: frozen values, or JSON values at once, which costs half of going through a view."""

    sequence: Callable[[Iterable[object]], object]
    record: Callable[..., object]  # Makes a part that has fields, from its type and its fields by their names.


TYPED = Making(tuple, lambda kind, **parts: kind(**parts))
JSON = Making(list, lambda _kind, **parts: {name.rstrip("_"): value for name, value in parts.items()})


def as_fields(view: DataclassInstance) -> dict[str, object]:
    """Return the fields of a view as JSON values. A field whose name Python reserves ends in "_"."""
    return {part.name.rstrip("_"): _as_json(getattr(view, part.name)) for part in fields(view)}


def _as_json(value: Any) -> object:
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return list(value) if not value or isinstance(value[0], (str, int)) else [_as_json(item) for item in value]
    if isinstance(value, dict):
        return {name: _as_json(item) for name, item in value.items()}
    return as_fields(value)
