"""A table whose program fails again and again stops trying, and says so on its page."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.storage.crash_counter import CrashCounter
from tacotable.storage.journal import Journal, is_claimed
from tacotable.table.file import read_table

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
RUN = (sys.executable, "-m", "tacotable", "run")


def test_after_five_short_starts_there_is_a_page_and_no_table(tmp_path: Path) -> None:
    for _ in range(5):
        CrashCounter(tmp_path).begin()
    started: list[Program] = []

    async def run() -> tuple[tuple[str, ...], str]:
        async with running(RunOptions(read_table("tacocat"), state=tmp_path), started.append) as lines:
            address = lines[1].split()[-1]
            page = await asyncio.to_thread(lambda: urllib.request.urlopen(address).read().decode())  # noqa: S310
            return lines, page

    lines, page = asyncio.run(run())

    assert lines[0].startswith("Tacotable: SAFE MODE, because 5 starts in a row ended within 60 s")
    assert page.startswith("The table is in safe mode.")
    assert started == []


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    """Give a table file that cannot be used, with a tag in what is wrong with it."""
    file = tmp_path / "table.toml"
    text = (TABLES / "tacocat.toml").read_text("utf-8")
    twice = '\n[[deck]]\ntag = "04A1B2C3"\nface = "7"\n' * 2
    file.write_text(text + twice, "utf-8")
    return str(file)


def test_a_table_file_that_cannot_be_used_leads_to_safe_mode_after_five_starts_of_the_service(
    faulty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--table", faulty, "--state", str(tmp_path / "state"), "--port", "0"]

    statuses = [main(["run", *run]) for _ in range(5)]
    starts = (tmp_path / "state" / "starts").read_text("ascii")
    with subprocess.Popen([*RUN, *run], stdout=subprocess.PIPE, text=True) as sixth:
        assert sixth.stdout is not None
        lines = [sixth.stdout.readline() for _ in range(4)]
        page = urllib.request.urlopen(lines[1].split()[-1]).read().decode()  # noqa: S310
        sixth.terminate()

    assert statuses == [2] * 5
    assert f"{faulty}: deck: tag 04A1B2C3 is there 2 times" in capsys.readouterr().err
    assert starts == "5\n"
    assert lines[0].startswith("Tacotable: SAFE MODE")
    assert lines[3] == f"{faulty}: deck: tag 04A1B2C3 is there 2 times; each card has its own, take the others out\n"
    assert f"The reason is in the table file:\n\n{faulty}: deck: tag [number] is there 2 times; each" in page
    assert "mend the file (`tacotable check` reads it again), then: sudo systemctl restart tacotable" in page
    assert (tmp_path / "state" / "starts").read_text("ascii") == "0\n"


def test_who_starts_a_table_by_hand_is_told_what_is_wrong_with_its_file_each_time(
    faulty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    statuses = [main(["run", "--table", faulty]) for _ in range(7)]

    assert statuses == [2] * 7
    assert capsys.readouterr().err.count("is there 2 times") == 7
    assert not (tmp_path / "state").exists()


def test_a_start_that_ends_on_purpose_is_no_failure(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(RunOptions(read_table("tacocat"), state=tmp_path)):
            pass

    for _ in range(2):
        asyncio.run(run())

    assert (tmp_path / "starts").read_text() == "0\n"


def test_a_second_program_that_is_refused_the_folder_is_no_failed_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Journal(tmp_path)
    first.claim()

    statuses = [main(["run", "--state", str(tmp_path), "--port", "0"]) for _ in range(5)]

    assert statuses == [2] * 5
    assert capsys.readouterr().err.count("another program writes its journal here; stop that one") == 5
    assert not (tmp_path / "starts").exists()
    first.close()


def test_a_kept_game_that_is_not_there_is_no_failed_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        CrashCounter(tmp_path).begin()

    status = main(["run", "--state", str(tmp_path), "--port", "0", "--resume", "7"])

    assert status == 2
    assert "game-000007 is no game that was kept" in capsys.readouterr().err
    assert (tmp_path / "starts").read_text("ascii") == "2\n"


def test_a_second_program_leaves_the_row_of_short_starts_as_it_is(tmp_path: Path) -> None:
    for _ in range(5):
        CrashCounter(tmp_path).begin()
    first = Journal(tmp_path)
    first.claim()
    assert not CrashCounter(tmp_path).begin()

    first.close()

    assert CrashCounter(tmp_path).begin()


def test_a_folder_is_claimed_while_its_program_runs(tmp_path: Path) -> None:
    first = Journal(tmp_path)
    before = is_claimed(tmp_path)

    first.claim()

    assert (before, is_claimed(tmp_path), is_claimed(tmp_path / "missing")) == (False, True, False)
    first.close()
    assert not is_claimed(tmp_path)
