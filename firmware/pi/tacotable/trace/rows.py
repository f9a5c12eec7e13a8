"""The rows of a trace: what each holds, and how events and facts are written and read there.

A row that was read is `[nanoseconds, kind, ...]` on the loop's monotonic clock; bytes are hex. Kinds of devices: `in`
and `out` (port, bytes), `open`, `refused` (port, reason), `lost` (port, reason), `shut` (port), `ports` (names), `edge`
(pin, how many microseconds ago it was), `pin` (number, level). Kinds of the program: `heard` (event, depth), `fact`
(fact), `unkept` (reason), `kept` (the kept games that were listed), `taken` (the one that was taken up), `untaken`
(reason, whether room lacked), `shown` (what displays, lights and sound show now and did not before); `end`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec

from tacotable.state.events import Counselled, Event, PageEvent, RobotChose, TimePassed
from tacotable.state.scene import Choice, Scene, SpaceScreen
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.dialogs.restart import Found
    from tacotable.state.facts import Fact

_EVENTS: Mapping[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        ports.TagArrived,
        ports.TagLeft,
        ports.TagsCrowded,
        ports.ZoneUnknown,
        ports.ZoneEmpty,
        ports.DeviceLost,
        ports.DeviceFound,
        ports.ButtonPressed,
        ports.ButtonHeld,
        ports.ButtonReleased,
        ports.TokenSensed,
        TimePassed,
        *get_args(PageEvent),
        Counselled,
        RobotChose,
    )
}
Shown = dict[str, str]


def event_told(event: Event) -> dict[str, Any]:
    """Write an event: its kind, and its parts."""
    return {"is": type(event).__name__} | {part.name: getattr(event, part.name) for part in fields(event)}


def event_of(told: Mapping[str, Any]) -> Event:
    """Read an event; raises ValueError."""
    kind = _EVENTS.get(str(told.get("is")))
    if kind is None:
        raise ValueError(f"there is no event {told.get('is')!r}")
    parts = {key: value for key, value in told.items() if key != "is"}
    return cast("Event", msgspec.convert(parts, kind))


def as_json(value: Fact | Found) -> dict[str, Any]:
    """Write a fact, as the journal does, or a game that was taken up."""
    return cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(value)))


def shown_in(scene: Scene) -> Shown:
    """Return all that a scene shows, by device: the message of each display, the meaning of each light, the sound."""
    screens = {
        f"display {name}": f"{'' if isinstance(screen, SpaceScreen) else screen.sign.code}"
        + (f" {screen.item}" if isinstance(screen, Choice) else "")
        for name, screen in scene.screens.items()
    }
    prompts = {f"prompt {seat}": sign.code for seat, sign in scene.prompts.items()}
    lamps = {f"lamp {name}": light.meaning for name, light in scene.lamps.items()}
    lights = {f"light {place}": light.meaning for place, light in enumerate(scene.lights)}
    return screens | prompts | lamps | lights | {"sound": scene.cue.name}


def newly_shown(before: Shown, after: Shown) -> Shown:
    """Return what differs from before; what is no longer there is empty."""
    gone = dict.fromkeys(before.keys() - after.keys(), "")
    return {key: text for key, text in after.items() if before.get(key) != text} | gone
