"""Playing unsaved: the journal cannot be written, and the table waits until a person agrees to play on in memory.

OK, held at any seat, agrees. At an event's table, which its desk may decide for, only the arbiter or that desk does.
Until then nothing is played: devices only report what is on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import restart as restarting
from tacotable.state import facts
from tacotable.state.events import Arbitrated
from tacotable.state.scene import Sign
from tacotable.state.situation import role_of, seat_of
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.state.events import Event
    from tacotable.state.situation import Situation

AGREE = "play-unsaved"


def sign(situation: Situation) -> Sign:
    """Return the alert of every display: the reason, the fix, and in turn with it who may agree to play on."""
    who = "organiser" if situation.devices.whole.desk_arbiter else "seat"
    return Sign(f"sign.unsaved-{situation.devices.unsaved}", note=Sign(f"note.unsaved-{who}"), is_alert=True)


def hear(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    """Handle an event that would be played; `restart.is_answer` tells which."""
    if isinstance(event, ports.TagArrived):
        situation.devices.note_event(event)
    elif _is_agreement(situation, event):
        if isinstance(event, Arbitrated) and event.who:
            yield facts.DecidedAtDesk(event.who, event.why)
        situation.devices.is_unsaved_agreed = True
        situation.note("device", "log.plays-unsaved")
        situation.sound("press")
        if situation.ui.restart is None:
            yield from restarting.look_at_cards(situation)


def _is_agreement(situation: Situation, event: Event) -> bool:
    if isinstance(event, ports.ButtonHeld):
        is_ok = role_of(event.button) == "ok" and seat_of(event.button) in situation.seats
        return is_ok and not situation.devices.whole.desk_arbiter
    return isinstance(event, Arbitrated) and event.what == AGREE
