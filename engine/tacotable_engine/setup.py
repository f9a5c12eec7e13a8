"""What `new` asks for: the part of the request that every game reads alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_list, as_object, as_one_of, as_text, as_whole, require_only, required
from tacotable_engine.options import read_options

VIEWERS = ("table", "arbiter")
"""Viewers that are no seats; no seat may be called so."""
LARGEST_SEED = 10**40
FIELDS = ("game", "seats", "mode", "seed", "board", "deck", "options", "position")


class Mode(StrEnum):
    """How much the referee knows of the cards."""

    DEALT = "dealt"
    """The engine owns the deck."""
    SEEN = "seen"
    """The cards are physical, and readers tell every face."""
    BLIND = "blind"
    """The cards are physical, and only faces shown to the table are known."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A `new` request whose common fields are sound; the game itself reads `board`, `deck` and `position`."""

    game: str
    seats: tuple[str, ...]
    mode: Mode
    seed: int | None
    options: Mapping[str, Any]
    board: Mapping[str, object] | None
    deck: Mapping[str, object] | None
    position: Mapping[str, object] | None


def read_setup(request: Mapping[str, object], games: tuple[str, ...]) -> Setup:
    """Check the common fields of a `new` request; raises RequestError naming the first that is wrong."""
    require_only(request, FIELDS, "new")
    board, deck, position = request.get("board"), request.get("deck"), request.get("position")
    return Setup(
        game=as_one_of(required(request, "game", "new"), games, "game"),
        seats=_read_seats(required(request, "seats", "new")),
        mode=Mode(as_one_of(request.get("mode", "dealt"), [mode.value for mode in Mode], "mode")),
        seed=as_whole(request["seed"], -LARGEST_SEED, LARGEST_SEED, "seed") if "seed" in request else None,
        options=read_options(request.get("options", {})),
        board=as_object(board, "board") if "board" in request else None,
        deck=as_object(deck, "deck") if "deck" in request else None,
        position=as_object(position, "position") if "position" in request else None,
    )


def _read_seats(value: object) -> tuple[str, ...]:
    seats = tuple(as_text(seat, "seats") for seat in as_list(value, "seats"))
    for seat in seats:
        if seat in VIEWERS:
            raise RequestError(f"seats: no seat may be called {seat!r}; that is a viewer's name")
        if seats.count(seat) > 1:
            raise RequestError("seats: two seats have the same name")
    return seats
