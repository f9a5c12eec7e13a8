"""The enums of a reading: what a gesture at an Exploding game can be."""

from __future__ import annotations

from typing import NamedTuple

from tacotable.games.decisions import Part


class Button(Part):
    """A gesture at a button. NOPE that goes down is read in an open window alone, so that times of presses decide."""

    OK = "OK"
    HELD = "OK held"
    NOPE = "NOPE"
    DOWN = "NOPE goes down"


class Moment(Part):
    """What is asked at the table, for one seat."""

    SILENT = "the reader has just fallen silent"
    BESIDE = "another game, for a seat that is not in it"
    LOBBY = "the lobby"
    DEAL = "the set-up"
    PASSING = "the deal over the pad"
    OVER = "the end"
    OWNER = "whose card?"
    BRUSHED = "drawn again?"
    BUTTONS = "a choice in place of the reader"
    TURN = "a turn"
    TARGET = "whom?"
    NAME = "which card?"
    WINDOW = "a window"
    DRAW = "a draw from the bottom"
    DEFUSE = "a kitten"
    FAVOR = "a gift"
    GIVE = "a card asked for"
    ARRANGE = "the pile is arranged"
    STEAL = "a card is taken"


class Actor(Part):
    """Who a seat is in the moment."""

    ASKED = "is asked"
    WAITS = "is asked, but others go first"
    ALSO = "may act, too"
    OTHER = "is not asked"
    OUT = "is out"


class Timing(Part):
    """Whether the person of a press can have seen what is asked."""

    COUNTS = "counts"
    EARLY = "too early"
    MISSED = "a NOPE that just missed its window"
    LATE = "a NOPE soon after a window"


class Shown(Part):
    """What a seat has shown for its next act."""

    NOTHING = "nothing"
    MORE = "cards that lack another"
    PLAY = "cards that can be played"
    FIVE = "five cards, not the one that they take"
    WANTED = "five cards, played by OK"
    ANNOUNCED = "NOPE: no such card"


class Lying(Part):
    """What is on the pads that a seat uses."""

    CLEAR = "clear"
    CARD = "a card that is part of nothing"
    HIDING = "perhaps a card that is not read"
    COUNTABLE = "a card that OK held may count"


class Claim(Part):
    """The seat's part in the open window, or in another question."""

    NONE = "none"
    MINE = "it pressed NOPE"
    TIED = "it tied"
    USED = "its time is used up"
    OTHER = "another seat goes first"


class Press(NamedTuple):
    """A press of a button, as far as it matters."""

    button: Button
    moment: Moment
    actor: Actor = Actor.OTHER
    timing: Timing = Timing.COUNTS
    shown: Shown = Shown.NOTHING
    lying: Lying = Lying.CLEAR
    claim: Claim = Claim.NONE
    is_seen: bool = False
    has_news: bool = False
    has_message: bool = False


class Owner(Part):
    """Whose a card on a pad is, as far as anybody can know."""

    ASKED = "the seat that is asked"
    ALSO = "on its own pad, of a seat that may answer the window"
    OTHER = "on its own pad, of a seat that is not asked"
    DRAWER = "on its own pad, of the seat that drew last"
    OUT = "on its own pad, of a seat that is out"
    ANYBODY = "nobody can tell"


class Kind(Part):
    """What a card is, in the moment."""

    OBSTACLE = "cannot be an act"
    LETHAL = "a kitten"
    DRAWN = "hidden, from the pile"
    NOPE = "may be a Nope"
    FITS = "is what is asked"
    UNFIT = "is not what is asked"


class Card(NamedTuple):
    """A card on a pad, as far as it matters."""

    moment: Moment
    kind: Kind
    owner: Owner = Owner.ASKED
    timing: Timing = Timing.COUNTS
    shown: Shown = Shown.NOTHING
    claim: Claim = Claim.NONE
    is_seen: bool = False
