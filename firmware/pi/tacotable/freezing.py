"""Freezing: a situation as bytes for a snapshot, and back; only for the very program and table that froze it.

A situation shares most of its parts (each step that can be taken back holds states of the game) and comes back sharing
them. The bytes are plain JSON (`frozen_values`): a file that was tampered with makes values at most. What cannot be
read is no snapshot: the facts are applied instead.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec

import tacotable
import tacotable_engine
from tacotable.applying import HandShuffled
from tacotable.families import situation_of
from tacotable.frozen_values import FrozenError, read_values, write_values
from tacotable.situation import Situation
from tacotable.table_file import TableFile
from tacotable_engine.registry import GAMES

FROM_DEVICES = frozenset(
    (
        "table",
        "faces",
        "family",
        "now_ms",
        "zones",
        "sensed",
        "lost",
        "left_ms",
        "desk",
        "decks",
        "to_keep",
        "restart",
        "kept",
        "archive_wish",
        "quiet_until_ms",
    )
)
"""What a start brings itself, or asks devices for anew."""
CHANCE = "chance"


def freeze(situation: Situation) -> bytes:
    """Give all of a situation that follows from facts; raises FrozenError for what is no value of this program."""
    return write_values({name: getattr(situation, name) for name in _parts()}, _name_in(_known(situation)))


def thaw(frozen: bytes, table: TableFile, faces: Mapping[str, str]) -> Situation:
    """Give the situation that was frozen at this table; raises FrozenError."""
    situation = situation_of(table, faces)
    try:
        parts = read_values(frozen, {**_known(situation), CHANCE: HandShuffled()})
        if not isinstance(parts, dict):
            raise FrozenError("it is no situation")
        take_over(situation, {name: parts[name] for name in _parts()})
    except Exception as error:  # noqa: BLE001  # whatever an old file does, it must not keep a table from starting
        raise FrozenError(f"{type(error).__name__}: {error}") from None
    return situation


def adopt(situation: Situation, other: Situation) -> None:
    """Let a situation be as another one, in all that follows from facts."""
    take_over(situation, {name: getattr(other, name) for name in _parts()})


def take_over(situation: Situation, parts: Mapping[str, object]) -> None:
    """Set parts of a situation."""
    for name, value in parts.items():
        setattr(situation, name, value)


def fingerprint(table: TableFile, faces: Mapping[str, str]) -> bytes:
    """Give what has to be the same for a frozen situation to count: program, table, cards."""
    told = msgspec.json.encode((table, sorted(faces.items())))
    return hashlib.sha256(_build() + told).digest()


@cache
def _parts() -> tuple[str, ...]:
    return tuple(part.name for part in dataclasses.fields(Situation) if part.name not in FROM_DEVICES)


@cache
def _build() -> bytes:
    """Give what changes with every change of this program: the names, sizes and times of its files."""
    digest = hashlib.sha256(sys.version.encode())
    for package in (tacotable, tacotable_engine):
        for root, folders, names in os.walk(Path(package.__path__[0])):
            folders.sort()
            for name in sorted(names):
                if not name.endswith(".pyc"):
                    at = os.stat(os.path.join(root, name))  # noqa: PTH116, PTH118  # some hundred files, at each start
                    digest.update(f"{name} {at.st_size} {at.st_mtime_ns};".encode())
    return digest.digest()


def _known(situation: Situation) -> dict[str, object]:
    """Give what is not frozen, because every start makes it anew."""
    return {"family": situation.family, "table": situation.table, **GAMES}


def _name_in(known: Mapping[str, object]) -> Callable[[object], str | None]:
    names = {id(value): name for name, value in known.items()}
    return lambda value: CHANCE if isinstance(value, HandShuffled) else names.get(id(value))
