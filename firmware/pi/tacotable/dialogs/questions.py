"""Asking: a seat asks to take the last act back, to let a refused one stand, or to change the game by hand.

Another agrees or not.

While a question is open the game stands: cards are refused, windows do not count, and only OK and the other buttons of
those who are asked mean something. Nobody answers within 20 s: it goes on as it was. A lifted card asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tacotable.dialogs import undo
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Refusal, Vote
from tacotable.state.question import OK, OTHER, Answer, Question, Stops
from tacotable.state.scene import GREEN, RED, Light, Notice, Sign, Values
from tacotable.state.situation import PUBLIC_SCREEN, Situation, pad_of
from tacotable.table.kinds import faces_of, part_of
from tacotable_drivers.ports import Look, Pattern

Amendment = dict[str, str]
ASKED_MS = 20_000.0  # So long a question waits for an answer.
TAKE_BACK, LET_STAND, LOST, PUT_AWAY = "take-back", "let-stand", "card-lost", "put-away"
ARBITER = "arbiter"  # Who decides alone: the person at the all-seeing page.
TWO_PADS = "two-pads"  # What takes a card's act back that two pads told in one moment: nobody asked.
WHOSE = "whose"  # What takes back a draw told without the lethal card: its seat alone, which draws that one instead.
OWN = "own"  # What takes an act back as soon as it is done: its seat alone.
MAY_AGREE = Light(Look(GREEN, Pattern.FAST), "lamp.may-agree")
MAY_REFUSE, MAY_GO_BACK = (Light(Look(RED, Pattern.SLOW), f"lamp.may-{code}") for code in ("refuse", "go-back"))
AGREED = "agreed at the table"  # Why a decision was made, as the record keeps it.


def offered(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return what a seat may ask for now, as items of its menu."""
    return (
        *((TAKE_BACK,) if undo.is_possible(situation) else ()),
        *((LET_STAND,) if may_let_stand(situation) else ()),
        *amendments(situation, seat),
    )


def may_let_stand(situation: Situation) -> bool:
    """Return whether the last refused act could stand if people want it: the state of the game can hold it."""
    match, refused = situation.game.match, situation.game.refused
    return match is not None and refused is not None and not situation.game.is_paused and match.may_stand()


def _amendable(situation: Situation, known: Mapping[str, Amendment]) -> dict[str, Amendment]:
    match, game = situation.game.match, situation.game
    if match is None or game.stage is not Stage.PLAY or game.is_paused:
        return {}
    return {kind: change for kind, change in known.items() if match.may_amend(change)}


def amendments(situation: Situation, seat: str) -> dict[str, Amendment]:
    """Return the changes by hand that a seat may ask for now, as the referee protocol's `amend` writes them."""
    return _amendable(situation, situation.family.amendments(situation, seat))


def ask(situation: Situation, seat: str, kind: str, card: str = "") -> Iterator[facts.Fact]:
    """Ask the others, where they have to agree; every menu closes, so that the question can be read."""
    if kind == TAKE_BACK and undo.is_own(situation, seat):
        yield from take_back(situation, seat, OWN)
        return
    situation.ui.question = Vote(kind, seat, situation.devices.now_ms + ASKED_MS, card)
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


def question_of(situation: Situation, vote: Vote) -> Question:
    """Return the question of a vote: any other seat that still plays agrees or refuses; who asked may withdraw it."""
    about, told = f"ask.{vote.kind}", {"seat": vote.seat, **subject(situation, vote.kind, vote.card)}
    agree, decline = partial(_agree, vote=vote), partial(_decline, vote=vote)
    voters = situation.family.may_agree(situation, vote.seat)
    roles = {OK: Answer(MAY_AGREE, agree), OTHER: Answer(MAY_REFUSE, decline)}
    signs = {seat: Sign(about if seat in voters else f"{about}-wait", told) for seat in situation.seats}
    signs[situation.public_screen] = Sign(f"{about}-public", told)
    screens = {name: Notice(sign) for name, sign in signs.items()}
    answers = {vote.seat: {OTHER: Answer(MAY_GO_BACK, _withdraw)}, **dict.fromkeys(voters, roles)}
    agreed, declined = Sign(f"arbiter.agree-{vote.kind}", told), Sign("arbiter.decline", told)
    decisions = {"agree": (agreed, agree), "decline": (declined, decline)}
    return Question("question", Stops.MENUS, answers, screens, decisions, vote.until_ms, partial(_expire, vote=vote))


