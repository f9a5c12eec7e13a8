"""Lessons at the table: hands solve each one, and what rules refuse on the way is refused there, too."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.pupil import Pupil
from tacotable.catalog import LANGUAGES
from tacotable.display.draw import draw
from tacotable.state.facts import Learned
from tacotable.state.scene import Choice, Reason
from tacotable_engine.companion.lessons.lesson import Lesson, Try, lessons_of
from tacotable_engine.registry import rulesets, spec_of

LESSONS = [
    (ruleset, name)
    for ruleset in rulesets()
    if spec_of(ruleset).lessons
    for name, lesson in lessons_of(ruleset).items()
    if lesson.is_for_table
]
MET = {
    ("answer", "answer-turn"), ("answer", "sacrifice-refuted"), ("attack", "attack-keep-one"),
    ("attack", "attack-no-runs"), ("attack", "attack-shape"), ("attack", "attack-turn"),
    ("attack", "attack-whole-group"), ("deny", "deny-refuted"), ("draw", "pile-all-lethal"), ("draw", "pile-empty"),
    ("duel", "already-sealed"), ("explode", "hand-count"), ("explode", "hand-lacks"), ("nope", "nope-clone-off"),
    ("nope", "nope-clone-top"), ("play", "card-not-held"), ("play", "clone-of-clone"), ("play", "clone-of-nope"),
    ("play", "clone-of-nothing"), ("play", "name-not-discarded"), ("play", "no-copy-left"), ("play", "play-defuse"),
    ("play", "play-nope"), ("play", "play-plain"), ("replace", "already-sealed"), ("replace", "replace-limit"),
    ("replace", "replace-once"), ("replace", "replace-order"), ("show", "already-sealed"),
}  # fmt: skip
"""What hands can try at a table, by the act and the rule that refuses it there."""
BY_TABLE: Mapping[str, str] = {
    **dict.fromkeys(("face-hidden", "attack-empty", "lethal-in-hand", "deal-top"), "no hand can do that"),
    **dict.fromkeys(("defuse-slot", "arrange-cards", "card-not-held", "lethal-to-show"), "no table sees that"),
    **dict.fromkeys(("target-self", "target-out", "target-empty", "name-lethal", "demand-closed"), "it is not offered"),
    **dict.fromkeys(("deny-favor", "deny-known", "give-named", "not-asked", "pile-other"), "it is not offered"),
    **dict.fromkeys(("not-your-turn", "seat-out", "no-window-open", "nope-own"), "nothing is asked"),
    **dict.fromkeys(("let-own", "let-again", "deal-full"), "nothing is asked"),
    **dict.fromkeys(("attack-no-jumbo", "replace-locked"), "nothing is asked"),
    **dict.fromkeys(("nope-card", "defuse-card", "play-shape", "play-unknown-here"), "the card is told not to fit"),
    **dict.fromkeys(("play-combos-off", "clone-of-defuse", "clone-of-plain"), "the card is told not to fit"),
    "sacrifice-lowest": "it is asked whether a sacrifice is meant",
    **dict.fromkeys(("replace-hand", "no-copy-left"), "the printing discards face down, or hands know the cards"),
}
"""The other rules: why a table has its own answer there. Of acts in a wrong phase it always has."""
OTHERWISE = {("tc38", "run", "attack-shape")}
"""Where a table waits for one more card."""


def wrongs(ruleset: str, lesson: Lesson, step: int) -> list[Try]:
    """Return what hands can try before a step is solved."""
    tries = lesson.steps[step].wrong
    told = [one for one in tries if (one.act["do"], one.rule) in MET]
    return [one for one in told if (ruleset, lesson.id, one.rule) not in OTHERWISE]


@pytest.mark.long(keep=20)
@pytest.mark.parametrize(("ruleset", "name"), LESSONS)
def test_a_lesson_is_solved_by_hands_after_what_is_wrong_was_refused(ruleset: str, name: str) -> None:
    pupil = Pupil(ruleset)
    pupil.begin(name)
    lesson = pupil.lesson
    assert lesson is not None
    for n, step in enumerate(lesson.steps):
        assert pupil.situation.ui.lesson_told == (n, False)
        for one in wrongs(ruleset, lesson, n):
            before = pupil.position
            pupil.do(one)
            assert one.rule in pupil.rules_met()
            pupil.tidy(one.seat)
            assert (pupil.position, pupil.situation.ui.lesson_told) == (before, (n, False))
        pupil.do(step.solution)

    assert pupil.situation.game.learned == Learned({"": [f"{ruleset}/{name}"]})
    assert pupil.facts == (pupil.situation.game.learned,)


@pytest.mark.parametrize("ruleset", dict(LESSONS))
def test_what_a_lesson_tries_is_refused_by_its_rule_or_has_an_answer_of_the_table(ruleset: str) -> None:
    tries = [
        (one.act["do"], one.rule) for lesson in lessons_of(ruleset).values() for s in lesson.steps for one in s.wrong
    ]
    others = {str(rule) for do, rule in tries if (do, rule) not in MET}

    assert {rule for rule in others if not rule.startswith(("not-now-", "deal-"))} <= BY_TABLE.keys()


def test_a_lesson_can_be_left_and_begun_anew_and_another_follows() -> None:
    pupil = Pupil("tc38")
    pupil.begin("run")
    pupil.hold("YAY")
    pupil.choose("menu.lesson-again")

    assert pupil.stage == "deal"
    pupil.push("YAY")
    assert pupil.stage == "play"
    assert pupil.lesson is not None
    pupil.do(pupil.lesson.steps[0].solution)
    pupil.choose("menu.lesson-next")
    assert pupil.lesson is not None
    assert pupil.lesson.id == "one-card"
    pupil.hold("YAY")
    pupil.choose("menu.lesson-leave")
    assert pupil.stage == "lobby"


def test_a_lesson_is_no_game_and_its_star_outlasts_a_restart() -> None:
    pupil = Pupil("tc38")
    pupil.begin("run")
    assert pupil.lesson is not None
    pupil.do(pupil.lesson.steps[0].solution)
    pupil.restart()

    assert pupil.stage == "lobby"
    pupil.hold("YAY")
    pupil.choose("menu.lessons")
    for _ in range(5):
        pupil.push("YAY", "no")
    screen = pupil.controller.scene.screens["YAY"]
    assert isinstance(screen, Choice)
    assert (screen.item, screen.chosen) == ("lesson.run", ("★",))


def test_cards_that_are_shown_are_counted_until_the_lesson_begins() -> None:
    pupil = Pupil("tc38")
    pupil.gather()
    pupil.hold("YAY")
    pupil.choose("menu.lessons")
    pupil.choose("lesson.run")
    told = []
    for seat, cards in (("YAY", "3459"), ("WOW", "2668")):
        for card in cards:
            screen = pupil.controller.scene.screens[seat]
            assert isinstance(screen, Reason)
            told.append(screen.sign.values.get("left"))
            pupil.lay(seat, card)
            pupil.clear("box")

    assert told == [4, 3, 2, 1] * 2
    assert pupil.stage == "play"


def test_a_long_prompt_stands_on_a_display_page_by_page() -> None:
    pupil = Pupil("tc38")
    pupil.begin("duel")
    screen = pupil.controller.scene.screens["YAY"]

    for language in LANGUAGES:
        drawn = draw(screen, language)
        assert 1 < len(drawn.turns) < 5
        assert "WOW" in drawn.text
