"""Salted bytes: decoders find the same frames in them as in the true ones, with other tags, good and damaged alike."""

from __future__ import annotations

import itertools

from hypothesis import example, given
from hypothesis import strategies as st

from tacotable.trace.salt import Salt
from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.session import Failed
from tacotable_drivers.readers.spec import ReaderSpec
from tacotable_drivers.registry import ID12LA, PN532, RDM6300
from tacotable_drivers.wire import hub, pn532
from tacotable_drivers.wire.pn532 import Message, Sender
from tacotable_drivers.wire.pn532_messages import Target, WireError, decode_targets, encode_targets
from tacotable_drivers.wire.salted import HubWire, SaltedWire

SECRET = bytes(range(32))
UIDS = ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF")
TAGS = ("0C000621A5", "0C000621A6")


def through(wire: SaltedWire, stream: bytes, cuts: list[int]) -> bytes:
    """Feed a stream in pieces; gives what comes out, all of it."""
    edges = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    pieces = [stream[begin:end] for begin, end in itertools.pairwise(edges)]
    told = [part for at, piece in enumerate(pieces) for _, part in wire.feed(at, piece)]
    return b"".join((*told, *(part for _, part in wire.flush())))


def listing(uid: str) -> bytes:
    return pn532.encode(Message(Sender.CHIP, encode_targets([Target(bytes.fromhex(uid))])))


damage = st.tuples(st.integers(0, 10_000), st.sampled_from(("flip", "drop", "none", "none")))
cuts = st.lists(st.integers(0, 10_000), max_size=8)


def damaged(frame: bytes, where: tuple[int, str]) -> bytes:
    at, how = where[0] % len(frame), where[1]
    if how == "flip":
        return frame[:at] + bytes([frame[at] ^ 1]) + frame[at + 1 :]
    return frame[:at] if how == "drop" else frame


@given(st.lists(st.tuples(st.sampled_from(UIDS), damage), max_size=5), cuts)
@example([("DEADBEEF", (3504, "drop")), ("04A1B2C3D4E5F6", (3504, "drop")), ("DEADBEEF", (4, "flip"))], [])
def test_a_pn532_is_heard_alike(sent: list[tuple[str, tuple[int, str]]], cuts: list[int]) -> None:
    salt = Salt(SECRET)
    stream = b"".join(damaged(listing(uid), where) for uid, where in sent)

    salted = through(PN532.manner.salted_wire(salt), stream, cuts)

    assert len(salted) == len(stream)
    true, told = pn532.FrameDecoder().feed(stream), pn532.FrameDecoder().feed(salted)
    assert [tags_of(frame, salt) for frame in true] == [tags_of(frame, None) for frame in told]


def tags_of(frame: object, salt: Salt | None) -> list[str]:
    assert isinstance(frame, Message)
    try:
        tags = [target.tag for target in decode_targets(frame.body)]
    except WireError:  # pieces of two frames whose checksums happen to agree
        return ["damaged"]
    return [salt.tag(tag) for tag in tags] if salt else tags


@given(st.sampled_from([RDM6300, ID12LA]), st.lists(st.tuples(st.sampled_from(TAGS), damage), max_size=5), cuts)
def test_an_announcing_reader_is_heard_alike(
    spec: ReaderSpec, sent: list[tuple[str, tuple[int, str]]], cuts: list[int]
) -> None:
    salt = Salt(SECRET)
    stream = b"".join(damaged(spec.frames.encode(tag), where) for tag, where in sent)

    salted = through(spec.manner.salted_wire(salt), stream, cuts)

    assert len(salted) == len(stream)
    true, told = spec.frames.decoder(), spec.frames.decoder()
    assert [salt.tag(tag) for tag in true.feed(stream)] == told.feed(salted)
    assert true.bytes_invalid == told.bytes_invalid


def test_a_hubs_line_has_the_salted_tag_and_its_own_checksum() -> None:
    salt = Salt(SECRET)

    salted = through(HubWire(salt), hub.seal({"t": "tags", "tags": ["04A1B2C3D4E5F6"]}), [3, 9])

    assert hub.LineDecoder().feed(salted) == [{"t": "tags", "tags": [salt.tag("04A1B2C3D4E5F6")]}]


def test_a_damaged_line_and_a_damaged_frame_keep_no_number() -> None:
    line = hub.seal({"t": "tags", "tags": ["04A1B2C3D4E5F6"]}).replace(b"tags", b"tagz", 1)
    frame = damaged(listing("04A1B2C3D4E5F6"), (9, "flip"))

    assert b"A1B2C3" not in through(HubWire(Salt(SECRET)), line, [])
    assert bytes.fromhex("A1B2C3") not in through(PN532.manner.salted_wire(Salt(SECRET)), frame, [])


def test_another_salt_gives_other_numbers() -> None:
    first, second = Salt(SECRET).tag(UIDS[0]), Salt(SECRET[::-1]).tag(UIDS[0])

    assert first != second
    assert (len(first), first[:2]) == (14, "04")


@given(st.sampled_from([(RDM6300, ID12LA), (ID12LA, RDM6300)]), cuts)
def test_a_reader_of_another_kind_is_heard_as_such_in_a_trace(
    kinds: tuple[ReaderSpec, ReaderSpec], cuts: list[int]
) -> None:
    written, hanging = kinds
    stream = hanging.frames.encode(TAGS[0])

    salted = through(written.manner.salted_wire(Salt(SECRET)), stream, cuts)

    told = written.manner.session().received(salted, 0.0)
    assert isinstance(told[0], Failed)
    assert told[0].fault is FaultKind.OTHER_KIND
    assert TAGS[0].encode() not in salted
