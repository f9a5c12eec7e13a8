"""The model of the reader chip against the flow of its data sheet, byte by byte, without any driver.

Each exchange is (what goes over SPI, what must come back); sources are the sections of the NXP MFRC522 data sheet and
of ISO 14443-3 named beside them. Check bytes can be worked out by hand: BCC is the XOR of four bytes, CRC_A is that of
ISO 14443-3 annex B (its examples: 00 00 gives A0 1E, 12 34 gives 26 CF).
"""

from __future__ import annotations

import pytest

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip
from tacotable_sim.readers.ntag import crc_a

SEVEN = bytes.fromhex("04A1B2C3D4E5F6")
FOUR = bytes.fromhex("DEADBEEF")


class Bench:
    """A chip with tags in its field and a hand on its SPI."""

    def __init__(self, *tags: bytes) -> None:
        self.us = 0
        self.tags = tags
        self.chip = Mfrc522Chip(lambda: self.us, lambda: self.tags)
        self.us += 100

    def frame(self, sent: str) -> str:
        """Select the chip, exchange bytes, let it go."""
        self.chip.select(0)
        received = bytes(self.chip.exchange(byte) for byte in bytes.fromhex(sent))
        self.chip.select(1)
        return received.hex(" ")

    def write(self, register: int, value: int) -> None:
        self.frame(f"{register << 1:02x}{value:02x}")

    def read(self, register: int) -> int:
        return int(self.frame(f"{register << 1 | 0x80:02x}00")[3:], 16)

    def set_up(self) -> None:
        for register, value in ((0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0), (0x2D, 40), (0x15, 0x40), (0x14, 0x83)):
            self.write(register, value)
        self.us += 5_000  # tags wake up

    def transceive(self, frame: str, framing: int = 0) -> str:
        """Send a frame through the air by the book (§10.3.1.8), wait long enough, and read what came."""
        self.write(0x01, 0x00)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.frame("12" + frame)
        self.write(0x0D, framing)
        self.write(0x01, 0x0C)
        self.write(0x0D, framing | 0x80)
        self.us += 5_000
        count = self.read(0x0A)
        return self.frame("92" * count + "00")[3:] if count else ""


def test_spi_gives_a_register_one_byte_after_its_address() -> None:
    """§8.1.2.1: reading VersionReg (37h, address byte EEh); the first byte back means nothing."""
    bench = Bench()

    assert bench.frame("ee 00") == "00 92"


def test_spi_gives_many_registers_under_one_selection() -> None:
    """§8.1.2.1, table 6: address after address, each answered by the byte after it."""
    bench = Bench()
    bench.write(0x2D, 0x28)

    assert bench.frame("ee da 82 00") == "00 92 28 20"


def test_spi_writes_many_bytes_to_one_register() -> None:
    """§8.1.2.2, table 7: three bytes into FIFODataReg (09h, address byte 12h); FIFOLevelReg (0Ah) counts them."""
    bench = Bench()

    bench.frame("12 26 93 20")

    assert bench.read(0x0A) == 3
    assert bench.frame("92 92 92 00") == "00 26 93 20"


@pytest.mark.parametrize(
    ("register", "value"),
    [(0x01, 0x20), (0x04, 0x14), (0x0B, 0x08), (0x0C, 0x10), (0x11, 0x3F), (0x14, 0x80), (0x26, 0x48), (0x2D, 0x00)],
)
def test_a_soft_reset_gives_registers_their_first_values(register: int, value: int) -> None:
    """§9.2, the column of reset values; §10.3.1.10 SoftReset."""
    bench = Bench()
    bench.set_up()
    bench.write(0x01, 0x0F)
    bench.us += 100

    assert bench.read(register) == value


def test_right_after_a_reset_the_chip_is_not_awake() -> None:
    """§8.8.2: 1024 clocks of 27.12 MHz, that is 37.74 µs; PowerDown (CommandReg bit 4) is set until then."""
    bench = Bench()
    bench.write(0x01, 0x0F)

    awake = []
    for us in (0, 30, 20):
        bench.us += us
        awake.append(bench.read(0x01) & 0x10 == 0)

    assert awake == [False, False, True]


def test_the_fifo_holds_64_bytes_and_says_when_more_came() -> None:
    """§8.3.3: BufferOvfl, ErrorReg bit 4; a flush clears it (§9.3.1.11)."""
    bench = Bench()
    bench.frame("12" + "55" * 65)
    full = (bench.read(0x0A), bench.read(0x06) & 0x10)

    bench.write(0x0A, 0x80)

    assert full == (64, 0x10)
    assert (bench.read(0x0A), bench.read(0x06) & 0x10) == (0, 0)


def test_interrupt_bits_are_cleared_and_set_by_mask() -> None:
    """§9.3.1.5: bit 7 (Set1) says whether the marked bits are set or cleared."""
    bench = Bench()
    bench.write(0x04, 0x7F)
    cleared = bench.read(0x04)
    bench.write(0x04, 0x81)

    assert (cleared, bench.read(0x04)) == (0x00, 0x01)


@pytest.mark.parametrize(("data", "crc"), [("0000", "a0 1e"), ("1234", "26 cf"), ("5000", "57 cd")])
def test_the_crc_coprocessor_counts_as_iso_14443_does(data: str, crc: str) -> None:
    """§10.3.1.4 CalcCRC; ISO 14443-3 annex B.1 for the first two, HLTA for the third."""
    bench = Bench()
    bench.frame("12" + data)
    bench.write(0x01, 0x03)

    assert f"{bench.read(0x22):02x} {bench.read(0x21):02x}" == crc
    assert bench.read(0x05) & 0x04


