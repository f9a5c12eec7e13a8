"""The pages for makers name only what is there: commands, files, tables, and the sums of currents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacotable.__main__ import COMMANDS
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.pinout import budget

ROOT = Path(__file__).parents[2]
BUILD, INSTALL = ((ROOT / "docs" / name).read_text("utf-8") for name in ("build.md", "install.md"))


@pytest.mark.parametrize("page", [BUILD, INSTALL])
def test_pages_name_only_commands_that_there_are(page: str) -> None:
    named = set(re.findall(r"`(?:sudo )?tacotable ([a-z]+)[ `]", page))

    assert named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("page", [BUILD, INSTALL])
def test_options_of_the_installer_are_those_that_it_has(page: str) -> None:
    script = (ROOT / "systemd" / "install").read_text("utf-8")

    for option in re.findall(r"systemd/install (?:[a-z-]+ )?(--[a-z-]+)", page):
        assert f'"{option}"' in script


def test_every_shipped_table_is_told_with_its_currents() -> None:
    for name in SHIPPED:
        amperes = [int(found) / 1_000 for found in re.findall(r"5 V: up to (\d+) mA", budget(read_table(name)))]
        row = next(line for line in BUILD.split("## Power")[1].splitlines() if line.startswith(f"| `{name}` |"))

        assert f"| {amperes[0]:.2f} A" in row


def test_what_was_never_tried_is_said() -> None:
    assert "Nothing on this page has been tried on real hardware yet" in " ".join(BUILD.replace("**", "").split())
