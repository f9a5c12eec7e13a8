"""The page of the referee protocol names every request and every act, and its examples are well formed."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from tacotable.protocol.json_lines import OPERATIONS, Referee
from tacotable_engine import setup
from tacotable_engine.companion.answers import Remark
from tacotable_engine.exploding import position as exploding
from tacotable_engine.exploding.state import PHASES as EXPLODING
from tacotable_engine.exploding.view import PendingView, SeatView, TurnView
from tacotable_engine.registry import rulesets
from tacotable_engine.rulings import Violation
from tacotable_engine.tacocat import position as tacocat
from tacotable_engine.tacocat.state import PHASES as TACOCAT
from tacotable_engine.tacocat.view import AnswerView, BoardView, TacocatView

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
TACOCAT_PART, EXPLODING_PART = PAGE.split("## Acts of Tacocat")[1].split("## Acts of the Exploding games")
EXAMPLES = {
    "tc38": re.findall(r"`({[^`]*})` \|$", TACOCAT_PART, re.MULTILINE),
    "ek120": re.findall(r"`({[^`]*})` \|$", EXPLODING_PART.split("## ")[0], re.MULTILINE),
}
ACTS = {
    "tc38": {step.act for step in TACOCAT.values() if step.act},
    "ek120": {act for step in EXPLODING.values() for act in step.acts},
}


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_act_of_the_engine_has_an_example(game: str) -> None:
    assert {json.loads(example)["do"] for example in EXAMPLES[game]} == ACTS[game]


@pytest.mark.parametrize(("game", "example"), [(game, line) for game, lines in EXAMPLES.items() for line in lines])
def test_an_example_is_well_formed(game: str, example: str) -> None:
    request, referee = json.loads(example), Referee()
    mode = "seen" if request["do"] == "deal" else "blind"
    referee.handle(
        {"op": "new", "game": game, "seats": ["Ann", "Ben", "Cy"][: 2 if game == "tc38" else 3], "mode": mode}
    )

    reply = referee.handle(request)

    assert reply.get("ruling") in ("legal", "illegal", "unproven"), reply


CODE = {word for code in re.findall(r"`([^`\n]+)`", PAGE) for word in re.findall(r"[a-z_]+", code)}
"""The words that the page sets in the type of code."""
VIEWS = (TacocatView, AnswerView, BoardView, SeatView, PendingView, TurnView)
ANSWERS = (*VIEWS, Violation, Remark)
NOT_SENT = {"percent"}  # It is in the sentence of a remark.
FIELDS = {part.name.rstrip("_") for answer in ANSWERS for part in fields(answer)} - NOT_SENT


@pytest.mark.parametrize("name", sorted({*FIELDS, *setup.FIELDS, *setup.OPTIONS, *tacocat.FIELDS, *exploding.FIELDS}))
def test_every_field_of_requests_and_answers_is_named(name: str) -> None:
    assert name in CODE


@pytest.mark.parametrize("name", [*OPERATIONS, *rulesets()])
def test_every_request_and_every_game_is_named(name: str) -> None:
    assert f"`{name}`" in PAGE
