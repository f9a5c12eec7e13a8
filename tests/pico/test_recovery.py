"""Hubs that are cut off in the middle of anything, and parts of them that break: the real driver and the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pico.soak import Soak
from tacotable_sim.time.virtual_time import virtual_loop

NOTICED_S, BACK_S = 2.0, 3.0
CUTS = ("reset", "unplug")
MOMENTS_MS = tuple(range(0, 1_300, 97))
"""From a change on the table on: within scans, events, acknowledgements, pings, and in rest."""


@pytest.fixture
def soak() -> Iterator[Soak]:
    with virtual_loop() as loop:
        made = Soak(loop, 7, "memory")
        loop.run_until(made.knows_all, within_s=5.0, what="knowing all hubs")
        loop.run_for(1.0)
        yield made
        made.close()


def lay_one(soak: Soak, zone: str) -> str:
    tag = soak.table.truth.at("box")[0].tag
    soak.lay(tag, zone)
    return tag


def cut(soak: Soak, hub: str, fault: str, *, for_s: float = 0.1) -> tuple[float, float]:
    """Cut a hub off for a moment; give the seconds until that was noticed, and until all was known again."""
    loop, switch = soak.loop, soak.table.switchboard.set
    began = loop.time()
    switch(f"hub {hub}", fault, on=True)
    loop.call_later(for_s, lambda: switch(f"hub {hub}", fault, on=False))
    loop.run_until(lambda: soak.zones[f"{hub}0"] is None, within_s=10.0, what="noticing")
    noticed_s = loop.time() - began
    loop.run_until(lambda: began + for_s <= loop.time() and soak.is_known(hub), within_s=20.0, what="the hub's return")
    loop.run_until(lambda: None not in soak.zones.values(), within_s=20.0, what="knowing what lies")
    return noticed_s, loop.time() - began - for_s


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("fault", CUTS)
def test_a_hub_cut_off_at_any_moment_is_noticed_and_back_in_time_with_everything_and_no_phantom(
    soak: Soak, fault: str
) -> None:
    told: list[tuple[float, float]] = []
    for count, moment_ms in enumerate(MOMENTS_MS, 1):
        resting = lay_one(soak, "b0")
        soak.loop.run_for(1.0)
        soak.table.press("b.3")
        coming = lay_one(soak, "b1")
        soak.loop.run_for(moment_ms / 1_000)
        before = soak.told["b.3"]
        told.append(cut(soak, "b", fault))
        soak.loop.run_for(1.5)
        held = soak.told["b.3"] - before

        assert soak.zones == soak.lying(), f"cut {count}"
        assert held <= (1 if moment_ms < 100 else 0)  # told before its power went, or never
        soak.table.release("b.3")
        soak.lift(resting)
        soak.lift(coming)
        soak.loop.run_for(1.0)

    assert max(noticed_s for noticed_s, _ in told) < NOTICED_S
    assert max(back_s for _, back_s in told) < BACK_S
    assert soak.wrong == []
    assert soak.told["b.3"] <= len(MOMENTS_MS)
    assert {loss.device for loss in soak.losses} == {"hub b"}


@pytest.mark.long
@pytest.mark.parametrize("fault", CUTS)
def test_a_hub_cut_off_while_it_is_being_met_is_known_in_the_end(soak: Soak, fault: str) -> None:
    tag = lay_one(soak, "c2")
    for wait_ms in range(0, 900, 37):
        soak.table.switchboard.set("hub c", fault, on=True)
        soak.loop.run_for(0.02)
        soak.table.switchboard.set("hub c", fault, on=False)
        soak.loop.run_for(wait_ms / 1_000)
    soak.loop.run_for(BACK_S)

    assert soak.zones == soak.lying()
    assert soak.zones["c2"] == frozenset({tag})
    assert soak.told == {}


@pytest.mark.long
@pytest.mark.parametrize("fault", ["stall-in", "stall-out"])
def test_a_standstill_of_either_direction_loses_nothing_that_was_done_meanwhile(soak: Soak, fault: str) -> None:
    soak.table.switchboard.set("hub a", fault, on=True)
    soak.loop.run_for(0.5)
    for _ in range(3):
        soak.table.tap("a.5")
        soak.loop.run_for(0.4)
    tag = lay_one(soak, "a0")
    soak.loop.run_for(2.5)
    soak.table.switchboard.set("hub a", fault, on=False)
    soak.loop.run_for(BACK_S)

    assert soak.told == {"a.5": 3}
    assert soak.zones["a0"] == frozenset({tag})
    assert [loss.device for loss in soak.losses] == ["hub a"]


def test_swapped_cables_change_nothing_but_the_way(soak: Soak) -> None:
    here, there = lay_one(soak, "a0"), lay_one(soak, "b0")
    soak.loop.run_for(1.0)
    ways = {name: counters.where for name, counters in soak.driver.counters().items()}
    soak.table.switchboard.set("hub a", "swap", on=True)
    soak.loop.run_for(BACK_S)
    swapped = {name: counters.where for name, counters in soak.driver.counters().items()}

    assert (soak.zones["a0"], soak.zones["b0"]) == (frozenset({here}), frozenset({there}))
    assert swapped == {"a": ways["b"], "b": ways["a"], "c": ways["c"]}
    assert soak.wrong == []


def test_a_dead_reader_is_unknown_and_the_others_are_as_quick_as_before(soak: Soak) -> None:
    tag = lay_one(soak, "b0")
    soak.table.switchboard.set("reader b0", "silence", on=True)
    soak.loop.run_for(2.0)
    began = soak.loop.time()
    other = lay_one(soak, "b1")
    soak.loop.run_until(lambda: soak.zones["b1"] == frozenset({other}), within_s=5.0, what="the other card")
    took_s = soak.loop.time() - began
    dead = soak.zones["b0"]
    soak.table.switchboard.set("reader b0", "silence", on=False)
    soak.loop.run_for(2.0)

    assert dead is None
    assert took_s < 0.15
    assert soak.zones["b0"] == frozenset({tag})
    assert [loss.device for loss in soak.losses] == ["reader b0"]


def test_a_reader_whose_supply_dips_is_set_up_again_and_its_card_stays(soak: Soak) -> None:
    tag = lay_one(soak, "b0")
    soak.loop.run_for(1.0)
    soak.table.switchboard.set("reader b0", "dip", on=True)
    soak.loop.run_for(2.0)
    other = lay_one(soak, "b2")
    soak.lift(tag)
    soak.loop.run_for(1.0)

    assert (soak.zones["b0"], soak.zones["b2"]) == (frozenset(), frozenset({other}))
    assert soak.losses == []
