"""Views: what a seat, everyone, or the arbiter may know of a game, as frozen values and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from tacotable_engine.cards import Cards


class GameView(Protocol):
    """What every game tells. A game's own view is a frozen dataclass whose fields are the protocol's, in its order."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def game(self) -> str:
        """Return the id of the ruleset."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats, clockwise."""

    @property
    def phase(self) -> str:
        """Return the phase of the rules."""

    @property
    def to_act(self) -> tuple[str, ...]:
        """Return the seats that the rules wait for."""

    @property
    def winner(self) -> str | None:
        """Return the seat that won, once the game is over."""

    @property
    def hand_size(self) -> Mapping[str, int]:
        """Return how many cards each seat holds."""

    @property
    def discard(self) -> Cards:
        """Return the cards of the discard pile, the oldest first, "?" where a face is not known."""


class Making(NamedTuple):
    """What a view is made of: frozen values, or JSON values at once, which costs half of going through a view."""

    sequence: Callable[[Iterable[object]], object]
    record: Callable[..., object]  # Makes a part that has fields, from its type and its fields by their names.


TYPED = Making(tuple, lambda kind, **parts: kind(**parts))
JSON = Making(list, lambda _kind, **parts: {name.rstrip("_"): value for name, value in parts.items()})


def as_fields(view: DataclassInstance) -> dict[str, object]:
    """Return the fields of a view as JSON values. A field whose name Python reserves ends in "_"."""
    return {field.name.rstrip("_"): _as_json(getattr(view, field.name)) for field in fields(view)}


def _as_json(value: Any) -> object:
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return list(value) if not value or isinstance(value[0], (str, int)) else [_as_json(item) for item in value]
    if isinstance(value, dict):
        return {name: _as_json(item) for name, item in value.items()}
    return as_fields(value)
