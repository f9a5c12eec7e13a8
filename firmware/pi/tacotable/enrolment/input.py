"""Hands at the desk: what cards on pads and presses of buttons do while a deck is enrolled or a board is entered.

OK goes on, ends, or answers yes; the other button turns, or answers no. OK held takes back, the other one held leaves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from tacotable.enrolment.desk import to_keep
from tacotable.state import guards
from tacotable.state.sessions import Desk, Question, Work, board, deck
from tacotable.state.sessions.board import BoardEntry
from tacotable.state.sessions.deck import Census, Enrolment, Said, Seen
from tacotable.state.situation import Situation, role_of, seat_of
from tacotable_drivers import ports

if TYPE_CHECKING:
    from tacotable.state.events import Event

Then: TypeAlias = tuple[Desk | None, str]  # The desk afterwards, None if it is left, and the cue that sounds, if any.


def hear(situation: Situation, event: Event) -> bool:
    """Handle an event at the open desk; False where there is none, or the event is about devices only."""
    desk = situation.ui.desk
    if desk is None or (then := _handled(event, situation, desk)) is None:
        return False
    now, cue = then
    situation.ui.desk = now
    if cue:
        situation.sound(cue)
    if now is None or now.question != desk.question or now.is_over != desk.is_over:
        for seat in situation.seats:
            guards.be_quiet(situation, seat)  # one may be pressed twice, or by two people
    return True


def _handled(event: Event, situation: Situation, desk: Desk) -> Then | None:
    """Return what follows from an event; None if it is about devices only."""
    match event:
        case ports.TagArrived(zone):
            situation.devices.note_event(event)
            return _arrived(situation, desk, zone, event.tag)
        case ports.TagsCrowded():
            situation.devices.note_event(event)
            return _laid(desk, event.tags)
        case ports.TagLeft() | ports.ZoneEmpty():
            situation.devices.note_event(event)
            tag = event.tag if isinstance(event, ports.TagLeft) else None
            return (desk if isinstance(desk.work, BoardEntry) else replace(desk, work=deck.lift(desk.work, tag))), ""
        case ports.ButtonReleased(button) if not event.held and seat_of(button) in situation.seats:
            if not guards.is_early(situation, button, event.at_ms):
                return _tapped(situation, desk, role_of(button))
            guards.ignore(situation, seat_of(button))
        case ports.ButtonHeld(button) if seat_of(button) in situation.seats:
            return _held(desk, role_of(button))
        case ports.ButtonPressed() | ports.ButtonReleased() | ports.ButtonHeld():
            pass  # a press counts at its end, or when it is held
        case _:
            return None
    return desk, ""


def _with(desk: Desk, work: Work, question: Question | None = None) -> Desk:
    return replace(desk, work=work, question=question)


def _arrived(situation: Situation, desk: Desk, zone: str, tag: str) -> Then:
    """Handle a card on a pad; a reader that speaks once hears it only as it comes."""
    then, cue = _laid(desk, (tag,))
    if situation.devices.whole.pads[zone].tells_leaving:
        return then, cue
    situation.devices.free(zone)
    if isinstance(then.work, BoardEntry):
        return then, cue
    return replace(then, work=replace(then.work, lying=then.work.lying - {tag})), cue


def _laid(desk: Desk, tags: tuple[str, ...]) -> tuple[Desk, str]:
    """Answer the tags on a pad; after the end, and while an unknown card is named, cards mean nothing."""
    if desk.is_over or desk.question is Question.REPLACE:
        return desk, ""
    if isinstance(desk.work, Enrolment):
        work = deck.lay(desk.work, tags[0]) if len(tags) == 1 else deck.crowd(desk.work)
        if work == desk.work:
            return desk, ""
        if work.answer.said is not Said.TAKEN:
            return _with(desk, work), "refused"
        if work.is_whole:
            return _with(desk, work, Question.STOP), "round-won"
        return _with(desk, work), "card" if work.asked == desk.work.asked else "turn"  # another kind is asked for
    if isinstance(desk.work, Census) and (seen := deck.look_at(desk.work, *tags)) != desk.work:
        cues = {Seen.NEW: "card", Seen.FOREIGN: "refused", Seen.PHONE: "refused"}
        is_done = seen.is_whole and not desk.work.is_whole
        return _with(desk, seen), "round-won" if is_done else cues.get(seen.answer, "press")
    return desk, ""


def _tapped(situation: Situation, desk: Desk, role: str) -> Then:
    step = -1 if role == "left" else 1
    if desk.is_over:
        return (None if role == "ok" else replace(desk, page=desk.page + step)), "press"
    if desk.question is not None:
        return _answered(situation, desk, role)
    if role == "ok":
        return _went_on(situation, desk)
    if isinstance(desk.work, Enrolment):
        return _with(desk, deck.skip(desk.work, step)), "press"
    if isinstance(desk.work, BoardEntry):
        return _with(desk, board.turn(desk.work, step)), "press"
    return desk, "refused"


def _went_on(situation: Situation, desk: Desk) -> Then:
    """Handle OK without a question: the shown entry is right, or the person is done."""
    if desk.fault:
        return _kept(situation, desk)
    if isinstance(desk.work, BoardEntry):
        entry = board.go_on(desk.work)
        return (_with(desk, entry, Question.STOP), "turn") if entry.is_done else (_with(desk, entry), "card")
    if isinstance(desk.work, Census):
        return replace(desk, is_over=True, page=0), "press"
    return replace(desk, question=Question.STOP if desk.work.cards else Question.LEAVE), "press"


def _answered(situation: Situation, desk: Desk, role: str) -> Then:
    """Handle the answer to a question: OK is yes; any other button is no, or shows the next card to name."""
    if desk.question is Question.REPLACE and isinstance(desk.work, Census):
        return _named(situation, desk, desk.work, role)
    if role == "ok":
        return (None, "press") if desk.question is Question.LEAVE else _kept(situation, desk)
    if isinstance(desk.work, BoardEntry) and desk.question is not Question.LEAVE:
        return _with(desk, replace(desk.work, position=0)), "press"
    return replace(desk, question=None), "press"


def _named(situation: Situation, desk: Desk, work: Census, role: str) -> Then:
    """Show the next missing card, or take the unknown one for the card that is shown."""
    kinds = deck.unseen(work)
    if role != "ok":
        return replace(desk, page=(desk.page + (-1 if role == "left" else 1)) % len(kinds)), "press"
    work = deck.replaced(work, kinds[desk.page % len(kinds)].kind, work.foreign[-1])
    return _kept(situation, replace(desk, work=work, question=None, page=0))


def _kept(situation: Situation, desk: Desk) -> Then:
    """Have what the desk has done kept in its file; the sound follows when it is."""
    situation.ui.to_keep = to_keep(situation, desk.work)
    return desk, ""


def _held(desk: Desk, role: str) -> Then:
    """Handle a held button: OK takes back, or names an unknown card; any other leaves, or ends the question."""
    is_asking = desk.question is not None
    if role != "ok":
        if desk.is_over or (isinstance(desk.work, Census) and not is_asking):
            return None, "press"
        return replace(desk, question=None if desk.question is Question.REPLACE else Question.LEAVE), "press"
    if desk.is_over or is_asking:
        return desk, ""
    if isinstance(desk.work, Enrolment):
        return _with(desk, deck.take_back(desk.work)), "press" if desk.work.cards else "refused"
    if isinstance(desk.work, BoardEntry):
        return _with(desk, board.go_on(desk.work, -1)), "press"
    if desk.work.answer is Seen.FOREIGN and deck.unseen(desk.work):
        return replace(desk, question=Question.REPLACE, page=0), "press"
    return desk, "refused"
