"""No press is silent: one that was too early is answered at once by both lamps of its seat, at every table."""

from __future__ import annotations

import pytest

from explorer.phase_list import PHASES
from explorer.phases import Phase
from explorer.world import TAP_MS, World
from tacotable.state.guards import Guard

SOON_MS = (20.0, 300.0, 1_000.0)
"""So long after a press another one comes."""


def answer(world: World, button: str) -> str:
    """Return how the table answers a press that comes now: `acts`, `early`, or `says`; empty: not at all."""
    before = world.controller.scene
    world.forget_facts()
    world.tap(button)
    after, seat = world.controller.scene, button.rpartition(".")[0]
    lamps = [light.meaning for name, light in after.lamps.items() if name.rpartition(".")[0] == seat]
    if "lamp.too-early" in lamps:
        return "early" if set(lamps) == {"lamp.too-early"} else "early at one lamp"
    if world.facts:
        return "acts"
    return "says" if after.cue.number > before.cue.number else ""


@pytest.mark.parametrize("phase", PHASES.values(), ids=str)
def test_a_press_soon_after_another_is_answered_at_once(phase: Phase) -> None:
    world, found = phase.world(), dict[str, str]()
    for first in world.buttons:
        for second in world.buttons:
            for soon_ms in SOON_MS:
                if first == second and soon_ms + TAP_MS < Guard.ONE_PRESS.ms:
                    continue  # of NOPE in a window that is one press
                now = world.fork()
                now.tap(first)
                now.wait(soon_ms)
                if (how := answer(now, second)) not in ("acts", "early", "says"):
                    found[f"{second} {soon_ms:g} ms after {first}"] = how

    assert found == {}
