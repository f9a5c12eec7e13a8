"""What a broker is told of a table beside its chains: how it stands, retained, and what just happened, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.files.toml_file import shipped_toml

if TYPE_CHECKING:
    from tacotable.catalog import Catalog
    from tacotable.history.lines import PublicLine
    from tacotable_live.director.game_state import GameState
    from tacotable_live.director.watching import Watched

State = Mapping[str, object]
HOME_ASSISTANT = shipped_toml("tacotable_live.mqtt", "home_assistant.toml")
HAPPENINGS: Mapping[str, str] = HOME_ASSISTANT["happenings"]
"""What happened, for whoever lets lamps answer, by the codes of what was told."""
ASKED_FOR_HELP, REFUSED = "asked_for_help", "refused"
LONGEST = 255
"""Home Assistant keeps no longer state."""


def state_of(watched: Watched, catalog: Catalog) -> State:
    """Return how a table stands, as everybody may know it."""
    game_state = watched.state
    match, public = game_state.match, game_state.public
    words = catalog.with_people(public.names)
    order = game_state.order()
    sentences = game_state.sentences(words)
    return {
        "v": 1,
        "game": game_state.game.name if game_state.game else "",
        "n": game_state.number,
        "ruleset": game_state.ruleset,
        "stage": public.stage,
        "phase": match.phase or "",
        "turn": ", ".join(words.seat(seat) for seat in match.to_act),
        "last": sentences[0][:LONGEST] if sentences else "",
        "winner": words.seat(order[0]) if order else "",
        "paused": public.paused,
        "help": watched.needs_help,
        "next": watched.asked.game,
    }


def happened(line: PublicLine, game_state: GameState, catalog: Catalog) -> Iterator[State]:
    """Yield what to tell of a line, if it is of those that are told."""
    if kind := HAPPENINGS.get(line.code):
        words = catalog.with_people(game_state.public.names)
        seat, say = line.values.get("seat"), words.foreign(line.code, line.values)
        yield {"v": 1, "event_type": kind, "seat": seat, "say": say}
