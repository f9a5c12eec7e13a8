"""Flows of a private deal: hidden cards pass the pads of a ring and of Tacocat's table, and what may go wrong."""

from __future__ import annotations

from docs.pictures.kittens_ready import sit
from docs.pictures.stage import EVERYONE, Flow, Stage

from tacotable_sim.truth import DRAW, hand_of

ROUNDS = ("skip", "attack", "favor", "nope", "cat-1", "cat-2", "shuffle")


def _lay(stage: Stage, face: str, zone: str = "play") -> str:
    """Lay a card of the pile on a pad with its back up; gives its tag."""
    tag = stage.rig.find(face, DRAW)
    stage.rig.table.place(tag, zone, face_up=False)
    stage.wait(0.6)
    return tag


def _pass(stage: Stage, face: str, seat: str, zone: str = "play") -> str:
    """Pass a card over a pad into a hand."""
    tag = _lay(stage, face, zone)
    stage.rig.lift(tag, hand_of(seat))
    return tag


def _dealt(stage: Stage) -> None:
    """Let all cards pass, and the pile be ready; presses are counted from here."""
    sit(stage)
    for face in ("defuse", *ROUNDS):
        for seat in stage.seats:
            _pass(stage, face, seat)
    stage.tap("1.ok")
    stage.presses = 0


def _ring(stage: Stage) -> None:
    sit(stage)
    stage.moment("begun", EVERYONE)
    for page in ("cards", "aside", "on-top", "first"):
        stage.tap("1.nope")
        stage.moment(page, EVERYONE)
    tag = _lay(stage, "defuse")
    stage.moment("take", EVERYONE)
    stage.rig.lift(tag, hand_of("1"))
    stage.moment("next", EVERYONE)
    for seat in ("2", "3"):
        _pass(stage, "defuse", seat)
    for face in ROUNDS:
        for seat in stage.seats:
            _pass(stage, face, seat)
    stage.moment("dealt", EVERYONE)
    stage.tap("2.nope", "2.nope", "2.nope")
    stage.moment("check", EVERYONE)
    stage.tap("2.ok")


def _surprises(stage: Stage) -> None:
    sit(stage)
    skip = _lay(stage, "skip")
    stage.moment("defuse-first", EVERYONE)
    stage.rig.lift(skip, DRAW)
    tag = _pass(stage, "defuse", "1")
    stage.rig.table.place(tag, "play", face_up=False)
    stage.wait(0.6)
    stage.moment("twice", EVERYONE)
    stage.rig.lift(tag, hand_of("1"))
    second = _lay(stage, "defuse")
    stage.tap("2.nope")
    stage.moment("back", EVERYONE)
    stage.rig.lift(second, DRAW)
    stage.moment("again", EVERYONE)


def _draw(stage: Stage) -> None:
    _dealt(stage)
    stage.moment("turn", EVERYONE)
    stage.tap("1.ok")
    stage.moment("not-ok", EVERYONE)
    stage.wait(3.2)
    _pass(stage, "cat-3", "1")
    stage.moment("drawn", EVERYONE)


def _favor(stage: Stage) -> None:
    _dealt(stage)
    tag = stage.rig.find("favor", hand_of("1"))
    stage.show_again(tag)
    stage.slide_on()
    stage.tap("1.ok", "3.ok")
    stage.wait(3.2)
    stage.moment("asked", EVERYONE)
    card = stage.rig.find("cat-2", hand_of("3"))
    stage.rig.table.place(card, "play", face_up=False)
    stage.wait(0.6)
    stage.rig.lift(card, hand_of("1"))
    stage.moment("given", EVERYONE)


def _tacocat(stage: Stage) -> None:
    stage.tap("YAY.ok")
    stage.moment("begun", "YAY", "WOW")
    for face in ("2", "3", "4", "5", "6", "7", "8"):
        _pass(stage, face, "YAY", "YAY.pad")
    stage.moment("waits", "YAY", "WOW")
    for face in ("3", "3", "4", "5", "6", "7", "9"):
        _pass(stage, face, "WOW", "WOW.pad")
    stage.moment("dealt", "YAY", "WOW")


def _unseen(stage: Stage) -> None:
    sit(stage)
    _pass(stage, "defuse", "1")
    reader = stage.rig.table.plan.pads[0].reader_name
    stage.rig.table.switchboard.set(reader, "unplug", True)
    stage.wait(6.0)
    stage.moment("silent", EVERYONE)
    stage.hold("2.nope")
    stage.tap("2.nope")
    stage.moment("menu", EVERYONE)
    stage.tap("2.ok")
    stage.moment("sure", EVERYONE)
    stage.tap("2.ok")
    stage.moment("by-hand", EVERYONE)


FLOWS = (
    Flow("ring", "Deal around a ring", _ring, game="zh56", has_displays=False, mode="seen"),
    Flow("surprises", "What is refused, and one card back", _surprises, game="zh56", has_displays=False, mode="seen"),
    Flow("draw", "Draw a card", _draw, game="zh56", has_displays=False, mode="seen"),
    Flow("favor", "A Favor", _favor, game="zh56", has_displays=False, mode="seen"),
    Flow("tacocat", "Deal at Tacocat's pads", _tacocat, game="tc38", table="tacocat", seats=2, mode="seen"),
    Flow("unseen", "Go on unseen", _unseen, game="zh56", has_displays=False, mode="seen"),
)
