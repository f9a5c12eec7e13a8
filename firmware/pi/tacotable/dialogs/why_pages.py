"""Reading why: the last ruling that somebody may read, with its rule and the place in the rules, page after page."""

from __future__ import annotations

from collections.abc import Sequence

from tacotable.state.log import LogEntry, latest_game
from tacotable.state.scene import Reason, Sign


def last_ruling(log: Sequence[LogEntry], reader: str | None) -> LogEntry | None:
    """Return the last line of the game that tells a ruling; None as reader: on a display that everyone reads."""
    may_read = (entry for entry in reversed(latest_game(log)) if entry.why and entry.owner in (None, reader))
    return next(may_read, None)


def screen(log: Sequence[LogEntry], reader: str | None, page: int) -> Reason:
    """Show a page of why; the pages begin again after the last."""
    entry = last_ruling(log, reader)
    if entry is None or entry.why is None:
        return Reason(Sign("why.nothing"), "", page)
    return Reason(Sign(entry.why.code, {"seat": entry.seat or "", **entry.why.values}), entry.why.source, page)
