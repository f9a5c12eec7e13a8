"""A simulated event with real programs: what is killed loses and doubles nothing, and what is lost would be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from live.broker import needs_broker
from live.chains import chain_of
from tacotable_live.director.archive import Archive, Game
from tacotable_live.event.command import main
from tacotable_live.event.report import Told, compared
from tacotable_live.stream.chains import Chain


@needs_broker
@pytest.mark.long(keep=0)
def test_an_event_whose_broker_and_director_are_killed_has_every_act_once(capsys: pytest.CaptureFixture[str]) -> None:
    told = ("--tables", "6", "--real", "2", "--kill", "broker,director", "--kills", "3", "--acts", "8")
    status = main((*told, "--within", "300"))
    lines = dict(line.partition(":")[::2] for line in capsys.readouterr().out.splitlines())

    assert status == 0
    assert {name: lines[name].strip() for name in ("acts missing", "acts doubled", "chains broken")} == {
        "acts missing": "0",
        "acts doubled": "0",
        "chains broken": "0",
    }
    assert lines["results taken"].strip() == "6"


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ({"a": chain_of(5)}, (0, 0, 0)),
        ({"a": chain_of(3)}, (2, 0, 0)),
        ({"a": chain_of(5), "b": chain_of(2, "more")}, (0, 2, 0)),
        ({}, (5, 0, 0)),
    ],
)
def test_what_is_missing_or_too_much_in_an_archive_is_counted(
    tmp_path: Path, kept: dict[str, Chain], expected: tuple[int, int, int]
) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    for game, chain in kept.items():
        archive.store([(Game("T", "e", game), chain.bodies)], 1)
    told: Told = {"T": {"a": chain_of(5).bodies}}
    report = compared(archive, told, late_s=0, kills=0, results=0)
    archive.close()

    assert (report.missing, report.doubled, report.broken) == expected
    assert report.is_good(10) == (expected == (0, 0, 0))


def test_a_fork_is_a_broken_chain_and_to_be_late_is_not_good(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive.sqlite")
    game, chain = Game("T", "e", "a"), chain_of(5)
    archive.store([(game, chain.bodies), (game, chain_of(2, "other").bodies)], 1)
    told: Told = {"T": {"a": chain.bodies}}

    assert compared(archive, told, late_s=0, kills=0, results=0).broken == 1
    archive.close()
    whole = Archive(tmp_path / "whole.sqlite")
    whole.store([(game, chain.bodies)], 1)
    late = compared(whole, told, late_s=11, kills=0, results=0)
    whole.close()
    assert (late.is_good(10), late.is_good(12)) == (False, True)


@pytest.mark.parametrize("wrong", [("--kill", "tables"), ("--tables", "0"), ("--real", "9"), ("--acts", "0")])
def test_an_event_that_cannot_be_held_is_refused(wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
