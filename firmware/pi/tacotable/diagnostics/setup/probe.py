"""What a set-up finds on a machine, and what it does there: pins, ports, displays and readers, each by an opener.

A pin is opened with its pull-up, so that a closed switch shows; it is driven only while its name is asked, and never
while something pulls it to ground. Ports go by names that stay, displays by where they answer on the I2C buses.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tacotable.diagnostics.device_trials import Heard, name_picture
from tacotable.diagnostics.doctor.bus_checks import MOST_BUS
from tacotable.diagnostics.setup.dialogue import Seen, Wanted
from tacotable.diagnostics.setup.questions import ON_HUB
from tacotable.display.draw import draw
from tacotable_drivers import ports
from tacotable_drivers.hub.hubs import Hubs
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.pins import open_pins
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.registry import panels, readers
from tacotable_drivers.screens.buses import bus_of_channel
from tacotable_drivers.screens.oled import OledPanel, is_there, open_i2c
from tacotable_drivers.serial_port import HUB_BAUD, SerialOpener, hub_ports, may_be_hub

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine

PINS = tuple(range(4, 28))  # Pins 0 and 1 are of the boards that sit on the header, 2 and 3 of I2C.
TONE_HZ = 500
ANSWER_S = 1.5  # So long a reader has to answer as one of a kind.
ALL_OF_A_HUB = HubPlan(  # All that may hang on the one hub of a table that is being set up.
    ON_HUB,
    readers={place: f"hub reader {place}" for place in range(3)},
    buttons={place: f"hub button {place}" for place in range(8)},
    more={place: f"hub more {place}" for place in range(16)},
)
LOOK_AGAIN = 100  # So many looks for switches between two looks for displays.
ADDRESSES = (0x3C, 0x3D)  # What the solder link of a display chooses from.
CHANNEL = re.compile(r"-00(7[0-7])/channel-([0-7])$")


@dataclass(frozen=True, slots=True)
class Places:
    """Where things may be on a machine, by openers; `find_displays` names the places at which something answers."""

    pins: ports.Pins
    find_ports: Callable[[], Sequence[str]]
    find_displays: Callable[[], Sequence[str]]
    open_display: Callable[[str], ports.Interface]
    open_port: Callable[[str, int], ports.PortOpener]
    find_hub_ports: ports.FindPorts = dict


def open_place(place: str) -> ports.Interface:
    """Open a place such as `bus 1 0x3C` or `mux 0x70 channel 2 0x3D`; raises PanelError."""
    *where, address = place.split()
    bus = int(where[1]) if where[0] == "bus" else bus_of_channel(int(where[1], 16), int(where[3]))
    return open_i2c(bus, int(address, 16))


def answers_at(place: str) -> bool:
    """Return whether a display answers at a place."""
    try:
        return is_there(open_place(place))
    except ports.PanelError:
        return False


def this_machine(machine: Machine, loop: asyncio.AbstractEventLoop) -> Places:
    """Return the places of this Pi."""
    return Places(
        open_pins("lgpio", now_s=loop.time),
        lambda: ports_of(machine),
        lambda: displays_of(machine),
        open_place,
        lambda port, baud: SerialOpener(Path(port), baud, loop),
        lambda: {str(path): SerialOpener(path, HUB_BAUD, loop) for path in hub_ports()},
    )


def ports_of(machine: Machine) -> Sequence[str]:
    """Return the serial ports that are there, except those of hubs."""
    return [
        port for port in machine.ports() if (numbers := machine.usb_numbers(port)) is None or not may_be_hub(numbers)
    ]


def displays_of(machine: Machine, answers: Callable[[str], bool] = answers_at) -> Sequence[str]:
    """Return the places at which a display answers; one before a multiplexer is heard behind it, too, and told once."""
    roots = [f"bus {bus}" for bus in range(MOST_BUS + 1) if machine.listed(f"/dev/i2c-{bus}")]
    links = (CHANNEL.search(path) for path in machine.listed("/sys/bus/i2c/devices/*/channel-*"))
    behind = [f"mux 0x{found[1]} channel {found[2]}" for found in links if found]
    first = [place for place in _at(roots) if answers(place)]
    heard = {place.split()[-1] for place in first if place.startswith("bus 1 ")}
    return [*first, *(place for place in _at(behind) if place.split()[-1] not in heard and answers(place))]


def _at(buses: Sequence[str]) -> Iterator[str]:
    return (f"{bus} 0x{address:02X}" for bus in buses for address in ADDRESSES)


class Probe:
    """Looks at a machine, and does there what is wanted."""

    def __init__(self, places: Places, loop: asyncio.AbstractEventLoop) -> None:
        self._places = places
        self._loop = loop
        self._contacts: dict[int, ports.Contact] = {}
        self._sounder: ports.Sounder | None = None
        self._wanted = Wanted()
        self._panels: dict[tuple[str, str], OledPanel] = {}
        self._heard = Heard()
        self._readers: list[Reader] = []
        self._asking: asyncio.Task[None] | None = None
        self._answering: dict[str, str] = {}
        self._displays: tuple[str, ...] = ()
        self._looks = 0
        self._hubs: Hubs | None = None
        self._hub = ""
        self.refused: dict[int, str] = {}  # Pins that cannot be had, with the reason.
        for pin in PINS:
            self._watch(pin)
        closed = self.look().closed
        self.drivable = tuple(pin for pin in self._contacts if f"GPIO {pin}" not in closed)

    def look(self) -> Seen:
        """Look once."""
        if self._wanted.displays and not self._looks % LOOK_AGAIN:
            self._displays = tuple(self._places.find_displays())
        self._looks += 1
        closed = frozenset(f"GPIO {pin}" for pin, contact in self._contacts.items() if contact.is_closed)
        found = frozenset(self._places.find_ports())
        cards = frozenset(self._heard.lying)
        return Seen(closed | self._heard.down, found, self._displays, cards, dict(self._answering), self._hub)

    def want(self, wanted: Wanted) -> None:
        """Do what is wanted from now on."""
        before, self._wanted = self._wanted, wanted
        if wanted.hub and self._hubs is None:
            self._hubs = Hubs([ALL_OF_A_HUB], self._places.find_hub_ports, self._hear_hub, self._loop, Random())  # noqa: S311  # no secret
            self._hubs.start()
        if wanted.displays and not before.displays:
            self._looks = 0
        if wanted.driven != before.driven:
            self._drive(before.driven, wanted.driven)
        if wanted.words != before.words:
            self._show(wanted.words)
        if wanted.reads != before.reads:
            self._read(wanted.reads)
        if wanted.asks != before.asks and wanted.asks:
            self._answering.pop(wanted.asks, None)
            self._asking = self._loop.create_task(self._ask(wanted.asks))

    def close(self) -> None:
        """Darken everything, and let go of it."""
        self.want(Wanted())
        if self._asking is not None:
            self._asking.cancel()
        if self._hubs is not None:
            self._hubs.close()
        for panel in self._panels.values():
            panel.close()
        for contact in self._contacts.values():
            contact.close()
        self._places.pins.close()

    def _hear_hub(self, event: ports.DeviceEvent) -> None:
        self._heard.hear(event)
        match event:
            case ports.DeviceLost("hub hub", reason):
                self._heard.down.clear()
                self._hub = reason
            case ports.DeviceFound("hub hub"):
                self._hub = "The hub answers again."

    def _watch(self, pin: int) -> None:
        try:
            self._contacts[pin] = self._places.pins.contact(pin, lambda age_s: None)
        except ports.PinError as error:
            self.refused[pin] = str(error)

    def _drive(self, before: int | None, now: int | None) -> None:
        """Let a pin swing between low and high: a lamp glows, a buzzer hums."""
        if self._sounder is not None and before is not None:
            self._sounder.close()
            self._sounder = None
            self._watch(before)
        if now is not None and now in self._contacts and not self._contacts[now].is_closed:
            self._contacts.pop(now).close()
            self._sounder = self._places.pins.sounder(now)
            self._sounder.sound(TONE_HZ, 1.0)

    def _show(self, words: Mapping[str, tuple[str, str]]) -> None:
        for place, (controller, word) in words.items():
            spec = panels().specs[controller]
            with suppress(ports.PanelError):
                if (place, controller) not in self._panels:
                    self._panels[place, controller] = OledPanel(self._places.open_display(place), spec)
                picture = draw(name_picture(word), "en", (), (spec.width, spec.height)).pixels
                self._panels[place, controller].show_whole(picture)

    def _make_reader(self, zone: str, port: str, kind: str) -> Reader:
        spec = readers().specs[kind]
        opener, manner = self._places.open_port(port, spec.baud), spec.manner
        return Reader(zone, port, opener, manner.session(), manner.presence(zone), self._heard.hear, self._loop)

    def _read(self, reads: Mapping[str, tuple[str, str]]) -> None:
        for reader in self._readers:
            reader.stop()
        for zone in [zone for zone in self._heard.lying if not zone.startswith(ON_HUB)]:
            del self._heard.lying[zone]
        self._readers = [self._make_reader(zone, port, kind) for zone, (port, kind) in reads.items()]
        for reader in self._readers:
            reader.start()

    async def _ask(self, port: str) -> None:
        """Ask a port as each kind of reader that can be asked would be; who answers is of that kind."""
        for kind in (name for name, spec in readers().specs.items() if spec.manner.is_polled):
            reader = self._make_reader("", port, kind)
            reader.start()
            await asyncio.sleep(ANSWER_S)
            reader.stop()
            if reader.counters.frames_ok:
                self._answering[port] = kind
                return