def test_reqa_is_answered_by_the_size_of_the_number() -> None:
    """ISO 14443-3 §6.5.2: bits 7 and 8 of ATQA: 00 single, 01 double; seven bits are sent."""
    for tag, atqa in ((SEVEN, "44 00"), (FOUR, "04 00")):
        bench = Bench(tag)
        bench.set_up()

        assert bench.transceive("26", 0x07) == atqa


def test_an_empty_field_ends_by_the_timer() -> None:
    """§8.5: 41 steps of 339 / 13.56 MHz (25 µs) after 86 µs of sending; TimerIRq is bit 0 of ComIrqReg."""
    bench = Bench()
    bench.set_up()
    bench.write(0x04, 0x7F)
    bench.frame("12 26")
    bench.write(0x01, 0x0C)
    bench.write(0x0D, 0x87)

    seen = []
    for us in (80, 10, 1_000, 30):
        bench.us += us
        seen.append(bench.read(0x04))

    assert seen == [0x00, 0x40, 0x40, 0x41]


def test_without_a_field_nobody_answers() -> None:
    bench = Bench(SEVEN)
    bench.set_up()
    bench.write(0x14, 0x80)

    assert bench.transceive("26", 0x07) == ""


def test_a_number_of_seven_bytes_takes_two_cascade_levels_and_then_rests() -> None:
    """ISO 14443-3 §6.5.3, §6.5.4: cascade tag 88, check bytes by XOR, SAK bit 3 says "not whole yet"; §6.4.3: HLTA."""
    bench = Bench(SEVEN)
    bench.set_up()

    told = [
        bench.transceive("26", 0x07),
        bench.transceive("93 20"),
        bench.transceive("93 70 88 04 a1 b2 9f" + crc_a(bytes.fromhex("93708804a1b29f")).hex()),
        bench.transceive("95 20"),
        bench.transceive("95 70 c3 d4 e5 f6 04" + crc_a(bytes.fromhex("9570c3d4e5f604")).hex()),
        bench.transceive("50 00 57 cd"),
        bench.transceive("26", 0x07),
        bench.transceive("52", 0x07),
    ]

    assert told == [
        "44 00",
        "88 04 a1 b2 9f",
        "04 da 17",
        "c3 d4 e5 f6 04",
        "00 fe 51",
        "",
        "",  # REQA does not wake who rests
        "44 00",  # WUPA does
    ]


def test_a_selected_tag_that_is_woken_again_misses_that_call() -> None:
    """ISO 14443-3 §6.3: in ACTIVE a WUPA is no command, and sends the tag back to IDLE."""
    bench = Bench(FOUR)
    bench.set_up()
    bench.transceive("26", 0x07)
    bench.transceive("93 70 de ad be ef 22" + crc_a(bytes.fromhex("9370deadbeef22")).hex())

    assert [bench.transceive("52", 0x07), bench.transceive("52", 0x07)] == ["", "04 00"]


def test_a_select_with_a_wrong_crc_is_not_answered() -> None:
    bench = Bench(FOUR)
    bench.set_up()
    bench.transceive("26", 0x07)

    assert bench.transceive("93 70 de ad be ef 22 00 00") == ""


def test_where_two_numbers_differ_the_chip_names_the_bit() -> None:
    """§9.3.1.15: CollPos 1 is the first bit; 88 04 01 .. and 88 04 03 .. first differ in bit 18. §9.3.1.7: CollErr."""
    bench = Bench(bytes.fromhex("04010203040506"), bytes.fromhex("04030203040506"))
    bench.set_up()
    bench.write(0x0E, 0x00)
    bench.transceive("26", 0x07)

    told = bench.transceive("93 20")

    assert told == "88 04 01 00 00"
    assert (bench.read(0x06) & 0x08, bench.read(0x0E) & 0x3F) == (0x08, 18)


def test_an_answer_that_goes_on_within_a_byte_is_aligned() -> None:
    """ISO 14443-3 §6.5.3.2 and §9.3.1.14 RxAlign: 18 bits are known, the rest begins at bit 2 of the first byte."""
    bench = Bench(bytes.fromhex("04010203040506"), bytes.fromhex("04030203040506"))
    bench.set_up()
    bench.transceive("26", 0x07)

    told = bench.transceive("93 42 88 04 03", 0x22)

    assert told == "00 02 8d"  # bits 3-8 of 03, then 02 and the check byte 88^04^03^02


def test_a_silent_chip_leaves_the_line_high() -> None:
    bench = Bench()
    bench.chip.is_silent = True

    assert bench.frame("ee 00") == "ff ff"


def test_a_garbled_answer_is_one_whose_parity_does_not_fit() -> None:
    """§9.3.1.7: ParityErr, ErrorReg bit 1; §9.3.1.5: ErrIRq, ComIrqReg bit 1."""
    bench = Bench(FOUR)
    bench.set_up()
    bench.chip.spoils = lambda bit_count: 10
    heard = bench.transceive("26", 0x07)

    assert heard == "04 04"
    assert bench.read(0x06) & 0x02
    assert bench.read(0x04) & 0x02


def test_a_tag_may_be_deaf_for_five_milliseconds_after_its_field_came() -> None:
    """ISO 14443-3 §6.1."""
    bench = Bench(FOUR)
    bench.set_up()
    bench.write(0x14, 0x80)
    bench.write(0x14, 0x83)

    early = bench.transceive("26", 0x07)

    assert early == ""
    assert bench.transceive("26", 0x07) == "04 00"
