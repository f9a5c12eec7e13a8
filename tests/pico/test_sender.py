"""Bytes to the host: as many at once as are known to be free, and never one that would have to wait."""

from __future__ import annotations

from tacohub.sender import Sender

from pico.desk import DeskLink

LINE = b"x" * 400


def sender_at(link: DeskLink) -> Sender:
    return Sender(link, lambda: 0)


def test_without_proof_bytes_go_one_by_one_and_only_where_there_is_room() -> None:
    link = DeskLink()
    sender = sender_at(link)
    sender.send(LINE, 1)

    for _ in range(500):
        sender.step()

    assert link.take() == b"x" * 256
    assert link.waits == 0
    assert not sender.is_idle()


def test_after_an_answer_to_the_last_line_256_bytes_go_at_once() -> None:
    link = DeskLink()
    sender = sender_at(link)
    sender.send(b"hello", 7)
    for _ in range(5):
        sender.step()
    link.take()
    sender.proved(7)

    sender.send(LINE, 8)
    sender.step()

    assert link.take() == b"x" * 256
    assert link.waits == 0


def test_an_answer_to_an_older_line_proves_nothing() -> None:
    link = DeskLink()
    sender = sender_at(link)
    for sign in (7, 8):
        sender.send(b"hello", sign)
        for _ in range(5):
            sender.step()
    link.is_stalled = True
    sender.proved(7)

    sender.send(LINE, 9)
    for _ in range(500):
        sender.step()

    assert link.waits == 0


def test_an_answer_to_a_line_of_which_a_part_still_waits_proves_nothing() -> None:
    link = DeskLink()
    sender = sender_at(link)
    sender.send(LINE, 7)
    sender.step()
    sender.proved(7)
    for _ in range(500):
        sender.step()

    assert link.waits == 0


def test_questions_of_a_host_that_never_reads_do_not_pile_up() -> None:
    sender = sender_at(DeskLink())

    for number in range(1_000):
        sender.answer(LINE, -number)

    assert len(sender._answers) == 4
