"""All that people see and hear of a table at one moment, as text by name: codes with their values, no words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from tacotable.state import log
from tacotable.state.scene import AMBER, BLUE, GREEN, RED, WHITE, Light, Notice, Sign
from tacotable_drivers.ports import DARK

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from tacotable.core.controller import Controller
    from tacotable.state.log import LogEntry
    from tacotable.state.scene import Scene

COLOURS = {WHITE: "white", GREEN: "green", AMBER: "amber", RED: "red", BLUE: "blue"}
FACT, SOUND, LOG, FAULT = "fact", "sound", "log", "fault"
HAPPENS = frozenset((FACT, SOUND, LOG, FAULT))
"""Names of what happens, and does not stay as displays and lamps do."""
OF_RULES = frozenset(
    (
        *("discard", "recent", "exits", "highlights", "in_front", "hand_size", "players", "alive", "winner", "pending"),
        *("numbers", "arrows", "played", "exchange", "rounds", "leader", "wins", "covered", "attack", "demands"),
    )
)
"""Parts of the page that follow from the facts, which are compared themselves."""
Change = tuple[str, str]
"""The name of something, and its new text; or one of HAPPENS, and what happened."""


class Eyes:
    """Look at a controller again and again; each look returns what has changed since the last."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._shown: dict[str, object] = {}
        self._page: dict[str, object] = {}
        self._line = self._cue = 0

    def begin(self, controller: Controller) -> None:
        """Take the log and sound of a controller that starts as read."""
        self._line = log.next_number(controller.situation.log) - 1
        self._cue = controller.scene.cue.number

    def look(self, controller: Controller) -> list[Change]:
        """Return the changes."""
        scene, lines = controller.scene, log.behind(controller.situation.log, self._line)
        changes = [(LOG, _line(entry)) for entry in lines]
        if lines:
            self._line = lines[-1].number
        if scene is not self._scene:
            if scene.cue.number != self._cue:
                self._cue = scene.cue.number
                changes.insert(0, (SOUND, scene.cue.name))
            self._scene = scene
            changes += _changed(self._shown, _shown(scene))
        return changes + _changed(self._page, _page(controller))


def _changed(before: dict[str, object], now: dict[str, object]) -> list[Change]:
    changes = [(name, text(value)) for name, value in now.items() if before.get(name, MISSING) != value]
    changes += [(name, "-") for name in before if name not in now]
    before.clear()
    before.update(now)
    return changes


def _shown(scene: Scene) -> dict[str, object]:
    """Return everything that a scene shows, by name."""
    prompts: dict[str, object] = {f"prompt {seat}": sign for seat, sign in scene.prompts.items()}
    public = {f"public {seat}": sign for seat, sign in scene.public_prompts.items() if sign != scene.prompts.get(seat)}
    return {
        **{f"display {name}": screen for name, screen in scene.screens.items()},
        **{f"lamp {name}": light for name, light in scene.lamps.items()},
        **{f"light {place}": light for place, light in enumerate(scene.lights)},
        **prompts,
        **public,
        **{f"language {name}": language for name, language in scene.languages.items()},
        **{f"counsel {seat}": counsel for seat, counsel in scene.counsel.items()},
        "volume": scene.volume,
        "people": scene.people,
        "turned": scene.turned,
    }


def _page(controller: Controller) -> dict[str, object]:
    """Return what the page shows to everyone, without what facts and rules alone decide."""
    situation, shown = controller.situation, dict[str, object]()
    for part, content in situation.family.page_scene(situation).items():
        if part == "pads" and isinstance(content, Mapping):
            shown |= {f"pad {zone}": state for zone, state in content.items()}
        elif isinstance(content, Mapping):
            shown |= {f"page {part}.{name}": each for name, each in content.items() if name not in OF_RULES}
        else:
            shown[f"page {part}"] = content
    return shown


def _line(entry: LogEntry) -> str:
    """Return a line of the log; its number and the names of people are left out."""
    why = entry.why and " ".join((entry.why.verdict, *(f"by act {act}" for act in entry.why.proof)))
    parts = {"rule": entry.rule, "seat": entry.seat, "owner": entry.owner, "act": entry.act, "why": why}
    undone = f" undone {list(entry.undone)}" if entry.undone else ""
    told = " ".join(f"{name}={value}" for name, value in parts.items() if value)
    return f"{entry.kind} {text(Sign(entry.code, entry.values))} {told}{undone}".rstrip()


def text(value: object) -> str:
    """Return a value as text, without the parts that are as usual.

    >>> text(Sign("sign.attack", {"seat": "YAY", "n": 2}, is_alert=True))
    'sign.attack(n=2, seat=YAY)!'
    """
    match value:
        case Sign():
            values = ", ".join(f"{name}={text(each)}" for name, each in sorted(value.values.items()))
            told = value.code + (f"({values})" if values else "") + "!" * value.is_alert
            note = f" note {text(value.note)}" if value.note else ""
            return told + note + (f" {value.guide}" if value.guide else "")
        case Light(look=look) if look == DARK:
            return f"dark ({value.meaning})"
        case Light():
            colour = COLOURS.get(value.look.rgb) or str(value.look.rgb)
            return f"{colour} {value.look.pattern.value} ({value.meaning})"
        case Enum():
            return str(value.value)
        case Mapping():
            return "{" + ", ".join(f"{text(key)}: {text(each)}" for key, each in value.items()) + "}"
        case frozenset() | set():
            return "{" + ", ".join(sorted(map(text, value))) + "}"
        case tuple() | list():
            return "[" + ", ".join(map(text, value)) + "]"
    return _parts(value) if is_dataclass(value) and not isinstance(value, type) else str(value)


def _parts(value: DataclassInstance) -> str:
    """Return a display's picture: its sign, then its kind and other parts; a notice is its sign."""
    told = [] if isinstance(value, Notice) else [type(value).__name__]
    for part in fields(value):
        each = getattr(value, part.name)
        if part.name == "sign":
            told.insert(0, text(each))
        elif part.default is MISSING or each != part.default:
            told.append(f"{part.name}={text(each)}")
    return " ".join(told)
