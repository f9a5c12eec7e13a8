"""The page of commands names every command and every option that the program has, and no other."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tacotable.__main__ import COMMANDS, FURTHER, main

PAGE = (Path(__file__).parents[2] / "docs/commands.md").read_text("utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]}

ALL = {*COMMANDS, *(each.name for each in entry_points(group=FURTHER))}


def options_in(text: str) -> set[str]:
    """Return the long options that a text names."""
    return set(re.findall(r"--[a-z][a-z-]*", text)) - {"--help"}


def test_every_command_has_a_section() -> None:
    assert set(SECTIONS) == ALL


@pytest.mark.parametrize("command", sorted(ALL - {"referee"}))
def test_a_section_names_the_options_of_its_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])

    usage, _, _ = capsys.readouterr().out.partition("options:")
    table = "\n".join(line for line in SECTIONS[command].split("\n## ")[0].splitlines() if line.startswith("| `"))
    assert options_in(table) == options_in(usage)
