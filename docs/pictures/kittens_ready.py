"""What comes before most flows of the kittens table: people sit, the cards are set up, a window runs out."""

from __future__ import annotations

from docs.pictures.stage import EVERYONE, Stage


def sit(stage: Stage) -> None:
    """Let all sit down and the first begin; the cards are then to be set up, and presses are counted from here."""
    stage.tap(*(f"{seat}.ok" for seat in stage.seats))
    stage.hold("1.ok")
    stage.presses = 0


def ready(stage: Stage) -> None:
    """Let all sit down, and the cards be set up; presses are counted from here."""
    sit(stage)
    stage.tap("1.ok")
    stage.read()
    stage.presses = 0


def play(stage: Stage, seat: str, *faces: str) -> None:
    """Let a seat play cards that slide on to the discard pile: its OK opens the window, or asks for a target."""
    stage.show(*faces)
    stage.slide_on()
    stage.tap(f"{seat}.ok")


def window(stage: Stage, *seats: str) -> None:
    """Keep what everyone and these seats see of an open window, as soon as OK counts there."""
    stage.wait(0.1)
    stage.moment("window", EVERYONE, *seats)


def run_out(stage: Stage) -> None:
    """Let the open window run out, with no press, and people read the result."""
    stage.wait(3.2)
    stage.read()
