"""Lines of the hub's protocol: what is sealed can be opened, what is damaged is dropped (PROTOCOL.md, "A line")."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.hub.hub import changes
from tacotable_drivers.wire.hub import LONGEST, LineDecoder, following, is_newer, opened, seal

PING = b'{"t":"ping","n":7}*924f9a25\n'
NO_LINE = st.binary(max_size=60).filter(lambda data: b"\n" not in data)


@pytest.mark.parametrize("vector", vectors("hub.toml", "line"), ids=lambda vector: vector["name"])
def test_a_line_says_what_the_page_says(vector: dict[str, Any]) -> None:
    assert opened(vector["wire"].encode()) == json.loads(vector["message"])


@pytest.mark.parametrize("vector", vectors("hub.toml", "dropped"), ids=lambda vector: vector["name"])
def test_a_damaged_line_is_dropped_and_counted(vector: dict[str, Any]) -> None:
    lines = LineDecoder()

    assert lines.feed(vector["wire"].encode() + b"\n") == []
    assert lines.dropped == 1


def test_a_message_is_sealed_as_the_page_shows_it() -> None:
    assert seal({"t": "ping", "n": 7}) == PING


@pytest.mark.parametrize(
    "vector", vectors("hub.toml", "newer"), ids=lambda vector: f"{vector['number']} {vector['than']}"
)
def test_numbers_go_round(vector: dict[str, Any]) -> None:
    assert is_newer(vector["number"], vector["than"]) == vector["is_newer"]


@pytest.mark.parametrize("vector", vectors("hub.toml", "presses"), ids=lambda v: f"{v['before']} to {v['after']}")
def test_presses_and_releases_follow_from_two_counters(vector: dict[str, Any]) -> None:
    told = changes(vector["before"], vector["after"])

    assert (told.count(True), told.count(False)) == (vector["presses"], vector["releases"])


def test_after_the_last_number_comes_one_and_never_zero() -> None:
    assert [following(number) for number in (0, 1, 65_534, 65_535)] == [1, 2, 65_535, 1]


@given(st.lists(st.integers(1, 40), max_size=8))
def test_chunks_mean_nothing(sizes: list[int]) -> None:
    data = b"\r\n" + PING + b"\r\nnoise\n" + PING.replace(b"\n", b"\r\n") + PING
    lines = LineDecoder()
    told = []

    for size in sizes:
        told += lines.feed(data[:size])
        data = data[size:]
    told += lines.feed(data)

    assert [message["n"] for message in told] == [7, 7, 7]
    assert lines.dropped == 1


@given(NO_LINE)
def test_half_a_line_does_not_spoil_the_one_behind_the_next_newline(noise: bytes) -> None:
    lines = LineDecoder()

    assert lines.feed(noise + b"\n" + PING)[-1:] == [{"t": "ping", "n": 7}]


def test_half_a_line_that_lay_there_when_the_port_was_opened_is_no_damage() -> None:
    lines = LineDecoder()

    lines.begin()
    lines.feed(b'":7}*924f9a25\n' + PING + b"xx\n")

    assert (lines.taken, lines.dropped) == (1, 1)


def test_endless_bytes_without_a_newline_are_not_kept() -> None:
    lines = LineDecoder()

    for _ in range(1_000):
        lines.feed(b"x" * 700)

    assert len(lines._pending) < LONGEST
    assert lines.feed(b"\n" + PING) == [{"t": "ping", "n": 7}]
    assert lines.dropped == 1


@given(st.binary(max_size=600))
def test_no_bytes_raise(data: bytes) -> None:
    lines = LineDecoder()

    assert lines.feed(data) == []


def test_nested_brackets_and_numbers_that_are_none_are_dropped() -> None:
    for text in ('{"t":"x","n":NaN}', '{"t":"x","n":' + "[" * 400):
        line = seal({"t": "x"}).replace(b'{"t":"x"}', text.encode())

        assert opened(line[:-1]) is None
