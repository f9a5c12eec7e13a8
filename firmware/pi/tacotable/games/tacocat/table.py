"""The decision table of Tacocat: one for presses, one for cards; the first row that fits decides.

Each row has its outcome, the message that the outcome shows, with the names of its values, and how a lamp looks when a
press now would be decided by it.
"""

from __future__ import annotations

from enum import Enum

from tacotable.games.decisions import Pattern, Row, Table, when
from tacotable.games.tacocat.reading_kinds import Button, Kind, Lying, Message, Moment, Shown

B, L, M, S, T = Button, Lying, Moment, Shown, Message
OKS = (B.OK, B.HELD)
GATHERS = (M.REPLACE, M.ATTACK)
ANSWERS = (M.ANSWER, M.ANSWERS)
ENTERED = (S.ANNOUNCED, S.ONE, S.SEVERAL)


class Press(Enum):
    """What a press does; the value says what people see of it."""

    IGNORE = "both lamps flash red twice: it did not count"
    REFUSE = "a message"
    CARD_FIRST = "the display asks for the card that is in the way"
    WAIT = "the message stays as long as its card"
    READ = "the message goes away"
    READ_NEWS = "the news go away"
    ACCEPT_SILENCE = "the display offers the cards at once"
    BEGIN = "the game begins"
    AGAIN = "the same game begins once more"
    OTHER_GAME = "another game is shown"
    CLOSE_GAME = "the lobby is shown"
    PLACE = "Tacocat counts as standing on its space"
    STAND = "Tacocat counts as standing on its space, as the game says"
    COUNT = "the card that is there counts as laid now"
    DEALT = "when both have pressed, the round begins"
    DEAL_BACK = "the last dealt card is taken back"
    GIVE_UP = "the card is given up"
    DEFEND = "the card defends"
    TURN_FIRST = "the display asks to turn to a card first"
    TAKE_ITEM = "what the display offers is done; a card that would be given up is asked about"
    TURN_ITEM = "the display turns to the next item"
    CLOSE = "the cards are ruled as one act, or one more is asked for"
    ANNOUNCE = "several cards will be one attack"
    TAKE_BACK = "the last card, or the word that several come, is taken back"
    NEXT_DEMAND = "the next card answers another attack"
    MEAN_SACRIFICE = "the next card is a sacrifice, or none after all"


P = Press


def press(moment: object, button: object = tuple(B), **more: object) -> Pattern:
    """Return a pattern of presses: in a moment, of a button."""
    return when(moment=moment, button=button, **more)


