"""Recordings in a file: many games, each text once, in columns of numbers, compressed.

A recording is one line that says so with its version, then a MessagePack map compressed by LZMA. Texts, names with a
text, and moments are tables, in the order of their first use; all else is numbers in columns.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from recordings.game import Game, Input, Setting
from recordings.replay import Trail

HEAD = b"tacotable recording 1\n"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26, "pb": 0, "lc": 4}]


T = TypeVar("T")


class RecordingError(Exception):
    """A recording cannot be read; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game with all that followed from each gesture when it was recorded."""

    game: Game
    trails: tuple[Trail, ...]


class _Columns(msgspec.Struct):
    """What a file holds."""

    texts: list[str]
    assigned: list[tuple[int, int]]  # Name and new text.
    moments: list[list[int]]  # What changed in each.
    settings: list[Setting]
    names: list[str]
    setting: list[int]
    inputs: list[int]  # How many, of each game.
    waits: list[int]  # Before each input.
    lags: list[int]
    whats: list[int]
    steps: list[int]  # How many, of each gesture.
    offsets: list[int]
    moment: list[int]


class _Table(Generic[T]):
    """Numbers for values, in the order of their first use."""

    def __init__(self) -> None:
        self.values: dict[T, int] = {}

    def number(self, value: T) -> int:
        """Return the number of a value."""
        return self.values.setdefault(value, len(self.values))


def write(path: Path, recorded: Iterable[Recorded]) -> None:
    """Write a file of recordings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(recorded))


def encoded(recorded: Iterable[Recorded]) -> bytes:
    """Return recordings as the bytes of a file."""
    texts, assigned = _Table[str](), _Table[tuple[int, int]]()
    moments, settings = _Table[tuple[int, ...]](), _Table[bytes]()
    to = _Columns([], [], [], [], [], [], [], [], [], [], [], [], [])
    for each in recorded:
        to.names.append(each.game.name)
        to.setting.append(settings.number(msgspec.json.encode(each.game.setting)))
        to.inputs.append(len(each.game.inputs))
        last_ms = 0
        for one in each.game.inputs:
            to.waits.append(one.at_ms - last_ms)
            to.lags.append(one.lag_ms)
            to.whats.append(texts.number(one.what))
            last_ms = one.at_ms
        for trail in each.trails:
            to.steps.append(len(trail))
            for offset_ms, changes in trail:
                pairs = ((texts.number(name), texts.number(told)) for name, told in changes)
                to.offsets.append(offset_ms)
                to.moment.append(moments.number(tuple(map(assigned.number, pairs))))
    to.texts, to.assigned = list(texts.values), list(assigned.values)
    to.settings = [msgspec.json.decode(setting, type=Setting) for setting in settings.values]
    to.moments = [list(moment) for moment in moments.values]
    packed = msgspec.msgpack.encode(to)
    return HEAD + lzma.compress(packed, lzma.FORMAT_XZ, filters=FILTERS)


def read(path: Path) -> Iterator[Recorded]:
    """Yield the games of a file; raises RecordingError if it is none, or of another version."""
    content = path.read_bytes()
    if not content.startswith(HEAD):
        raise RecordingError(f"{path}: this is no recording of version 1; write it again: python -m recordings record")
    try:
        columns = msgspec.msgpack.decode(lzma.decompress(content[len(HEAD) :]), type=_Columns)
    except (lzma.LZMAError, msgspec.DecodeError) as error:
        raise RecordingError(f"{path}: the recording is damaged ({error}); restore it from git") from None
    yield from _games(columns)


def _games(columns: _Columns) -> Iterator[Recorded]:
    texts = columns.texts
    assigned = [(texts[name], texts[told]) for name, told in columns.assigned]
    moments = [tuple(assigned[number] for number in moment) for moment in columns.moments]
    inputs = zip(columns.waits, columns.lags, columns.whats, strict=True)
    steps = zip(columns.offsets, columns.moment, strict=True)
    counts = iter(columns.steps)
    for name, setting, count in zip(columns.names, columns.setting, columns.inputs, strict=True):
        game = Game(name, columns.settings[setting], tuple(_inputs(islice(inputs, count), texts)))
        trails = (islice(steps, next(counts)) for _ in game.gestures)
        yield Recorded(game, tuple(tuple((at, moments[number]) for at, number in trail) for trail in trails))


def _inputs(rows: Iterable[tuple[int, int, int]], texts: Sequence[str]) -> Iterator[Input]:
    at_ms = 0
    for wait_ms, lag_ms, what in rows:
        at_ms += wait_ms
        yield Input(at_ms, texts[what], lag_ms)
