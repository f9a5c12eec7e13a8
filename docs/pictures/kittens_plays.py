"""Flows of the kittens table: what hands do when a play takes effect."""

from __future__ import annotations

from docs.pictures.kittens_ready import play, ready, run_out, window
from docs.pictures.stage import EVERYONE, Flow, Stage


def _see(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "see-the-future")
    run_out(stage)
    stage.moment("look", EVERYONE, "1")


def _alter(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "alter-the-future")
    run_out(stage)
    stage.moment("order", EVERYONE, "1")
    stage.tap("1.ok")
    stage.read()
    stage.moment("done", EVERYONE, "1")


def _shuffle(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "shuffle")
    run_out(stage)
    stage.moment("mix", EVERYONE, "1")


def _bottom(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "draw-from-bottom")
    run_out(stage)
    stage.moment("draw", EVERYONE, "1")
    stage.tap("1.ok")
    stage.read()
    stage.moment("drawn", EVERYONE, "2")


def _attacks(stage: Stage) -> None:
    """Let seat 1 attack seat 2, which attacks on."""
    ready(stage)
    play(stage, "1", "attack")
    run_out(stage)
    stage.moment("first", EVERYONE, "2")
    play(stage, "2", "attack")
    run_out(stage)
    stage.moment("second", EVERYONE, "3")


def _favor(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "favor")
    stage.tap("3.ok")
    run_out(stage)
    stage.moment("give", EVERYONE, "3")
    stage.tap("3.ok")
    stage.read()
    stage.moment("given", EVERYONE, "1")


def _pair(stage: Stage) -> None:
    ready(stage)
    stage.show("cat-1", "cat-1")
    stage.moment("shown", EVERYONE, "1")
    stage.slide_on()
    stage.tap("1.ok", "2.ok")
    run_out(stage)
    stage.moment("take", EVERYONE, "1")
    stage.moment("fan", "2")
    stage.tap("1.ok")
    stage.read()
    stage.moment("taken", EVERYONE, "1")


def _three(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "cat-2", "cat-2", "feral-cat")
    stage.tap("2.ok")
    stage.read()
    stage.moment("names", EVERYONE, "1")
    stage.tap("1.nope")
    stage.moment("next", EVERYONE, "2")
    stage.tap("1.ok")
    window(stage, "2")
    run_out(stage)
    stage.moment("asked", EVERYONE, "2")
    stage.show("attack")
    stage.slide_on(place="hand:1")
    stage.read()
    stage.moment("given", EVERYONE, "1")


def asked_for(stage: Stage, turns: int) -> None:
    """Let seat 1 ask seat 2 for a card: the first name is the Defuse, the next the Attack."""
    ready(stage)
    play(stage, "1", "cat-2", "cat-2", "feral-cat")
    stage.tap("2.ok", *("1.nope",) * turns, "1.ok")
    run_out(stage)
    stage.presses = 0


def _none(stage: Stage) -> None:
    asked_for(stage, 1)
    stage.tap("2.nope")
    stage.wait(0.6)
    stage.moment("sure", EVERYONE, "2")
    stage.tap("2.ok")
    stage.read()
    stage.moment("denied", EVERYONE, "2")


def _refuted(stage: Stage) -> None:
    """Deny the Defuse, which everyone was dealt and seat 2 has not shown since."""
    asked_for(stage, 0)
    stage.tap("2.nope", "2.ok")
    stage.moment("told", EVERYONE, "2")


def _five(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "skip")
    run_out(stage)
    stage.tap("2.ok")
    stage.read()
    stage.tap("3.ok")
    stage.wait(5)  # a Nope of sooner could be meant for the Skip
    stage.presses = 0
    stage.show("attack", "nope", "favor", "shuffle", "cat-1")
    stage.moment("five", EVERYONE, "1")
    stage.show_again(stage.rig.table.truth.find("skip", "discard").tag)
    stage.moment("wanted", EVERYONE, "1")
    stage.slide_on()
    stage.tap("1.ok")
    window(stage, "2")
    run_out(stage)
    stage.moment("taken", EVERYONE, "1")


def _clone(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "skip")
    run_out(stage)
    stage.presses = 0
    stage.show("clone")
    stage.moment("shown", EVERYONE, "2")
    stage.slide_on()
    stage.tap("2.ok")
    window(stage, "3")
    run_out(stage)
    stage.moment("done", EVERYONE, "3")


FLOWS = (
    Flow("see", "See the Future", _see),
    Flow("alter", "Alter the Future", _alter),
    Flow("shuffle", "Shuffle", _shuffle),
    Flow("bottom", "Draw from the Bottom", _bottom),
    Flow("attack", "Attack, and attack on", _attacks),
    Flow("favor", "Favor", _favor),
    Flow("pair", "A pair", _pair),
    Flow("three", "Three of a kind", _three),
    Flow("none", "No such card", _none),
    Flow("refuted", "A denial that cannot be true", _refuted),
    Flow("attack-zh56", "Attack in zh56", _attacks, game="zh56"),
    Flow("five", "Five different cards in zh56", _five, game="zh56"),
    Flow("clone", "Clone in min72", _clone, game="min72"),
)
