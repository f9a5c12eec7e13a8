"""What table and director say to each other, each a JSON object by its `t`. A version that is not known is told so."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta

VERSION = 1
LARGEST = 256 * 1024
"""No message has more bytes."""
WINDOW = 50
"""A table has so many events of a game under way at once, and no message has more."""
DEEPEST = 24
"""No message has more lists in lists; those of a table have some eight. Python's own limit depends on the caller."""
KEPT = 8
"""A table reports so many of the desk's last decisions again and again, so that no answer is lost."""
MARKS = 64
"""Ever farther apart, so many marks reach back over any game."""
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""Of a game or a state folder: it is part of an address and of the name of a file."""


class Hello(msgspec.Struct, frozen=True, tag_field="t", tag="hello"):
    """The table's first message: who it is, and the number and hash of the last event of each game."""

    table: str
    epoch: Id
    """Random, of this state folder: games are counted from 1 again where the folder was lost."""
    key: str
    tips: Mapping[str, tuple[int, str]]
    v: int = VERSION


class Want(msgspec.Struct, frozen=True, tag_field="t", tag="want"):
    """The director does not have these games to their ends: tell where you are."""

    games: Sequence[str]


class Locate(msgspec.Struct, frozen=True, tag_field="t", tag="locate"):
    """Numbers and hashes of a game's events, from the last back."""

    game: Id
    marks: Annotated[Sequence[tuple[int, str]], Meta(max_length=MARKS)]


class Have(msgspec.Struct, frozen=True, tag_field="t", tag="have"):
    """The director has stored this game up to this event of yours."""

    game: str
    n: int


class Acts(msgspec.Struct, frozen=True, tag_field="t", tag="acts"):
    """Events of a game, one behind the other."""

    game: Id
    bodies: Annotated[Sequence[str], Meta(min_length=1, max_length=WINDOW)]


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """The director takes nothing from you, or nothing more of a `game`, and why."""

    why: str
    game: str = ""


class Asks(msgspec.Struct, frozen=True, tag_field="t", tag="asks"):
    """What the arbiter of this table could decide now, told again and again; kept nowhere.

    `asked`: as the table's own page tells it, without words; None where the table lets no desk decide. `done`: what
    came of the last decisions of the desk, by their ids; an empty text: it was done.
    """

    asked: Mapping[str, object] | None
    done: Annotated[Mapping[str, str], Meta(max_length=KEPT)]


class Decide(msgspec.Struct, frozen=True, tag_field="t", tag="decide"):
    """The desk decides, in answer to `Asks`, until that says what came of it; `sealed` by the key of the table."""

    id: str
    what: str
    moment: str
    who: str
    why: str
    sealed: str = ""


class Noted(msgspec.Struct, frozen=True, tag_field="t", tag="noted"):
    """The director has nothing to say to that."""


FromTable = Hello | Locate | Acts | Asks
FromDirector = Want | Have | Refused | Decide | Noted


def decoded(text: str | bytes) -> object:
    """Decode JSON of another program into plain values; raises MsgspecError also if it is too deep."""
    with suppress(RecursionError):
        value: object = msgspec.json.decode(text)
        if _is_flat(value, DEEPEST):
            return value
    raise msgspec.ValidationError(f"more than {DEEPEST} lists or objects in each other")


def _is_flat(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_flat(each, levels - 1) for each in inner)


def digest(key: str) -> str:
    """Return what a director keeps of a key."""
    return sha256(key.encode()).hexdigest()


def seal(key_hash: str, decide: Decide) -> str:
    """Return what only who knows the table's key can say of a decision."""
    said = msgspec.json.encode(msgspec.structs.replace(decide, sealed=""))
    return hmac.new(key_hash.encode(), said, "sha256").hexdigest()
