"""Lights of an Exploding game: the countdown, and the lamps of OK and NOPE; each meaning has colour and rhythm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from tacotable.games.exploding import pads, timing, window
from tacotable.games.exploding.now import Now
from tacotable.games.exploding.reading import is_report, read_lamps
from tacotable.games.exploding.reading_kinds import Actor, Button, Moment, Press
from tacotable.games.exploding.screens import public_screen, seat_screen, with_note
from tacotable.games.exploding.signs import sign_of
from tacotable.games.exploding.state import OK, ExplodingSituation, light_names, view_of
from tacotable.games.exploding.table import PRESSES
from tacotable.games.lamps import LAMPS, STEADY, UNLIT
from tacotable.state import guards
from tacotable.state.game_state import Stage
from tacotable.state.scene import AMBER, BLUE, GREEN, OFF, PRESS, RED, REFUSED, WHITE, Light, Notice, Screen, Sign
from tacotable.state.situation import Shown
from tacotable.table.parts import displays_of, public_screen_of, public_screens
from tacotable_drivers.ports import Look, Pattern

Part = TypeVar("Part")


def shown(situation: ExplodingSituation) -> Shown:
    """Show everything of the game."""
    now = Now(situation)
    seats = _alike(now, partial(_seat, now))
    return Shown(
        lights(now),
        lamps(now),
        {seat: screen for seat, (_, screen) in seats.items()},
        _public(now),
        {seat: sign for seat, (sign, _) in seats.items()},
    )


def _seat(now: Now, seat: str) -> tuple[Sign, Screen]:
    """Return what a seat is asked, and what its own display shows."""
    sign = sign_of(now, seat)
    if now.game.stage is Stage.PLAY and not now.game.is_paused:
        sign = with_note(now, seat, sign)
    return sign, seat_screen(now, seat, sign)


def _alike(now: Now, of: Callable[[str], Part]) -> dict[str, Part]:
    """Return a part of the scene for each seat; while nothing is refused, those that do not play are alike."""
    parts: dict[str, Part] = {}
    beside: dict[bool, Part] = {}
    for seat in now.situation.seats:
        if seat in now.players or now.situation.ui.refusals:
            parts[seat] = of(seat)
            continue
        is_seated = seat in now.ui.seated
        if is_seated not in beside:
            beside[is_seated] = of(seat)
        parts[seat] = beside[is_seated]
    return parts


def _public(now: Now) -> dict[str, Screen]:
    """Show the display that everyone reads; a board has it in its middle, and its other displays rest."""
    table = now.situation.devices.table
    others = (*now.situation.seats, *public_screens(table))
    name, rest = public_screen_of(table), (name for name in displays_of(table) if name not in others)
    return dict.fromkeys(rest, Notice(Sign("sign.space-at-rest"))) | ({name: public_screen(now)} if name else {})


def asked(situation: ExplodingSituation) -> str | None:
    """Return the one seat that is asked, or while many are, the one whose turn it is."""
    if situation.game.match is None:
        return None
    seen = view_of(situation)
    return seen.to_act[0] if len(seen.to_act) == 1 else seen.turn.seat


def asked_of(situation: ExplodingSituation) -> Mapping[str, object]:
    """Return what each seat is asked, as of the last event."""
    ui, awaited = situation.ui.part, view_of(situation).to_act
    return {
        seat: (ui.asked, ui.page, seat in ui.seated, ui.shown if seat in awaited else None) for seat in situation.seats
    }


def lights(now: Now) -> tuple[Light, ...]:
    """Show the countdown; the whole bar tells who is out, and who won."""
    count = len(light_names(now.situation.devices.table))
    opened, told = now.ui.window, now.situation.ui.news
    if now.game.stage is Stage.OVER:
        return (Light(Look(GREEN, Pattern.SLOW), "light.won"),) * count
    if told and told[0].picture == "boom":
        return (Light(Look(RED, Pattern.FAST), "light.boom"),) * count
    if opened is None or not count:
        return (UNLIT,) * count
    if window.tied(opened):
        light = Light(Look(WHITE, Pattern.DOUBLE), "light.tie")
    elif opened.claims:
        light = Light(Look(BLUE, Pattern.SLOW), "light.standing")
    else:
        light = Light(Look(AMBER, Pattern.SOLID), "light.countdown")
    lit = window.steps_left(opened, now.situation.devices.now_ms, count)
    return (light,) * lit + (UNLIT,) * (count - lit)


def _lit_for_others() -> frozenset[Moment]:
    """Return the moments in which the table lights a lamp for a seat that is not asked."""
    found: set[object] = set()
    for row in PRESSES.rows:
        if row.lamp and set(row.when.get("actor", tuple(Actor))) - {Actor.ASKED}:
            found.update(row.when.get("moment", tuple(Moment)))
    return frozenset(moment for moment in Moment if moment in found)


LIT_FOR_OTHERS = _lit_for_others()


def lamps(now: Now) -> dict[str, Light]:
    """Show the lamps of all buttons: each is the decision for a press of it now."""
    seats = _alike(now, partial(_lamps, now))
    return {lamp.button: seats[lamp.seat][lamp.role != OK] for lamp in now.situation.lamps}


def _lamps(now: Now, seat: str) -> tuple[Light, Light]:
    """Show the lamps of a seat's OK and of its other button; one is red if a press was refused."""
    is_refused = seat in now.situation.ui.refusals
    if now.game.is_paused:
        return PRESS if seat in now.players else OFF, REFUSED if is_refused else OFF
    is_unasked = not is_refused and seat not in now.view.to_act and seat != now.chooser and now.ui.whose is None
    if is_unasked and now.game.stage is Stage.PLAY and seat in now.players and now.moment not in LIT_FOR_OTHERS:
        return OFF, OFF
    other = Button.DOWN if now.moment is Moment.WINDOW else Button.NOPE  # in a window it counts when it goes down
    ok, nope = (_lamp(now, seat, reading) for reading in read_lamps(now, seat, Button.OK, other))
    return ok, REFUSED if is_refused else nope


def _lamp(now: Now, seat: str, reading: Press) -> Light:
    """Show the lamp of a button: what a press now would do."""
    situation, lamp = now.situation, PRESSES.decide(reading).lamp
    if not lamp:
        return OFF
    is_refused = reading.button is Button.OK and seat in situation.ui.refusals
    if lamp != "clear" and is_refused and pads.is_refused_here(situation, seat):
        return OFF
    if lamp in STEADY or reading.button is Button.DOWN:
        return LAMPS[lamp]
    now_ms = situation.devices.now_ms
    if now.game.stage is not Stage.PLAY:
        return OFF if guards.is_reading(situation, seat, now_ms) else LAMPS[lamp]
    is_quiet = guards.counts_from_ms(situation, seat) > now_ms
    counts = timing.counts(situation, seat, now_ms, is_report=is_report(reading))
    return LAMPS[lamp] if counts and not is_quiet else OFF
