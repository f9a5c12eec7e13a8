"""What Tacocat's table shows besides the seats' displays: the spaces' lights and displays, and the buttons' lamps."""

from __future__ import annotations

from tacotable.games.tacocat.prompts import has_not_turned, is_awaited, screen_for, sign_for
from tacotable.games.tacocat.state import (
    SPACES,
    board_of,
    game_of,
    has_sensors,
    is_crowded,
    is_one_by_one,
    names_cards,
    needs_clearing,
    spaces_of,
    standing_at,
    target,
    view_of,
)
from tacotable.state.scene import AMBER, GREEN, OFF, PRESS, RED, REFUSED, WHITE, Light, Screen, SpaceScreen
from tacotable.state.situation import Shown, Situation, Stage, has_pad, seat_part
from tacotable.table.parts import space_screen
from tacotable_drivers.ports import DARK, Look, Pattern, sensor_name

HANDS = Light(Look(GREEN, Pattern.SOLID), "lamp.hands")  # OK while only a card or the token is awaited, and no press.
CLEAR = Light(Look(GREEN, Pattern.DOUBLE), "lamp.clear")  # OK while a used card has to go before another is laid.


def shown(situation: Situation) -> Shown:
    """Show everything of Tacocat."""
    return Shown(
        tuple(_space_light(situation, space) for space in SPACES),
        {lamp.button: lamp_of(situation, lamp.seat, lamp.role) for lamp in situation.lamps},
        {seat: screen_for(situation, seat) for seat in situation.seats},
        _space_screens(situation),
        {seat: sign_for(situation, seat) for seat in situation.seats},
    )


def _space_screens(situation: Situation) -> dict[str, Screen]:
    """Show the display of each space that has one."""
    is_on, is_moving = situation.game.match is not None, situation.game.stage is Stage.MOVE
    here = standing_at(situation) if is_on else None
    sensors, lost = board_of(situation.devices.table).sensors, situation.devices.lost
    is_hub_lost = not isinstance(sensors, list) and f"hub {sensors.hub}" in lost
    return {
        space_screen(space): SpaceScreen(
            number=str(part.number),
            arrow=part.arrow,
            is_here=space == here,
            is_next=is_on and is_moving and space == target(situation),
            is_covered=space in view_of(situation).covered,
            is_fault=is_hub_lost or sensor_name(space) in lost,  # nobody knows what the sensor feels
        )
        for space, part in spaces_of(situation).items()
        if part.display
    }


def lamp_of(situation: Situation, seat: str, role: str) -> Light:
    """Show the lamp of a button: a refusal in red, else what is awaited."""
    has_no = seat_part(situation, seat).no is not None
    if (refusal := situation.ui.refusals.get(seat)) is not None:
        if refusal.code == "refusal.sure-sacrifice" and refusal.tag is not None:
            return Light(Look(RED, Pattern.SLOW), "lamp.defend") if role == "no" else PRESS
        if role == "no" or not has_no:
            return REFUSED
        if refusal.tag is not None:
            return OFF
    return _no_lamp(situation, seat) if role == "no" else _ok_lamp(situation, seat)


def _ok_lamp(situation: Situation, seat: str) -> Light:
    """OK: fast where a press is awaited, slow where it would mean something, steady where only hands are awaited."""
    if not is_awaited(situation, seat) or has_not_turned(situation, seat):
        return OFF
    if situation.game.stage is Stage.PLAY and needs_clearing(situation, seat):
        return CLEAR
    if _awaits_press(situation, seat):
        return PRESS
    return Light(Look(GREEN, Pattern.SLOW), "lamp.turn") if _may_press(situation, seat) else HANDS


def _may_press(situation: Situation, seat: str) -> bool:
    """Whether OK would do something where a card is awaited: name it, announce several, or turn to another demand."""
    if situation.game.stage is not Stage.PLAY or names_cards(situation, seat):
        return situation.game.stage is Stage.PLAY
    if view_of(situation).phase == "attack":
        return not situation.entry(seat).cards and not is_one_by_one(situation)
    return view_of(situation).phase == "answer" and len(set(view_of(situation).demands)) > 1


def _awaits_press(situation: Situation, seat: str) -> bool:
    if situation.game.stage in (Stage.LOBBY, Stage.OVER):
        return True
    if situation.game.stage is not Stage.PLAY:
        is_moving = situation.game.stage is Stage.MOVE
        return not has_sensors(situation) if is_moving else not isinstance(situation.zone(seat), str)
    if has_pad(situation, seat) and names_cards(situation, seat):
        return seat in situation.ui.cursors
    # How many cards are shown is told to all; whether they go together is not, before the act.
    has_shown = len(situation.entry(seat).cards) > 1
    return (view_of(situation).phase == "replace" or has_shown) and not is_crowded(situation, seat)


def _no_lamp(situation: Situation, seat: str) -> Light:
    """NO: steady while a sacrifice is meant, slow while one may be."""
    if situation.game.stage is not Stage.PLAY or situation.game.is_paused or seat not in view_of(situation).to_act:
        return OFF
    if game_of(situation).intent(seat).is_sacrifice:
        return Light(Look(RED, Pattern.SOLID), "lamp.sacrifice")
    if names_cards(situation, seat):
        return Light(Look(RED, Pattern.SLOW), "lamp.may-turn")
    if view_of(situation).phase == "answer" and view_of(situation).demands:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-sacrifice")
    if situation.entry(seat).cards or situation.entry(seat).is_announced:
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back")
    return OFF


def _space_light(situation: Situation, space: int) -> Light:
    """Return one space by its light: here, next, or wrongly left."""
    here, wanted, is_moving = standing_at(situation), target(situation), situation.game.stage is Stage.MOVE
    if situation.game.match is None or space not in (here, wanted):
        return Light(DARK, "light.off")
    if space == wanted and is_moving:
        return Light(Look(GREEN, Pattern.FAST), "light.next")
    if space == wanted and here != wanted:
        return Light(Look(AMBER, Pattern.DOUBLE), "light.missing")
    if space == wanted or (is_moving and space == game_of(situation).token_at):
        return Light(Look(WHITE, Pattern.SOLID), "light.here")
    return Light(Look(RED, Pattern.DOUBLE), "light.wrong")
