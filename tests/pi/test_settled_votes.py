"""A seat that was asked something which others settled reads the result: its next press within 3 s puts that away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from pi.test_questions_on_every_table import MOMENTS, EveryHands, code_on
from tacotable.dialogs import questions
from tacotable.dialogs.open_question import open_question
from tacotable.state.events import Arbitrated
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable.state.situation import has_display, seat_of
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of
from tacotable_drivers.ports import Pattern

ASKING_MS = 1_000.0
"""So long hands wait after they have asked a question."""
PLACES = [(table, game) for table in SHIPPED if "-hub" not in table for game in games_of(read_table(table))]
"""Each kind of table with each of its games."""


class Voters(EveryHands):
    """Hands at any table; at a ring a third seat plays, which is asked, too."""

    def sit_down(self) -> None:
        if not self.is_tacocat:
            self.tap(f"{self.situation.seats[-1]}.ok")
        super().sit_down()


ENDS: Mapping[str, Callable[[Voters], object]] = {
    "agree": lambda hands: hands.tap(f"{hands.other}.ok"),
    "decline": lambda hands: hands.tap(hands.menu_button(hands.other)),
    "withdraw": lambda hands: hands.tap(hands.menu_button(hands.asker)),
    "say nothing": lambda hands: hands.wait(questions.ASKED_MS - ASKING_MS),
    "arbiter agrees": lambda hands: hands.tell(Arbitrated("agree", hands.now_ms)),
    "arbiter declines": lambda hands: hands.tell(Arbitrated("decline", hands.now_ms)),
}


def readers(hands: Voters, end: str) -> list[str]:
    """Return the seats that the open vote asks and that do not end it themselves."""
    question = open_question(hands.situation)
    assert question is not None
    asked = [seat for seat in hands.situation.game.players if question.answer(f"{seat}.ok")]
    return [seat for seat in asked if end not in ("agree", "decline") or seat != hands.other]


def settled(table: str, game: str) -> Iterator[tuple[Voters, str, str]]:
    """Yield each vote at a table after others settled it, with a seat that was asked, and the name of the case."""
    for moment in ("acted", "refused"):
        for kind in sorted(_at(table, game, moment).offered()):
            for end, settle in ENDS.items():
                hands = _at(table, game, moment)
                hands.ask(kind)
                asked = readers(hands, end)
                if asked:
                    settle(hands)
                    yield hands, asked[-1], f"{kind} {moment}, {end}, {asked[-1]}"


def _at(table: str, game: str, moment: str) -> Voters:
    hands = Voters(table, game)
    for step in MOMENTS[moment]:
        step(hands)
    return hands


def invites(hands: Voters, seat: str) -> bool:
    """Return whether the lamp of OK at a seat asks for a press in the game."""
    pattern = hands.scene.lamps[f"{seat}.ok"].look.pattern
    return pattern in (Pattern.FAST, Pattern.SLOW) and not hands.situation.is_still


def check_result(hands: Voters, seat: str, name: str) -> None:
    """See that a seat reads how the vote ended: on its display, or that it is over, or which card goes first."""
    code, news = hands.scene.prompts[seat].code, hands.situation.ui.news
    messages = [refusal.code for refusal in hands.situation.ui.refusals.values()]
    assert code in ([news[0].sign.code] if news else []) + messages, f"{name}: {code}"
    assert not has_display(hands.situation, seat) or code_on(hands, seat) == code, name


@pytest.mark.parametrize(("table", "game"), PLACES)
def test_the_first_press_after_a_vote_that_others_settled_only_puts_the_result_away(table: str, game: str) -> None:
    for hands, seat, name in settled(table, game):
        is_over = hands.situation.game.stage is Stage.OVER
        hands.wait(Guard.SETTLED.ms if is_over else Guard.CHANGED.ms)
        if hands.situation.game.stage is Stage.PLAY:
            check_result(hands, seat, name)
        before, facts, cue = hands.situation.public(), len(hands.log.facts), hands.scene.cue.number
        assert not invites(hands, seat), name

        hands.tap_at_once(f"{seat}.ok")

        assert len(hands.log.facts) == facts, name
        assert hands.situation.public() == before, name
        assert hands.scene.cue.number > cue, name
        assert seat not in hands.situation.ui.settled_ms, name
        assert hands.situation.game.stage is not Stage.PLAY or not invites(hands, seat), name


@pytest.mark.parametrize(("table", "game"), PLACES)
def test_a_seat_that_has_read_takes_the_result_from_no_other_display(table: str, game: str) -> None:
    for hands, seat, name in settled(table, game):
        hands.wait(Guard.CHANGED.ms)
        others = [other for other in hands.situation.seats if other != seat and has_display(hands.situation, other)]
        told = {each.sign.code for each in hands.situation.ui.news}
        before = {other: code_on(hands, other) for other in others if code_on(hands, other) in told}

        hands.tap_at_once(f"{seat}.ok")

        assert {other: code_on(hands, other) for other in before} == before, name


@pytest.mark.parametrize(("table", "game"), PLACES)
def test_a_press_just_after_such_a_vote_is_answered_at_once_by_both_lamps(table: str, game: str) -> None:
    for hands, seat, name in settled(table, game):
        names = [button for button in hands.scene.lamps if seat_of(button) == seat]
        for button in names:
            facts = len(hands.log.facts)

            hands.tap_at_once(button)

            assert [hands.scene.lamps[lamp].meaning for lamp in names] == ["lamp.too-early"] * len(names), name
            assert hands.scene.cue.name == "refused", name
            assert len(hands.log.facts) == facts, name


def test_three_seconds_after_such_a_vote_presses_count_again() -> None:
    for hands, seat, name in settled("kittens", "ek120"):
        hands.wait(Guard.RESULT.ms)

        assert seat not in hands.situation.ui.settled_ms, name
