"""What is wrong with the values of a table file, in a maker's words: the checker's own speak of types and objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec.inspect

from tacotable.table.schema import TableFile

MOST_FAULTS = 20  # So many are told at once.
ANY_KEY = "..."  # What the checker calls the key of a table whose keys are free.
HEX_KEYS = ("address", "mux")  # The keys that files have in hex: addresses on the I2C bus.
NUMBERS = (msgspec.inspect.IntType, msgspec.inspect.FloatType)
KINDS = {  # The checker's name of a type -> what the file has to hold.
    "int": "a whole number without quotes",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "keys and values in { }",
    "null": "",
}
FOUND = {"int": "a whole number", "float": "a number with a point", "str": "text", "bool": "true or false"}
FOUND |= {"array": "a list", "object": "keys and values"}
UNDESCRIBED = "this key takes values of another form; see docs/table.md"  # A pattern without a description.


def all_in_words(told: Mapping[str, object], root: Any = TableFile) -> list[str]:
    """Return all that is wrong with a read file (a `root`), each as `key.path: what; what to do`, keys before values.

    The checker stops at the first wrong value: each part is checked by itself.
    """
    messages = sorted(_wrong_in(told, root, ""), key=lambda message: not message.startswith("Object "))
    return [in_words(message, told, root) for message in messages[:MOST_FAULTS]]


def _wrong_in(told: object, kind: Any, where: str) -> Iterator[str]:
    """Yield the checker's messages about a value that is to be of a kind: of its parts, or of itself."""
    try:
        msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        what, _, rest = str(error).partition(" - at `$")
        yield from [*_wrong_in_parts(told, kind, where)] or [f"{what} - at `${where}{rest.rstrip('`')}`"]


def _wrong_in_parts(told: object, kind: Any, where: str) -> Iterator[str]:
    for option in _options_of(kind):
        if isinstance(told, Mapping) and isinstance(option, type) and issubclass(option, msgspec.Struct):
            fields = {field.encode_name: field for field in msgspec.structs.fields(option)}
            for name in (name for name in told if name not in fields):
                yield f"Object contains unknown field `{name}` - at `${where}`"
            for name, field in fields.items():
                if name in told:
                    yield from _wrong_in(told[name], field.type, f"{where}.{name}")
                elif field.required:
                    yield f"Object missing required field `{name}` - at `${where}`"
        elif isinstance(told, list) and get_origin(option) is list:
            for index, item in enumerate(told):
                yield from _wrong_in(item, get_args(option)[0], f"{where}[{index}]")


