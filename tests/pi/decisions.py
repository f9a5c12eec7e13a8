"""All possible readings of gestures at an Exploding game: which fields vary in which moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from tacotable.games.exploding.reading_kinds import (
    Actor,
    Button,
    Card,
    Claim,
    Kind,
    Lying,
    Moment,
    Owner,
    Press,
    Shown,
    Timing,
)

A, B, C, K, L, M, S, T, W = Actor, Button, Claim, Kind, Lying, Moment, Shown, Timing, Owner
IN_PLAY = (A.ASKED, A.OTHER, A.OUT)
YES_OR_NO = (False, True)
Fields = Mapping[str, tuple[object, ...]]

PRESSED: Mapping[Moment, Fields] = {
    M.SILENT: {},
    M.BESIDE: {"actor": (A.ASKED, A.OTHER)},
    M.LOBBY: {"actor": (A.ASKED, A.OTHER, A.OUT)},
    M.DEAL: {"actor": (A.ASKED, A.ALSO, A.OTHER), "lying": (L.CLEAR, L.CARD), "is_seen": YES_OR_NO},
    M.PASSING: {"actor": (A.ASKED, A.ALSO, A.OTHER), "shown": (S.NOTHING, S.PLAY)},
    M.OVER: {"actor": (A.ASKED, A.OTHER, A.ALSO, A.OUT)},
    M.OWNER: {"actor": (A.ASKED, A.WAITS, A.OTHER, A.OUT)},
    M.BRUSHED: {"actor": (A.ASKED, A.OTHER, A.OUT)},
    M.BUTTONS: {"actor": (A.ASKED, A.OTHER), "shown": (S.NOTHING, S.MORE, S.PLAY), "lying": (L.CLEAR, L.COUNTABLE)},
    M.TURN: {
        "actor": (*IN_PLAY, A.WAITS),
        "shown": (S.NOTHING, S.MORE, S.PLAY, S.FIVE, S.WANTED),
        "lying": tuple(L),
        "is_seen": YES_OR_NO,
        "has_news": YES_OR_NO,
    },
    M.TARGET: {"actor": (*IN_PLAY, A.ALSO), "lying": (L.CLEAR, L.CARD, L.COUNTABLE)},
    M.NAME: {"actor": IN_PLAY, "lying": (L.CLEAR, L.CARD, L.COUNTABLE)},
    M.WINDOW: {
        "actor": (*IN_PLAY, A.WAITS, A.ALSO),
        "lying": (L.CLEAR, L.CARD, L.COUNTABLE),
        "claim": tuple(C),
    },
    M.DRAW: {"actor": IN_PLAY, "lying": (L.CLEAR, L.CARD, L.COUNTABLE), "is_seen": YES_OR_NO},
    M.DEFUSE: {
        "actor": (*IN_PLAY, A.ALSO),
        "shown": (S.NOTHING, S.PLAY, S.ANNOUNCED),
        "lying": (L.CLEAR, L.CARD, L.COUNTABLE),
        "claim": (C.NONE, C.MINE),
        "is_seen": YES_OR_NO,
    },
    M.FAVOR: {"actor": IN_PLAY, "lying": (L.CLEAR, L.CARD, L.COUNTABLE), "is_seen": YES_OR_NO},
    M.GIVE: {
        "actor": IN_PLAY,
        "shown": (S.NOTHING, S.ANNOUNCED),
        "lying": (L.CLEAR, L.CARD, L.COUNTABLE),
    },
    M.ARRANGE: {"actor": IN_PLAY, "lying": (L.CLEAR, L.CARD, L.COUNTABLE)},
    M.STEAL: {"actor": IN_PLAY, "lying": (L.CLEAR, L.CARD, L.COUNTABLE), "is_seen": YES_OR_NO},
}


def presses() -> Iterator[Press]:
    """Yield all possible readings of presses."""
    for moment, fields in PRESSED.items():
        for button in B:
            yield from _presses(moment, button, fields)


def _presses(moment: Moment, button: Button, fields: Fields) -> Iterator[Press]:
    if moment is M.SILENT:
        yield Press(button, moment)
        return
    timings: tuple[Timing, ...] = (T.COUNTS,)
    if button is not B.DOWN:
        early = (T.EARLY, *((T.MISSED,) if button is B.NOPE else ()))
        yield from (Press(button, moment, timing=timing) for timing in early)
        timings = (T.COUNTS, T.LATE) if button is B.NOPE else timings
    is_nope = button in (B.NOPE, B.DOWN)
    all_fields = {**fields, "timing": timings, "has_message": YES_OR_NO if button is B.NOPE else (False,)}
    if is_nope:
        all_fields["lying"] = (L.CLEAR, L.CARD) if moment is M.TURN and button is B.NOPE else (L.CLEAR,)
    for values in product(*all_fields.values()):
        reading = Press(button, moment, **dict(zip(all_fields, values, strict=True)))  # type: ignore[arg-type]
        if _is_possible(reading):
            yield reading


def _is_possible(reading: Press) -> bool:
    """Return whether the fields of a reading go together."""
    if reading.lying is L.COUNTABLE and reading.button is not B.HELD:
        return False
    if reading.lying is L.HIDING and (
        reading.actor is not A.ASKED or reading.shown is not S.NOTHING or reading.is_seen
    ):
        return False
    is_idle = reading.actor is A.ASKED and reading.shown is S.NOTHING
    if reading.button is B.NOPE and reading.lying is not L.CLEAR and not is_idle:
        return False
    is_hand = reading.actor in (A.ASKED, A.WAITS, A.ALSO)
    if reading.is_seen and not is_hand:
        return False
    if reading.has_news and (reading.actor is not A.ASKED or reading.shown is not S.NOTHING):
        return False
    if reading.moment is M.TURN and reading.actor is A.WAITS and reading.shown is S.NOTHING:
        return False
    is_last_draw = reading.moment is M.DEFUSE and reading.claim is C.MINE
    return not is_last_draw or (reading.actor is A.ASKED and not reading.is_seen)


LAID: Mapping[Moment, Fields] = {
    M.OWNER: {"kind": (K.FITS, K.UNFIT)},
    M.BRUSHED: {"kind": (K.FITS, K.UNFIT)},
    M.PASSING: {"kind": (K.FITS, K.UNFIT), "is_seen": (True,)},
    M.TURN: {
        "kind": (K.LETHAL, K.DRAWN, K.FITS, K.UNFIT),
        "owner": (W.ASKED, W.ANYBODY),
        "shown": (S.NOTHING, S.MORE, S.PLAY, S.FIVE, S.WANTED),
        "is_seen": YES_OR_NO,
    },
    M.TARGET: {"kind": (K.UNFIT,), "is_seen": YES_OR_NO},
    M.NAME: {"kind": (K.UNFIT,), "is_seen": YES_OR_NO},
    M.WINDOW: {"kind": (K.NOPE, K.UNFIT), "owner": (W.ASKED, W.ALSO, W.ANYBODY), "claim": tuple(C)},
    M.DRAW: {"kind": (K.LETHAL, K.DRAWN, K.UNFIT), "is_seen": YES_OR_NO},
    M.DEFUSE: {
        "kind": (K.LETHAL, K.FITS, K.UNFIT),
        "shown": (S.NOTHING, S.PLAY, S.ANNOUNCED),
        "is_seen": YES_OR_NO,
    },
    M.FAVOR: {"kind": (K.UNFIT,), "is_seen": YES_OR_NO},
    M.GIVE: {"kind": (K.FITS, K.UNFIT), "is_seen": YES_OR_NO},
    M.ARRANGE: {"kind": (K.UNFIT,), "is_seen": YES_OR_NO},
    M.STEAL: {"kind": (K.UNFIT,), "is_seen": YES_OR_NO},
}


def cards() -> Iterator[Card]:
    """Yield all possible readings of cards."""
    yield Card(M.TURN, K.OBSTACLE)
    for moment, fields in LAID.items():
        for values in product(*fields.values()):
            reading = Card(moment, **dict(zip(fields, values, strict=True)))  # type: ignore[arg-type]
            if reading.owner is not W.ANYBODY or moment is M.WINDOW or reading.kind is K.LETHAL:
                yield reading
        if moment in (M.OWNER, M.BRUSHED, M.PASSING):
            continue
        shown = (S.NOTHING, S.ANNOUNCED) if moment in (M.DEFUSE, M.GIVE) else (S.NOTHING,)
        entries = {M.TURN: tuple(S), M.DEFUSE: (S.NOTHING, S.PLAY, S.ANNOUNCED), M.GIVE: (S.NOTHING, S.ANNOUNCED)}
        yield from (Card(moment, K.NOPE, timing=T.LATE, shown=each) for each in shown if moment is not M.WINDOW)
        yield from (Card(moment, kind, timing=T.EARLY) for kind in (K.NOPE, K.UNFIT))
        yield Card(moment, K.UNFIT, W.OUT)
        unasked = product((W.OTHER, W.DRAWER), YES_OR_NO)
        for owner, is_seen in unasked:
            for cards_shown in entries.get(moment, (S.NOTHING,)):
                yield Card(moment, K.LETHAL, owner, shown=cards_shown, is_seen=is_seen)
            yield from (Card(moment, K.UNFIT, owner, time, is_seen=is_seen) for time in (T.COUNTS, T.LATE))
