"""Home Assistant's own schemas accept what it is told of each shipped table, in two releases, and drop no key of it.

Its MQTT integration is imported from its wheel, in the Python that it asks for, with the packages that this import
needs. There is no running Home Assistant: entities are not set up, and its cloud account, which brings a third of
all packages, is a mock.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.cache import kept
from service.debian_python import DebianPython, debian_python, reason_to_leave_out
from service.wheels import fetch
from tacotable.catalog import LANGUAGES
from tacotable.table.file import SHIPPED
from tacotable_live.mqtt.home_assistant import discovery, discovery_topic

ASKED = os.environ.get("TACOTABLE_HOME_ASSISTANT", "")
"""A release to try in place of these two, such as `2026.11.0`, or `newest` for whatever that is today; fetched anew."""
RELEASES = (ASKED,) if ASKED else ("2024.11.3", "2026.2.3")
"""The first release that knows the message of a whole device, and the last one for the Python of Debian 13."""
IS_ASKED = os.environ.get("CI") == "true" or bool(ASKED)
WHY_NOT = reason_to_leave_out() if IS_ASKED else "fetches 150 MB: TACOTABLE_HOME_ASSISTANT=newest asks for it"
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

DEBIAN, PYTHON = ("forky", "3.14") if ASKED else ("trixie", "3.13")
"""The Debian whose Python it runs on: newer releases ask for one that no stable Debian has."""
PACKAGES = (
    "aiohappyeyeballs aiohttp aiohttp-cors aiosignal aiozoneinfo annotatedyaml anyio async-interrupt "
    "atomicwrites-homeassistant attrs awesomeversion bcrypt certifi cffi ciso8601 cryptography frozenlist h11 "
    "httpcore httpcore2 httpx httpx2 idna ifaddr jinja2 lru-dict markupsafe mashumaro multidict orjson packaging "
    "paho-mqtt probatio propcache pyjwt python-slugify pyyaml text-unidecode truststore typing-extensions "
    "ulid-transform voluptuous voluptuous-serialize webrtc-models yarl"
)
"""What the import needs, of all that Home Assistant does; the list of the last of them says which versions."""
NO_WHEEL = r"(?m)^lru-dict==.*$"
"""What is listed in a version that has no wheel for this Python; any other will do."""
CHECK = '''
import asyncio
import json
import sys
from unittest.mock import MagicMock

sys.path[:0] = sys.argv[1:]
sys.modules["hass_nabucasa"] = MagicMock()
from homeassistant.components.mqtt import binary_sensor, button, device_trigger, discovery, event, select, sensor
from homeassistant.components.mqtt.schemas import SHARED_OPTIONS
from homeassistant.core import HomeAssistant

SCHEMAS = {
    "binary_sensor": binary_sensor.DISCOVERY_SCHEMA,
    "button": button.DISCOVERY_SCHEMA,
    "device_automation": device_trigger.TRIGGER_DISCOVERY_SCHEMA,
    "event": event.DISCOVERY_SCHEMA,
    "select": select.DISCOVERY_SCHEMA,
    "sensor": sensor.DISCOVERY_SCHEMA,
}


def dropped(given, kept, place=""):
    """Yield the keys that a schema took away in silence."""
    if isinstance(given, dict):
        for key, value in given.items():
            if key not in kept:
                yield f"{place}{key}: unknown key"
            else:
                yield from dropped(value, kept[key], f"{place}{key}.")
    elif isinstance(given, list):
        for value, left in zip(given, kept, strict=True):
            yield from dropped(value, left, place)


def complaints(topic, message):
    """Yield what is wrong with the announcement of a device, read as async_discovery_message_received does."""
    if not discovery.TOPIC_MATCHER.match(topic.removeprefix("homeassistant/")):
        yield f"{topic}: no topic of a device"
    try:
        kept = discovery.DEVICE_DISCOVERY_SCHEMA(message)
    except Exception as error:
        yield f"device: {error}"
        return
    yield from dropped({**message, "components": {}}, kept)
    shared = {name: message[name] for name in SHARED_OPTIONS if name in message}
    for name, component in message["components"].items():
        own = {key: value for key, value in component.items() if key != "platform"}
        whole = {**shared, **own, "device": message["device"], "origin": message["origin"]}
        try:
            kept = SCHEMAS[component["platform"]](whole)
        except Exception as error:
            yield f"{name}: {error}"
        else:
            yield from dropped(own, kept, f"{name}.")


async def check():
    """Write the complaints; templates are looked over in the loop of a HomeAssistant alone."""
    HomeAssistant("")
    print(json.dumps([list(complaints(*told)) for told in json.load(sys.stdin)]))


asyncio.run(check())
'''


@pytest.fixture(scope="module")
def python() -> DebianPython:
    """Return the Python that Home Assistant runs on."""
    return debian_python(DEBIAN, PYTHON)


@pytest.fixture(scope="module")
def wheels(python: DebianPython, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Return the wheel of each release, and under "packages" the folder of what they import."""
    version = subprocess.check_output(
        python.command("-c", "import platform; print(platform.python_version())"), text=True
    )
    get = partial(fetch, version.strip(), platform.machine())

    def folder(name: str, make: Callable[[Path], None]) -> Path:
        if not ASKED:
            return kept(f"home-assistant-{name}", make)
        make(made := tmp_path_factory.mktemp(name))
        return made

    def download(release: str, folder: Path) -> None:
        get(folder, "--no-deps", "homeassistant" if release == "newest" else f"homeassistant=={release}")

    def unpack(wheel: Path, folder: Path) -> None:
        versions = folder / "versions.txt"
        listed = zipfile.Path(wheel, "homeassistant/package_constraints.txt").read_text("utf-8")
        versions.write_text(re.sub(NO_WHEEL, "", listed), "utf-8")
        get(folder, "--no-deps", "-c", str(versions), *PACKAGES.split())
        for package in folder.glob("*.whl"):
            zipfile.ZipFile(package).extractall(folder)
            package.unlink()

    found = {release: next(folder(release, partial(download, release)).glob("*.whl")) for release in RELEASES}
    last = RELEASES[-1]
    return {**found, "packages": folder(f"packages-{last}", partial(unpack, found[last]))}


def with_changes(announcement: Any, **changes: object) -> Any:
    """Return an announcement whose phase is told in another way."""
    components = announcement["components"]
    return {**announcement, "components": {**components, "stage": {**components["stage"], **changes}}}


@pytest.mark.parametrize("release", RELEASES)
def test_each_shipped_table_is_accepted_with_each_key(
    python: DebianPython, wheels: Mapping[str, Path], release: str
) -> None:
    told = [(discovery_topic(name), discovery(name, language)) for name in SHIPPED for language in LANGUAGES]
    topic, plain = told[0]
    wrong = [with_changes(plain, icn="mdi:cards"), with_changes(plain, device_class="no such")]
    wrong += [{**plain, "device": {}}, {**plain, "more": 1}]

    command = python.command("-c", CHECK, str(wheels[release]), str(wheels["packages"]))
    given = json.dumps([*told, *((topic, each) for each in wrong), ("homeassistant/device/a b/c/config", plain)])
    answered = subprocess.run(command, input=given, text=True, capture_output=True)
    complaints = json.loads(answered.stdout or "[]")

    assert complaints[: len(told)] == [[] for _ in told], answered.stderr
    misspelt, unknown_class, *others = complaints[len(told) :]
    assert misspelt == ["stage.icn: unknown key"]
    assert len(others) == len(wrong) - 1
    assert all([unknown_class, *others])
