"""What the table shows while a question is open: the same to everyone, with lamps where an answer is awaited."""

from __future__ import annotations

from dataclasses import replace

from tacotable.dialogs import questions as asking
from tacotable.state.colours import GREEN, RED
from tacotable.state.scene import Light, Notice, Scene, SpaceScreen
from tacotable.state.situation import Situation, role_of, seat_of
from tacotable.table.schema import PUBLIC_SCREEN
from tacotable_drivers.ports import DARK, Look, Pattern


def with_question(scene: Scene, situation: Situation) -> Scene:
    """Return the scene with the open question in place of what the game asks; the scene itself without one."""
    if situation.ui.question is None:
        return scene
    told = {name: asking.sign(situation, name) for name in (*situation.seats, PUBLIC_SCREEN)}
    signs = {seat: told[seat] for seat in situation.seats}
    screens = {
        name: screen if isinstance(screen, SpaceScreen) else Notice(told[name])
        for name, screen in scene.screens.items()
    }
    lamps = {name: _lamp(situation, name) for name in scene.lamps}
    return replace(scene, screens=screens, lamps=lamps, prompts=signs, public_prompts=signs)


def _lamp(situation: Situation, button: str) -> Light:
    """Show a button: OK agrees, any other refuses; who asked may still take that back."""
    seat, role = seat_of(button), role_of(button)
    question = situation.ui.question
    if asking.may_answer(situation, seat):
        if role == "ok":
            return Light(Look(GREEN, Pattern.FAST), "lamp.may-agree")
        return Light(Look(RED, Pattern.SLOW), "lamp.may-refuse")
    if question is not None and seat == question.seat and role != "ok":
        return Light(Look(RED, Pattern.SLOW), "lamp.may-go-back")
    return Light(DARK, "lamp.off")
