"""The state of the devices: what readers and sensors say, and what a start brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.table.schema import Card, TableFile
    from tacotable_drivers.ports import DeviceLost


class Certainty(Enum):
    """What a reader can say of its zone: nothing is there, or nobody knows."""

    EMPTY = "empty"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class DeviceState:
    """The table, its cards, and what its devices said last."""

    whole: TableFile
    """The table with all that it is made of."""
    table: TableFile
    """The table as the game uses it that is played, or that the lobby shows (`kinds.table_in`)."""
    faces: Mapping[str, str]
    """The face of each enrolled tag."""
    part: object
    """What only the family keeps of its devices."""
    decks: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The enrolled cards of each ruleset."""
    now_ms: float = 0.0
    """The time of the event that is handled, on the clock of all events; 0 before the first."""
    zones: dict[str, str | Certainty] = field(default_factory=dict)
    """The tag on each pad, or that it is empty or unknown."""
    many: set[str] = field(default_factory=set)
    """The pads on which more than two cards lie, as far as their readers tell."""
    sensed: frozenset[int] = frozenset()
    """The spaces whose sensors feel the token."""
    lost: dict[str, DeviceLost] = field(default_factory=dict)
    """How each lost device was lost."""
    phones: Mapping[str, int] = field(default_factory=dict)
    """How many phones read along at each seat that has any."""
    left_ms: tuple[float, ...] = ()
    """When cards left in the last moment, since one was laid."""
