"""What `docs/changing.md` says of settings and languages: a place that was forgotten is named here."""

from __future__ import annotations

import inspect
import re
from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tacotable.catalog import LANGUAGES
from tacotable.display.fonts import LAYOUTS, SHORT_LAYOUTS
from tacotable.table import schema
from tacotable.web.files import page_files

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


def test_every_list_of_languages_is_the_same_one() -> None:
    words = (files("tacotable.web") / "static" / "words.js").read_text("utf-8")
    first = re.findall(r'^  "?([\w-]+)"?: \{$', words, re.MULTILINE)
    names = re.search(r"LANGUAGE_NAMES = \{(.*)\}", words)
    catalogs = [entry.name for entry in files("tacotable.catalog").iterdir() if (entry / "table.toml").is_file()]
    named = re.findall(r'"?([\w-]+)"?: "', names[1]) if names else []

    assert page_files()
    for place in (get_args(schema.Language), LAYOUTS, SHORT_LAYOUTS, first, named, catalogs):
        assert sorted(place) == sorted(LANGUAGES)
