"""Flows of Tacocat at a table with pads: one round from the lobby to the next deal, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from docs.pictures.stage import Flow, Stage

YAY, WOW = "YAY", "WOW"


def lay(stage: Stage, seat: str, *faces: str) -> None:
    """Lay cards on a seat's pad, one after the other."""
    stage.show(*faces, zone=f"{seat}.pad")


def _clear(stage: Stage) -> None:
    for seat in (YAY, WOW):
        stage.slide_on(f"{seat}.pad")


def both(stage: Stage, name: str) -> None:
    """Keep what both seats read."""
    stage.moment(name, YAY, WOW)


def _dealt(stage: Stage) -> None:
    """Begin, with Tacocat in its place and the cards dealt."""
    stage.tap("YAY.ok", "YAY.ok", "WOW.ok")
    stage.presses = 0


def attack(stage: Stage) -> None:
    """Replace none, and let YAY win the duel by 9 against 5."""
    _dealt(stage)
    stage.tap("YAY.ok", "WOW.ok")
    lay(stage, YAY, "9")
    lay(stage, WOW, "5")
    _clear(stage)
    stage.presses = 0


def _begin(stage: Stage) -> None:
    stage.rig.move_token(None)
    both(stage, "lobby")
    stage.tap("YAY.ok")
    both(stage, "move")
    stage.moment("space", "space 0")
    stage.rig.move_token(0)
    both(stage, "deal")
    stage.tap("YAY.ok")
    both(stage, "one")
    stage.tap("WOW.ok")
    both(stage, "dealt")


def _dead_sensor(stage: Stage) -> None:
    stage.rig.move_token(None)
    stage.tap("YAY.ok")
    stage.presses = 0
    stage.hold("WOW.ok")
    both(stage, "deal")


def _replace(stage: Stage) -> None:
    _dealt(stage)
    lay(stage, YAY, "2", "3")
    both(stage, "shown")
    stage.slide_on("YAY.pad")
    stage.tap("YAY.ok")
    both(stage, "one")
    stage.tap("WOW.ok")
    both(stage, "both")


def _duel(stage: Stage) -> None:
    _dealt(stage)
    stage.tap("YAY.ok", "WOW.ok")
    stage.presses = 0
    lay(stage, YAY, "9")
    both(stage, "sealed")
    lay(stage, WOW, "5")
    both(stage, "told")


def _defended(stage: Stage) -> None:
    attack(stage)
    lay(stage, YAY, "8")
    both(stage, "attack")
    lay(stage, WOW, "10")
    both(stage, "defended")


def _sacrificed(stage: Stage) -> None:
    attack(stage)
    lay(stage, YAY, "3")
    stage.tap("WOW.no")
    both(stage, "announced")
    lay(stage, WOW, "4")
    both(stage, "asked")
    stage.tap("WOW.ok")
    both(stage, "again")


def _several(stage: Stage) -> None:
    attack(stage)
    stage.tap("YAY.ok")
    lay(stage, YAY, "6", "7", "8")
    both(stage, "shown")
    stage.tap("YAY.ok")
    both(stage, "attack")
    stage.tap("WOW.ok")
    both(stage, "other")
    lay(stage, WOW, "7")
    both(stage, "to-go")


def _round(stage: Stage) -> None:
    """Let YAY win the round: five sacrifices, then 1 against 4."""
    attack(stage)
    for high, answer in (("8", "2"), ("7", "2"), ("7", "2"), ("6", "2"), ("6", "3")):
        lay(stage, YAY, high)
        stage.tap("WOW.no")
        lay(stage, WOW, answer)
    _clear(stage)
    stage.presses = 0
    both(stage, "last")
    lay(stage, YAY, "1")
    lay(stage, WOW, "4")
    both(stage, "won")
    stage.moment("next", "space -1")
    stage.rig.move_token(-1)
    _clear(stage)
    both(stage, "cover")
    stage.moment("covered", "space 0")


