"""Each decision of the referee can be looked up: it has a sentence, a reason and an anchor in `docs/rulings.md`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pi.rulings_page import PAGE, document
from tacotable.web.rulings_page import rulings_page
from tacotable_engine.registry import rules_of, rulesets
from tacotable_engine.rulings import read_rules

ROOT = Path(__file__).parents[2]
OPEN = (  # What rulebooks leave open, and people ask.
    *("target-empty", "three-of-a-kind-fails", "attack-stacks", "exploded", "see-fewer", "target-self", "name-lethal"),
    *("feral-cat", "clone-pair", "two-clones", "clone-of-nope", "let-again", "tie-unfought", "five-different"),
    *("nope-own", "nope-too-late", "defuse-declined", "one-turn-each", "noped-out", "clone-of-clone", "group-part"),
)
ELSEWHERE = re.compile(
    r"rules facts|engine facts|contract, |small print|finding \d|\([ECT]\d{1,2}[,:)]|# [ECT]\d{1,2}\b"
)


def anchors() -> list[str]:
    return re.findall(r'<a id="([a-z0-9-]+)">', PAGE.read_text(encoding="utf-8"))


def test_the_page_is_drawn_from_the_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == document()


def test_every_rule_of_every_game_and_what_rulebooks_leave_open_has_one_anchor() -> None:
    codes = {code for game in rulesets() for code in rules_of(game).rules}

    assert sorted({*codes, *OPEN} - {*anchors()}) == []
    assert len(anchors()) == len({*anchors()})


def test_every_rule_has_a_reason() -> None:
    rules = {code: rule for game in rulesets() for code, rule in rules_of(game).rules.items()}

    assert [code for code, rule in rules.items() if not (rule.meaning and rule.reason and rule.subject)] == []


def test_the_served_page_has_the_same_anchors() -> None:
    assert re.findall(r'<dt id="([a-z0-9-]+)">', rulings_page()) == anchors()


def test_a_link_between_rulings_leads_somewhere() -> None:
    assert {*re.findall(r"\(#([a-z-]+)\)", PAGE.read_text(encoding="utf-8"))} <= {*anchors()}


def test_the_place_of_a_rule_is_in_the_documents() -> None:
    places = [rule.source.partition("#") for game in rulesets() for rule in rules_of(game).rules.values()]

    assert {path for path, _, _ in places} == {str(PAGE.relative_to(ROOT))}
    assert {anchor for _, _, anchor in places} <= {*anchors()}


def test_a_code_of_both_families_means_the_same_in_both() -> None:
    tables = [
        {**read_rules(f"tacotable_engine.{family}", "refusal"), **read_rules(f"tacotable_engine.{family}", "decision")}
        for family in ("tacocat", "exploding")
    ]

    assert [code for code in tables[0].keys() & tables[1].keys() if tables[0][code] != tables[1][code]] == []


@pytest.mark.parametrize(
    "folder", ["engine", "firmware", "hw-sim", "live", "drivers", "docs", "tests", "bench", "examples", "systemd"]
)
def test_nothing_refers_to_a_document_that_is_not_here(folder: str) -> None:
    kinds = {".py", ".toml", ".md", ".csv"}
    files = (path for path in (ROOT / folder).rglob("*") if path.suffix in kinds and path != Path(__file__))

    assert [str(path.relative_to(ROOT)) for path in files if ELSEWHERE.search(path.read_text(encoding="utf-8"))] == []
