"""Tacocat seats without displays of their own: `check` says so, and people read what is asked on their pages."""

from __future__ import annotations

from random import Random

import msgspec

from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import simulated_table
from tacotable.state.game_state import Stage
from tacotable.table.file import read_table
from tacotable.table.pinout import wiring_of

WHOLE = read_table("tacocat")
TABLE = msgspec.structs.replace(WHOLE, seats=[msgspec.structs.replace(seat, display=None) for seat in WHOLE.seats])


def test_check_says_that_only_lamps_tones_and_the_page_tell_what_is_asked() -> None:
    told = [hint for hint in wiring_of(TABLE).hints if "without a `display`" in hint]

    assert len(told) == 1
    assert told[0].startswith("Seat YAY and WOW:")
    assert not [hint for hint in wiring_of(WHOLE).hints if "without a `display`" in hint]


def test_people_without_displays_read_their_pages_and_begin() -> None:
    with simulated_table(TABLE, seed=1) as rig:
        playing = [rig.loop.create_task(person.play()) for person in people_at(rig, Random(1))]
        rig.wait(60)
        for task in playing:
            task.cancel()

        assert rig.program.controller.situation.game.stage is Stage.PLAY
