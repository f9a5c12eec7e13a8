"""Lessons on the page: who may begin one, what is told of it, and that the simulated table lays its cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pi.kitten_guests import GOD, ONE, SPECTATOR, Guests
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs import lessons
from tacotable.state.events import LessonChosen
from tacotable.state.scene import Reason
from tacotable_engine.registry import rulesets, spec_of


@pytest.fixture
def guests() -> Iterator[Guests]:
    with simulated_table("kittens") as rig:
        yield Guests(rig)


def begin(guests: Guests, lesson: str) -> None:
    """Begin a lesson, have its cards laid and press OK."""
    guests.page.do(GOD, {"do": "lesson", "lesson": lesson})
    guests.page.do(GOD, {"do": "gather"})
    guests.rig.wait(1.0)
    guests.rig.tap("1.ok")


def told(guests: Guests, language: str = "en") -> dict[str, object]:
    lesson = guests.page.scene(SPECTATOR, language)["lesson"]
    assert isinstance(lesson, dict)
    return lesson


def test_a_lesson_is_solved_through_the_bytes_and_leaves_a_star(guests: Guests) -> None:
    begin(guests, "turn")
    assert [card.face for card in guests.truth.at("draw")] == ["cat-1", "exploding-kitten", "skip"]
    assert (told(guests)["step"], told(guests)["done"]) == (1, False)
    guests.rig.tap("1.ok")  # puts the prompt away
    guests.place(GOD, "skip", "hand:1", "play")
    guests.rig.tap("1.ok")
    assert (told(guests)["step"], told(guests)["steps"]) == (2, 2)
    for _ in range(2):
        guests.rig.tap("2.ok")

    assert told(guests)["done"] is True
    assert told(guests)["next"] == "alone"
    guests.page.do(GOD, {"do": "lesson", "lesson": ""})
    listed = guests.page.scene(GOD, "en")["lessons"]
    assert isinstance(listed, list)
    assert [one["id"] for one in listed if one["star"]] == ["turn"]
    assert guests.page.scene(GOD, "en")["stage"] == "lobby"


def test_a_prompt_that_is_opened_is_shown_in_the_middle_before_a_menu_that_was_open(guests: Guests) -> None:
    begin(guests, "turn")
    guests.rig.tap("1.ok")  # puts the prompt away
    for seat in "12":
        guests.rig.hold(f"{seat}.nope")
    before = guests.rig.program.controller.scene.screens["table"]
    assert not isinstance(before, Reason)

    guests.rig.tap("1.ok")  # it brings the menu of its seat to the front
    guests.rig.tap("1.ok")

    screen = guests.rig.program.controller.scene.screens["table"]
    assert isinstance(screen, Reason)
    assert screen.title == "learn.title"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_the_prompt_in_their_language(guests: Guests, language: str) -> None:
    begin(guests, "favor")

    assert told(guests, language)["prompt"] == Catalog(language).say("lesson.favor-1", {"seat": "1", "target": "2"})


def test_only_the_host_begins_a_lesson_and_never_in_a_game(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "lesson", "lesson": "turn"}) == "not-allowed"
    assert "lessons" not in guests.page.scene(SPECTATOR, "en")
    guests.begin()

    guests.page.do(GOD, {"do": "lesson", "lesson": "turn"})

    assert guests.page.scene(SPECTATOR, "en")["lesson"] is None


@pytest.mark.parametrize("ruleset", [each for each in rulesets() if spec_of(each).lessons])
def test_the_cards_of_each_lesson_are_laid_as_its_position_says(ruleset: str) -> None:
    table = "kittens" if spec_of(ruleset).needs == "play" else "tacocat"
    with simulated_table(table, game=ruleset) as rig:
        situation, truth = rig.program.controller.situation, rig.table.truth
        hands = hands_at(rig.table, situation, Random(1))
        for name in lessons.offered(situation):
            rig.program.controller.handle(LessonChosen(name, situation.devices.now_ms))
            hands.do(GOD, {"do": "gather"})
            places = situation.game.places
            for seat in situation.game.players:
                rest = [card.face for card in truth.at(f"hand:{seat}")]
                for face in places.get(seat, ()):
                    rest.remove(face if face != "?" else rest[-1])
                assert rest == []
            for face, card in zip(places.get("pile", ()), truth.at("draw"), strict="pile" in places):
                assert face in ("?", card.face)
