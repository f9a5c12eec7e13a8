"""Refusing: why a card cannot be an act now, how long a refusal stays on show, and which move sets the table right.

A refusal of a card stays until the card is taken off; one of a press for five seconds, or until something is asked
anew: it hides what its seat has to know. When the moment that a refusal was about is over while the card still lies
there, its text is made true again.

What may not lie on a pad is what a refusal names; a card that was told is on its way, and harms nobody. One move is
shown at a time: the refused cards go first, each told by its own refusal, then the token. People may also say that the
table is right as it is: OK held counts a card that lies there as laid now, or the token as standing on its space.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from tacotable.dialogs import robots
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Refusal as Refusal
from tacotable.table.parts import PUBLIC_SCREEN
from tacotable_drivers.ports import PHONE

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

PRESS_MS = 5_000.0  # How long the refusal of a press is on show.
LAY_AGAIN = "refusal.lay-again"  # Of a card that is no act; OK held counts it.
CROWDED, MANY = "refusal.crowded", "refusal.many"  # Of several cards on a pad; of more than two.
Move: TypeAlias = dict[str, object]
"""One move as the page is told it, which everyone may read: `lift` a card from a `zone`, or `stand` the token on a
`space`. No card is named."""


def refuse(situation: Situation, whom: str, refusal: Refusal) -> None:
    """Show a refusal to a seat, or on a public display: the display, lamps and the buzzer change with it."""
    until_ms = situation.devices.now_ms + PRESS_MS if refusal.tag is None else None
    situation.ui.refusals.pop(whom, None)  # the latest stands last
    situation.ui.refusals[whom] = replace(refusal, moment=situation.moment(), until_ms=until_ms)
    seat = whom if whom in situation.seats else None
    if not refusal.code.startswith("rule."):
        situation.note("refusal", refusal.code, {"seat": whom, **refusal.values}, seat=seat, owner=seat)
    situation.sound("asked" if refusal.kind.asks else "refused")


def crowd_on(situation: Situation, zone: str, tag: str) -> Refusal:
    """Return the refusal of several cards on a pad; `tag` is the last of them."""
    pad = situation.devices.pads[zone]
    return Refusal(MANY if pad.has_more or len(pad.read) > 2 else CROWDED, tag=tag)


def obstacle_to(situation: Situation, tag: str) -> Refusal | None:
    """Return why a card cannot even be an act now, whatever its value."""
    if tag == PHONE:
        return Refusal("refusal.phone", tag=tag)
    if tag not in situation.devices.faces:
        return Refusal("refusal.foreign", tag=tag)
    if situation.game.stage is Stage.LOBBY:
        return Refusal("refusal.no-game", {"card": situation.devices.faces[tag]}, tag)
    if situation.ui.question is not None:
        return Refusal("refusal.asked", tag=tag)
    if situation.game.is_paused:
        return Refusal("refusal.paused", tag=tag)
    if situation.game.stage is Stage.OVER:
        return Refusal("refusal.over", tag=tag)
    return situation.family.obstacle(situation, tag) or robots.obstacle(situation, tag)


def refresh(situation: Situation) -> None:
    """Make refusals true again after something happened: drop those of presses, find the new reason for cards."""
    if not situation.ui.refusals:
        return
    moment = situation.moment()
    for seat, refusal in tuple(situation.ui.refusals.items()):
        if refusal.moment == moment or refusal.kind.lasts:
            continue
        del situation.ui.refusals[seat]
        if refusal.tag is not None:
            now = obstacle_to(situation, refusal.tag) or Refusal(LAY_AGAIN, tag=refusal.tag)
            situation.ui.refusals[seat] = replace(now, moment=moment)


def pass_by(situation: Situation, at_ms: float) -> None:
    """Put refusals away that have been shown for long enough."""
    situation.ui.put_away(lambda refusal: refusal.until_ms is not None and refusal.until_ms <= at_ms)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next of them has been shown for long enough."""
    ends = (refusal.until_ms for refusal in situation.ui.refusals.values())
    return min((until_ms for until_ms in ends if until_ms is not None), default=None)


def moves(situation: Situation, space: int | None = None) -> tuple[Move, ...]:
    """Return the moves by hand, cards before the token; `space`: where that is to stand and does not.

    A pad that nobody knows is left alone, because buttons stand in for its reader.
    """
    refused = {refusal.tag for refusal in situation.ui.refusals.values()} - {None}
    pads = situation.devices.table.pads
    lifts = ({"do": "lift", "zone": zone} for zone in pads if situation.devices.on(zone) in refused)
    return (*lifts, *(() if space is None else ({"do": "stand", "space": space},)))


def acceptors(situation: Situation, planned: tuple[Move, ...]) -> list[str]:
    """Return the seats whose OK, held, stands in for the first move."""
    if not planned or situation.is_still or situation.game.stage not in (Stage.DEAL, Stage.PLAY):
        return []
    seats = [seat for seat in situation.game.players if seat not in situation.ui.menus]
    if planned[0]["do"] == "stand":
        return seats
    return [seat for seat in seats if countable(situation, seat)]


def countable(situation: Situation, seat: str) -> Refusal | None:
    """Return the refusal that OK held at a seat settles by counting the card that is on a pad; None: no such card."""
    shown = (situation.ui.refusals.get(name) for name in (seat, PUBLIC_SCREEN))
    return next((one for one in shown if one is not None and _may_count(situation, seat, one)), None)


def _may_count(situation: Situation, seat: str, refusal: Refusal) -> bool:
    is_there = refusal.kind.may_count and situation.devices.placement(refusal.tag) is not None
    return is_there and situation.family.may_count(situation, seat, str(refusal.tag))


def message(situation: Situation, whom: str, refusal: Refusal) -> str:
    """Return the message of a refusal for a seat or a public display: it offers OK held only if that counts a card."""
    if not refusal.kind.otherwise:
        return refusal.code
    named = str(refusal.values.get("seat", whom))
    seats = (named,) if named in situation.game.players else situation.game.players
    is_offered = any(_may_count(situation, seat, refusal) for seat in seats)
    return refusal.code if is_offered else refusal.kind.otherwise
