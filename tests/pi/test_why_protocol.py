"""`why` in the referee protocol: the last ruling again, with the place in the rules that decided it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tacotable.protocol.json_lines import Referee

NEW = {
    "op": "new",
    "game": "tc38",
    "seats": ["Ann", "Bo"],
    "position": {"phase": "attack", "attacker": "Ann", "hands": {"Ann": ["2", "4", "9"], "Bo": ["1", "5", "8"]}},
}


def told(*requests: Mapping[str, object]) -> dict[str, Any]:
    """Give the answer to the last of these requests."""
    referee = Referee()
    replies = [json.loads(referee.handle_line(json.dumps(request))) for request in requests]
    last: dict[str, Any] = replies[-1]
    return last


def act(seat: str, do: str, **fields: object) -> dict[str, object]:
    return {"op": "act", "seat": seat, "do": do, **fields}


def test_why_of_a_refused_act_gives_rule_source_and_the_values_used() -> None:
    attack, low = act("Ann", "attack", cards=["9"]), act("Bo", "answer", card="5")

    assert told(NEW, attack, low, {"op": "why"}) == {
        "rule": "sacrifice-lowest",
        "source": "docs/rulings.md#sacrifice-lowest",
        "ruling": "illegal",
        "values": {"card": "1"},
        "say": "Sacrifice your lowest card: 1.",
    }


def test_why_of_a_legal_act_says_where_the_rules_allow_it() -> None:
    reply = told(NEW, act("Ann", "attack", cards=["9"]), {"op": "why"})

    assert (reply["rule"], reply["source"], reply["ruling"]) == (
        "attack-single",
        "docs/rulings.md#attack-single",
        "legal",
    )


def test_why_of_an_undo_and_of_a_decision_names_the_paragraph_of_the_protocol() -> None:
    attack, low = act("Ann", "attack", cards=["9"]), act("Bo", "answer", card="5")

    undone = told(NEW, attack, {"op": "undo"}, {"op": "why"})
    accepted = told(NEW, attack, low, {"op": "rule", "accept": True, "why": "house rule"}, {"op": "why"})

    assert (undone["rule"], undone["source"]) == ("undone", "docs/rulings.md#undone")
    assert (accepted["rule"], accepted["source"]) == ("arbiter-accepted", "docs/rulings.md#arbiter-accepted")


def test_why_before_a_ruling_is_an_error() -> None:
    assert told(NEW, {"op": "why"})["error"] == "nothing has been ruled on in this game yet: send act first"


def test_a_new_game_forgets_why() -> None:
    assert "error" in told(NEW, act("Ann", "attack", cards=["9"]), NEW, {"op": "why"})


def test_why_changes_nothing_and_takes_no_field() -> None:
    attack, why = act("Ann", "attack", cards=["9"]), {"op": "why"}

    record = told(NEW, attack, {"op": "record"})

    assert told(NEW, attack, why, why, {"op": "record"}) == record
    assert 'unknown field "x"' in told(NEW, attack, {"op": "why", "x": 1})["error"]
