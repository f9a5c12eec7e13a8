"""Decision tables: declared, named, ordered rows; the first one that fits a reading decides.

A reading is a frozen value of a few enums, made once from a gesture. A row names the values that it fits, by field; a
field that it does not name may have any value. Tests walk through all possible readings of a table.

    >>> from enum import Enum
    >>> from typing import NamedTuple
    >>> class Lamp(Enum):
    ...     RED = "red"
    ...     GREEN = "green"
    >>> class Crossing(NamedTuple):
    ...     lamp: Lamp
    ...     is_night: bool = False
    >>> table = Table((Row("stop", "wait", when(lamp=Lamp.RED, is_night=False)), Row("go", "walk", when())))
    >>> table.decide(Crossing(Lamp.RED)).do, table.decide(Crossing(Lamp.RED, is_night=True)).do
    ('wait', 'walk')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

Do = TypeVar("Do")
Pattern = Mapping[str, tuple[object, ...]]
"""The values that fit, by the name of a field."""


class Part(Enum):
    """A part of a reading, compared by identity: readings are looked up for each lamp of each scene."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Row(Generic[Do]):
    """One decision: its name, the outcome, the readings that it fits, and what people see."""

    name: str
    do: Do
    when: Pattern
    says: str = ""
    """The message, if the outcome shows one that the row alone decides."""
    lamp: str = ""
    """How a lamp shows that a press now would be decided by this row: a name of the table's lamps; empty: dark."""


def when(**values: object) -> Pattern:
    """Return a pattern: a field has one value, or one of a tuple of values."""
    return {field: value if isinstance(value, tuple) else (value,) for field, value in values.items()}


class Table(Generic[Do]):
    """Rows in order; decisions are kept, for there are few readings."""

    def __init__(self, rows: Iterable[Row[Do]]) -> None:
        self.rows = tuple(rows)
        self.known: dict[object, Row[Do]] = {}

    def decide(self, reading: object) -> Row[Do]:
        """Return the first row that fits; raises LookupError if none does."""
        if (known := self.known.get(reading)) is None:
            known = self.known[reading] = self._find(reading)
        return known

    def _find(self, reading: object) -> Row[Do]:
        fields = dict.fromkeys(field for row in self.rows for field in row.when)
        known = {field: getattr(reading, field) for field in fields}
        for row in self.rows:
            if all(known[field] in values for field, values in row.when.items()):
                return row
        raise LookupError(f"no row decides {reading}")
