"""Sixteen more contacts on an MCP23017, which may be missing or fall silent."""

from __future__ import annotations

from tacohub.expander import Expander

from pico.desk import Desk, DeskExpander


def expander_on(desk: Desk) -> tuple[Expander, DeskExpander]:
    return Expander(desk.expander(), 0xFFFF), desk.expander_chip


def test_all_pins_become_inputs_with_pull_ups_before_the_first_look() -> None:
    desk = Desk()
    desk.more = 0x8001
    expander, chip = expander_on(desk)

    assert expander.look(0)
    assert chip.written == [(0x00, b"\xff\xff"), (0x0C, b"\xff\xff")]
    assert expander.levels == 0x8001


def test_it_is_read_every_4_ms() -> None:
    desk = Desk()
    desk.more = 0
    expander, _ = expander_on(desk)
    expander.look(0)
    desk.more = 1

    levels = []
    for now in (1, 3, 4):
        expander.look(now)
        levels.append(expander.levels)

    assert levels == [0, 0, 1]


def test_silence_is_told_after_three_misses_and_the_return_once() -> None:
    desk = Desk()
    desk.more = 0
    expander, chip = expander_on(desk)
    expander.look(0)
    desk.more = -1

    told = [now for now in range(100) if expander.look(now)]
    desk.more = 2
    back = [now for now in range(100, 700) if expander.look(now)]

    assert told == [12]
    assert back == [512]
    assert (expander.levels, len(chip.written)) == (2, 4)
