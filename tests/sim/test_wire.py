"""Wires and cables: the bytes are the device's own, and arrive when the last bit has."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import partial
from typing import cast

import pytest

from tacotable_drivers.ports import PortError
from tacotable_sim.cables.cable import MemoryCable, Wire
from tacotable_sim.time.virtual_time import VirtualLoop


class Parrot:
    """A device at 9600 baud that says back what it hears."""

    baud = 9_600

    def __init__(self) -> None:
        self.supply: list[bool] = []
        self.send: Callable[[bytes], None] = lambda data: None

    def receive(self, data: bytes) -> None:
        self.send(data)

    def power(self, on: bool) -> None:
        self.supply.append(on)


def test_a_byte_takes_ten_bit_times(loop: VirtualLoop) -> None:
    arrived: list[tuple[bytes, float]] = []
    wire = Wire(loop, lambda data: arrived.append((data, round(loop.time() * 1_000, 3))))
    wire.carry(b"fourteen bytes", 9_600)
    loop.run_for(1)

    assert arrived == [(b"fourteen bytes", 14.583)]


def test_what_is_sent_second_arrives_behind_what_was_sent_first(loop: VirtualLoop) -> None:
    arrived: list[tuple[bytes, float]] = []
    wire = Wire(loop, lambda data: arrived.append((data, round(loop.time() * 1_000, 2))))
    wire.carry(b"ab", 10_000)
    wire.carry(b"c", 10_000)
    loop.run_for(1)

    assert arrived == [(b"ab", 2.0), (b"c", 3.0)]


class LateTimers:
    """A busy machine's clock: each timer is late by something else."""

    def __init__(self, *late_s: float) -> None:
        self._late_s = list(late_s)
        self._timers: list[tuple[float, Callable[[], object]]] = []

    def time(self) -> float:
        return 0.0

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> NoTimer:
        self._timers.append((delay + self._late_s.pop(0), partial(callback, *args)))
        return NoTimer()

    def run(self) -> None:
        for _, callback in sorted(self._timers, key=lambda timer: timer[0]):
            callback()


class NoTimer:
    def cancel(self) -> None:
        raise AssertionError("a wire takes nothing back")


def test_bytes_do_not_overtake_each_other_where_timers_do() -> None:
    arrived: list[bytes] = []
    clock = LateTimers(0.5, 0.0, 0.1)
    wire = Wire(cast("AbstractEventLoop", clock), arrived.append)
    for byte in (b"a", b"b", b"c"):
        wire.carry(byte, 10_000)
    clock.run()

    assert arrived == [b"a", b"b", b"c"]


def test_bytes_can_come_one_by_one(loop: VirtualLoop) -> None:
    arrived: list[tuple[bytes, float]] = []
    wire = Wire(loop, lambda data: arrived.append((data, round(loop.time() * 1_000, 2))))
    for byte in (b"a", b"b", b"c"):
        wire.carry(byte, 10_000)
    loop.run_for(1)

    assert arrived == [(b"a", 1.0), (b"b", 2.0), (b"c", 3.0)]


def test_what_is_on_a_wire_when_it_is_cut_never_arrives(loop: VirtualLoop) -> None:
    arrived: list[bytes] = []
    wire = Wire(loop, arrived.append)
    wire.carry(b"before", 9_600)
    wire.cut()
    wire.carry(b"after", 9_600)
    loop.run_for(1)

    assert arrived == [b"after"]


def test_both_directions_of_a_cable_take_their_time(loop: VirtualLoop) -> None:
    heard: list[tuple[bytes, float]] = []
    cable = MemoryCable("parrot", loop, Parrot())
    port = cable.open_port(lambda data: heard.append((data, round(loop.time() * 1_000, 2))), lambda reason: None)
    port.write(b"hello")
    loop.run_for(1)

    assert heard == [(b"hello", 10.42)]


def test_an_unplugged_cable_tells_the_loss_once_and_loses_what_is_on_the_wire(loop: VirtualLoop) -> None:
    heard: list[bytes] = []
    losses: list[str] = []
    parrot = Parrot()
    cable = MemoryCable("parrot", loop, parrot)
    port = cable.open_port(heard.append, losses.append)
    port.write(b"hello")
    cable.unplug()
    loop.run_for(1)

    assert (heard, losses) == ([], ["parrot: the device is gone"])
    assert parrot.supply == [True, False]


def test_a_port_that_was_lost_refuses_to_write(loop: VirtualLoop) -> None:
    cable = MemoryCable("parrot", loop, Parrot())
    port = cable.open_port(lambda data: None, lambda reason: None)
    cable.unplug()

    with pytest.raises(PortError, match="parrot: the port is not open"):
        port.write(b"hello")


def test_an_unplugged_port_cannot_be_opened_until_it_is_back(loop: VirtualLoop) -> None:
    heard: list[bytes] = []
    cable = MemoryCable("parrot", loop, Parrot())
    cable.unplug()
    with pytest.raises(PortError, match="is its cable in"):
        cable.open_port(heard.append, lambda reason: None)
    cable.replug()
    cable.open_port(heard.append, lambda reason: None).write(b"back")
    loop.run_for(1)

    assert heard == [b"back"]


def test_a_port_has_one_user_at_a_time(loop: VirtualLoop) -> None:
    cable = MemoryCable("parrot", loop, Parrot())
    port = cable.open_port(lambda data: None, lambda reason: None)
    with pytest.raises(PortError, match="open already"):
        cable.open_port(lambda data: None, lambda reason: None)
    port.close()
    port.close()

    assert cable.open_port(lambda data: None, lambda reason: None) is not port


def test_a_port_that_is_closed_before_it_knows_of_the_loss_is_told_nothing(loop: VirtualLoop) -> None:
    losses: list[str] = []
    cable = MemoryCable("parrot", loop, Parrot())
    port = cable.open_port(lambda data: None, losses.append)
    cable.unplug()
    port.close()
    loop.run_for(1)

    assert losses == []


def test_nothing_is_told_after_closing(loop: VirtualLoop) -> None:
    heard: list[bytes] = []
    losses: list[str] = []
    cable = MemoryCable("parrot", loop, Parrot())
    port = cable.open_port(heard.append, losses.append)
    port.write(b"hello")
    port.close()
    cable.unplug()
    loop.run_for(1)

    assert (heard, losses) == ([], [])
