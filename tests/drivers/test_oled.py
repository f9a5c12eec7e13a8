"""Panels: exact bytes, pixel-exact pictures against the controllers' memory, and a cable that comes out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from luma.core.error import DeviceNotFoundError

from drivers.panel_memory import PanelMemory, Sh1106Memory, Ssd1306Memory
from tacotable_drivers.ports import PanelError
from tacotable_drivers.registry import SH1106, SSD1306
from tacotable_drivers.screens.difference import as_hung
from tacotable_drivers.screens.oled import DISPLAY_OFF, OledPanel, open_i2c, set_up
from tacotable_drivers.screens.spec import PanelSpec
from tacotable_sim.faults import PanelFault
from tacotable_sim.outputs.panels import Panel, controller, turned

EMPTY = bytes(1_024)
DIGIT = bytes(2 * 128 + 40) + b"\x7e" * 10 + bytes(1_024 - 2 * 128 - 50)

MEMORIES: dict[str, type[PanelMemory]] = {"ssd1306": Ssd1306Memory, "sh1106": Sh1106Memory}
both = pytest.mark.parametrize("spec", [SSD1306, SH1106], ids=lambda spec: spec.name)


class DeafToSetUp:
    """The memory models know pictures only: the set-up is compared byte by byte elsewhere."""

    def __init__(self, memory: PanelMemory, spec: PanelSpec) -> None:
        self.memory = memory
        self.set_up = set_up(spec)

    def command(self, *command: int) -> None:
        if command in self.set_up or (DISPLAY_OFF, *command) in self.set_up:
            self.memory._transfer(bytes(command))
        else:
            self.memory.command(*command)

    def data(self, data: list[int]) -> None:
        self.memory.data(data)

    def cleanup(self) -> None:
        self.memory.cleanup()


def panel_of(spec: PanelSpec) -> tuple[OledPanel, PanelMemory]:
    memory = MEMORIES[spec.name]()
    return OledPanel(DeafToSetUp(memory, spec), spec), memory  # type: ignore[arg-type]  # lists only


def sent(memory: PanelMemory) -> list[str]:
    return [part.hex(" ") for part in memory.transfers]


def test_the_ssd1306_is_set_up_as_its_data_sheet_says() -> None:
    first, contrast = set_up(SSD1306)

    assert bytes(first).hex(" ") == (
        "ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6"  # §10.1 and the charge pump's appendix
    )
    assert bytes(contrast).hex(" ") == "81 cf"


@both
def test_a_set_up_leaves_the_panel_off(spec: PanelSpec) -> None:
    commands = set_up(spec)

    assert commands[0][0] == 0xAE
    assert (0xAF,) not in commands


@both
def test_a_panel_is_dark_until_its_first_picture_is_complete(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)

    panel.show(DIGIT)

    assert sent(memory)[-1] == "af"
    assert memory.is_on
    assert memory.picture == DIGIT
    assert panel.full_pictures == 1


def test_a_changed_digit_costs_an_ssd1306_20_bytes_on_the_wire() -> None:
    panel, memory = panel_of(SSD1306)
    panel.show(EMPTY)
    memory.transfers.clear()
    before = panel.bytes_sent

    panel.show(DIGIT)

    assert sent(memory) == ["21 28 31 22 02 02", "7e 7e 7e 7e 7e 7e 7e 7e 7e 7e"]
    assert panel.bytes_sent - before == 20


def test_a_changed_digit_on_an_sh1106_is_two_columns_further_right() -> None:
    panel, memory = panel_of(SH1106)
    panel.show(EMPTY)
    memory.transfers.clear()

    panel.show(DIGIT)

    assert sent(memory) == ["b2 0a 12", "7e 7e 7e 7e 7e 7e 7e 7e 7e 7e"]


@both
def test_the_same_picture_sends_nothing(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    panel.show(DIGIT)
    memory.transfers.clear()

    panel.show(DIGIT)

    assert memory.transfers == []


@both
@pytest.mark.parametrize("seed", range(5))
def test_random_pictures_arrive_pixel_by_pixel(spec: PanelSpec, seed: int) -> None:
    chance = Random(seed)
    panel, memory = panel_of(spec)
    picture = bytearray(EMPTY)
    for _ in range(40):
        for _ in range(chance.randint(0, 6)):
            at, size = chance.randrange(1_024), chance.randint(1, 60)
            picture[at : at + size] = chance.randbytes(len(picture[at : at + size]))
        panel.show(bytes(picture))

        assert memory.picture == bytes(picture)
        assert panel.bytes_sent == memory.wire_bytes


@both
def test_a_glitch_is_mended_by_the_whole_picture(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    panel.show(DIGIT)
    memory.memory[5][77] ^= 0x10

    panel.show_whole(DIGIT)

    assert memory.picture == DIGIT
    assert panel.full_pictures == 2


@both
def test_a_glitch_and_a_lost_set_up_are_mended_by_its_renewed_parts(spec: PanelSpec) -> None:
    glass = Panel("display", controller(spec))
    panel = OledPanel(glass, spec)
    panel.show_whole(DIGIT)
    glass.suffer(PanelFault.GONE, on=True)
    glass.suffer(PanelFault.GONE, on=False)
    sent_before, whole_before = panel.bytes_sent, panel.full_pictures

    for _ in range(panel.parts):
        panel.renew_part()

    assert glass.picture() == DIGIT
    assert panel.full_pictures == whole_before
    assert panel.bytes_sent - sent_before < 1.9 * 1_024


@both
def test_a_panel_whose_power_dipped_unnoticed_shows_the_next_whole_picture(spec: PanelSpec) -> None:
    glass = Panel("display", controller(spec))
    panel = OledPanel(glass, spec)
    panel.show_whole(DIGIT)
    glass.suffer(PanelFault.GONE, on=True)
    glass.suffer(PanelFault.GONE, on=False)

    panel.show_whole(DIGIT)

    assert glass.picture() == DIGIT


def pixel(picture: bytes, x: int, y: int) -> int:
    return picture[y // 8 * 128 + x] >> y % 8 & 1


@both
def test_a_panel_that_hangs_upside_down_has_every_pixel_at_the_opposite_place(spec: PanelSpec) -> None:
    memory = MEMORIES[spec.name]()
    panel = OledPanel(DeafToSetUp(memory, spec), spec, rotate=180)  # type: ignore[arg-type]  # lists only
    picture = Random(7).randbytes(1_024)
    panel.show(DIGIT)
    panel.show(picture)

    seen = memory.picture
    assert all(pixel(seen, 127 - x, 63 - y) == pixel(picture, x, y) for x in range(128) for y in range(64))


@both
def test_a_simulated_panel_that_hangs_upside_down_is_seen_upright(spec: PanelSpec) -> None:
    glass = Panel("display", controller(spec), rotate=180)
    OledPanel(glass, spec, rotate=180).show(DIGIT)

    assert glass.picture() == DIGIT


@pytest.mark.parametrize(
    ("degrees", "column", "row"), [(0, 3, 10), (90, 10, 127 - 3), (180, 127 - 3, 127 - 10), (270, 127 - 10, 3)]
)
def test_a_square_panel_may_hang_by_quarter_turns(degrees: int, column: int, row: int) -> None:
    dot = bytearray(128 * 16)
    dot[10 // 8 * 128 + 3] = 1 << 10 % 8
    picture = Random(8).randbytes(128 * 16)

    sent = as_hung(bytes(dot), 128, degrees)
    assert pixel(sent, column, row) == 1
    assert sum(map(int.bit_count, sent)) == 1
    assert turned(as_hung(picture, 128, degrees), 128, degrees) == picture


@both
def test_a_panel_has_the_contrast_of_the_table_file_after_each_set_up(spec: PanelSpec) -> None:
    glass = Panel("display", controller(spec))
    panel = OledPanel(glass, spec, contrast=0x20)
    panel.show_whole(DIGIT)
    first = glass.controller.contrast
    glass.controller.contrast = 0xFF
    panel.show_whole(DIGIT)

    assert (first, glass.controller.contrast) == (0x20, 0x20)


@both
@pytest.mark.parametrize("contrast", [None, 0x20])
def test_a_dimmed_panel_shows_the_same_darkly_and_lights_up_again(spec: PanelSpec, contrast: int | None) -> None:
    glass = Panel("display", controller(spec))
    panel = OledPanel(glass, spec, contrast=contrast)
    panel.show(DIGIT)
    bright, before = glass.controller.contrast, panel.bytes_sent
    panel.dim(True)
    dimmed, cost = glass.controller.contrast, panel.bytes_sent - before
    panel.show_whole(DIGIT)
    still = glass.controller.contrast
    panel.dim(False)

    assert (dimmed, still, glass.controller.contrast) == (0, 0, bright)
    assert glass.picture() == DIGIT
    assert cost < 60


def test_dimming_shortens_the_pre_charge_and_lowers_the_deselect_level() -> None:
    heard: list[tuple[int, ...]] = []

    class Wire:
        def command(self, *command: int) -> None:
            heard.append(command)

        def data(self, data: Sequence[int]) -> None:
            """Pictures are compared elsewhere."""

        def cleanup(self) -> None:
            """Nothing hangs on it."""

    panel = OledPanel(Wire(), SSD1306)
    panel.show(DIGIT)
    panel.dim(True)

    assert heard[-4:] == [(0x81, 0x00), (0xD9, 0x11), (0xDB, 0x00), (0xAF,)]


@both
def test_sending_the_whole_picture_again_never_switches_the_panel_off(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    panel.show_whole(DIGIT)
    before = len(memory.transfers)

    panel.show_whole(DIGIT)

    assert not any(transfer[:1] == b"\xae" for transfer in memory.transfers[before:])


@both
def test_a_missing_panel_says_what_to_look_at(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    memory.is_gone = True

    with pytest.raises(PanelError, match=r"no answer \(.*Remote I/O error\); are its four wires in"):
        panel.show(DIGIT)


@both
def test_a_panel_that_comes_back_is_set_up_and_shown_anew(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    panel.show(DIGIT)
    memory.is_gone = True
    with pytest.raises(PanelError):
        panel.show(EMPTY)
    memory.memory = [[0x5A] * memory.columns for _ in range(8)]
    memory.is_gone, memory.is_on = False, False
    memory.transfers.clear()

    panel.show(DIGIT)

    assert memory.is_on
    assert memory.picture == DIGIT
    assert memory.transfers[0] == bytes(set_up(spec)[0])


@both
def test_luma_s_own_error_is_told_in_the_same_way(spec: PanelSpec) -> None:
    class NotFound:
        def command(self, *command: int) -> None:
            raise DeviceNotFoundError("I2C device not found on address: 0x3C")

        def data(self, data: object) -> None:
            raise TimeoutError(110, "Connection timed out")

        def cleanup(self) -> None:
            pass

    with pytest.raises(PanelError, match="0x3C"):
        OledPanel(NotFound(), spec).show(EMPTY)


@both
def test_a_closed_panel_is_dark_and_given_back(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    panel.show(DIGIT)

    panel.close()

    assert not memory.is_on
    assert memory.cleanups == 1


@both
def test_a_panel_that_is_gone_can_be_closed(spec: PanelSpec) -> None:
    panel, memory = panel_of(spec)
    memory.is_gone = True

    panel.close()

    assert memory.cleanups == 1


@both
def test_a_picture_of_another_size_is_a_mistake(spec: PanelSpec) -> None:
    panel, _ = panel_of(spec)

    with pytest.raises(ValueError, match="1024 bytes, not 512"):
        panel.show(bytes(512))


def test_a_missing_bus_says_what_to_switch_on() -> None:
    with pytest.raises(PanelError, match="I2C bus 99: .*is I2C switched on"):
        open_i2c(99, 0x3C)
