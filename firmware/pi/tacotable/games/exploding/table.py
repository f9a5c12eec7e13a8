"""The decision table of the Exploding games: one for presses, one for cards; the first row that fits decides.

Each row has its outcome, the message that the outcome shows, with the names of its values, and how a lamp looks when a
press now would be decided by it.
"""

from __future__ import annotations

from enum import Enum

from tacotable.games.decisions import Pattern, Row, Table, when
from tacotable.games.exploding.reading_kinds import Actor, Button, Claim, Kind, Lying, Moment, Owner, Shown, Timing

A, B, C, K, L, M, S, T, W = Actor, Button, Claim, Kind, Lying, Moment, Shown, Timing, Owner
OKS = (B.OK, B.HELD)
AROUND = (M.BESIDE, M.LOBBY, M.DEAL, M.PASSING, M.OVER)
TURNS = (M.TURN, M.TARGET, M.NAME)
UNPLAYED = (S.NOTHING, S.MORE, S.FIVE, S.WANTED)
HANDS = (A.ASKED, A.WAITS, A.ALSO)


class Press(Enum):
    """What a press does; the value says what people see of it."""

    NOTHING = "nothing"
    IGNORE = "both lamps flash red twice: it did not count"
    REFUSE = "a message"
    PUT_AWAY = "what was on show goes away"
    READ = "the message goes away"
    SIT = "the seat sits down, or stands up"
    OTHER_GAME = "another game is shown"
    BEGIN = "the game begins with all who sit"
    BEGIN_AGAIN = "the game is put away, and the next one begins"
    CLEAR_PAD = "the display asks for a clear pad"
    DEALT = "the first turn begins"
    NEXT_PAGE = "the next step of the set-up is shown"
    DEAL_BACK = "the last dealt card is asked back"
    CLOSE = "the lobby is shown"
    OWNS = "the card counts for this seat"
    DISOWNS = "the card is not of this seat"
    DREW_EARLIER = "the card counts as an earlier draw of this seat, if only draws followed"
    DREW_LAST = "the kitten counts as the last draw of its seat, not as a new one"
    DISPUTE = "the table asks once more whose the kitten is"
    ASK_WHOSE = "the table asks whose the card is"
    COUNT = "the card that is there counts as laid now"
    TAKE_ITEM = "what the display offers is done"
    TURN_ITEM = "the display turns to the next item"
    CARD_FIRST = "the display asks for the card that is in the way"
    ASK_DREW = "the display asks: did you draw?"
    DRAW = "a draw is ruled"
    ADD_CARD = "the display asks for one more card"
    PLAY = "the play is ruled, or what it lacks is asked"
    PICK = "this seat is the target"
    TAKE_NAME = "the card on show is asked for"
    TURN_NAME = "the display turns to the next card"
    GO_BACK = "back to the cards of the play"
    TAKE_BACK = "the last card, or word, is taken back"
    CLAIM = "the countdown stands for this seat; once more, and it goes on"
    LET = "the play passes at this seat"
    WITHDRAW = "the countdown goes on"
    HIDE = "the kitten is defused"
    EXPLODE = "the seat is out"
    ANNOUNCE = "the display asks for OK: no such card"
    DENY = "there is no such card"
    DONE = "what hands did is ruled"


P = Press
ME = A.ASKED


def press(moment: object, button: object = tuple(B), actor: object = tuple(A), **more: object) -> Pattern:
    """Return a pattern of presses: in a moment, of a button, by who is what in the moment."""
    return when(moment=moment, button=button, actor=actor, **more)


def card(moment: object, kind: object = tuple(K), owner: object = tuple(W), **more: object) -> Pattern:
    """Return a pattern of cards: in a moment, what the card is, and whose."""
    return when(moment=moment, kind=kind, owner=owner, **more)


