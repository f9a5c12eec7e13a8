"""What a whole hub says of cards, lights and readers that fail."""

from __future__ import annotations

import pytest

from pico.conversation import CONFIG, FOUR, OTHER, SEVEN, Talk, settled
from pico.desk import Desk, Running

SILENT_AFTER_MS = 1_300


def test_three_empty_pads_are_told_once_each() -> None:
    talk = Talk()
    talk.run(1_000)
    told = [event for event in talk.heard if event["t"] == "tags"]

    assert sorted((event["r"], event["k"], event["u"]) for event in told) == [(0, 1, []), (1, 1, []), (2, 1, [])]


def test_a_card_is_told_within_100_ms_and_its_lifting_within_300() -> None:
    talk = settled()
    talk.desk.tags[1] = (SEVEN,)
    came = talk.events("tags", 100)
    talk.desk.tags[1] = ()
    left = talk.events("tags", 300)

    assert [(event["r"], event["k"], event["u"]) for event in came + left] == [(1, 2, [SEVEN]), (1, 3, [])]


def test_two_cards_on_a_pad_are_both_told() -> None:
    talk = settled()
    talk.desk.tags[0] = (OTHER, SEVEN)

    assert [event["u"] for event in talk.events("tags", 300)] == [[SEVEN, OTHER]]


def test_fields_of_readers_that_are_no_longer_used_are_off() -> None:
    talk = settled(CONFIG | {"turn": 0})
    before = [chip.read(0x14) & 3 for chip in talk.desk.chips]

    talk.ask(**CONFIG | {"id": 78, "turn": 0, "rd": 1})
    talk.run(500)

    assert before == [3, 3, 3]
    assert [chip.read(0x14) & 3 for chip in talk.desk.chips] == [3, 0, 0]


def test_a_hub_starts_dark_however_many_lights_there_are() -> None:
    desk = Running().desk

    assert [strip.pictures[1:] for strip in desk.strips] == [[bytes(120)]]


@pytest.mark.fault(39)
def test_a_card_with_a_number_of_ten_bytes_is_told_by_it_and_is_never_an_empty_pad() -> None:
    talk = settled()
    talk.desk.tags[0] = ("04A1B2C3D4E5F60718A9",)
    arrived = talk.events("tags", 1_000)
    talk.desk.tags[0] = ()

    assert [(event["r"], event["u"]) for event in arrived] == [(0, ["04A1B2C3D4E5F60718A9"])]
    assert [event["u"] for event in talk.events("tags", 1_000)] == [[]]


@pytest.mark.fault(39)
@pytest.mark.parametrize("count", [3, 4, 6])
def test_a_stack_of_many_cards_is_a_crowd_of_cards_that_lie_there(count: int) -> None:
    talk = settled()
    talk.desk.tags[0] = tuple(f"04A1B2C3D4E5{number:02X}" for number in range(count))

    (told,) = talk.events("tags", 5_000)

    assert len(told["u"]) == 2
    assert set(told["u"]) <= set(talk.desk.tags[0])
    assert told["why"] == "more"


def test_that_a_stack_has_more_than_two_cards_is_told_once_and_once_when_it_has_not() -> None:
    talk = settled()
    told = []
    for tags in ((SEVEN, FOUR), (SEVEN, FOUR, "04A1B2C3D4E5F7"), (SEVEN, FOUR)):
        talk.desk.tags[0] = tags
        told.append([event.get("why") for event in talk.events("tags", 1_000)])

    assert told[0] == [None]
    assert [whys[-1] for whys in told[1:]] == ["more", None]
    assert told[1].count("more") == told[2].count(None) == 1


@pytest.mark.parametrize("turn", [0, 1])
def test_a_card_that_stays_is_told_once(turn: int) -> None:
    talk = settled(CONFIG | {"turn": turn})
    talk.desk.tags[2] = (FOUR,)

    assert [event["u"] for event in talk.events("tags", 5_000)] == [[FOUR]]


def test_only_one_field_is_on_at_a_time_where_antennas_take_turns() -> None:
    talk = settled()

    fields = set()
    for _ in range(2_000):
        talk.running.hub.step()
        talk.desk.us += 100
        fields.add(sum(chip.read(0x14) & 3 == 3 for chip in talk.desk.chips))

    assert fields == {0, 1}


def test_a_reader_without_an_answer_is_unknown_with_the_reason_and_found_again() -> None:
    talk = settled()
    talk.desk.tags[0] = (SEVEN,)
    talk.run(200)
    talk.desk.chips[0].is_silent = True
    lost = talk.events("tags", SILENT_AFTER_MS)
    talk.desk.chips[0].is_silent = False
    found = talk.events("tags", 700)

    assert [(event["u"], event.get("why")) for event in lost] == [(None, "silent")]
    assert [(event["u"], event.get("why")) for event in found] == [([SEVEN], None)]


def test_a_dead_reader_does_not_slow_the_others() -> None:
    scans = []
    for is_silent in (False, True):
        talk = settled()
        talk.desk.chips[0].is_silent = is_silent
        talk.run(2_000)
        before = talk.running.hub._readers.all[1].scans
        talk.run(1_000)
        scans.append(talk.running.hub._readers.all[1].scans - before)

    assert scans[0] >= 25
    assert scans[1] >= scans[0]


def test_a_dead_reader_is_asked_four_times_a_second() -> None:
    talk = settled()
    talk.desk.chips[0].is_silent = True
    talk.run(2_000)
    talk.desk.chips[0].transfers = 0
    talk.run(1_000)

    assert 0 < talk.desk.chips[0].transfers < 100


def test_a_reader_whose_supply_dipped_is_set_up_again_and_nothing_is_told() -> None:
    talk = settled()
    talk.desk.tags[0] = (SEVEN,)
    talk.run(200)
    talk.desk.chips[0].power_up()

    assert talk.events("tags", 2_000) == []
    assert talk.running.hub._readers.all[0].faults == 1


def test_readers_that_are_not_there_at_the_start_are_unknown() -> None:
    desk = Desk()
    for chip in desk.chips:
        chip.is_silent = True
    talk = Talk(desk)
    told = talk.events("tags", SILENT_AFTER_MS)

    assert sorted((event["r"], event["why"]) for event in told) == [(0, "silent"), (1, "silent"), (2, "silent")]
