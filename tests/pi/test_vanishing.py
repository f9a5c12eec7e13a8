"""Cards that vanish at one moment pause a game; hands that are only quick do not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.table.file import read_table
from tacotable_drivers.ports import TagArrived, TagLeft

ONE, TWO, THREE = "04A1B2C3D4E501", "04A1B2C3D4E502", "04A1B2C3D4E503"


def begin(rig: Rig) -> None:
    """Begin a game of Tacocat, up to the duel."""
    for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)


def is_paused_after(rig: Rig, *left: tuple[str, str, float]) -> bool:
    """Let tags leave pads, each so many milliseconds from now; tells whether the game is paused then."""
    now_ms = rig.loop.time() * 1_000
    for zone, tag, after_ms in left:
        rig.program.controller.handle(TagLeft(zone, tag, now_ms + after_ms))
    return rig.program.controller.situation.game.is_paused


def test_tags_that_leave_all_pads_at_one_moment_pause_the_game() -> None:
    with simulated_table("tacocat") as rig:
        begin(rig)

        assert is_paused_after(rig, ("YAY.pad", ONE, 0), ("WOW.pad", TWO, 40), ("WOW.pad", THREE, 120))


@pytest.mark.parametrize("third_ms", [160, 600, 990])
def test_two_quick_players_and_a_third_card_within_the_second_do_not_pause_a_game(third_ms: float) -> None:
    with simulated_table("tacocat") as rig:
        begin(rig)

        assert not is_paused_after(rig, ("YAY.pad", ONE, 0), ("WOW.pad", TWO, 5), ("YAY.pad", THREE, third_ms))


def test_cards_that_follow_each_other_over_one_pad_do_not_pause_a_deal() -> None:
    with simulated_table("tacocat") as rig:
        begin(rig)
        now_ms = rig.loop.time() * 1_000

        for number, tag in enumerate((ONE, TWO, THREE)):
            rig.program.controller.handle(TagArrived("YAY.pad", tag, now_ms + 40 * number))
            rig.program.controller.handle(TagLeft("YAY.pad", tag, now_ms + 40 * number + 20))

        assert not rig.program.controller.situation.game.is_paused


def test_cards_that_are_gathered_after_a_round_do_not_pause_a_deal() -> None:
    seen = replace(read_table("tacocat"), mode="seen")
    with simulated_table(seen) as rig:
        for button in ("YAY.ok", "YAY.ok"):
            rig.tap(button)
        public = rig.program.controller.situation.public()
        assert public is not None
        assert public.phase == "deal"

        assert not is_paused_after(rig, ("YAY.pad", ONE, 0), ("WOW.pad", TWO, 40), ("WOW.pad", THREE, 120))
