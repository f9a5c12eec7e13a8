"""What is asked at the desk, as steps of an event; what is missing or of no sense is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tacotable_engine.errors import RulesetError
from tacotable_engine.registry import printing_of
from tacotable_live.tournament.errors import EventError, require
from tacotable_live.tournament.event import Event
from tacotable_live.tournament.model import Deed, Entered, Moved, Paired, Plan, Played, Timed
from tacotable_live.tournament.names import require_name

LONGEST_EVENT = 60  # Signs of the name of an event.


def plan_of(asked: Mapping[str, Any]) -> Plan:
    """Return the plan of a new event. Raises EventError."""
    fields = {name: asked[name] for name in ("name", "game", "format", "size", "rounds", "seed") if name in asked}
    try:
        plan = msgspec.convert(fields, Plan, strict=False)
        seats = printing_of(plan.game).seats
    except (msgspec.ValidationError, RulesetError):
        raise EventError("no-plan") from None
    require_name(plan.name.strip(), LONGEST_EVENT)
    require(plan.size <= seats[-1], "seats", most=seats[-1])
    return plan


FORMS = {"drop": "dropped", "swap": "swapped"} | {tag: tag for tag in ("played", "moved", "cut", "timed", "extended")}
"""The forms at the desk whose fields are those of a step, with the tag of that step."""


def deed_of(asked: Mapping[str, Any], event: Event, now_ms: int) -> Iterator[Deed]:
    """Yield the steps that are asked for at a time since 1970; most are one. Raises EventError."""
    what = str(asked.get("do"))
    if what == "enter":
        names = [name.strip() for name in str(asked.get("players", "")).splitlines()]
        yield from (Entered(name) for name in names if name)
    elif what == "draw":
        yield event.draw()
    elif what in FORMS:
        try:
            deed: Deed = msgspec.convert({**asked, "type": FORMS[what], "until_ms": 0}, Deed, strict=False)
        except msgspec.ValidationError:
            raise EventError("not-understood") from None
        if isinstance(deed, Timed):
            deed = msgspec.structs.replace(deed, until_ms=now_ms + 60_000 * deed.minutes)
        yield deed
    else:
        raise EventError("unknown")


def told(deed: Deed) -> tuple[str, Mapping[str, object]]:
    """Return what tells a step: the code of a sentence, and its values."""
    values: dict[str, object] = dict(msgspec.structs.asdict(deed))
    if isinstance(deed, Played):
        values["order"] = " > ".join(deed.order)
    if isinstance(deed, Paired):
        values = {"tables": len(deed.pods)}
    if isinstance(deed, Timed) and not deed.minutes:
        return "step.untimed", {}
    if isinstance(deed, Moved) and not deed.table:
        return "step.waits", values
    return f"step.{deed.__struct_config__.tag}", values
