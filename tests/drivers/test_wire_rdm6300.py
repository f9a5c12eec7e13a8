"""Announcing readers' frames: the data sheets' bytes, any chunking, noise, damage."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.wire.rdm6300 import Layout, TagDecoder, encode

TAG = "0C000621A5"
GOOD = encode(TAG)

layouts = st.sampled_from(Layout)
tags = st.binary(min_size=5, max_size=5).map(lambda number: number.hex().upper())


@pytest.mark.parametrize("vector", vectors("rdm6300.toml", "frame"), ids=lambda vector: vector["name"])
def test_a_frame_is_that_of_the_data_sheet(vector: dict[str, Any]) -> None:
    layout = Layout[vector["layout"]]

    assert encode(vector["tag"], layout).hex(" ") == vector["wire"]
    assert TagDecoder(layout).feed(bytes.fromhex(vector["wire"])) == [vector["tag"]]


@pytest.mark.parametrize("vector", vectors("rdm6300.toml", "refused"), ids=lambda vector: vector["name"])
def test_a_frame_that_is_not_exact_is_refused(vector: dict[str, Any]) -> None:
    decoder = TagDecoder(Layout[vector["layout"]])

    assert decoder.feed(bytes.fromhex(vector["wire"])) == []
    assert decoder.frames_ok == 0


def test_a_clone_may_write_small_letters() -> None:
    assert TagDecoder().feed(b"\x020c000621a58e\x03") == [TAG]


def test_sizes_are_fourteen_and_sixteen_bytes() -> None:
    assert [layout.frame_size for layout in Layout] == [14, 16]
    assert [len(encode(TAG, layout)) for layout in Layout] == [14, 16]


@pytest.mark.parametrize("tag", ["", "0C000621A", "0C000621A5FF", "0c000621a5", "0C000621G5", "0C 000621A5"])
def test_what_is_no_tag_is_not_written(tag: str) -> None:
    with pytest.raises(ValueError, match=r"hex"):
        encode(tag)


@given(layouts, st.lists(tags, max_size=5), st.data())
def test_any_chunking_gives_the_same_tags(layout: Layout, sent: list[str], data: st.DataObject) -> None:
    wire = b"".join(encode(tag, layout) for tag in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=8)))
    decoder = TagDecoder(layout)

    received = [
        tag for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True) for tag in decoder.feed(wire[start:end])
    ]

    assert received == sent
    assert decoder.bytes_invalid == 0


@given(layouts, st.lists(st.binary(max_size=30), min_size=3, max_size=3))
def test_noise_invents_no_tag_and_loses_none(layout: Layout, noise: list[bytes]) -> None:
    good = encode(TAG, layout)
    decoder = TagDecoder(layout)

    received = decoder.feed(noise[0] + good + noise[1] + good + noise[2])

    assert received == [TAG, TAG]
    assert decoder.bytes_invalid + decoder.pending == sum(len(part) for part in noise)


@given(st.integers(0, 13), st.integers(0, 13))
def test_a_cut_frame_does_not_harm_the_next(cut: int, dropped: int) -> None:
    without_one = GOOD[:dropped] + GOOD[dropped + 1 :]

    assert TagDecoder().feed(GOOD[:cut] + GOOD) == [TAG]
    assert TagDecoder().feed(without_one + GOOD) == [TAG]


@given(st.integers(0, len(GOOD) * 8 - 1))
def test_one_flipped_bit_is_always_noticed(bit: int) -> None:
    damaged = bytearray(GOOD)
    damaged[bit // 8] ^= 1 << bit % 8

    assert TagDecoder().feed(bytes(damaged) + GOOD) == [TAG]


def test_two_tags_that_disturb_each_other_show_as_wrong_checksums() -> None:
    decoder = TagDecoder()

    decoder.feed(b"\x020C000621A58F\x03")

    assert decoder.checksums_wrong == 1
    assert decoder.bytes_invalid == 14


@given(st.lists(st.binary(max_size=200), max_size=10))
def test_endless_garbage_stays_bounded(chunks: list[bytes]) -> None:
    decoder = TagDecoder()

    for chunk in chunks:
        decoder.feed(chunk)

        assert decoder.pending < 14


def test_silence_drops_half_a_frame() -> None:
    decoder = TagDecoder()
    decoder.feed(GOOD[:7])

    decoder.flush()

    assert decoder.pending == 0
    assert decoder.bytes_invalid == 7
    assert decoder.feed(GOOD[7:]) == []
