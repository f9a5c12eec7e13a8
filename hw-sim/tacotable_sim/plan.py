"""What a simulated table is made of: a description that knows no table files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacotable_sim.truth import Card, Truth

if TYPE_CHECKING:
    from tacotable_drivers.hub.plan import HubPlan
    from tacotable_drivers.ports import InputWiring
    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_drivers.screens.spec import PanelSpec


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad. `reader` names the reader under it, as the switchboard calls it; without a `kind` nothing reads."""

    zone: str
    kind: ReaderSpec | None = None
    reader: str = ""
    sticker: str = ""  # The tag that is fixed at the rim of the pad, if any: its reader always hears it.

    @property
    def reader_name(self) -> str:
        """The reader's name: its own, or the zone's."""
        return self.reader or self.zone


@dataclass(frozen=True, slots=True)
class Sensor:
    """A hall switch under a space (-4..+4), between a pin (BCM number) and ground."""

    name: str
    pin: int
    space: int


@dataclass(frozen=True, slots=True)
class Display:
    """A display: what kind of panel it is, its bus and its address there."""

    name: str
    kind: PanelSpec
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0  # How it hangs, in degrees to the right.


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole table. The order of `pads` is the order in which they lie: a pad's neighbour is the next one.

    `buttons` are between pins (BCM numbers) and ground, `lamps` on pins where high is lit; both go by their names.
    `strip_lamps` are lamps of buttons that are the first lights of an APA102 strip, whose chips take their colours in
    `strip_order`; `lights` counts those behind them, or `light_pins` are plain LEDs instead. `root_of` tells which root
    bus carries a multiplexed one (bus 11 behind bus 1: `((11, 1),)`), since all share one wire. `inputs` are pins whose
    switches are not to ground. What hangs on `hubs` is described there alone, but for their pads, which lie among the
    others without a kind of their own.
    """

    seats: tuple[str, ...]
    deck: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    rows: tuple[str, ...] = ()
    pads: tuple[Pad, ...] = ()
    buttons: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    sensors: tuple[Sensor, ...] = ()
    displays: tuple[Display, ...] = ()
    lights: int = 0
    strip_lamps: tuple[str, ...] = ()
    strip_order: str = "bgr"
    light_pins: tuple[int, ...] = ()
    buzzer_pin: int | None = None
    hubs: tuple[HubPlan, ...] = ()
    i2c_hz: int = 400_000
    root_of: tuple[tuple[int, int], ...] = ()
    inputs: Mapping[int, InputWiring] = field(default_factory=dict)

    def truth(self) -> Truth:
        """Return the things of a new table: the deck lies on the draw pile, and no button is down."""
        on_hubs = (name for hub in self.hubs for name in (*hub.buttons.values(), *hub.more.values()))
        buttons, zones = [*self.buttons, *on_hubs], [pad.zone for pad in self.pads]
        return Truth(self.deck, seats=self.seats, zones=zones, rows=self.rows, box=self.box, buttons=buttons)
