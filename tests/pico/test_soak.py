"""The real driver and the hubs' own program in this interpreter: hands at random, and lines that spoil and stall."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pico.soak import NAMES, Soak
from tacotable_sim.hub.runners import HubOnLoop
from tacotable_sim.time.virtual_time import virtual_loop

MESSAGES = int(os.environ.get("TACOTABLE_SOAK_MESSAGES", "1200"))
"""100000 takes some minutes; that many are run before a release."""


@pytest.fixture
def soak(request: pytest.FixtureRequest) -> Iterator[Soak]:
    with virtual_loop() as loop:
        made = Soak(loop, request.param, "memory")
        loop.run_until(made.knows_all, within_s=5.0, what="knowing all hubs")
        yield made
        made.close()


def check(soak: Soak) -> None:
    assert soak.zones == soak.lying()
    assert soak.token == {soak.table.truth.token}
    assert soak.wrong == []
    assert [hub.program.overruns for hub in soak.table.serial.hubs if isinstance(hub.program, HubOnLoop)] == [0, 0, 0]


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("soak", [1], indirect=True)
def test_driver_and_table_agree_after_noise_and_standstills_and_no_press_is_lost(soak: Soak) -> None:
    soak.begin(with_resets=False)
    soak.talk(MESSAGES)
    soak.calm()

    check(soak)
    assert soak.faults > MESSAGES / 50
    assert soak.told == soak.pressed
    assert min(soak.told[f"{name}.{place}"] for name in NAMES for place in range(8)) > MESSAGES / 200


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("soak", [2], indirect=True)
def test_driver_and_table_agree_after_resets_too_and_only_what_they_cut_off_is_lost(soak: Soak) -> None:
    soak.begin(with_resets=True)
    soak.talk(MESSAGES)
    soak.calm()

    check(soak)
    assert soak.cuts > MESSAGES / 500
    lost = soak.pressed - soak.told
    assert soak.told <= soak.pressed
    assert lost <= soak.cut_off
