"""The middle of a ring: up to four displays that show the same, and a single one that turns to whoever is asked."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.display.draw import draw
from tacotable.table.file import TableFile, TableFileError, parse_table, read_table
from tacotable.table.parts import public_screens


def ring(displays: int, seats: int = 4) -> TableFile:
    table = read_table("kittens")
    assert table.play is not None
    one = table.play.displays[0]
    places = [msgspec.structs.replace(one, bus=10 + n) for n in range(displays)]
    return msgspec.structs.replace(
        table, seats=table.seats[:seats], play=msgspec.structs.replace(table.play, displays=places)
    )


def begin(rig: Rig) -> None:
    for seat in "1234":
        rig.tap(f"{seat}.ok")
    rig.hold("1.ok")
    rig.wait(2.0)
    rig.tap("1.ok")
    rig.wait(2.0)


def turn_of(rig: Rig) -> str:
    return str(rig.program.controller.situation.family.asked(rig.program.controller.situation))


def test_all_of_them_show_the_same() -> None:
    table = ring(4)
    with simulated_table(table, seed=1) as rig:
        rig.wait(1.0)
        pictures = {rig.table.panel(f"display {name}").picture() for name in public_screens(table)}

        assert public_screens(table) == ("table", "table 2", "table 3", "table 4")
        assert pictures == {draw(rig.screen("table"), "en").pixels}


def test_a_single_one_turns_to_the_seat_that_is_asked() -> None:
    with simulated_table(ring(1), seed=1) as rig:
        begin(rig)
        seen: dict[str, bool] = {}
        for _ in range(4):
            drawn = draw(rig.screen("table"), "en")
            picture = rig.table.panel("display table").picture()
            seen[turn_of(rig)] = picture == drawn.on_its_head().pixels
            assert picture in (drawn.pixels, drawn.on_its_head().pixels)
            rig.tap(f"{turn_of(rig)}.ok")
            rig.wait(2.0)

        assert seen == {"1": False, "2": False, "3": True, "4": False}


def test_two_of_them_do_not_turn() -> None:
    with simulated_table(ring(2), seed=1) as rig:
        begin(rig)
        for _ in range(4):
            assert rig.program.controller.scene.turned == frozenset()
            rig.tap(f"{turn_of(rig)}.ok")
            rig.wait(2.0)


@pytest.mark.parametrize("count", [0, 5])
def test_there_are_one_to_four(count: int) -> None:
    text = files("tacotable").joinpath("tables", "kittens.toml").read_text("utf-8")
    before, _, rest = text.partition("displays = [")
    one = '{ controller = "ssd1309", bus = 1 }'
    with pytest.raises(TableFileError, match="play.displays"):
        parse_table(before + "displays = [" + ", ".join([one] * count) + rest[rest.index("]") :], "t.toml")


def test_a_menu_of_a_seat_without_a_display_is_on_all_of_them() -> None:
    with simulated_table(ring(2), seed=1) as rig:
        begin(rig)
        rig.hold("1.nope")
        rig.wait(1.0)

        assert rig.screen("table 2") == rig.screen("table")
