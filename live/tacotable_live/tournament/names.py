"""Names of players, tables and events: those that an address, a list and a display can hold."""

from __future__ import annotations

from tacotable_live.tournament.errors import require

LONGEST_NAME = 24  # Of a player or a table.


def require_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name; raises EventError if it could not work later."""
    is_in_bounds = 0 < len(name) <= longest and name == name.strip() and name not in (".", "..")
    require(is_in_bounds and not {"/", "|"} & set(name) and name.isprintable(), "name", longest=longest)
    return name
