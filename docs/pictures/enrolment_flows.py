"""Flows of enrolling: a deck with mistakes, a deck with marks, a census with a lost card, and the owner's board."""

from __future__ import annotations

from collections.abc import Callable

from docs.pictures.stage import EVERYONE, Flow, Stage

from tacotable.enrolment.desk import BOARD, CENSUS, ENROL
from tacotable.table.schema import Card
from tacotable_sim.truth import BOX, DISCARD, DRAW

PAD, SEAT = "YAY.pad", "YAY"


def _open(stage: Stage, item: str, other: str = "YAY.no", screen: str = SEAT) -> None:
    """Open the menu and turn to an item; OK takes it."""
    stage.turn_to(item, screen, other)
    stage.moment("menu", screen)
    stage.tap(f"{other.partition('.')[0]}.ok")


def _lay(stage: Stage, *faces: str) -> str:
    """Lay cards one after another, and take each off again; gives the last one's tag."""
    tag = ""
    for face in faces:
        tag = stage.rig.place(face, PAD)
        stage.rig.lift(tag, DISCARD)
    return tag


def _lay_rest(stage: Stage, until: int = 0) -> None:
    """Lay the cards of the draw pile from the top, until so many are left."""
    while len(pile := stage.rig.table.truth.at(DRAW)) > until:
        _lay(stage, pile[0].face)


def _again(stage: Stage, tag: str) -> None:
    """Lay a card once more by mistake, and leave it there."""
    stage.rig.table.place(tag, PAD)
    stage.wait(1.0)


def _deck(stage: Stage) -> None:
    stage.rig.table.place(stage.rig.find("12"), BOX)
    _open(stage, ENROL)
    stage.moment("first", SEAT)
    _lay(stage, "1")
    two = _lay(stage, "2")
    stage.moment("taken", SEAT)
    _again(stage, two)
    stage.moment("twice", SEAT)
    stage.rig.lift(two, DISCARD)
    _lay_rest(stage, until=1)
    eleven = _lay(stage, "11")
    _again(stage, eleven)
    stage.rig.lift(eleven, DISCARD)
    stage.moment("lost", SEAT)
    stage.tap("YAY.ok")
    stage.moment("stop", SEAT)
    stage.tap("YAY.ok")
    stage.moment("kept", SEAT)
    stage.tap("YAY.no")
    stage.moment("missing", SEAT)
    stage.tap("YAY.no")
    stage.moment("laid-twice", SEAT)


def _marks(stage: Stage) -> None:
    _open(stage, ENROL, "1.nope", EVERYONE)
    for face in ["exploding-kitten"] * 9:
        stage.show(face)
    stage.slide_on()
    stage.moment("paw", EVERYONE)
    stage.tap("1.nope")
    stage.moment("other", EVERYONE)


def _enrolled(stage: Stage) -> None:
    """Let the deck be enrolled already."""
    cards = (*stage.rig.table.truth.at(DRAW),)
    stage.rig.program.controller.situation.devices.decks = {
        "tc38": tuple(Card(tag=one.tag, face=one.face) for one in cards)
    }


def _census(stage: Stage) -> None:
    _enrolled(stage)
    stage.rig.table.place(stage.rig.find("6"), BOX)
    _open(stage, CENSUS)
    stage.moment("first", SEAT)
    _lay_rest(stage)
    stage.moment("seen", SEAT)
    new = next(card for card in stage.rig.table.truth.at(BOX) if card.face == "?")
    stage.rig.table.place(new.tag, PAD)
    stage.wait(1.0)
    stage.moment("unknown", SEAT)
    stage.hold("YAY.ok")
    stage.moment("which", SEAT)
    stage.tap("YAY.ok")
    stage.moment("replaced", SEAT)
    stage.tap("YAY.ok")
    stage.moment("whole", SEAT)


def _board(stage: Stage) -> None:
    _open(stage, BOARD)
    stage.moment("number", SEAT, "space -3")
    stage.tap("YAY.no", "YAY.ok")
    stage.moment("arrow", SEAT, "space -3")
    stage.tap(*["YAY.ok"] * 12)
    stage.moment("done", SEAT)
    stage.tap("YAY.ok")
    stage.moment("kept", SEAT)


def _flow(name: str, title: str, play: Callable[[Stage], None]) -> Flow:
    return Flow(name, title, play, game="tc38", table="tacocat", seats=2)


FLOWS = (
    _flow("deck", "A deck with two cards laid twice and one lost", _deck),
    Flow("marks", "A deck with paw prints", _marks, has_displays=False),
    _flow("census", "Count the deck, and replace a lost card", _census),
    _flow("board", "Enter the board", _board),
)
