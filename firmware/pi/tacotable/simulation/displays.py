"""Reading the displays of a simulated table as a person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.state.scene import Choice, Screen, SpaceScreen, Status
from tacotable_sim.people.eyes import Sign as SeenSign

if TYPE_CHECKING:
    pass


def read_sign(screen: Screen) -> SeenSign | None:
    """Read a display as a person does: the message on it, and its values."""
    if isinstance(screen, Choice):
        return SeenSign(screen.sign.code, {**screen.sign.values, "item": screen.item})
    if isinstance(screen, SpaceScreen):
        return None
    if isinstance(screen, Status):
        shown = {"pile": screen.pile, "kittens": screen.kittens, "turns": screen.turns}
        return SeenSign(screen.sign.code, {**screen.sign.values, **shown})
    return SeenSign(screen.sign.code, dict(screen.sign.values))
