"""Flows of Tacocat at a table with pads: one round from the lobby to the next deal, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from docs.pictures.stage import Flow, Stage

YAY, WOW = "YAY", "WOW"


def _lay(stage: Stage, seat: str, *faces: str) -> None:
    """Lay cards on a seat's pad, one after the other."""
    stage.show(*faces, zone=f"{seat}.pad")


def _clear(stage: Stage) -> None:
    for seat in (YAY, WOW):
        stage.slide_on(f"{seat}.pad")


def _both(stage: Stage, name: str) -> None:
    stage.moment(name, YAY, WOW)


def _dealt(stage: Stage) -> None:
    """Begin, with Tacocat in its place and the cards dealt."""
    stage.tap("YAY.ok", "YAY.ok", "WOW.ok")
    stage.presses = 0


def _attack(stage: Stage) -> None:
    """Replace none, and let YAY win the duel by 9 against 5."""
    _dealt(stage)
    stage.tap("YAY.ok", "WOW.ok")
    _lay(stage, YAY, "9")
    _lay(stage, WOW, "5")
    _clear(stage)
    stage.presses = 0


def _begin(stage: Stage) -> None:
    stage.rig.move_token(None)
    _both(stage, "lobby")
    stage.tap("YAY.ok")
    _both(stage, "move")
    stage.moment("space", "space 0")
    stage.rig.move_token(0)
    _both(stage, "deal")
    stage.tap("YAY.ok")
    _both(stage, "one")
    stage.tap("WOW.ok")
    _both(stage, "dealt")


def _dead_sensor(stage: Stage) -> None:
    stage.rig.move_token(None)
    stage.tap("YAY.ok")
    stage.presses = 0
    stage.hold("WOW.ok")
    _both(stage, "deal")


def _replace(stage: Stage) -> None:
    _dealt(stage)
    _lay(stage, YAY, "2", "3")
    _both(stage, "shown")
    stage.slide_on("YAY.pad")
    stage.tap("YAY.ok")
    _both(stage, "one")
    stage.tap("WOW.ok")
    _both(stage, "both")


def _duel(stage: Stage) -> None:
    _dealt(stage)
    stage.tap("YAY.ok", "WOW.ok")
    stage.presses = 0
    _lay(stage, YAY, "9")
    _both(stage, "sealed")
    _lay(stage, WOW, "5")
    _both(stage, "told")


def _defended(stage: Stage) -> None:
    _attack(stage)
    _lay(stage, YAY, "8")
    _both(stage, "attack")
    _lay(stage, WOW, "10")
    _both(stage, "defended")


def _sacrificed(stage: Stage) -> None:
    _attack(stage)
    _lay(stage, YAY, "3")
    stage.tap("WOW.no")
    _both(stage, "announced")
    _lay(stage, WOW, "4")
    _both(stage, "again")


def _several(stage: Stage) -> None:
    _attack(stage)
    stage.tap("YAY.ok")
    _lay(stage, YAY, "6", "7", "8")
    _both(stage, "shown")
    stage.tap("YAY.ok")
    _both(stage, "attack")
    stage.tap("WOW.ok")
    _both(stage, "other")
    _lay(stage, WOW, "7")
    _both(stage, "to-go")


def _round(stage: Stage) -> None:
    """Let YAY win the round: five sacrifices, then 1 against 4."""
    _attack(stage)
    for attack, answer in (("8", "2"), ("7", "2"), ("7", "2"), ("6", "2"), ("6", "3")):
        _lay(stage, YAY, attack)
        stage.tap("WOW.no")
        _lay(stage, WOW, answer)
    _clear(stage)
    stage.presses = 0
    _both(stage, "last")
    _lay(stage, YAY, "1")
    _lay(stage, WOW, "4")
    _both(stage, "won")
    stage.moment("next", "space -1")
    stage.rig.move_token(-1)
    _clear(stage)
    _both(stage, "cover")
    stage.moment("covered", "space 0")


def _resign(stage: Stage) -> None:
    _attack(stage)
    stage.hold("YAY.no")
    stage.tap("YAY.no")
    _both(stage, "item")
    stage.tap("YAY.ok")
    _both(stage, "sure")
    stage.tap("YAY.ok")
    _both(stage, "over")


def _refused(stage: Stage) -> None:
    _attack(stage)
    _lay(stage, WOW, "8")
    _both(stage, "told")
    stage.slide_on("WOW.pad", "hand:WOW")
    _both(stage, "lifted")


def _reader_lost(stage: Stage) -> None:
    _attack(stage)
    _lay(stage, YAY, "8")
    stage.rig.table.switchboard.set("reader WOW.pad", "unplug", True)
    stage.wait(2)
    _both(stage, "lost")
    stage.wait(4)
    _both(stage, "asked")
    stage.tap(*["WOW.no"] * 9, "WOW.ok")
    _both(stage, "named")
    stage.rig.table.switchboard.set("reader WOW.pad", "unplug", False)
    stage.wait(9)
    _both(stage, "back")


def _bumped(stage: Stage) -> None:
    _attack(stage)
    _lay(stage, YAY, "8")
    stage.rig.move_token(2)
    stray = stage.rig.place("7", "YAY.pad")
    _both(stage, "crowd")
    stage.rig.lift(stray, "hand:YAY")
    _both(stage, "token")
    stage.rig.move_token(0)
    _both(stage, "mended")


def _flow(name: str, title: str, play: Callable[[Stage], None]) -> Flow:
    return Flow(name, title, play, game="tc38", table="tacocat", seats=2)


FLOWS = (
    _flow("begin", "Begin", _begin),
    _flow("dead-sensor", "A dead sensor", _dead_sensor),
    _flow("replace", "Replace cards", _replace),
    _flow("duel", "The duel", _duel),
    _flow("defend", "Attack and defend", _defended),
    _flow("sacrifice", "Give up a card", _sacrificed),
    _flow("several", "Attack with several cards", _several),
    _flow("round", "The last cards, and the next round", _round),
    _flow("resign", "Resign", _resign),
    _flow("refused", "A refused card", _refused),
    _flow("reader", "A reader falls silent", _reader_lost),
    _flow("bumped", "Somebody bumps the table", _bumped),
)
