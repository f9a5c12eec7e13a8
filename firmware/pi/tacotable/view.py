"""The view: from the situation to the scene, whole and pure. Each meaning has a colour, a rhythm and a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from tacotable.scene import Choice, Cue, Light, Notice, Scene, Screen, Sign, SpaceScreen
from tacotable.situation import Situation, Stage, seat_part, standing_at
from tacotable.tacocat.acts import demands, phase, to_act
from tacotable.tacocat.signs import is_awaited, screen_for, sign_for
from tacotable_drivers.ports import DARK, Look, Pattern

SPACES = range(-4, 5)
WHITE, GREEN, AMBER, RED, BLUE = (255, 235, 200), (0, 200, 80), (255, 150, 0), (255, 40, 20), (40, 120, 255)
NO_LINKS: Mapping[str, str] = {}


def view(situation: Situation, links: Mapping[str, str] = NO_LINKS) -> Scene:
    """Compute the whole scene; `links` gives the address of each seat's page, for its own display."""
    return Scene(
        lights=tuple(_space_light(situation, space) for space in SPACES),
        lamps=_lamps(situation),
        screens=_screens(situation, links),
        prompts={seat: _prompt(situation, seat, links) for seat in situation.seats},
        public_prompts={seat: sign_for(situation, seat) for seat in situation.seats},
        cue=situation.cue,
        volume=situation.volume,
        languages=dict(situation.languages),
    )


def _prompt(situation: Situation, seat: str, links: Mapping[str, str]) -> Sign:
    """Give what a seat's own display says, also where it has none."""
    screen = screen_for(situation, seat, links.get(seat, "/"))
    return sign_for(situation, seat) if isinstance(screen, SpaceScreen | Choice) else screen.sign


def fault_view(scene: Scene, cue: Cue, code: str) -> Scene:
    """Compute what is shown at a fault of the program or its journal: the last scene, with every seat told so."""
    sign = Sign(code, is_alert=True)
    screens = {
        name: screen if isinstance(screen, SpaceScreen) else Notice(sign) for name, screen in scene.screens.items()
    }
    prompts = dict.fromkeys(scene.prompts, sign)
    lamps = dict.fromkeys(scene.lamps, Light(Look(RED, Pattern.DOUBLE), "lamp.refused"))
    return replace(scene, screens=screens, lamps=lamps, prompts=prompts, public_prompts=prompts, cue=cue)


def _space_light(situation: Situation, space: int) -> Light:
    """Tell one space by its light: here, next, or wrongly left."""
    if situation.match is None:
        return Light(DARK, "light.off")
    here, target = standing_at(situation), situation.target()
    if situation.stage is Stage.MOVE:
        if space == target:
            return Light(Look(GREEN, Pattern.FAST), "light.next")
        return Light(Look(WHITE, Pattern.SOLID), "light.here") if space == here else Light(DARK, "light.off")
    if space == target:
        if here == target:
            return Light(Look(WHITE, Pattern.SOLID), "light.here")
        return Light(Look(AMBER, Pattern.DOUBLE), "light.missing")
    return Light(Look(RED, Pattern.DOUBLE), "light.wrong") if space == here else Light(DARK, "light.off")


def _lamps(situation: Situation) -> dict[str, Light]:
    """Compute the lamp of each button that has one."""
    return {
        name: _lamp(situation, seat.name, name.rpartition(".")[2])
        for seat in situation.table.seats
        for name, button in seat.buttons().items()
        if button.lamp is not None
    }


def _lamp(situation: Situation, seat: str, role: str) -> Light:
    has_no = seat_part(situation, seat).no is not None
    if seat in situation.refusals:
        refused = Light(Look(RED, Pattern.DOUBLE), "lamp.refused")
        if role == "no" or not has_no:
            return refused
        return Light(DARK, "lamp.off")
    return _no_lamp(situation, seat) if role == "no" else _ok_lamp(situation, seat)


def _ok_lamp(situation: Situation, seat: str) -> Light:
    """OK: fast where a press is awaited, slow where a card is, steady where a press would mean something."""
    if not is_awaited(situation, seat):
        return Light(DARK, "lamp.off")
    if _awaits_press(situation, seat):
        return Light(Look(GREEN, Pattern.FAST), "lamp.press")
    return Light(Look(GREEN, Pattern.SLOW), "lamp.turn")


def _awaits_press(situation: Situation, seat: str) -> bool:
    if situation.is_paused or situation.stage is not Stage.PLAY:
        return situation.stage is not Stage.MOVE or not situation.table.board.sensors
    return phase(situation) == "replace" or bool(situation.entry(seat).cards)


def _no_lamp(situation: Situation, seat: str) -> Light:
    """NO: steady while a sacrifice is meant, slow while one may be."""
    if situation.stage is not Stage.PLAY or situation.is_paused or seat not in to_act(situation):
        return Light(DARK, "lamp.off")
    if situation.intent(seat).is_sacrifice:
        return Light(Look(RED, Pattern.SOLID), "lamp.sacrifice")
    if phase(situation) == "answer" and demands(situation):
        return Light(Look(RED, Pattern.SLOW), "lamp.may-sacrifice")
    return Light(DARK, "lamp.off")


def _screens(situation: Situation, links: Mapping[str, str]) -> dict[str, Screen]:
    """Compute every display: one a seat, one a space."""
    screens: dict[str, Screen] = {
        seat.name: screen_for(situation, seat.name, links.get(seat.name, "/"))
        for seat in situation.table.seats
        if seat.display
    }
    covered = cast("list[int]", situation.public().get("covered", []))
    here = standing_at(situation) if situation.match else None
    is_moving = situation.match is not None and situation.stage is Stage.MOVE
    for space, part in zip(range(-3, 4), situation.table.board.spaces, strict=True):
        if part.display:
            screens[space_screen(space)] = SpaceScreen(
                number=str(part.number),
                arrow=part.arrow,
                is_here=space == here,
                is_next=is_moving and space == situation.target(),
                is_covered=space in covered,
                is_fault=sensor_name(space) in situation.lost,
            )
    return screens


def sensor_name(space: int) -> str:
    """Give the name of the sensor of a space, -4..+4."""
    return f"sensor {space:+d}" if space else "sensor 0"


def space_screen(space: int) -> str:
    """Give the name of the display beside a space, -3..+3."""
    return f"space {space:+d}" if space else "space 0"