def _agree(situation: Situation, by: str, vote: Vote) -> Iterator[facts.Fact]:
    """Do what was asked for."""
    situation.ui.question, news = None, situation.ui.news
    if vote.kind == TAKE_BACK:
        yield from take_back(situation, vote.seat, by)
    elif vote.kind == LET_STAND:
        yield facts.Decided(vote.seat, by, True, AGREED)
    elif vote.kind == PUT_AWAY:
        yield facts.Closed()
    else:
        changes = {**amendments(situation, vote.seat), **missing(situation)}
        if change := changes.get(f"{vote.kind} {vote.card}".strip()):
            situation.ui.refusals.clear()
            yield from amend(situation, vote.seat, by, change)
    if all(one in news for one in situation.ui.news):  # it says nothing of itself
        _announce(situation, "agreed", by)
        for other in (vote.seat, situation.public_screen):  # which show what comes of it
            situation.ui.read_news(other)


def _announce(situation: Situation, end: str, by: str) -> None:
    """Say how a vote ended, unless the lobby says it."""
    if situation.game.match is not None:
        situation.ui.announce(Sign(told_by(f"sign.{end}", by), {"seat": by}), situation.devices.now_ms)
        if by in situation.seats:
            situation.ui.read_news(by)


def missing(situation: Situation) -> dict[str, Amendment]:
    """Return for each kind of card that may be missing how the referee is told so, behind `LOST`."""
    faces = faces_of(situation.ruleset)
    return _amendable(situation, {f"{LOST} {face}": {"do": "lost", "card": face} for face in faces})


def amend(situation: Situation, asked: str, by: str, change: Amendment) -> Iterator[facts.Fact]:
    """Change the game; a card that is missing is missing in later games, too."""
    yield facts.Amended(asked, by, change)
    if change["do"] == "lost":
        part, known = part_of(situation.ruleset, len(situation.game.players)), situation.game.arranged
        lost = {**known.lost, part: [*known.lost.get(part, ()), change["card"]]}
        yield facts.Arranged(lost, known.rules, known.robots)


def _decline(situation: Situation, by: str, vote: Vote) -> Iterator[facts.Fact]:
    """Leave it as it is: a refused act stays refused by decision."""
    situation.ui.question = None
    if vote.kind == LET_STAND:
        yield facts.Decided(vote.seat, by, False, AGREED)
    else:
        values = {"seat": vote.seat, "by": by, **subject(situation, vote.kind, vote.card)}
        code = "log.not-taken-back" if vote.kind == TAKE_BACK else "log.not-amended"
        situation.note("dispute", told_by(code, by), values, seat=vote.seat)
    _announce(situation, "declined", by)
    situation.sound("refused")


def take_back(situation: Situation, seat: str, by: str) -> Iterator[facts.Fact]:
    """Undo the last act; a card of it that still lies on a pad is asked to be taken off."""
    step = situation.game.steps[-1]
    is_unseen = step.did == ("draw",) and not situation.game.is_seen
    lying = situation.lying()
    situation.ui.refusals.clear()
    yield facts.Undone(seat, by, lying)
    for zone, tag in lying.items():
        is_anothers = zone in (pad_of(other) for other in situation.seats if other != step.seat)
        if not (is_unseen or is_anothers):
            ask_to_lift(situation, zone, tag)
        elif not situation.family.has_counted(situation, zone, tag):
            ask_to_lift(situation, zone, tag, "refusal.lay-again", step.seat)


def told_by(code: str, by: str) -> str:
    """Return the message of a decision: the arbiter and two pads are no seats, and are told in words of their own."""
    return f"{code}-{by}" if by in (ARBITER, TWO_PADS, WHOSE, OWN) else code


def ask_to_lift(
    situation: Situation, zone: str, tag: str, code: str = "refusal.taken-back", whom: str = PUBLIC_SCREEN
) -> None:
    """Ask for a card on a pad that is no act (any more) to be removed; `whom`: who is asked on the pad of all."""
    whom = next((seat for seat in situation.seats if zone == pad_of(seat)), whom)
    situation.ui.refusals[whom] = Refusal(code, tag=tag, moment=situation.moment())


def _withdraw(situation: Situation, by: str) -> Iterator[facts.Fact]:
    """End a vote that the seat which asked wants no more."""
    situation.ui.question = None
    _announce(situation, "withdrawn", by)
    situation.sound("press")
    yield from ()


def _expire(situation: Situation, _: str, vote: Vote) -> Iterator[facts.Fact]:
    """End a vote that nobody answered in time: then a game is put away, for nobody else plays on."""
    situation.ui.question = None
    if vote.kind == PUT_AWAY:
        yield facts.Closed()
        return
    kind = vote.kind if vote.kind in (TAKE_BACK, LET_STAND) else "amend"
    values = {"seat": vote.seat, **subject(situation, vote.kind, vote.card)}
    situation.note("dispute", f"log.unanswered-{kind}", values, seat=vote.seat)
    _announce(situation, "unanswered", "")
    situation.sound("refused")
