"""The director's words: the same sentences in each language, and one for every reason and step."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from tacotable.catalog import LANGUAGES
from tacotable_live.director.deeds import told
from tacotable_live.director.words import Words
from tacotable_live.tournament.model import (
    FORMATS,
    Bye,
    Cut,
    Dropped,
    Entered,
    Extended,
    Moved,
    Paired,
    Played,
    Pod,
    Reason,
    Swapped,
    Timed,
)

FOLDER = files("tacotable_live.director")
PODS = (Pod(("A", "B"), Reason("lot")),)
DEEDS = (
    Entered("A"),
    Dropped("A"),
    Paired(PODS, (Bye("C", Reason("bye")),)),
    Played(1, 1, ("A", "B")),
    Swapped("A", "B"),
    Cut(4),
    Timed(50, 1),
    Timed(0, 0),
    Extended(1, 5),
    Moved(1, "B"),
    Moved(1, ""),
)
CODE_AT = {"EventError": 0, "require": 1}
"""The place of the code among the arguments."""
OUTCOMES = ("not-answered", "no-seal", "no-page", "bad-json")
"""What may come of a decision, beside what the desk refuses itself."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_sentence_with_the_same_values(language: str) -> None:
    own = msgspec.json.decode((FOLDER / "words" / f"{language}.json").read_bytes(), type=dict[str, str])
    english = Words("en").sentences

    assert own.keys() == english.keys()
    for code, sentence in own.items():
        assert set(re.findall(r"\{(\w+)\}", sentence)) == set(re.findall(r"\{(\w+)\}", english[code])), code


def test_every_reason_presence_format_and_step_has_its_sentence() -> None:
    sentences = Words("en").sentences
    source = "".join((files("tacotable_live.tournament") / f"{name}.py").read_text() for name in ("pairing", "event"))
    reasons = set(re.findall(r'Reason\(\s*"([a-z-]+)"', source)) | {"bye-again", "bye"}
    for code in (
        *(f"why.{reason}" for reason in reasons),
        *(f"presence.{presence}" for presence in ("here", "silent", "gone")),
        *(f"{kind}.{name}" for kind in ("plan", "format") for name in FORMATS),
    ):
        assert code in sentences
    for deed in DEEDS:
        code, values = told(deed)
        assert Words("en").say(code, **{"at": "A", **values})


def test_every_refusal_has_its_sentence_with_the_values_that_are_given() -> None:
    folders = [files("tacotable_live") / name for name in ("director", "tournament")]
    paths = [path for each in folders for path in each.iterdir() if path.name.endswith(".py")]
    nodes = [node for path in paths if path.name != "errors.py" for node in ast.walk(ast.parse(path.read_text()))]
    calls = [(node, node.func.id) for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    codes = [(node, node.args[CODE_AT[name]]) for node, name in calls if name in CODE_AT]
    refusals = [
        (str(code.value), {each.arg for each in node.keywords})
        for node, code in codes
        if isinstance(code, ast.Constant)
    ]
    assert len(refusals) == len(codes)
    told = {f"error.{code}" for code, _ in refusals} | {f"error.{code}" for code in OUTCOMES}

    sentences = Words("en").sentences
    assert told == {code for code in sentences if code.startswith("error.")}
    for code, values in refusals:
        needed = set(re.findall(r"\{(\w+)\}", sentences[f"error.{code}"]))
        assert needed <= values, code


def test_every_fault_has_its_sentence() -> None:
    source = "".join(path.read_text() for path in Path(str(files("tacotable_live"))).rglob("*.py"))
    begun = set(re.findall(r'faults\.begin\([^"]*(?:"director", )?"([a-z-]+)"', source)) | {"task"}

    for language in LANGUAGES:
        words = Words(language)
        assert {f"fault.{code}" for code in begun} == {code for code in words.sentences if code.startswith("fault.")}
        for code in begun:
            assert words.say(f"fault.{code}", place="T", game="g", why="w")


def test_every_sentence_is_said_somewhere() -> None:
    parts = [path.read_text() for path in (FOLDER / "templates").iterdir()]
    source = "".join((*parts, (FOLDER / "app.py").read_text()))
    for code in Words("en").sentences:
        assert (
            f'"{code}"' in source
            or f"'{code}'" in source
            or f'"{code.partition(".")[0]}." ~' in source
            or code.startswith(("step.", "error.", "fault."))
        ), code
