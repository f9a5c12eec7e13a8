"""What `docs/changing.md` says of settings and languages: a place that was forgotten is named here, and every range."""

from __future__ import annotations

import copy
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tacotable.catalog import LANGUAGES
from tacotable.display.draw import SIZES
from tacotable.display.fonts import LAYOUTS, SHORT_LAYOUTS
from tacotable.table import schema
from tacotable.table.file import SHIPPED
from tacotable.table.messages import all_in_words

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


def ranges() -> dict[str, tuple[dict[str, Any], tuple[str | int, ...], float]]:
    """Give for each end of a key's range a shipped table, the path of the key in it, and a value beyond that end."""
    found: dict[str, tuple[dict[str, Any], tuple[str | int, ...], float]] = {}
    for table in SHIPPED:
        told = tomllib.loads((files("tacotable") / "tables" / f"{table}.toml").read_text("utf-8"))
        for path, kind in keys_of(msgspec.inspect.type_info(schema.TableFile), told):
            if kind.ge is not None:
                found.setdefault(f"{dotted(path)} below {kind.ge}", (told, path, kind.ge - 1))
            if kind.le is not None:
                found.setdefault(f"{dotted(path)} above {kind.le}", (told, path, kind.le + 1))
    return found


def dotted(path: Sequence[str | int]) -> str:
    return ".".join(str(step) for step in path if isinstance(step, str))


def keys_of(kind: msgspec.inspect.Type, told: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Yield the path and the type of each numeric key that this part of a table may have."""
    kinds = kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)
    for one in kinds:
        if isinstance(one, msgspec.inspect.IntType | msgspec.inspect.FloatType):
            yield path, one
        elif isinstance(one, msgspec.inspect.StructType) and isinstance(told, dict):
            for field in one.fields:
                yield from keys_of(field.type, told.get(field.encode_name), (*path, field.encode_name))
        elif isinstance(one, msgspec.inspect.ListType) and isinstance(told, list):
            for index, item in enumerate(told[:1]):
                yield from keys_of(one.item_type, item, (*path, index))


RANGES = ranges()


@pytest.mark.parametrize("end", RANGES)
def test_a_number_beyond_the_range_of_its_key_is_refused_with_the_key(end: str) -> None:
    told, path, value = RANGES[end]
    broken = copy.deepcopy(told)
    part: Any = broken
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value

    assert str(path[-1]) in all_in_words(broken)[0]


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
