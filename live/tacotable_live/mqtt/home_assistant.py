"""What Home Assistant is told of a table once: one device with its entities and triggers (MQTT discovery)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version

from tacotable.state.game_state import Stage
from tacotable_engine.registry import rulesets
from tacotable_live.mqtt.broker import topic
from tacotable_live.mqtt.table_state import ASKED_FOR_HELP, HAPPENINGS

Component = dict[str, object]
TRIGGERS = ("game_started", "exploded", "game_won", ASKED_FOR_HELP)
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "model": "card table",
        "ruleset": "Game",
        "stage": "Phase",
        "turn": "Turn",
        "last": "Last ruling",
        "winner": "Winner",
        "help": "Needs the host",
        "told": "Happened",
    },
    "zh-TW": {
        "model": "牌桌",
        "ruleset": "遊戲",
        "stage": "階段",
        "turn": "輪到",
        "last": "最近的裁定",
        "winner": "贏家",
        "help": "需要主人",
        "told": "發生的事",
    },
}
ICONS = {
    "ruleset": "mdi:cards",
    "stage": "mdi:progress-clock",
    "turn": "mdi:account-arrow-right",
    "last": "mdi:gavel",
    "winner": "mdi:trophy",
}


def discovery_topic(table: str) -> str:
    """Return where the device of a table is announced, retained."""
    return f"homeassistant/device/tacotable/{table}/config"


def discovery(table: str, language: str) -> Mapping[str, object]:
    """Return the announcement of a table."""
    words = WORDS[language]

    def component(platform: str, name: str, **more: object) -> Component:
        icon = {"icon": ICONS[name]} if name in ICONS else {}
        return {"platform": platform, "name": words[name], "unique_id": f"tacotable_{table}_{name}", **icon, **more}

    def sensor(name: str, **more: object) -> Component:
        template = f"{{{{ value_json.{name} }}}}"
        return component("sensor", name, state_topic=topic(table, "pub/state"), value_template=template, **more)

    stages = [stage.value for stage in Stage]
    components: dict[str, Component] = {
        "ruleset": sensor("ruleset", device_class="enum", options=["", *sorted(rulesets())]),
        "stage": sensor("stage", device_class="enum", options=stages),
        **{name: sensor(name) for name in ("turn", "last", "winner")},
        "help": component(
            "binary_sensor",
            "help",
            device_class="problem",
            state_topic=topic(table, "pub/state"),
            value_template="{{ 'ON' if value_json.help else 'OFF' }}",
        ),
        "told": component(
            "event", "told", state_topic=topic(table, "pub/told"), event_types=[*HAPPENINGS.values(), ASKED_FOR_HELP]
        ),
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
            "model": words["model"],
            "sw_version": version("tacotable"),
        },
        "origin": {"name": "tacotable", "sw_version": version("tacotable")},
        "qos": 1,
        "availability": [
            {
                "topic": topic(table, "pub/status"),
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "components": components,
    }
