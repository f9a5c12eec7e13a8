"""Games that are brought so far by hands at the table, in no time, before a page is looked at."""

from __future__ import annotations

import os

from tacotable.autoplay.rig import Rig
from tacotable.simulation.dealing import deal
from tacotable.state.scene import Sign
from tacotable_sim.truth import Card, hand_of

SEATS = ("YAY", "WOW")
IS_WHOLE = os.environ.get("TACOTABLE_PHONE_GAMES") == "whole"
"""Whether games on phones are played there from their first card to their last, as in CI."""
RINGS = (2, 5, 10) if IS_WHOLE else (10,)
"""The rings that are looked at; at a desk the fullest alone."""
HARMLESS = ("skip", "attack", "shuffle")
"""Cards whose play asks nobody for anything, and a turn is behind it."""


def dealt(rig: Rig) -> None:
    """Choose Tacocat and deal; the seats are asked what they replace."""
    rig.tap("YAY.ok")
    gather(rig)
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")


def attacking(rig: Rig) -> None:
    """Deal, replace nothing, and have WOW win the duel: it attacks, and YAY waits."""
    dealt(rig)
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    laid = [lay_lowest(rig, seat) for seat in SEATS]
    for card in laid:
        rig.lift(card.tag)
    assert asked_of(rig, "WOW").code == "sign.attack-first"


def lay_lowest(rig: Rig, seat: str) -> Card:
    """Lay a seat's lowest card on its pad."""
    card = min(rig.table.truth.at(hand_of(seat)), key=lambda card: int(card.face))
    rig.table.place(card.tag, f"{seat}.pad")
    rig.wait(rig.settle_s)
    return card


def seated(rig: Rig) -> None:
    """Let seats 1 and 2 sit down to a game of kittens, and deal; seat 1 is on turn."""
    rig.tap("1.ok")
    rig.tap("2.ok")
    rig.hold("1.ok")
    gather(rig)
    rig.tap("1.ok")
    assert asked_of(rig, "1").code == "sign.your-turn"


def bumped_pad(rig: Rig) -> None:
    """Have seat 1 play a card that asks nobody for anything, and then slide it back from the discard pile."""
    card = next(card for card in rig.table.truth.at(hand_of("1")) if card.face in HARMLESS)
    rig.table.place(card.tag, "play")
    rig.wait(rig.settle_s)
    rig.tap("1.ok")
    rig.lift(card.tag)
    rig.tap("2.ok")
    rig.table.place(card.tag, "play")
    rig.wait(rig.settle_s)


def gather(rig: Rig) -> None:
    """Gather, shuffle and deal the cards as the game says."""
    situation = rig.program.controller.situation
    deal(rig.table, situation.family.dealing(situation))
    rig.wait(rig.settle_s)


def asked_of(rig: Rig, seat: str) -> Sign:
    """Give what a seat is asked."""
    return rig.program.controller.scene.prompts[seat]
