"""What the lines of a reader hub mean: its messages as values, and the host's commands.

Source: firmware/pico/PROTOCOL.md. A field that is missing or out of range makes the whole message mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tacotable_drivers.wire.hub import NUMBERS, Message

PROTOCOL = 1
PROGRAM = "1.2.0"
"""The hub's program of this release; another one with the same protocol plays on, and is told."""
TICKS = 1 << 30
"""The hub's clock in ms begins again at this."""
_MOST_TAGS = 2
_TAG = re.compile(r"[0-9A-F]{8}(?:[0-9A-F]{6}){0,2}")
_BOOT = re.compile(r"[0-9a-f]{8}")
_IDENTITY = re.compile(r"[0-9A-F]{16}")
_GROUPS = {"s": 9, "b": 8, "x": 16}
_READERS = 3


@dataclass(frozen=True, slots=True)
class Capabilities:
    """How many of each a hub can have."""

    readers: int
    sensors: int
    buttons: int
    more: int
    lights: int


@dataclass(frozen=True, slots=True)
class Hello:
    """Who a hub is. `answers` is the command that asked (None: nobody did), `config` the one in force (0: none)."""

    answers: int | None
    version: str
    program: str
    identity: str
    boot: str
    session: str
    capabilities: Capabilities
    config: int


@dataclass(frozen=True, slots=True)
class Stranger:
    """A hub that speaks another protocol: only what every version tells."""

    answers: int | None
    version: int
    program: str
    identity: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping: read at `rx`, answered at `at` of the hub's clock."""

    answers: int
    boot: str
    rx: int
    at: int
    event: int
    config: int
    lights: int


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on a reader: its tags, or None and `why` nobody knows; with tags, "more" where they are not all."""

    count: int
    at: int
    tags: tuple[str, ...] | None
    why: str

    @property
    def has_more(self) -> bool:
        """Return whether more tags lie there than it lists."""
        return self.tags is not None and self.why == "more"


@dataclass(frozen=True, slots=True)
class Snap:
    """Everything, events up to `event` included.

    A reader that is not in use is None. Of contacts the change counters of those in use are given, in order (odd:
    closed); `more` is None while the expander is silent.
    """

    answers: int | None
    boot: str
    at: int
    event: int
    config: int
    lights: int
    readers: tuple[Lying | None, ...]
    sensors: tuple[int, ...]
    buttons: tuple[int, ...]
    more: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Done:
    """A command was carried out."""

    answers: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was not carried out; `key` or `version` say more, if they are there."""

    answers: int
    why: str
    key: str
    version: int


@dataclass(frozen=True, slots=True)
class Tags:
    """Event: what lies on a reader now."""

    number: int
    reader: int
    lying: Lying


