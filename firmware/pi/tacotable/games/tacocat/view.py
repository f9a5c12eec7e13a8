"""What Tacocat's table shows besides the seats' displays: the spaces' lights and displays, and the buttons' lamps."""

from __future__ import annotations

from tacotable.games.lamps import LAMPS, STEADY, UNLIT
from tacotable.games.tacocat.prompts import screen_for, sign_for
from tacotable.games.tacocat.reading import moment_of, read_press
from tacotable.games.tacocat.reading_kinds import Button, Moment
from tacotable.games.tacocat.state import SPACES, TacocatSituation, board_of, spaces_of, standing_at, target, view_of
from tacotable.games.tacocat.table import PRESSES
from tacotable.state import guards
from tacotable.state.scene import AMBER, GREEN, OFF, RED, REFUSED, WHITE, Light, Screen, SpaceScreen
from tacotable.state.situation import Shown, Stage, seat_part
from tacotable.table.parts import space_screen
from tacotable_drivers.ports import Look, Pattern, sensor_name

NEXT, MISSING = Light(Look(GREEN, Pattern.FAST), "light.next"), Light(Look(AMBER, Pattern.DOUBLE), "light.missing")
HERE, WRONG = Light(Look(WHITE, Pattern.SOLID), "light.here"), Light(Look(RED, Pattern.DOUBLE), "light.wrong")


def shown(situation: TacocatSituation) -> Shown:
    """Show everything of Tacocat."""
    signs = {seat: sign_for(situation, seat) for seat in situation.seats}
    moments = {seat: moment_of(situation, seat) for seat in situation.seats}
    return Shown(
        tuple(_space_light(situation, space) for space in SPACES),
        {lamp.button: _lamp(situation, lamp.seat, lamp.role, moments[lamp.seat]) for lamp in situation.lamps},
        {seat: screen_for(situation, seat, sign) for seat, sign in signs.items()},
        _space_screens(situation),
        signs,
    )


def _space_screens(situation: TacocatSituation) -> dict[str, Screen]:
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


def _lamp(situation: TacocatSituation, seat: str, role: str, moment: Moment) -> Light:
    """Show the lamp of a button: what a press now would do, or in red that one was refused."""
    is_no, is_message = role == "no", seat in situation.ui.refusals and moment is not Moment.SURE
    if is_message and (is_no or seat_part(situation, seat).no is None):
        return REFUSED
    lamp = PRESSES.decide(read_press(situation, seat, Button.NO if is_no else Button.OK, moment)).lamp
    is_early = lamp not in STEADY and guards.counts_from_ms(situation, seat) > situation.devices.now_ms
    return OFF if situation.game.is_paused or is_early or not lamp else LAMPS[lamp]


def _space_light(situation: TacocatSituation, space: int) -> Light:
    """Return one space by its light: here, next, or wrongly left."""
    here, wanted, is_moving = standing_at(situation), target(situation), situation.game.stage is Stage.MOVE
    is_wanted, is_left = space == wanted, is_moving and space == situation.game.part.token_at
    if situation.game.match is None or space not in (here, wanted):
        return UNLIT
    if is_wanted and (is_moving or here != wanted):
        return NEXT if is_moving else MISSING
    return HERE if is_wanted or is_left else WRONG
