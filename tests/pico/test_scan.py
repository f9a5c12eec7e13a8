"""One scan finds every tag that an antenna hears, up to two, whatever their numbers; and says so when it cannot."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tacohub.mfrc522 import Mfrc522
from tacohub.scan import COMPLETE, HUNG, UNDER_WAY, VOID, Scan, put_crc
from tacohub.settling import tag_text

from pico.desk import Desk
from tacotable_sim.readers.ntag import crc_a

SEVEN, OTHER, FOUR = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF"
TEN = "04A1B2C3D4E5F60718A9"


class Antenna:
    """A reader's driver and its scan, on a desk."""

    def __init__(self, *tags: str) -> None:
        self.desk = Desk()
        self.desk.tags[0] = tags
        self.chip = Mfrc522(self.desk.spi, self.desk.selects[0], self.desk.ticks_us)
        self.chip.reset()
        self.desk.us += 100
        assert self.chip.set_up(gain=4)
        self.chip.antenna(True)
        self.desk.us += 5_000
        self._scan = Scan(self.chip)

    def scan(self) -> tuple[int, list[str]]:
        """Give how a scan ended, and what it found."""
        while (end := next(self._scan.steps)) == UNDER_WAY:
            self.desk.us += 20
        found = self._scan.found
        return end, [tag_text(tag) for tag in found.tags[: found.count]]

    def has_more(self) -> bool:
        """Tell whether the last scan says that more tags answered than it found."""
        return self._scan.found.has_more


@pytest.mark.parametrize(
    "tags", [(), (SEVEN,), (FOUR,), (TEN,), (SEVEN, OTHER), (FOUR, SEVEN), (FOUR, "DEADBEEE"), (SEVEN, TEN)]
)
def test_a_scan_finds_what_lies_there_every_time(tags: tuple[str, ...]) -> None:
    antenna = Antenna(*tags)

    scans = [antenna.scan() for _ in range(3)]

    assert [(end, sorted(found)) for end, found in scans] == [(COMPLETE, sorted(tags))] * 3


def is_fixed(uid: bytes) -> bool:
    return len(uid) != 4 or uid[0] != 0x08


def numbers() -> st.SearchStrategy[str]:
    """Numbers of cards and of their copies, whose levels may begin with the cascade tag 88."""
    return (
        st.one_of(*(st.binary(min_size=size, max_size=size) for size in (4, 7, 10)))
        .filter(is_fixed)
        .map(lambda uid: uid.hex().upper())
    )


@given(st.lists(numbers(), min_size=1, max_size=2, unique=True))
@example(["00000000", "00000080"])
@example(["88A1B2C3"])
@example(["04A1B288D4E5F6"])
@example(["01020304", "01020384"])
def test_any_one_or_two_numbers_are_found(tags: list[str]) -> None:
    end, found = Antenna(*tags).scan()

    assert (end, sorted(found)) == (COMPLETE, sorted(tags))


@given(st.lists(numbers(), min_size=1, max_size=2, unique=True))
def test_of_one_or_two_tags_nobody_says_that_there_are_more(tags: list[str]) -> None:
    antenna = Antenna(*tags)
    antenna.scan()

    assert not antenna.has_more()


@given(st.lists(numbers(), min_size=3, max_size=5, unique=True))
@example([SEVEN, OTHER, "04A1B2C3D4E5F5"])
def test_of_a_stack_two_are_found_or_none_and_never_one_that_is_not_there(tags: list[str]) -> None:
    end, found = Antenna(*tags).scan()

    assert set(found) <= set(tags)
    assert (end, len(found)) in ((COMPLETE, 2), (VOID, 0), (VOID, 1))


def test_of_three_tags_two_are_found() -> None:
    end, found = Antenna(SEVEN, OTHER, "04A1B2C3D4E5F5").scan()

    assert end == COMPLETE
    assert len(set(found)) == 2


@pytest.mark.parametrize(
    "others",
    [
        (OTHER, "04A1B2C3D4E5F5"),  # all differ in the second level
        ("04A1B2C3D4E5F5", "04A1B2C3D4E5F4"),
        (FOUR, "DEADBEEE"),
        (FOUR, "04A2B2C3D4E5F6"),
        (TEN, OTHER),
    ],
)
def test_of_three_tags_it_is_known_that_there_are_more_than_two_and_of_two_again_it_is_not(
    others: tuple[str, ...],
) -> None:
    antenna = Antenna(SEVEN, *others)
    antenna.scan()
    with_all = antenna.has_more()
    antenna.desk.tags[0] = (SEVEN, others[0])
    antenna.scan()

    assert (with_all, antenna.has_more()) == (True, False)


