"""The words of the page: everything that its scripts say is in the catalog of each language."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.state.game_state import Stage
from tacotable.table.file import SHIPPED
from tacotable_drivers.ports import Pattern

SCRIPTS = "\n".join(
    file.read_text(encoding="utf-8")
    for file in files("tacotable.web").joinpath("static").iterdir()
    if file.name.endswith(".js")
)
PROGRAM = "\n".join(
    files("tacotable").joinpath(name).read_text(encoding="utf-8")
    for name in (
        "web/page.py",
        "simulation/hands/base.py",
        "simulation/hands/tacocat.py",
        "simulation/hands/exploding.py",
        "web/live.py",
        "web/messages.py",
        "web/app.py",
    )
)
KINDS = ("ruling", "refusal", "table", "device")
SAID_BY_RULE = {
    *(f"pattern-{pattern.value}" for pattern in Pattern),
    *(f"stage-{stage.value}" for stage in Stage),
    *(f"{prefix}-{kind}" for prefix in ("kind", "filter") for kind in KINDS),
    *(f"theme-{theme}" for theme in ("auto", "light", "dark")),
    *(f"state-{state}" for state in ("sits", "away", "asked", "let", "claims", "tied", "looks", "out", "winner")),
    *("top-card", "bottom-card", "nth-1", "nth-2", "nth-3", "play", "front", "front-of", "lay-out", "draw-bottom"),
    "shuffle-pile",
    *(f"slot-{slot}" for slot in ("top", "2", "3", "middle", "bottom")),
    *("pile", "discard", "box", "air", "hand", "hand-of", "pad", "pad-of", "row", "row-of", "filter-all"),
}


def texts(language: str) -> dict[str, str]:
    return Catalog(language).templates("page")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_script_names_is_there(language: str) -> None:
    named = set(re.findall(r"\bt\(\s*\"([\w-]+)\"", SCRIPTS)) | set(re.findall(r'"(help-[\w-]+|key-[\w-]+)"', SCRIPTS))

    assert named - {"help-title"} - set(texts(language)) == set()
    assert len(named) > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_script_puts_together_is_there(language: str) -> None:
    assert SAID_BY_RULE - set(texts(language)) == set()


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_of_a_fault_has_its_words(language: str, name: str) -> None:
    known = set(texts(language))

    with simulated_table(name) as rig:
        switches = rig.table.switchboard.names()

    assert {f"fault-{fault}" for faults in switches.values() for fault in faults} - known == set()
    assert {f"device-{device.split()[0]}" for device in switches if " " in device} - known == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_of_the_program_has_words_of_the_page(language: str) -> None:
    codes = set(re.findall(r"PageError\(\s*\"([\w-]+)\"", PROGRAM))

    assert {f"error-{code}" for code in codes} - set(texts(language)) == set()
    assert {"wrong-key", "not-allowed", "impossible"} <= codes


in_each_other = pytest.mark.parametrize("language", LANGUAGES[1:])


@in_each_other
def test_a_language_says_the_same_things_as_english_with_the_same_values(language: str) -> None:
    english, other = texts("en"), texts(language)

    assert english.keys() == other.keys()
    values = {name: set(re.findall(r"\{\w+\}", text)) for name, text in english.items()}
    assert values == {name: set(re.findall(r"\{\w+\}", text)) for name, text in other.items()}


@in_each_other
def test_no_text_was_forgotten_in_translation(language: str) -> None:
    same = {name for name, text in texts("en").items() if text == texts(language).get(name)}

    assert same == set()
