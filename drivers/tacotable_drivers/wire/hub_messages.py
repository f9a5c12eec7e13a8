"""What a hub's lines mean, as values; with one wrong field they mean nothing. Source: firmware/pico/PROTOCOL.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, convert, field

from tacotable_drivers.wire.hub import NUMBERS, Message

PROTOCOL = 1
PROGRAM = "1.2.0"  # The hub's program of this release; another one with the same protocol plays on, and is told.
MEND = "put this release's program on it: tacotable hub update"
TICKS = 1 << 30  # The hub's clock in ms begins again at this.
_GROUPS = {"s": 9, "b": 8, "x": 16}

Number = Annotated[int, Meta(ge=1, le=NUMBERS)]  # That of a command or an event.
EventsSoFar = Annotated[int, Meta(ge=0, le=NUMBERS)]
Tick = Annotated[int, Meta(ge=0, lt=TICKS)]
Count = Annotated[int, Meta(ge=0, le=255)]
Natural = Annotated[int, Meta(ge=0, le=1 << 31)]
Small = Annotated[int, Meta(ge=0, le=999)]
Boot = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
Tag = Annotated[str, Meta(pattern=r"^[0-9A-F]{8}(?:[0-9A-F]{6}){0,2}\Z")]


class Capabilities(Struct, frozen=True):
    """How many of each a hub can have; what it does not name it cannot."""

    readers: Small = 0
    sensors: Small = 0
    buttons: Small = 0
    more: Small = 0
    lights: Small = 0


class Hello(Struct, frozen=True):
    """Who a hub is. `answers` is the command that asked (None: nobody did), `config` the one in force (0: none)."""

    answers: Number | None = field(name="a")
    version: str
    program: str = field(name="fw")
    identity: Annotated[str, Meta(pattern=r"^[0-9A-F]{16}\Z")] = field(name="id")
    boot: Boot
    session: str = field(name="s")
    capabilities: Capabilities = field(name="cap")
    config: Tick = field(name="c")
    python: str = field(name="py", default="")  # Its MicroPython, such as 1.28.0.


class Stranger(Struct, frozen=True):
    """A hub that speaks another protocol: only what every version tells."""

    answers: Number | None = field(name="a")
    version: Small = field(name="v")
    program: str = field(name="fw")
    identity: str = field(name="id")

    def mend(self) -> str:
        """Return that it speaks another protocol, with both versions and the way to update."""
        return (
            f"hub {self.identity} speaks protocol {self.version} (its program is {self.program}), "
            f"this program speaks protocol {PROTOCOL}: {MEND}"
        )


class _State(Struct, frozen=True):
    """Where a hub is at `at` of its clock: its start, its last event, and the numbers of its settings and lights."""

    boot: Boot
    at: Tick
    event: EventsSoFar = field(name="e")
    config: Tick = field(name="c")
    lights: Tick = field(name="l")


class Pong(_State, frozen=True):
    """The answer to a ping: read at `rx`, answered at `at` of the hub's clock."""

    answers: Number = field(name="a")
    rx: Tick


