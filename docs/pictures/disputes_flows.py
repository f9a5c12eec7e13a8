"""Flows of disputes: cheats that later cards prove, acts taken back or let stand, and a bumped ring."""

from __future__ import annotations

from docs.pictures.kittens_plays import asked_for
from docs.pictures.kittens_ready import play, ready
from docs.pictures.stage import EVERYONE, Flow, Stage
from docs.pictures.tacocat_flows import attack, both, lay, tacocat_flow

NEWS_S = 5.0
"""So long each news stays."""


def _cheat(stage: Stage) -> None:
    """Let WOW give up a 5 as its lowest card, and show a 2 later."""
    attack(stage)
    lay(stage, "YAY", "8")
    stage.tap("WOW.no")
    lay(stage, "WOW", "5")
    both(stage, "trusted")
    lay(stage, "YAY", "7")
    stage.tap("WOW.no")
    lay(stage, "WOW", "2")
    both(stage, "proven")
    stage.wait(NEWS_S)
    both(stage, "on")


def _denied(stage: Stage) -> None:
    """Let seat 2 say that it has no Attack, and play one on its next turn."""
    asked_for(stage, 1)
    stage.tap("2.nope", "2.ok")
    stage.read()
    stage.moment("trusted", EVERYONE, "2")
    stage.tap("1.ok")
    stage.read()  # hands that begin their turn, and not those that end the last one
    play(stage, "2", "attack")
    stage.wait(4.4)  # the window runs out, and lamps are lit while the news still stays
    stage.moment("proven", EVERYONE, "2")


def _own_act(stage: Stage) -> None:
    """Let YAY attack with a wrong card, and take it back before anybody has answered."""
    attack(stage)
    lay(stage, "YAY", "8")
    stage.turn_to("take-back", "YAY", "YAY.no")
    both(stage, "item")
    stage.tap("YAY.ok")
    both(stage, "gone")
    stage.slide_on("YAY.pad", "hand:YAY")
    stage.wait(NEWS_S)
    both(stage, "again")


def _taken_back(stage: Stage) -> None:
    attack(stage)
    lay(stage, "YAY", "8")
    stage.wait(NEWS_S)
    stage.turn_to("take-back", "YAY", "YAY.no")
    both(stage, "item")
    stage.tap("YAY.ok")
    both(stage, "asked")
    stage.tap("WOW.ok")
    both(stage, "agreed")
    stage.slide_on("YAY.pad", "hand:YAY")
    stage.wait(NEWS_S)
    both(stage, "again")


def _let_stand(stage: Stage) -> None:
    """Let YAY attack with two cards that do not belong together, and both agree that this may stand."""
    attack(stage)
    stage.tap("YAY.ok")
    lay(stage, "YAY", "3", "6")
    stage.slide_on("YAY.pad")
    stage.tap("YAY.ok")
    both(stage, "refused")
    stage.turn_to("let-stand", "YAY", "YAY.no")
    both(stage, "item")
    stage.tap("YAY.ok", "WOW.ok")
    both(stage, "stands")


def _dealt_again(stage: Stage) -> None:
    """Let YAY attack, and WOW ask to deal the round again, since a hand had a card too many."""
    attack(stage)
    stage.turn_to("deal-again", "WOW", "WOW.no")
    both(stage, "item")
    stage.tap("WOW.ok")
    both(stage, "asked")
    stage.tap("YAY.ok")
    both(stage, "again")


def _leaves(stage: Stage) -> None:
    """Let seat 2 go home in the middle of the game, and the others play on."""
    ready(stage)
    stage.turn_to("leave-game", "table", "2.nope")
    stage.moment("item", EVERYONE)
    stage.tap("2.ok")
    stage.moment("asked", EVERYONE)
    stage.tap("3.ok")
    stage.read()
    stage.moment("left", EVERYONE)
    stage.wait(NEWS_S)
    stage.moment("goes-on", EVERYONE)


def _dropped(stage: Stage) -> None:
    """Let the draw pile fall down, and all shuffle it."""
    ready(stage)
    stage.turn_to("pile-mixed", "table", "3.nope")
    stage.moment("item", EVERYONE)
    stage.tap("3.ok")
    stage.moment("asked", EVERYONE)
    stage.tap("1.ok")
    stage.read()
    stage.moment("goes-on", EVERYONE)


def _card_lost(stage: Stage) -> None:
    """Let seat 3 say that a Nope is missing, and the others play on without it."""
    ready(stage)
    stage.turn_to("card-lost", EVERYONE, "3.nope")
    stage.moment("item", EVERYONE)
    stage.tap("3.ok")
    while getattr(stage.rig.screen(EVERYONE), "item", "") != "card.nope":
        stage.tap("3.nope")
    stage.moment("which", EVERYONE)
    stage.tap("3.ok")
    stage.moment("asked", EVERYONE)
    stage.tap("1.ok")
    stage.read()
    stage.moment("told", EVERYONE)
    stage.wait(NEWS_S)
    stage.moment("goes-on", EVERYONE)


def _kept_kitten(stage: Stage) -> None:
    """Let somebody draw the kitten and say nothing, until only kittens can be left in the pile."""
    ready(stage)
    for seat in (*stage.seats * 4, "1"):
        stage.tap(f"{seat}.ok")
        stage.read()
    stage.presses = 0
    stage.tap("2.ok")
    stage.moment("counted", EVERYONE)
    stage.wait(NEWS_S)
    stage.show("exploding-minion")
    stage.moment("whose", EVERYONE)
    stage.tap("2.ok")
    stage.read()
    stage.moment("drawn", EVERYONE)


def _bumped_ring(stage: Stage) -> None:
    """Let seat 1 play an Attack while cards are knocked on to the pad, before its OK and in the window."""
    ready(stage)
    stage.show("attack")
    (own,) = stage.rig.table.truth.at("play")
    stray = stage.rig.place("skip", "play")
    stage.moment("beside", EVERYONE)
    stage.rig.lift(own.tag)
    stage.rig.lift(stray, "hand:2")
    stage.moment("goes-on", EVERYONE)
    stage.tap("1.ok")
    stage.show_again(own.tag)
    stage.moment("back-on-the-pad", EVERYONE)
    stray = stage.rig.place("skip", "play")
    stage.moment("crowd", EVERYONE)
    stage.rig.lift(own.tag)
    stage.moment("stray", EVERYONE)
    stage.rig.lift(stray, "hand:2")
    stage.moment("mended", EVERYONE)


FLOWS = (
    tacocat_flow("cheat", "A sacrifice that was not the lowest card", _cheat),
    Flow("denied", "A card that was denied", _denied),
    tacocat_flow("own-act", "A wrong card taken back at once", _own_act),
    tacocat_flow("taken-back", "An attack taken back", _taken_back),
    tacocat_flow("stands", "A refused attack that stands", _let_stand),
    tacocat_flow("dealt-again", "A round dealt again", _dealt_again),
    Flow("leaves", "One of three goes home", _leaves, has_displays=False),
    Flow("dropped", "The draw pile falls down", _dropped, has_displays=False),
    Flow("card-lost", "A card is missing", _card_lost, has_displays=False),
    Flow("kept-kitten", "A kitten kept in a hand", _kept_kitten, game="min72", has_displays=False),
    Flow("bumped-ring", "Somebody bumps the ring", _bumped_ring, has_displays=False),
)
