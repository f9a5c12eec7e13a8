"""Announcing readers: they cannot be asked, so quiet means well and endless garbage means faulty."""

from __future__ import annotations

from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.announcing import AnnouncingSession
from tacotable_drivers.readers.session import Failed, Outcome, Ready, Sighted
from tacotable_drivers.wire.rdm6300 import Layout, encode, frames

TAG = "0C000621A5"
FRAME = encode(TAG)


def started() -> AnnouncingSession:
    session = AnnouncingSession(frames(Layout.RDM6300))
    session.start(0.0)
    return session


def test_a_quiet_reader_is_taken_to_be_well() -> None:
    session = started()

    assert session.wake_at_ms() == 500.0
    assert session.timer(499.0) == []
    assert session.timer(500.0) == [Ready()]
    assert session.wake_at_ms() is None


def test_a_valid_frame_shows_that_the_reader_works() -> None:
    session = started()

    assert session.received(FRAME, 10.0) == [Ready(), Sighted((TAG,))]
    assert session.received(FRAME + FRAME, 75.0) == [Sighted((TAG,)), Sighted((TAG,))]


def test_the_sixteen_byte_layout_is_understood() -> None:
    session = AnnouncingSession(frames(Layout.ID12LA))
    session.start(0.0)

    assert session.received(encode(TAG, Layout.ID12LA), 10.0) == [Ready(), Sighted((TAG,))]


def test_half_a_frame_is_dropped_after_a_pause() -> None:
    session = started()
    session.received(FRAME[:7], 100.0)

    assert session.wake_at_ms() == 150.0
    session.timer(150.0)
    assert session.received(FRAME[7:], 151.0) == []
    assert session.received(FRAME, 200.0) == [Ready(), Sighted((TAG,))]


def test_a_frame_may_come_in_parts() -> None:
    session = started()

    assert session.received(FRAME[:7], 100.0) == []
    assert session.timer(140.0) == []
    assert session.received(FRAME[7:], 149.0) == [Ready(), Sighted((TAG,))]


def garbage(session: AnnouncingSession, from_ms: float, to_ms: float) -> list[Outcome]:
    outcomes: list[Outcome] = []
    now_ms = from_ms
    while now_ms <= to_ms:
        outcomes += session.received(b"\xf8\x00\x91", now_ms)
        outcomes += session.timer(now_ms + 49.0)
        now_ms += 50.0
    return outcomes


def test_two_seconds_of_garbage_are_a_fault_and_never_wellness() -> None:
    session = started()

    outcomes = garbage(session, 0.0, 2_000.0)

    assert outcomes == [
        Failed(
            "it sends bytes but no whole tag; show one card at a time, and check its speed and wires", FaultKind.NOISE
        )
    ]
    assert session.counters().bytes_invalid == 41 * 3


def test_garbage_with_a_valid_frame_in_between_is_no_fault() -> None:
    session = started()
    session.received(FRAME, 0.0)

    assert garbage(session, 10.0, 1_900.0) == []
    assert session.received(FRAME, 1_950.0) == [Sighted((TAG,))]
    assert garbage(session, 1_960.0, 3_900.0) == []


def test_stray_bytes_now_and_then_are_no_fault() -> None:
    session = started()

    outcomes = [outcome for second in range(60) for outcome in session.received(b"\xf8", second * 1_000.0)]

    assert outcomes == []


def test_a_reopened_reader_must_show_its_wellness_again() -> None:
    session = started()
    session.received(FRAME, 10.0)

    assert session.start(5_000.0) == []
    assert session.timer(5_500.0) == [Ready()]
    assert session.counters().timeouts == 0


def test_a_reader_of_another_kind_is_named_at_its_first_card_and_stays_lost() -> None:
    session = started()

    assert session.received(encode(TAG, Layout.ID12LA), 10.0) == [
        Failed(
            'it speaks like another kind of reader; write reader = "id12la" for this pad, or put the right one there',
            FaultKind.OTHER_KIND,
        )
    ]
    session.start(600.0)
    assert session.wake_at_ms() is None
    assert session.timer(5_000.0) == []
    assert session.received(FRAME, 6_000.0) == [Ready(), Sighted((TAG,))]


def test_the_other_way_round_it_is_named_too() -> None:
    session = AnnouncingSession(frames(Layout.ID12LA))
    session.start(0.0)

    (told,) = session.received(FRAME, 10.0)

    assert isinstance(told, Failed)
    assert 'write reader = "rdm6300"' in told.reason


def test_half_a_frame_of_another_kind_is_dropped_after_a_pause_too() -> None:
    session = started()
    session.received(encode(TAG, Layout.ID12LA)[:7], 100.0)
    session.timer(150.0)

    assert session.received(encode(TAG, Layout.ID12LA)[7:], 151.0) == []
