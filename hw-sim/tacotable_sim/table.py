"""The simulated table: physical truth on one side, the program's ports, pins and displays on the other.

It knows physics and no game: what a face means, whose turn it is and what is forbidden are nothing to it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from random import Random
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from tacotable_sim.errors import UnknownNameError
from tacotable_sim.faults import Apply, PanelFault, PartFault, Switchboard, jams
from tacotable_sim.outputs.panels import Bus, Panel, controller
from tacotable_sim.outputs.pins import PinWorld
from tacotable_sim.outputs.strip import Light, Strip
from tacotable_sim.serial_devices import SerialDevices, Transport
from tacotable_sim.truth import Layout, Truth

if TYPE_CHECKING:
    from tacotable_sim.plan import Display, Plan

_P = ParamSpec("_P")
_T = TypeVar("_T")
TAP_S = 0.12
HOLD_S = 1.5
_FULL = 31
_BRIGHTEST = 255


@dataclass(frozen=True, slots=True)
class Seen:
    """What eyes and ears get: lamps 0..1 by name, the board's lights, pictures by display, the tone (0: none)."""

    lamps: Mapping[str, float]
    lights: tuple[Light, ...]
    pictures: Mapping[str, bytes]
    tone_hz: float

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp gives light now; a flashing one is dark at times."""
        return self.lamps[lamp] > 0


def _followed(act: Callable[Concatenate[Truth, _P], _T], what: str) -> Callable[Concatenate[SimulatedTable, _P], _T]:
    """Return what hands do at a table as `Truth` has it, and who watches is told of it."""

    @wraps(act)
    def done(table: SimulatedTable, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        result = act(table.truth, *args, **kwargs)
        table.on_change(what)
        return result

    return done


class SimulatedTable:
    """A table of a plan. `loop` is its clock; one seed gives one behaviour.

    With `transport="pty"` readers are paths, and `paced` lets their bytes take their time; in memory they always
    do. `paced` also makes displays take their time in the thread that writes to them.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        loop: asyncio.AbstractEventLoop,
        seed: int,
        transport: Transport = "memory",
        paced: bool = False,
    ) -> None:
        self.plan = plan
        self.seed = seed
        self.on_change: Callable[[str], None] = lambda what: None
        self.truth = plan.truth()
        self.switchboard = Switchboard()
        self.ailments: set[str] = set()  # What ails the board itself now: its supply, its cooling.
        self._loop = loop
        self._bare_until: dict[str, float] = {}
        self._chance = Random(f"{seed}/hands")  # noqa: S311  # a simulation is no secret
        self.pins = PinWorld(
            loop,
            Random(f"{seed}/pins"),  # noqa: S311  # as above
            lambda pin: self.on_change("tone" if pin == plan.buzzer_pin else "lamps"),
            plan.inputs,
        )
        self.strip = Strip(
            len(plan.strip_lamps) + plan.lights, partial(self._tell_from_thread, "lights"), plan.strip_order
        )
        wait: Callable[[float], None] = time.sleep if paced else lambda seconds: None
        # Channels of a multiplexer share the wire, and so the time, of their root bus.
        roots = {display.name: dict(plan.root_of).get(display.bus, display.bus) for display in plan.displays}
        self.buses = {number: Bus(plan.i2c_hz, wait) for number in sorted(set(roots.values()))}
        self.panels = {it.name: self._make_panel(it, self.buses[roots[it.name]]) for it in plan.displays}
        fields = {pad.zone: partial(self._tags_on, pad.zone) for pad in plan.pads}
        self.serial = SerialDevices(
            plan,
            fields,
            loop=loop,
            seed=seed,
            transport=transport,
            paced=paced,
            on_lights=lambda: self.on_change("lights"),
        )
        self._contacts = {name: (self.pins.switches, pin) for name, pin in plan.buttons.items()}
        self._contacts |= self.serial.buttons
        self._dead: set[str] = set()  # The lamps and lights that are.
        self._connect_faults()
        self._settle_token()

    # What the program gets.

    def fade(self, zone: str, rate: float, rim_rate: float) -> None:
        """Let the reader under a pad find a tag in this part of its scans only: in the middle, and at the rim."""
        chance = Random(f"{self.seed}/{zone} reach")  # noqa: S311  # a simulation is no secret
        self.serial.antennas[zone].fade((rate, rim_rate), chance)

    def panel(self, name: str) -> Panel:
        """Return a display as an interface of luma."""
        if name not in self.panels:
            raise UnknownNameError(f"no display is called {name!r}; there are {', '.join(self.panels)}")
        return self.panels[name]

    def close(self) -> None:
        """Pull all cables and give the pins back."""
        self.serial.close()
        self.pins.close()

    # What hands do.

    def place(
        self,
        tag: str,
        place: str,
        *,
        slot: int | None = None,
        face_up: bool | None = None,
        after_s: float = 0.0,
        at_rim: bool = False,
    ) -> None:
        """Lay a card on a pad, a row, a pile or into a hand; see `Truth.place`. `at_rim`: at the edge of a pad.

        `after_s`: so long the field of a pad is empty before, as hands take off first what lies there.
        """
        self._bare_until[place] = self._loop.time() + after_s
        if place in self.serial.antennas:
            self.serial.antennas[place].is_at_rim = at_rim
        self.truth.place(tag, place, slot=slot, face_up=face_up)
        self.on_change("cards")

    lift = _followed(Truth.lift, "cards")
    turn = _followed(Truth.turn, "cards")
    draw = _followed(Truth.draw, "cards")
    deal = _followed(Truth.deal, "cards")
    gather = _followed(Truth.gather, "cards")
    cover = _followed(Truth.cover, "tiles")
    uncover = _followed(Truth.uncover, "tiles")

    def shuffle(self) -> None:
        """Shuffle the draw pile, by this table's seed."""
        self.truth.shuffle(self._chance)
        self.on_change("cards")

    def lay_out(self, layout: Layout) -> None:
        """Find all things where they were left; see `Truth.lay_out`."""
        self.truth.lay_out(layout)
        self._settle_token()
        self.on_change("cards")

    def move_token(self, space: int | None) -> None:
        """Stand the token on a space, or take it up (None). It is lifted over: no sensor between closes."""
        self.truth.move_token(space)
        self._settle_token()
        self.on_change("token")

    def press(self, button: str) -> None:
        """Put a finger on a button, and leave it there."""
        self.truth.press(button)
        self._bounce(button, closed=True)

    def release(self, button: str) -> None:
        """Release a button."""
        self.truth.release(button)
        self._bounce(button, closed=False)

    def tap(self, button: str, seconds: float = TAP_S) -> None:
        """Press a button; it comes up by itself after `seconds`."""
        self.press(button)
        self._loop.call_later(seconds, self.release, button)

    def hold(self, button: str, seconds: float = HOLD_S) -> None:
        """Press a button for long."""
        self.tap(button, seconds)

    # What eyes and ears get.

    def look(self) -> Seen:
        """Return all that can be seen and heard now."""
        return Seen(
            lamps={name: 0.0 if f"lamp {name}" in self._dead else level for name, level in self._lamps().items()},
            lights=tuple(
                Light() if f"light {place}" in self._dead else light for place, light in enumerate(self._lights(), 1)
            ),
            pictures={name: panel.picture() for name, panel in self.panels.items()},
            tone_hz=self.tone_hz(),
        )

    def tone_hz(self) -> float:
        """Return the pitch that can be heard now; 0 is silence."""
        return 0.0 if self.plan.buzzer_pin is None else self.pins.tone_hz(self.plan.buzzer_pin)

    # The small steps.

    def _bounce(self, button: str, *, closed: bool) -> None:
        switches, number = self._contacts[button]
        switches.bounce(number, closed=closed)
        self.on_change("buttons")

    def _tags_on(self, zone: str) -> tuple[str, ...]:
        is_bare = self._loop.time() < self._bare_until.get(zone, 0.0)
        return () if is_bare else tuple(card.tag for card in self.truth.at(zone))

    def _lamps(self) -> dict[str, float]:
        """Return what the lamps of buttons show: on plain pins, on the strip, or on a hub."""
        strip_lamps = zip(self.plan.strip_lamps, self.strip.lights, strict=False)
        return (
            {name: self.pins.level(pin) for name, pin in self.plan.lamps.items()}
            | {name: light.brightness / _FULL if light.is_lit else 0.0 for name, light in strip_lamps}
            | {name: max(pixel) / _BRIGHTEST for name, pixel in self.serial.lamps().items()}
        )

    def _lights(self) -> tuple[Light, ...]:
        """Return the lights of the spaces, or of the countdown: on the strip, on plain pins, or on a hub."""
        if self.plan.lights:
            return self.strip.lights[len(self.plan.strip_lamps) :]
        leds = tuple(Light((0xFF, 0xFF, 0xFF), round(self.pins.level(pin) * _FULL)) for pin in self.plan.light_pins)
        # A WS2812 of a hub has no brightness beside its colour.
        return leds or tuple(Light(colour, _FULL) if any(colour) else Light() for colour in self.serial.row())

    def _make_panel(self, display: Display, bus: Bus) -> Panel:
        tell = partial(self._tell_from_thread, f"display {display.name}")
        return Panel(display.name, controller(display.kind), bus, tell, rotate=display.rotate)

    def _settle_token(self) -> None:
        for sensor in self.plan.sensors:
            self.pins.switches.switch(sensor.pin, closed=sensor.space == self.truth.token)
        self.serial.settle_token(self.truth.token)

    def _connect_faults(self) -> None:
        self.serial.connect(self.switchboard)
        for name, panel in self.panels.items():
            self.switchboard.connect(name, {fault: partial(panel.suffer, fault) for fault in PanelFault})
        for name, pin in self.plan.buttons.items():
            self.switchboard.connect(name, jams(partial(self.pins.switches.jam, pin)))
        for sensor in self.plan.sensors:
            self.switchboard.connect(sensor.name, jams(partial(self.pins.switches.jam, sensor.pin)))
        lights = [f"light {place}" for place, _ in enumerate(self._lights(), 1)]
        for device in (*(f"lamp {name}" for name in self._lamps()), *lights):
            self.switchboard.connect(device, {PartFault.DEAD: _noted_in(self._dead, device)})
        for device, fault in (("supply", PartFault.UNDERVOLTAGE), ("cooling", PartFault.HOT)):
            self.switchboard.connect(device, {fault: _noted_in(self.ailments, device)})

    def _tell_from_thread(self, what: str) -> None:
        """Report a change from whatever thread the program writes in."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.on_change, what)


def _noted_in(kept: set[str], device: str) -> Apply:
    """Return the switch of a fault that is no more than noted."""
    return lambda on: (kept.add if on else kept.discard)(device)
