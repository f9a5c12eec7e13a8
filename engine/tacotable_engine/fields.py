"""Reading the fields of a request: each reader gives a value of its kind or says which field is wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from tacotable_engine.errors import RequestError

Fields = Mapping[str, object]
LONGEST_ECHO = 40


def echo(value: object) -> str:
    """Return a value as an error may repeat it: short, and of any type without failing."""
    if isinstance(value, str):
        text = json.dumps(value[:LONGEST_ECHO], ensure_ascii=True)
        return text if len(value) <= LONGEST_ECHO else text[:-1] + '..."'
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**LONGEST_ECHO else "a very large number"
    if isinstance(value, float):
        return repr(value)
    return "a list" if isinstance(value, list | tuple) else "an object"


def wrong(where: str, value: object, expected: str) -> RequestError:
    """Return the error for a value that is not what its field takes."""
    return RequestError(f"{where}: {echo(value)} is not {expected}")


def reject_if(is_wrong: object, fault: str) -> None:
    """Raise RequestError with the fault if something is wrong."""
    if is_wrong:
        raise RequestError(fault)


def require_only(fields: Fields, known: Collection[str], where: str) -> None:
    """Raise RequestError when a field is not among the known ones."""
    for name in fields:
        if name not in known:
            expected = ", ".join(known) or "nothing"
            raise RequestError(f"{where}: unknown field {echo(name)}; it takes {expected}")


def required(fields: Fields, name: str, where: str) -> object:
    """Return a field that must be there."""
    if name not in fields:
        raise RequestError(f"{where}: the field {name!r} is missing")
    return fields[name]


def as_text(value: object, where: str) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise wrong(where, value, "a string")
    return value


def as_one_of(value: object, names: Collection[str], where: str) -> str:
    """Return a string that is one of the names."""
    if not isinstance(value, str) or value not in names:
        raise wrong(where, value, f"one of {', '.join(names)}")
    return value


def as_whole(value: object, low: int, high: int, where: str) -> int:
    """Return a whole number from `low` to `high`; true and 1.0 are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(where, value, f"a whole number from {low} to {high}")
    return value


def as_flag(value: object, where: str) -> bool:
    """Return true or false; 1 and 0 are neither."""
    if not isinstance(value, bool):
        raise wrong(where, value, "true or false")
    return value


def as_number(value: object, low: float, high: float, where: str) -> float:
    """Return a finite number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise wrong(where, value, f"a number from {low:g} to {high:g}")
    return value


def as_list(value: object, where: str) -> list[object]:
    """Return a list."""
    if not isinstance(value, list | tuple):
        raise wrong(where, value, "a list")
    return list(value)


def as_object(value: object, where: str, known: Collection[str] | None = None) -> Fields:
    """Return an object with string keys, with none but known ones where these are given."""
    if not isinstance(value, Mapping):
        raise wrong(where, value, "an object")
    for name in value:
        as_text(name, f"{where}, a field name")
    if known is not None:
        require_only(value, known, where)
    return value


def as_cards(value: object, cards: Collection[str], where: str) -> tuple[str, ...]:
    """Return a list of cards of this game, "?" among them if `cards` has it."""
    return tuple([as_card(card, cards, where) for card in as_list(value, where)])


def as_card(value: object, cards: Collection[str], where: str) -> str:
    """Return one card of this game."""
    if not isinstance(value, str) or value not in cards:
        raise wrong(where, value, "a card of this game")
    return value
