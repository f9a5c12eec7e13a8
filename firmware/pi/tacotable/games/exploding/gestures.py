"""Gestures: hands at pads and buttons are read, the table decides, and the outcome returns facts.

NOPE counts when it goes down in an open window, so that a race is decided by event times; any other press counts at
its end, because a long one means something else: NOPE held opens the menu, OK held counts a card that lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import menu
from tacotable.dialogs.refusals import crowd_on, refuse
from tacotable.games.exploding import card_outcomes, card_owner, claims, pads, press_outcomes
from tacotable.games.exploding.reading import read_press
from tacotable.games.exploding.reading_kinds import Button
from tacotable.games.exploding.state import NOPE, PUBLIC, ExplodingSituation, phase, role_here
from tacotable.games.exploding.table import PRESSES, Press
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard

if TYPE_CHECKING:
    from tacotable.state.facts import Fact


def pressed(situation: ExplodingSituation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
    """Handle a press at its beginning: NOPE in a window counts now."""
    ui, role = situation.ui.part, role_here(role)
    before_ms = ui.pressed_ms.get((seat, role), -Guard.ONE_PRESS.ms)
    ui.pressed_ms[seat, role] = at_ms
    ui.counted.discard((seat, role))
    if role != NOPE or situation.game.stage is not Stage.PLAY or phase(situation) != "window":
        return
    row = PRESSES.decide(read_press(situation, seat, Button.DOWN, at_ms))
    if row.do not in (Press.CLAIM, Press.TURN_ITEM):
        card_outcomes.give_back_nope(situation, seat)
        return
    ui.counted.add((seat, role))
    situation.ui.settled_ms.pop(seat, None)  # it answers what is asked by now
    if at_ms < before_ms + Guard.ONE_PRESS.ms:
        yield from card_outcomes.take_waiting_nope(situation)
        return
    yield from press_outcomes.done(situation, press_outcomes.Hand(seat, at_ms, error_ms), row)


def tapped(situation: ExplodingSituation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a short press at its end."""
    yield from _ended(situation, seat, Button.NOPE if role_here(role) == NOPE else Button.OK, at_ms)


def held(situation: ExplodingSituation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
    """Handle a long press: NOPE opens the menu, OK counts a card, begins a game, or is an OK."""
    if role_here(role) != NOPE:
        yield from _ended(situation, seat, Button.HELD, at_ms)
    elif (seat, NOPE) not in situation.ui.part.counted:
        menu.toggle(situation, seat)


def _ended(situation: ExplodingSituation, seat: str, button: Button, at_ms: float) -> Iterator[Fact]:
    ui, role = situation.ui.part, NOPE if button is Button.NOPE else "ok"
    if (seat, role) in ui.counted:
        ui.counted.discard((seat, role))
        return
    row = PRESSES.decide(read_press(situation, seat, button, at_ms))
    refusal = situation.ui.refusals.get(seat)
    if row.do is not Press.IGNORE and refusal is not None and situation.devices.placement(refusal.tag) is None:
        del situation.ui.refusals[seat]  # it was read
    yield from press_outcomes.done(situation, press_outcomes.Hand(seat, at_ms), row)


def laid(situation: ExplodingSituation, zone: str, tag: str) -> Iterator[Fact]:
    """Handle a card that lies on a pad. A card that is reported again is nothing new."""
    # One is reported alone, and what a silent reader lost is not there.
    situation.ui.put_away(lambda refusal: refusal.kind.is_of_crowd or pads.is_gone(situation, refusal.tag))
    placement = situation.devices.placement(tag)
    if placement is not None and pads.is_new(situation, placement):
        yield from card_outcomes.ruled(situation, tag)
    elif not pads.has_counted(situation, tag):
        pads.say_lay_again(situation, pads.owner(situation) or PUBLIC)


def lifted(situation: ExplodingSituation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: what was said about its card is settled."""
    ui = situation.ui.part
    ui.undone = tuple(other for other in ui.undone if other != tag)
    card_owner.lifted(situation, tag)
    if tag in situation.game.part.spent and (seat := claims.holder_of(situation)):
        claims.renew(situation, seat)  # it makes room for its Nope, or has laid it where no reader hears it
    situation.ui.put_away(lambda refusal: refusal.tag is not None and tag == refusal.tag)


def crowded(situation: ExplodingSituation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
    """Handle several cards on a pad: used ones do not count, and those that one seat plays are all shown.

    Otherwise nobody knows which one is meant, nor whether more lie beneath: all are to be taken off.
    """
    new = tuple(tag for tag in tags if not pads.has_counted(situation, tag))
    is_one_play = situation.game.stage is Stage.PLAY and phase(situation) == "turn" and not situation.game.is_seen
    if len(new) == 1 or is_one_play:
        for tag in new:
            placement = situation.devices.placement(tag)
            if placement is not None and pads.is_new(situation, placement):
                yield from card_outcomes.ruled(situation, tag)
    elif new:
        refuse(situation, pads.owner(situation) or PUBLIC, crowd_on(situation, zone, tags[-1]))
