"""Events on their way: numbered, in order, told again until they are acknowledged (PROTOCOL.md, "events")."""

from __future__ import annotations

from tacohub.outbox import CAPACITY, Outbox


def filled(count: int, last: int = 0) -> Outbox:
    outbox = Outbox()
    outbox.last = last
    for _ in range(count):
        outbox.put(b"%d" % outbox.number())
    return outbox


def sent(outbox: Outbox, now: int) -> list[bytes]:
    lines = []
    while (line := outbox.next_line(now)) is not None:
        lines.append(line)
    return lines


def test_four_events_at_most_are_under_way() -> None:
    assert sent(filled(6), 0) == [b"1", b"2", b"3", b"4"]


def test_an_acknowledgement_covers_all_before_it_and_lets_the_next_go() -> None:
    outbox = filled(6)
    sent(outbox, 0)

    outbox.acknowledge(2)

    assert sent(outbox, 1) == [b"5", b"6"]


def test_what_is_not_acknowledged_is_told_again_after_200_400_800_and_then_1000_ms() -> None:
    outbox = filled(2)
    sent(outbox, 0)

    told = {now: sent(outbox, now) for now in (199, 200, 599, 600, 1399, 1400, 2399, 2400, 3399, 3400)}

    both = [b"1", b"2"]
    assert [now for now, lines in told.items() if lines == both] == [200, 600, 1400, 2400, 3400]
    assert [now for now, lines in told.items() if lines == []] == [199, 599, 1399, 2399, 3399]
    assert outbox.resent == 10


def test_acknowledging_twice_or_what_was_never_sent_means_nothing() -> None:
    outbox = filled(3)
    sent(outbox, 0)
    outbox.acknowledge(1)

    for number in (1, 4, 5, 40_000, 65_535):
        outbox.acknowledge(number)

    assert sent(outbox, 200) == [b"2", b"3"]


def test_numbers_go_on_across_their_turn() -> None:
    outbox = filled(3, last=65_534)
    sent(outbox, 0)

    outbox.acknowledge(65_535)

    assert sent(outbox, 200) == [b"1", b"2"]


def test_too_many_events_drop_the_queue_and_ask_for_a_snapshot() -> None:
    outbox = filled(CAPACITY)
    overflows = [outbox.overflows]

    outbox.put(b"one too many")

    overflows.append(outbox.overflows)
    assert overflows == [0, 1]
    assert outbox.has_overflowed
    assert outbox.last == CAPACITY + 1
    assert sent(outbox, 0) == []


def test_only_the_first_telling_of_a_line_proves_anything() -> None:
    outbox = filled(1)
    sent(outbox, 0)
    first = outbox.sign
    sent(outbox, 200)

    assert (first, outbox.sign) == (1, 0)