PRESSES = Table(
    (
        # OK held.
        Row("Tacocat was moved by hand", P.PLACE, press((M.MOVE, M.PLACE), B.HELD)),
        Row("plays once more", P.AGAIN, press(M.OVER, B.HELD)),
        Row("takes what is offered first", P.TAKE_ITEM, press(M.BUTTONS, B.HELD, shown=S.UNTURNED)),
        Row("counts the card that is there", P.COUNT, when(button=B.HELD, lying=L.COUNTABLE)),
        Row("Tacocat is where it belongs", P.STAND, when(button=B.HELD, lying=L.ASTRAY)),
        # Questions and messages.
        Row("gives it up", P.GIVE_UP, press(M.SURE, OKS), lamp="press"),
        Row("defends with it", P.DEFEND, press(M.SURE), lamp="defend"),
        Row("does not wait for the reader", P.ACCEPT_SILENCE, press(M.SILENT, OKS, is_asked=True), lamp="turn"),
        Row("does not wait for the reader, another button", P.ACCEPT_SILENCE, press(M.SILENT)),
        Row("first the refused card", P.WAIT, when(lying=L.REFUSED)),
        Row("reads the message", P.READ, when(message=T.TEXT)),
        Row("reads the news", P.READ_NEWS, when(button=OKS, is_asked=True, message=T.NEWS), lamp="press"),
        Row("reads the news, another button", P.READ_NEWS, when(message=T.NEWS)),
        # Around the round.
        Row("begins", P.BEGIN, press(M.LOBBY, OKS), lamp="press"),
        Row("turns to another game", P.OTHER_GAME, press(M.LOBBY)),
        Row("first moves Tacocat", P.REFUSE, press(M.MOVE, B.OK), "move-first space", "hands"),
        Row("has moved Tacocat", P.PLACE, press(M.PLACE, B.OK), lamp="press"),
        Row("has dealt already", P.IGNORE, press(M.DEAL, is_asked=False, lying=L.CLEAR)),
        Row("clears the pad after dealing", P.CARD_FIRST, press(M.DEAL, OKS, is_asked=False), "clear-pad"),
        Row("clears the pad first", P.CARD_FIRST, press(M.DEAL, OKS, lying=L.CARD), "clear-pad", "hands"),
        Row("has dealt", P.DEALT, press(M.DEAL, OKS), lamp="press"),
        Row("puts the game away", P.CLOSE_GAME, press(M.OVER, OKS), lamp="press"),
        Row("between the rounds", P.IGNORE, press((M.MOVE, M.PLACE, M.DEAL, M.OVER))),
        # Another is asked.
        Row("deal: one card back", P.DEAL_BACK, press(M.PASSING, B.NO, shown=S.ONE)),
        Row("has replaced already", P.CLOSE, press(M.REPLACE, OKS, is_asked=False)),
        Row("another is asked", P.REFUSE, when(is_asked=False), "wait"),
        # A choice on the display.
        Row("has not turned to a card", P.TURN_FIRST, press(M.BUTTONS, B.OK, shown=S.UNTURNED), lamp="hands"),
        Row("takes the item", P.TAKE_ITEM, press(M.BUTTONS, OKS), lamp="press"),
        Row("turns, and means a sacrifice", P.TURN_ITEM, press(M.BUTTONS, shown=S.SACRIFICE), lamp="sacrifice"),
        Row("turns to the next item", P.TURN_ITEM, press(M.BUTTONS), lamp="may-turn"),
        # Cards at a pad.
        Row("deal: first the used card", P.REFUSE, press(M.PASSING, OKS, lying=L.CARD), "pass-card", "clear"),
        Row("deal: shows the card to the pad", P.REFUSE, press(M.PASSING, OKS), "pass-card", "hands"),
        Row("deal: nothing to take back", P.REFUSE, press(M.PASSING), "pass-card"),
        Row("one may hide another", P.CARD_FIRST, press(GATHERS, OKS, lying=L.CROWD), "crowd-first", "hands"),
        Row("has replaced enough", P.CLOSE, press(M.REPLACE, OKS), lamp="press"),
        Row("one card is not several", P.REFUSE, press(M.ATTACK, OKS, shown=S.ONE), "one-more cards", "hands"),
        Row("attacks with several", P.CLOSE, press(M.ATTACK, OKS, shown=S.SEVERAL), lamp="press"),
        Row("no several after all", P.TAKE_BACK, press(M.ATTACK, OKS, shown=S.ANNOUNCED), lamp="turn"),
        Row("another attack over a used card", P.NEXT_DEMAND, press(M.ANSWERS, OKS, lying=L.CARD), lamp="clear"),
        Row("another attack", P.NEXT_DEMAND, press(M.ANSWERS, OKS), lamp="turn"),
        Row("first the used card", P.CARD_FIRST, when(button=OKS, lying=L.CARD), "clear-first", "clear"),
        Row("announces several", P.ANNOUNCE, press(M.ATTACK, OKS), lamp="turn"),
        Row("takes a card back", P.TAKE_BACK, press(GATHERS, B.NO, shown=ENTERED), lamp="may-go-back"),
        Row("no sacrifice after all", P.MEAN_SACRIFICE, press(ANSWERS, B.NO, shown=S.SACRIFICE), lamp="sacrifice"),
        Row("means a sacrifice", P.MEAN_SACRIFICE, press(ANSWERS, B.NO), lamp="may-sacrifice"),
        # A press for nothing.
        Row("no card is read", P.REFUSE, when(button=OKS, lying=L.UNREAD), "unread", "hands"),
        Row("no card is read, NO", P.REFUSE, when(lying=L.UNREAD), "unread"),
        Row("nothing to take back", P.REFUSE, press(M.REPLACE), "show-or-ok"),
        Row("first the used card, NO", P.CARD_FIRST, when(lying=L.CARD), "clear-first"),
        Row("first a card", P.REFUSE, when(button=OKS), "lay-a-card", "hands"),
        Row("first a card, NO", P.REFUSE, when(), "lay-a-card"),
    )
)


class Card(Enum):
    """What a card on a pad does; the value says what people see of it."""

    KEEP = "nothing"
    TAKE_OFF = "take all off"
    REMIND = "take it off, or lay it again"
    LAY_AGAIN = "a tone; take it off, or lay it again"
    REFUSE = "a message at its seat"
    UNDO = "it counts on neither pad: take it off there, or lay it again here"
    DEAL = "it is dealt to this seat"
    ASK = "the table asks whether it is given up"
    ADD = "it is shown for the act"
    PLAY = "it is ruled as an act"


D, K = Card, Kind
CARDS = Table(
    (
        Row("one of several", D.TAKE_OFF, when(kind=K.CROWD)),
        Row("it counts already", D.KEEP, when(kind=K.KNOWN)),
        Row("it was uncovered, or refused before", D.REMIND, when(kind=K.UNCOVERED)),
        Row("it counted across", D.UNDO, when(kind=K.OF_BOTH)),
        Row("it cannot be an act", D.REFUSE, when(kind=K.OBSTACLE)),
        Row("no hand meant it now", D.LAY_AGAIN, when(kind=K.UNMEANT)),
        Row("it is dealt", D.DEAL, when(moment=M.PASSING)),
        Row("really give it up?", D.ASK, when(kind=K.SLIP)),
        Row("one of several that make an act", D.ADD, when(is_gathered=True)),
        Row("an act", D.PLAY, when()),
    )
)
