"""Whose card it is: a card that one of several people may have laid is asked about, and one press of its owner answers.

A lethal card may be the one that the seat before drew, which then pressed OK as in every turn; and a lethal card that
was just defused brushes the pad on its way into the pile. A Nope that nobody announced is asked for by the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from tacotable.dialogs import questions as asking
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.plays import if_there, submit
from tacotable.games.exploding.state import OK, PUBLIC, ZONE, Whose, game_of, phase, ui_of, view_of
from tacotable.state import facts
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

BRUSHING_MS = 1_000.0  # A card lifted sooner only brushed the pad; one drawn again is often taken up before OK.


def question(situation: Situation, card: str, tag: str) -> Whose | None:
    """Return what has to be asked about a lethal card on the pad; None: it is the draw of the seat whose turn it is."""
    player, last = view_of(situation).turn.seat, situation.game.steps[-1] if situation.game.steps else None
    if last is None or situation.is_seen:
        return None
    if last.did == ("draw",):
        return Whose(card, tag, tuple(dict.fromkeys((last.seat, player))), last.seat)
    if last.did[0] == "defuse" and tag == game_of(situation).defused_tag:
        return Whose(card, tag, (player,), "", is_passing=True)
    return None


def sign(situation: Situation, seat: str) -> Sign | None:
    """Return what a seat, or everyone, is told while a card's owner is asked for; None: no question is open."""
    asked = ui_of(situation).whose
    if asked is None:
        return None
    values = {"seats": asked.seats, "seat": asked.seats[0], "card": asked.card}
    if asked.is_passing:
        return Sign("whose.drawn", values)
    if _is_same_seat(situation, asked):
        return Sign("whose.which", values)
    return Sign("whose.mine" if seat in asked.seats else "whose.lethal", values)


def lifted(situation: Situation, tag: str | None) -> None:
    """Note that a card left the pad: one that only brushed it is nobody's draw."""
    ui = ui_of(situation)
    has_brushed = situation.devices.now_ms - ui.asked_ms < BRUSHING_MS
    if ui.whose is not None and ui.whose.is_passing and tag in (None, ui.whose.tag) and has_brushed:
        ui.whose = None


def answered(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Handle a press: OK says that the card is this seat's, NOPE that it is not; the last NOPE makes it nobody's.

    Who has said that it was another's, and is to draw, may still own to it.
    """
    ui = ui_of(situation)
    asked = ui.whose
    takes_back = asked is not None and role == OK and seat == view_of(situation).turn.seat and not asked.is_passing
    if asked is None or not (seat in asked.seats or takes_back):
        if role == OK and asked is not None and not asked.is_passing:
            yield from _drawn_earlier(situation, asked, seat)
        else:
            refuse(situation, seat, Refusal("refusal.whose-first"))
    elif seat not in asked.seats:
        yield from drawn_by(situation, asked, seat, is_last_draw=False)
    elif _is_same_seat(situation, asked):
        yield from drawn_by(situation, asked, seat, is_last_draw=role == OK)
    elif role == OK:
        yield from drawn_by(situation, asked, seat, is_last_draw=seat == asked.drawer)
    else:
        others = tuple(other for other in asked.seats if other != seat)
        ui.whose = replace(asked, seats=others) if others else None
        situation.sound("press")
        if not (others or asked.is_passing):
            refuse(situation, PUBLIC, Refusal("refusal.nobodys-draw", tag=if_there(situation, asked.tag)))


def drawn_by(
    situation: Situation, asked: Whose, seat: str, *, is_last_draw: bool, drew: tuple[str, ...] = ()
) -> Iterator[facts.Fact]:
    """Count the card as the draw of a seat: the one that was told last, or a new one; `drew`: who drew behind it."""
    ui = ui_of(situation)
    ui.owned, ui.whose = asked, None
    if is_last_draw:
        lying = {ZONE: asked.tag} if if_there(situation, asked.tag) else {}
        yield facts.Undone(seat, asking.WHOSE, lying, drew)
    yield from submit(situation, seat, {"do": "draw", "card": asked.card}, (asked.tag,))


def _drawn_earlier(situation: Situation, asked: Whose, seat: str) -> Iterator[facts.Fact]:
    """Count the card as the last draw of a seat, where others have only drawn since; theirs are told again then."""
    steps = situation.game.steps
    since = [*takewhile(lambda step: (step.seat, step.did) != (seat, ("draw",)), reversed(steps))]
    if len(since) == len(steps):
        refuse(situation, seat, Refusal("refusal.drawn-long-ago"))
    elif situation.robots or any(step.did != ("draw",) for step in since):
        refuse(situation, seat, Refusal("refusal.drawn-earlier", {"n": len(since)}))
    else:
        drew: tuple[str, ...] = ()
        for step in since:
            drew = (step.seat, *drew)
            yield facts.Undone(seat, asking.WHOSE, drew=drew)
        yield from drawn_by(situation, replace(asked, seats=()), seat, is_last_draw=True, drew=drew)


def tell_draws_again(situation: Situation) -> Iterator[facts.Fact]:
    """Tell the draws again behind an earlier lethal card that is defused now, or was the end of its player."""
    while seats := game_of(situation).drew_since:
        is_next = phase(situation) == "turn" and seats[0] == view_of(situation).turn.seat
        if not is_next or situation.ui.news or situation.ui.question is not None:
            return
        yield from submit(situation, seats[0], {"do": "draw"})


def other_drawer(situation: Situation) -> str:
    """Return who may say that the card was its own, which another owned to; empty where something was done with it."""
    owned, (owner, *_) = ui_of(situation).owned, (*view_of(situation).to_act, "")
    is_open = phase(situation) == "defuse" and not situation.entry(owner).cards
    if owned is None or not is_open or owned.tag != game_of(situation).lethal_tag or owner not in owned.seats:
        return ""
    return next((seat for seat in owned.seats if seat != owner), "")


def disputed(situation: Situation) -> Iterator[facts.Fact]:
    """Ask once more whose the card is, with all as it was before the answer."""
    ui, (owner, *_) = ui_of(situation), view_of(situation).to_act
    owned, ui.owned = ui.owned, None
    if owned is None:
        return
    lying = {ZONE: owned.tag} if if_there(situation, owned.tag) else {}
    yield facts.Undone(owner, asking.WHOSE, lying)
    if owner == owned.drawer:
        before = situation.game.steps[-1:]
        yield from submit(situation, owner, {"do": "draw"})  # what it told then counts again
        if situation.game.steps[-1:] == before:
            # It drew no other card: by count there was none in the pile.
            situation.ui.refusals.clear()
            yield from submit(situation, owner, {"do": "draw", "card": owned.card}, (owned.tag,))
            return
    ui_of(situation).whose = owned
    situation.sound("asked")


def _is_same_seat(situation: Situation, asked: Whose) -> bool:
    """Whether one seat drew and is to draw again, so that only the draw is asked for."""
    return asked.seats == (asked.drawer,) == (view_of(situation).turn.seat,)
