"""Flows of the kittens table: the window in which a play may be noped."""

from __future__ import annotations

from docs.pictures.kittens_ready import play, ready, run_out
from docs.pictures.stage import EVERYONE, Flow, Stage


def _opened(stage: Stage) -> None:
    """Let seat 1 play a Skip; presses are counted from the opened window."""
    ready(stage)
    play(stage, "1", "skip")
    stage.presses = 0


def _let(stage: Stage) -> None:
    _opened(stage)
    stage.tap("2.ok")
    stage.moment("one", EVERYONE, "2")
    stage.tap("3.ok")
    stage.read()
    stage.moment("all", EVERYONE, "2")


def _noped(stage: Stage) -> None:
    _opened(stage)
    stage.tap("3.nope")
    stage.moment("claim", EVERYONE, "3")
    stage.moment("others", "2")
    stage.show("nope")
    stage.moment("laid", EVERYONE, "1")
    stage.slide_on()
    run_out(stage)
    stage.moment("noped", EVERYONE, "1")


def _noped_back(stage: Stage) -> None:
    _opened(stage)
    stage.tap("3.nope")
    stage.show("nope")
    stage.presses = 0
    stage.tap("1.nope")
    stage.moment("claim", EVERYONE, "1")
    stage.show("nope")
    stage.moment("laid", EVERYONE, "3")
    stage.slide_on()
    run_out(stage)
    stage.moment("counts", EVERYONE, "2")


def _withdrawn(stage: Stage) -> None:
    _opened(stage)
    stage.tap("3.nope", "3.nope")
    stage.moment("back", EVERYONE, "3")


def _race(stage: Stage) -> None:
    """Let seat 3 press 40 ms after seat 2, which then withdraws."""
    _opened(stage)
    stage.together("2.nope", "3.nope", apart_s=0.04)
    stage.moment("second", EVERYONE, "3")
    stage.tap("2.nope")
    stage.moment("next", EVERYONE, "3")


def _tie(stage: Stage) -> None:
    _opened(stage)
    stage.together("2.nope", "3.nope")
    stage.moment("tie", EVERYONE, "2")
    stage.moment("others", "1")
    stage.tap("3.nope")
    stage.moment("first", EVERYONE, "3")


def _whose(stage: Stage) -> None:
    _opened(stage)
    stage.show("nope")
    stage.moment("asked", EVERYONE, "2")
    stage.tap("2.nope")
    stage.moment("taken", EVERYONE, "2")


FLOWS = (
    Flow("let", "Let it pass", _let),
    Flow("nope", "Nope", _noped),
    Flow("nope-back", "A Nope on a Nope", _noped_back),
    Flow("withdrawn", "Go back from NOPE", _withdrawn),
    Flow("race", "A race", _race),
    Flow("tie", "A tie", _tie),
    Flow("whose", "A Nope of nobody", _whose),
)
