"""A table whose program fails again and again stops trying, and says so on its page."""

from __future__ import annotations

import asyncio
import urllib.request
from pathlib import Path

from tacotable.compose.program import Program
from tacotable.compose.running import RunOptions, running
from tacotable.starts import Starts
from tacotable.table_file import read_table


def test_after_five_short_starts_there_is_a_page_and_no_table(tmp_path: Path) -> None:
    for _ in range(5):
        Starts(tmp_path).begin()
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


def test_a_start_that_ends_on_purpose_is_no_failure(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(RunOptions(read_table("tacocat"), state=tmp_path)):
            pass

    for _ in range(2):
        asyncio.run(run())

    assert (tmp_path / "starts").read_text() == "0\n"
