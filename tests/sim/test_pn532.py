"""The emulated PN532 on its wire, with bytes of the user manual (NXP UM0701-02) and of real libraries."""

from __future__ import annotations

from random import Random

import pytest

from tacotable_drivers.ports import BytePort
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.time.virtual_time import VirtualLoop

ACK = "00 00 ff 00 ff 00"
WAKE = "55 55" + " 00" * 15
SAM = "00 00 ff 05 fb d4 14 01 00 00 17 00"
VERSION = "00 00 ff 02 fe d4 02 2a 00"
TWO_TRIES_MORE = "00 00 ff 06 fa d4 32 05 ff 01 02 f3 00"
LIST_ONE = "00 00 ff 04 fc d4 4a 01 00 e1 00"
LIST_TWO = "00 00 ff 04 fc d4 4a 02 00 e0 00"
NONE = "00 00 ff 03 fd d5 4b 00 e0 00"
FIELD_OFF = "00 00 ff 04 fc d4 32 01 00 f9 00"
READ_PAGE_4 = "00 00 ff 05 fb d4 40 01 30 04 b7 00"
NTAG = "04A1B2C3D4E5F6"
CLASSIC = "11223344"


class Host:
    """A host that sends bytes and keeps what comes back."""

    def __init__(self, loop: VirtualLoop, *, holds_selected: bool = False) -> None:
        self.tags: tuple[str, ...] = ()
        self.emulator = Pn532(loop, Antenna(lambda: self.tags, Random(3)), holds_selected=holds_selected)
        self.cable = MemoryCable("reader", loop, self.emulator)
        self._loop = loop
        self._heard = bytearray()
        self.port: BytePort = self.cable.open_port(self._heard.extend, lambda reason: None)

    def send(self, sent: str, within_s: float = 0.1) -> str:
        """Send hex bytes; give what came back within a time."""
        self._heard.clear()
        self.port.write(bytes.fromhex(sent))
        self._loop.run_for(within_s)
        return self._heard.hex(" ")

    def answer(self, sent: str, within_s: float = 0.1) -> str:
        """Send a command; give its answer, without the ACK that comes first."""
        heard = self.send(sent, within_s)
        assert heard.startswith(ACK)
        return heard.removeprefix(ACK).strip()


@pytest.fixture
def asleep(loop: VirtualLoop) -> Host:
    return Host(loop)


@pytest.fixture
def host(asleep: Host) -> Host:
    asleep.send(WAKE)
    asleep.send(SAM)
    asleep.send(TWO_TRIES_MORE)
    return asleep


def test_four_rising_edges_do_not_wake_it(asleep: Host) -> None:
    asleep.send("00 00 00 00")

    assert asleep.send(VERSION) == ""  # its own edges wake the chip, too late for this frame


def test_it_is_deaf_while_its_oscillator_starts(asleep: Host) -> None:
    assert asleep.send("55 " + VERSION) == ""
    assert asleep.answer(VERSION) == "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"


def test_five_rising_edges_wake_it(asleep: Host) -> None:
    asleep.send(WAKE)

    assert asleep.answer(SAM) == "00 00 ff 02 fe d5 15 16 00"


def test_ten_zero_bytes_in_front_of_the_first_command_wake_it_in_time(asleep: Host) -> None:
    assert asleep.answer("00 " * 10 + VERSION) == "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"


def test_it_tells_its_firmware(host: Host) -> None:
    assert host.answer(VERSION) == "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"


def test_an_empty_field_is_told_after_all_tries(host: Host) -> None:
    assert host.answer(LIST_TWO) == NONE


def test_a_listing_of_an_ntag213(host: Host) -> None:
    host.tags = (NTAG,)

    assert host.answer(LIST_TWO) == "00 00 ff 0f f1 d5 4b 01 01 00 44 00 07 04 a1 b2 c3 d4 e5 f6 ca 00"


def test_a_listing_of_a_mifare_classic(host: Host) -> None:
    host.tags = (CLASSIC,)

    assert "d5 4b 01 01 00 04 08 04 11 22 33 44" in host.answer(LIST_TWO)


def test_with_endless_retries_it_is_silent_until_a_tag_comes(asleep: Host) -> None:
    asleep.send(WAKE)
    asleep.send(SAM)

    assert asleep.send(LIST_ONE, within_s=60) == ACK
    asleep.tags = (NTAG,)
    assert "04 a1 b2 c3 d4 e5 f6" in asleep.send("", within_s=0.1)


def test_an_ack_of_the_host_aborts_a_listing(asleep: Host) -> None:
    asleep.send(WAKE)
    asleep.send(SAM)
    asleep.send(LIST_ONE)
    asleep.send(ACK)
    asleep.tags = (NTAG,)

    assert asleep.send("", within_s=1) == ""


def test_a_nack_of_the_host_brings_the_last_answer_again(host: Host) -> None:
    host.send(VERSION)

    assert host.send("00 00 ff ff 00 00") == "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"


def test_a_card_left_in_place_answers_every_second_listing_while_the_field_stays_on(host: Host) -> None:
    host.send("00 00 ff 06 fa d4 32 05 ff 01 00 f5 00")  # no retries
    host.tags = (NTAG,)
    found = [NTAG[-4:-2].lower() in host.answer(LIST_ONE) for _ in range(4)]

    assert found == [True, False, True, False]


def test_a_card_left_in_place_answers_every_listing_when_the_field_goes_off_between(host: Host) -> None:
    host.send("00 00 ff 06 fa d4 32 05 ff 01 00 f5 00")  # no retries
    host.tags = (NTAG,)
    found = []
    for _ in range(4):
        found.append("04 a1 b2 c3" in host.answer(LIST_ONE))
        host.send(FIELD_OFF)

    assert found == [True, True, True, True]


