"""The arbiter: the person with the arbiter's link, who answers what was asked and decides alone where that is needed.

Whoever starts the table finds the link among the lines of the start, and gives it to whom the players trust. On the
simulated table the page that sees everything may decide, too. The arbiter's page shows no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import questions as asking
from tacotable.dialogs import restart as restarting
from tacotable.dialogs import undo as taking_back
from tacotable.dialogs import unsaved
from tacotable.dialogs.questions import ARBITER, LET_STAND, TAKE_BACK
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign, Values

if TYPE_CHECKING:
    from tacotable.state.situation import Situation


def offered(situation: Situation) -> dict[str, Sign]:
    """Return what the arbiter may decide now, each with the words that say what it is about."""
    if situation.devices.waits_for_storage:
        return {unsaved.AGREE: Sign(f"arbiter.{unsaved.AGREE}")}
    if situation.ui.restart is not None:
        return restarting.offered(situation)
    question = situation.ui.question
    if question is not None:
        told: Values = {"seat": question.seat, **asking.subject(situation, question.kind, question.card)}
        answers = {"agree": Sign(f"arbiter.agree-{question.kind}", told), "decline": Sign("arbiter.decline", told)}
        return answers | _pause(situation)
    decisions = {"go-on": Sign("arbiter.go-on")} if situation.game.is_paused else _pause(situation)
    if taking_back.is_possible(situation):
        decisions["take-back"] = Sign("arbiter.take-back", asking.subject(situation, TAKE_BACK))
    if situation.game.refused is not None and not situation.game.is_paused:
        told = asking.subject(situation, LET_STAND)
        if asking.may_let_stand(situation):
            decisions["let-stand"] = Sign("arbiter.let-stand", told)
        decisions["refuse"] = Sign("arbiter.refuse", told)
    for what, (kind, change) in _changes(situation).items():
        decisions[what] = Sign(f"arbiter.{kind}", {"seat": "", "card": "", **change})
    if seats := _acceptors(situation):
        decisions["accept-table"] = Sign("arbiter.accept-table", {"seat": seats[0]})
    return decisions


def decided(situation: Situation, what: str) -> Iterator[facts.Fact]:
    """Return the facts of a decision; one that is not offered any more changes nothing."""
    if what not in offered(situation):
        return
    match what:
        case "agree":
            yield from asking.agree(situation, ARBITER)
        case "decline":
            yield from asking.decline(situation, ARBITER)
        case "go-on" | "pause":
            situation.ui.question = None  # it is asked again after the pause
            yield facts.Paused(on=what == "pause")
        case "take-back":
            yield from asking.take_back(situation, ARBITER, ARBITER)
        case "let-stand" | "refuse":
            yield facts.Decided(ARBITER, ARBITER, what == "let-stand", "arbiter")
        case "accept-table":  # in place of the first seat that may
            yield from situation.family.held(situation, _acceptors(situation)[0], "ok", situation.devices.now_ms)
        case _:
            _, change = _changes(situation)[what]
            yield from asking.amend(situation, ARBITER, ARBITER, change)


def waits(situation: Situation) -> str:
    """Return what the table waits for people to answer or to end; empty while it only waits for play."""
    waiting = {
        "storage": situation.devices.waits_for_storage,
        "restart": situation.ui.restart is not None,
        "question": situation.ui.question is not None or situation.family.asks_people(situation),
        "paused": situation.game.is_paused,
    }
    return next((name for name, is_so in waiting.items() if is_so), "")


def _pause(situation: Situation) -> dict[str, Sign]:
    """Return the decision to pause, in the stages in which the menu of a seat has it."""
    game, public = situation.game, situation.public()
    is_won = public is not None and public.winner is not None
    is_in_play = game.stage in (Stage.MOVE, Stage.DEAL, Stage.PLAY) and not is_won
    return {"pause": Sign("arbiter.pause")} if is_in_play and not game.is_paused else {}


def _changes(situation: Situation) -> dict[str, tuple[str, asking.Amendment]]:
    """Return the changes by hand that are possible, by their kind and the seat that each is about."""
    return {
        f"{kind} {change['seat']}" if "seat" in change else kind: (kind, change)
        for seat in situation.players
        for kind, change in asking.amendments(situation, seat).items()
    } | {what: (asking.LOST, change) for what, change in asking.missing(situation).items()}


def _acceptors(situation: Situation) -> list[str]:
    """Return the seats whose OK, held, takes the table as it is."""
    seats = situation.family.page_scene(situation).get("accept")
    return seats if isinstance(seats, list) else []