def test_a_tag_that_leaves_in_the_middle_of_a_scan_is_never_told_wrong() -> None:
    for steps in range(0, 400, 7):
        antenna = Antenna(SEVEN)
        for _ in range(steps):
            if next(antenna._scan.steps) != UNDER_WAY:
                break
            antenna.desk.us += 20
        antenna.desk.tags[0] = (FOUR,)

        ends = [antenna.scan() for _ in range(3)]

        assert ends[0][0] in (COMPLETE, VOID)
        assert set(ends[0][1]) <= {SEVEN, FOUR}
        assert ends[2] == (COMPLETE, [FOUR])


@pytest.mark.parametrize(
    ("length", "place", "flip"),
    [(5, 0, 0x01), (5, 3, 0x80), (5, 4, 0x10), (3, 0, 0x20), (3, 0, 0x04), (3, 1, 0x01), (3, 2, 0x80)],
)
def test_a_damaged_answer_makes_the_scan_void(
    length: int, place: int, flip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    antenna = Antenna(FOUR)
    heard = antenna.chip._read_fifo

    def damaged(size: int) -> None:
        heard(size)
        if size == length:
            antenna.chip.received[place] ^= flip

    monkeypatch.setattr(antenna.chip, "_read_fifo", damaged)

    assert antenna.scan() == (VOID, [])


NUMBER, SELECTED = 40, 24
"""Bits of a tag's answers (ISO 14443-3, section 6.5.3 and 6.5.4)."""


@pytest.mark.parametrize(("bits", "times"), [(NUMBER, 4), (SELECTED, 9)])
@pytest.mark.parametrize("tags", [(SEVEN,), (FOUR,), (TEN,)])
def test_an_answer_with_a_wrong_bit_costs_no_scan(tags: tuple[str, ...], bits: int, times: int) -> None:
    antenna = Antenna(*tags)
    spoiled: list[int] = []

    def spoils(size: int) -> int:
        if size != bits or len(spoiled) == times:
            return -1
        spoiled.append(size)
        return len(spoiled) % size

    antenna.desk.chips[0].spoils = spoils
    scans = [antenna.scan() for _ in range(3)]

    assert scans == [(COMPLETE, list(tags))] * 3
    assert spoiled


def test_a_number_that_is_never_heard_whole_makes_the_scan_void() -> None:
    antenna = Antenna(SEVEN)
    asked: list[int] = []

    def spoils(size: int) -> int:
        if size == NUMBER:
            asked.append(size)
        return 3 if size == NUMBER else -1

    antenna.desk.chips[0].spoils = spoils

    assert antenna.scan() == (VOID, [])
    assert len(asked) == 5


def test_a_chip_that_does_not_carry_out_its_command_is_noticed_after_6_ms() -> None:
    antenna = Antenna()
    antenna.chip.write(0x2A, 0x00)  # no timer: the wait for a tag never ends
    began = antenna.desk.us

    assert antenna.scan() == (HUNG, [])
    assert 6_000 < antenna.desk.us - began < 7_000


@given(st.binary(min_size=1, max_size=9))
def test_the_check_bytes_are_those_of_iso_14443(data: bytes) -> None:
    frame = bytearray(data + b"\0\0")

    put_crc(frame, 0, len(data))

    assert bytes(frame) == data + crc_a(data)


@pytest.mark.parametrize(("tags", "transfers"), [((), 18), ((FOUR,), 115), ((SEVEN,), 182)])
def test_a_scan_costs_so_many_bytes_on_spi(tags: tuple[str, ...], transfers: int) -> None:
    """The time budget in firmware/pico/README.md counts with these, where each exchange is asked for its end twice."""
    antenna = Antenna(*tags)
    antenna.desk.chips[0].transfers = 0

    while next(antenna._scan.steps) == UNDER_WAY:
        antenna.desk.us += 5_000

    assert antenna.desk.chips[0].transfers == transfers
