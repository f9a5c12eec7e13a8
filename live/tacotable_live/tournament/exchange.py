"""An event as files: all of it as JSON, from which it is made again, and its tables as CSV for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec

from tacotable_live.tournament.event import Event
from tacotable_live.tournament.model import Plan, Step


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    plan: Plan
    steps: list[Step]
    v: int = 1


def as_json(event: Event) -> bytes:
    """Return the plan and all steps of an event."""
    return msgspec.json.encode(_File(event.plan, event.steps))


def as_csv(event: Event) -> str:
    """Return who played whom with what result, a line for each player of a pod."""
    text = StringIO()
    rows = csv.writer(text)
    rows.writerow(("round", "table", "seat", "player", "place"))
    for each in event.rounds:
        for number, pod in enumerate(each.pods, 1):
            order = list(each.orders.get(number, ()))
            for seat, player in enumerate(pod.players, 1):
                place = order.index(player) + 1 if order else ""
                rows.writerow((each.number, _cell(pod.table) or number, seat, _cell(player), place))
        rows.writerows((each.number, "bye", "", _cell(bye.player), "") for bye in each.byes)
    return text.getvalue()


def _cell(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name
