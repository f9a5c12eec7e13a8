"""What `new` asks for: the part of the request that every game reads alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tacotable_engine.cards import Mode
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_flag, as_list, as_number, as_object, as_one_of, as_text, as_whole, required

LONGEST_WINDOW_S = 3600.0


OPTIONS: Mapping[str, tuple[object, Callable[[object, str], object]]] = {
    "strict_groups": (False, as_flag),
    "special_combos": (True, as_flag),
    "window_s": (5, lambda value, where: as_number(value, 0, LONGEST_WINDOW_S, where)),
    "nope_own": (False, as_flag),
    "clone_as_nope": (True, as_flag),
    "attack_stacking": (None, lambda value, where: as_one_of(value, ("remaining", "fixed"), where)),
    "violation": ("warn", lambda value, where: as_one_of(value, ("warn", "lose_round"), where)),
    "jumbo": (True, as_flag),
    "practice": (False, as_flag),
    "noped_out": (True, as_flag),  # only where the ruleset has Nopes leave the game
}
"""What each option is when nothing is said (None: as the ruleset says), and how a value is read."""


VIEWERS = ("table", "arbiter")  # Viewers that are no seats; no seat may be called so.
LARGEST_SEED = 10**40
FIELDS = ("game", "seats", "mode", "seed", "board", "deck", "options", "position", "robots")


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
    robots: tuple[int, ...] = ()  # The seats whose cards are told although the mode is `blind`.


def read_setup(request: Mapping[str, object], games: tuple[str, ...]) -> Setup:
    """Check the common fields of a `new` request; raises RequestError naming the first that is wrong."""
    as_object(request, "new", FIELDS)
    game = as_one_of(required(request, "game", "new"), games, "game")
    seats = _read_seats(required(request, "seats", "new"))
    mode = Mode(as_one_of(request.get("mode", "dealt"), [mode.value for mode in Mode], "mode"))
    robots = [seats.index(as_one_of(seat, seats, "robots")) for seat in as_list(request.get("robots", ()), "robots")]
    if len(set(robots)) < len(robots):
        raise RequestError("robots: a seat is there twice")
    seed = as_whole(request["seed"], -LARGEST_SEED, LARGEST_SEED, "seed") if "seed" in request else None
    asked = as_object(request.get("options", {}), "options", OPTIONS)
    return Setup(
        game=game,
        seats=seats,
        mode=mode,
        seed=seed,
        options={
            name: read(asked[name], f"options.{name}") if name in asked else default
            for name, (default, read) in OPTIONS.items()
        },
        **{part: as_object(request[part], part) if part in request else None for part in ("board", "deck", "position")},
        robots=tuple(sorted(robots)) if mode is Mode.BLIND else (),
    )


def _read_seats(value: object) -> tuple[str, ...]:
    seats = tuple(as_text(seat, "seats") for seat in as_list(value, "seats"))
    for seat in seats:
        if seat in VIEWERS:
            raise RequestError(f"seats: no seat may be called {seat!r}; that is a viewer's name")
        if seats.count(seat) > 1:
            raise RequestError("seats: two seats have the same name")
    return seats
