"""What `docs/changing.md` says of settings and languages: a place that was forgotten is named here."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tacotable.catalog import LANGUAGES
from tacotable.display.draw import SIZES
from tacotable.display.fonts import LAYOUTS, SHORT_LAYOUTS
from tacotable.table import schema

sys.path.append(str(Path(__file__).resolve().parents[2]))  # the pictures' flows lie beside the pages, in no package

from docs.pictures.sheet import READERS

DOCS = Path(__file__).parents[2] / "docs"
PARTS = [kind for _, kind in inspect.getmembers(schema, inspect.isclass) if issubclass(kind, msgspec.Struct)]
KEYS = sorted({field.encode_name for part in PARTS for field in msgspec.structs.fields(part)})


@pytest.fixture(scope="module")
def pages() -> str:
    """Give all pages of documentation, and the table files that ship with what they say of their keys."""
    tables = (entry for entry in files("tacotable").joinpath("tables").iterdir() if entry.name.endswith(".toml"))
    return "\n".join(page.read_text("utf-8") for page in (*DOCS.glob("*.md"), *tables))


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_a_table_file_is_told_somewhere(pages: str, key: str) -> None:
    assert re.search(rf"`[^`\n]*\b{key}\b[^`\n]*`|^\W*{key} = ", pages, re.MULTILINE), (
        f"{key}: no page of docs/ tells it"
    )


def languages_by_place() -> dict[str, Sequence[str]]:
    """Give the languages that each place lists; the places are those of `docs/changing.md`."""
    words = (files("tacotable.web") / "static" / "words.js").read_text("utf-8")
    names = re.search(r"LANGUAGE_NAMES = \{(.*)\}", words)
    folders = files("tacotable.catalog").iterdir()
    return {
        "catalog/": [folder.name for folder in folders if (folder / "table.toml").is_file()],
        "LANGUAGES in catalog/__init__.py": LANGUAGES,
        "Language in table/schema.py": get_args(schema.Language),
        "LAYOUTS in display/fonts.py": list(LAYOUTS),
        "SHORT_LAYOUTS in display/fonts.py": list(SHORT_LAYOUTS),
        "SIZES in display/draw.py": list(SIZES),
        "FIRST in web/static/words.js": re.findall(r'^  "?([\w-]+)"?: \{$', words, re.MULTILINE),
        "LANGUAGE_NAMES in web/static/words.js": re.findall(r'"?([\w-]+)"?: "', names[1]) if names else [],
        "READERS in docs/pictures/sheet.py": list(READERS),
    }


PLACES = languages_by_place()


@pytest.mark.parametrize("place", PLACES)
def test_every_list_of_languages_is_the_same_one(place: str) -> None:
    known = {language for listed in PLACES.values() for language in listed}

    assert known - set(PLACES[place]) == set(), f"{place} lacks them"
