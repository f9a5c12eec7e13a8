"""The devices of a table file: readers, switches, lamps, lights, buzzer and displays, on whatever hardware there is.

The hardware is a set of openers: the real Pi's, or the simulated table's. Lights and lamps are sent first, so that
the answer to a card is seen before any display is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tacotable.devices.turns import Turns
from tacotable.display.draw import draw
from tacotable.display.sounds import TONES
from tacotable.state.scene import Scene, is_tick
from tacotable.table.parts import button_pins, displays_of, hubs_of, sensors_of
from tacotable_drivers import ports
from tacotable_drivers.buzzer import Buzzer
from tacotable_drivers.hub.hubs import Hubs
from tacotable_drivers.lights.lights import BoardLights, PinLights
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.switches import Switches
from tacotable_drivers.vitals import Ailments, Vitals

if TYPE_CHECKING:
    from tacotable.devices.screens import TableScreens
    from tacotable.table.file import Display, Pad, TableFile
    from tacotable_drivers.readers.spec import ReaderSpec

LOUDNESS = (0.0, 0.15, 0.4, 1.0)
"""The buzzer's volume for each step of the table's."""
HANDS = (ports.ButtonPressed, ports.TagArrived, ports.TagLeft, ports.TagsCrowded, ports.TokenSensed)
"""The events by which a table notices that somebody is there."""
SLOW_AFTER_S = 120.0
"""So long without a touch, and the readers are asked less often: people think longer than that less often than a table
stands ready for a day."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a table is made of, by openers; `where` tells people where a pad's reader is. Pads go by their zones.

    `find_hub_ports` gives the ports at which reader hubs may be; `chance` draws the numbers of talks with them.
    `ailments` tells how the board itself is; None where nobody can. `on_slow` hears when its readers are asked less
    often (True), and when as often as ever: a recording has to know.
    """

    pins: ports.Pins
    open_reader: Callable[[str, Pad], ports.PortOpener]
    where: Callable[[str, Pad], str]
    open_lights: Callable[[], ports.Interface]
    make_screens: Callable[[Mapping[str, Display], ports.Sink], TableScreens]
    find_hub_ports: ports.FindPorts = dict
    chance: Random = field(default_factory=Random)
    ailments: Ailments | None = None
    on_slow: Callable[[bool], None] | None = None


class Rest:
    """The rest of a table that nobody touches: displays that show one picture brightly for days burn it in, and so on.

    Calls `tell` with True once nothing was touched for `after_s` (0: never), and with False at the next touch.
    """

    def __init__(self, after_s: float, tell: Callable[[bool], None], loop: asyncio.AbstractEventLoop) -> None:
        self._after_ms = after_s * 1_000
        self._tell = tell
        self._touched_ms = 0.0
        self._is_resting = False
        self._timer = LoopTimer(loop)

    def touched(self) -> None:
        """Note that hands did something; a timer that runs looks at it when it is due, so that touches cost nothing."""
        self._touched_ms = self._timer.now_ms()
        if self._is_resting:
            self._is_resting = False
            self._tell(False)
        if self._timer.due_ms is None and self._after_ms:
            self._timer.set(self._touched_ms + self._after_ms, self._due)

    def close(self) -> None:
        """Begin no rest any more."""
        self._after_ms = 0.0
        self._timer.cancel()

    def _due(self, due_ms: float) -> None:
        if self._touched_ms + self._after_ms > due_ms:
            self._timer.set(self._touched_ms + self._after_ms, self._due)
            return
        self._is_resting = True
        self._tell(True)


class Devices:
    """All devices of a table; `show` takes a scene, `sink` gets their events."""

    def __init__(self, table: TableFile, hardware: Hardware, sink: ports.Sink, loop: asyncio.AbstractEventLoop) -> None:
        self._hardware = hardware
        lamps = {name: button.lamp_pin for name, button in table.buttons().items() if button.lamp_pin is not None}
        self._pin_lamps = tuple(lamps)
        self._strip_lamps = table.strip_lamps()
        pins = hardware.pins
        self._shown: Scene | None = None
        self._default_language = table.language
        self._displays = displays_of(table)
        self.screens = hardware.make_screens(self._displays, sink)
        self._rests = (Rest(table.dim_after_min * 60, self.screens.dim, loop), Rest(SLOW_AFTER_S, self._slow, loop))
        sink = partial(self._mend_after, sink)
        self.vitals = Vitals(hardware.ailments, sink, loop)
        self.readers = [
            make_reader(zone, table.pads[zone], spec, hardware, sink, loop)
            for zone, spec in table.own_readers().items()
        ]
        self.hubs = Hubs(hubs_of(table), hardware.find_hub_ports, sink, loop, hardware.chance)
        self._switches = Switches(pins, button_pins(table), sensors_of(table), sink, loop)
        self._lamps = PinLights(pins, {f"lamp {name}": pin for name, pin in lamps.items()}, sink, loop)
        self._lights = _make_lights(table, hardware, sink, loop)
        self._buzzer = Buzzer(pins, table.buzzer.pin, sink, loop) if table.buzzer else None
        self._turns = Turns(self.screens.show, loop)

    def start(self) -> None:
        """Start all: outputs first, so that nothing is told before it can be answered."""
        outputs = (self.screens, self._lamps, self._lights, self._buzzer)
        for part in (*outputs, self._switches, *self.readers, self.hubs, self.vitals):
            if part is not None:
                part.start()

    def _mend_after(self, sink: ports.Sink, event: ports.DeviceEvent) -> None:
        """Hand an event on; what let another device fail, such as a dip, may have spoilt a display."""
        if isinstance(event, HANDS):
            self._touched()
        if isinstance(event, ports.DeviceFound | ports.DeviceLost):
            self.screens.mend()
        sink(event)

    def _touched(self) -> None:
        for rest in self._rests:
            rest.touched()

    def _slow(self, is_slow: bool) -> None:
        """Ask the readers less often, or as often as ever; buttons, sensors and hubs speak by themselves."""
        if self._hardware.on_slow is not None:
            self._hardware.on_slow(is_slow)
        for reader in self.readers:
            reader.slow(is_slow)

    def close(self) -> None:
        """Stop all, inputs first; the table ends dark and silent. What one part raises comes when all are closed."""
        with ExitStack() as last_first:
            last_first.callback(self._hardware.pins.close)
            shown = (self.vitals, self.screens, self._turns, self._lamps, self._lights, self._buzzer)
            for part in (*self._rests, *shown, self.hubs, self._switches):
                if part is not None:
                    last_first.callback(part.close)
            for reader in reversed(self.readers):
                last_first.callback(reader.stop)

    def show(self, scene: Scene, on_lit: Callable[[], None]) -> None:
        """Show a scene; each device sends only what changed. `on_lit` is called between lights and displays."""
        last, self._shown = self._shown, scene
        lamps = {name: light.look for name, light in scene.lamps.items()}
        lights = [light.look for light in scene.lights]
        if self._lights is not None:
            self._lights.show([*(lamps[name] for name in self._strip_lamps), *lights])  # in the order of the wire
        self._lamps.show([lamps.get(name, ports.DARK) for name in self._pin_lamps])
        self.hubs.show(lamps, lights)
        on_lit()
        if self._buzzer is not None:
            self._buzzer.volume = LOUDNESS[scene.volume]
            if last is not None and scene.cue != last.cue:
                self._buzzer.play(TONES[scene.cue.name])
        of_all = (scene.languages, scene.people, scene.turned)
        is_other = last is not None and (last.languages, last.people, last.turned) != of_all
        for name, screen in scene.screens.items():
            if last is None or is_other or last.screens.get(name) != screen:
                self._touched()
                language = scene.languages.get(name, self._default_language)
                drawn = draw(screen, language, scene.people, self._displays[name].size)
                show = self._turns.go_on if last and is_tick(last.screens.get(name), screen) else self._turns.show
                show(name, drawn.on_its_head() if name in scene.turned else drawn)


def _make_lights(
    table: TableFile, hardware: Hardware, sink: ports.Sink, loop: asyncio.AbstractEventLoop
) -> BoardLights | PinLights | None:
    strip, count = table.strip(), table.strip_count()
    if strip is not None and count:
        from tacotable_drivers.lights.strip import USUAL_ORDER, Apa102Strip  # other tables go without luma's strip

        lights = Apa102Strip(hardware.open_lights, count, strip.brightness, strip.order or USUAL_ORDER)
        return BoardLights(lights.open, count, sink, loop)
    if table.board and table.board.lights and table.board.lights.kind == "leds":
        names = [f"light {ports.space_name(space)}" for space in range(-4, 5)]
        return PinLights(hardware.pins, dict(zip(names, table.board.lights.pins, strict=True)), sink, loop)
    return None


def make_reader(
    zone: str, pad: Pad, spec: ReaderSpec, hardware: Hardware, sink: ports.Sink, loop: asyncio.AbstractEventLoop
) -> Reader:
    """Make the reader under a pad that is on no hub."""
    opener, manner, where = hardware.open_reader(zone, pad), spec.manner, hardware.where(zone, pad)
    return Reader(zone, where, opener, manner.session(), manner.presence(zone), sink, loop, sticker=pad.sticker)