def test_in_the_harsher_reading_a_selected_card_is_silent_until_the_field_goes_off(loop: VirtualLoop) -> None:
    host = Host(loop, holds_selected=True)
    host.send(WAKE)
    host.send(SAM)
    host.send(TWO_TRIES_MORE)
    host.tags = (NTAG,)
    found = ["04 a1 b2 c3" in host.answer(LIST_ONE) for _ in range(3)]
    host.send(FIELD_OFF)

    assert found == [True, False, False]
    assert "04 a1 b2 c3" in host.answer(LIST_ONE)


def test_a_stack_of_three_is_not_heard(host: Host) -> None:
    host.tags = (NTAG, CLASSIC, "55667788")

    assert host.answer(LIST_TWO) == NONE


def test_a_stack_of_two_is_heard_as_either_both_or_none(host: Host) -> None:
    counts = set()
    for number in range(40):
        host.tags = (f"112233{number:02X}", CLASSIC)
        host.send(FIELD_OFF)
        counts.add(host.answer(LIST_TWO).split()[7])

    assert counts == {"00", "01", "02"}


def test_a_tag_of_another_family_is_not_heard(host: Host) -> None:
    host.tags = ("0C000621A5",)  # 125 kHz

    assert host.answer(LIST_TWO) == NONE


def test_pages_of_a_listed_tag_can_be_read(host: Host) -> None:
    host.tags = (NTAG,)
    host.send(LIST_ONE)

    assert host.answer(READ_PAGE_4).startswith("00 00 ff 13 ed d5 41 00 03 00 fe 00 00")


def test_reading_past_the_last_page_goes_on_at_the_first(host: Host) -> None:
    host.tags = (NTAG,)
    host.send(LIST_ONE)

    # Page 2C is the last; NTAG213 section 10.2.
    assert "d5 41 00 00 00 00 00 04 a1 b2 9f c3 d4 e5 f6 04 48 00 00" in host.answer(
        "00 00 ff 05 fb d4 40 01 30 2c 8f 00"
    )


def test_reading_a_tag_that_was_taken_away_times_out(host: Host) -> None:
    host.tags = (NTAG,)
    host.send(LIST_ONE)
    host.tags = ()

    assert host.answer(READ_PAGE_4) == "00 00 ff 03 fd d5 41 01 e9 00"


def test_reading_without_a_listing_is_the_wrong_context(host: Host) -> None:
    assert host.answer(READ_PAGE_4) == "00 00 ff 03 fd d5 41 27 c3 00"


def test_an_unknown_command_gets_the_syntax_error_frame(host: Host) -> None:
    assert host.answer("00 00 ff 02 fe d4 99 93 00") == "00 00 ff 01 ff 7f 81 00"


def test_listing_before_the_sam_is_configured_is_refused(asleep: Host) -> None:
    asleep.send(WAKE)

    assert asleep.answer(LIST_ONE) == "00 00 ff 01 ff 7f 81 00"


def test_a_frame_with_a_wrong_checksum_is_not_acknowledged(host: Host) -> None:
    assert host.send("00 00 ff 02 fe d4 02 2b 00") == ""


def test_the_line_test_gives_262_bytes_back_in_extended_frames(host: Host) -> None:
    body = "d4 00 00 " + " ".join(f"{at & 0xFF:02x}" for at in range(261))
    check = -sum(bytes.fromhex(body)) & 0xFF
    answer = host.answer(f"00 00 ff ff ff 01 08 f7 {body} {check:02x} 00")

    assert answer.startswith("00 00 ff ff ff 01 08 f7 d5 01 00 00 01 02")


def test_the_next_command_ends_a_search(asleep: Host) -> None:
    asleep.send(WAKE)
    asleep.send(SAM)
    asleep.send(LIST_ONE)

    assert asleep.answer(VERSION) == "00 00 ff 06 fa d5 03 32 01 06 07 e8 00"
    asleep.tags = (NTAG,)
    assert asleep.send("", within_s=1) == ""


def test_a_new_baud_rate_holds_after_the_host_has_acknowledged(host: Host) -> None:
    host.send("00 00 ff 03 fd d4 10 05 17 00")
    before = host.emulator.baud
    host.send(ACK)

    assert (before, host.emulator.baud) == (115_200, 230_400)


def test_a_reader_that_lost_its_power_sleeps_and_has_forgotten_everything(host: Host) -> None:
    host.emulator.power(False)
    host.emulator.power(True)
    host.send(WAKE)

    assert host.answer(LIST_ONE) == "00 00 ff 01 ff 7f 81 00"


def test_powering_down_lets_it_sleep(host: Host) -> None:
    assert host.answer("00 00 ff 03 fd d4 16 10 06 00") == "00 00 ff 03 fd d5 17 00 14 00"
    assert host.send("00 00 ff 00 ff 00") == ""


def test_a_poll_of_an_empty_field_costs_the_time_of_its_bytes_and_of_three_tries(loop: VirtualLoop, host: Host) -> None:
    began = loop.time()
    host.port.close()
    ended: list[float] = []
    port = host.cable.open_port(lambda data: ended.append(loop.time() - began), lambda reason: None)
    port.write(bytes.fromhex(LIST_TWO))
    loop.run_for(1)

    # 11 bytes out, 0.2 ms later an ACK of 6 bytes, three tries of 5 ms meanwhile, 10 bytes back.
    assert [round(moment * 1_000, 2) for moment in ended] == [1.68, 17.02]
