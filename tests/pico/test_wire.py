"""Lines: what is sealed can be opened, what is damaged is dropped (PROTOCOL.md, "A line")."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tacohub.wire import LineReader, following, is_newer, opened, seal

from pico.vectors import vectors
from tacotable_drivers.hub.hub import changes
from tacotable_drivers.wire import hub as driver

PING = b'{"t":"ping","n":7}*924f9a25'


@pytest.mark.parametrize("vector", vectors("line"), ids=lambda vector: vector["name"])
def test_a_line_says_what_the_page_says(vector: dict[str, Any]) -> None:
    meant = json.loads(vector["message"])

    understood = opened(vector["wire"].encode())

    assert understood is not None
    assert understood | meant == understood


@pytest.mark.parametrize("vector", vectors("dropped"), ids=lambda vector: vector["name"])
def test_a_damaged_line_is_dropped(vector: dict[str, Any]) -> None:
    lines = LineReader()

    told = [opened(lines.take()) for byte in (vector["wire"] + "\n").encode() if lines.feed(byte)]

    assert told in ([], [None])


@pytest.mark.parametrize("vector", vectors("crc"), ids=lambda vector: vector["text"])
def test_the_check_is_the_crc_of_the_page(vector: dict[str, Any]) -> None:
    assert seal(vector["text"]) == f"{vector['text']}*{vector['hex']}\n".encode()


@pytest.mark.parametrize("vector", vectors("newer"), ids=lambda vector: f"{vector['number']} after {vector['than']}")
def test_numbers_go_round(vector: dict[str, Any]) -> None:
    assert is_newer(vector["number"], vector["than"]) == vector["is_newer"]
    assert driver.is_newer(vector["number"], vector["than"]) == vector["is_newer"]


@pytest.mark.parametrize("vector", vectors("presses"), ids=lambda vector: f"{vector['before']} to {vector['after']}")
def test_presses_follow_from_two_counters(vector: dict[str, Any]) -> None:
    assert sum(changes(vector["before"], vector["after"])) == vector["presses"]


def test_after_the_last_number_comes_one_and_never_zero() -> None:
    assert [following(0), following(1), following(65534), following(65535)] == [1, 2, 65535, 1]


def lines_of(data: bytes) -> list[bytes]:
    reader = LineReader()
    return [reader.take() for byte in data if reader.feed(byte)]


def test_a_carriage_return_and_empty_lines_are_nothing() -> None:
    assert lines_of(b"\r\n\n" + PING + b"\r\n\n" + PING + b"\n") == [PING, PING]


def test_a_line_without_end_is_dropped_up_to_the_next_newline_and_counted() -> None:
    reader = LineReader()

    told = [reader.take() for byte in b"x" * 5_000 + b"\n" + PING + b"\n" if reader.feed(byte)]

    assert told == [PING]
    assert reader.dropped == 1


def test_a_line_of_512_bytes_is_the_longest() -> None:
    assert lines_of(b"x" * 511 + b"\n" + b"y" * 512 + b"\n") == [b"x" * 511]


@given(st.binary(max_size=700))
def test_whatever_comes_before_a_newline_the_next_line_is_read(noise: bytes) -> None:
    assert lines_of(noise + b"\n" + PING + b"\n")[-1] == PING


@given(st.dictionaries(st.text(st.characters(codec="ascii"), max_size=8), st.integers() | st.none(), max_size=5))
def test_what_is_sealed_is_opened(fields: dict[str, int | None]) -> None:
    message = fields | {"t": "some"}

    assert opened(seal(json.dumps(message)).rstrip(b"\n")) == message


@given(st.sampled_from(vectors("line")), st.data())
def test_one_changed_bit_is_always_noticed(vector: dict[str, Any], data: st.DataObject) -> None:
    line = bytearray(vector["wire"].encode())
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= 1 << data.draw(st.integers(0, 7))

    assert opened(bytes(line)) is None