@dataclass(frozen=True, slots=True)
class Moved:
    """Event: contact `index` of group `s`, `b` or `x` has changed; an odd `count` means that it closed."""

    number: int
    group: str
    index: int
    count: int
    at: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Event: a whole group fell silent, or is back (no `why`)."""

    number: int
    group: str
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class Health:
    """How a hub fares, for the status page: times in microseconds, faults of each reader in use."""

    answers: int
    resets: int
    loop_us: int
    longest_loop_us: int
    free_bytes: int
    lines_dropped: int
    resent: int
    overflows: int
    reader_faults: tuple[int, ...]


HubEvent: TypeAlias = Tags | Moved | Fault
HubMessage: TypeAlias = Hello | Stranger | Pong | Snap | Done | Refused | Health | HubEvent


def understood(message: Message) -> HubMessage | None:
    """Return what a message means; None where its type is unknown, or a field is not what it has to be."""
    read = _READ.get(str(message["t"]))
    try:
        return read(message) if read else None
    except ValueError:
        return None


class _MalformedError(ValueError):
    """A field is not what it has to be."""


def _number(value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _MalformedError(value)
    return value


def _text(value: object, pattern: re.Pattern[str] | None = None) -> str:
    if not isinstance(value, str) or (pattern is not None and not pattern.fullmatch(value)):
        raise _MalformedError(value)
    return value


def _list(value: object, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise _MalformedError(value)
    return value


def _four(value: object) -> tuple[object, object, object, object]:
    """Read a list of four; the last may be left out."""
    first, second, third, fourth = [*_list(value, 4), None][:4]
    return first, second, third, fourth


def _event_number(message: Message) -> int:
    return _number(message.get("n"), 1, NUMBERS)


def _answered(message: Message) -> int:
    return _number(message.get("a"), 1, NUMBERS)


def _maybe_answered(message: Message) -> int | None:
    return _answered(message) if "a" in message else None


def _tick(value: object) -> int:
    return _number(value, 0, TICKS - 1)


def _natural(value: object) -> int:
    return _number(value, 0, 1 << 31)


def _count(value: object) -> int:
    return _number(value, 0, 255)


def _read_hello(message: Message) -> Hello | Stranger:
    version = _number(message.get("v"), 0, 999)
    program, identity = _text(message.get("fw")), _text(message.get("id"))
    if version != PROTOCOL:
        return Stranger(_maybe_answered(message), version, program, identity)
    return Hello(
        answers=_maybe_answered(message),
        version=f"{version}.{_number(message.get('m'), 0, 999)}",
        program=program,
        identity=_text(identity, _IDENTITY),
        boot=_text(message.get("boot"), _BOOT),
        session=_text(message.get("s")),
        capabilities=_read_capabilities(message.get("cap")),
        config=_tick(message.get("c")),
    )


def _read_capabilities(told: object) -> Capabilities:
    """Read what a hub can do; what it does not name it cannot."""
    if not isinstance(told, Mapping):
        raise _MalformedError(told)
    names = ("readers", "sensors", "buttons", "more", "lights")
    return Capabilities(*(_number(told.get(name, 0), 0, 999) for name in names))


def _read_pong(message: Message) -> Pong:
    return Pong(
        answers=_answered(message),
        boot=_text(message.get("boot"), _BOOT),
        rx=_tick(message.get("rx")),
        at=_tick(message.get("at")),
        event=_number(message.get("e"), 0, NUMBERS),
        config=_tick(message.get("c")),
        lights=_tick(message.get("l")),
    )


def _read_snap(message: Message) -> Snap:
    return Snap(
        answers=_maybe_answered(message),
        boot=_text(message.get("boot"), _BOOT),
        at=_tick(message.get("at")),
        event=_number(message.get("e"), 0, NUMBERS),
        config=_tick(message.get("c")),
        lights=_tick(message.get("l")),
        readers=tuple(_read_reader(told) for told in _list(message.get("rd"), _READERS)),
        sensors=_read_counts(message.get("se"), "s"),
        buttons=_read_counts(message.get("bt"), "b"),
        more=None if message.get("xp", 0) is None else _read_counts(message.get("xp"), "x"),
    )


def _read_reader(told: object) -> Lying | None:
    if told == 0:
        return None
    return _read_lying(*_four(told))


def _read_counts(told: object, group: str) -> tuple[int, ...]:
    """Read the change counters behind the mask, which tells nothing that they do not."""
    return () if told == 0 else tuple(map(_count, _list(told, _GROUPS[group] + 1)[1:]))


def _read_lying(count: object, at: object, tags: object, why: object) -> Lying:
    if tags is None:
        return Lying(_count(count), _tick(at), None, _text(why))
    seen = tuple(_text(tag, _TAG) for tag in _list(tags, _MOST_TAGS))
    return Lying(_count(count), _tick(at), seen, "" if why is None else _text(why))


def _read_refused(message: Message) -> Refused:
    version = _number(message.get("v", 0), 0, 999)
    return Refused(_answered(message), _text(message.get("why")), _text(message.get("key", "")), version)


def _read_health(message: Message) -> Health:
    faults = [_natural(_four(told)[2]) for told in _list(message.get("rd"), _READERS) if told != 0]
    loop_us, longest_loop_us = map(_natural, _list(message.get("loop"), 2))
    free_bytes, _ = map(_natural, _list(message.get("mem"), 2))
    _, dropped = map(_natural, _list(message.get("lines"), 2))
    return Health(
        answers=_answered(message),
        resets=_natural(message.get("resets")),
        loop_us=loop_us,
        longest_loop_us=longest_loop_us,
        free_bytes=free_bytes,
        lines_dropped=dropped,
        resent=_natural(message.get("resent")),
        overflows=_natural(message.get("full")),
        reader_faults=tuple(faults),
    )


def _read_tags(message: Message) -> Tags:
    lying = _read_lying(message.get("k"), message.get("at"), message.get("u"), message.get("why"))
    return Tags(_event_number(message), _number(message.get("r"), 0, _READERS - 1), lying)


def _read_moved(message: Message) -> Moved:
    group = _text(message.get("g"))
    index = _number(message.get("i"), 0, _GROUPS.get(group, 0) - 1)
    return Moved(_event_number(message), group, index, _count(message.get("k")), _tick(message.get("at")))


def _read_fault(message: Message) -> Fault:
    why = message.get("why")
    said = "" if why is None else _text(why)
    return Fault(_event_number(message), _text(message.get("g")), said, _tick(message.get("at")))


_READ: Mapping[str, Callable[[Message], HubMessage]] = {
    "hello": _read_hello,
    "pong": _read_pong,
    "snap": _read_snap,
    "ok": lambda message: Done(_answered(message)),
    "no": _read_refused,
    "health": _read_health,
    "tags": _read_tags,
    "in": _read_moved,
    "fault": _read_fault,
}
