"""Hands at the desk: what cards on pads and presses of buttons do while a deck is enrolled or a board is entered.

OK goes on, ends, or answers yes; the other button turns, or answers no. OK held takes back, the other one held leaves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.enrolment.desk import close, to_keep
from tacotable.state import early_presses as too_early
from tacotable.state.device_state import Certainty
from tacotable.state.sessions import Desk, Question, Work, deck
from tacotable.state.sessions import board as enrolment_board
from tacotable.state.sessions.board import BoardEntry
from tacotable.state.sessions.deck import Census, Enrolment, Said, Seen
from tacotable.state.situation import Situation, role_of, seat_of
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.state.events import Event


def hear(situation: Situation, event: Event) -> bool:
    """Handle an event at the open desk; False where there is none, or the event is about devices only."""
    desk = situation.ui.desk
    if desk is None:
        return False
    is_taken = _hear(event, situation, desk)
    now = situation.ui.desk
    if (now and now.question) != desk.question or now is None or now.is_over != desk.is_over:
        for seat in situation.seats:
            too_early.be_quiet(situation, seat)  # one may be pressed twice, or by two people
    return is_taken


def _hear(event: Event, situation: Situation, desk: Desk) -> bool:
    match event:
        case ports.TagArrived(zone):
            _arrived(situation, desk, zone, event.tag)
        case ports.TagsCrowded(zone):
            situation.devices.zones[zone] = event.tags[-1]
            _laid(situation, desk, event.tags)
        case ports.TagLeft(zone) | ports.ZoneEmpty(zone):
            situation.devices.zones[zone] = Certainty.EMPTY
            if not isinstance(desk.work, BoardEntry):
                tag = event.tag if isinstance(event, ports.TagLeft) else None
                _set(situation, desk, deck.lift(desk.work, tag), desk.question)
        case ports.ButtonReleased(button) if not event.held and seat_of(button) in situation.seats:
            if too_early.is_early(situation, button, event.at_ms):
                too_early.ignore(situation, seat_of(button))
            else:
                _tapped(situation, desk, role_of(button))
        case ports.ButtonHeld(button) if seat_of(button) in situation.seats:
            _held(situation, desk, role_of(button))
        case ports.ButtonPressed() | ports.ButtonReleased() | ports.ButtonHeld():
            pass  # a press counts at its end, or when it is held
        case _:
            return False
    return True


def _set(situation: Situation, desk: Desk, work: Work, question: Question | None = None) -> None:
    situation.ui.desk = replace(desk, work=work, question=question)


def _ask(situation: Situation, desk: Desk, question: Question | None) -> None:
    situation.ui.desk = replace(desk, question=question)
    situation.sound("press")


# Cards.


def _arrived(situation: Situation, desk: Desk, zone: str, tag: str) -> None:
    situation.devices.zones[zone] = tag
    _laid(situation, desk, (tag,))
    if not situation.devices.whole.pads()[zone].tells_leaving:
        situation.devices.zones[zone] = Certainty.EMPTY
        desk = situation.ui.desk or desk
        if not isinstance(desk.work, BoardEntry):
            _set(situation, desk, replace(desk.work, lying=desk.work.lying - {tag}), desk.question)


def _laid(situation: Situation, desk: Desk, tags: tuple[str, ...]) -> None:
    """Answer the tags on a pad; behind the end, and while an unknown card is named, cards mean nothing."""
    if desk.is_over or desk.question is Question.REPLACE:
        return
    if isinstance(desk.work, Enrolment):
        work = deck.lay(desk.work, tags[0]) if len(tags) == 1 else deck.crowd(desk.work)
        if work == desk.work:
            return
        _set(situation, desk, work, Question.STOP if work.is_whole and work.answer.said is Said.TAKEN else None)
        if work.answer.said is not Said.TAKEN:
            situation.sound("refused")
        elif work.is_whole:
            situation.sound("round-won")
        else:
            situation.sound("card" if work.asked == desk.work.asked else "turn")  # another kind is asked for
    elif isinstance(desk.work, Census) and (seen := deck.look_at(desk.work, *tags)) != desk.work:
        _set(situation, desk, seen)
        cues = {Seen.NEW: "card", Seen.FOREIGN: "refused", Seen.PHONE: "refused"}
        is_done = seen.is_whole and not desk.work.is_whole
        situation.sound("round-won" if is_done else cues.get(seen.answer, "press"))


# Buttons.


def _tapped(situation: Situation, desk: Desk, role: str) -> None:
    step = -1 if role == "left" else 1
    if desk.is_over and role == "ok":
        close(situation)
    elif desk.is_over:
        situation.ui.desk = replace(desk, page=desk.page + step)
        situation.sound("press")
    elif desk.question is not None:
        _answered(situation, desk, role)
    elif role == "ok":
        _go_on(situation, desk)
    else:
        if isinstance(desk.work, Enrolment):
            _set(situation, desk, deck.skip(desk.work, step))
        elif isinstance(desk.work, BoardEntry):
            _set(situation, desk, enrolment_board.turn(desk.work, step))
        situation.sound("refused" if isinstance(desk.work, Census) else "press")


def _go_on(situation: Situation, desk: Desk) -> None:
    """OK without a question: the shown entry is right, or the person is done."""
    if desk.fault:
        situation.ui.to_keep = to_keep(situation, desk.work)
    elif isinstance(desk.work, BoardEntry):
        entry = enrolment_board.go_on(desk.work)
        _set(situation, desk, entry, Question.STOP if entry.is_done else None)
        situation.sound("turn" if entry.is_done else "card")
    elif isinstance(desk.work, Census):
        situation.ui.desk = replace(desk, is_over=True, page=0)
        situation.sound("press")
    else:
        _ask(situation, desk, Question.STOP if desk.work.cards else Question.LEAVE)


def _answered(situation: Situation, desk: Desk, role: str) -> None:
    """Handle the answer to a question: OK is yes; any other button is no, or shows the next card to name."""
    if desk.question is Question.REPLACE:
        _name(situation, desk, role)
    elif role != "ok":
        work = desk.work
        if isinstance(work, BoardEntry) and desk.question is not Question.LEAVE:
            work = replace(work, position=0)
        _set(situation, desk, work)
        situation.sound("press")
    elif desk.question is Question.LEAVE:
        close(situation)
    else:
        situation.ui.to_keep = to_keep(situation, desk.work)


def _name(situation: Situation, desk: Desk, role: str) -> None:
    """Say which missing card the unknown one is."""
    if not isinstance(desk.work, Census):
        return
    kinds = deck.unseen(desk.work)
    if role != "ok":
        situation.ui.desk = replace(desk, page=(desk.page + (-1 if role == "left" else 1)) % len(kinds))
        situation.sound("press")
        return
    work = deck.replaced(desk.work, kinds[desk.page % len(kinds)].kind, desk.work.foreign[-1])
    situation.ui.desk = replace(desk, work=work, question=None, page=0)
    situation.ui.to_keep = to_keep(situation, work)


def _held(situation: Situation, desk: Desk, role: str) -> None:
    """OK held takes back, or names an unknown card; any other button held leaves, or ends the question."""
    if role != "ok":
        if desk.is_over or (isinstance(desk.work, Census) and desk.question is None):
            close(situation)
        else:
            _ask(situation, desk, None if desk.question is Question.REPLACE else Question.LEAVE)
    elif desk.is_over or desk.question is not None:
        return
    elif isinstance(desk.work, Enrolment):
        _set(situation, desk, deck.take_back(desk.work))
        situation.sound("press" if desk.work.cards else "refused")
    elif isinstance(desk.work, BoardEntry):
        _set(situation, desk, enrolment_board.go_on(desk.work, -1))
        situation.sound("press")
    elif desk.work.answer is Seen.FOREIGN and deck.unseen(desk.work):
        situation.ui.desk = replace(desk, question=Question.REPLACE, page=0)
        situation.sound("press")
    else:
        situation.sound("refused")
