"""A game to replay: the table that it is played at, and its events with their times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from recordings import TESTS
from tacotable.simulation.plan import faces_of
from tacotable.state.events import Event
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable.trace.content import event_of, event_told

RESTART, END = "Restart", "End"
"""Two inputs that are no events: the program starts again from its journal, and the recording ends."""
GOES_ON = ("ButtonReleased", "ButtonHeld", END)
"""Inputs that belong to the gesture before."""


class Setting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a game, and what is known when it begins."""

    table: str | dict[str, Any]  # The name of a shipped table, a file of the tests, or the whole table.
    game: str = ""  # Empty: that of the table's file.
    mode: Literal["", "blind", "seen"] = ""
    language: Literal["", "en", "zh-TW"] = ""
    seats: int = 0  # So many of the table's seats; 0: all.
    numbers: tuple[int, ...] = ()  # The numbers on the board; empty: those of the table's file.
    is_enrolled: bool = True

    def table_file(self) -> TableFile:
        """Return the table."""
        if not isinstance(self.table, str):
            return msgspec.convert(self.table, TableFile)
        name = str(TESTS / self.table) if self.table.endswith(".toml") else self.table
        table = with_game(read_table(name), self.game) if self.game else read_table(name)
        table = msgspec.structs.replace(table, mode=self.mode or table.mode, language=self.language or table.language)
        if self.seats:
            table = msgspec.structs.replace(table, seats=table.seats[: self.seats])
        if self.numbers and table.board is not None:
            spaces = [
                msgspec.structs.replace(space, number=number)
                for space, number in zip(table.board.spaces, self.numbers, strict=True)
            ]
            table = msgspec.structs.replace(table, board=msgspec.structs.replace(table.board, spaces=spaces))
        return table

    def __str__(self) -> str:
        """Return the table, game and mode in a few words."""
        table = self.table if isinstance(self.table, str) else str(self.table.get("name", "table"))
        seats = f"{self.seats} seats" if self.seats else ""
        return " ".join(part for part in (Path(table).stem, self.game, self.mode, seats) if part)


@dataclass(frozen=True, slots=True)
class Input:
    """An event, RESTART or END; `lag_ms`: how long before it was handled it happened, by its own time."""

    at_ms: int
    what: str
    lag_ms: int = 0

    @property
    def kind(self) -> str:
        """Return the name of the event's type."""
        return self.what if self.what in (RESTART, END) else str(_told(self.what)["is"])

    def event(self) -> Event:
        """Return the event."""
        return event_of({**_told(self.what), "at_ms": float(self.at_ms - self.lag_ms)})

    def part(self, name: str) -> Any:
        """Return a field of the event; None if it has none of this name."""
        return None if self.what in (RESTART, END) else _told(self.what).get(name)


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game: `name` says its source, such as `people/17`."""

    name: str
    setting: Setting
    inputs: tuple[Input, ...]
    gestures: tuple[tuple[Input, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Divide the inputs into gestures: what happens in one moment, or by one press, is one."""
        gestures: list[list[Input]] = []
        for each in self.inputs:
            if gestures and (each.kind in GOES_ON or each.at_ms == gestures[-1][0].at_ms != 0):
                gestures[-1].append(each)
            else:
                gestures.append([each])
        object.__setattr__(self, "gestures", tuple(map(tuple, gestures)))


def input_of(event: Event, now_ms: float) -> Input:
    """Return an event that is handled now, as it is stored."""
    told = event_told(event)
    at_ms = float(told.pop("at_ms"))
    text = msgspec.json.encode(told, order="sorted").decode()
    return Input(round(now_ms), text, round(now_ms) - round(at_ms))


@cache
def _told(what: str) -> dict[str, Any]:
    return msgspec.json.decode(what, type=dict[str, Any])


def words_of(gesture: tuple[Input, ...], faces: Mapping[str, str]) -> str:
    """Return a gesture in words."""
    kinds = {each.kind for each in gesture}
    press = ("holds" if "ButtonHeld" in kinds else "taps") if "ButtonReleased" in kinds else "presses"
    shown = [each for each in gesture if each.kind not in GOES_ON] or gesture
    return ", ".join(_words(each, faces, press) for each in shown)


WORDS = {
    "ButtonPressed": "a finger {press} {button}",
    "ButtonReleased": "a finger leaves {button}",
    "ButtonHeld": "{button} is held",
    "TagArrived": "{cards} is laid on {zone}",
    "TagLeft": "{cards} leaves {zone}",
    "TagsCrowded": "{cards} are together on {zone}",
    "ZoneUnknown": "{zone} is unknown",
    "ZoneEmpty": "{zone} is empty",
    "TokenSensed": "the sensor of space {space} feels Tacocat: {present}",
    "DeviceLost": "{device} is lost",
    "DeviceFound": "{device} is found",
    "RobotChose": "robot {seat} chooses {act}",
    "Arbitrated": "the arbiter decides: {what}",
    "NameTyped": "the name at {seat} is {name}",
    "LanguageChosen": "the language at {seat} is {language}",
    "HintAsked": "{seat} asks for a hint",
    "PhonesChanged": "{count} phones read along at {seat}",
    "GameChosen": "the host chooses {game}",
    "LessonChosen": "the host chooses the lesson {lesson}",
    "Counselled": "the companion answers {seat}",
    RESTART: "the program starts again",
    END: "time passes",
}
"""Each kind of input; another is shown as it is stored."""


def _words(each: Input, faces: Mapping[str, str], press: str) -> str:
    if each.kind not in WORDS:
        return each.what
    told = {} if each.what in (RESTART, END) else _told(each.what)
    tags = [told["tag"]] if "tag" in told else told.get("tags", ())
    cards = " and ".join(faces.get(tag, "a foreign card") for tag in tags)
    return WORDS[each.kind].format(**{**told, "cards": cards, "press": press})


def faces_at(setting: Setting) -> dict[str, str]:
    """Return the face of each tag of the table."""
    table = setting.table_file()
    return dict(faces_of(table, table.game))
