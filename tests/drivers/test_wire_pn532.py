"""PN532 frames: the user manual's bytes, any chunking, noise, and endless garbage."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.wire.pn532 import (
    ACK,
    MAX_PENDING,
    NACK,
    SYNTAX_REFUSAL,
    WAKE_UP,
    Frame,
    FrameDecoder,
    Handshake,
    Message,
    Sender,
    encode,
    rising_edges,
)

MESSAGES = vectors("pn532.toml", "message")
GOOD = encode(Message(Sender.CHIP, bytes.fromhex("4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6")))

bodies = st.binary(min_size=1, max_size=264)
messages = st.builds(Message, st.sampled_from(Sender), bodies)
frames = st.one_of(messages, st.sampled_from(Handshake))


def decode(wire: bytes) -> list[Frame]:
    decoder = FrameDecoder()
    return decoder.feed(wire) + decoder.flush()


@pytest.mark.parametrize("vector", MESSAGES, ids=lambda vector: vector["name"])
def test_a_message_is_written_as_in_the_manual(vector: dict[str, Any]) -> None:
    message = Message(Sender[vector["sender"].upper()], bytes.fromhex(vector["body"]))

    assert encode(message).hex(" ") == vector["wire"]


@pytest.mark.parametrize("vector", MESSAGES, ids=lambda vector: vector["name"])
def test_a_message_is_read_as_in_the_manual(vector: dict[str, Any]) -> None:
    message = Message(Sender[vector["sender"].upper()], bytes.fromhex(vector["body"]))

    assert FrameDecoder().feed(bytes.fromhex(vector["wire"])) == [message]


def test_handshakes_are_those_of_the_manual() -> None:
    wires = [vector["wire"] for vector in vectors("pn532.toml", "handshake")]

    assert [wire.hex(" ") for wire in (ACK, NACK, SYNTAX_REFUSAL)] == wires
    assert decode(ACK + NACK + SYNTAX_REFUSAL) == [Handshake.ACK, Handshake.NACK, Handshake.SYNTAX_REFUSAL]
    assert [encode(frame) for frame in Handshake] == [ACK, NACK, SYNTAX_REFUSAL]


def test_a_body_of_255_bytes_goes_in_an_extended_frame() -> None:
    wire = encode(Message(Sender.HOST, b"\x42" + bytes(254)))

    assert wire[:8].hex(" ") == "00 00 ff ff ff 01 00 ff"  # 256 payload bytes: 01 + 00 + FF = 0 modulo 256
    assert decode(wire) == [Message(Sender.HOST, b"\x42" + bytes(254))]


def test_a_body_that_no_frame_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 265 bytes, not 266"):
        encode(Message(Sender.HOST, bytes(265)))


def test_the_wake_up_has_at_least_five_rising_edges() -> None:
    assert rising_edges(b"\x55") == 5
    assert rising_edges(bytes(10)) == 10
    assert rising_edges(b"\xff") == 1
    assert rising_edges(WAKE_UP) == 25


@given(st.lists(frames, max_size=4), st.data())
def test_any_chunking_gives_the_same_frames(sent: list[Frame], data: st.DataObject) -> None:
    wire = b"".join(encode(frame) for frame in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=8)))
    decoder = FrameDecoder()

    received = [
        frame
        for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True)
        for frame in decoder.feed(wire[start:end])
    ]

    assert received == sent
    assert decoder.frames_ok == len(sent)
    assert decoder.bytes_invalid == 0


@given(st.binary(max_size=30).filter(lambda noise: b"\x00\xff" not in b"\x00" + noise + b"\x00"))
def test_noise_between_frames_delays_nothing(noise: bytes) -> None:
    decoder = FrameDecoder()

    received = decoder.feed(GOOD + noise + GOOD)

    assert received == decode(GOOD) * 2
    assert decoder.bytes_invalid == len(noise) - noise.count(0)


@given(st.binary(max_size=30), st.integers(2, 255))
def test_a_false_start_never_hides_the_next_frame_for_good(noise: bytes, length: int) -> None:
    false_start = bytes([0x00, 0xFF, length, -length & 0xFF])
    message = decode(GOOD)[0]

    assert message in decode(noise + GOOD)
    assert message in decode(noise + false_start + GOOD)


@given(st.integers(0, len(GOOD) * 8 - 1), st.integers(0, len(GOOD) * 8 - 1))
def test_flipped_bits_never_make_another_message(one: int, other: int) -> None:
    damaged = bytearray(GOOD)
    for bit in {one, other}:
        damaged[bit // 8] ^= 1 << bit % 8

    received = [frame for frame in decode(bytes(damaged)) if isinstance(frame, Message)]

    same_column = one != other and one % 8 == other % 8  # an 8-bit sum cannot see two bits that cancel out
    assert received in ([], decode(GOOD)) or same_column


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_endless_garbage_stays_bounded(chunks: list[bytes]) -> None:
    decoder = FrameDecoder()

    for chunk in chunks:
        decoder.feed(chunk)

        assert decoder.pending <= MAX_PENDING


def test_a_frame_may_begin_within_a_false_start() -> None:
    assert decode(b"\x00\xff\x00" + GOOD[1:]) == decode(GOOD)


def test_a_promise_of_more_bytes_than_any_frame_has_is_not_waited_for() -> None:
    decoder = FrameDecoder()
    promise_of_65280_bytes = bytes.fromhex("00 ff ff ff ff 00 01")

    decoder.feed(promise_of_65280_bytes + b"\x11" * 5_000)

    assert decoder.pending <= 1


def test_the_largest_pending_frame_is_kept() -> None:
    decoder = FrameDecoder()
    wire = encode(Message(Sender.CHIP, bytes(264)))

    assert decoder.feed(wire[:-2]) == []
    assert decoder.pending == MAX_PENDING - 1
    assert decoder.feed(wire[-2:]) == [Message(Sender.CHIP, bytes(264))]
    assert decoder.pending == 1  # the postamble may be the first byte of the next start code


@pytest.mark.parametrize(
    "wire",
    [
        "00 ff 00 00",  # a length of 0
        "00 ff ff ff 00 00 00",  # an extended length of 0
        "00 ff ff ff 02 00 fe",  # longer than any frame
        "00 ff 01 ff d5 2b 00",  # a sender and no code
        "00 ff 02 fe aa 01 55 00",  # a sender that no one is
    ],
)
def test_a_frame_without_meaning_is_counted_and_dropped(wire: str) -> None:
    decoder = FrameDecoder()

    assert decoder.feed(bytes.fromhex(wire)) == []
    assert decoder.feed(GOOD) + decoder.flush() == decode(GOOD)
    assert decoder.bytes_invalid > 0
