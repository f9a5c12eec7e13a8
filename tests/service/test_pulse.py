"""The watchdog is fed by the main loop's own health: a loop that is blocked, or a sick program, feeds nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from patience import PATIENCE_S
from tacotable.app.program import MemoryLog, Program, make_program
from tacotable.app.watchdog import Attendance, attended
from tacotable.devices.screens import TableScreens
from tacotable.diagnostics.faulty_table import sick_table
from tacotable.service.notify import Notifier
from tacotable.service.periodic import pulse
from tacotable.simulation.plan import faces_of
from tacotable.table.file import Display, read_table
from tacotable_drivers.ports import Sink
from tacotable_sim.time.virtual_time import DrivenLoop, VirtualLoop, virtual_loop

TABLE = read_table("buttons")
FAULTY_THREAD = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
"""For a thread that is to end by a fault: that nobody caught it is what the test is about."""


def test_three_signs_of_life_are_given_in_each_period() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        pulse(loop, 9.0, lambda: beats.append(loop.time())).start()

        loop.run_for(9.5)

    assert [round(beat - beats[0], 3) for beat in beats] == [0.0, 3.0, 6.0, 9.0]


def test_a_loop_that_is_blocked_gives_no_sign_of_life_and_one_at_once_when_it_turns_again() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        pulse(loop, 9.0, lambda: beats.append(loop.time())).start()

        loop.call_at(7.0, take_time, loop, 15.0)
        loop.run_for(26.0)

    assert [round(beat - beats[0], 3) for beat in beats] == [0.0, 3.0, 6.0, 22.0, 25.0]


def take_time(loop: VirtualLoop, seconds: float) -> None:
    """Do what takes a time in which nothing else of the loop is done."""
    loop._clock.now_ns += round(seconds * 1e9)


def test_a_sick_program_gives_none_until_it_is_well() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        ailments = ["", "the displays' thread is gone", "the displays' thread is gone", ""]
        pulse(loop, 9.0, lambda: beats.append(loop.time()), lambda: ailments.pop(0)).start()

        loop.run_for(9.5)

    assert [round(beat - beats[0], 3) for beat in beats] == [0.0, 9.0]


def test_a_beat_that_fails_stops_none_of_the_following_and_a_row_of_them_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        faults = [OSError(24, "Too many open files"), ValueError("a fault of the program")]

        def beat() -> None:
            if faults:
                raise faults.pop(0)
            beats.append(loop.time())

        start_s = loop.time()
        pulse(loop, 9.0, beat).start()
        loop.run_for(9.5)

    assert [round(beat - start_s, 3) for beat in beats] == [6.0, 9.0]
    assert [record.getMessage() for record in caplog.records] == [
        "the sign of life failed (OSError(24, 'Too many open files')); it is tried again every 3.0 s",
        "the sign of life is well again",
    ]


def test_after_the_end_there_is_none() -> None:
    with virtual_loop() as loop:
        beats: list[float] = []
        signs = pulse(loop, 9.0, lambda: beats.append(loop.time()))
        signs.start()

        signs.stop()
        loop.run_for(30)

    assert len(beats) == 1


class Told(Notifier):
    """Counts the signs of life."""

    def __init__(self) -> None:
        super().__init__()
        self.alive_count = 0

    def alive(self) -> None:
        self.alive_count += 1


def test_a_status_that_cannot_be_told_is_told_later() -> None:
    class Deaf(Told):
        """Hears the second status line and all signs of life."""

        def __init__(self) -> None:
            super().__init__()
            self.lines: list[str] = []
            self.is_deaf = True

        def status(self, line: str) -> None:
            if self.is_deaf:
                self.is_deaf = False
                raise OSError(24, "Too many open files")
            self.lines.append(line)

    async def attend() -> Deaf:
        told = Deaf()
        with attended(None, Attendance(told, watchdog_s=9.0)):
            await asyncio.sleep(9.5)
        return told

    with virtual_loop() as loop:
        told = loop.run_until_complete(attend())

    assert told.lines == ["SAFE MODE: no device is used; tacotable doctor tells why"]
    assert told.alive_count == 4


class BadWire:
    """A display's wire on which the program meets a fault of its own, as soon as `is_bad`."""

    def __init__(self, is_bad: bool) -> None:
        self.is_bad = is_bad

    def command(self, *command: int) -> None:
        if self.is_bad:
            raise ValueError("a fault of the program, and none of the display")

    def data(self, data: Sequence[int]) -> None:
        """Take a part of a picture."""

    def cleanup(self) -> None:
        """Give nothing back."""


@contextmanager
def on_wire(wire: BadWire) -> Iterator[tuple[Program, DrivenLoop]]:
    """Give a program that has started, whose displays hang on one wire with a thread of its own."""
    with sick_table(TABLE, ()) as (_, hardware, loop):

        def make_screens(displays: Mapping[str, Display], sink: Sink) -> TableScreens:
            return TableScreens(displays, dict.fromkeys(displays, lambda: wire), dict.fromkeys(displays, 1), sink, loop)

        displayed = replace(hardware, make_screens=make_screens)
        program = make_program(TABLE, faces_of(TABLE, TABLE.game), displayed, loop, journal=MemoryLog())
        program.start()
        yield program, loop
        program.close()


async def signs_within(seconds: float, program: Program) -> int:
    """Attend a program for a time; gives how many signs of life it gave."""
    told = Told()
    with attended(program, Attendance(told, watchdog_s=9.0)):
        await asyncio.sleep(seconds)
    return told.alive_count


def end_of_writers() -> None:
    """Wait until no thread writes to displays any more."""
    for thread in threading.enumerate():
        if thread.name == "displays":
            thread.join(PATIENCE_S)


def test_a_program_whose_displays_are_written_gives_signs_of_life() -> None:
    with on_wire(BadWire(is_bad=False)) as (program, loop):
        signs = loop.run_until_complete(signs_within(9.5, program))

    assert signs == 4


@FAULTY_THREAD
def test_a_program_whose_writer_ended_at_its_first_picture_gives_no_sign_of_life() -> None:
    with on_wire(BadWire(is_bad=True)) as (program, loop):
        end_of_writers()

        signs = loop.run_until_complete(signs_within(9.5, program))

    assert signs == 0


@FAULTY_THREAD
def test_a_program_whose_writer_ends_in_a_game_gives_no_further_sign_of_life() -> None:
    wire = BadWire(is_bad=False)
    with on_wire(wire) as (program, loop):

        async def attend() -> list[int]:
            told = Told()
            with attended(program, Attendance(told, watchdog_s=9.0)):
                await asyncio.sleep(0.5)
                well = told.alive_count
                wire.is_bad = True
                program.devices.screens.show("YAY", bytes(range(256)) * 4)
                end_of_writers()
                await asyncio.sleep(9.0)
            return [well, told.alive_count]

        counts = loop.run_until_complete(attend())

    assert counts == [1, 1]
