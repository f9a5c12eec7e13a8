"""Taps on a table's hardware: every byte of every port, and every edge of a switch, is noted and passed on.

A tap changes nothing on its way. Callbacks of pins come in any thread; what they note is put in line by the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from tacotable_drivers.ports import BytePort, Contact, OnEdge, Pins, PortError, PortOpener

if TYPE_CHECKING:
    from tacotable.devices.build import Hardware

HUB = "hub"  # What sends on a hub's port; on others, the name of the reader in table files.
Note = Callable[..., None]  # Takes the kind of a row and what belongs to it, in the loop's thread.


def _tapped_port(name: str, kind: str, opener: PortOpener, note: Note) -> PortOpener:
    """Return what opens a port and notes what goes over it; `kind` is what sends there."""

    def opened(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        def came(data: bytes) -> None:
            note("in", name, data, kind)
            on_bytes(data)

        def lost(reason: str) -> None:
            note("lost", name, reason)
            on_lost(reason)

        try:
            port = opener(came, lost)
        except PortError as error:
            note("refused", name, str(error))
            raise
        note("open", name)
        return _TappedPort(name, port, note)

    return opened


@dataclass(frozen=True, slots=True)
class _TappedPort:
    name: str
    port: BytePort
    note: Note

    def write(self, data: bytes) -> None:
        self.note("out", self.name, data)
        try:
            self.port.write(data)
        except PortError as error:
            self.note("lost", self.name, str(error))
            raise

    def close(self) -> None:
        self.note("shut", self.name)
        self.port.close()


class _PinsTap:
    """Notes the level of each switch, at first and at each edge; lamps and the buzzer follow from the scene."""

    def __init__(self, pins: Pins, note: Note, loop: asyncio.AbstractEventLoop) -> None:
        self._pins, self._note, self._loop = pins, note, loop
        self.output, self.sounder, self.backend, self.close = pins.output, pins.sounder, pins.backend, pins.close

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        return _TappedContact(self._pins, number, on_edge, self._note, self._loop)


class _TappedContact:
    """A switch whose level is noted whenever it is read and another one than before."""

    def __init__(self, pins: Pins, number: int, on_edge: OnEdge, note: Note, loop: asyncio.AbstractEventLoop) -> None:
        self._number, self._on_edge, self._note, self._loop = number, on_edge, note, loop
        self._last: bool | None = None
        self._is_open = False
        self._contact = pins.contact(number, self._edge)
        self._is_open = True

    @property
    def is_closed(self) -> bool:
        level = self._contact.is_closed
        if level != self._last:
            self._last = level
            self._note("pin", self._number, int(level))
        return level

    def _edge(self, age_s: float) -> object:
        if self._is_open and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look, self._loop.time() - age_s)
        return self._on_edge(age_s)

    def _look(self, at_s: float) -> None:
        """Note an edge on the loop, before the driver reads the level, with how many microseconds ago it was."""
        if self._is_open:
            self._note("edge", self._number, round((self._loop.time() - at_s) * 1e6))

    def close(self) -> None:
        self._is_open = False
        self._contact.close()


def tapped(hardware: Hardware, note: Note, loop: asyncio.AbstractEventLoop, chance_seed: int) -> Hardware:
    """Return hardware whose ports and switches are noted; hubs draw from a chance that can be drawn again."""
    last: list[str] = []

    def find_hub_ports() -> Mapping[str, PortOpener]:
        nonlocal last
        ports = hardware.find_hub_ports()
        if list(ports) != last:
            last = list(ports)
            note("ports", last)
        return {name: _tapped_port(name, HUB, opener, note) for name, opener in ports.items()}

    return replace(
        hardware,
        pins=_PinsTap(hardware.pins, note, loop),
        open_reader=lambda zone, pad: _tapped_port(zone, str(pad.reader), hardware.open_reader(zone, pad), note),
        find_hub_ports=find_hub_ports,
        chance=Random(chance_seed),  # noqa: S311  # numbers of a talk are no secret
        on_slow=lambda is_slow: note("slow", int(is_slow)),
    )
