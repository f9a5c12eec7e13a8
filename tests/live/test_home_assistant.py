"""What Home Assistant is told: nothing but keys that it knows, for it drops others in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.history.lines import PublicLine
from tacotable_live.director.decisions import Asked
from tacotable_live.director.game_state import GameState
from tacotable_live.director.watching import Watched
from tacotable_live.mqtt.home_assistant import ENTITIES, MODEL, TRIGGERS, discovery
from tacotable_live.mqtt.table_state import ASKED_FOR_HELP, HAPPENINGS, REFUSED, happened, state_of

ENTITY = {"platform", "name", "unique_id", "icon"}
KNOWN = {
    "sensor": ENTITY | {"state_topic", "value_template", "device_class", "options"},
    "binary_sensor": ENTITY | {"state_topic", "value_template", "device_class"},
    "event": ENTITY | {"state_topic", "event_types"},
    "button": ENTITY | {"command_topic"},
    "select": ENTITY | {"command_topic", "options", "state_topic", "value_template"},
    "device_automation": {
        "platform",
        "automation_type",
        "type",
        "subtype",
        "topic",
        "value_template",
        "payload",
    },
}
"""The keys of Home Assistant's MQTT integration that we mean, by platform."""
BLUEPRINT = Path(__file__).parents[2] / "examples" / "home-assistant" / "lamp-when-somebody-explodes.yaml"


def components(language: str = "en") -> dict[str, dict[str, Any]]:
    found: Any = discovery("t7", language)["components"]
    return dict(found)


def templates(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from [inner] if name == "value_template" else templates(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from templates(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_is_one_that_home_assistant_knows(language: str) -> None:
    told: Any = discovery("t7", language)

    assert set(told) == {"device", "origin", "qos", "availability", "components"}
    assert set(told["device"]) == {"identifiers", "name", "manufacturer", "model", "sw_version"}
    assert set(told["origin"]) == {"name", "sw_version"}
    assert [set(each) for each in told["availability"]] == [{"topic", "value_template"}]
    for name, component in components(language).items():
        assert set(component) <= KNOWN[component["platform"]], name
        assert component["platform"] == "select" or ("device_class" in component) >= ("options" in component)


def test_ids_are_single_and_topics_are_of_this_table() -> None:
    each = components().values()
    ids = [component["unique_id"] for component in each if "unique_id" in component]

    assert len(ids) == len(set(ids))
    for component in each:
        for name in ("state_topic", "command_topic", "topic"):
            assert component.get(name, "tt/1/t7/").startswith("tt/1/t7/")


def test_templates_read_what_a_table_tells() -> None:
    known = {**state_of(Watched("t7"), Catalog("en")), "online": True, "event_type": "exploded"}
    environment = Environment(undefined=StrictUndefined, autoescape=True)

    for template in templates(discovery("t7", "en")):
        environment.from_string(template).render(value_json=known)


def test_each_language_has_every_word() -> None:
    for words in (MODEL, *({language: entity.get(language) for language in LANGUAGES} for entity in ENTITIES.values())):
        assert set(words) == set(LANGUAGES)
        assert all(words.values())


def test_what_happens_is_told_in_words_and_whatever_triggers_can_happen() -> None:
    values: dict[str, object] = {"seat": "YAY", "game": "tc38", "hand": ["nope"], "card": "defuse"}
    state = GameState()
    for code in HAPPENINGS:
        (told,) = happened(PublicLine(code, values), state, Catalog("en"))
        assert told["event_type"] == HAPPENINGS[code]
        assert str(told["say"]).strip()
        assert code not in str(told["say"])
    assert list(happened(PublicLine("event.drew"), state, Catalog("en"))) == []
    assert set(TRIGGERS) <= {*HAPPENINGS.values(), ASKED_FOR_HELP}


def test_the_blueprint_waits_for_what_happens() -> None:
    (awaited,) = re.findall(r"event_type == '(\w+)'", BLUEPRINT.read_text())

    assert awaited in HAPPENINGS.values()


def test_the_next_game_is_the_one_that_the_table_says_and_never_the_one_that_was_asked_for() -> None:
    """Home Assistant takes an entity with commands and no state for granted, so each select needs a state."""
    watched, environment = Watched("t7"), Environment(undefined=StrictUndefined, autoescape=True)
    for component in components().values():
        assert component["platform"] == "button" or ("command_topic" in component) <= ("state_topic" in component)

    reads = environment.from_string(components()["game"]["value_template"])
    assert reads.render(value_json=state_of(watched, Catalog("en"))) == "None"
    watched.asked = Asked(game="tc38")
    assert reads.render(value_json=state_of(watched, Catalog("en"))) == "tc38"


def test_whatever_a_house_may_be_refused_has_words_and_an_event() -> None:
    for language in LANGUAGES:
        for code in ("no-desk", "no-lobby", "no-page", "no-play"):
            assert code.replace("-", " ") not in Catalog(language).web(f"page.error-{code}")
    assert {*HAPPENINGS.values(), ASKED_FOR_HELP, REFUSED} == set(components()["told"]["event_types"])
