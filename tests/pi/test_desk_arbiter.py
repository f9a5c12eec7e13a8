"""The arbiter at a director's desk: decides as the arbiter's page would, and the log says who did, and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from starlette.testclient import TestClient

from pi.hands import Hands
from pi.small_model import SmallModel
from pi.test_rulings import KEYS, WATCHING, cheat, page_of, refused_attack
from tacotable.catalog import LANGUAGES
from tacotable.dialogs.arbiter import offered
from tacotable.web.app import page_app
from tacotable.web.desk_arbiter import KEY, DeskArbiter
from tacotable.web.model import PageError

HOST = "127.0.0.1:8480"


@pytest.fixture
def hands() -> Hands:
    """Give a table where YAY won the duel and attacks."""
    table = Hands()
    table.begin_attack()
    return table


def desk_of(hands: Hands) -> DeskArbiter:
    return page_of(hands).desk_arbiter()


def decision(desk: DeskArbiter, what: str, **other: str) -> Mapping[str, Any]:
    return {"what": what, "who": "Ann", "why": "The pad  was \n full", "moment": desk.asked()["moment"], **other}


def test_a_decision_of_the_desk_is_made_and_the_log_says_who_and_why(hands: Hands) -> None:
    refused_attack(hands)
    desk = desk_of(hands)
    assert desk.asked()["waits"] == "refused"

    desk.decide(decision(desk, "let-stand"))

    assert desk.asked()["waits"] == ""
    said = [line["text"] for line in page_of(hands).log(WATCHING, "en", 0)][-3:]
    assert "Ann decides at the director's desk: The pad was full" in said
    assert any("stands against the rules: the arbiter decides so." in str(text) for text in said)
    for language in LANGUAGES:
        assert any("Ann" in str(line["text"]) for line in page_of(hands).log(WATCHING, language, 0))


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"moment": "of before"}, "went-on"),
        ({"what": "give-round nobody"}, "went-on"),
        ({"what": "restart-discard"}, "went-on"),
        ({"why": "  "}, "no-reason"),
        ({"who": ""}, "no-reason"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_changes_nothing(
    hands: Hands, other: Mapping[str, str], code: str
) -> None:
    refused_attack(hands)
    desk, before = desk_of(hands), len(hands.situation.log)

    with pytest.raises(PageError) as refused:
        desk.decide({**decision(desk, "let-stand"), **other})

    assert refused.value.code == code
    assert len(hands.situation.log) == before


def test_a_paused_game_waits_for_the_arbiter_who_lets_it_go_on_and_then_decides(hands: Hands) -> None:
    refused_attack(hands)
    hands.controller.situation.game.is_paused = True
    desk = desk_of(hands)
    assert (desk.asked()["waits"], list(desk.asked()["offered"])) == ("paused", ["go-on"])  # type: ignore[call-overload]  # JSON

    desk.decide(decision(desk, "go-on"))

    assert not hands.situation.game.is_paused
    assert desk.asked()["waits"] == "refused"
    desk.decide(decision(desk, "let-stand"))
    assert desk.asked()["waits"] == ""


def test_the_desk_reads_the_ruling_that_everybody_may_read_and_its_source(hands: Hands) -> None:
    cheat(hands)

    asked = desk_of(hands).asked()

    assert asked["ruling"] == (
        "violation.sacrifice-lowest",
        {"seat": "WOW", "cards": ("5",), "shown": ("2",), "given": ("5",), "held": ("2",), "cost": "agree"},
    )
    assert asked["source"] == "docs/rulings.md#sacrifice-lowest"


def test_only_the_arbiters_key_opens_the_address_and_only_where_the_table_has_one(hands: Hands) -> None:
    refused_attack(hands)
    address, own = "/arbiter.json", {KEY: KEYS.arbiter}
    base = f"http://{HOST}"
    with TestClient(page_app(SmallModel(), hosts=[HOST]), base_url=base) as client:
        assert client.get(address, headers=own).status_code == 404
    with TestClient(page_app(SmallModel(), hosts=[HOST], desk=desk_of(hands)), base_url=base) as client:
        for key in ("", "WRONG", KEYS.seats["YAY"], KEYS.simulation or ""):
            assert client.get(address, headers={KEY: key}).status_code == 404
            assert client.post(address, headers={KEY: key}, json={}).status_code == 404
        asked = client.get(address, headers=own).json()
        refused = client.post(address, headers=own, json={"what": "let-stand"})
        assert (refused.status_code, refused.json()["code"]) == (400, "no-reason")
        done = client.post(address, headers=own, json=decision(desk_of(hands), "refuse", moment=asked["moment"]))
        assert (done.status_code, done.json()["waits"]) == (200, "")


def test_the_desk_pauses_a_game_and_lets_it_go_on(hands: Hands) -> None:
    desk = desk_of(hands)

    desk.decide(decision(desk, "pause"))
    assert hands.situation.game.is_paused
    assert "pause" not in offered(hands.situation)
    desk.decide(decision(desk, "go-on"))

    assert not hands.situation.game.is_paused


def test_a_house_chooses_the_next_game_before_one_begins_and_none_that_this_table_lacks() -> None:
    hands = Hands()
    desk = desk_of(hands)

    desk.decide({"game": "tc36"})
    assert hands.situation.ui.lobby_game == "tc36"
    with pytest.raises(PageError, match="tc38"):
        desk.decide({"game": "poker"})
    hands.begin_attack()
    with pytest.raises(PageError, match="Before a game begins"):
        desk.decide({"game": "tc38"})


def test_a_table_that_lets_nobody_decide_from_elsewhere_says_whether_people_are_needed_and_no_more(
    hands: Hands,
) -> None:
    refused_attack(hands)
    desk = page_of(hands).desk_arbiter(may_decide=False)
    assert (desk.asked()["offered"], desk.asked()["needs_people"]) == ({}, False)

    for asked in ({"game": "tc36"}, {"what": "pause", "who": "Ann", "why": "Tea"}):
        status, told = desk.answer(json.dumps(asked).encode())
        assert (status, told["code"]) == (400, "no-desk")
    assert not hands.situation.game.is_paused
