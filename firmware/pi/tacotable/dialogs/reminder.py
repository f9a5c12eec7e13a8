"""The reminder: after a minute without a press or a card, displays name the awaited seat and the menu to the others.

It only shows: no press means anything else by it, and the next press, card or move of Tacocat ends it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.state.scene import Notice, Screen, Sign, Status
from tacotable.state.situation import Shown, Situation, has_pad
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.state.events import Event

IDLE_MS = 60_000.0
BY_HANDS = ports.ButtonPressed | ports.TagArrived | ports.TagLeft | ports.TagsCrowded | ports.TokenSensed


def note(situation: Situation, event: Event) -> None:
    """Note when hands did something last, and whether that is a minute ago."""
    if isinstance(event, BY_HANDS):
        situation.ui.touched_ms = event.at_ms
    situation.ui.is_reminding = situation.devices.now_ms >= situation.ui.touched_ms + IDLE_MS


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the minute is over in which an awaited seat did nothing; None if there is none, or it is over."""
    due_ms = situation.ui.touched_ms + IDLE_MS
    return due_ms if due_ms > situation.devices.now_ms and _awaited(situation) else None


def with_reminder(shown: Shown, situation: Situation) -> Shown:
    """Return the scene of a game with the reminder on the displays of all but the awaited seat, if it is time."""
    if not situation.ui.is_reminding or (seat := _awaited(situation)) is None:
        return shown
    kind = situation.family.called("no") if has_pad(situation, seat) or situation.devices.table.play else "left"
    told = Sign(f"note.away-{kind}", {"seat": seat})
    others, public = {*situation.game.players} - {seat}, situation.public_screen

    def add(screen: Screen) -> Screen:
        if not isinstance(screen, Notice | Status) or screen.sign.is_alert or screen.sign.note is not None:
            return screen
        return replace(screen, sign=replace(screen.sign, note=told))

    seats = {name: add(screen) if name in others else screen for name, screen in shown.seat_screens.items()}
    screens = {name: add(screen) if name == public else screen for name, screen in shown.screens.items()}
    return replace(shown, seat_screens=seats, screens=screens)


def _awaited(situation: Situation) -> str | None:
    """Return the one person's seat that the game waits for; None while it stands still, or is a lesson."""
    seat = None if situation.is_still or situation.game.lesson else situation.family.awaited(situation)
    return None if seat in situation.game.robots else seat
