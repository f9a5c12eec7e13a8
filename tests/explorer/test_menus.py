"""Menus that lie over what others read, and menus whose item goes: each lit lamp still does something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from explorer.gestures import HOLD_MS, carry_out, gestures
from explorer.phase_list import PHASES
from explorer.phases import Phase
from explorer.promises import check_lamps
from explorer.world import World
from tacotable.dialogs.menu import is_covered
from tacotable.dialogs.menu_items import offered

ALL = pytest.mark.parametrize("phase", PHASES.values(), ids=str)


def opened(world: World, *seats: str) -> World:
    """Return a fork in which seats have held the buttons that open their menus."""
    now = world.fork()
    for seat in seats:
        now.tap(
            next(f"{seat}.{role}" for role in ("no", "nope", "left") if f"{seat}.{role}" in now.buttons), ms=HOLD_MS
        )
        now.wait(700.0)
    return now


def with_a_menu(phase: Phase) -> Iterator[World]:
    world = phase.world()
    for seat in world.seats:
        if seat in (now := opened(world, seat)).situation.ui.menus:
            yield now


def useless(world: World) -> list[str]:
    return [str(one) for one in check_lamps(world) if "does nothing" in one.kind]


@ALL
def test_a_lit_lamp_beside_an_open_menu_does_something(phase: Phase) -> None:
    known = useless(phase.world())

    assert [one for world in with_a_menu(phase) for one in useless(world) if one not in known] == []


@ALL
def test_of_two_menus_on_one_display_each_lit_lamp_does_something(phase: Phase) -> None:
    world, known = phase.world(), useless(phase.world())
    pairs = [opened(world, seat, other) for seat in world.seats for other in world.seats if other != seat]

    assert [one for pair in pairs for one in useless(pair) if one not in known] == []


@ALL
def test_a_press_beside_a_menu_that_covers_the_news_leaves_them(phase: Phase) -> None:
    for world in with_a_menu(phase):
        for button in world.buttons:
            if not is_covered(world.situation, button.partition(".")[0]):
                continue
            (tried := world.fork()).forget_facts()
            tried.tap(button)
            assert tried.facts or tried.situation.ui.news == world.situation.ui.news, button


@ALL
def test_a_menu_whose_item_is_offered_no_more_is_closed(phase: Phase) -> None:
    for world in with_a_menu(phase):
        for gesture in gestures(world):
            carry_out(tried := world.fork(), gesture, 700.0)
            for seat, shown in tried.situation.ui.menus.items():
                assert shown.item in offered(tried.situation, seat), str(gesture)
