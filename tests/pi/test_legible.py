"""What displays say can be read from a chair: 16 arc minutes for the lowest capitals that each is written in."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pi.sheets import lowest_capital
from pi.test_catalog import oled_messages, widest_values
from pi.test_display_sizes import HUGE, PEOPLE, SHORT, WIDE, each_language, screens_of_messages
from tacotable.commands import check
from tacotable.display.fonts import HEIGHT, WIDTH, Size
from tacotable.display.legible import LEAST_ARC_MINUTES, capital_px, faults_of_reading, least_size, seen_at
from tacotable.state.scene import Choice, Notice, Reason, Screen, Sign
from tacotable.table.file import SHIPPED, parse_table, read_table
from tacotable_drivers.registry import PANELS, SH1106, SSD1306, SSD1306_32, SSD1309
from tacotable_drivers.screens.spec import PanelSpec


def test_a_capital_of_the_usual_words_is_11_pixels_high() -> None:
    assert [capital_px(size) for size in (13, 15, 18)] == [10, 11, 14]


@pytest.mark.parametrize(
    ("panel", "metres", "seen"),
    [(SSD1306, 0.5, 12.8), (SH1106, 0.5, 17.4), (SSD1309, 1.0, 16.2), (SH1106, 1.0, 8.7), (SSD1306_32, 0.4, 15.0)],
    ids=lambda told: told.name if isinstance(told, PanelSpec) else f"{told}",
)
def test_how_high_capitals_seem(panel: PanelSpec, metres: float, seen: float) -> None:
    assert round(seen_at(panel, metres), 1) == seen


@pytest.mark.parametrize("name", SHIPPED)
def test_each_shipped_table_can_be_read(name: str) -> None:
    assert list(faults_of_reading(read_table(name))) == []


@pytest.mark.long
@each_language
@pytest.mark.parametrize("size", [(panel.width, panel.height) for panel in PANELS] + [WIDE], ids=str)
def test_nothing_is_written_lower_than_is_counted(size: Size, language: str) -> None:
    panel = SSD1306_32 if size == SHORT else SSD1306
    screens: list[Screen] = [
        *screens_of_messages(language),
        *(
            Notice(Sign(code, widest_values(language, code)), seat="10")
            for told, code in oled_messages()
            if told == language and code.startswith("refusal.")
        ),
        Choice(Sign("sign.duel"), "12", count=12, position=11),
        Choice(Sign("sign.duel"), "item.ek120", count=5, is_word=True, hint="hint.nope-hold"),
        *(Reason(Sign("rule.attack-shape"), "attack-shape", page) for page in range(6)),
    ]

    low = [each for each in screens if lowest_capital(each, language, PEOPLE, size) < capital_px(least_size(panel))]

    assert low == []


def test_a_larger_picture_is_read_from_as_far() -> None:
    large = PanelSpec(name="large", device="luma:x", width_mm=55, height_mm=27.5, ma=1, width=HUGE[0], height=HUGE[1])
    small = PanelSpec(name="small", device="luma:x", width_mm=55, height_mm=27.5, ma=1, width=WIDTH, height=HEIGHT)

    assert seen_at(large, 1.0) == seen_at(small, 1.0)


def test_check_refuses_a_display_that_nobody_can_read_and_names_one_that_will_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = files("tacotable").joinpath("tables", "kittens.toml").read_text("utf-8").replace("ssd1309", "sh1106")
    (tmp_path / "mine.toml").write_text(text, "utf-8")

    assert check.main([str(tmp_path / "mine.toml")]) == 1
    told = capsys.readouterr().err
    assert "8.7 arc minutes" in told
    assert "take ssd1309" in told
    assert "within 0.54 m (ring_m in [distances])" in told


def test_who_sits_nearer_reads_smaller_ones() -> None:
    text = files("tacotable").joinpath("tables", "buttons.toml").read_text("utf-8").replace("sh1106", "ssd1306")
    near = text.replace("[buzzer]", "[distances]\nseats_m = 0.4\n\n[buzzer]")

    assert len(list(faults_of_reading(parse_table(text, "t.toml")))) == 2
    assert list(faults_of_reading(parse_table(near, "t.toml"))) == []
    assert LEAST_ARC_MINUTES == 16
