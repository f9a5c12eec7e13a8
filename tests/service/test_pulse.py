"""The watchdog is fed by the main loop's own health: a loop that is blocked, or a sick program, feeds nothing."""

from __future__ import annotations

import threading

from tacotable.compose.attending import missing_writers, writers_at_work
from tacotable.service.pulse import Pulse
from tacotable_drivers.screens.bus import WRITER
from tacotable_sim.virtual_time import virtual_loop


def test_three_signs_of_life_are_given_in_each_period() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        Pulse(loop, 9.0, lambda: beats.append(loop.time())).start()

        loop.run_for(9.5)

    assert [round(beat - beats[0], 3) for beat in beats] == [0.0, 3.0, 6.0, 9.0]


def test_a_blocked_loop_gives_no_sign_of_life() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        Pulse(loop, 9.0, lambda: beats.append(loop.time())).start()

        # Nothing of the loop runs here, as when one of its callbacks does not return.

    assert len(beats) == 1


def test_a_sick_program_gives_none_until_it_is_well() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        ailments = ["", "the displays' thread is gone", "the displays' thread is gone", ""]
        Pulse(loop, 9.0, lambda: beats.append(loop.time()), lambda: ailments.pop(0)).start()

        loop.run_for(9.5)

    assert [round(beat - beats[0], 3) for beat in beats] == [0.0, 9.0]


def test_after_the_end_there_is_none() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        pulse = Pulse(loop, 9.0, lambda: beats.append(loop.time()))
        pulse.start()

        pulse.stop()
        loop.run_for(30)

    assert len(beats) == 1


def test_a_writer_of_displays_that_is_gone_makes_the_program_sick() -> None:
    may_end = threading.Event()
    writer = threading.Thread(target=may_end.wait, name=WRITER)
    writer.start()
    at_start = writers_at_work()
    well = missing_writers(at_start)

    may_end.set()
    writer.join()

    assert well == ""
    assert missing_writers(at_start) == "1 writers of displays are gone"
