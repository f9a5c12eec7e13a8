"""The names that scenarios may use at a table: places, cards, buttons, lamps, lights, displays and seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from tacotable.rig import scenario
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.parts import displays_of, lamps_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

PILES = ("draw", "discard", "box", "air")  # The places that every table has.


def names_at(table: TableFile) -> Mapping[str, tuple[str, ...]]:
    """Return every name that a scenario may use at a table, by what it names."""
    plan = plan_of(table, faces_of(table, table.game))
    lights = range(-4, 5) if table.board else range(plan.lights or len(table.hub_row()))
    return {
        "place": (*PILES, *(f"hand:{seat}" for seat in plan.seats), *(pad.zone for pad in plan.pads), *plan.rows),
        "card": tuple(dict.fromkeys(card.face for card in (*plan.deck, *plan.box))),
        "button": tuple(table.buttons()),
        "lamp": tuple(lamp.button for lamp in lamps_of(table)),
        "light": tuple(str(light) for light in lights) if table.lights() else (),
        "display": tuple(displays_of(table)),
        "seat": table.seat_names,
    }


def unknown_name(table: TableFile, script: scenario.Scenario) -> str | None:
    """Return the first name of a scenario that this table does not have: where it stands, and what there is."""
    there = names_at(table)
    for line in script.lines:
        for kind, key, name in _used(line.step):
            if name.removeprefix("+") not in there[kind]:
                known = ", ".join(there[kind]) or "none"
                return f"{line}: {key}: table {table.name!r} has no {kind} {name!r}; there are {known}"
    return None


def _used(step: scenario.Step) -> Iterator[tuple[str, str, str]]:
    """Yield each name that a step uses: what it names, the key where it stands, and the name."""
    if isinstance(step, scenario.AtOnce):
        for hand in step.hands:
            yield from _used(hand)
    elif isinstance(step, scenario.Expect):
        for part in scenario.parts_of(step.expect):
            for key, kind in _EXPECTED.items():
                yield from ((kind, key, name) for name in getattr(part, key) if name != scenario.TACOCAT)
    else:
        written = msgspec.to_builtins(step)
        for key, kind in _NAMED.get(type(step), {}).items():
            if written[key] is not None:
                yield kind, key, written[key]


_NAMED: Mapping[type[scenario.Step], Mapping[str, str]] = {  # The keys of each step, and what they name.
    scenario.Place: {"place": "card", "on": "place", "from": "place"},
    scenario.Lift: {"lift": "place", "to": "place", "card": "card"},
    scenario.Tap: {"tap": "button"},
    scenario.Hold: {"hold": "button"},
    scenario.Press: {"press": "button"},
    scenario.Release: {"release": "button"},
    scenario.Turn: {"turn": "button", "on": "display"},
}
_EXPECTED = {  # The same of an expectation.
    "screen": "display",
    "text": "display",
    "item": "display",
    "prompt": "seat",
    "lamp": "lamp",
    "light": "light",
    "lies": "place",
}


def listing(table: TableFile, faults: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield what there is at a table, one kind a line, then what can break and how."""
    for kind, names in names_at(table).items():
        yield f"{kind:8} {', '.join(names) or '-'}"
    for told_faults in dict.fromkeys(faults.values()):
        devices = [device for device in faults if faults[device] == told_faults]
        yield f"{'break':8} {', '.join(devices)}; by {', '.join(told_faults)}"
