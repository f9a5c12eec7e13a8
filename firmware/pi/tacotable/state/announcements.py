"""News: what everyone should read, shown for a while on the displays, one after another.

An alert outlives the next act; anything else is news only until then. Who shows news may let them wait behind what is
more urgent, as an open window is.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacotable.state.scene import Sign
from tacotable.state.situation import Situation

TOLD_MS = 5_000.0
"""So long each of the news is on show."""


@dataclass(frozen=True, slots=True)
class Told:
    """News on show until a moment; `picture` is what stands beside them, if anything."""

    sign: Sign
    picture: str
    until_ms: float


def tell(situation: Situation, sign: Sign, picture: str = "") -> None:
    """Show news for a while, behind those that are still on show."""
    begins_ms = situation.told[-1].until_ms if situation.told else situation.now_ms
    situation.told += (Told(sign, picture, begins_ms + TOLD_MS),)


def hush(situation: Situation) -> None:
    """Put news away because something new happened; alerts stay until their time is over."""
    situation.told = tuple(told for told in situation.told if told.sign.is_alert)


def close(situation: Situation, seat: str) -> None:
    """Put the news on show away at one seat, which has read them."""
    situation.read_ms[seat] = situation.told[-1].until_ms if situation.told else 0.0


def shown_to(situation: Situation, seat: str) -> tuple[Told, ...]:
    """Return the news that a seat has not put away."""
    return tuple(told for told in situation.told if told.until_ms > situation.read_ms.get(seat, 0.0))


def pass_by(situation: Situation, at_ms: float) -> None:
    """Let news end whose time is over."""
    situation.told = tuple(told for told in situation.told if told.until_ms > at_ms)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next of the news ends."""
    return situation.told[0].until_ms if situation.told else None
