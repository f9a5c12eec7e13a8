"""The enums of a reading: what a gesture at Tacocat's table can be."""

from __future__ import annotations

from typing import NamedTuple

from tacotable.games.decisions import Part


class Button(Part):
    """A gesture at a button. NO stands for each button beside OK: it turns where a seat chooses on its display."""

    OK = "OK"
    HELD = "OK held"
    NO = "NO"


class Moment(Part):
    """What is asked at the table, for one seat."""

    LOBBY = "the lobby"
    MOVE = "Tacocat moves"
    PLACE = "Tacocat moves, and no sensor feels it"
    DEAL = "the deal"
    OVER = "the end"
    SURE = "really give it up?"
    SILENT = "the reader has just fallen silent"
    BUTTONS = "a choice on the display"
    PASSING = "the deal over the pads"
    REPLACE = "cards are replaced"
    SINGLE = "one card: a duel, a last card, an attack without jumbo"
    ATTACK = "an attack"
    ANSWER = "an answer"
    ANSWERS = "an answer to one of several attacks"


class Shown(Part):
    """What a seat has shown or chosen for its next act."""

    NOTHING = "nothing"
    ANNOUNCED = "that several cards come"
    ONE = "one card"
    SEVERAL = "several cards"
    SACRIFICE = "that the next card is a sacrifice"
    UNTURNED = "what its display offers, without turning"


class Lying(Part):
    """What is on a seat's pad, or wrong at the table."""

    CLEAR = "clear"
    REFUSED = "a card with a message"
    COUNTABLE = "a card that OK held may count"
    ASTRAY = "Tacocat is on another space"
    CROWD = "several cards, one may hide another"
    CARD = "a card that has to go first"
    UNREAD = "perhaps a card that is not read"


class Message(Part):
    """What a press of this button reads first."""

    NONE = "nothing"
    TEXT = "a message"
    NEWS = "news"


class Press(NamedTuple):
    """A press of a button, as far as it matters."""

    button: Button
    moment: Moment
    is_asked: bool = True
    shown: Shown = Shown.NOTHING
    lying: Lying = Lying.CLEAR
    message: Message = Message.NONE


class Kind(Part):
    """What a card on a pad is, in the moment."""

    CROWD = "one of several, of which one may hide another"
    KNOWN = "counts already"
    UNCOVERED = "was there before, or has its answer"
    OF_BOTH = "counted on the other pad, which is too near"
    OBSTACLE = "cannot be an act"
    UNMEANT = "is there by no hand's act"
    SLIP = "reaches an attack, but would be given up"
    FITS = "is an act, or part of one"


class Card(NamedTuple):
    """A card on a pad, or one that a seat chose with buttons, as far as it matters."""

    kind: Kind
    moment: Moment = Moment.SINGLE
    is_gathered: bool = False