def _first_game(stage: Stage) -> None:
    """Take the guide from the lobby, play the practice round, and the first that counts, until the guide ends."""
    both(stage, "lobby")
    stage.hold("YAY.no")
    both(stage, "menu")
    stage.tap("YAY.ok", "YAY.ok", "WOW.ok")
    both(stage, "attack")
    lay(stage, YAY, "8")
    both(stage, "answer")
    lay(stage, WOW, "10")
    both(stage, "defended")
    _clear(stage)
    lay(stage, WOW, "9")
    stage.tap("YAY.no")
    both(stage, "sacrifice")
    lay(stage, YAY, "2")
    for high, low in (("9", "2"), ("8", "2"), ("7", "3"), ("7", "3")):
        lay(stage, WOW, high)
        lay(stage, YAY, low)
    _clear(stage)
    lay(stage, WOW, "3")
    lay(stage, YAY, "4")
    _clear(stage)
    both(stage, "counts")
    stage.wait(7)
    stage.tap("YAY.ok", "WOW.ok")
    both(stage, "replace")
    lay(stage, YAY, "2")
    stage.slide_on("YAY.pad")
    stage.wait(7)
    stage.tap("YAY.ok", "WOW.ok")
    both(stage, "draw")
    lay(stage, YAY, "10")
    lay(stage, WOW, "5")
    for high, low in (("8", "3"), ("7", "3"), ("7", "4"), ("6", "4"), ("6", "4")):
        lay(stage, YAY, high)
        lay(stage, WOW, low)
    _clear(stage)
    lay(stage, YAY, "1")
    lay(stage, WOW, "5")
    both(stage, "won")
    stage.rig.move_token(-1)
    _clear(stage)
    both(stage, "cover")
    stage.wait(7)
    stage.tap("YAY.ok", "WOW.ok")
    both(stage, "over")


def _resign(stage: Stage) -> None:
    attack(stage)
    stage.turn_to("resign", "YAY", "YAY.no")
    both(stage, "item")
    stage.tap("YAY.ok")
    both(stage, "sure")
    stage.tap("YAY.ok")
    both(stage, "over")


def _refused(stage: Stage) -> None:
    attack(stage)
    lay(stage, WOW, "8")
    both(stage, "told")
    stage.slide_on("WOW.pad", "hand:WOW")
    both(stage, "lifted")


def _reader_lost(stage: Stage) -> None:
    attack(stage)
    lay(stage, YAY, "8")
    stage.rig.table.switchboard.set("reader WOW.pad", "unplug", True)
    stage.wait(2)
    both(stage, "lost")
    stage.wait(4)
    both(stage, "asked")
    stage.tap("WOW.no", "WOW.no", "WOW.ok")
    both(stage, "named")
    stage.rig.table.switchboard.set("reader WOW.pad", "unplug", False)
    stage.wait(9)
    both(stage, "back")


def _bumped(stage: Stage) -> None:
    attack(stage)
    lay(stage, YAY, "8")
    stage.rig.move_token(2)
    stray = stage.rig.place("7", "YAY.pad")
    both(stage, "crowd")
    stage.rig.lift(stray, "hand:YAY")
    both(stage, "token")
    stage.rig.move_token(0)
    both(stage, "mended")


def _named(stage: Stage) -> None:
    """Let Anna, who played here before, find her name; Ben types his at his page."""
    stage.type_name(YAY, "Anna")
    stage.type_name(YAY, "")
    stage.turn_to("name", YAY, "YAY.no")
    stage.moment("item", YAY)
    stage.tap("YAY.ok")
    stage.moment("list", YAY)
    stage.tap("YAY.ok")
    stage.moment("taken", YAY)
    stage.hold("YAY.no")
    stage.type_name("WOW", "Ben")
    presses = stage.presses
    attack(stage)
    lay(stage, YAY, "8")
    stage.presses = presses
    both(stage, "played")


def _rules(stage: Stage) -> None:
    """Let YAY switch attacks of several cards off."""
    stage.turn_to("jumbo-on", YAY, "YAY.no")
    stage.moment("item", YAY)
    stage.tap("YAY.ok")
    stage.moment("off", YAY)
    stage.hold("YAY.no")
    stage.tap("YAY.ok")
    both(stage, "begun")


def tacocat_flow(name: str, title: str, play: Callable[[Stage], None]) -> Flow:
    """Give a flow at the shipped table of Tacocat."""
    return Flow(name, title, play, game="tc38", table="tacocat", seats=2)


FLOWS = (
    tacocat_flow("begin", "Begin", _begin),
    tacocat_flow("first", "A first game", _first_game),
    tacocat_flow("names", "Who sits here", _named),
    tacocat_flow("rules", "Choose the rules", _rules),
    tacocat_flow("dead-sensor", "A dead sensor", _dead_sensor),
    tacocat_flow("replace", "Replace cards", _replace),
    tacocat_flow("duel", "The duel", _duel),
    tacocat_flow("defend", "Attack and defend", _defended),
    tacocat_flow("sacrifice", "Give up a card", _sacrificed),
    tacocat_flow("several", "Attack with several cards", _several),
    tacocat_flow("round", "The last cards, and the next round", _round),
    tacocat_flow("resign", "Resign", _resign),
    tacocat_flow("refused", "A refused card", _refused),
    tacocat_flow("reader", "A reader falls silent", _reader_lost),
    tacocat_flow("bumped", "Somebody bumps the table", _bumped),
)
