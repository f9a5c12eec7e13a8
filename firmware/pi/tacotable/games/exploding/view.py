"""Lights of an Exploding game: the countdown, and the lamps of OK and NOPE; each meaning has colour and rhythm."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable.games.exploding import pads, timing, window
from tacotable.games.exploding.reading import Glance, is_report, read_lamp
from tacotable.games.exploding.reading_kinds import Actor, Button, Moment
from tacotable.games.exploding.screens import public_screen, seat_screen, with_note
from tacotable.games.exploding.signs import Now, now_of, signs_of
from tacotable.games.exploding.state import OK, light_names, ui_of, view_of
from tacotable.games.exploding.table import PRESSES
from tacotable.games.lamps import LAMPS, STEADY
from tacotable.state import early_presses
from tacotable.state.game_state import Stage
from tacotable.state.scene import AMBER, BLUE, GREEN, OFF, PRESS, RED, REFUSED, WHITE, Light, Notice, Screen, Sign
from tacotable.state.situation import Shown, Situation
from tacotable.table.parts import displays_of, public_screen_of, public_screens
from tacotable_drivers.ports import DARK, Look, Pattern

UNLIT = Light(DARK, "light.off")


def shown(situation: Situation) -> Shown:
    """Show everything of the game."""
    now = now_of(situation)
    said = signs_of(now)
    if now.game.stage is Stage.PLAY and not now.game.is_paused:
        said = {seat: with_note(now, seat, sign) for seat, sign in said.items()}
    return Shown(
        lights(now),
        lamps(now),
        {seat: seat_screen(now, seat, said[seat]) for seat in situation.seats},
        _public(now),
        said,
    )


def _public(now: Now) -> dict[str, Screen]:
    """Show the display that everyone reads; a board has it in its middle, and its other displays rest."""
    table = now.situation.devices.table
    others = (*now.situation.seats, *public_screens(table))
    name, rest = public_screen_of(table), (name for name in displays_of(table) if name not in others)
    return dict.fromkeys(rest, Notice(Sign("sign.space-at-rest"))) | ({name: public_screen(now)} if name else {})


def asked(situation: Situation) -> str | None:
    """Return the one seat that is asked, or while many are, the one whose turn it is."""
    if situation.game.match is None:
        return None
    seen = view_of(situation)
    return seen.to_act[0] if len(seen.to_act) == 1 else seen.turn.seat


def asked_of(situation: Situation) -> Mapping[str, object]:
    """Return what each seat is asked, as of the last event."""
    ui, awaited = ui_of(situation), view_of(situation).to_act
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
    look, players = Glance(now.situation), now.players
    is_on = bool(players) and now.game.stage is not Stage.OVER
    dark: frozenset[str] = frozenset()
    is_plain = now.ui.whose is None and not now.game.is_paused
    if is_on and is_plain and look.moment not in LIT_FOR_OTHERS:
        dark = frozenset(players) - {*now.view.to_act, look.chooser, *now.situation.ui.refusals}
    beside: dict[tuple[bool, bool], Light] = {}  # Seats that play no part in the game are alike.
    shown: dict[str, Light] = {}
    for lamp in now.situation.lamps:
        seat, is_nope = lamp.seat, lamp.role != OK
        if seat in dark:
            shown[lamp.button] = OFF
            continue
        if not is_on or seat in players or seat in now.situation.ui.refusals:
            shown[lamp.button] = _lamp(now, look, seat, is_nope=is_nope)
            continue
        alike = (seat in now.ui.seated, is_nope)
        if alike not in beside:
            beside[alike] = _lamp(now, look, seat, is_nope=is_nope)
        shown[lamp.button] = beside[alike]
    return shown


def _lamp(now: Now, look: Glance, seat: str, *, is_nope: bool) -> Light:
    """Show the lamp of a button: what a press now would do, or in red that one was refused."""
    situation = now.situation
    if is_nope and seat in situation.ui.refusals:
        return REFUSED
    if now.game.is_paused:
        return PRESS if not is_nope and seat in now.players else OFF
    is_window = is_nope and look.moment is Moment.WINDOW
    button = Button.DOWN if is_window else Button.NOPE if is_nope else Button.OK
    reading = read_lamp(look, seat, button)
    lamp = PRESSES.decide(reading).lamp
    if not lamp:
        return OFF
    if lamp != "clear" and not is_nope and seat in situation.ui.refusals and pads.is_refused_here(situation, seat):
        return OFF
    if lamp in STEADY or is_window:
        return LAMPS[lamp]
    if early_presses.is_reading(situation, seat, situation.devices.now_ms):
        return OFF
    if now.game.stage is not Stage.PLAY:
        return LAMPS[lamp]
    counts = timing.counts(situation, seat, situation.devices.now_ms, is_report=is_report(reading))
    return LAMPS[lamp] if counts else OFF
