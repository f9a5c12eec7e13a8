"""The PN532's dialogue: set-up, scans, deadlines, and what happens when the chip does not answer."""

from __future__ import annotations

from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.session import Failed, Outcome, Send, SetUp, Sighted
from tacotable_drivers.wire.pn532 import ACK, SYNTAX_REFUSAL, WAKE_UP

SAM = "00 00 ff 05 fb d4 14 01 00 00 17 00"
FIRMWARE = "00 00 ff 02 fe d4 02 2a 00"
RETRIES = "00 00 ff 06 fa d4 32 05 ff 01 01 f4 00"
LIST = "00 00 ff 04 fc d4 4a 02 00 e0 00"
RF_OFF = "00 00 ff 04 fc d4 32 01 00 f9 00"

SAM_DONE = "00 00 ff 02 fe d5 15 16 00"
FIRMWARE_IS = "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"
RF_DONE = "00 00 ff 02 fe d5 33 f8 00"
NONE_FOUND = "00 00 ff 03 fd d5 4b 00 e0 00"
NTAG_FOUND = "00 00 ff 0f f1 d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6 ca 00"


def sent(outcomes: list[Outcome]) -> list[str]:
    return [outcome.wire.hex(" ") for outcome in outcomes if isinstance(outcome, Send)]


def answered(session: Pn532Session, answer: str, now_ms: float) -> list[Outcome]:
    """Let the chip acknowledge and answer."""
    return session.received(ACK, now_ms) + session.received(bytes.fromhex(answer), now_ms)


def set_up(session: Pn532Session) -> None:
    """Bring a session to its first scan, at 10 ms."""
    session.start(0.0)
    session.timer(5.0)
    for answer in (SAM_DONE, FIRMWARE_IS, RF_DONE, RF_DONE):
        answered(session, answer, 5.0)
    session.timer(10.0)


def test_the_set_up_is_wake_sam_firmware_retries_then_the_first_scan_from_field_off() -> None:
    session = Pn532Session()

    assert session.start(0.0) == [Send(WAKE_UP + ACK)]
    assert session.wake_at_ms() == 5.0
    assert sent(session.timer(5.0)) == [SAM]
    assert sent(answered(session, SAM_DONE, 6.0)) == [FIRMWARE]
    assert sent(answered(session, FIRMWARE_IS, 7.0)) == [RETRIES]
    assert answered(session, RF_DONE, 8.0) == [SetUp(), Send(bytes.fromhex(RF_OFF))]
    assert answered(session, RF_DONE, 9.0) == []
    assert sent(session.timer(14.0)) == [LIST]


def test_a_scan_lists_then_switches_the_field_off_then_rests() -> None:
    session = Pn532Session()
    set_up(session)

    assert answered(session, NTAG_FOUND, 20.0) == [Sighted(("04A1B2C3D4E5F6",)), Send(bytes.fromhex(RF_OFF))]
    assert answered(session, RF_DONE, 22.0) == []
    assert session.wake_at_ms() == 80.0  # a period after the scan began
    assert session.timer(79.9) == []
    assert sent(session.timer(80.0)) == [LIST]
    assert answered(session, NONE_FOUND, 85.0)[0] == Sighted(())


def test_the_field_is_off_for_5_ms_before_each_scan_so_that_every_tag_forgets_that_it_was_selected() -> None:
    session = Pn532Session()
    set_up(session)
    answered(session, NONE_FOUND, 80.0)
    answered(session, RF_DONE, 90.0)

    assert session.wake_at_ms() == 95.0


def test_periods_are_unequal_so_that_they_do_not_beat_with_a_flickering_tag() -> None:
    session = Pn532Session()
    set_up(session)
    begins = []
    for _ in range(4):
        answered(session, NONE_FOUND, session._scan_began_ms)
        answered(session, RF_DONE, session._scan_began_ms)
        begins.append(session.wake_at_ms())
        session.timer(begins[-1] or 0.0)

    assert begins == [80.0, 110.0, 180.0, 210.0]


def test_a_slow_session_scans_220_ms_later_and_at_once_when_it_is_slow_no_more() -> None:
    session = Pn532Session()
    set_up(session)
    session.slow(True, 15.0)
    answered(session, NONE_FOUND, 20.0)
    answered(session, RF_DONE, 22.0)

    assert session.wake_at_ms() == 300.0  # 80 ms without
    session.slow(False, 60.0)
    assert session.wake_at_ms() == 80.0
    session.slow(True, 60.0)
    assert session.wake_at_ms() == 80.0  # from the next scan on


def test_a_session_that_is_slow_no_more_late_in_its_pause_scans_now_and_not_in_the_past() -> None:
    session = Pn532Session()
    set_up(session)
    session.slow(True, 15.0)
    answered(session, NONE_FOUND, 20.0)
    answered(session, RF_DONE, 22.0)
    session.slow(False, 200.0)

    assert session.wake_at_ms() == 200.0
    assert sent(session.timer(200.0)) == [LIST]


def test_bytes_may_come_one_by_one() -> None:
    session = Pn532Session()
    set_up(session)

    outcomes = [
        outcome for byte in ACK + bytes.fromhex(NTAG_FOUND) for outcome in session.received(bytes([byte]), 20.0)
    ]

    assert outcomes[0] == Sighted(("04A1B2C3D4E5F6",))


def test_a_missing_ack_is_noticed_after_50_ms_and_the_round_begins_again_with_the_field_off() -> None:
    session = Pn532Session()
    set_up(session)

    assert session.wake_at_ms() == 60.0
    assert sent(session.timer(60.0)) == [ACK.hex(" "), RF_OFF]
    assert session.counters().timeouts == 1


