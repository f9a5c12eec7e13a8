"""The displays of a table, by the wires that they share: one writer for each, so that no bus is used twice at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tacotable_drivers.ports import Interface, PanelError, Sink
from tacotable_drivers.screens.bus import InlineScreenBus, ScreenBus, ThreadScreenBus
from tacotable_drivers.screens.buses import bus_of_channel, limit_patience, root_of
from tacotable_drivers.screens.oled import OledPanel, open_i2c

if TYPE_CHECKING:
    from tacotable.table.file import Display

OpenWire = Callable[[], Interface]


class TableScreens:
    """All displays; `roots` tells which wire each one hangs on. Writers run in threads, or inline on the loop."""

    def __init__(
        self,
        displays: Mapping[str, Display],
        wires: Mapping[str, OpenWire],
        roots: Mapping[str, int],
        sink: Sink,
        loop: asyncio.AbstractEventLoop,
        *,
        wire_s: Callable[[int], float] | None = None,
    ) -> None:
        self._roots = roots
        self._buses: dict[int, ScreenBus] = {}
        for root in sorted(set(roots.values())):
            names = [name for name in displays if roots[name] == root]
            panels = {name: partial(_open_panel, wires[name], displays[name]) for name in names}
            if wire_s is None:
                self._buses[root] = ThreadScreenBus(panels, sink, loop)
            else:
                self._buses[root] = InlineScreenBus(panels, sink, loop, partial(wire_s, root))

    def start(self) -> None:
        """Begin to write."""
        for bus in self._buses.values():
            bus.start()

    def show(self, name: str, picture: bytes) -> None:
        """Show a picture as soon as its wire allows."""
        self._buses[self._roots[name]].show(name, picture)

    def dim(self, is_dim: bool) -> None:
        """Show everything darkly on all displays from now on, or as brightly as before."""
        for bus in self._buses.values():
            bus.dim(is_dim)

    def mend(self) -> None:
        """Send every display its whole picture within seconds: there was trouble that may have reached it."""
        for bus in self._buses.values():
            bus.mend()

    def close(self) -> None:
        """Let all displays be dark."""
        for bus in self._buses.values():
            bus.close()

    def dead_wires(self) -> int:
        """Count the wires whose writers ended by a fault of the program."""
        return sum(bus.is_dead for bus in self._buses.values())

    def traffic(self) -> dict[str, tuple[int, int]]:
        """Return for each display the bytes on its wire (addresses and control bytes too), and its whole pictures."""
        return {name: numbers for bus in self._buses.values() for name, numbers in bus.traffic().items()}


def _open_panel(open_wire: OpenWire, display: Display) -> OledPanel:
    return OledPanel(open_wire(), display.panel, rotate=display.rotate, contrast=display.contrast)


def real_wires(
    displays: Mapping[str, Display],
    *,
    limit: Callable[[int], None] = limit_patience,
    open_place: Callable[[int, int], Interface] = open_i2c,
) -> tuple[dict[str, OpenWire], dict[str, int]]:
    """Return how to open each display's wire on this Pi, and the root bus of each.

    A display whose bus cannot be found now gets a wire of its own (a negative number), where it is tried again.
    `limit` bounds how long the kernel waits for a root bus; `open_place` opens an address on a bus.
    """
    wires: dict[str, OpenWire] = {}
    roots: dict[str, int] = {}
    for number, (name, display) in enumerate(displays.items(), 1):
        wires[name] = partial(_open_real, display, limit, open_place)
        try:
            roots[name] = root_of(_bus_number(display))
        except PanelError:
            roots[name] = -number
    return wires, roots


def _open_real(
    display: Display, limit: Callable[[int], None], open_place: Callable[[int, int], Interface]
) -> Interface:
    """Open a display's wire, whose patience is limited before anything is sent; raises PanelError."""
    bus = _bus_number(display)
    limit(root_of(bus))
    return open_place(bus, display.address)


def _bus_number(display: Display) -> int:
    """Return the kernel's number of a display's bus; raises PanelError where its multiplexer is missing."""
    if display.bus is not None:
        return display.bus
    return bus_of_channel(display.mux or 0x70, display.channel or 0)
