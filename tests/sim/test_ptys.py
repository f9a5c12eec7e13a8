"""Readers on ptys: a path that programs open, that vanishes with the cable and comes back with it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import serial

from tacotable_drivers.registry import RDM6300
from tacotable_sim.cables.cable import PtyCable
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.readers.announcing import Repeating
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop

TAG = "0C000621A5"
FRAME = b"\x020C000621A58E\x03"
WAKE_AND_ASK = bytes(10) + bytes.fromhex("00 00 ff 02 fe d4 02 2a 00")
ACK_AND_VERSION = bytes.fromhex("00 00 ff 00 ff 00  00 00 ff 06 fa d5 03 32 01 06 07 e8 00")


@contextlib.contextmanager
def opened(path: Path, loop: VirtualLoop) -> Iterator[tuple[serial.Serial, bytearray]]:
    """Open a path as a program does; what arrives is collected on the loop."""
    heard = bytearray()
    with serial.Serial(str(path), timeout=0, exclusive=True) as port:
        loop.add_reader(port.fileno(), lambda: heard.extend(port.read(4_096)))
        yield port, heard
        loop.remove_reader(port.fileno())


def repeating(loop: VirtualLoop) -> Repeating:
    return Repeating(RDM6300, loop, Antenna(lambda: (TAG,), Random(1)), Random(1))


def test_a_program_talks_to_the_reader_through_the_path(loop: VirtualLoop, tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "reader", loop, Pn532(loop, Antenna(lambda: (), Random(1))))
    with opened(cable.path, loop) as (port, heard):
        port.write(WAKE_AND_ASK)
        loop.run_for(0.1)
    cable.unplug()

    assert heard == ACK_AND_VERSION


def test_an_announcing_reader_is_heard_on_the_path(loop: VirtualLoop, tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "reader", loop, repeating(loop))
    with opened(cable.path, loop) as (_, heard):
        loop.run_for(0.15)
    cable.unplug()

    assert heard == FRAME * 2


def test_paced_bytes_take_their_time_on_the_wire(loop: VirtualLoop, tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "reader", loop, repeating(loop), paced=True)
    with opened(cable.path, loop) as (_, heard):
        loop.run_for(0.079)  # begun at 65 ms, ended at 79.6 ms
        before = bytes(heard)
        loop.run_for(0.002)
    cable.unplug()

    assert (before, bytes(heard)) == (b"", FRAME)


def test_the_link_vanishes_with_the_cable_and_leads_to_a_new_terminal_afterwards(
    loop: VirtualLoop, tmp_path: Path
) -> None:
    cable = PtyCable(tmp_path / "reader", loop, repeating(loop))
    keeps_the_number_taken = os.open(cable.path, os.O_RDWR | os.O_NOCTTY)
    first = cable.path.readlink()
    cable.unplug()
    is_gone = not os.path.lexists(cable.path)
    cable.replug()
    second = cable.path.readlink()
    os.close(keeps_the_number_taken)
    cable.unplug()

    assert is_gone
    assert first != second


def test_a_program_that_reads_an_unplugged_reader_gets_an_error(loop: VirtualLoop, tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "reader", loop, repeating(loop))
    with serial.Serial(str(cable.path), timeout=0) as port:
        cable.unplug()

        with pytest.raises(OSError, match="Input/output error"):
            os.write(port.fileno(), b"x")


def test_a_reader_that_is_plugged_in_again_works(loop: VirtualLoop, tmp_path: Path) -> None:
    cable = PtyCable(tmp_path / "reader", loop, repeating(loop))
    cable.unplug()
    cable.replug()
    with opened(cable.path, loop) as (_, heard):
        loop.run_for(0.1)
    cable.unplug()

    assert heard == FRAME


def test_the_folder_of_links_is_private_and_goes_when_it_is_closed(loop: VirtualLoop) -> None:
    table = SimulatedTable(Plan(seats=(), pads=(Pad("pad", RDM6300),)), loop=loop, seed=1, transport="pty")
    directory = table.serial.path("pad").parent
    mode = directory.stat().st_mode & 0o777
    table.close()

    assert mode == 0o700
    assert not directory.exists()
