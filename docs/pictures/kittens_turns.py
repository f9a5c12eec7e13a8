"""Flows of the kittens table: people come to it, set the cards up, and take turns."""

from __future__ import annotations

from docs.pictures.kittens_ready import play, ready, run_out, sit, window
from docs.pictures.stage import EVERYONE, Flow, Stage


def _sit_down(stage: Stage) -> None:
    stage.moment("empty", EVERYONE, "1")
    stage.tap("1.ok")
    stage.moment("one", EVERYONE, "1")
    stage.tap("2.ok", "3.ok")
    stage.moment("three", EVERYONE, "3")
    stage.hold("1.ok")
    stage.moment("begun", EVERYONE, "2")


def _other_game(stage: Stage) -> None:
    stage.tap("1.nope")
    stage.moment("min72", EVERYONE)
    stage.tap("1.nope")
    stage.moment("zh56", EVERYONE)


def _set_up(stage: Stage) -> None:
    """Turn through all pages; every display shows the same."""
    sit(stage)
    for page in range(2, 8):
        stage.tap("2.nope")
        stage.moment(f"page-{page}", EVERYONE)
    stage.tap("3.ok")


def _set_up_others(stage: Stage) -> None:
    """Turn through all pages, and keep those that differ from ek120."""
    sit(stage)
    for page in range(2, 8):
        stage.tap("2.nope")
        if page in (2, 4, 5, 7):
            stage.moment(f"page-{page}", EVERYONE)
    stage.tap("3.ok")


def _first_game(stage: Stage) -> None:
    """Take the guide while the cards are set up, and play until everyone has had a turn."""
    sit(stage)
    stage.moment("offered", EVERYONE, "1")
    stage.hold("2.nope")
    stage.moment("menu", EVERYONE, "2")
    stage.tap("2.ok", "3.ok")
    stage.read()
    stage.moment("turn", EVERYONE, "1")
    stage.show("skip")
    stage.moment("shown", EVERYONE, "1")
    stage.slide_on()
    stage.tap("1.ok")
    window(stage, "2")
    run_out(stage)
    stage.show("exploding-kitten")
    stage.moment("kitten", EVERYONE, "2")
    stage.slide_on(place="hand:2")
    stage.show("defuse")
    stage.moment("hide", EVERYONE, "2")
    stage.slide_on()
    stage.wait(2.0)  # it hides the card
    stage.tap("2.ok")
    stage.read()
    stage.moment("third", EVERYONE, "1")
    stage.tap("3.ok")
    stage.read()
    stage.moment("over", EVERYONE, "1")


def _plain_turn(stage: Stage) -> None:
    ready(stage)
    stage.moment("before", EVERYONE, "1")
    stage.tap("1.ok")
    stage.read()
    stage.moment("drawn", EVERYONE, "1")


def _play(stage: Stage) -> None:
    ready(stage)
    stage.show("skip")
    stage.moment("shown", EVERYONE, "1")
    stage.slide_on()
    stage.tap("1.ok")
    window(stage, "2")
    stage.wait(1.5)
    stage.moment("later", EVERYONE, "1")
    stage.wait(1.5)
    stage.read()
    stage.moment("done", EVERYONE, "2")


def _at_somebody(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "targeted-attack")
    stage.read()
    stage.moment("whom", EVERYONE, "3")
    stage.tap("3.ok")
    window(stage, "3")
    run_out(stage)
    stage.moment("owed", EVERYONE, "3")


def _two_left(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "favor")
    window(stage, "2")


def _take_back(stage: Stage) -> None:
    ready(stage)
    stage.show("cat-1")
    stage.moment("alone", EVERYONE, "1")
    stage.tap("1.nope")
    stage.moment("back", EVERYONE, "1")
    stage.slide_on(place="hand:1")
    stage.moment("lifted", EVERYONE, "1")


FLOWS = (
    Flow("sit-down", "Sit down", _sit_down),
    Flow("other-game", "Choose another game", _other_game),
    Flow("set-up", "Set up ek120", _set_up),
    Flow("set-up-min72", "Set up min72", _set_up_others, game="min72", seats=4),
    Flow("set-up-zh56", "Set up zh56", _set_up_others, game="zh56", seats=5),
    Flow("first", "A first turn", _first_game),
    Flow("plain-turn", "A plain turn", _plain_turn),
    Flow("play", "A card and OK", _play),
    Flow("at-somebody", "A card at somebody", _at_somebody),
    Flow("two-left", "A card at the only other player", _two_left, seats=2),
    Flow("take-back", "Take a card back", _take_back),
)
