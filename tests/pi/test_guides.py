"""The guides name only what is there: modules, files, folders and links."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    {
        path
        for place in ("*.md", "docs/*.md", "*/README.md", "tests/*/README.md", "firmware/**/*.md")
        for path in ROOT.glob(place)
    }
)
PACKAGES = ("tacotable", "tacotable_sim", "tacotable_drivers", "tacotable_engine")
HOMES = ("", "docs", "tests", "engine/tacotable_engine", "drivers/tacotable_drivers", "hw-sim/tacotable_sim")
PROGRAM = "firmware/pi/tacotable"
MADE = (".venv/", "state/", "my-table", "trace/", "/")
"""How paths begin that are made on a machine, and are in no checkout."""
EACH = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def files() -> frozenset[str]:
    """Return every file and folder of the checkout, those left out whose name begins with a point."""
    found = {""}
    for folder, names, here in os.walk(ROOT):
        names[:] = [name for name in names if not name.startswith((".", "__pycache__"))]
        found |= {str((Path(folder) / name).relative_to(ROOT)) for name in (*names, *here)}
    return frozenset(found)


def is_there(name: str, page: Path) -> bool:
    """Whether a path leads somewhere from the root, from a package, from the program, or from the page itself."""
    homes = [Path(home) for home in (*HOMES, PROGRAM, page.parent.relative_to(ROOT))]
    if "/" not in name and any(Path(file).name == name for file in files()):
        return True
    return any(str(home / name.rstrip("/")) in files() for home in homes)


@EACH
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|href)=\"([^\":]+)\"", page.read_text("utf-8"))

    missing = [link for pair in links for link in pair if link and not (page.parent / link).exists()]

    assert missing == []


@EACH
def test_every_module_that_a_page_names_is_there(page: Path) -> None:
    named = [name for name in re.findall(r"`(\w+(?:\.\w+)+)`", page.read_text("utf-8")) if is_dotted(name)]

    assert [name for name in named if not is_module(name)] == []


@EACH
def test_every_file_and_folder_that_a_page_names_is_there(page: Path) -> None:
    spans = re.findall(r"`([^`\s]+)`", page.read_text("utf-8"))
    paths = [span for span in spans if re.fullmatch(r"[\w./-]+(?:\.py|/)|[\w./-]+/[\w.-]+\.(?:toml|md)", span)]

    missing = [path for path in paths if not path.startswith(MADE) and not is_there(path, page)]

    assert missing == []


@EACH
def test_every_module_in_a_table_of_modules_is_there(page: Path) -> None:
    rows = re.findall(r"^\| (?:module|file|room) \|(?:.*)\n\|-.*\n((?:\|.*\n)+)", page.read_text("utf-8"), re.MULTILINE)
    named = [name for row in "".join(rows).splitlines() for name in re.findall(r"`([^`\s]+)`", row.split("|")[1])]

    assert [name for name in named if not (is_there(name, page) or is_there(f"{name}.py", page))] == []


def is_dotted(name: str) -> bool:
    """Whether a name begins as a module of ours, and is none of the files that systemd knows by such a name."""
    return name.startswith(tuple(f"{package}." for package in PACKAGES)) and not name.endswith((".socket", ".service"))


def is_module(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module has."""
    for package in (Path(home) for home in (*HOMES[3:], PROGRAM)):
        if package.name == name.split(".")[0]:
            inner = package.joinpath(*name.split(".")[1:])
            last = inner.name
            holder = [inner.parent.with_suffix(".py"), inner.parent / "__init__.py"]
            return (
                f"{inner}.py" in files()
                or str(inner) in files()
                or any(str(file) in files() and last in (ROOT / file).read_text("utf-8") for file in holder)
            )
    return False
