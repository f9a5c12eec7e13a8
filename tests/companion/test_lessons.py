"""Each lesson is solved by a player who follows its data, and each rule that can refuse an act has a lesson."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.protocol.json_lines import Referee
from tacotable_engine.companion.lessons.lesson import Try, lessons_of, read_lessons
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding import rules as exploding
from tacotable_engine.registry import printing_of
from tacotable_engine.tacocat import rules as tacocat

DECISIONS: Mapping[str, Mapping[str, object]] = {
    "tc38": tacocat.DECISIONS,
    "tc36": tacocat.DECISIONS,
    "ek120": exploding.DECISIONS,
    "min72": exploding.DECISIONS,
    "zh56": exploding.DECISIONS,
}
"""Ruleset -> the codes of what was decided, which refuse nothing."""
LESSONS = [(ruleset, lesson) for ruleset in DECISIONS for lesson in lessons_of(ruleset)]

NO_ACT = {
    **dict.fromkeys(("undone", "nothing-to-undo"), "the request undo, no act of a seat"),
    **dict.fromkeys(("amend-redeal", "amend-award", "amend-leave", "amend-shuffled"), "amendments that stand"),
    **dict.fromkeys(("amend-lost", "amend-undone"), "amendments that stand"),
    **dict.fromkeys(("amend-seat-out", "amend-no-copy", "amend-deck-short"), "the request amend, no act of a seat"),
    **dict.fromkeys(("arbiter-accepted", "arbiter-refused"), "what the arbiter decided"),
    **dict.fromkeys(("arbiter-cannot", "nothing-refused"), "the request rule, no act of a seat"),
    "clock-back": "the request clock, no act of a seat",
}
"""Codes of every match that refuse no act, and why."""
TACOCAT = {"replace-pile": "replace-limit keeps below the pile, unless the arbiter let the other seat take more"}
NO_CLONES = {
    **dict.fromkeys(("clone-of-clone", "clone-of-plain", "clone-of-defuse"), "there is no Clone"),
    **dict.fromkeys(("clone-of-nope", "clone-of-nothing"), "there is no Clone"),
    **dict.fromkeys(("nope-clone-off", "nope-clone-top"), "there is no Clone"),
}
NO_FAVOR = dict.fromkeys(
    ("not-now-give", "not-asked", "give-named", "deny-favor", "deny-refuted", "deny-known"),
    "nobody is asked for a card: there is no Favor and no three of a kind",
)
NO_ALTERING = dict.fromkeys(("not-now-arrange", "arrange-cards"), "no card alters the future")
UNREACHABLE: Mapping[str, Mapping[str, str]] = {
    "tc38": {**TACOCAT, "attack-no-runs": "the edition has runs"},
    "tc36": TACOCAT,
    "ek120": {
        **NO_CLONES,
        "deal-one-defuse": "a start hand may hold two Defuses",
        "name-not-discarded": "five different are no set here",
    },
    "min72": {
        **NO_FAVOR,
        **NO_ALTERING,
        "deal-one-defuse": "a start hand may hold two Defuses",
        "play-combos-off": "the only sets are pairs of plain cards, which no option switches off",
        "name-lethal": "no set names a card",
        "name-not-discarded": "no set names a card",
    },
    "zh56": {
        **NO_CLONES,
        **NO_ALTERING,
        "not-now-draw": "no card draws from the bottom",
        "play-unknown-here": "every set of any printing is one here",
    },
}
"""Ruleset -> the codes that no act can meet there, and why."""


@pytest.mark.parametrize("ruleset", DECISIONS)
def test_every_rule_that_refuses_an_act_has_a_lesson(ruleset: str) -> None:
    refusing = set(printing_of(ruleset).rules) - DECISIONS[ruleset].keys() - NO_ACT.keys()
    met = {code for lesson in lessons_of(ruleset).values() for code in lesson.rules}

    assert sorted(refusing - met - UNREACHABLE[ruleset].keys()) == []
    assert sorted(met & UNREACHABLE[ruleset].keys()) == []
    assert refusing >= met


@pytest.mark.parametrize(("ruleset", "name"), LESSONS)
def test_a_lesson_is_solved_by_its_acts_as_an_ordinary_game(ruleset: str, name: str) -> None:
    lesson = lessons_of(ruleset)[name]
    taught, ordinary = Referee(), Referee()
    taught.handle({"op": "new", "game": ruleset, "seats": list(lesson.seats)})
    begun = taught.handle({"op": "teach", "lesson": name})
    told = begun.pop("lesson")

    assert lesson.rules, "nothing wrong is tried"
    assert begun.pop("say") == told["prompt"]  # type: ignore[index]
    assert begun == ordinary.handle({"op": "new", **lesson.new})
    for n, step in enumerate(lesson.steps, 1):
        assert told == {**told, "id": name, "step": n, "steps": len(lesson.steps), "done": False}  # type: ignore[dict-item]
        for one in step.wrong:
            position = taught.match and taught.match.position()
            told_then = told
            told = acted(taught, ordinary, one)
            assert told == told_then
            assert (taught.match and taught.match.position()) == position
        told = acted(taught, ordinary, step.solution)
    assert told == {**told, "step": len(lesson.steps), "done": True}  # type: ignore[dict-item]
    for request in ({"op": "record"}, {"op": "view", "seat": "arbiter"}, {"op": "why"}):
        assert taught.handle(request) == ordinary.handle(request)


def acted(taught: Referee, ordinary: Referee, one: Try) -> object:
    """Try an act in a lesson and in an ordinary game; return how far the lesson is."""
    request = {"op": "act", "seat": one.seat, **one.act}
    reply = taught.handle(request)
    told = reply.pop("lesson")

    assert reply == ordinary.handle(request)
    assert (reply["ruling"] == "illegal") == (one.rule is not None)
    assert one.rule in (None, reply["rule"])
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_title_and_prompts_and_no_words_are_idle(language: str) -> None:
    lessons = [lessons_of(ruleset)[name] for ruleset, name in LESSONS]
    needed = {code for lesson in lessons for code in (lesson.title, *(step.prompt for step in lesson.steps))}

    assert needed | {"lesson.done", "lesson.strayed"} == set(Catalog(language).codes("lesson"))


STEP = {"seat": "YAY", "act": {"do": "duel", "card": "7"}}


@pytest.mark.parametrize(
    ("lesson", "problem"),
    [
        ({"id": "one", "new": {}}, "one: the field 'steps' is missing"),
        (
            {"id": "one", "new": {}, "step": []},
            'lesson: unknown field "step"; it takes id, rulesets, new, steps, table',
        ),
        ({"id": "one", "new": {}, "steps": [{"seat": "YAY"}]}, "one.steps 1: the field 'act' is missing"),
        (
            {"id": "one", "new": {}, "steps": [STEP, {**STEP, "wrong": [{"act": {"do": "duel"}}]}]},
            "one.steps 2.wrong: the field 'rule' is missing",
        ),
    ],
)
def test_a_file_of_lessons_is_read_strictly(lesson: dict[str, object], problem: str) -> None:
    with pytest.raises(RequestError) as told:
        read_lessons({"lesson": [lesson]}, "tc38")

    assert str(told.value) == problem


def test_a_lesson_of_another_ruleset_is_left_out_and_cards_are_called_as_its_own() -> None:
    told = {
        "instead": {"min72": {"cat-1": "minion-a"}},
        "lesson": [
            {"id": "all", "new": {"seats": ["1"], "position": {"pile": ["cat-1"]}}, "steps": [STEP]},
            {"id": "some", "rulesets": ["zh56"], "new": {"seats": ["1"]}, "steps": [STEP]},
        ],
    }

    assert list(read_lessons(told, "zh56")) == ["all", "some"]
    assert [one.new["position"] for one in read_lessons(told, "min72").values()] == [{"pile": ["minion-a"]}]
