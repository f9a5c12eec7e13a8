"""Asking: a seat asks to take the last act back, to let a refused one stand, or to change the game by hand.

Another agrees or not.

While a question is open the game stands: cards are refused, windows do not count, and only OK and the other buttons of
those who are asked mean something. Nobody answers within 20 s: it goes on as it was. A lifted card asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tacotable.dialogs import undo as taking_back
from tacotable.state import early_presses as too_early
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable.state.interaction import Question, Refusal
from tacotable.state.scene import GREEN, RED, Light, Notice, Scene, Sign, Values
from tacotable.state.situation import PUBLIC_SCREEN, Situation, pad_of, role_of, seat_of
from tacotable.table.kinds import faces_of, part_of
from tacotable_drivers.ports import DARK, Look, Pattern

Amendment = dict[str, str]
ASKED_MS = 20_000.0  # So long a question waits for an answer.
TAKE_BACK, LET_STAND, LOST, PUT_AWAY = "take-back", "let-stand", "card-lost", "put-away"
ARBITER = "arbiter"  # Who decides alone: the person at the all-seeing page.
TWO_PADS = "two-pads"  # What takes a card's act back that two pads told in one moment: nobody asked.
WHOSE = "whose"  # What takes back a draw told without the lethal card: its seat alone, which draws that one instead.
OWN = "own"  # What takes an act back as soon as it is done: its seat alone.
AGREED = "agreed at the table"  # Why a decision was made, as the record keeps it.


def offered(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return what a seat may ask for now, as items of its menu."""
    return (
        *((TAKE_BACK,) if taking_back.is_possible(situation) else ()),
        *((LET_STAND,) if may_let_stand(situation) else ()),
        *amendments(situation, seat),
    )


def may_let_stand(situation: Situation) -> bool:
    """Return whether the last refused act could stand if people want it: the state of the game can hold it."""
    match, refused = situation.game.match, situation.game.refused
    return match is not None and refused is not None and not situation.game.is_paused and match.may_stand()


def amendments(situation: Situation, seat: str) -> dict[str, Amendment]:
    """Return the changes by hand that a seat may ask for now, as the referee protocol's `amend` writes them."""
    match = situation.game.match
    if match is None or situation.game.stage is not Stage.PLAY or situation.game.is_paused:
        return {}
    known = situation.family.amendments(situation, seat)
    return {kind: change for kind, change in known.items() if match.may_amend(change)}


def ask(situation: Situation, seat: str, kind: str, card: str = "") -> Iterator[facts.Fact]:
    """Ask the others, where they have to agree; every menu closes, so that the question can be read."""
    if kind == TAKE_BACK and taking_back.is_own(situation, seat):
        yield from take_back(situation, seat, OWN)
        return
    situation.ui.question = Question(kind, seat, situation.devices.now_ms + ASKED_MS, card)
    situation.ui.menus.clear()
    situation.sound("asked")


def subject(situation: Situation, kind: str, card: str = "") -> Values:
    """Return the act that a question is about, in values that everyone may read; a refused one's cards are left out."""
    if kind == LOST:
        return {"card": card}
    if kind == TAKE_BACK:
        return {"owner": situation.game.steps[-1].seat, "did": situation.game.steps[-1].did}
    if kind != LET_STAND:
        return {"card": situation.family.title(situation).values.get("card", "")}
    refused = situation.game.refused
    return {"owner": refused.seat, "did": (str(refused.act["do"]),)} if refused else {}


def may_answer(situation: Situation, seat: str) -> bool:
    """Return whether a seat is asked: any other that still plays."""
    question = situation.ui.question
    return question is not None and seat in situation.family.may_agree(situation, question.seat)


