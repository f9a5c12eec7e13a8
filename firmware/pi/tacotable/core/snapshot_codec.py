"""Freezing: a situation as bytes for a snapshot, and back; only for the very program and table that froze it.

A situation shares most of its parts (each step that can be taken back holds states of the game) and comes back sharing
them. The bytes are plain JSON (`frozen_values`): a file that was tampered with makes values at most. What cannot be
read is no snapshot: the facts are applied instead.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path

import msgspec

import tacotable
import tacotable_engine
from tacotable.core.games import situation_of
from tacotable.core.snapshot_values import FrozenError, read_values, write_values
from tacotable.dialogs.ruling import HandShuffled
from tacotable.state.durability import durable_half, take
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile
from tacotable_engine.registry import GAMES

CHANCE = "chance"


def freeze(situation: Situation) -> bytes:
    """Return the half of a situation that facts give; raises FrozenError for what is no value of this program."""
    parts = {name: getattr(situation, name) for name in Situation.FROM_FACTS}
    return write_values({**parts, "part": durable_half(situation.part)}, _name_in(_known(situation)))


def thaw(frozen: bytes, table: TableFile, faces: Mapping[str, str]) -> Situation:
    """Return the situation that was frozen at this table; raises FrozenError."""
    situation = situation_of(table, faces)
    try:
        parts = read_values(frozen, {**_known(situation), CHANCE: HandShuffled()})
        if not isinstance(parts, dict):
            raise FrozenError("it is no situation")
        if type(parts["part"]) is not type(situation.part):
            raise FrozenError("it is of another family of games")
        for name in Situation.FROM_FACTS:
            setattr(situation, name, parts[name])
    except Exception as error:  # noqa: BLE001  # whatever an old file does, it must not keep a table from starting
        raise FrozenError(f"{type(error).__name__}: {error}") from None
    return situation


def adopt(situation: Situation, other: Situation, *, but: Collection[str] = ()) -> None:
    """Let a situation be as another one, in all that facts give; what devices told stays, and so does `but`."""
    part = durable_half(other.part)
    for name in part.FROM_DEVICES:
        setattr(part, name, getattr(situation.part, name))
    take(situation, other, Situation(situation.table, situation.faces, situation.family), but=(*but, "part"))
    situation.part = part


def fingerprint(table: TableFile, faces: Mapping[str, str]) -> bytes:
    """Return what has to be the same for a frozen situation to count: program, table, cards."""
    told = msgspec.json.encode((table, sorted(faces.items())))
    return hashlib.sha256(_build() + told).digest()


@cache
def _build() -> bytes:
    """Return what changes with every change of this program: the names, sizes and times of its files."""
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
    """Return what is not frozen, because every start makes it anew."""
    return {"family": situation.family, "table": situation.table, **GAMES}


def _name_in(known: Mapping[str, object]) -> Callable[[object], str | None]:
    names = {id(value): name for name, value in known.items()}
    return lambda value: CHANCE if isinstance(value, HandShuffled) else names.get(id(value))
