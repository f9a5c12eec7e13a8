"""What displays tell of devices that do not work: which, and what to do; no page and no other machine is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pi.sheets import sheet
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs.device_faults import KINDS, signs
from tacotable.display.draw import MARGIN, SIZES, draw, pages_of, wrapped
from tacotable.display.fonts import WIDTH, width_of
from tacotable.state.scene import Reason, Sign
from tacotable_drivers.ports import DeviceLost

ROOM = WIDTH - 2 * MARGIN
TOLD_S = 31.0
"""So long the slowest loss takes to be told: a display is written to each 30 s where nothing changes."""


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as rig:
        yield rig


def text_of(rig: Rig, screen: str, language: str = "en") -> str:
    return draw(rig.screen(screen), language).text


def test_while_all_is_well_the_menu_offers_nothing_of_devices(rig: Rig) -> None:
    rig.hold("YAY.no")

    assert text_of(rig, "YAY").startswith("MENU / < First game >")


def test_what_is_broken_comes_first_in_the_menu_of_the_lobby_and_is_counted(rig: Rig) -> None:
    rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
    rig.table.switchboard.set("display WOW", "gone", on=True)
    rig.wait(TOLD_S)

    rig.hold("YAY.no")

    assert text_of(rig, "YAY") == "MENU / < Faults > / ! 2"


def test_in_a_game_what_is_broken_comes_behind_what_belongs_to_the_game(rig: Rig) -> None:
    for button in ("YAY.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)
    rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
    rig.wait(7.0)

    rig.hold("YAY.no")
    shown = []
    for _ in range(5):
        shown.append(text_of(rig, "YAY").split(" / ")[1])
        rig.tap("YAY.no")

    assert shown == ["< Hint >", "< Pause >", "< Resign >", "< Faults >", "< Stop the game >"]


def test_each_page_tells_a_device_and_its_mend_in_the_language_of_the_seat(rig: Rig) -> None:
    rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
    rig.table.switchboard.set("display WOW", "gone", on=True)
    rig.wait(TOLD_S)
    rig.hold("YAY.no")
    rig.tap("YAY.ok")

    assert text_of(rig, "YAY") == (
        "FAULTS 1/4 / No answer from WOW's reader. See its cable and its supply; unplug it and put it back. / "
        "No answer from WOW's display. See its four wires and its address."
    )
    assert text_of(rig, "YAY", "zh-TW").startswith("故障 1/")
    assert rig.table.panel("display YAY").picture() in draw(rig.screen("YAY"), "en").turns
    rig.tap("YAY.ok")
    assert text_of(rig, "YAY").startswith("FAULTS 2/4")
    rig.tap("YAY.no")
    assert text_of(rig, "YAY") == "MENU / < Faults > / ! 2"


def test_a_device_that_is_found_while_its_page_is_read_takes_the_page_with_it(rig: Rig) -> None:
    rig.table.switchboard.set("display WOW", "gone", on=True)
    rig.wait(TOLD_S)
    rig.hold("YAY.no")
    rig.tap("YAY.ok")

    rig.table.switchboard.set("display WOW", "gone", on=False)
    rig.wait(TOLD_S)

    assert "YAY" not in rig.program.controller.situation.ui.menus


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    ("device", "fault", "code"),
    [
        ("reader YAY.pad", "silence", "ailing.reader"),
        ("reader YAY.pad", "garbage", "ailing.reader-noise"),
        ("display YAY", "gone", "ailing.display"),
        ("display YAY", "stuck", "ailing.display-held"),
        ("WOW.ok", "stuck", "ailing.button-stuck"),
    ],
)
def test_what_is_told_fits_the_cause(rig: Rig, device: str, fault: str, code: str) -> None:
    rig.table.switchboard.set(device, fault, on=True)
    rig.wait(TOLD_S)

    assert signs(rig.program.controller.situation) == [
        Sign(code, {"device": device if " " in device else f"button {device}"})
    ]


def test_a_device_of_a_kind_that_is_not_known_is_told_too(rig: Rig) -> None:
    rig.program.controller.situation.devices.lost["oven top"] = DeviceLost("oven top", "cold", 0.0)

    assert signs(rig.program.controller.situation) == [Sign("ailing.other", {"device": "oven top"})]


@pytest.mark.parametrize("table", ["tacocat-hub", "kittens-hub"])
def test_with_its_hub_gone_a_table_says_by_itself_that_buttons_are_dead(table: str) -> None:
    """Nobody can open a menu then; a display that asks for a press would be waited at for ever."""
    with simulated_table(table) as rig:
        rig.wait(2.0)
        rig.table.switchboard.set("hub hub", "unplug", on=True)
        rig.wait(3.0)
        told = {text_of(rig, name) for name in rig.program.controller.scene.screens if not name.startswith("space")}
        rig.table.switchboard.set("hub hub", "unplug", on=False)
        rig.wait(4.0)
        after = {rig.says(name) for name in rig.program.controller.scene.screens if not name.startswith("space")}

    assert told == {"! NO BUTTONS / USB cable of / hub hub in?"}
    assert not any(code.startswith("ailing.") for code in after)


def test_a_silent_expander_holds_up_a_game_of_those_who_sit_at_it() -> None:
    with simulated_table("kittens-hub") as rig:
        rig.wait(2.0)
        for seat in ("1", "7"):
            rig.tap(f"{seat}.ok")
        before = text_of(rig, "table")
        rig.table.switchboard.set("expander hub", "gone", on=True)
        rig.wait(2.0)
        in_lobby = text_of(rig, "table")
        rig.hold("1.ok")
        in_game = text_of(rig, "table")

    assert in_lobby == before
    assert in_game == "! NO BUTTONS / See expander of / hub hub"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mend_fits_the_lines_of_a_display(language: str) -> None:
    words, (size, _) = Catalog(language), SIZES[language]
    told = [code for code in words.codes("ailing") if re.fullmatch(r"ailing\.(?!sign)[a-z-]+", code)]

    texts = [words.say(code, {"device": "WOW.pad"}) for code in told if code != "ailing.title"]

    assert len(texts) > len(KINDS)
    assert [line for text in texts for line in wrapped(text, size, ROOM) if width_of(line, size) > ROOM] == []
    assert max(len(pages_of(sheet(language), text)) for text in texts) <= 4


def test_pages_of_several_signs_begin_anew_with_each() -> None:
    first, second = Sign("ailing.buzzer"), Sign("ailing.lights")
    alone = draw(Reason(second, "", 0, "ailing.title"), "en").text

    both = draw(Reason(first, "", 0, "ailing.title", (second,)), "en").text

    assert both.endswith(alone.partition(" / ")[2])