PRESSES = Table(
    (
        # A press that does not count.
        Row("the reader is silent", P.IGNORE, press(M.SILENT)),
        Row("NOPE missed its window", P.REFUSE, when(timing=T.MISSED), "nope-late"),
        Row("too early", P.IGNORE, when(timing=T.EARLY)),
        # Around the game.
        Row("reads the message", P.READ, press(AROUND, B.NOPE, has_message=True)),
        Row("stands up beside a game", P.SIT, press(M.BESIDE, OKS, ME), lamp="seated"),
        Row("sits down beside a game", P.SIT, press(M.BESIDE, OKS)),
        Row("begins", P.BEGIN, press(M.LOBBY, B.HELD)),
        Row("stands up", P.SIT, press(M.LOBBY, B.OK, ME), lamp="seated"),
        Row("sits down", P.SIT, press(M.LOBBY, B.OK, A.OTHER), lamp="may-sit"),
        Row("sits down at a full table", P.SIT, press(M.LOBBY, B.OK)),
        Row("turns to another game", P.OTHER_GAME, press(M.LOBBY, B.NOPE)),
        Row("takes the dealt card first", P.CLEAR_PAD, press(M.DEAL, OKS, A.ALSO, lying=L.CARD), lamp="take"),
        Row("clears the pad first", P.CLEAR_PAD, press(M.DEAL, OKS, lying=L.CARD)),
        Row("has dealt", P.DEALT, press(M.DEAL, OKS), lamp="press"),
        Row("next page", P.NEXT_PAGE, press(M.DEAL, B.NOPE)),
        Row("deal: takes the card first", P.REFUSE, press(M.PASSING, OKS, A.ALSO), "pass-first", "take"),
        Row("deal: lays the next card", P.REFUSE, press(M.PASSING, OKS, ME), "pass-first", "turn"),
        Row("deal: others are dealt to", P.REFUSE, press(M.PASSING, OKS), "pass-first"),
        Row("deal: one card back", P.DEAL_BACK, press(M.PASSING, B.NOPE, HANDS, shown=S.PLAY), lamp="may-go-back"),
        Row("deal: one card back for another", P.DEAL_BACK, press(M.PASSING, B.NOPE, shown=S.PLAY)),
        Row("deal: next page", P.NEXT_PAGE, press(M.PASSING, B.NOPE)),
        Row("begins once more", P.BEGIN_AGAIN, press(M.OVER, B.HELD, (ME, A.OTHER, A.ALSO))),
        Row("the winner puts the game away", P.CLOSE, press(M.OVER, OKS, ME), lamp="winner"),
        Row("puts the game away", P.CLOSE, press(M.OVER, OKS, A.OTHER), lamp="press"),
        Row("puts others' game away", P.CLOSE, press(M.OVER, OKS)),
        Row("nothing to take back at the end", P.REFUSE, press(M.OVER, B.NOPE), "nothing-back"),
        Row("NOPE for nothing", P.NOTHING, press(AROUND, B.DOWN)),
        Row("watches another game", P.REFUSE, press(M.BESIDE), "watching"),
        # Who is out, and questions.
        Row("is out, NOPE", P.NOTHING, when(actor=A.OUT, button=B.DOWN)),
        Row("is out", P.REFUSE, when(actor=A.OUT), "watching"),
        Row("it is my card", P.OWNS, press((M.OWNER, M.BRUSHED), OKS, ME), lamp="press"),
        Row("it was my card after all", P.OWNS, press(M.OWNER, OKS, A.WAITS)),
        Row("it is not my card", P.DISOWNS, press((M.OWNER, M.BRUSHED), B.NOPE, ME), lamp="not-mine"),
        Row("I drew it earlier", P.DREW_EARLIER, press(M.OWNER, OKS)),
        Row("NOPE goes down at a question", P.NOTHING, press((M.OWNER, M.BRUSHED), B.DOWN)),
        Row("others are asked whose it is", P.REFUSE, press((M.OWNER, M.BRUSHED)), "whose-first"),
        # Cards on the pad, and buttons in place of its reader.
        Row("counts the card that lies there", P.COUNT, when(button=B.HELD, lying=L.COUNTABLE)),
        Row("turns before anything is taken", P.REFUSE, press(M.BUTTONS, B.OK, shown=S.NOTHING), "turn-first-kittens"),
        Row("takes the item", P.TAKE_ITEM, press(M.BUTTONS, OKS), lamp="press"),
        Row("turns to the next item", P.TURN_ITEM, press(M.BUTTONS), lamp="may-turn"),
        Row("first the card", P.CARD_FIRST, when(button=OKS, lying=L.CARD, actor=ME), lamp="clear"),
        Row("first the card, by NOPE", P.CARD_FIRST, press(M.TURN, B.NOPE, ME, lying=L.CARD)),
        Row("first the card of another", P.CARD_FIRST, when(button=OKS, lying=L.CARD)),
        # A window. NOPE counts when it goes down.
        Row("breaks the tie", P.CLAIM, press(M.WINDOW, B.DOWN, claim=C.TIED), lamp="tie"),
        Row("takes its NOPE back", P.CLAIM, press(M.WINDOW, B.DOWN, claim=C.MINE), lamp="claim"),
        Row("its time for a Nope is used up", P.CLAIM, press(M.WINDOW, B.DOWN, HANDS, claim=C.USED)),
        Row("stops the countdown", P.CLAIM, press(M.WINDOW, B.DOWN, HANDS), lamp="may-nope"),
        Row("NOPE goes down for nothing", P.NOTHING, when(button=B.DOWN)),
        Row("lets it pass", P.LET, press(M.WINDOW, OKS, ME), lamp="may-let"),
        Row("takes its NOPE back by OK", P.WITHDRAW, press(M.WINDOW, OKS, claim=(C.MINE, C.TIED))),
        Row("others may nope still", P.IGNORE, press(M.WINDOW, OKS, A.WAITS)),
        Row("reads a message in the window", P.READ, press(M.WINDOW, B.NOPE, has_message=True)),
        Row("nothing is asked in the window", P.REFUSE, press(M.WINDOW), "let-already"),
        # A turn.
        Row("picks this seat", P.PICK, press(M.TARGET, OKS, A.ALSO), lamp="press"),
        Row("this seat cannot be picked", P.REFUSE, press(M.TARGET, OKS), "pick-lit"),
        Row("back to the cards", P.GO_BACK, press(M.TARGET, B.NOPE, ME), lamp="may-go-back"),
        Row("takes the name", P.TAKE_NAME, press(M.NAME, OKS, ME), lamp="press"),
        Row("turns to the next name", P.TURN_NAME, press(M.NAME, B.NOPE, ME), lamp="may-turn"),
        Row("reads the news", P.PUT_AWAY, press(M.TURN, OKS, ME, has_news=True), lamp="turn"),
        Row("names no card yet", P.PLAY, press(M.TURN, OKS, ME, shown=(S.FIVE, S.WANTED)), lamp="hands"),
        Row("one card is missing", P.ADD_CARD, press(M.TURN, OKS, ME, shown=S.MORE)),
        Row("plays", P.PLAY, press(M.TURN, OKS, ME, shown=S.PLAY), lamp="press"),
        Row("the drawn card passes the pad", P.REFUSE, press(M.TURN, OKS, ME, is_seen=True), "pass-card", "hands"),
        Row("has it drawn?", P.ASK_DREW, press(M.TURN, OKS, ME, lying=L.HIDING), lamp="turn"),
        Row("has drawn", P.DRAW, press(M.TURN, OKS, ME), lamp="turn"),
        Row("claims the card", P.ASK_WHOSE, press(M.TURN, OKS, A.WAITS)),
        Row("back from the name of a card", P.GO_BACK, press(M.TURN, B.NOPE, ME, shown=S.WANTED), lamp="may-go-back"),
        Row(
            "takes a card back",
            P.TAKE_BACK,
            press(M.TURN, B.NOPE, ME, shown=(S.MORE, S.PLAY, S.FIVE)),
            lamp="may-go-back",
        ),
        # What hands do.
        Row(
            "the card passes the pad",
            P.REFUSE,
            press((M.DRAW, M.FAVOR, M.STEAL), OKS, ME, is_seen=True),
            "pass-card",
            "hands",
        ),
        Row("has done it", P.DONE, press((M.DRAW, M.FAVOR, M.STEAL, M.ARRANGE), OKS, ME), lamp="turn"),
        Row("a gift cannot be denied", P.REFUSE, press(M.FAVOR, B.NOPE, ME), "must-give"),
        Row("is out by its own word", P.EXPLODE, press(M.DEFUSE, OKS, ME, shown=S.ANNOUNCED), lamp="press"),
        Row("has hidden the kitten", P.HIDE, press(M.DEFUSE, OKS, ME, shown=S.PLAY), lamp="press"),
        Row("a new draw, and no Defuse", P.ANNOUNCE, press(M.DEFUSE, OKS, ME, claim=C.MINE), lamp="turn"),
        Row("shows a Defuse first", P.REFUSE, press(M.DEFUSE, OKS, ME), "show-defuse card", "hands"),
        Row("it was my kitten", P.DISPUTE, press(M.DEFUSE, OKS, A.ALSO)),
        Row("has no such card", P.DENY, press(M.GIVE, OKS, ME, shown=S.ANNOUNCED), lamp="press"),
        Row("shows the card first", P.REFUSE, press(M.GIVE, OKS, ME), "show-named name", "hands"),
        Row(
            "the kitten was the last draw",
            P.DREW_LAST,
            press(M.DEFUSE, B.NOPE, ME, shown=S.NOTHING, claim=C.MINE),
            lamp="not-mine",
        ),
        Row(
            "says that it has none",
            P.ANNOUNCE,
            press((M.DEFUSE, M.GIVE), B.NOPE, ME, shown=S.NOTHING),
            lamp="may-give-up",
        ),
        Row("goes back", P.TAKE_BACK, press((M.DEFUSE, M.GIVE), B.NOPE, ME), lamp="may-go-back"),
        # A press for nothing.
        Row("reads a message", P.READ, when(button=B.NOPE, has_message=True)),
        Row("NOPE too late", P.REFUSE, when(timing=T.LATE), "nope-late"),
        Row(
            "nothing to take back, draw over the pad",
            P.REFUSE,
            press(M.TURN, B.NOPE, ME, is_seen=True),
            "nothing-back-seen",
        ),
        Row("nothing to take back", P.REFUSE, when(button=B.NOPE, actor=ME), "nothing-back"),
        Row(
            "NOPE before the play",
            P.REFUSE,
            press(M.TURN, B.NOPE, shown=(S.MORE, S.PLAY, S.FIVE, S.WANTED)),
            "nope-early seat",
        ),
        Row("NOPE before the play is whole", P.REFUSE, press((M.TARGET, M.NAME), B.NOPE), "nope-early seat"),
        Row("another is asked", P.REFUSE, when(), "wait-kittens"),
    )
)


