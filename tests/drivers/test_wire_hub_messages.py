"""What the messages of a hub mean; a field that is not what it has to be makes the whole message mean nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.wire.hub_messages import (
    Capabilities,
    Done,
    Fault,
    Health,
    Hello,
    Lying,
    Moved,
    Pong,
    Refused,
    Snap,
    Stranger,
    Tags,
    understood,
)

BY_NAME = {vector["name"]: json.loads(vector["message"]) for vector in vectors("hub.toml", "line")}
MEANT = {
    "hello, unasked": Hello(
        answers=None,
        version="1.0",
        program="1.0.0",
        identity="E66118604B1F2A27",
        boot="9f3a01bc",
        session="",
        capabilities=Capabilities(3, 9, 8, 16, 40),
        config=0,
        python="1.28.0",
    ),
    "ok": Done(4712),
    "no, a field": Refused(4712, "field", "led", 0),
    "no, another version": Refused(4711, "version", "", 1),
    "pong": Pong(answers=4715, boot="9f3a01bc", rx=10003, at=10004, event=5, config=90210, lights=7),
    "snap": Snap(
        answers=4713,
        boot="9f3a01bc",
        at=2203,
        event=0,
        config=90210,
        lights=0,
        readers=(Lying(2, 9120, ("04A1B2C3D4E5F6",), ""), Lying(1, 2101, None, "silent"), None),
        sensors=(0, 0, 0, 0, 1, 0, 0, 0, 0),
        buttons=(0, 0, 4, 0),
        more=(),
    ),
    "health": Health(answers=4720, lines_dropped=3, reader_faults=(0, 2)),
    "one tag": Tags(3, 0, Lying(2, 9120, ("04A1B2C3D4E5F6",), "")),
    "no tag": Tags(1, 0, Lying(1, 2240, (), "")),
    "nobody knows": Tags(6, 1, Lying(2, 10210, None, "silent")),
    "a press": Moved(4, "b", 2, 1, 9410),
    "a sensor opens": Moved(8, "s", 8, 0, 9522),
    "the expander falls silent": Fault(9, "x", "silent", 9600),
    "the expander is back": Fault(10, "x", "", 9900),
}


@pytest.mark.parametrize("name", MEANT)
def test_a_message_means_what_the_page_says(name: str) -> None:
    assert understood(BY_NAME[name]) == MEANT[name]


def test_a_reader_that_lists_two_of_more_tags_says_so_in_an_event_and_in_a_snapshot() -> None:
    told = understood(BY_NAME["two tags, of 4 and 7 bytes"] | {"why": "more"})
    rd = [[2, 9120, ["04A1B2C3D4E5F6", "DEADBEEF"], "more"], [2, 9120, ["04A1B2C3D4E5F6", "DEADBEEF"]], 0]
    snap = understood(BY_NAME["snap"] | {"rd": rd})

    assert isinstance(told, Tags)
    assert isinstance(snap, Snap)
    assert told.lying.has_more
    assert [lying and lying.has_more for lying in snap.readers] == [True, False, None]


def test_the_fullest_snapshot_is_understood() -> None:
    snap = understood(BY_NAME["snap, unasked and as full as can be"])

    assert isinstance(snap, Snap)
    assert (len(snap.readers), len(snap.sensors), len(snap.buttons), len(snap.more or ())) == (3, 9, 8, 16)


def test_of_a_hub_of_another_version_only_who_it_is_is_read() -> None:
    message = {"t": "hello", "v": 2, "fw": "2.0.1", "id": "E66118604B1F2A27", "new": []}

    assert understood(message) == Stranger(None, 2, "2.0.1", "E66118604B1F2A27")


def test_a_silent_expander_is_no_empty_one() -> None:
    snap = understood(BY_NAME["snap"] | {"xp": None})

    assert isinstance(snap, Snap)
    assert snap.more is None


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("one tag", "u", ["04a1b2c3d4e5f6"]),
        ("one tag", "u", ["04A1B2C3D4"]),
        ("one tag", "u", ["DEADBEEF"] * 3),
        ("one tag", "u", None),  # without `why`
        ("one tag", "r", 3),
        ("one tag", "k", True),
        ("one tag", "at", 1 << 30),
        ("one tag", "n", 0),
        ("a press", "i", 8),
        ("a press", "g", "q"),
        ("pong", "boot", "9F3A01BC"),
        ("pong", "e", 65_536),
        ("snap", "rd", [[1, 2]]),
        ("snap", "rd", [None]),  # a reader that is not in use is 0
        ("snap", "bt", 5),
        ("hello, unasked", "id", "E661"),
        ("hello, unasked", "cap", []),
        ("health", "rd", [[146, 4120]]),
        ("health", "lines", [812]),
    ],
)
def test_a_field_that_is_wrong_makes_it_mean_nothing(name: str, field: str, value: object) -> None:
    assert understood(BY_NAME[name] | {field: value}) is None


def test_an_unknown_type_means_nothing() -> None:
    assert understood({"t": "dance", "n": 4}) is None


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=6,
)


@given(st.sampled_from(sorted(MEANT)), st.data())
def test_no_message_raises(name: str, data: st.DataObject) -> None:
    message: dict[str, Any] = BY_NAME[name]
    field = data.draw(st.sampled_from([key for key in message if key != "t"]))

    understood(message | {field: data.draw(ANY_JSON)})  # must not raise