def test_a_missing_answer_is_aborted_with_an_ack() -> None:
    session = Pn532Session()
    set_up(session)
    session.received(ACK, 12.0)

    assert session.wake_at_ms() == 262.0
    assert sent(session.timer(262.0)) == [ACK.hex(" "), RF_OFF]


def test_a_damaged_answer_costs_one_scan_and_no_tag() -> None:
    session = Pn532Session()
    set_up(session)
    damaged = bytearray.fromhex(NTAG_FOUND)
    damaged[14] ^= 0x10

    assert answered(session, bytes(damaged).hex(), 15.0) == []
    session.timer(265.0)
    answered(session, RF_DONE, 266.0)
    session.timer(271.0)
    assert answered(session, NTAG_FOUND, 280.0)[0] == Sighted(("04A1B2C3D4E5F6",))
    assert session.counters().bytes_invalid > 0


def test_a_truncated_answer_does_not_swallow_the_next_ack() -> None:
    session = Pn532Session()
    set_up(session)
    answered(session, NTAG_FOUND[: 3 * 9], 15.0)
    session.timer(265.0)

    session.received(ACK, 266.0)

    assert session.wake_at_ms() == 516.0  # the answer is awaited


def test_a_late_answer_to_an_earlier_command_is_ignored() -> None:
    session = Pn532Session()
    set_up(session)

    assert answered(session, FIRMWARE_IS, 15.0) == []
    assert session.received(bytes.fromhex(NONE_FOUND), 16.0)[0] == Sighted(())


def test_an_answer_without_its_ack_is_ignored() -> None:
    session = Pn532Session()
    set_up(session)

    assert session.received(bytes.fromhex(NTAG_FOUND), 15.0) == []


def test_a_syntax_refusal_begins_the_round_again_at_once() -> None:
    session = Pn532Session()
    set_up(session)
    session.received(ACK, 12.0)

    assert sent(session.received(SYNTAX_REFUSAL, 13.0)) == [ACK.hex(" "), RF_OFF]


def test_an_odd_target_record_begins_the_round_again() -> None:
    session = Pn532Session()
    set_up(session)
    odd = "00 00 ff 04 fc d5 4b 01 01 de 00"

    assert sent(answered(session, odd, 13.0)) == [ACK.hex(" "), RF_OFF]


def test_three_failures_wake_the_chip_and_three_more_ask_for_a_new_port() -> None:
    session = Pn532Session()
    set_up(session)
    story: list[Outcome] = []

    while not any(isinstance(outcome, Failed) for outcome in story):
        due_ms = session.wake_at_ms()
        assert due_ms is not None
        assert due_ms <= 1_000.0
        story += session.timer(due_ms)

    wake = (WAKE_UP + ACK).hex(" ")
    abort = ACK.hex(" ")
    assert sent(story) == [abort, RF_OFF, abort, RF_OFF, wake, SAM, wake, SAM, wake, SAM, abort]
    assert story[-1] == Failed(
        "no answer; is the reader powered, set to HSU, and are TX and RX crossed? else unplug it and put it back"
    )
    assert session.counters().timeouts == 6
    assert session.wake_at_ms() is None


def test_one_good_scan_forgives_earlier_failures() -> None:
    session = Pn532Session()
    set_up(session)
    for _ in range(10):
        for _ in range(2):
            session.timer(session.wake_at_ms() or 0.0)
        now_ms = (session.wake_at_ms() or 0.0) - 40.0
        answered(session, RF_DONE, now_ms)
        now_ms = session.wake_at_ms() or 0.0
        session.timer(now_ms)
        answered(session, NONE_FOUND, now_ms)
        answered(session, RF_DONE, now_ms)
        outcomes = session.timer(session.wake_at_ms() or 0.0)

        assert sent(outcomes) == [LIST]


def test_after_a_good_scan_a_chip_is_woken_again_before_it_is_given_up() -> None:
    session = Pn532Session()
    set_up(session)
    for _ in range(5):
        for _ in range(3):
            session.timer(session.wake_at_ms() or 0.0)
        outcomes = session.timer(session.wake_at_ms() or 0.0)

        assert sent(outcomes) == [SAM]  # awake, and set up from the start
        now_ms = (session.wake_at_ms() or 0.0) - 40.0
        for answer in (SAM_DONE, FIRMWARE_IS, RF_DONE, RF_DONE):
            answered(session, answer, now_ms)
        session.timer(session.wake_at_ms() or 0.0)
        for answer in (NONE_FOUND, RF_DONE):
            answered(session, answer, now_ms + 20.0)
        session.timer(session.wake_at_ms() or 0.0)


def test_another_chip_is_not_taken_for_a_pn532() -> None:
    session = Pn532Session()
    session.start(0.0)
    session.timer(5.0)
    answered(session, SAM_DONE, 6.0)

    outcomes = answered(session, "00 00 ff 06 fa d5 03 33 01 06 07 e7 00", 7.0)

    assert outcomes == [Failed("the chip calls itself 33, not PN532; wrong reader?")]
    assert session.wake_at_ms() is None


def test_a_session_starts_anew_on_a_new_port() -> None:
    session = Pn532Session()
    set_up(session)
    session.received(bytes.fromhex(NTAG_FOUND)[:9], 20.0)

    assert session.start(5_000.0) == [Send(WAKE_UP + ACK)]
    assert sent(session.timer(5_005.0)) == [SAM]
