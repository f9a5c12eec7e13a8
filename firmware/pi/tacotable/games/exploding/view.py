"""Lights of an Exploding game: the countdown, and the lamps of OK and NOPE; each meaning has colour and rhythm."""

from __future__ import annotations

from tacotable.games.exploding import button_entry as by_buttons
from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding import window
from tacotable.games.exploding.choices import is_named
from tacotable.games.exploding.pad import is_crowded
from tacotable.games.exploding.plays import lacks_a_card
from tacotable.games.exploding.signs import winner
from tacotable.games.exploding.state import NOPE, Step, game_of, is_blind, phase, step_of, to_act, turn_seat, ui_of
from tacotable.state.colours import AMBER, BLUE, GREEN, RED, WHITE
from tacotable.state.game_state import Stage
from tacotable.state.scene import Light
from tacotable.state.situation import Situation
from tacotable.table.file import TableFile
from tacotable_drivers.ports import DARK, Look, Pattern

OFF = Light(DARK, "light.off")
LAMP_OFF = Light(DARK, "lamp.off")


def light_names(table: TableFile) -> tuple[str, ...]:
    """Name the lights of the countdown, the one that goes out last first."""
    lights = table.play.lights if table.play else None
    return tuple(f"bar {number}" for number in range(1, (lights.countdown if lights else 0) + 1))


def lights(situation: Situation) -> tuple[Light, ...]:
    """Show the countdown; the whole bar tells who is out, and who won."""
    count = len(light_names(situation.devices.table))
    opened = ui_of(situation).window
    if situation.game.stage is Stage.OVER:
        return (Light(Look(GREEN, Pattern.SLOW), "light.won"),) * count
    told = situation.ui.news
    if told and told[0].picture == "boom":
        return (Light(Look(RED, Pattern.FAST), "light.boom"),) * count
    if opened is None or not count:
        return (OFF,) * count
    lit = window.steps_left(opened, situation.devices.now_ms, count)
    return (_countdown(opened),) * lit + (OFF,) * (count - lit)


def _countdown(opened: window.Window) -> Light:
    """Show one light of the countdown: running, held by a seat, or held by a tie."""
    if window.tied(opened):
        return Light(Look(WHITE, Pattern.DOUBLE), "light.tie")
    if opened.claims:
        return Light(Look(BLUE, Pattern.SLOW), "light.standing")
    return Light(Look(AMBER, Pattern.SOLID), "light.countdown")


def lamp(situation: Situation, seat: str, role: str) -> Light:
    """Show the lamp of a button: a refusal in red, else what a press would mean."""
    if seat in situation.ui.refusals:
        return Light(Look(RED, Pattern.DOUBLE), "lamp.refused") if role == NOPE else LAMP_OFF
    if seat in situation.ui.menus:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-turn") if role == NOPE else _press()
    if situation.game.is_paused:
        return _press() if role != NOPE and seat in situation.players else LAMP_OFF
    if (asked := ui_of(situation).whose) is not None:
        return _owning(seat in asked.seats, role)
    if by_buttons.items(situation, seat):
        return _naming(situation, seat, role)
    if is_blind(situation):
        return LAMP_OFF
    if situation.game.stage is not Stage.PLAY:
        return _around_play(situation, seat, role)
    return _in_play(situation, seat, role)


def _in_play(situation: Situation, seat: str, role: str) -> Light:
    if phase(situation) == "window":
        return _in_window(situation, seat, role)
    if step_of(situation) is Step.TARGET:
        return _picking(situation, seat, role)
    if seat not in to_act(situation):
        return LAMP_OFF
    return _nope_lamp(situation, seat) if role == NOPE else _ok_lamp(situation, seat)


def _owning(is_asked: bool, role: str) -> Light:
    """Light the seats of which one is asked to own to a card."""
    if not is_asked:
        return LAMP_OFF
    return Light(Look(RED, Pattern.SLOW), "lamp.not-mine") if role == NOPE else _press()


def _naming(situation: Situation, seat: str, role: str) -> Light:
    """Show OK where it takes the item on show."""
    if role == NOPE:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-turn")
    return LAMP_OFF if by_buttons.is_untouched_draw(situation, seat) else _press()


def _press() -> Light:
    return Light(Look(GREEN, Pattern.FAST), "lamp.press")


def _around_play(situation: Situation, seat: str, role: str) -> Light:
    """Show OK steady where somebody sits, fast where anyone may press it."""
    if situation.game.stage is Stage.LOBBY:
        is_seated = seat in ui_of(situation).seated
        return Light(Look(GREEN, Pattern.SOLID), "lamp.seated") if is_seated and role != NOPE else LAMP_OFF
    if passing.is_dealing(situation) or passing.has_begun(situation):
        return _passing(situation, seat, role)
    if role == NOPE:
        return LAMP_OFF
    if situation.game.stage is Stage.OVER and seat == winner(situation):
        return Light(Look(GREEN, Pattern.SLOW), "lamp.winner")
    return _press() if seat in situation.players else LAMP_OFF


def _passing(situation: Situation, seat: str, role: str) -> Light:
    """Show who takes a card: fast while it lies there, slow before; the last one may be taken back by its seat."""
    waiting = passing.on_its_way(situation)
    if seat != (waiting or passing.taker(situation)):
        return LAMP_OFF
    if role == NOPE:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back") if game_of(situation).held else LAMP_OFF
    return Light(Look(GREEN, Pattern.FAST), "lamp.take") if waiting else Light(Look(GREEN, Pattern.SLOW), "lamp.turn")


def _in_window(situation: Situation, seat: str, role: str) -> Light:
    """Show each seat that may answer alike, whatever it holds; a claim is steady, a tie fast."""
    opened = ui_of(situation).window
    if opened is not None and role == NOPE and window.is_claimed_by(opened, seat):
        if seat in window.tied(opened):
            return Light(Look(RED, Pattern.FAST), "lamp.tie")
        return Light(Look(RED, Pattern.SOLID), "lamp.claim")
    if seat not in to_act(situation):
        return LAMP_OFF
    if role == NOPE:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-nope")
    return Light(Look(GREEN, Pattern.FAST), "lamp.may-let")


def _picking(situation: Situation, seat: str, role: str) -> Light:
    """Light the seats that may be picked; the player may go back."""
    player = turn_seat(situation)
    if role == NOPE:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back") if seat == player else LAMP_OFF
    return _press() if seat in ui_of(situation).candidates else LAMP_OFF


def _ok_lamp(situation: Situation, seat: str) -> Light:
    """OK: fast where a press is awaited, slow where a card or hands are."""
    if is_crowded(situation) or lacks_a_card(situation, seat):
        return LAMP_OFF
    has_shown = bool(situation.entry(seat).cards) or situation.entry(seat).is_announced
    return _press() if has_shown else Light(Look(GREEN, Pattern.SLOW), "lamp.turn")


def _nope_lamp(situation: Situation, seat: str) -> Light:
    """NOPE: slow where it would take something back, or say that there is no such card."""
    entry = situation.entry(seat)
    if entry.cards or entry.is_announced:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back")
    if phase(situation) == "defuse" or is_named(situation):
        return Light(Look(RED, Pattern.SLOW), "lamp.may-give-up")
    return LAMP_OFF
