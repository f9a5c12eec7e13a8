"""Gestures: hands at pads and buttons are read, the table decides, and the outcome returns facts.

A seat with a pad has OK and NO; one without has LEFT, RIGHT and OK and chooses its cards on its display. A press counts
at its end, because a long one means something else: OK held accepts the table as it is, NO or LEFT held opens the menu.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.dialogs import menu
from tacotable.games.tacocat import card_outcomes, press_outcomes
from tacotable.games.tacocat.acts import is_collecting
from tacotable.games.tacocat.pads import has_counted
from tacotable.games.tacocat.reading import Stay, is_lying, read_press
from tacotable.games.tacocat.reading_kinds import Button, Moment
from tacotable.games.tacocat.state import game_of, ui_of
from tacotable.games.tacocat.table import PRESSES
from tacotable.state import early_presses
from tacotable.state.guards import Guard
from tacotable.state.situation import pad_of, seat_of

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.situation import Situation


def tapped(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a short press at its end."""
    yield from _ended(situation, press_outcomes.Hand(seat, role), Button.OK if role == "ok" else Button.NO)


def held(situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a long press: of OK, or of a button that opens the menu."""
    if role == "ok":
        yield from _ended(situation, press_outcomes.Hand(seat, role), Button.HELD)
    else:
        menu.toggle(situation, seat)


def _ended(situation: Situation, hand: press_outcomes.Hand, button: Button) -> Iterator[Fact]:
    reading = read_press(situation, hand.seat, button)
    row = PRESSES.decide(reading)
    is_answered = reading.moment in (Moment.SURE, Moment.SILENT) or is_lying(situation, hand.seat)
    if not is_answered and hand.seat in situation.ui.refusals:
        del situation.ui.refusals[hand.seat]  # it was read
        situation.sound("press")
    for fact in press_outcomes.done(situation, hand, row):
        early_presses.be_quiet(situation, hand.seat)
        yield fact


def laid(situation: Situation, zone: str, tag: str) -> Iterator[Fact]:
    """Handle a card that is on a seat's pad."""
    if zone in map(pad_of, situation.seats):
        yield from card_outcomes.ruled(Stay(situation, seat_of(zone), tag))


def lifted(situation: Situation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: a message about its card goes away.

    A reader reports so late that a card left that a press which was refused since is still to be read.
    """
    seat = seat_of(zone)
    message = situation.ui.refusals.get(seat)
    if message is None or message.tag is None or tag not in (None, message.tag):
        return
    refused_ms = ui_of(situation).refused_ms.pop(seat, -Guard.LEAVING.ms)
    del situation.ui.refusals[seat]
    if situation.devices.now_ms - refused_ms < Guard.LEAVING.ms:
        situation.ui.refusals[seat] = replace(message, tag=None)


def crowded(situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
    """Handle several cards on a seat's pad: used ones do not count, and cards that are gathered are all shown.

    Otherwise no one knows which one is meant, nor whether more are beneath: all are to be taken off.
    """
    seat, used = seat_of(zone), game_of(situation).spent
    new = [tag for tag in tags if tag not in used and not has_counted(situation, zone, tag)]
    if len(new) == 1 or is_collecting(situation, seat):
        for tag in new:
            yield from card_outcomes.ruled(Stay(situation, seat, tag, is_alone=False))
    elif new:
        card_outcomes.take_off(situation, card_outcomes.Laid(seat, "", tags[-1]))