def _options_of(kind: Any) -> tuple[Any, ...]:
    """Return what a value may be, without the bounds of it."""
    if get_origin(kind) is Annotated:
        return _options_of(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(option for part in get_args(kind) for option in _options_of(part))
    return (kind,)


def in_words(message: str, told: Mapping[str, object], root: type = TableFile) -> str:
    """Turn a message of the checker about a read file (a `root`) into `key.path: what; what to do`."""
    what, _, where = message.partition(" - at `$")
    key = where.strip("`").lstrip(".")
    steps = re.findall(r"\.{3}|[^.\[\]]+", key)
    value = _value_at(told, steps)
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"{_under(key, found[1])}: this key is missing; add it"
    if found := re.fullmatch(r"Expected `str` matching regex '(.*)'", what, re.DOTALL):
        return f"{key}: {value!r} cannot be used: {patterns_of(root)[found[1]]}"
    part = _part_at(root, steps)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        return _unknown(found[1], key, part)
    if what.startswith("Invalid enum value "):
        return f"{key}: {value!r} is not known here; give {_one_of(part)}"
    if found := re.fullmatch(r"Expected `([^`]*)`, got `([^`]*)`", what):
        return _wrong_kind(found, key, value, part)
    if re.match(r"Expected `(?:int|float)` [<>]=? ", what):
        return _out_of_range(key, value, part)
    if found := re.fullmatch(r"Expected `(?:array|str)` of length .*?(\d+)", what):
        return _wrong_length(found[1], key, value, part)
    return f"{key}: {what}" if key else what


def patterns_of(root: type) -> dict[str, str]:
    """Return every pattern in the schema of a file, and what a value is that does not match it."""
    parts: list[object] = [msgspec.json.schema(root, schema_hook=lambda kind: {"title": kind.__name__})]
    found = {}
    for part in parts:
        if isinstance(part, dict):
            parts.extend(part.values())
            if isinstance(pattern := part.get("pattern"), str):
                found[pattern] = str(part.get("description", UNDESCRIBED))
        elif isinstance(part, list):
            parts.extend(part)
    return found


def _unknown(name: str, key: str, part: msgspec.inspect.Type) -> str:
    from difflib import get_close_matches  # only a table file with a mistake needs it

    structs = (kind for kind in _kinds_in(part) if isinstance(kind, msgspec.inspect.StructType))
    names = [field.encode_name for struct in structs for field in struct.fields]
    close = get_close_matches(name, names, 1)
    mend = f"did you mean `{close[0]}`? The" if close else "take it out; the"
    return f"{_under(key, name)}: unknown key `{name}`; {mend} keys here are {', '.join(names)}"


def _wrong_kind(found: re.Match[str], key: str, value: object, part: msgspec.inspect.Type) -> str:
    kinds = filter(None, (KINDS.get(kind, kind) for kind in found[1].split(" | ")))
    expected = _one_of(part) if isinstance(part, msgspec.inspect.LiteralType) else " or ".join(kinds)
    shown = f", {value!r}" if isinstance(value, str | int | float) else ""
    return f"{key}: this is {FOUND.get(found[2], found[2])}{shown}; give {expected}"


def _out_of_range(key: str, value: object, part: msgspec.inspect.Type) -> str:
    number = next((kind for kind in _kinds_in(part) if isinstance(kind, NUMBERS)), None)
    least, most = (number.ge, number.le) if number else (None, None)
    if key.rpartition(".")[2] not in HEX_KEYS or not (isinstance(value, int) and number):
        other = "; further buttons of a hub are on an MCP23017: give `more`, 0 to 15" if key.endswith(".button") else ""
        return f"{key}: {value} is out of range; give {least} to {most}{other}"
    if value % 2 == 0 and (least or 0) <= value // 2 <= (most or 0) < value:
        return f"{key}: 0x{value:02X} is the 8-bit form of 0x{value // 2:02X}; write 0x{value // 2:02X}"
    return f"{key}: 0x{value:02X} is out of range; give 0x{least:02X} to 0x{most:02X}"


def _wrong_length(least: str, key: str, value: object, part: msgspec.inspect.Type) -> str:
    if isinstance(value, str):
        return (
            f"{key}: this text is too long; give at most {least} signs"
            if value
            else f"{key}: this text is empty; fill it in"
        )
    count = len(value) if isinstance(value, list) else 0
    expected = part.min_length if isinstance(part, msgspec.inspect.ListType) else least
    return f"{key}: there are {count} of these [[{key}]]; give {expected}"


def _one_of(part: msgspec.inspect.Type) -> str:
    words = next((kind.values for kind in _kinds_in(part) if isinstance(kind, msgspec.inspect.LiteralType)), ())
    told = f"one of {', '.join(map(str, words))}" if len(words) > 1 else f"{words[0]!r}" if words else "another value"
    has_number = any(isinstance(kind, NUMBERS) for kind in _kinds_in(part))
    return f"a whole number without quotes, or {told}" if has_number else told


def _kinds_in(part: msgspec.inspect.Type) -> tuple[msgspec.inspect.Type, ...]:
    return part.types if isinstance(part, msgspec.inspect.UnionType) else (part,)


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _value_at(told: object, steps: list[str]) -> object:
    for step in steps:
        if isinstance(told, Mapping):
            told = told.get(step, ", ".join(map(str, told.values())) if step == ANY_KEY else None)
        elif isinstance(told, list) and step.isdecimal():
            told = told[int(step)]
    return told


def _part_at(root: type, steps: list[str]) -> msgspec.inspect.Type:
    part = msgspec.inspect.type_info(root)
    for step in steps:
        if isinstance(part, msgspec.inspect.ListType):
            part = part.item_type
        elif isinstance(part, msgspec.inspect.DictType):
            part = part.value_type
        elif isinstance(part, msgspec.inspect.StructType):
            part = next(field.type for field in part.fields if field.encode_name == step)
        # An optional key may be left out: what counts is its type when it is there.
        kinds = [kind for kind in _kinds_in(part) if not isinstance(kind, msgspec.inspect.NoneType)]
        part = kinds[0] if len(kinds) == 1 else part
    return part
