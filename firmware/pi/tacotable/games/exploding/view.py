"""Lights of an Exploding game: the countdown, and the lamps of OK and NOPE; each meaning has colour and rhythm."""

from __future__ import annotations

from tacotable.games.exploding import button_entry as by_buttons
from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding import window
from tacotable.games.exploding.claims import may_let, may_nope
from tacotable.games.exploding.pad import is_card_in_the_way
from tacotable.games.exploding.plays import lacks_a_card
from tacotable.games.exploding.screens import public_screen, seat_screen, with_note
from tacotable.games.exploding.signs import Now, now_of, signs_of
from tacotable.games.exploding.state import OK, Step, game_of, last_laid, light_names, view_of
from tacotable.state.game_state import Stage
from tacotable.state.scene import AMBER, BLUE, GREEN, RED, WHITE, Light, Notice, Screen, Sign
from tacotable.state.situation import Shown, Situation
from tacotable.table.parts import displays_of, public_screen_of, public_screens
from tacotable_drivers.ports import DARK, Look, Pattern
from tacotable_engine.exploding.ruleset import load_ruleset

OFF = Light(DARK, "light.off")
LAMP_OFF = Light(DARK, "lamp.off")
PRESS = Light(Look(GREEN, Pattern.FAST), "lamp.press")
REFUSED = Light(Look(RED, Pattern.DOUBLE), "lamp.refused")
MAY_TURN = Light(Look(RED, Pattern.SLOW), "lamp.may-turn")
MAY_GO_BACK = Light(Look(RED, Pattern.SLOW), "lamp.may-go-back")
TIE = Light(Look(RED, Pattern.FAST), "lamp.tie")
CLAIM = Light(Look(RED, Pattern.SOLID), "lamp.claim")
MAY_NOPE = Light(Look(RED, Pattern.SLOW), "lamp.may-nope")
MAY_LET = Light(Look(GREEN, Pattern.FAST), "lamp.may-let")
TURN = Light(Look(GREEN, Pattern.SLOW), "lamp.turn")
MAY_SIT = Light(Look(GREEN, Pattern.SLOW), "lamp.may-sit")
HANDS = Light(Look(GREEN, Pattern.SOLID), "lamp.hands")  # OK while only hands are awaited: a press would do nothing.


