"""A bench report names every planted fault to somebody who sees nothing else; reports that were sent are counted."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest

from tacotable.__main__ import main as tacotable
from tacotable.commands.bench_report import NAMED, NamesError, faults_in, main, trace_without_names
from tacotable.diagnostics.examiners import SimulatedPerson, Step
from tacotable.diagnostics.faulty_table import faults_of_machine, faults_of_table
from tacotable.table.file import read_table
from tacotable.trace.replay_decisions import replay

ROOT = Path(__file__).parents[2]
REPORTS = sorted((ROOT / "docs/reports").glob("*.tar.gz"))
TRACE = ROOT / "tests/traces/faulty-tacocat.trace"
PLANTED = {
    "reader WOW.pad=flicker": "survey: WOW.pad: only",
    "YAY.ok=dead": "selftest: button YAY.ok: no press came",
    "lamp WOW.no=dead": "selftest: lamp WOW.no:",
    "sensor 0=stuck": "selftest: sensor 0:",
    "display YAY=gone": "display YAY:",
    "machine=undervoltage": "doctor: supply: undervoltage now",
}


def unpacked(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        return {entry.name.partition("/")[2]: file.read() for entry in archive if (file := archive.extractfile(entry))}


def test_a_report_names_each_planted_fault_and_no_tag(tmp_path: Path) -> None:
    out = tmp_path / "report.tar.gz"
    faults = [word for fault in PLANTED for word in ("--fault", fault)]

    assert main(["tacocat", "--simulated", *faults, "--out", str(out), "--trace", str(TRACE)]) == 1

    parts = unpacked(out)
    report = parts["report.txt"].decode()
    assert [fault for fault, told in PLANTED.items() if told not in report] == []
    assert parts["bench.trace"] == TRACE.read_bytes()
    assert not re.search(
        rb"\b04[0-9A-F]{12}\b", b"".join(text for name, text in parts.items() if name.endswith(".txt"))
    )


def test_a_part_that_ended_early_is_a_fault() -> None:
    told = {"doctor.txt": "no table\n", "selftest.txt": "a\nb\n", "survey.txt": "a\nb\n"}

    assert list(faults_in(told)) == ["doctor.txt: it ended early: see this part: no table"]


def test_a_sound_bench_has_no_fault_and_its_hints_stand_apart(tmp_path: Path) -> None:
    out = tmp_path / "report.tar.gz"
    out.write_bytes(b"the last one")

    assert main(["kittens", "--simulated", "--out", str(out)]) == 0

    assert (tmp_path / "report.tar.gz.old").read_bytes() == b"the last one"
    report = unpacked(out)["report.txt"].decode()
    assert report.startswith("FAULTS: none\nHINTS: ")
    assert "doctor: wiring: deck is empty" in report


@pytest.mark.parametrize(("faults", "counted"), [([], "none"), (["--fault", "lamp WOW.ok=dead"], "1")])
def test_ctrl_c_breaks_a_report_off_and_what_was_tried_is_in_it(
    faults: list[str], counted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken_off(person: SimulatedPerson, step: Step) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SimulatedPerson, "begin", broken_off)  # at the first button
    out = tmp_path / "report.tar.gz"

    assert main(["buttons", "--simulated", *faults, "--out", str(out)]) == 1

    parts = unpacked(out)
    told, count, *found = parts["report.txt"].decode().splitlines()
    assert told == "BROKEN OFF, so not all was tried of: selftest, survey; give the command again"
    assert count == f"FAULTS: {counted}"
    assert found[0].startswith("selftest: lamp WOW.ok: " if faults else "HINTS: ")
    assert "lamp YAY.ok       .        pass" in parts["selftest.txt"].decode()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("raeder play=flicker", "no device is called 'raeder play'; there are reader play, "),
        ("button 11.ok=dead", "1.ok, 1.nope, "),
        ("1.ok=flicker", "'1.ok' has no fault 'flicker'; it has stuck, dead"),
        ("machine=tired", "the machine has no fault tired; it has "),
    ],
)
def test_a_mistyped_fault_is_refused_before_anything_is_tried(
    fault: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.tar.gz"
    out.write_bytes(b"the last one")

    assert tacotable(["bench-report", "kittens", "--simulated", "--fault", fault, "--out", str(out)]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"the last one"]


def test_faults_are_named_in_any_case_and_as_they_are_told_elsewhere() -> None:
    typed = ["button yay.OK=Dead", "wow.ok=dead", "READER yay.Pad=flicker", "Machine=HOT"]

    assert faults_of_table(read_table("tacocat"), typed) == (
        ("YAY.ok", "dead"),
        ("WOW.ok", "dead"),
        ("reader YAY.pad", "flicker"),
    )
    assert faults_of_machine(typed) == ("hot",)


@pytest.mark.long(keep=0)
def test_a_trace_in_which_people_are_named_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert NAMED.search(repr([{"type": "named", "names": {"YAY": "Ann"}}]))
    monkeypatch.setattr("tacotable.commands.bench_report.NAMED", re.compile("TagArrived|tag"))

    with pytest.raises(NamesError):
        trace_without_names(TRACE)


@pytest.mark.parametrize("page", ["README.md", "docs/reports/README.md"])
def test_the_pages_count_the_reports(page: str) -> None:
    found = re.search(r"(\d+) real tables? so far", (ROOT / page).read_text("utf-8"))

    assert found
    assert int(found[1]) == len(REPORTS)


@pytest.mark.parametrize("path", [*REPORTS, None], ids=str)
def test_the_trace_of_each_report_replays(path: Path | None, tmp_path: Path) -> None:
    trace = tmp_path / "bench.trace"
    trace.write_bytes(unpacked(path).get("bench.trace", TRACE.read_bytes()) if path else TRACE.read_bytes())

    assert replay(trace).difference is None