def answered(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Handle a tap while a question is open: OK agrees, any other button refuses; who asked may take it back so."""
    question = situation.ui.question
    if question is None:
        return
    if may_answer(situation, seat):
        yield from agree(situation, seat) if role == "ok" else decline(situation, seat)
    elif seat == question.seat and role != "ok":
        situation.ui.question = None
        situation.sound("press")
    else:
        too_early.ignore(situation, seat)  # the display says who is asked


def agree(situation: Situation, by: str) -> Iterator[facts.Fact]:
    """Do what was asked for; the others who were asked may be about to answer it, too."""
    question, situation.ui.question = situation.ui.question, None
    if question is None:
        return
    for seat in situation.family.may_agree(situation, question.seat):
        if seat != by:
            too_early.be_quiet(situation, seat, Guard.SETTLED.ms)
    if question.kind == TAKE_BACK:
        yield from take_back(situation, question.seat, by)
    elif question.kind == LET_STAND:
        yield facts.Decided(question.seat, by, True, AGREED)
    elif question.kind == PUT_AWAY:
        yield facts.Closed()
    else:
        changes = {**amendments(situation, question.seat), **missing(situation)}
        if change := changes.get(f"{question.kind} {question.card}".strip()):
            situation.ui.refusals.clear()
            yield from amend(situation, question.seat, by, change)


def missing(situation: Situation) -> dict[str, Amendment]:
    """Return for each kind of card that may be missing how the referee is told so, behind `LOST`."""
    match = situation.game.match
    if match is None or situation.game.stage is not Stage.PLAY or situation.game.is_paused:
        return {}
    faces = faces_of(situation.ruleset)
    changes: dict[str, Amendment] = {f"{LOST} {face}": {"do": "lost", "card": face} for face in faces}
    return {kind: change for kind, change in changes.items() if match.may_amend(change)}


def amend(situation: Situation, asked: str, by: str, change: Amendment) -> Iterator[facts.Fact]:
    """Change the game; a card that is missing is missing in later games, too."""
    yield facts.Amended(asked, by, change)
    if change["do"] == "lost":
        part, known = part_of(situation.ruleset, len(situation.players)), situation.game.arranged
        lost = {**known.lost, part: [*known.lost.get(part, ()), change["card"]]}
        yield facts.Arranged(lost, known.rules, known.robots)


def decline(situation: Situation, by: str) -> Iterator[facts.Fact]:
    """Leave it as it is: a refused act stays refused by decision."""
    question, situation.ui.question = situation.ui.question, None
    if question is None:
        return
    if question.kind == LET_STAND:
        yield facts.Decided(question.seat, by, False, AGREED)
        return
    values = {"seat": question.seat, "by": by, **subject(situation, question.kind, question.card)}
    code = "log.not-taken-back" if question.kind == TAKE_BACK else "log.not-amended"
    situation.note("dispute", told_by(code, by), values, seat=question.seat)
    situation.ui.announce(Sign(told_by("sign.declined", by), {"seat": by}), situation.devices.now_ms)
    situation.ui.read_news(by)
    situation.sound("refused")


def take_back(situation: Situation, seat: str, by: str) -> Iterator[facts.Fact]:
    """Undo the last act; a card of it that still lies on a pad is asked to be taken off."""
    step = situation.game.steps[-1]
    is_unseen = step.did == ("draw",) and not situation.is_seen
    lying = situation.lying()
    situation.ui.refusals.clear()
    yield facts.Undone(seat, by, lying)
    for zone, tag in lying.items():
        is_anothers = zone in (pad_of(other) for other in situation.seats if other != step.seat)
        if not (is_unseen or is_anothers):
            ask_to_lift(situation, zone, tag)
        elif not situation.family.has_counted(situation, zone, tag):
            ask_to_lift(situation, zone, tag, "refusal.lay-again")


def told_by(code: str, by: str) -> str:
    """Return the message of a decision: the arbiter and two pads are no seats, and are told in words of their own."""
    return f"{code}-{by}" if by in (ARBITER, TWO_PADS, WHOSE, OWN) else code


def ask_to_lift(situation: Situation, zone: str, tag: str, code: str = "refusal.taken-back") -> None:
    """Ask for a card on a pad that is no act (any more) to be taken off."""
    whom = next((seat for seat in situation.seats if zone == pad_of(seat)), PUBLIC_SCREEN)
    situation.ui.refusals[whom] = Refusal(code, tag=tag, moment=situation.moment())


def pass_by(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    """End a question that nobody answered in time: then a game is put away, for nobody else plays on."""
    question = situation.ui.question
    if question is None or at_ms < question.until_ms:
        return
    values = {"seat": question.seat, **subject(situation, question.kind, question.card)}
    situation.ui.question = None
    if question.kind == PUT_AWAY:
        yield facts.Closed()
        return
    kind = question.kind if question.kind in (TAKE_BACK, LET_STAND) else "amend"
    situation.note("dispute", f"log.unanswered-{kind}", values, seat=question.seat)
    situation.sound("refused")


def wake_at_ms(situation: Situation) -> float | None:
    """Return when an open question ends by itself."""
    return situation.ui.question.until_ms if situation.ui.question else None


def with_question(scene: Scene, situation: Situation) -> Scene:
    """Return the scene with the open question in place of what the game asks; the scene itself without one."""
    question = situation.ui.question
    if question is None:
        return scene
    about, act = f"ask.{question.kind}", subject(situation, question.kind, question.card)
    values = {"seat": question.seat, **act}
    signs = {seat: Sign(about if may_answer(situation, seat) else f"{about}-wait", values) for seat in situation.seats}
    told = signs | {situation.public_screen: Sign(f"{about}-public", values)}
    return scene.instead({name: Notice(sign) for name, sign in told.items()}, partial(_lamp, situation), signs)


def _lamp(situation: Situation, button: str) -> Light:
    """Show a button: OK agrees, any other refuses; who asked may still take that back."""
    seat, role = seat_of(button), role_of(button)
    question = situation.ui.question
    if may_answer(situation, seat):
        if role == "ok":
            return Light(Look(GREEN, Pattern.FAST), "lamp.may-agree")
        return Light(Look(RED, Pattern.SLOW), "lamp.may-refuse")
    if question is not None and seat == question.seat and role != "ok":
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back")
    return Light(DARK, "lamp.off")
