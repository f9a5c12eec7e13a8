"""What Home Assistant is told of a table once: one device with its entities and triggers (MQTT discovery)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version

from tacotable.state.game_state import Stage
from tacotable_engine.registry import rulesets
from tacotable_live.mqtt.broker import topic
from tacotable_live.mqtt.table_state import ASKED_FOR_HELP, HAPPENINGS, HOME_ASSISTANT, REFUSED

Component = dict[str, object]
TRIGGERS = ("game_started", "exploded", "game_won", ASKED_FOR_HELP)
NEXT = "{{ value_json.next or 'None' }}"
"""The game that the table really shows, not the one that was asked for; Home Assistant reads `None` as unknown."""
MODEL, ENTITIES = HOME_ASSISTANT["model"], HOME_ASSISTANT["entities"]
"""The names of the model by language, and the icon and the names of each entity."""


def discovery_topic(table: str) -> str:
    """Return where the device of a table is announced, retained."""
    return f"homeassistant/device/tacotable/{table}/config"


def discovery(table: str, language: str) -> Mapping[str, object]:
    """Return the announcement of a table."""

    def component(platform: str, name: str, **more: object) -> Component:
        words = ENTITIES[name]
        told = {"platform": platform, "name": words[language], "unique_id": f"tacotable_{table}_{name}"}
        return {**told, **({"icon": words["icon"]} if "icon" in words else {}), **more}

    def sensor(name: str, template: str = "", platform: str = "sensor", **more: object) -> Component:
        reads = template or f"{{{{ value_json.{name} }}}}"
        return component(platform, name, state_topic=topic(table, "pub/state"), value_template=reads, **more)

    stages, about = [stage.value for stage in Stage], {"name": "tacotable", "sw_version": version("tacotable")}
    is_there = "{{ 'online' if value_json.online else 'offline' }}"
    needs_host = "{{ 'ON' if value_json.help else 'OFF' }}"
    components: dict[str, Component] = {
        "ruleset": sensor("ruleset", device_class="enum", options=["", *sorted(rulesets())]),
        "stage": sensor("stage", device_class="enum", options=stages),
        **{name: sensor(name) for name in ("turn", "last", "winner")},
        "help": sensor("help", needs_host, "binary_sensor", device_class="problem"),
        "told": component(
            "event",
            "told",
            state_topic=topic(table, "pub/told"),
            event_types=[*HAPPENINGS.values(), ASKED_FOR_HELP, REFUSED],
        ),
        "pause": component("button", "pause", command_topic=topic(table, "cmd/pause")),
        "game": sensor("game", NEXT, "select", command_topic=topic(table, "cmd/game"), options=sorted(rulesets())),
        **{
            f"trigger_{kind}": {
                "platform": "device_automation",
                "automation_type": "trigger",
                "type": kind,
                "subtype": "table",
                "topic": topic(table, "pub/told"),
                "value_template": "{{ value_json.event_type }}",
                "payload": kind,
            }
            for kind in TRIGGERS
        },
    }
    return {
        "device": {
            "identifiers": [f"tacotable_{table}"],
            "name": f"Tacotable {table}",
            "manufacturer": "Tacotable",
            "model": MODEL[language],
            "sw_version": about["sw_version"],
        },
        "origin": about,
        "qos": 1,
        "availability": [{"topic": topic(table, "pub/status"), "value_template": is_there}],
        "components": components,
    }
