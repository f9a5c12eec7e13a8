"""What cannot be of hubs: one not described, two things at one place. Places: firmware/pico/README.md, "Pins"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tacotable.table.schema import FIRST_FOUND, Button, HubSensors, Lights, Pad, Strip, TableFile

MOST_LIGHTS = 40  # Lights that a hub's chain can have (firmware/pico/PROTOCOL.md, `led`).


def hub_faults(table: TableFile) -> Iterator[str]:
    """Yield what is wrong with the hubs of a table and with what hangs on them, each as `key: what; what to do`."""
    yield from _name_faults(table)
    for key, pad in table.pads_by_key().items():
        yield from _pad_faults(key, pad)
    for key, button in table.buttons_by_key().items():
        yield from _button_faults(key, button)
    if lights := table.lights():
        key = _lights_key(table)
        if lights.kind != "apa102" and lights.order is not None:
            mend = "take it out, or give it to the [[hubs]] that has the lights"
            yield f"{key}.order: this is about an APA102 strip; {mend}"
        if lights.kind == "hub" and lights.hub is None:
            yield f'{key}.hub: `kind = "hub"` without the name of one; add it'
        if lights.kind != "hub" and lights.hub is not None:
            yield f'{key}.hub: lights on a hub have `kind = "hub"`; give that, or take `hub` out'
    yield from _unknown_hubs(table)
    yield from _shared_places(table)


def _name_faults(table: TableFile) -> Iterator[str]:
    for name, count in Counter(hub.name for hub in table.hubs).items():
        if count > 1:
            yield f"hubs: {count} hubs are called {name!r}; give each its own name"
    ids = Counter(hub.id for hub in table.hubs)
    if len(table.hubs) > 1 and ids[FIRST_FOUND]:
        mend = "plug in one after the other, tacotable hub talk tells it"
        yield f"hubs: with more than one hub each needs the `id` of its chip; {mend}"
    for identity, count in ids.items():
        if count > 1 and identity != FIRST_FOUND:
            yield f"hubs: {count} hubs have the id {identity}; each chip has its own"


def _pad_faults(key: str, pad: Pad) -> Iterator[str]:
    if isinstance(pad.reader, int):
        if pad.hub is None:
            yield f"{key}: reader {pad.reader} of which hub? add `hub`, or give the kind of the reader and its `port`"
        if pad.port is not None:
            yield f"{key}.port: a reader of a hub has no port, the hub is found by its number; take it out"
        return
    if pad.port is None:
        yield f"{key}.port: this key is missing; add it"
    if pad.hub is not None:
        yield f"{key}.hub: a hub's reader is given by its place, 0 to 2; give `reader` so, or take `hub` out"


def _button_faults(key: str, button: Button) -> Iterator[str]:
    given = [name for name in ("pin", "button", "more") if getattr(button, name) is not None]
    if len(given) != 1:
        there = " and ".join(f"`{name}`" for name in given) or "none"
        yield f"{key}: a button is on one of `pin`, `button` or `more`; there is {there}"
    on_hub = [name for name in ("button", "more", "light") if getattr(button, name) is not None]
    if on_hub and button.hub is None:
        yield f"{key}.{on_hub[0]}: this is a place of a hub; add `hub`"
    if button.pin is None and (button.active == "high" or button.pull):
        yield f"{key}: the inputs of a hub are pulled up and close to ground; take `active` and `pull` out"
    if not on_hub and button.hub is not None:
        yield f"{key}.hub: nothing of this button is on a hub; give its `button`, `more` or `light`, or take `hub` out"
    if button.lamp is not None and button.light is not None:
        yield f"{key}: `lamp` and `light` are both given; a button has one light, take one out"


def _unknown_hubs(table: TableFile) -> Iterator[str]:
    names = [hub.name for hub in table.hubs]
    known = f"there are {', '.join(names)}" if names else "there are no [[hubs]]"
    parts: dict[str, Pad | Button | HubSensors | Lights | Strip] = {**table.pads_by_key(), **table.buttons_by_key()}
    if table.board and isinstance(table.board.sensors, HubSensors):
        parts["board.sensors"] = table.board.sensors
    if lights := table.lights():
        parts[_lights_key(table)] = lights
    for key, part in parts.items():
        if part.hub is not None and part.hub not in names:
            yield f"{key}.hub: no hub is called {part.hub!r}; {known}"


def _shared_places(table: TableFile) -> Iterator[str]:
    first: dict[tuple[str, str, int], str] = {}
    for key, hub, kind, place in _places(table):
        if kind == "light" and place >= MOST_LIGHTS:
            if place == MOST_LIGHTS:
                yield f"{key}: a hub has lights 0 to {MOST_LIGHTS - 1}, this would be {place}; begin earlier"
        elif (other := first.setdefault((hub, kind, place), key)) != key:
            yield f"{key}: {kind} {place} of hub {hub!r} is that of {other}, too; give one another place"


def _places(table: TableFile) -> Iterator[tuple[str, str, str, int]]:
    """Yield each place of a hub that is used: its key, the hub, the kind and the number."""
    for key, pad in table.pads_by_key().items():
        if isinstance(pad.reader, int) and pad.hub is not None:
            yield key, pad.hub, "reader", pad.reader
    for key, button in table.buttons_by_key().items():
        for kind in ("button", "more", "light"):
            place = getattr(button, kind)
            if button.hub is not None and place is not None:
                yield key, button.hub, kind, place
    lights = table.lights()
    for place in table.hub_row():
        if lights is not None and lights.hub is not None:
            yield _lights_key(table), lights.hub, "light", place


def _lights_key(table: TableFile) -> str:
    return "board.lights" if table.board else "play.lights"
