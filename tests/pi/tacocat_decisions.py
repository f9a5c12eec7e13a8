"""All possible readings of gestures at Tacocat's table: which fields vary in which moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from tacotable.games.tacocat.reading_kinds import Button, Card, Kind, Lying, Message, Moment, Press, Shown

B, K, L, M, S, T = Button, Kind, Lying, Moment, Shown, Message
YES_OR_NO = (True, False)
GATHERED = (S.NOTHING, S.ANNOUNCED, S.ONE, S.SEVERAL)
MEANT = (S.NOTHING, S.SACRIFICE)
BY_BUTTONS = (M.LOBBY, M.MOVE, M.PLACE, M.DEAL, M.OVER, M.BUTTONS)
"""Moments in which a seat may have no reader: each press reads a message, or news, first."""
PRESSED: Mapping[Moment, Mapping[str, tuple[object, ...]]] = {
    M.LOBBY: {"lying": (L.CLEAR, L.REFUSED)},
    M.MOVE: {"lying": (L.CLEAR, L.REFUSED)},
    M.PLACE: {"lying": (L.CLEAR, L.REFUSED)},
    M.DEAL: {"is_asked": YES_OR_NO, "lying": (L.CLEAR, L.CARD, L.REFUSED, L.ASTRAY)},
    M.OVER: {"lying": (L.CLEAR, L.REFUSED)},
    M.SURE: {"lying": (L.CLEAR, L.ASTRAY)},
    M.SILENT: {"is_asked": YES_OR_NO, "lying": (L.CLEAR, L.ASTRAY)},
    M.BUTTONS: {
        "is_asked": YES_OR_NO,
        "shown": (S.NOTHING, S.UNTURNED, S.SACRIFICE),
        "lying": (L.CLEAR, L.ASTRAY),
    },
    M.PASSING: {
        "is_asked": YES_OR_NO,
        "shown": (S.NOTHING, S.ONE),
        "lying": (L.CLEAR, L.CARD, L.REFUSED, L.COUNTABLE, L.ASTRAY),
    },
    M.REPLACE: {
        "is_asked": YES_OR_NO,
        "shown": (S.NOTHING, S.ONE, S.SEVERAL),
        "lying": (L.CLEAR, L.CARD, L.CROWD, L.REFUSED, L.COUNTABLE, L.ASTRAY),
    },
    M.SINGLE: {
        "is_asked": YES_OR_NO,
        "lying": (L.CLEAR, L.CARD, L.UNREAD, L.REFUSED, L.COUNTABLE, L.ASTRAY),
    },
    M.ATTACK: {"is_asked": YES_OR_NO, "shown": GATHERED, "lying": tuple(L)},
    M.ANSWER: {
        "is_asked": YES_OR_NO,
        "shown": MEANT,
        "lying": (L.CLEAR, L.CARD, L.UNREAD, L.REFUSED, L.COUNTABLE, L.ASTRAY),
    },
    M.ANSWERS: {
        "is_asked": YES_OR_NO,
        "shown": MEANT,
        "lying": (L.CLEAR, L.CARD, L.UNREAD, L.REFUSED, L.COUNTABLE, L.ASTRAY),
    },
}


def presses() -> Iterator[Press]:
    """Yield all possible readings of presses."""
    for moment, fields in PRESSED.items():
        for button in B:
            read = tuple(T) if moment in BY_BUTTONS else (T.NONE, T.TEXT) if button is B.NO else (T.NONE,)
            all_fields = {**fields, "message": (T.NONE,) if moment in (M.SURE, M.SILENT) else read}
            for values in product(*all_fields.values()):
                reading = Press(button, moment, **dict(zip(all_fields, values, strict=True)))  # type: ignore[arg-type]
                if _is_possible(reading):
                    yield reading


def _is_possible(reading: Press) -> bool:
    """Return whether the fields of a reading go together."""
    is_held, is_no = reading.button is B.HELD, reading.button is B.NO
    if reading.lying in (L.COUNTABLE, L.ASTRAY) and not is_held:
        return False
    if not reading.is_asked and reading.lying in (L.COUNTABLE, L.CROWD, L.UNREAD):
        return False
    if not reading.is_asked and reading.lying is L.CARD and reading.moment is not M.DEAL:
        return False
    if reading.moment is M.BUTTONS and reading.shown is (S.UNTURNED if is_no else S.SACRIFICE):
        return False
    if not reading.is_asked and reading.shown in (S.UNTURNED, S.SACRIFICE, S.ANNOUNCED, S.ONE, S.SEVERAL):
        return reading.moment is M.PASSING
    if reading.lying is L.CROWD and reading.moment is M.ATTACK and reading.shown is S.NOTHING:
        return False  # only those that are gathered are a crowd
    return reading.message is not T.NEWS or reading.lying not in (L.REFUSED, L.COUNTABLE)


def cards() -> Iterator[Card]:
    """Yield all possible readings of cards."""
    yield from (Card(kind) for kind in K)
    yield from (Card(K.FITS, moment) for moment in (M.PASSING, M.SINGLE, M.ATTACK, M.ANSWER, M.ANSWERS))
    yield from (Card(K.FITS, moment, is_gathered=True) for moment in (M.REPLACE, M.ATTACK))
