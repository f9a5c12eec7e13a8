"""Freezing: a situation as bytes for a snapshot, and back; only for the very program and table that froze it.

The bytes are pickled, because a situation shares most of its parts (each step that can be taken back holds states of
the game) and has to come back sharing them. They are read with names of this program's own values alone, never of a
function, so that a file that was tampered with makes values at most. What cannot be read is no snapshot: the facts are
applied instead.
"""

from __future__ import annotations

import dataclasses
import hashlib
import io
import os
import pickle
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path

import msgspec

import tacotable
import tacotable_engine
from tacotable.applying import HandShuffled
from tacotable.families import situation_of
from tacotable.situation import Situation
from tacotable.table_file import TableFile
from tacotable_engine import Match
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
_PACKAGES = ("tacotable.", "tacotable_engine.")
_BUILTINS: Mapping[str, type] = {"frozenset": frozenset, "set": set, "range": range}


class FrozenError(Exception):
    """A frozen situation cannot be used."""


def freeze(situation: Situation) -> bytes:
    """Give all of a situation that follows from facts."""
    held = io.BytesIO()
    _Freezer(held, situation).dump({name: getattr(situation, name) for name in _parts()})
    return held.getvalue()


def thaw(frozen: bytes, table: TableFile, faces: Mapping[str, str]) -> Situation:
    """Give the situation that was frozen at this table; raises FrozenError."""
    situation = situation_of(table, faces)
    try:
        parts = _Thawer(io.BytesIO(frozen), situation).load()
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


class _Freezer(pickle.Pickler):
    """Leaves out what every start makes anew."""

    def __init__(self, held: io.BytesIO, situation: Situation) -> None:
        super().__init__(held, protocol=5)
        self._situation = situation

    def persistent_id(self, value: object) -> str | None:
        """Give the name of what is not frozen."""
        if value is self._situation.family:
            return "family"
        if value is self._situation.table:
            return "table"
        if isinstance(value, HandShuffled):
            return "chance"
        return next((name for name, rules in GAMES.items() if value is rules), None)


class _Thawer(pickle.Unpickler):
    """Makes values of this program, and nothing else."""

    def __init__(self, held: io.BytesIO, situation: Situation) -> None:
        super().__init__(held)
        self._situation = situation

    def persistent_load(self, name: object) -> object:
        """Give what was not frozen, as this start made it."""
        known = {"family": self._situation.family, "table": self._situation.table, "chance": HandShuffled(), **GAMES}
        return known[str(name)]

    def find_class(self, module: str, name: str) -> object:
        """Give the type of a value; raises UnpicklingError for everything else."""
        if module == "builtins" and name in _BUILTINS:
            return _BUILTINS[name]
        if not module.startswith(_PACKAGES):
            raise pickle.UnpicklingError(f"{module}.{name} is no value of this program")
        found = getattr(sys.modules.get(module), name, None)  # nothing is imported because a file says so
        if found is Match or _is_value(found):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no value of this program")


def _is_value(found: object) -> bool:
    if not isinstance(found, type):
        return False
    return dataclasses.is_dataclass(found) or issubclass(found, (Enum, msgspec.Struct, tuple))