class Lying(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What lies on a reader: its tags, or None and `why` nobody knows; with tags, "more" where they are not all."""

    count: Count
    at: Tick
    tags: Annotated[tuple[Tag, ...], Meta(max_length=2)] | None
    why: str = ""

    def __post_init__(self) -> None:
        """Refuse that nobody knows and nobody says why."""
        if self.tags is None and not self.why:
            raise ValueError("`why` is missing")

    @property
    def has_more(self) -> bool:
        """Return whether more tags lie there than it lists."""
        return self.tags is not None and self.why == "more"


class Snap(_State, frozen=True):
    """Everything, events up to `event` included.

    A reader that is not in use is None. Of contacts the change counters of those in use are given, in order (odd:
    closed); `more` is None while the expander is silent.
    """

    answers: Number | None = field(name="a")
    readers: Annotated[tuple[Lying | None, ...], Meta(max_length=3)] = field(name="rd")
    sensors: Annotated[tuple[Count, ...], Meta(max_length=9)] = field(name="se")
    buttons: Annotated[tuple[Count, ...], Meta(max_length=8)] = field(name="bt")
    more: Annotated[tuple[Count, ...], Meta(max_length=16)] | None = field(name="xp")


class Done(Struct, frozen=True):
    """A command was carried out."""

    answers: Number = field(name="a")


class Refused(Struct, frozen=True):
    """A command was not carried out; `key` or `version` say more, if they are there."""

    answers: Number = field(name="a")
    why: str
    key: str = ""
    version: Small = field(name="v", default=0)


class Tags(Struct, frozen=True):
    """Event: what lies on a reader now."""

    number: Number = field(name="n")
    reader: Annotated[int, Meta(ge=0, le=2)] = field(name="r")
    lying: Lying


class Moved(Struct, frozen=True):
    """Event: contact `index` of group `s`, `b` or `x` has changed; an odd `count` means that it closed."""

    number: Number = field(name="n")
    group: Literal["s", "b", "x"] = field(name="g")
    index: int = field(name="i")
    count: Count = field(name="k")
    at: Tick

    def __post_init__(self) -> None:
        """Refuse a place that its group does not have."""
        if not 0 <= self.index < _GROUPS[self.group]:
            raise ValueError(self.index)


class Fault(Struct, frozen=True):
    """Event: a whole group fell silent, or is back (no `why`)."""

    number: Number = field(name="n")
    group: str = field(name="g")
    why: str
    at: Tick


class _Chip(Struct, array_like=True, forbid_unknown_fields=True):
    """How the chip of a reader in use fares."""

    version: Any
    scans: Any
    faults: Natural
    scan_us: Any = None


class Health(Struct, frozen=True):
    """The faults of a hub since its start: lines of ours that it dropped, and those of each reader in use."""

    answers: Number = field(name="a")
    lines_dropped: Natural
    reader_faults: tuple[int, ...]


HubEvent: TypeAlias = Tags | Moved | Fault
HubMessage: TypeAlias = Hello | Stranger | Pong | Snap | Done | Refused | Health | HubEvent


def understood(message: Message) -> HubMessage | None:
    """Return what a message means; None where its type is unknown, or a field is not what it has to be."""
    if message.get("a", 0) is None:
        return None  # who was not asked leaves it out
    try:
        return _read(message)
    except ValueError:  # of msgspec
        return None


def _read(message: Message) -> HubMessage | None:
    match message["t"]:
        case "hello":
            stranger = convert({"a": None} | message, Stranger)
            if stranger.version != PROTOCOL:
                return stranger
            version = f"{PROTOCOL}.{convert(message.get('m'), Small)}"
            return convert({"a": None} | message | {"version": version}, Hello)
        case "snap":
            readers = [None if lying == 0 else _without_null(lying) for lying in convert(message.get("rd"), list[Any])]
            counts = {key: _counts(message[key]) for key in ("se", "bt", "xp") if key in message}
            return convert({"a": None} | message | counts | {"rd": readers}, Snap)
        case "health":
            return _read_health(message)
        case "tags":
            lying = [message.get(key) for key in ("k", "at", "u", "why")]
            return convert(message | {"lying": _without_null(lying)}, Tags)
        case "fault":
            why = message.get("why")
            return convert(message | {"why": "" if why is None else why}, Fault)
        case kind:
            simple = _SIMPLE.get(str(kind))
            return convert(message, simple) if simple else None


_SIMPLE: Mapping[str, type[Pong | Done | Refused | Moved]] = {"pong": Pong, "ok": Done, "no": Refused, "in": Moved}


def _without_null(lying: object) -> object:
    """Return what lies on a reader without the null that may stand for no `why`; of what is no list nothing."""
    if not isinstance(lying, list):
        return ()
    return lying[:3] if lying[3:] == [None] else lying


def _counts(told: object) -> object:
    """Return the change counters behind the mask, which tells nothing that they do not; 0 stands for none."""
    if isinstance(told, list):
        return told[1:]
    return () if told == 0 else told


def _read_health(message: Message) -> Health:
    _, lines_dropped = convert(message.get("lines"), tuple[Natural, Natural])
    chips = convert(message.get("rd"), Annotated[list[Literal[0] | _Chip], Meta(max_length=3)])
    faults = [chip.faults for chip in chips if chip != 0]
    return convert(message | {"lines_dropped": lines_dropped, "reader_faults": faults}, Health)
