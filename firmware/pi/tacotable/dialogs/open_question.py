"""The open question of a table: which one it is, how it is shown, what a press answers, and when it ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tacotable.dialogs import lessons, questions, restart
from tacotable.state import facts, guards
from tacotable.state.question import OK, Answer, Question, Stops
from tacotable.state.scene import PRESS, REFUSED, Notice, Scene, Sign
from tacotable.state.situation import Situation, Stage, seat_of
from tacotable.table.parts import displays_of


def open_question(situation: Situation) -> Question | None:
    """Return the question that is open, that of the highest priority if there are several; None: the game goes on."""
    if situation.devices.waits_for_storage:
        return _storage(situation)
    if situation.ui.restart is not None:
        return restart.question_of(situation, situation.ui.restart)
    if situation.ui.question is not None:
        return questions.question_of(situation, situation.ui.question)
    if situation.game.stage is Stage.DEAL and lessons.is_set_up(situation):
        return lessons.question_of(situation)
    return _pause(situation) if situation.game.is_paused else None


def is_stopped(situation: Situation) -> bool:
    """Return whether the open question stops all."""
    return situation.devices.waits_for_storage or situation.ui.restart is not None


def _storage(situation: Situation) -> Question:
    """Return the question of a journal that fails: OK, held, plays on in memory; if a desk may decide, only that."""
    table, agree = situation.devices.whole, {OK: Answer(REFUSED, _play_unsaved)}
    who, answers = ("organiser", {}) if table.desk_arbiter else ("seat", dict.fromkeys(situation.seats, agree))
    sign = Sign(f"sign.unsaved-{situation.devices.unsaved}", note=Sign(f"note.unsaved-{who}"), is_alert=True)
    screens = dict.fromkeys((*displays_of(table), *table.seat_names), Notice(sign))
    decisions = {"play-unsaved": (Sign("arbiter.play-unsaved"), _play_unsaved)}
    return Question("storage", Stops.ALL, answers, screens, decisions, by_hold=True, unasked=REFUSED)


def _play_unsaved(situation: Situation, _: str) -> Iterator[facts.Fact]:
    situation.devices.waits_for_storage = False
    situation.note("device", "log.plays-unsaved")
    situation.sound("press")
    if situation.ui.restart is None:
        yield from restart.look_at_cards(situation)


def _pause(situation: Situation) -> Question:
    """Return the question of a pause; the game itself says on its displays that it is paused."""
    answers, decisions = {OK: Answer(PRESS, _go_on)}, {"go-on": (Sign("arbiter.go-on"), _go_on)}
    return Question("paused", Stops.PLAY, dict.fromkeys(situation.seats, answers), decisions=decisions, unasked=None)


def _go_on(_: Situation, by: str) -> Iterator[facts.Fact]:
    yield facts.Paused(on=False)


def asked(situation: Situation, seat: str) -> Question | None:
    """Return the open question if a press at a seat answers it: the seat's open menu may come first."""
    question = open_question(situation)
    return None if question and question.stops is Stops.PLAY and seat in situation.ui.menus else question


def answered(situation: Situation, question: Question, button: str, *, is_held: bool) -> Iterator[facts.Fact]:
    """Return the facts that follow from a press; one that answers nothing shows at its lamps that it did not count."""
    answer, seat = question.answer(button), seat_of(button)
    if answer is None or question.by_hold not in (None, is_held):
        guards.ignore(situation, seat)
    else:
        yield from answer.outcome(situation, seat)


def passed(situation: Situation, at_ms: float) -> Iterator[facts.Fact]:
    """End a question that was open for long enough."""
    question = open_question(situation)
    if question and question.expired and question.until_ms is not None and question.until_ms <= at_ms:
        yield from question.expired(situation, "")


def with_question(scene: Scene, situation: Situation) -> Scene:
    """Return the scene with the open question over it; the scene itself without one."""
    question = open_question(situation)
    if question is None:
        return scene
    if question.stops > Stops.PLAY:
        return question.over(scene)
    menus = situation.ui.menus
    return question.over(scene, {*menus, *situation.ui.refusals}, menus)


def fault_view(scene: Scene, situation: Situation, sign: Sign) -> Scene:
    """Return the last scene with a fault over it, of the program or of what it keeps: every seat reads about it."""
    screens = dict.fromkeys((*scene.screens, *scene.prompts), Notice(sign))
    return replace(Question("fault", Stops.ALL, {}, screens, unasked=REFUSED).over(scene), cue=situation.ui.cue)
