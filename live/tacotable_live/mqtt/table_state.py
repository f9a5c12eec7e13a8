"""What a broker is told of a table beside its chains: how it stands, retained, and what just happened, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.catalog import Catalog
    from tacotable_live.director.watching import Said, Watched

State = Mapping[str, object]
HAPPENINGS: Mapping[str, str] = {
    "log.began": "game_started",
    "event.exploded": "exploded",
    "event.defused": "defused",
    "event.round-won": "round_won",
    "event.game-won": "game_won",
    "log.paused": "paused",
    "log.resumed": "resumed",
}
"""What happened, for whoever lets lamps answer, by the codes of what was told."""
ASKED_FOR_HELP, REFUSED = "asked_for_help", "refused"
LONGEST = 255
"""Home Assistant keeps no longer state."""


def state_of(watched: Watched, catalog: Catalog) -> State:
    """Return how a table stands, as everybody may know it."""
    words = catalog.with_people(watched.names())
    turn = watched.match.get("to_act")
    order = watched.order()
    said = watched.told(words)
    return {
        "v": 1,
        "game": watched.game.name if watched.game else "",
        "n": watched.number,
        "ruleset": watched.ruleset,
        "stage": str(watched.picture.get("stage", "lobby")),
        "phase": str(watched.match.get("phase", "")),
        "turn": ", ".join(words.seat(str(seat)) for seat in turn) if isinstance(turn, list) else "",
        "last": said[0][:LONGEST] if said else "",
        "winner": words.seat(order[0]) if order else "",
        "paused": watched.picture.get("paused") is True,
        "help": watched.needs_help,
        "next": watched.asked.game,
    }


def happened(said: Said, watched: Watched, catalog: Catalog) -> Iterator[State]:
    """Yield what to tell of a line, if it is of those that are told."""
    if kind := HAPPENINGS.get(said.code):
        words = catalog.with_people(watched.names())
        yield {"v": 1, "event_type": kind, "seat": said.values.get("seat"), "say": words.web(said.code, said.values)}
