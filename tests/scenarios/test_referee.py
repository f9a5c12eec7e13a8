"""The referee protocol: one reply line to each line, whatever it holds (referee protocol, version 1)."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.protocol.json_lines import Referee, answer_lines, main
from tacotable_engine.exploding.rules import RULES as EXPLODING_RULES
from tacotable_engine.match import Match
from tacotable_engine.rulings import MATCH_RULES
from tacotable_engine.tacocat.rules import RULES as TACOCAT_RULES
from tacotable_engine.tacocat.state import PHASES

NEW: dict[str, object] = {
    "op": "new",
    "game": "tc38",
    "seats": ["Ann", "Bo"],
    "position": {"phase": "duel", "hands": {"Ann": ["2", "4", "9"], "Bo": ["1", "5", "8"]}},
}


def begun() -> Referee:
    referee = Referee()
    assert referee.handle(NEW)["ok"] is True
    return referee


def asked(referee: Referee, line: str | bytes) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(referee.handle_line(line))
    return reply


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("this is not json", "not JSON"),
        ("", "not JSON"),
        ("   ", "not JSON"),
        ("[]", "this line: a list is not an object"),
        ("7", "this line: 7 is not an object"),
        ("null", "this line: null is not an object"),
        ("{}", "the field 'op' is missing"),
        ('{"op": "fold"}', 'op: "fold" is not one of'),
        ('{"op": ["new"]}', "op: a list"),
        ('{"op": {"new": 1}}', "op: an object"),
        ('{"op": null}', "op: null"),
        ('{"op": "view", "op": "view", "seat": "table"}', "a field name is there twice"),
        ('{"op": "clock", "at": NaN}', "NaN is no number of JSON"),
        ('{"op": "clock", "at": -Infinity}', "-Infinity is no number of JSON"),
        ('{"op": "clock", "at": 1e999}', "at: inf"),
        ('{"op": "clock", "at": ' + "9" * 5000 + "}", "cannot be read"),
        ('{"op": "clock"}', "the field 'at' is missing"),
        ('{"op": "clock", "at": true}', "at: true"),
        ("[" * 100000, "nested too deeply"),
        ('{"op": "act", "seat": ' + "[" * 900 + "]" * 900 + "}", "seat: a list"),
        (b'{"op": "\xff"}', "not UTF-8 (byte 9)"),
        ('{"op": "act", "seat": "Ann"}', "the field 'do' is missing"),
        ('{"op": "act", "do": "duel", "card": "9"}', "the field 'seat' is missing"),
        ('{"op": "act", "seat": "Cy", "do": "duel", "card": "9"}', 'seat: "Cy"'),
        ('{"op": "act", "seat": "table", "do": "duel", "card": "9"}', 'seat: "table"'),
        ('{"op": "act", "seat": "Ann", "do": "duel", "card": "9", "colour": "red"}', '"colour"'),
        ('{"op": "act", "seat": "Ann", "do": "draw"}', 'do: "draw"'),
        ('{"op": "act", "seat": "Ann", "do": "duel", "card": 9.0}', "duel.card: 9.0"),
        ('{"op": "view"}', "the field 'seat' is missing"),
        ('{"op": "view", "seat": "Cy"}', 'seat: "Cy"'),
        ('{"op": "view", "seat": ["Ann"]}', "seat: a list"),
        ('{"op": "legal", "seat": "table"}', 'seat: "table"'),
        ('{"op": "legal", "seat": "Ann", "x": 1}', 'unknown field "x"'),
        ('{"op": "undo", "x": 1}', 'unknown field "x"'),
        ('{"op": "resolve", "x": 1}', 'unknown field "x"'),
        ('{"op": "record", "x": 1}', 'unknown field "x"'),
        ('{"op": "rule", "accept": true}', "the field 'why' is missing"),
        ('{"op": "rule", "accept": 1, "why": ""}', "accept: 1 is not true or false"),
        ('{"op": "rule", "accept": true, "why": null}', "why: null"),
        ('{"op": "new", "game": "ek121", "seats": ["Ann", "Bo"]}', 'game: "ek121"'),
        ('{"op": "new", "game": "tc38", "seats": ["Ann", "Bo"], "position": null}', "position: null"),
        ('{"op": "new", "game": "tc38", "seats": [["Ann"], "Bo"]}', "seats: a list"),
    ],
)
def test_what_is_not_well_formed_is_an_error_with_its_line_and_changes_nothing(line: str | bytes, problem: str) -> None:
    referee = begun()
    before = asked(referee, '{"op": "view", "seat": "arbiter"}'), asked(referee, '{"op": "record"}')

    reply = asked(referee, line)

    assert problem in reply["error"]
    assert reply["line"] == 3
    after = asked(referee, '{"op": "view", "seat": "arbiter"}'), asked(referee, '{"op": "record"}')
    assert after == before


@pytest.mark.parametrize("op", ["resolve", "undo", "record"])
def test_before_a_game_every_other_request_is_an_error(op: str) -> None:
    assert asked(Referee(), json.dumps({"op": op})) == {
        "error": "no game is being played: send new first",
        "line": 1,
    }


def test_an_illegal_act_says_what_to_do_next() -> None:
    referee = begun()

    reply = referee.handle({"op": "act", "seat": "Ann", "do": "duel", "card": "8"})

    assert (reply["ruling"], reply["rule"]) == ("illegal", "card-not-held")
    assert reply["say"] == (
        "8 is none of the 3 cards of this hand: take it back. "
        "If the hand holds more, one came without OK: put that on the pile."
    )
    assert (reply["events"], reply["violations"]) == ([], [])


def test_a_legal_act_tells_events_and_the_arbiters_view_with_prompts() -> None:
    referee = begun()

    reply: dict[str, Any] = referee.handle({"op": "act", "seat": "Ann", "do": "duel", "card": "9"})

    assert (reply["ruling"], reply["rule"]) == ("legal", "duel-sealed")
    assert reply["events"] == [{"type": "sealed", "seat": "Ann"}]
    assert reply["state"]["hands"] == {"Ann": ["2", "4", "9"], "Bo": ["1", "5", "8"]}
    assert reply["state"]["prompt"] == {
        "Ann": "Your card is in; wait for Bo's duel card.",
        "Bo": "Lay one card face down for the duel; the higher attacks first.",
    }


def test_the_same_seed_deals_the_same_cards() -> None:
    setup = {"op": "new", "game": "tc38", "seats": ["Ann", "Bo"]}

    first, second = Referee().handle({**setup, "seed": 5}), Referee().handle({**setup, "seed": 5})
    other, unseeded = Referee().handle({**setup, "seed": 6}), Referee().handle(setup)

    assert first == second
    assert first != other
    assert unseeded["ok"] is True


def test_a_new_game_that_is_not_well_formed_leaves_the_old_one() -> None:
    referee = begun()

    assert "error" in referee.handle({"op": "new", "game": "tc38", "seats": ["Ann"]})
    assert referee.handle({"op": "view", "seat": "table"}).keys() == {"state"}


def test_names_that_no_file_can_hold_do_not_break_a_line() -> None:
    referee = Referee()

    reply = referee.handle_line('{"op": "new", "game": "tc38", "seats": ["\\ud800", "a\\nb"]}')

    assert json.loads(reply)["ok"] is True
    assert "\n" not in reply
    reply.encode("utf-8")


def test_lines_are_answered_in_order_until_the_input_ends() -> None:
    source = io.BytesIO(json.dumps(NEW).encode() + b'\r\n\n{"op": "undo"}\n{"op": "legal", "seat": "Bo"}')
    target = io.BytesIO()

    answer_lines(source, target)

    replies = [json.loads(line) for line in target.getvalue().splitlines()]
    assert [sorted(reply)[0] for reply in replies] == ["ok", "error", "events", "acts"]
    assert replies[1]["line"] == 2


def test_arguments_are_answered_on_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--wat"]) == 2
    assert main(["--help"]) == 0

    assert capsys.readouterr().out == ""


RULES = {**TACOCAT_RULES, **EXPLODING_RULES}
VALUES = dict.fromkeys(
    (
        *("seat", "other", "card", "cards", "demand", "demands", "limit", "n", "at", "act"),
        *("target", "name", "effect", "left", "slot", "shown"),
    ),
    "7",
)
EXPLODING_PROMPTS = (
    *("turn", "turn-owed", "deal", "window", "draw-bottom", "defuse", "give", "give-named", "arrange", "steal", "out"),
    *("wait-others", "wait-turn", "wait-draw", "wait-defuse", "wait-give", "wait-arrange", "wait-steal"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_code_has_its_words(language: str) -> None:
    catalog = Catalog(language)

    for code in (*RULES, *MATCH_RULES):
        assert catalog.say(f"rule.{code}", VALUES)
    worded = {code.removeprefix("rule.") for code in catalog.codes("rule")}
    assert worded == {*RULES, *MATCH_RULES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_has_its_words(language: str) -> None:
    catalog = Catalog(language)
    phases = [phase.value for phase in PHASES if PHASES[phase].act]

    tacocat = (*phases, *(f"wait-{phase}" for phase in phases), "answer-several", "won", "lost")
    for code in (*tacocat, *EXPLODING_PROMPTS):
        assert catalog.say(f"prompt.{code}", VALUES)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from(["Ann", "Bo", "duel", "answer", "9", "?", "new", "act", "tc36", "blind", "attack"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
FIELD_NAMES = (
    "seat",
    "do",
    "card",
    "cards",
    "as",
    "demand",
    "accept",
    "why",
    "at",
    "game",
    "seats",
    "mode",
    "seed",
    "board",
    "options",
    "position",
)
OPS = ("new", "act", "resolve", "clock", "legal", "view", "undo", "rule", "record")
requests = st.builds(
    lambda op, fields: {"op": op, **fields},
    st.sampled_from(OPS) | values,
    st.dictionaries(st.sampled_from(FIELD_NAMES), values, max_size=4),
)
positions = st.dictionaries(
    st.sampled_from(
        ["token", "covered", "wins", "phase", "attacker", "hands", "pile", "discard", "duel_winner", "demands"]
    ),
    values | st.integers(-4, 4) | st.sampled_from(["attack", "showdown", "deal", "replace", "over", "Ann"]),
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(requests, max_size=4))
def test_whatever_is_asked_gets_one_line_of_json(asked_for: list[object]) -> None:
    referee = begun()

    for request in asked_for:
        reply = referee.handle_line(json.dumps(request))

        assert "\n" not in reply
        assert isinstance(json.loads(reply), dict)


@settings(max_examples=150, deadline=None)
@given(positions, st.sampled_from(["dealt", "seen", "blind"]))
def test_whatever_position_is_told_is_an_error_or_a_game_with_a_record(position: object, mode: str) -> None:
    referee = Referee()
    request = {"op": "new", "game": "tc38", "seats": ["Ann", "Bo"], "mode": mode, "position": position}

    reply = asked(referee, json.dumps(request))

    assert ("error" in reply) != ("ok" in reply)
    if "ok" in reply:
        record = str(referee.handle({"op": "record"})["record"])
        assert Match.from_record(record).record() == record
