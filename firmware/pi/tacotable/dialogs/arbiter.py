"""The arbiter: the person with the arbiter's link, who answers what was asked and decides alone where that is needed.

Whoever starts the table finds the link among the lines of the start, and gives it to whom the players trust. On the
simulated table the page that sees everything may decide, too. The arbiter's page shows no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tacotable.dialogs import questions, undo
from tacotable.dialogs.open_question import open_question
from tacotable.dialogs.questions import ARBITER, LET_STAND, TAKE_BACK
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.question import Outcome, Stops
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.state.situation import Situation


def offered(situation: Situation) -> dict[str, Sign]:
    """Return what the arbiter may decide now, each with the words that say what it is about."""
    return {what: sign for what, (sign, _) in _decisions(situation).items()}


def decided(situation: Situation, what: str) -> Iterator[facts.Fact]:
    """Return the facts of a decision; one that is not offered any more changes nothing."""
    _, outcome = _decisions(situation).get(what, (None, None))
    if outcome:
        yield from outcome(situation, ARBITER)


def _decisions(situation: Situation) -> dict[str, tuple[Sign, Outcome]]:
    question, game, public = open_question(situation), situation.game, situation.public()
    made = dict(question.decisions) if question else {}
    if question and question.stops is Stops.ALL:
        return made
    is_won = public is not None and public.winner is not None
    if game.stage in (Stage.MOVE, Stage.DEAL, Stage.PLAY) and not is_won and not game.is_paused:
        made["pause"] = Sign("arbiter.pause"), _pause
    if question and question.stops is Stops.MENUS:
        return made
    if undo.is_possible(situation):
        told = questions.subject(situation, TAKE_BACK)
        made["take-back"] = Sign("arbiter.take-back", told), partial(questions.take_back, by=ARBITER)
    if game.refused is not None and not game.is_paused:
        told = questions.subject(situation, LET_STAND)
        if questions.may_let_stand(situation):
            made["let-stand"] = Sign("arbiter.let-stand", told), partial(_rule, stands=True)
        made["refuse"] = Sign("arbiter.refuse", told), partial(_rule, stands=False)
    for what, (kind, change) in _changes(situation).items():
        sign = Sign(f"arbiter.{kind}", {"seat": "", "card": "", **change})
        made[what] = sign, partial(questions.amend, by=ARBITER, change=change)
    seats = situation.family.page_scene(situation).get("accept")
    if isinstance(seats, list) and seats:  # in place of the first seat that may
        made["accept-table"] = Sign("arbiter.accept-table", {"seat": seats[0]}), partial(_accept, seat=seats[0])
    return made


def _pause(situation: Situation, _: str) -> Iterator[facts.Fact]:
    situation.ui.question = None  # it is asked again after the pause
    yield facts.Paused(on=True)


def _rule(_: Situation, by: str, *, stands: bool) -> Iterator[facts.Fact]:
    yield facts.Decided(by, by, stands, "arbiter")


def _accept(situation: Situation, _: str, *, seat: str) -> Iterator[facts.Fact]:
    yield from situation.family.held(situation, seat, "ok", situation.devices.now_ms)


def waits(situation: Situation) -> str:
    """Return what the table waits for people to answer or to end; empty while it only waits for play."""
    question = open_question(situation)
    if question and question.decisions:
        return question.kind
    return "question" if situation.family.asks_people(situation) else ""


def _changes(situation: Situation) -> dict[str, tuple[str, questions.Amendment]]:
    """Return the changes by hand that are possible, by their kind and the seat that each is about."""
    return {
        f"{kind} {change['seat']}" if "seat" in change else kind: (kind, change)
        for seat in situation.game.players
        for kind, change in questions.amendments(situation, seat).items()
    } | {what: (questions.LOST, change) for what, change in questions.missing(situation).items()}