class Card(Enum):
    """What a card on a pad does; the value says what people see of it."""

    NOTHING = "nothing"
    REFUSE = "a message at its seat"
    REFUSE_FOR_ALL = "a message for all"
    LAY_AGAIN = "take it off, or lay it again"
    LAY_AGAIN_FOR_ALL = "for all: take it off, or lay it again"
    WAIT = "it counts when the question is answered"
    MOVE = "the hidden card is dealt or drawn"
    FROM_HAND = "the hidden card changes hands"
    ADD = "it is shown for the act"
    DEFUSE_AFTER_ALL = "the word that there is none is taken back, and it is shown"
    DRAW_LETHAL = "the kitten is drawn"
    DREW_LAST = "the kitten counts as the last draw of its seat"
    ASK_WHOSE = "the table asks who drew it"
    NOPE = "the play is noped"
    CLAIM_NOPE = "the countdown stands, and the play is noped"
    CLAIM = "its seat may lay it again when it goes first"
    ASK_NOPE = "the countdown stands, and the table asks whose Nope it is"
    NO_NOPE = "a message; the time for the Nope begins once more"
    GIVE = "the card is given"


D = Card
NOPES = (D.NOPE, D.CLAIM_NOPE)
NO_ACTS = (D.NOTHING, D.REFUSE, D.REFUSE_FOR_ALL, D.CLAIM, D.NO_NOPE)
"""Outcomes that leave a card on its pad, and nothing else happens."""
CARDS = Table(
    (
        # What cannot be.
        Row("cannot be an act now", D.REFUSE, when(kind=K.OBSTACLE)),
        Row("a Defuse waits for the answer", D.WAIT, card(M.OWNER, K.FITS)),
        Row("first the other card", D.REFUSE_FOR_ALL, card((M.OWNER, M.BRUSHED)), "whose-first"),
        # On a seat's own pad.
        Row("of who is out", D.REFUSE, when(owner=W.OUT), "watching"),
        Row("the kitten of the last draw", D.DREW_LAST, card(TURNS, K.LETHAL, W.DRAWER)),
        Row(
            "a kitten on the nearest pad", D.DRAW_LETHAL, card(M.TURN, K.LETHAL, W.OTHER, is_seen=False, shown=UNPLAYED)
        ),
        Row(
            "a late Nope on its own pad", D.REFUSE, when(owner=(W.OTHER, W.DRAWER), timing=T.LATE), "nope-too-late seat"
        ),
        Row("not its turn", D.REFUSE, when(owner=(W.OTHER, W.DRAWER)), "early"),
        Row("a Nope that has to wait", D.CLAIM, when(owner=W.ALSO, kind=K.NOPE, claim=(C.OTHER, C.USED))),
        Row("a Nope on its own pad", D.CLAIM_NOPE, when(owner=W.ALSO, kind=K.NOPE)),
        Row("no Nope after NOPE", D.REFUSE, when(owner=W.ALSO, claim=C.MINE), "only-nope"),
        Row("no Nope on its own pad", D.REFUSE, when(owner=W.ALSO), "early"),
        # In a window, on the shared pad.
        Row("a card in a tie", D.REFUSE_FOR_ALL, card(M.WINDOW, owner=W.ANYBODY, claim=C.TIED), "nope-tie"),
        Row("whose Nope?", D.ASK_NOPE, card(M.WINDOW, K.NOPE, W.ANYBODY, claim=C.NONE)),
        Row("nobody's Nope", D.REFUSE_FOR_ALL, card(M.WINDOW, K.NOPE, W.ANYBODY), "nobodys"),
        Row("answers no window", D.REFUSE_FOR_ALL, card((M.WINDOW, M.PASSING), owner=W.ANYBODY), "early"),
        Row("laid before the turn could be seen", D.LAY_AGAIN_FOR_ALL, card(TURNS, timing=T.EARLY)),
        Row("laid before it was asked", D.LAY_AGAIN, when(timing=T.EARLY)),
        Row(
            "a Nope after its window",
            D.REFUSE_FOR_ALL,
            card((M.TURN, M.TARGET, M.NAME), timing=T.LATE),
            "nope-too-late seat",
        ),
        Row(
            "a Nope after its window, before a hand",
            D.REFUSE_FOR_ALL,
            card(M.DEFUSE, timing=T.LATE, shown=S.ANNOUNCED),
            "nope-too-late seat",
        ),
        Row("a Nope after its window, for nothing", D.REFUSE_FOR_ALL, when(timing=T.LATE), "nope-back seat"),
        Row("a Nope", D.NOPE, card(M.WINDOW, K.NOPE)),
        Row("no Nope", D.NO_NOPE, card(M.WINDOW), "only-nope"),
        # Hidden cards over the pad.
        Row("deal: first a Defuse", D.REFUSE, card(M.PASSING, K.UNFIT), "defuse-first"),
        Row("dealt", D.MOVE, card(M.PASSING)),
        Row("drawn over the pad", D.MOVE, card((M.TURN, M.DRAW), K.DRAWN, shown=S.NOTHING)),
        Row("given or taken over the pad", D.FROM_HAND, card((M.FAVOR, M.STEAL), is_seen=True)),
        # A turn.
        Row("the play is closed", D.REFUSE, card((M.TARGET, M.NAME)), "play-closed"),
        Row("whose kitten?", D.ASK_WHOSE, card(M.TURN, K.LETHAL, W.ANYBODY, shown=UNPLAYED)),
        Row("a kitten", D.DRAW_LETHAL, card(M.TURN, K.LETHAL, shown=UNPLAYED)),
        Row(
            "first the play",
            D.REFUSE,
            card(M.TURN, (K.LETHAL, K.DRAWN), shown=(S.MORE, S.PLAY, S.FIVE, S.WANTED)),
            "play-first",
        ),
        Row("one more card", D.ADD, card(M.TURN, K.FITS)),
        Row("no card of this play", D.REFUSE, card(M.TURN)),
        # What hands do.
        Row("a kitten from the bottom", D.DRAW_LETHAL, card(M.DRAW, K.LETHAL, is_seen=False)),
        Row("no card from the bottom", D.REFUSE, card(M.DRAW, is_seen=True), "draw-wrong"),
        Row("a drawn card is secret", D.REFUSE, card(M.DRAW), "draw-secret card"),
        Row("the kitten on its way", D.NOTHING, card(M.DEFUSE, K.LETHAL)),
        Row("a Defuse after all", D.DEFUSE_AFTER_ALL, card(M.DEFUSE, K.FITS, shown=S.ANNOUNCED)),
        Row("the hand is known", D.REFUSE, card(M.DEFUSE, shown=S.ANNOUNCED, is_seen=True), "no-card-now"),
        Row("a card of the hand", D.ADD, card(M.DEFUSE, shown=S.ANNOUNCED)),
        Row("the Defuse is there", D.REFUSE, card(M.DEFUSE, shown=S.PLAY), "hide-first card"),
        Row("defuses", D.ADD, card(M.DEFUSE, K.FITS)),
        Row("no Defuse", D.REFUSE, card(M.DEFUSE)),
        Row("gives by hand", D.REFUSE, card(M.FAVOR), "give-by-hand"),
        Row("gives the card", D.GIVE, card(M.GIVE, K.FITS)),
        Row("another card is asked for", D.REFUSE, card(M.GIVE), "other-card name"),
        Row("no card is awaited", D.REFUSE_FOR_ALL, when(), "no-card-now"),
    )
)
