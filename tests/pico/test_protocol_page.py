"""The page of the protocol: its example line is a line, and every whole message of its dialogue is one."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tacohub.config import Config

from pico.host import opened

PAGE = (Path(__file__).resolve().parents[2] / "firmware" / "pico" / "PROTOCOL.md").read_text(encoding="utf-8")


def test_the_example_of_a_line_can_be_opened() -> None:
    lines = re.findall(r"^    (\{.*\}\*[0-9a-f]{8})$", PAGE, re.MULTILINE)

    assert [opened(line.encode()) for line in lines] == [{"t": "ping", "n": 7}]


def test_the_dialogue_is_made_of_messages_that_the_page_names() -> None:
    said = [line[6:] for line in PAGE.splitlines() if re.match(r"    [<>] \{", line)]
    whole = [json.JSONDecoder().raw_decode(text)[0] for text in said if "..." not in text]

    assert len(whole) > 15
    assert [message["t"] for message in whole if f"| `{message['t']}` |" not in PAGE] == []


def test_the_defaults_and_ranges_of_the_configuration_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (?:mask )?(\d+)(?:\.\.| or )(\d+), (\d+) \|", PAGE, re.MULTILINE)
    told = {key: tuple(map(int, numbers)) for key, *numbers in rows}
    blank = Config()

    assert len(told) == 12
    assert {key: default for key, (_, _, default) in told.items()} == {key: getattr(blank, key) for key in told}
    for key, (least, most, _) in told.items():
        assert Config().wrong_key({"id": 1, key: least}) == Config().wrong_key({"id": 1, key: most}) == ""
        assert Config().wrong_key({"id": 1, key: most + 1}) == key
