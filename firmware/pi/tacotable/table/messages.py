"""What is wrong with the values of a table file, in a maker's words: the checker's own speak of types and objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import itemgetter
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec.inspect

from tacotable.files.toml_file import shipped_toml
from tacotable.table.schema import TableFile

MOST_FAULTS = 20  # So many are told at once.
HEX_KEYS = ("address", "mux")  # The keys that files have in hex: addresses on the I2C bus.
NUMBERS = (msgspec.inspect.IntType, msgspec.inspect.FloatType)
WORDS = shipped_toml("tacotable.table", "messages.toml")
KINDS: Mapping[str, str] = WORDS["kinds"]
FOUND: Mapping[str, str] = WORDS["found"]
UNDESCRIBED = "this key takes values of another form; see docs/table.md"  # A pattern without a description.


def all_in_words(told: Mapping[str, object], root: Any = TableFile) -> list[str]:
    """Return all that is wrong with a read file (a `root`), each as `key.path: what; what to do`, keys before values.

    The checker stops at the first wrong value: each part is checked by itself.
    """
    return [words for _, words in sorted(_wrong_in(told, root, ""), key=itemgetter(0))[:MOST_FAULTS]]


def _wrong_in(told: object, kind: Any, key: str) -> Iterator[tuple[bool, str]]:
    """Yield what is wrong with the parts of a value, else with itself; False before what is wrong with a key."""
    try:
        msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        what = str(error).partition(" - at `")[0]
        yield from [*_wrong_in_parts(told, kind, key)] or [(True, value_in_words(what, key, told, kind))]


def _wrong_in_parts(told: object, kind: Any, key: str) -> Iterator[tuple[bool, str]]:
    begin = f"{key}." if key else ""
    for option in _options_of(kind):
        if isinstance(told, Mapping) and isinstance(option, type) and issubclass(option, msgspec.Struct):
            yield from _wrong_in_fields(told, option, begin)
        elif isinstance(told, Mapping) and get_origin(option) is dict:
            for name, item in told.items():
                yield from _wrong_in(item, get_args(option)[1], f"{begin}{name}")
        elif isinstance(told, list) and get_origin(option) is list:
            for index, item in enumerate(told):
                yield from _wrong_in(item, get_args(option)[0], f"{key}[{index}]")


def _wrong_in_fields(told: Mapping[Any, object], kind: type[msgspec.Struct], begin: str) -> Iterator[tuple[bool, str]]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in (name for name in told if name not in fields):
        yield False, f"{begin}{name}: unknown key `{name}`; {_other_key(name, list(fields))}"
    for name, field in fields.items():
        if name in told:
            yield from _wrong_in(told[name], field.type, f"{begin}{name}")
        elif field.required:
            yield False, f"{begin}{name}: this key is missing; add it"


def _options_of(kind: Any) -> tuple[Any, ...]:
    """Return what a value may be, without the bounds of it."""
    if get_origin(kind) is Annotated:
        return _options_of(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(option for part in get_args(kind) for option in _options_of(part))
    return (kind,)


def value_in_words(what: str, key: str, value: object, kind: Any) -> str:
    """Turn a message of the checker about one value that is to be of a kind into `key.path: what; what to do`."""
    if found := re.fullmatch(r"Expected `str` matching regex '(.*)'", what, re.DOTALL):
        return f"{key}: {value!r} cannot be used: {patterns_of(kind)[found[1]]}"
    types = _types_in(kind)
    if what.startswith("Invalid enum value "):
        return f"{key}: {value!r} is not known here; give {_one_of(types)}"
    if found := re.fullmatch(r"Expected `([^`]*)`, got `([^`]*)`", what):
        return _wrong_kind(found, key, value, types)
    if re.match(r"Expected `(?:int|float)` [<>]=? ", what):
        return _out_of_range(key, value, types)
    if found := re.fullmatch(r"Expected `(?:array|str)` of length .*?(\d+)", what):
        return _wrong_length(found[1], key, value, types)
    return f"{key}: {what}" if key else what


def patterns_of(root: Any) -> dict[str, str]:
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


def _other_key(name: str, names: list[str]) -> str:
    from difflib import get_close_matches  # only a table file with a mistake needs it

    close = get_close_matches(name, names, 1)
    mend = f"did you mean `{close[0]}`? The" if close else "take it out; the"
    return f"{mend} keys here are {', '.join(names)}"


def _types_in(kind: Any) -> list[msgspec.inspect.Type]:
    """Return the types that a value may have; an optional key may be left out, but not be null."""
    told = msgspec.inspect.type_info(kind)
    types = told.types if isinstance(told, msgspec.inspect.UnionType) else (told,)
    return [each for each in types if not isinstance(each, msgspec.inspect.NoneType)]


def _wrong_kind(found: re.Match[str], key: str, value: object, types: list[msgspec.inspect.Type]) -> str:
    kinds = filter(None, (KINDS.get(kind, kind) for kind in found[1].split(" | ")))
    is_choice = len(types) == 1 and isinstance(types[0], msgspec.inspect.LiteralType)
    expected = _one_of(types) if is_choice else " or ".join(kinds)
    shown = f", {value!r}" if isinstance(value, str | int | float) else ""
    return f"{key}: this is {FOUND.get(found[2], found[2])}{shown}; give {expected}"


def _out_of_range(key: str, value: object, types: list[msgspec.inspect.Type]) -> str:
    number = next((kind for kind in types if isinstance(kind, NUMBERS)), None)
    least, most = (number.ge, number.le) if number else (None, None)
    if key.rpartition(".")[2] not in HEX_KEYS or not (isinstance(value, int) and number):
        other = "; further buttons of a hub are on an MCP23017: give `more`, 0 to 15" if key.endswith(".button") else ""
        return f"{key}: {value} is out of range; give {least} to {most}{other}"
    if value % 2 == 0 and (least or 0) <= value // 2 <= (most or 0) < value:
        return f"{key}: 0x{value:02X} is the 8-bit form of 0x{value // 2:02X}; write 0x{value // 2:02X}"
    return f"{key}: 0x{value:02X} is out of range; give 0x{least:02X} to 0x{most:02X}"


def _wrong_length(least: str, key: str, value: object, types: list[msgspec.inspect.Type]) -> str:
    if isinstance(value, str):
        return f"{key}: this text is {f'too long; give at most {least} signs' if value else 'empty; fill it in'}"
    count = len(value) if isinstance(value, list) else 0
    expected = next((part.min_length for part in types if isinstance(part, msgspec.inspect.ListType)), least)
    return f"{key}: there are {count} of these [[{key}]]; give {expected}"


def _one_of(types: list[msgspec.inspect.Type]) -> str:
    words = next((kind.values for kind in types if isinstance(kind, msgspec.inspect.LiteralType)), ())
    told = f"one of {', '.join(map(str, words))}" if len(words) > 1 else f"{words[0]!r}" if words else "another value"
    has_number = any(isinstance(kind, NUMBERS) for kind in types)
    return f"a whole number without quotes, or {told}" if has_number else told
