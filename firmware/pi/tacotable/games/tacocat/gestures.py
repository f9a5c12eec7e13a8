"""Gestures: hands at pads and buttons are read, the table decides, and the outcome returns facts; and time.

A seat with a pad has OK and NO; one without has LEFT, RIGHT and OK and chooses its cards on its display. A press counts
at its end, because a long one means something else: OK held accepts the table as it is, NO or LEFT held opens the menu.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.dialogs import menu
from tacotable.games.tacocat import card_outcomes, choices, press_outcomes
from tacotable.games.tacocat.pads import Stay
from tacotable.games.tacocat.reading import is_lying, read_press
from tacotable.games.tacocat.reading_kinds import Button, Lying, Moment
from tacotable.games.tacocat.state import (
    TacocatSituation,
    has_sensors,
    is_collecting,
    names_cards,
    target,
    unread_ms,
    view_of,
)
from tacotable.games.tacocat.table import PRESSES
from tacotable.state import facts, guards
from tacotable.state.device_state import Certainty
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable.state.situation import has_pad, pad_of, seat_of

if TYPE_CHECKING:
    from tacotable.state.facts import Fact

SECRET = frozenset(("deal", "duel", "showdown"))  # Phases whose cards no other seat may know yet.


def tapped(situation: TacocatSituation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a short press at its end."""
    yield from _ended(situation, press_outcomes.Hand(seat, role), Button.OK if role == "ok" else Button.NO)


def held(situation: TacocatSituation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a long press: of OK, or of a button that opens the menu."""
    if role == "ok":
        yield from _ended(situation, press_outcomes.Hand(seat, role), Button.HELD)
    else:
        menu.toggle(situation, seat)


def _ended(situation: TacocatSituation, hand: press_outcomes.Hand, button: Button) -> Iterator[Fact]:
    reading = read_press(situation, hand.seat, button)
    row = PRESSES.decide(reading)
    is_answered = reading.moment in (Moment.SURE, Moment.SILENT) or reading.lying is Lying.COUNTABLE
    is_there = is_answered or is_lying(situation, hand.seat)
    if not is_there and hand.seat in situation.ui.refusals:
        del situation.ui.refusals[hand.seat]  # it was read
        situation.sound("press")
    for fact in press_outcomes.done(situation, hand, row):
        guards.be_quiet(situation, hand.seat)
        yield fact


def laid(situation: TacocatSituation, zone: str, tag: str) -> Iterator[Fact]:
    """Handle a card that is on a seat's pad."""
    if zone in map(pad_of, situation.seats):
        yield from card_outcomes.ruled(Stay(situation, seat_of(zone), tag))


def lifted(situation: TacocatSituation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: a message about its card goes away.

    A reader reports so late that a card left that a press which was refused since is still to be read.
    """
    seat = seat_of(zone)
    message = situation.ui.refusals.get(seat)
    if message is None or message.tag is None or tag not in (None, message.tag):
        return
    refused_ms = situation.ui.part.refused_ms.pop(seat, -Guard.LEAVING.ms)
    del situation.ui.refusals[seat]
    if situation.devices.now_ms - refused_ms < Guard.LEAVING.ms:
        situation.ui.refusals[seat] = replace(message, tag=None)


def crowded(situation: TacocatSituation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
    """Handle several cards on a seat's pad: used ones do not count, and cards that are gathered are all shown.

    Otherwise no one knows which one is meant, nor whether more are beneath: all are to be taken off.
    """
    if zone not in map(pad_of, situation.seats):
        return
    seat, used = seat_of(zone), situation.game.part.spent
    new = [tag for tag in tags if tag not in used and not Stay(situation, seat, tag).has_counted()]
    if len(new) == 1 or is_collecting(situation, seat):
        for tag in new:
            yield from card_outcomes.ruled(Stay(situation, seat, tag, is_alone=False))
    elif new:
        card_outcomes.take_off(situation, card_outcomes.Laid(seat, "", tags[-1]))


# What follows by itself after each event, and by time alone.


def settle(situation: TacocatSituation) -> Iterator[Fact]:
    """Return the facts that follow by themselves: Tacocat reached its space, or the guide of a first game ends."""
    if situation.game.stage is Stage.MOVE and not situation.game.is_paused:
        yield from _placed(situation)
    is_next_round = situation.game.stage is Stage.PLAY and view_of(situation).round > 1  # after one that counts
    if situation.game.guided and (is_next_round or situation.game.stage is Stage.OVER):
        yield from situation.game.end_guide(situation.seats)
    for seat in situation.seats:
        is_unknown = situation.zone(seat) is Certainty.UNKNOWN
        situation.devices.part.note(pad_of(seat), situation.devices.now_ms, is_silent=is_unknown)
    _note_asked(situation)
    _note_naming(situation)
    _start_by_chance(situation)


def _placed(situation: TacocatSituation) -> Iterator[Fact]:
    if situation.devices.sensed == {target(situation)}:
        # A press that a finger has begun meant what was asked before.
        guards.be_quiet(situation, *situation.seats, ms=Guard.FINGER.ms + 1.0)
        yield facts.TokenPlaced(target(situation))
    elif not has_sensors(situation) and situation.game.part.token_at in (None, target(situation)):
        # No one knows better where Tacocat stands: who deals sets it up, and confirms both by one press.
        yield facts.TokenPlaced(target(situation), by_hand=True)


def _note_asked(situation: TacocatSituation) -> None:
    """Note since when each seat is waited for; after each act of its own it is asked something else."""
    ui, now = situation.ui.part, view_of(situation)
    did = Counter(step.seat for step in situation.game.steps)
    asked = {seat: (now.phase, did[seat]) for seat in now.to_act}
    ui.asked_ms |= {seat: situation.devices.now_ms for seat in asked if ui.asked.get(seat) != asked[seat]}
    ui.asked = asked


def _note_naming(situation: TacocatSituation) -> None:
    """Note which readers buttons stand in for; a press in flight was meant for what the buttons were before."""
    ui = situation.ui.part
    naming = frozenset(seat for seat in situation.seats if has_pad(situation, seat) and names_cards(situation, seat))
    guards.be_quiet(situation, *naming ^ ui.naming)
    for seat in naming ^ ui.naming:
        situation.ui.cursors.pop(seat, None)
    ui.naming = naming


def _start_by_chance(situation: TacocatSituation) -> None:
    """Begin a secret choice anywhere: the time of the event says where, and no person can aim at that.

    A duel and a last card are secret until both are there, and presses of NO can be heard.
    """
    ui, view = situation.ui.part, view_of(situation)
    moment = (view.phase, view.round, str(view.hand_size))
    for seat in situation.seats:
        is_secret = seat in ui.naming and view.phase in SECRET
        offered = choices.items(situation, seat) if is_secret else ()
        if not offered:
            ui.starts.pop(seat, None)
        elif ui.starts.get(seat, (None, 0))[0] != moment:
            ui.starts[seat] = (moment, int(situation.devices.now_ms) % len(offered))


def wake_at_ms(situation: TacocatSituation) -> float | None:
    """Return when a silent reader is waited for no longer, or a question comes or goes."""
    now_ms = situation.devices.now_ms
    hints = [at_ms for seat in situation.seats for at_ms in unread_ms(situation, seat) if at_ms > now_ms]
    return min((*situation.devices.part.wakes_ms(now_ms), *hints), default=None)
