"""The self-test: a simulated person tries the simulated table, and each fault is named with its mend."""

from __future__ import annotations

import asyncio
import io
import json
import os
import threading
from collections.abc import Iterator

import msgspec
import pytest

from service.test_doctor import switches as seen_without_hands
from tacotable.__main__ import main as tacotable
from tacotable.commands.selftest import main, try_simulated
from tacotable.devices.build import Hardware
from tacotable.diagnostics.device_trials import rate_between
from tacotable.diagnostics.examiners import ConsolePerson, Kind, SimulatedPerson, Step, Tried, steps_of
from tacotable.diagnostics.faulty_table import sick_table
from tacotable.diagnostics.selftest import Bench, in_lines
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable_drivers.readers.reader import Counters
from tacotable_sim.table import SimulatedTable

HANDS = [
    ("reader YAY.pad", "ghost"),
    ("reader YAY.pad", "neighbour"),
    ("YAY.ok", "dead"),
    ("sensor 0", "stuck"),
    ("sensor 0", "dead"),
    ("sensor +3", "dead"),
    ("lamp YAY.ok", "dead"),
    ("light 3", "dead"),
]
"""What shows only to hands."""


def failed(table: str, *faults: str) -> list[Tried]:
    return [tried for tried in try_simulated(read_table(table), faults) if tried.outcome == "FAIL"]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("table", SHIPPED)
def test_a_sound_table_passes_every_try(table: str) -> None:
    tries = try_simulated(read_table(table))

    assert [tried for tried in tries if tried.outcome == "FAIL"] == []
    assert len(tries) == len(list(steps_of(read_table(table))))


def test_a_table_in_chinese_passes_too() -> None:
    table = msgspec.structs.replace(read_table("buttons"), language="zh-TW")

    assert [tried for tried in try_simulated(table) if tried.outcome == "FAIL"] == []


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(("device", "fault"), sorted({*HANDS, *seen_without_hands("tacocat")}))
def test_each_fault_is_named_with_its_mend(device: str, fault: str) -> None:
    found = failed("tacocat", f"{device}={fault}")

    assert found
    assert any(tried.device.endswith(device) for tried in found)
    assert all(tried.told and tried.mend for tried in found)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    ("device", "fault"),
    [
        ("hub hub", "unplug"),
        ("hub hub", "reset"),
        ("hub hub", "stall-in"),
        ("hub hub", "stall-out"),
        ("hub hub", "noise"),
        ("hub hub", "drop"),
        ("hub hub", "double"),
        ("hub hub", "flip"),
        ("reader YAY.pad", "silence"),
        ("reader YAY.pad", "dip"),
        ("reader YAY.pad", "flicker"),
        ("reader YAY.pad", "deaf"),
        ("YAY.ok", "dead"),
        ("lamp YAY.ok", "dead"),
        ("light 3", "dead"),
        ("sensor +3", "stuck"),
        ("sensor -4", "stuck"),
    ],
)
def test_each_fault_at_a_hub_is_named_with_its_mend(device: str, fault: str) -> None:
    found = failed("tacocat-hub", f"{device}={fault}")

    assert any(tried.device.endswith(device) for tried in found)
    assert all(tried.told and tried.mend for tried in found)


@pytest.mark.long
@pytest.mark.parametrize("table", ["tacocat", "tacocat-hub"])
@pytest.mark.parametrize("stuck", [("sensor +2",), ("sensor -4", "sensor +3")])
def test_a_sensor_that_is_always_on_is_one_finding_and_the_others_are_judged_without_it(
    table: str, stuck: tuple[str, ...]
) -> None:
    found = failed(table, *(f"{sensor}=stuck" for sensor in stuck), "sensor +1=dead")

    told = {tried.device: tried.told for tried in found}
    assert told == {
        **dict.fromkeys(stuck, "it feels Tacocat when it is gone"),
        "sensor +1": "it does not feel Tacocat",
    }


class NearSpaces(SimulatedPerson):
    """Somebody at a table at which the space -4 feels Tacocat, too, while it stands on -3."""

    def __init__(self, table: SimulatedTable) -> None:
        super().__init__(table)
        self._faults = table.switchboard

    async def begin(self, step: Step) -> None:
        if step.device == "sensor -3":
            self._faults.set("sensor -4", "stuck", on=True)
        await super().begin(step)

    async def end(self, step: Step) -> None:
        await super().end(step)
        self._faults.set("sensor -4", "stuck", on=False)


def test_a_space_that_is_too_near_is_found_where_tacocat_stands() -> None:
    table = read_table("tacocat")
    with sick_table(table, ()) as (simulated, hardware, loop):
        tries: list[Tried] = []
        loop.run_until_complete(Bench(table, hardware, loop, NearSpaces(simulated)).run(tries))

    [tried] = [each for each in tries if each.outcome == "FAIL"]
    assert (tried.device, tried.told) == ("sensor -3", "the spaces [-4] feel Tacocat, too")


