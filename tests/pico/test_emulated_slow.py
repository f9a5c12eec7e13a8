"""The hub on an emulated RP2040 in trouble: noise, a silent reader, a restart, a hang. Takes minutes.

Needs what `test_emulated.py` needs, and TACOTABLE_EMULATED_SLOW=1.
"""

from __future__ import annotations

from pico.emulated_hub import CARDS, EmulatedHub
from tacotable_sim.hub.mfrc522_world import SILENT, STUCK, WELL


def test_noise_on_the_line_is_dropped_and_the_next_line_is_answered(hub: EmulatedHub) -> None:
    hub.ask("health", t="health")
    hub.write(b'\x03\x04\xff\x00{"t":"ping"}*00000000\n' + b"x" * 600 + b"\n")
    hub.ask("pong", t="ping")

    assert hub.ask("health", t="health")["lines"][1] >= 2


def test_a_silent_reader_is_told_and_found_again(hub: EmulatedHub) -> None:
    hub.world.break_reader(2, SILENT)
    hub.change_world()
    silent = hub.until("tags", r=2, u=None)
    hub.world.break_reader(2, WELL)
    hub.change_world()
    hub.until_told(2)

    assert silent["why"] == "silent"


def test_a_restart_is_a_new_hub_that_plays_on(hub: EmulatedHub) -> None:
    before = hub.hello["boot"]
    hub.ask("ok", t="restart", boot=before, to="hub")
    hub.begin()
    hub.lay(0, CARDS[0])
    hub.until_told(0, CARDS[0])

    assert (hub.hello["why"], hub.hello["boot"] == before) == ("soft", False)


def test_a_hub_that_hangs_is_started_anew_by_its_watchdog_and_plays_on(hub: EmulatedHub) -> None:
    before = hub.hello["boot"]
    hub.world.break_reader(0, STUCK)
    hub.change_world()
    hub.until_stuck()
    hub.world.break_reader(0, WELL)
    hub.change_world()
    hub.begin()
    hub.lay(0, CARDS[0])
    hub.until_told(0, CARDS[0])

    assert (hub.hello["why"], hub.hello["boot"] == before) == ("watchdog", False)
