"""Displays: what a controller makes of luma's own bytes and of byte sequences from the data sheets."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageDraw

from tacotable_drivers.registry import PANELS, SH1106, SSD1306
from tacotable_drivers.screens.oled import OledPanel
from tacotable_drivers.screens.spec import PanelSpec
from tacotable_drivers.spec import SpecError
from tacotable_sim.faults import PanelFault
from tacotable_sim.outputs.panels import Bus, Panel, controller

UPRIGHT = (0xAF, 0xA1, 0xC8)
"""On, and both mirrors as the boards are wired."""


def lit(*places: tuple[int, int, int]) -> bytes:
    """Give a picture with these bytes: page, column, value."""
    picture = bytearray(1_024)
    for page, column, value in places:
        picture[page * 128 + column] = value
    return bytes(picture)


def drawn() -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.rectangle((3, 5, 60, 40), fill=1)
    draw.line((0, 0, 127, 63), fill=1)
    draw.point((127, 0), fill=1)
    return image


def packed(image: Image.Image) -> bytes:
    """Pack a picture pixel by pixel, the plainest way there is."""
    pages = bytearray(1_024)
    for x in range(128):
        for y in range(64):
            pages[y // 8 * 128 + x] |= bool(image.getpixel((x, y))) << y % 8
    return bytes(pages)


@pytest.fixture
def panel() -> Panel:
    made = Panel("seat", controller(SSD1306))
    made.command(*UPRIGHT)
    return made


@pytest.mark.parametrize(("kind", "device"), [(SSD1306, ssd1306), (SH1106, sh1106)])
def test_a_picture_that_luma_sends_is_seen_pixel_by_pixel(kind: PanelSpec, device: Any) -> None:
    panel = Panel("seat", controller(kind))
    shown = device(panel)
    shown.persist = True
    shown.display(drawn())

    assert panel.picture() == packed(drawn())


@pytest.mark.parametrize(
    ("kind", "device", "carried", "transfers"), [(SSD1306, ssd1306, 1_034, 2), (SH1106, sh1106, 1_080, 16)]
)
def test_the_bytes_of_a_whole_picture_are_counted_as_on_the_wire(
    kind: PanelSpec, device: Any, carried: int, transfers: int
) -> None:
    panel = Panel("seat", controller(kind))
    shown = device(panel)
    shown.persist = True
    before = (panel.bytes_carried, panel.transfers)
    shown.display(drawn())

    assert (panel.bytes_carried - before[0], panel.transfers - before[1]) == (carried, transfers)
    assert kind.frame_bytes == carried


def test_a_whole_picture_takes_23_ms_at_400_khz() -> None:
    bus = Bus(400_000)
    Panel("seat", controller(SSD1306), bus).data([0] * 1_024)

    assert round(bus.busy_s * 1_000, 1) == 23.1


def test_a_display_that_is_off_is_dark(panel: Panel) -> None:
    panel.data([0xFF])
    panel.command(0xAE)

    assert panel.picture() == bytes(1_024)


def test_a_window_is_filled_row_by_row_and_starts_anew_at_its_end(panel: Panel) -> None:
    # SSD1306 §10.1.3 to 10.1.5: horizontal mode, columns 10 and 11, pages 2 and 3.
    panel.command(0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3)
    panel.data([1, 2, 3, 4, 5])

    assert panel.picture() == lit((2, 10, 5), (2, 11, 2), (3, 10, 3), (3, 11, 4))


def test_in_vertical_mode_a_window_is_filled_column_by_column(panel: Panel) -> None:
    panel.command(0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3)
    panel.data([1, 2, 3])

    assert panel.picture() == lit((2, 10, 1), (3, 10, 2), (2, 11, 3))


def test_in_page_mode_the_column_starts_anew_on_the_same_page(panel: Panel) -> None:
    panel.command(0x20, 0x02, 0xB3, 0x0F, 0x17)  # page 3, column 7F
    panel.data([1, 2])

    assert panel.picture() == lit((3, 127, 1), (3, 0, 2))


def test_operands_may_come_in_a_later_transfer(panel: Panel) -> None:
    panel.command(0x20, 0x00, 0x21)
    panel.command(10, 11)
    panel.data([7])

    assert panel.picture() == lit((0, 10, 7))


def test_the_left_edge_of_an_sh1106_is_its_third_column() -> None:
    panel = Panel("seat", controller(SH1106))
    panel.command(*UPRIGHT, 0xB0, 0x02, 0x10)
    panel.data([9])

    assert panel.picture() == lit((0, 0, 9))


def test_the_two_halves_of_a_column_may_pass_the_edge_between_them() -> None:
    panel = Panel("x", controller(SH1106))
    panel.command(0xAF, 0xA1, 0xC8, 0xB0, 0x0F, 0x18)  # column 143, beyond the memory: never written
    panel.data([0xFF])

    panel.command(0x0D, 0x10)  # column 13, set half by half
    panel.data([0xFF])

    assert [column for column, byte in enumerate(panel.picture()) if byte] == [11]


def test_an_sh1106_knows_no_windows() -> None:
    panel = Panel("seat", controller(SH1106))
    panel.command(*UPRIGHT, 0x20, 0x00, 0x22, 5, 6)
    panel.command(0xB0, 0x02, 0x10)
    panel.data([9])

    assert panel.picture() == lit((0, 0, 9))


def test_inverting_shows_dark_as_light(panel: Panel) -> None:
    panel.command(0xA7)

    assert panel.picture() == b"\xff" * 1_024


def test_the_start_line_scrolls_the_picture_up(panel: Panel) -> None:
    panel.command(0x20, 0x00)
    panel.data([0b0000_0100])
    panel.command(0x42)  # line 2 on top

    assert panel.picture() == lit((0, 0, 0b0000_0001))


def test_a_start_line_on_a_page_boundary_scrolls_whole_pages(panel: Panel) -> None:
    panel.command(0x20, 0x00, 0x21, 0, 127, 0x22, 1, 7)
    panel.data([0x81])
    panel.command(0x48)

    assert panel.picture() == lit((0, 0, 0x81))


def test_without_the_mirrors_the_picture_is_upside_down(panel: Panel) -> None:
    panel.command(0xA0, 0xC0, 0x20, 0x00)
    panel.data([0b0000_0001])

    assert panel.picture() == lit((7, 127, 0b1000_0000))


def test_contrast_is_kept(panel: Panel) -> None:
    panel.command(0x81, 0x10)

    assert panel.controller.contrast == 0x10


def test_a_missing_panel_is_error_121_as_from_the_kernel(panel: Panel) -> None:
    panel.suffer(PanelFault.GONE, on=True)

    with pytest.raises(OSError, match="Remote I/O error") as caught:
        panel.data([1])
    assert caught.value.errno == 121


def test_a_panel_that_comes_back_is_off_and_has_forgotten_its_picture(panel: Panel) -> None:
    panel.data([1])
    panel.suffer(PanelFault.GONE, on=True)
    panel.suffer(PanelFault.GONE, on=False)
    dark = panel.picture()
    panel.command(*UPRIGHT)

    assert dark == bytes(1_024)
    assert panel.picture() == bytes(1_024)


def test_a_slow_panel_keeps_its_writer_waiting_a_hundred_times_as_long() -> None:
    waited: list[float] = []
    panel = Panel("seat", controller(SSD1306), Bus(400_000, waited.append))
    panel.suffer(PanelFault.SLOW, on=True)
    panel.data([0] * 1_024)

    assert [round(seconds, 2) for seconds in waited] == [2.31]


def test_a_stuck_panel_times_out(panel: Panel) -> None:
    panel.suffer(PanelFault.STUCK, on=True)

    with pytest.raises(TimeoutError):
        panel.command(0xAF)


def test_an_emulator_that_is_not_there_is_named_with_its_display() -> None:
    with pytest.raises(SpecError, match="display 'mine': emulator: no.such:Panel cannot be imported"):
        controller(replace(SSD1306, name="mine", emulator="no.such:Panel"))


@pytest.mark.parametrize(
    "kind",
    [*PANELS, replace(SSD1306, width=256, device="sim.test_panels:Wide")],
    ids=lambda kind: f"{kind.width}x{kind.height} {kind.name}",
)
def test_pictures_of_a_panel_of_any_size_arrive_pixel_by_pixel(kind: PanelSpec) -> None:
    chance = Random(1)
    glass = Panel("seat", controller(kind))
    panel = OledPanel(glass, kind)
    picture = bytearray(kind.width * kind.height // 8)
    for _ in range(20):
        at = chance.randrange(len(picture))
        picture[at : at + 40] = chance.randbytes(len(picture[at : at + 40]))
        panel.show(bytes(picture))

        assert glass.picture() == picture


class Wide:
    """What luma's class of a panel of 256 x 64 would send to set it up; luma has none that is told its pixels so."""

    def __init__(self, interface: Panel, width: int, height: int) -> None:
        assert (width, height) == (256, 64)
        interface.command(0xAE, 0x20, 0x00, 0xA1, 0xC8)
        interface.command(0x21, 0, 255, 0x22, 0, 7)
        interface.data([0] * 2_048)