def test_a_fault_of_the_machine_is_sent_to_the_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    status = tacotable(["selftest", "--simulated", "--table", "buttons", "--fault", "machine=hot"])

    told = "the self-test tries devices, not the machine; see: tacotable doctor --simulated --fault machine=hot\n"
    assert (status, capsys.readouterr().err) == (2, told)


def test_a_silent_expander_is_named_with_its_mend() -> None:
    first, *buttons = failed("kittens-hub", "expander hub=gone")

    assert first.device == "expander hub"
    assert "no MCP23017 answers at 0x20" in first.told
    assert first.mend.startswith("see its supply, SDA on GP26 and SCL on GP27")
    assert {tried.device for tried in buttons} >= {"button 10.ok", "button 10.nope"}


def test_scans_that_found_a_card_are_counted_between_two_looks() -> None:
    before = Counters(0, 0, 0, 0, scans=10, last_scan_ms=None, sightings=2)

    assert rate_between(before, Counters(0, 0, 0, 0, scans=30, last_scan_ms=None, sightings=12)) == 0.5
    assert rate_between(before, before) is None
    assert rate_between(None, before) is None


def test_the_neighbours_card_is_told_by_the_reader_that_hears_it() -> None:
    [tried] = failed("tacocat", "reader YAY.pad=neighbour")

    assert (tried.device, tried.told) == ("reader YAY.pad", "it hears the card that lies on the pad WOW.pad")


def test_the_matrix_has_a_line_a_device_and_a_column_a_try() -> None:
    tries = [
        Tried("lamp YAY.ok", Kind.LIT),
        Tried("button YAY.ok", Kind.PRESSED, "no press came", "see its wire"),
    ]

    assert in_lines(tries).splitlines() == [
        "                  answers  lit      shows    pressed  sensed   read",
        "lamp YAY.ok       .        pass     .        .        .        .",
        "button YAY.ok     .        .        .        FAIL     .        .",
        "button YAY.ok: no press came",
        "  -> see its wire",
        "1 passed, 1 failed",
    ]


def test_a_try_that_failed_for_two_reasons_is_one_failure_as_in_the_matrix() -> None:
    tries = [
        Tried("lamp YAY.ok", Kind.LIT),
        Tried("reader YAY.pad", Kind.READ),
        Tried("reader YAY.pad", Kind.READ, "it reads nothing", "see its cable"),
        Tried("reader YAY.pad", Kind.READ, "bytes were wrong", "see its cable"),
    ]

    assert in_lines(tries).splitlines()[-1] == "1 passed, 1 failed"


def test_status_and_json_are_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    good = main(["--simulated", "--table", "buttons", "--json"])
    plain = json.loads(capsys.readouterr().out)
    bad = main(["--simulated", "--table", "buttons", "--fault", "WOW.left=dead"])
    printed = capsys.readouterr().out

    assert (good, bad) == (0, 1)
    assert {"device": "display WOW", "try": "shows", "outcome": "pass", "told": "", "mend": ""} in plain
    assert "button WOW.left: no press came" in printed


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a simulated table stand where the real one would, so that the console's person is asked about it."""
    made: list[SimulatedTable] = []

    def hardware(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
        made.append(SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=1))
        return simulated_hardware(made[0], loop, "memory", has_threads=False)

    monkeypatch.setattr("tacotable.commands.selftest.real_hardware", hardware)
    yield
    for simulated in made:
        simulated.close()


def test_the_end_of_the_input_ends_the_try_with_what_was_seen_so_far(
    at_hand: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))  # one Enter, which is a yes

    status = tacotable(["selftest", "--table", "tacocat"])
    told = capsys.readouterr()

    assert status == 2
    assert told.out.splitlines()[-1] == "1 passed, 0 failed"
    assert told.out.splitlines()[1].startswith(" " * 18 + "answers")  # below the question, not behind it
    assert told.err == "the input has ended, so nobody can say what is seen; run it in a terminal\n"


def test_ctrl_c_ends_the_try_with_what_was_seen_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken_off(person: SimulatedPerson, step: Step) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SimulatedPerson, "begin", broken_off)  # at the first button

    assert tacotable(["selftest", "--simulated", "--table", "buttons"]) == 130
    assert capsys.readouterr().out.endswith("13 passed, 0 failed\n")


def test_a_question_that_is_broken_off_leaves_no_thread_that_waits_for_its_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    before = threading.active_count()

    async def breaks_off() -> int:
        asked = asyncio.create_task(ConsolePerson(print).sees(Step(Kind.LIT, "1.ok", "lamp 1.ok")))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        try:
            return threading.active_count()
        finally:
            os.close(writing)

    with open(reading, encoding="utf-8") as terminal:  # noqa: PTH123  # a descriptor
        monkeypatch.setattr("sys.stdin", terminal)

        assert asyncio.run(breaks_off()) == before
    assert capsys.readouterr().out == "Is lamp 1.ok lit, and no other? [Y/n] \n"
