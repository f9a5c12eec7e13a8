"""The states of a device: absent, starting, ok, suspect, faulty, and what leads from one to the next."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.app.watchdog import Attendance, attended
from tacotable.autoplay.rig import simulated_table
from tacotable.commands.status import told
from tacotable.devices.health import Counts, DeviceHealth, DeviceState, HealthBook, in_a_line
from tacotable.service.status_file import hanging, read_status
from tacotable_drivers.ports import DeviceFound, DeviceLost
from tacotable_sim.hub.program import load_hub

READER = "reader YAY.pad"


class Bench:
    """One reader whose numbers a test sets."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.counts = Counts(frames_ok=0)
        self.book = HealthBook(lambda: self.now_s)
        self.book.add({READER: lambda: self.counts})

    def state(self) -> DeviceState:
        return self.book.report()[0].state


def test_a_device_that_has_not_answered_yet_is_starting() -> None:
    assert Bench().state() is DeviceState.STARTING


def test_a_device_that_never_worked_and_is_lost_is_absent() -> None:
    bench = Bench()

    bench.book.hear(DeviceLost(READER, "no such port; is its cable in?", 0.0))

    assert bench.book.report() == (
        DeviceHealth(READER, DeviceState.ABSENT, Counts(frames_ok=0), 1, "no such port; is its cable in?"),
    )


def test_a_device_that_answers_is_ok() -> None:
    bench = Bench()

    bench.counts = Counts(frames_ok=3)

    assert bench.state() is DeviceState.OK


def test_errors_make_a_device_suspect_for_half_a_minute() -> None:
    bench = Bench()

    bench.counts = Counts(frames_ok=3, bytes_invalid=1)
    states = [bench.state()]
    for bench.now_s in (29.9, 30.1):
        states.append(bench.state())

    assert states == [DeviceState.SUSPECT, DeviceState.SUSPECT, DeviceState.OK]


def test_faulty_stays_until_the_device_tells_that_it_works() -> None:
    bench = Bench()
    bench.counts = Counts(frames_ok=3)
    bench.book.report()

    bench.book.hear(DeviceLost(READER, "no answer", 0.0))
    bench.now_s, bench.counts = 3_600.0, Counts(frames_ok=9)
    still = bench.state()
    bench.book.hear(DeviceFound(READER, 0.0))

    assert still is DeviceState.FAULTY
    assert bench.state() is DeviceState.OK


def test_the_worst_are_told_by_name() -> None:
    bench = Bench()
    bench.book.add({"buzzer": Counts})

    bench.book.hear(DeviceLost(READER, "no answer", 0.0))

    assert in_a_line(bench.book.report()) == f"1 of 2 devices do not work: {READER} absent"


def test_a_pulled_cable_shows_in_the_health_of_a_running_table() -> None:
    with simulated_table("tacocat") as rig:
        rig.table.switchboard.set(READER, "unplug", on=True)
        rig.wait(3.0)
        pulled = {health.device: health.state for health in rig.program.health.report()}
        rig.table.switchboard.set(READER, "unplug", on=False)
        rig.wait(6.0)
        back = {health.device: health.state for health in rig.program.health.report()}

    assert {device for device, state in pulled.items() if state is not DeviceState.OK} == {READER}
    assert pulled[READER] is DeviceState.FAULTY
    assert back[READER] in (DeviceState.OK, DeviceState.SUSPECT)


def test_a_hub_with_another_releases_program_is_told_in_the_status_and_once_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    load_hub()
    monkeypatch.setattr("tacohub.answers.PROGRAM", "0.9.0")
    hint = "hub hub: its program is 0.9.0, this release has 1.2.0; tacotable hub update"
    file = tmp_path / "s"
    with simulated_table("tacocat-hub") as rig:

        async def attend() -> dict[str, object]:
            with attended(rig.program, Attendance(status_file=file)):
                await asyncio.sleep(12.0)
                return read_status(file)

        status = rig.loop.run_until_complete(attend())

    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [hint]
    assert told(status).splitlines()[1] == f"hint: {hint}"


def test_a_lost_device_is_told_in_the_terminal_once_and_its_return_too(caplog: pytest.LogCaptureFixture) -> None:
    with simulated_table("tacocat") as rig, caplog.at_level("WARNING"):

        async def attend() -> None:
            with attended(rig.program, Attendance()):
                for is_out, wait_s in ((True, 9.0), (False, 6.0)):
                    rig.table.switchboard.set(READER, "unplug", on=is_out)
                    await asyncio.sleep(wait_s)

        rig.loop.run_until_complete(attend())

    lost, back = (record.message for record in caplog.records)
    assert lost.startswith("reader 'YAY.pad' on ")
    assert lost.endswith("(retrying)")
    assert back == "Back again: reader YAY.pad."


def test_status_tells_each_device_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = {"device": READER, "state": "faulty", "losses": 2, "reason": "no answer", "counts": {"frames_ok": 7}}
    status = {"version": "1", "table": "t", "game": "tc38", "stage": "play", "uptime_s": 9, "devices": [lost]}

    assert told(status).splitlines() == [
        "tacotable 1, table 't', tc38, play, up 9 s",
        "  faulty    reader YAY.pad   frames_ok 7, lost 2 times",
        "                    no answer",
    ]
    (tmp_path / "s").write_text(json.dumps(status))
    assert main(["status", "--file", str(tmp_path / "s")]) == 1
    assert "it hangs (sudo systemctl restart tacotable)" in capsys.readouterr().err


def test_a_status_that_nobody_keeps_up_is_a_table_that_hangs() -> None:
    assert hanging({"written": 100.0}, 114.0) == ""
    assert hanging({"written": 900.0}, 20.0).startswith("this was written before this machine was switched on")
    assert hanging({"written": 100.0}, 120.0).startswith("the table wrote this 20 s ago and nothing since: it hangs")


@pytest.mark.parametrize("text", ["root:x:0:0", "[1, 2]", '{"name": "other"}', "\xff"])
def test_a_file_that_is_no_status_is_told_in_plain_words(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "passwd"
    file.write_text(text, "latin-1")

    assert main(["status", "--file", str(file)]) == 2
    assert capsys.readouterr().err == (
        f"{file}: this is no status of a table; the running one keeps its own in /run/tacotable/status.json\n"
    )