def shown(situation: Situation) -> Shown:
    """Show everything of the game."""
    now = now_of(situation)
    said = signs_of(now)
    if now.game.stage is Stage.PLAY and not now.game.is_paused:
        said = {seat: with_note(now, seat, sign) for seat, sign in said.items()}
    return Shown(
        lights(now),
        {lamp.button: lamp_of(now, lamp.seat, is_nope=lamp.role != OK) for lamp in situation.lamps},
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


def signs(situation: Situation) -> dict[str, Sign]:
    """Say what each seat is awaited to do."""
    return signs_of(now_of(situation))


def lights(now: Now) -> tuple[Light, ...]:
    """Show the countdown; the whole bar tells who is out, and who won."""
    count = len(light_names(now.situation.devices.table))
    opened, told = now.ui.window, now.situation.ui.news
    if now.game.stage is Stage.OVER:
        return (Light(Look(GREEN, Pattern.SLOW), "light.won"),) * count
    if told and told[0].picture == "boom":
        return (Light(Look(RED, Pattern.FAST), "light.boom"),) * count
    if opened is None or not count:
        return (OFF,) * count
    if window.tied(opened):
        light = Light(Look(WHITE, Pattern.DOUBLE), "light.tie")
    elif opened.claims:
        light = Light(Look(BLUE, Pattern.SLOW), "light.standing")
    else:
        light = Light(Look(AMBER, Pattern.SOLID), "light.countdown")
    lit = window.steps_left(opened, now.situation.devices.now_ms, count)
    return (light,) * lit + (OFF,) * (count - lit)


def lamp_of(now: Now, seat: str, *, is_nope: bool) -> Light:
    """Show the lamp of a button: a refusal in red, else what a press would mean."""
    if (refusal := now.situation.ui.refusals.get(seat)) is not None and (is_nope or refusal.tag is not None):
        return REFUSED if is_nope else LAMP_OFF
    if now.game.is_paused:
        return PRESS if not is_nope and seat in now.players else LAMP_OFF
    if seat in now.ui.seated and seat not in now.players and now.game.stage in (Stage.DEAL, Stage.PLAY):
        return Light(Look(GREEN, Pattern.SOLID), "lamp.seated") if not is_nope else LAMP_OFF
    if (asked := now.ui.whose) is not None:  # one of several seats is asked to own to a card
        if seat not in asked.seats:
            return LAMP_OFF
        return Light(Look(RED, Pattern.SLOW), "lamp.not-mine") if is_nope else PRESS
    if now.offered and seat == now.asked:
        if is_nope:
            return MAY_TURN
        return LAMP_OFF if by_buttons.is_untouched_draw(now.situation, seat) else PRESS
    if now.is_blind:
        return LAMP_OFF
    lamp = _in_play if now.game.stage is Stage.PLAY else _around_play
    return lamp(now, seat, is_nope=is_nope)


def _in_play(now: Now, seat: str, *, is_nope: bool) -> Light:
    if now.step is Step.TARGET:  # the seats that may be picked; the player may go back
        if is_nope:
            return MAY_GO_BACK if seat == now.view.turn.seat else LAMP_OFF
        return PRESS if seat in now.ui.candidates else LAMP_OFF
    is_window, opened = now.view.phase == "window", now.ui.window
    if is_window and is_nope and opened and opened.claims and window.is_claimed_by(opened, seat):
        return TIE if seat in window.tied(opened) else CLAIM
    if is_window:  # each seat that may answer alike, whatever it holds
        may = may_nope(now.situation, seat) if is_nope else may_let(now.situation, seat)
        return LAMP_OFF if not may else MAY_NOPE if is_nope else MAY_LET
    if seat not in now.view.to_act:
        return LAMP_OFF
    return _nope_lamp(now, seat) if is_nope else _ok_lamp(now, seat)


def _around_play(now: Now, seat: str, *, is_nope: bool) -> Light:
    """Show OK steady where somebody sits, slow where somebody may sit down, fast where anyone may press it."""
    if now.game.stage is Stage.LOBBY:
        if is_nope:
            return LAMP_OFF
        if seat in now.ui.seated:
            return Light(Look(GREEN, Pattern.SOLID), "lamp.seated")
        is_full = len(now.ui.seated) + 1 >= load_ruleset(now.situation.ui.lobby_game).players.stop
        return LAMP_OFF if is_full else MAY_SIT
    if passing.is_dealing(now.situation) or passing.has_begun(now.situation):
        waiting = passing.on_its_way(now.situation)
        if seat != (waiting or passing.taker(now.situation)):
            return LAMP_OFF
        if is_nope:
            return MAY_GO_BACK if game_of(now.situation).held else LAMP_OFF
        return Light(Look(GREEN, Pattern.SLOW), "lamp.take") if waiting else TURN
    if is_nope:
        return LAMP_OFF
    if now.game.stage is Stage.OVER and seat == now.view.winner:
        return Light(Look(GREEN, Pattern.SLOW), "lamp.winner")
    is_covered = now.game.stage is Stage.DEAL and isinstance(last_laid(now.situation), str)
    return PRESS if seat in now.players and not is_covered else LAMP_OFF


def _ok_lamp(now: Now, seat: str) -> Light:
    """OK: fast where a press is awaited, slow where it tells what hands did, steady where only a card is awaited."""
    if is_card_in_the_way(now.situation, seat) or lacks_a_card(now.situation, seat):
        return LAMP_OFF
    entry, asked = now.situation.entry(seat), now.view.phase
    if entry.cards or entry.is_announced:
        return PRESS
    is_laid = now.situation.is_seen and (asked == "turn" or asked in passing.UNTOLD)
    return HANDS if is_laid or asked == "defuse" or (asked == "give" and now.play.name) else TURN


def _nope_lamp(now: Now, seat: str) -> Light:
    """NOPE: slow where it would take something back, or say that there is no such card."""
    entry = now.situation.entry(seat)
    if entry.cards or entry.is_announced:
        return MAY_GO_BACK
    if now.view.phase == "defuse" or now.play.name:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-give-up")
    return LAMP_OFF
