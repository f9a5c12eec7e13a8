"""What a trace file holds, written and read: where it begins, and its rows.

It begins with the table, its cards, and the situation from which its rows go on. A ring's later files begin in the
middle of a game: where the situation follows from its facts and from what devices told, so that it can be computed
again exactly. Such a moment comes whenever nobody is in the middle of anything.

A row that was read is `[nanoseconds, kind, ...]` on the loop's monotonic clock; bytes are hex. Kinds of devices: `in`
and `out` (port, bytes), `open`, `refused` (port, reason), `lost` (port, reason), `shut` (port), `ports` (names), `edge`
(pin, how many microseconds ago it was), `pin` (number, level). Kinds of the program: `heard` (event, depth), `fact`
(fact), `unkept` (reason), `kept` (the kept games that were listed), `taken` (the one that was taken up), `untaken`
(reason, whether room lacked), `shown` (what displays, lights and sound show now and did not before); `end`.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec

from tacotable.core.reducer import apply
from tacotable.files.write_fault import WriteFault
from tacotable.state.device_state import Certainty
from tacotable.state.events import Counselled, Event, PageEvent, RobotChose, TimePassed
from tacotable.state.facts import Fact
from tacotable.state.interaction import KeptGame, Restart
from tacotable.state.placements import EMPTY, UNKNOWN, Origin, Pad, Placement
from tacotable.state.scene import Choice, Scene, SpaceScreen
from tacotable.state.situation import Situation
from tacotable.table.schema import Card, TableFile
from tacotable.trace.file import Trace, TraceError
from tacotable_drivers.ports import DeviceEvent, DeviceLost

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.dialogs.restart import Found

_EVENTS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (*get_args(DeviceEvent), TimePassed, *get_args(PageEvent), Counselled, RobotChose)
}
Shown = dict[str, str]
NOT_COMPARED = {  # Parts of a situation that are no state, or that are the same when facts and the rest are.
    "pressed_ms",
    "table",
    "faces",
    "match",
    "steps",
    "cue",
    "now_ms",
    "quiet_until_ms",
    "settled_ms",
    "ignored_until_ms",
    "decks",
}


@dataclass(frozen=True, slots=True)
class Start:
    """What a trace file begins with, read."""

    situation: Situation
    shown: dict[str, str]
    is_first: bool  # Whether the program began with it, so that the devices' part can be checked, too.
    is_exact: bool


def versions() -> dict[str, str]:
    """Return the versions that decide: of the program, and of Python."""
    return {"tacotable": version("tacotable"), "python": platform.python_version()}


def header_of(controller: Controller, chance_seed: int, *, is_first: bool, is_exact: bool) -> dict[str, Any]:
    """Return the header that begins at this moment; its tags are still the true ones."""
    situation = controller.situation
    return {
        "trace": 1,
        "versions": versions(),
        "table": msgspec.to_builtins(situation.devices.whole),
        "faces": dict(situation.devices.faces),
        "decks": msgspec.to_builtins(dict(situation.devices.decks)),
        "facts": [as_json(fact) for fact in controller.durable],
        "told": _told(situation),
        "storage_fault": controller.storage_fault,
        "shown": shown_in(controller.scene),
        "chance": chance_seed,
        "is_first": is_first,
        "is_exact": is_exact,
    }


def _told(situation: Situation) -> dict[str, Any]:
    """Return what devices told, and the settings that facts do not give."""
    return {
        "pads": msgspec.to_builtins(situation.devices.pads),
        "sensed": sorted(situation.devices.sensed),
        "lost": {device: event_told(lost) for device, lost in situation.devices.lost.items()},
        "now_ms": situation.devices.now_ms,
        "touched_ms": situation.ui.touched_ms,
        "quiet_until_ms": dict(situation.ui.quiet_until_ms),
        "settled_ms": dict(situation.ui.settled_ms),
        "lobby_game": situation.ui.lobby_game,
        "languages": dict(situation.game.languages),
        "volume": situation.game.volume,
        "names": dict(situation.game.names),
        "known": list(situation.game.known),
        "kept": msgspec.to_builtins(situation.ui.kept),
        "restart": msgspec.to_builtins(situation.ui.restart),
        "cue": [situation.ui.cue.number, situation.ui.cue.name],
        "unsaved": situation.devices.unsaved,
        "is_unsaved_agreed": bool(situation.devices.unsaved) and not situation.devices.waits_for_storage,
    }


def start_of(trace: Trace) -> Start:
    """Read the header of a trace; raises TraceError where it does not hold what it should."""
    header: Mapping[str, Any] = trace.header
    try:
        told = dict(header["table"])
        if (play := told.get("play")) and "display" in play:  # earlier traces are of tables with one in the middle
            rest = {key: value for key, value in play.items() if key != "display"}
            told["play"] = rest | {"displays": [play["display"]]}
        situation = Situation(msgspec.convert(told, TableFile), dict(header["faces"]))
        situation.devices.decks = msgspec.convert(header["decks"], dict[str, tuple[Card, ...]])
        msgspec.convert(header["facts"], list[Fact])  # read again by `take_up`
        _ = header["versions"], int(header["chance"])  # whoever looks into a trace is to find them
        return Start(situation, dict(header["shown"]), bool(header["is_first"]), bool(header["is_exact"]))
    except Exception as error:  # noqa: BLE001  # whatever a foreign header holds, it is told by its file
        raise TraceError(f"{trace.path.name}: the header cannot be read: {error}") from None


def take_up(controller: Controller, header: Mapping[str, Any]) -> None:
    """Bring a new controller to where the header was written."""
    controller.resume(msgspec.convert(header["facts"], tuple[Fact, ...]))
    _tell_again(controller.situation, header["told"])
    controller.storage_fault = header.get("storage_fault")


def _pad(told: str | dict[str, str]) -> Pad:
    if isinstance(told, str):
        return Pad((Placement(told, 0.0, Origin.FOUND),))
    return UNKNOWN if Certainty(told["is"]) is Certainty.UNKNOWN else EMPTY


def _tell_again(situation: Situation, told: Mapping[str, Any]) -> None:
    """Put in what devices told and what was chosen, as `_told` wrote it."""
    earlier = {zone: _pad(tag) for zone, tag in told.get("zones", {}).items()}  # earlier traces have the tags alone
    situation.devices.pads = msgspec.convert(told["pads"], dict[str, Pad]) if "pads" in told else earlier
    situation.devices.sensed = frozenset(told["sensed"])
    situation.devices.lost = {
        device: DeviceLost(device, lost, 0.0) if isinstance(lost, str) else msgspec.convert(lost, DeviceLost)
        for device, lost in told["lost"].items()  # earlier traces have the reason alone
    }
    situation.devices.now_ms = float(told["now_ms"])
    situation.ui.touched_ms = float(told.get("touched_ms", told["now_ms"]))
    situation.ui.quiet_until_ms = msgspec.convert(told["quiet_until_ms"], dict[str, float])
    situation.ui.settled_ms = msgspec.convert(told.get("settled_ms", {}), dict[str, float])
    situation.ui.lobby_game = str(told["lobby_game"])
    situation.game.languages = dict(told["languages"])
    situation.game.volume = int(told["volume"])
    situation.game.names, situation.game.known = dict(told.get("names", {})), tuple(told.get("known", ()))
    situation.ui.kept = msgspec.convert(told.get("kept"), tuple[KeptGame, ...] | None)
    situation.ui.restart = msgspec.convert(told.get("restart"), Restart | None)
    situation.devices.unsaved = msgspec.convert(told.get("unsaved"), WriteFault | None)
    is_agreed = bool(told.get("is_unsaved_agreed"))
    situation.devices.waits_for_storage = situation.devices.unsaved is not None and not is_agreed
    number, name = told["cue"]
    situation.ui.cue = type(situation.ui.cue)(int(number), str(name))


def follows_from_facts(controller: Controller) -> bool:
    """Return whether a header written now would give exactly this situation."""
    now = controller.situation
    again = Situation(now.devices.whole, now.devices.faces)
    for fact in controller.durable:
        apply(fact, again)
    _tell_again(again, _told(now))
    return all(
        getattr(one, part.name) == getattr(other, part.name)
        for one, other in ((now.game, again.game), (now.devices, again.devices), (now.ui, again.ui))
        for part in fields(one)
        if part.name not in NOT_COMPARED
    )


# Rows.


def event_told(event: Event) -> dict[str, Any]:
    """Write an event: its kind, and its parts."""
    return {"is": type(event).__name__} | {part.name: getattr(event, part.name) for part in fields(event)}


def event_of(told: Mapping[str, Any]) -> Event:
    """Read an event; raises ValueError."""
    kind = _EVENTS.get(str(told.get("is")))
    if kind is None:
        raise ValueError(f"there is no event {told.get('is')!r}")
    return cast("Event", msgspec.convert({key: value for key, value in told.items() if key != "is"}, kind))


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
