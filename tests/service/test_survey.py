"""`tacotable survey`: weak pads are named, and a table simulated from the profile reads as the surveyed one did."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tacotable.commands.run import make_parser, options_of
from tacotable.commands.survey import main, survey_simulated
from tacotable.diagnostics.doctor.examine import look_over
from tacotable.diagnostics.doctor.finding import Verdict
from tacotable.errors import SetupError
from tacotable.table.file import read_table
from tacotable.table.pad_profile import PadProfile, profile_path, profile_text, read_profile
from tacotable_sim.table import SimulatedTable

TABLE = read_table("tacocat")
PLANTED = {
    "YAY.pad": PadProfile(rate=0.95, rim_rate=0.8, dwell_ms=0, scans=0),
    "WOW.pad": PadProfile(rate=0.7, rim_rate=0.3, dwell_ms=0, scans=0),
}


def test_weak_pads_are_named_and_the_table_simulated_from_the_profile_reads_alike(tmp_path: Path) -> None:
    first = survey_simulated(TABLE, played=PLANTED)
    kept = tmp_path / "mine.profile.toml"
    kept.write_text(profile_text(first), "utf-8")
    again = survey_simulated(TABLE, played=read_profile(kept, PLANTED))

    assert {zone for zone, pad in first.items() if pad.faults} == {"WOW.pad"}
    assert first["WOW.pad"].rate == pytest.approx(0.7, abs=0.05)
    assert first["WOW.pad"].dwell_ms > first["YAY.pad"].dwell_ms
    for zone, pad in first.items():
        assert again[zone].rate == pytest.approx(pad.rate, abs=0.05)
        assert again[zone].rim_rate == pytest.approx(pad.rim_rate, abs=0.05)


@pytest.mark.long(keep=0)
def test_sound_pads_have_no_fault_and_one_that_hears_its_neighbour_has() -> None:
    assert not any(pad.faults for pad in survey_simulated(TABLE).values())

    told = survey_simulated(TABLE, ["reader YAY.pad=neighbour"])

    assert told["YAY.pad"].faults == ["it hears the card on the pad WOW.pad"]


def test_the_command_names_the_weak_pad_and_keeps_the_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.profile.toml"

    assert main(["tacocat", "--simulated", "--fault", "reader WOW.pad=flicker", "--out", str(out)]) == 1

    assert "WOW.pad: only" in capsys.readouterr().out
    assert read_profile(out, PLANTED)["WOW.pad"].rate < 0.9


def test_a_reader_that_does_not_answer_is_said_and_nothing_of_it_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.profile.toml"

    assert main(["kittens", "--simulated", "--fault", "reader play=silence", "--out", str(out)]) == 2

    assert capsys.readouterr().out.splitlines() == [
        "play: not measured: its reader does not answer; see tacotable doctor",
        "No pad was measured, so nothing is kept",
    ]
    assert not out.exists()


def test_a_survey_that_is_broken_off_says_what_it_has_measured_and_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, place = tmp_path / "mine.profile.toml", SimulatedTable.place

    def leave(self: SimulatedTable, tag: str, at: str, *, at_rim: bool = False) -> None:
        if at == "WOW.pad":
            raise KeyboardInterrupt
        place(self, tag, at, at_rim=at_rim)

    monkeypatch.setattr(SimulatedTable, "place", leave)

    with pytest.raises(KeyboardInterrupt):
        main(["tacocat", "--simulated", "--out", str(out)])

    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["", "YAY.pad", "Broken off, so nothing is kept"]
    assert not out.exists()


def test_a_spoilt_profile_is_named_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.profile.toml"
    path.write_text('[pads."a"]\nrate = 2\n')

    with pytest.raises(SetupError, match="rate"):
        read_profile(path, ["a"])


def test_a_table_is_run_with_a_profile_and_doctor_reads_the_one_beside_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(files("tacotable").joinpath("tables", "tacocat.toml").read_text("utf-8"), "utf-8")
    profile = profile_path(file)
    profile.write_text(profile_text(PLANTED), "utf-8")

    chosen = make_parser().parse_args(["--simulate", "--table", str(file), "--profile", str(profile)])
    found = [each for each in look_over(str(file), tmp_path, is_simulated=True) if "survey" in each.told]

    assert options_of(chosen).profile["WOW.pad"].rate == 0.7
    assert [(each.subject, each.verdict) for each in found] == [("reader WOW.pad", Verdict.WARN)] * 2


def test_a_profile_of_another_table_is_refused(tmp_path: Path) -> None:
    profile = tmp_path / "its.toml"
    profile.write_text(profile_text(PLANTED), "utf-8")

    with pytest.raises(SetupError, match="no reader at"):
        read_profile(profile, ["play"])
