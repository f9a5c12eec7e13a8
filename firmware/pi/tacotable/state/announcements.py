"""News: what everyone should read, shown for a while on the displays, one after another.

An alert outlives the next act; anything else is news only until then. Who shows news may let them wait behind what is
more urgent, as an open window is.
"""

from __future__ import annotations

from tacotable.state.interaction import Announcement
from tacotable.state.scene import Sign
from tacotable.state.situation import Situation

TOLD_MS = 5_000.0
"""So long each of the news is on show."""


def tell(situation: Situation, sign: Sign, picture: str = "") -> None:
    """Show news for a while, behind those that are still on show."""
    begins_ms = situation.ui.news[-1].until_ms if situation.ui.news else situation.devices.now_ms
    situation.ui.news += (Announcement(sign, picture, begins_ms + TOLD_MS),)


def hush(situation: Situation) -> None:
    """Put news away because something new happened; alerts stay until their time is over."""
    situation.ui.news = tuple(told for told in situation.ui.news if told.sign.is_alert)


def close(situation: Situation, seat: str) -> None:
    """Put the news on show away at one seat, which has read them."""
    situation.ui.read_ms[seat] = situation.ui.news[-1].until_ms if situation.ui.news else 0.0


def shown_to(situation: Situation, seat: str) -> tuple[Announcement, ...]:
    """Return the news that a seat has not put away."""
    return tuple(told for told in situation.ui.news if told.until_ms > situation.ui.read_ms.get(seat, 0.0))


def pass_by(situation: Situation, at_ms: float) -> None:
    """Remove news whose time is over."""
    situation.ui.news = tuple(told for told in situation.ui.news if told.until_ms > at_ms)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next of the news ends."""
    return situation.ui.news[0].until_ms if situation.ui.news else None
