"""A table whose folder cannot be written says so when it starts, not first when a game has begun."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi.hands import Hands
from tacotable.app.preparing import why_not_writable
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.state.scene import Notice
from tacotable.storage.journal import JournalError
from tacotable.table.file import read_table
from tacotable.trace.content import header_of, take_up

NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder that another user can look into, unlike those of pytest."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o555)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


def as_another_user(folder: Path) -> str:
    """Look at a folder as a user who does not own it; root becomes one, for a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        os.write(writing, why_not_writable(folder).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        return told.read().decode()


def test_a_folder_of_another_user_is_told_with_the_mend(folder: Path) -> None:
    told = as_another_user(folder)

    assert told.startswith(f"{folder}: user ")
    assert " may not write there; sudo chown -R " in told
    assert told.endswith(f" {folder}, then start the table anew")


def test_a_folder_that_can_be_written_is_told_nothing_of(tmp_path: Path) -> None:
    assert why_not_writable(tmp_path) == ""


def test_displays_page_and_console_say_at_the_start_that_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacotable.app.run.why_not_writable", lambda folder: f"{folder}: not to be written")
    started: list[Program] = []

    async def run() -> tuple[str, ...]:
        async with running(RunOptions(read_table("tacocat"), state=tmp_path), started.append) as lines:
            return lines

    lines = asyncio.run(run())
    controller = started[0].controller
    screens = [controller.scene.screens[seat] for seat in ("YAY", "WOW")]

    assert f"WARNING: {tmp_path}: not to be written" in lines
    assert [screen.sign.code for screen in screens if isinstance(screen, Notice)] == ["sign.storage-fault"] * 2
    assert controller.situation.log[-1].code == "sign.storage-fault"
    assert controller.storage_fault == f"{tmp_path}: not to be written"


def test_a_trace_of_a_table_that_can_keep_nothing_goes_on_as_one() -> None:
    recorded, again = Hands("tacocat"), Hands("tacocat")
    recorded.controller.fail_storage(JournalError("not to be written"))
    header = header_of(recorded.controller, 1, is_first=True, is_exact=True)

    take_up(again.controller, header)
    again.controller.start()
    again.tap("YAY.ok")

    assert again.says("YAY") == "sign.storage-fault"
    assert again.log.facts == []
