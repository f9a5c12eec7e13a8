"""The request `teach`: what it lists, what it begins, and how far the lesson is after acts, undo and closed windows."""

from __future__ import annotations

import pytest

from tacotable.protocol.json_lines import Referee
from tacotable_engine.companion.lessons.lesson import lessons_of

Told = dict[str, object]


def taught(game: str, lesson: str, *seats: str) -> Referee:
    referee = Referee()
    referee.handle({"op": "new", "game": game, "seats": list(seats or ("Ann", "Ben")), "seed": 4})
    assert "error" not in referee.handle({"op": "teach", "lesson": lesson})
    return referee


def lesson_after(referee: Referee, **request: object) -> Told:
    """Send a request; return the field `lesson` of its reply."""
    told = referee.handle(request)["lesson"]
    assert isinstance(told, dict)
    return told


def test_the_lessons_of_the_ruleset_are_listed_with_what_they_meet() -> None:
    referee = Referee()
    referee.handle({"op": "new", "game": "tc36", "seats": ["Ann", "Ben"]})

    listed = referee.handle({"op": "teach"})["lessons"]

    assert {"id": "no-run", "title": "No runs here", "rules": ["attack-no-runs"]} in listed  # type: ignore[operator]
    assert [one["id"] for one in listed] == list(lessons_of("tc36"))  # type: ignore[attr-defined]


def test_without_a_game_there_is_nothing_to_teach() -> None:
    for request in ({"op": "teach"}, {"op": "teach", "lesson": "duel"}):
        assert Referee().handle(request) == {"error": "no game is being played: send new first"}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"lesson": "run"}, f'lesson: "run" is not one of {", ".join(lessons_of("tc36"))}'),
        ({"lesson": None}, f"lesson: null is not one of {', '.join(lessons_of('tc36'))}"),
        ({"lesson": "duel", "step": 2}, 'teach: unknown field "step"; it takes lesson'),
    ],
)
def test_an_unknown_lesson_is_an_error_that_lists_those_there_are(fields: Told, problem: str) -> None:
    referee = Referee()
    referee.handle({"op": "new", "game": "tc36", "seats": ["Ann", "Ben"], "seed": 4})
    before = referee.handle({"op": "record"})

    assert referee.handle({"op": "teach", **fields}) == {"error": problem}
    assert referee.handle({"op": "record"}) == before


def test_a_lesson_is_for_the_seats_of_the_game_and_adds_those_it_lacks() -> None:
    referee = taught("ek120", "target", "3", "Ben")

    assert referee.match
    assert referee.match.seats == ("3", "Ben", "1", "2")


def test_new_ends_a_lesson() -> None:
    referee = taught("tc38", "duel")
    referee.handle({"op": "new", "game": "tc38", "seats": ["Ann", "Ben"], "seed": 4})

    assert "lesson" not in referee.handle({"op": "act", "seat": "Ann", "do": "replace", "cards": []})


def test_a_new_game_that_cannot_be_leaves_the_lesson() -> None:
    referee = taught("tc38", "duel")

    assert "error" in referee.handle({"op": "new", "game": "tc38", "seats": ["Ann"]})
    assert "lesson" in referee.handle({"op": "act", "seat": "Ann", "do": "replace", "cards": []})


def test_undo_takes_a_step_back() -> None:
    referee = taught("tc38", "duel")
    first = referee.handle({"op": "teach", "lesson": "duel"})["lesson"]

    second = lesson_after(referee, op="act", seat="Ann", do="replace", cards=[])
    lesson_after(referee, op="act", seat="Ben", do="attack", cards=["8"])

    assert second["step"] == 2
    assert lesson_after(referee, op="undo") == first


def test_an_act_that_the_lesson_does_not_await_is_told_until_it_is_undone() -> None:
    referee = taught("tc38", "attack")

    strayed = lesson_after(referee, op="act", seat="Ann", do="attack", cards=["7"])
    still = lesson_after(referee, op="act", seat="Ben", do="answer", card="9")
    referee.handle({"op": "undo"})
    back = lesson_after(referee, op="undo")

    assert strayed["prompt"] == still["prompt"]
    assert "undo it" in str(strayed["prompt"])
    assert (strayed["step"], back["step"]) == (1, 1)
    assert lesson_after(referee, op="act", seat="Ann", do="attack", cards=["4", "4"])["step"] == 2


def test_cards_laid_together_may_come_in_any_order() -> None:
    referee = taught("tc38", "run")

    assert lesson_after(referee, op="act", seat="Ann", do="attack", cards=["5", "3", "4"])["done"] is True


def test_cards_put_back_have_to_lie_as_the_lesson_asks() -> None:
    referee = taught("ek120", "alter")
    referee.handle({"op": "act", "seat": "Ann", "do": "play", "cards": ["alter-the-future"]})
    referee.handle({"op": "resolve"})

    told = lesson_after(referee, op="act", seat="Ann", do="arrange", cards=["skip", "cat-1", "exploding-kitten"])

    assert (told["step"], told["done"]) == (3, False)


@pytest.mark.parametrize("closing", [{"op": "resolve"}, {"op": "clock", "at": 9}])
def test_a_window_that_closes_by_time_spares_its_steps(closing: Told) -> None:
    referee = taught("ek120", "nope", "1", "2", "3")
    for seat, act in (("1", {"do": "play", "cards": ["attack"]}), ("3", {"do": "let"}), ("3", {"do": "nope"})):
        referee.handle({"op": "act", "seat": seat, **act})
    before = lesson_after(referee, op="clock", at=0.5)

    after = lesson_after(referee, **closing)

    assert (before["step"], before["done"]) == (4, False)
    assert (after["step"], after["done"]) == (5, True)


def test_after_its_last_step_a_lesson_stays_done() -> None:
    referee = taught("tc38", "one-card")
    referee.handle({"op": "act", "seat": "Ann", "do": "attack", "cards": ["8"]})

    assert lesson_after(referee, op="act", seat="Ben", do="answer", card="2")["done"] is True


def test_seats_let_a_play_pass_in_any_order() -> None:
    referee = taught("ek120", "nope", "1", "2", "3")
    for seat, act in (("1", {"do": "play", "cards": ["attack"]}), ("3", {"do": "let"}), ("3", {"do": "nope"})):
        referee.handle({"op": "act", "seat": seat, **act})

    first = lesson_after(referee, op="act", seat="2", do="let")
    both = lesson_after(referee, op="act", seat="1", do="let")

    assert (first["step"], first["done"]) == (4, False)
    assert "undo it" not in str(first["prompt"])
    assert both["done"] is True


def test_a_play_that_goes_on_after_a_closed_window_leaves_a_lesson_done() -> None:
    referee = taught("zh56", "five")
    five = ["skip", "nope", "cat-1", "cat-2", "shuffle"]
    referee.handle({"op": "act", "seat": "Ann", "do": "play", "cards": five, "name": "attack"})
    referee.handle({"op": "resolve"})

    assert lesson_after(referee, op="act", seat="Ann", do="play", cards=["attack"])["done"] is True
