"""Values of this program as JSON and back, with what they share: a list of nodes, each made of nodes before it.

A node is a plain JSON value, or a list: its kind, then what it is made of, other nodes by their place in the list:

    ["list", 3, 4]  ["dict", key, value, ...]  ["range", start, stop, step]  ["known", name]
    ["enum", "tacotable.state.situation:Stage", "LOBBY"]  ["value", "tacotable.state.scene:Cue", "number", 7, "name", 8]

Reading makes dataclasses, named tuples, structs and enums of this program and plain containers, sets the declared
parts of what it has just made, and calls no function that a file names.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

import msgspec

from tacotable_engine import Match
from tacotable_engine.course import Course
from tacotable_engine.match import NoChance
from tacotable_engine.registry import GAMES

_PACKAGES = ("tacotable.", "tacotable_engine.")
_PLAIN = (str, int, float, bool, type(None))
_CONTAINERS: Mapping[str, Callable[[Iterable[Any]], object]] = {
    "tuple": tuple,
    "list": list,
    "set": set,
    "frozenset": frozenset,
}
_COURSE_PARTS = tuple(vars(Course(next(iter(GAMES)), (), None, NoChance(), None)))


class FrozenError(Exception):
    """Values cannot be written, or bytes are none that this program wrote."""


def write_values(root: object, name_of: Callable[[object], str | None]) -> bytes:
    """Write a value and all that it holds; `name_of` names what is not written. Raises FrozenError."""
    writer = _Writer(name_of)
    writer.place(root)
    return json.dumps(writer.nodes, separators=(",", ":")).encode()


def read_values(content: bytes, known: Mapping[str, object]) -> object:
    """Read a value; `known` gives what was named. Raises FrozenError, or another error where the bytes are damaged."""
    made: list[Any] = []
    for node in json.loads(content):
        made.append(_made(node, made, known) if isinstance(node, list) else node)
    return made[-1]


class _Writer:
    def __init__(self, name_of: Callable[[object], str | None]) -> None:
        self.nodes: list[object] = []
        self._name_of = name_of
        self._places: dict[object, int] = {}
        self._held: list[object] = []
        """All that has a place by its identity, so that no other value can get the same one."""
        self._open: set[int] = set()

    def place(self, value: object) -> int:
        """Return the place of a value, written if it is not there yet."""
        key: object = (type(value), value) if type(value) in _PLAIN else id(value)
        if key not in self._places:
            if id(value) in self._open:
                raise FrozenError(f"a {type(value).__name__} holds itself")
            self._open.add(id(value))
            node = self._node(value)
            self._open.remove(id(value))
            self._held.append(value)
            self._places[key] = len(self.nodes)
            self.nodes.append(node)
        return self._places[key]

    def _node(self, value: object) -> object:
        if type(value) in _PLAIN:
            return value
        if (name := self._name_of(value)) is not None:
            return ["known", name]
        if isinstance(value, Enum):
            return ["enum", _name_of_type(type(value)), value.name]
        if isinstance(value, dict):
            return ["dict", *(self.place(each) for pair in value.items() for each in pair)]
        if isinstance(value, range):
            return ["range", value.start, value.stop, value.step]
        if isinstance(value, tuple | list | set | frozenset) and type(value) in _CONTAINERS.values():
            return [type(value).__name__, *(self.place(each) for each in value)]
        parts = ((part, self.place(getattr(value, part))) for part in _parts_of(type(value)))
        return ["value", _name_of_type(type(value)), *(each for pair in parts for each in pair)]


def _made(node: list[Any], made: list[Any], known: Mapping[str, object]) -> object:
    """Make the value of a node from those before it."""
    kind, *rest = node
    if kind in _CONTAINERS:
        return _CONTAINERS[kind](made[place] for place in rest)
    if kind == "dict":
        return {made[key]: made[value] for key, value in zip(rest[::2], rest[1::2], strict=True)}
    if kind == "range":
        return range(*rest)
    if kind == "known":
        return known[rest[0]]
    if kind == "enum":
        return _type_named(rest[0])[rest[1]]
    if kind == "value":
        found = _type_named(rest[0])
        return _value(found, dict(zip(rest[1::2], (made[place] for place in rest[2::2]), strict=True)))
    raise FrozenError(f"{kind!r} is no kind of value")


def _value(made_of: Any, parts: Mapping[str, object]) -> object:
    """Make a value of its declared parts, all of them and no others."""
    declared = _parts_of(made_of)
    if set(parts) != set(declared):
        raise FrozenError(f"these are not the parts of a {made_of.__name__}")
    if issubclass(made_of, msgspec.Struct):
        return made_of(**parts)
    if _is_named_tuple(made_of):
        return tuple.__new__(made_of, [parts[name] for name in declared])
    value = object.__new__(made_of)
    for name in declared:
        object.__setattr__(value, name, parts[name])
    return value


def _parts_of(made_of: type) -> tuple[str, ...]:
    if made_of is Match:
        return _COURSE_PARTS
    if issubclass(made_of, msgspec.Struct):
        return made_of.__struct_fields__
    if _is_named_tuple(made_of):
        return tuple(vars(made_of)["_fields"])
    if dataclasses.is_dataclass(made_of):
        return tuple(field.name for field in dataclasses.fields(made_of))
    raise FrozenError(f"{made_of.__module__}.{made_of.__name__} is no value of this program")


def _name_of_type(made_of: type) -> str:
    return f"{made_of.__module__}:{made_of.__name__}"


def _type_named(name: str) -> Any:
    """Return a type of this program's values; nothing is imported because a file says so."""
    module, _, type_name = name.partition(":")
    found = getattr(sys.modules.get(module), type_name, None) if module.startswith(_PACKAGES) else None
    if not isinstance(found, type) or not (found is Match or _is_value(found)):
        raise FrozenError(f"{name} is no value of this program")
    return found


def _is_value(found: type) -> bool:
    return dataclasses.is_dataclass(found) or _is_named_tuple(found) or issubclass(found, (Enum, msgspec.Struct))


def _is_named_tuple(found: type) -> bool:
    return issubclass(found, tuple) and "_fields" in vars(found)
